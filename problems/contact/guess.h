/* The first guess of a step's solve: r = 0, or the impulses of steps before, by the identity of
 * their contacts.
 *
 *     cold        r = 0
 *     warm        p1                     of the last step
 *     predictor   2 p1 - p0              on the line through the last two; a contact that was there
 *                 p1                     in the last step alone takes that one
 *
 * p1 and p0 (N s) are in the fixed frame. Each is turned into the frame of the contact as it is now
 * and put to the nearest point of the friction cone; a contact that is new starts from 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_CONTACT_GUESS_H
#define SS_PROBLEMS_CONTACT_GUESS_H

/* The value is the number of steps that are looked back to. */
typedef enum ss_guess { SS_GUESS_COLD, SS_GUESS_WARM, SS_GUESS_PREDICTOR } ss_guess;

enum { SS_GUESS_COUNT = SS_GUESS_PREDICTOR + 1 };

/* Their words: cold, warm, predictor; and as the column `warm_start` has them: no, yes, predictor.
 */
extern const char *const ss_guess_words[SS_GUESS_COUNT], *const ss_guess_cells[SS_GUESS_COUNT];

/* The guess of a cell of the column `warm_start`; cold where it is none. */
ss_guess ss_guess_of_cell(const char *cell);

/* 2 now - before, what the predictor expects next; 3 numbers each. */
static inline void ss_guess_extrapolate(double next[3], const double now[3], const double before[3])
{
    for (int i = 0; i < 3; ++i)
        next[i] = 2.0 * now[i] - before[i];
}

#endif

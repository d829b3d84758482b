/* Impulses of the steps before, by the identity of their contacts: where a start that is not cold
 * comes from (problems/contact/guess.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_PAST_H
#define SS_PROBLEMS_MOTION_PAST_H

#include "problems/contact/guess.h"
#include "problems/contact/problem.h"
#include "problems/detect/touch.h"

/* The impulse at a contact after a step, in the fixed frame. */
typedef struct ss_past_impulse {
    ss_contact_name name;
    double p[3]; /* N s */
} ss_past_impulse;

/* Those of one step, ascending by name; n 0: none. */
typedef struct ss_past {
    ss_past_impulse *at; /* owned by whoever says so */
    size_t n;
} ss_past;

enum { SS_PAST_MOST = SS_GUESS_PREDICTOR }; /* steps that are looked back to */

/* The past that a guess needs: the last step, and the one before. Start from a zeroed struct with a
 * guess; free with ss_pasts_free. */
typedef struct ss_pasts {
    ss_guess guess;
    ss_past step[SS_PAST_MOST]; /* owned; those that the guess does not need stay empty */
} ss_pasts;

/* Forget what another guess does not need. */
void ss_pasts_keep(ss_pasts *pasts, ss_guess guess);

/* The most contacts of a step, n or more. */
size_t ss_pasts_most(const ss_pasts *pasts, size_t n);

/* Room for n contacts a step. False without memory: all is as it was. */
bool ss_pasts_reserve(ss_pasts *pasts, size_t n);

/* The last step becomes the one before, in whose place the next is kept. */
void ss_pasts_age(ss_pasts *pasts);

void ss_pasts_free(ss_pasts *pasts);

/* A copy of a step's impulses, to be freed. Without memory *impulses is NULL, *n 0, and an error.
 */
bool ss_past_copy(ss_past_impulse **impulses, size_t *n, const ss_past *past, ss_error *error);

/* Fill `past` (n_contacts) from the impulses r (3 n_contacts, N s) at the contacts of `problem`,
 * whose names, in order, are `names`. */
void ss_past_remember(ss_past_impulse *past, const ss_contact_name *names,
                      const ss_problem *problem, const double *r);

/* Fill r (3 n_contacts, N s) with the impulses of past[0], the last step, at the contacts that
 * persist, extrapolated from past[1], the one before, where that has the contact too; turned into
 * the new frames and put into the friction cone, zero elsewhere. */
void ss_past_start(double *r, const ss_past past[SS_PAST_MOST], const ss_contact_name *names,
                   const ss_problem *problem);

#endif

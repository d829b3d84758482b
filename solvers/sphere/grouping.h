/* Groups of SS_LANES contacts that share no moving body, in one pass and in nearly the given order:
 * each contact goes into the first of the open groups that has room and neither of its bodies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SPHERE_GROUPING_H
#define SS_SOLVERS_SPHERE_GROUPING_H

#include "solvers/sphere/packed.h"

enum {
    SS_LEAST_IN_GROUP = 4 /* fewer contacts than this stand alone: groups are half full or better */
};

/* Groups from `base` on that hold a contact of the body, a bit each. */
typedef struct ss_group_mark {
    uint64_t used, base;
} ss_group_mark;

/* Group the n contacts `list` (NULL: 0 .. n-1) of balls. `marks`, one a body,
 * start as zeros; when they are used again, `epoch` (from 0) must be one more. `contact` has room
 * for 2 n: groups of SS_LANES indices (SS_NO_CONTACT where a group is not full) from its beginning,
 * and contacts that stand alone, *n_singles of them, from its end backwards. Returns the number of
 * groups. */
size_t ss_group_contacts(uint32_t *contact, size_t *n_singles, const ss_ball_form *form,
                         const uint32_t *list, size_t n, ss_group_mark *marks, uint32_t epoch);

#endif

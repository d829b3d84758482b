/* Groups of SS_LANES contacts that share no moving body, in one pass and in nearly the given order:
 * each contact goes into the first of the open groups that has room and neither of its bodies.
 *
 * Open groups are a window over the groups to come; bit k of a mark is group base + k:
 *
 *     group    base  +1  +2  ...  +63     contact (i, j) goes to the first group whose bit is 0 in
 *     full      0     1   0        0      `full`, in the mark of i and in that of j: base + 2 here
 *     mark i    1     0   0        0
 *     mark j    0     0   0        0
 *
 * A full group at base is closed and written; where no group is open to a contact, the oldest is
 * closed as it is. So a contact is placed by three words and a count of trailing zeros.
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

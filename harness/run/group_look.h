/* Looks of a glance (harness/run/glance.h) at packed contacts, group by group: terms eight at a time
 * from the records of the sweep itself, by the velocities that it holds. Nothing is copied and no
 * contact is looked for: a look costs less than the visits that it looks at, so it may go on to the
 * last group before all is computed from scratch.
 *
 *     order of each pack   its groups, the largest terms first as they were found last
 *     worth of each group  its terms when it was last looked at
 *
 * Contacts outside of groups are left out: terms are never negative.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_GROUP_LOOK_H
#define SS_HARNESS_RUN_GROUP_LOOK_H

#include "harness/estimators/estimators.h"
#include "solvers/base/outer_solver.h"

typedef struct ss_group_look {
    uint32_t *order; /* owned, of all packs one after the other */
    double *worth;   /* owned, likewise */
    size_t room;     /* groups */
    bool ordered;    /* for this solve */
    size_t spent;    /* groups looked at since */
} ss_group_look;

/* Begin a solve. Memory is asked for when groups are there to be looked at; free it at the end. */
void ss_group_look_begin(ss_group_look *look);
void ss_group_look_free(ss_group_look *look);

/* Do the terms of the iterate's groups come to more than `limit`? It is packed, and the estimator
 * has `lanes`. Looks at `most` of each pack, at most: false where they do not, or where that is not
 * known, as without memory. */
bool ss_group_look_is_above(ss_group_look *look, const ss_estimator *stop, const ss_iterate *at,
                            double limit, size_t most);

#endif

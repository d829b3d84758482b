/* From pairs that may touch to the names of their contacts. Inside detect/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_DETECT_NAMES_H
#define SS_PROBLEMS_DETECT_NAMES_H

#include "problems/detect/candidates.h"
#include "problems/detect/touch.h"

enum { SS_NAMES_AT_ONCE = 256 }; /* pairs */

/* The looks at the pairs of a list. For balls and planes each pair's gap is kept from when the
 * list was made, in whole units so that it takes 2 bytes; by how far bodies have moved since, the
 * detector bounds what the gap can be now, and most pairs are decided without looking:
 *
 *     kept gap:   ............ sure ............. never ............
 *     now:          touches  |  is looked at    |  does not touch
 */
typedef struct ss_naming {
    const ss_bodies *bodies;
    double margin;    /* m: gap of a contact at most */
    size_t n_balls;   /* bodies before the first of another shape */
    bool only_planes; /* besides those balls: a pair has one name at most, and gaps are kept */
    /* The gaps are kept already; false: they are measured now, of all pairs, and kept. */
    bool known;
    double units;    /* of kept gaps, in a metre */
    int sure, never; /* a pair whose kept gap is below `sure` touches now, above `never` not */
    size_t n_looked; /* pairs whose bodies were looked at, so far */
} ss_naming;

/* Write the names of all touches of n pairs, SS_NAMES_AT_ONCE at most, in their order at `name`,
 * where there is room for 1 a pair (only_planes) or SS_MAX_TOUCH; returns where they end. `gap`: of
 * each pair, read or written; not used without only_planes. */
ss_contact_name *ss_names_of(ss_contact_name *name, ss_naming *how, const ss_candidate *pair,
                             int16_t *gap, size_t n);

#endif

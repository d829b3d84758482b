/* Short names of compared rows, for people: of a question only what tells it from its neighbours.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_LABEL_H
#define SS_HARNESS_COMPARE_LABEL_H

#include "harness/compare/match.h"

enum { SS_LABEL_SIZE = 1024 };

/* What differs between the questions of one problem. */
typedef struct ss_label_keys {
    char keys[SS_LABEL_SIZE]; /* names of parameters, ",mu,h,"; cut when there are too many */
    bool instance, outer, stop, warm_start;
} ss_label_keys;

/* The pair after the last one of the same problem as pair `begin`, and what differs between them.
 */
size_t ss_label_group(const ss_match *match, size_t begin, ss_label_keys *keys);

/* "balls-4 mu=0.5 instance 3 sbp", or "... sbp -> ebp" where the contenders differ, and
 * "sbp, now tol=0.001, was tol=1e-12" where only their options do. At most SS_LABEL_SIZE bytes. */
void ss_label_write(char *label, const ss_pair *pair, const ss_label_keys *keys);

#endif

/* Short names of compared rows, for people.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_PAIR_LABEL_H
#define SS_HARNESS_COMPARE_PAIR_LABEL_H

#include "harness/compare/match.h"
#include "harness/tables/label.h"

/* The pair after the last one of the same problem as pair `begin`, and what differs between them.
 */
size_t ss_compare_pair_label_group(const ss_compare_match *match, size_t begin,
                                   ss_label_keys *keys);

/* "balls-4 mu=0.5 instance 3 sbp", or "... sbp -> ebp" where the contenders differ, and
 * "sbp, now tol=0.001, was tol=1e-12" where only their options do. At most SS_LABEL_SIZE bytes. */
void ss_compare_pair_label_write(char *label, const ss_compare_match_pair *pair,
                                 const ss_label_keys *keys);

#endif

/* Bootstrap intervals: how far a headline, a statistic over the instances, may move with those that
 * happened to be drawn (Efron 1979, Ann. Statist. 7(1), percentile interval).
 *
 * What is drawn again is the instance, with all that was run on it: whoever compares two solvers
 * lets `statistic` look at the same instances of both, so that the comparison is paired.
 *
 * Seeded and in one order: the same data give the same interval to the last bit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_BOOTSTRAP_H
#define SS_HARNESS_TABLES_BOOTSTRAP_H

#include "problems/base/error.h"

#include <stddef.h>

enum { SS_BOOTSTRAP_DRAWS = 1000 };

/* In the unit of the statistic; 95 in 100 of the draws lie between. NAN: fewer than two instances,
 * or a draw in forty and more has no number. */
typedef struct ss_interval {
    double low, high;
} ss_interval;

/* The statistic of n instances, `drawn` by their numbers below the caller's n, with repetition; of
 * groups one group's numbers after the other's, each below its group's size. NAN where it cannot be
 * said. */
typedef double ss_bootstrap_statistic(const size_t *drawn, size_t n, void *context);

/* A statistic of numbers, one an instance, which `context` points to: their sum; of logarithms of
 * ratios n times that of their geometric mean. */
ss_bootstrap_statistic ss_bootstrap_sum;

/* Instances in groups that have nothing to do with each other (packs of several sizes; often one
 * group): each is drawn by itself, as often as it has instances, `sizes[g]` > 0. NAN where no group
 * has two. SS_ERROR_MEMORY. */
bool ss_bootstrap(ss_interval *interval, const size_t *sizes, size_t n_groups,
                  ss_bootstrap_statistic *statistic, void *context, ss_error *error);

#endif

/* Series that are made up, and measures of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_MADE_UP_H
#define SS_TESTS_SUPPORT_MADE_UP_H

#include "harness/tables/series.h"

/* The value of observable k after a step. */
typedef double test_value_at(size_t k, size_t step);

/* A series of `n` observables over some steps; release with ss_series_free. */
ss_series test_made_up(const ss_summary_row *row, const char *const *names, size_t n, size_t steps,
                       test_value_at *value);

/* Add a row NAME[KEY]. */
void test_made_up_add(ss_series *series, size_t step, const char *name, const char *key,
                      double value);

/* The measure `name` of a paper, of which one must have it; what it gives must be `expected` to
 * rounding. */
double test_measure(const char *name, const ss_series *series);
void test_expect_measure(const char *name, const ss_series *series, double expected);

#endif

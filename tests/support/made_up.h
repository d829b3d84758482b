/* Recordings that are made up, and measures of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_MADE_UP_H
#define SS_TESTS_SUPPORT_MADE_UP_H

#include "harness/reproduce/recording.h"

/* The value of observable k after a step. */
typedef double test_value_at(size_t k, size_t step);

/* A recording of `n` observables over some steps; release with ss_recording_free. */
ss_recording test_made_up(const ss_campaign_stored_run *run, const char *const *names, size_t n,
                          size_t steps, test_value_at *value);

/* Add a row NAME[KEY]. */
void test_made_up_add(ss_recording *recording, size_t step, const char *name, const char *key,
                      double value);

/* The measure `name`, which must exist; what it gives must be `expected` to rounding. */
double test_measure(const char *name, const ss_recording *recording);
void test_expect_measure(const char *name, const ss_recording *recording, double expected);

#endif

/* A scene run as the program runs it, and its tables read back. What fails, fails the test.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_SCENE_RUN_H
#define SS_TESTS_SUPPORT_SCENE_RUN_H

#include "harness/tables/csv.h"

/* A run that is over. Release with test_run_free. */
typedef struct test_run {
    ss_csv history, bodies, observables;
    char status[20];
    size_t sweeps_last, sweeps_total;
} test_run;

/* `settings`: KEY=VALUE words, then NULL; or NULL. `solver`: a text such as "ebp[alpha=1]". */
void test_run_scene(test_run *f, const char *problem, const char *const *settings,
                    const char *solver, bool warm);
void test_run_free(test_run *f);

/* A number of a table, rows from 0. */
double test_number(const ss_csv *table, size_t row, const char *column);

/* The largest |value - exact| of an observable over the steps from `first` on. */
double test_largest_miss(const test_run *f, const char *name, size_t first);

#endif

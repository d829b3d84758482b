/* Checks of `stickslip check` by name, run in the test's own process; what cannot be asked fails
 * the test that asked for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_CHECK_RUN_H
#define SS_TESTS_SUPPORT_CHECK_RUN_H

#include "harness/check/check.h"

/* As the program begins (main.c): OpenBLAS would look for memory for ever in a child that has
 * little.
 */
void test_use_one_blas_thread(void);

/* The check of that name of solvers of a kind, SS_CHOICE_LOCAL or SS_CHOICE_OUTER. */
const ss_check *test_check_find(unsigned kind, const char *name);

/* The finding of the check of that name on a solver. */
ss_check_finding test_check_run(const char *name, const ss_choice *choice);

/* All checks of a kind, `least` of them, have their own names, titles that fit the page, and groups
 * that stand together. */
void test_checks_are_described(unsigned kind, size_t least);

/* A child that does not end by itself fails that check of the solver, and the detail says how. */
void test_check_ends_badly(const char *name, const ss_choice *choice, double wall_s,
                           const char *says);

#endif

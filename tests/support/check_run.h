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

/* Can the check be asked of an outer solver here? A sanitizer ends the process itself when memory
 * runs out. */
bool test_check_is_asked(const char *name);

/* A fault of a solver, by number, 0 being none, and a check that must see it. */
typedef struct test_fault {
    int fault;
    const char *check;
} test_fault;

/* The finding of a check on the solver with a fault. */
typedef ss_check_finding test_run_faulty(const char *check, int fault);

/* Each of n faults is seen by its check, which passes without it; and every check of the kind, but
 * the one of name `other`, sees one of them. */
void test_faults_are_seen(unsigned kind, const test_fault *seen, size_t n, const char *other,
                          test_run_faulty *run);

/* A child that does not end by itself fails that check of the solver, and the detail says how. */
void test_check_ends_badly(const char *name, const ss_choice *choice, double wall_s,
                           const char *says);

#endif

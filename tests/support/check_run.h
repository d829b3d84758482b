/* Checks of `stickslip check` by name, run in the test's own process; what cannot be asked fails
 * the test that asked for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_CHECK_RUN_H
#define SS_TESTS_SUPPORT_CHECK_RUN_H

#include "harness/check/sabotage.h"

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

/* Is the contract of this solver asked for? Of each, unless SS_NEWCOMERS in the environment lists
 * names, separated by spaces: then of these alone (check_plugin.sh: the suites have been through
 * all others). */
bool test_solver_is_asked(const char *name);

/* A fault of a twin (harness/check/twin.h), and a check that must see it. */
typedef struct test_fault {
    ss_check_fault fault;
    const char *check;
} test_fault;

/* Every check of the kind fails the twin that checks.def names, and each of n faults more is seen
 * by its check; none fails the twin without a fault, unless that is what it is to see. A child runs
 * each. */
void test_faults_are_seen(unsigned kind, const test_fault *seen, size_t n);

/* A fault by which a check does not end by itself within wall_s, and what the detail says of it. */
typedef struct test_bad_ending {
    ss_check_fault fault;
    double wall_s;
    const char *check, *says;
} test_bad_ending;

/* The check fails, without a value, and says how it ended. */
void test_bad_endings_are_told(unsigned kind, const test_bad_ending *endings, size_t n);

#endif

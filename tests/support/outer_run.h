/* Outer solvers by name, and solving with them under the referee; what cannot be made fails the
 * test that asked for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_OUTER_RUN_H
#define SS_TESTS_SUPPORT_OUTER_RUN_H

#include "tests/support/random_problem.h"

/* A solver and its choice. */
typedef struct test_outer {
    ss_choice choice;
    ss_solver *solver;
} test_outer;

/* The outer solver `name` with options "KEY=VALUE,..." (or "") and, if it takes one, `local`. */
test_outer test_outer_make(const char *name, const char *options, const char *local);
void test_outer_unmake(test_outer *outer);

/* The impulses that `solver` ends with under the referee, by E1; owned by the solver. */
const double *test_outer_solve(ss_solver *solver, const ss_problem *problem, double tol, size_t cap,
                               ss_solve_report *report);

/* A copy of impulses, to be freed; are two the same, to the bit? */
double *test_outer_copy(const double *r, const ss_problem *problem);
bool test_outer_same(const double *a, const double *b, const ss_problem *problem);

/* A scene of the catalogue after `steps` steps, posed. */
void test_outer_pack(test_packing *packing, const char *scene, const char *settings, size_t steps);

#endif

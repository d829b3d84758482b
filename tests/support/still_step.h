/* A step of a scene of the catalogue, solved until nothing moves, and what the scene's observables
 * say of it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_STILL_STEP_H
#define SS_TESTS_SUPPORT_STILL_STEP_H

#include "problems/scenes/catalogue.h"
#include "tests/support/random_problem.h"

/* Not to be copied: `moment` points into it. Release with test_still_step_free. */
typedef struct test_still_step {
    test_solution solution;
    double *v_before;
    ss_moment moment;
} test_still_step;

/* Pose the next step, solve it with `local` made tight, from r = 0 until no sweep changes r by more
 * than rounding, and finish it. */
void test_still_step_take(test_still_step *step, test_packing *packing, const char *local);

/* The same, solved as test_solve does. */
void test_still_step_solve(test_still_step *step, test_packing *packing, const char *local,
                           double tol, size_t max_sweeps);

/* The same with a whole solver, such as "nlgs[local=sbp]" or "apgd", as it is, until E1 <= tol. */
void test_still_step_by(test_still_step *step, test_packing *packing, const char *solver,
                        double tol, size_t max_sweeps);
void test_still_step_free(test_still_step *step);

/* The value that a group tells under a name that it has. */
double test_observed(const ss_observable *group, const ss_moment *moment, const char *name);

/* The observable `name` of `problem`: its value, or how far that is from the exact one, which must
 * be known. */
double test_still_step_value(const test_still_step *step, const char *problem, const char *name);
double test_still_step_miss(const test_still_step *step, const char *problem, const char *name);

#endif

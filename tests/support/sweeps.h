/* Sweeps of an outer solver with a local solver inside, for tests of the batched forms.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_SWEEPS_H
#define SS_TESTS_SUPPORT_SWEEPS_H

#include "tests/support/random_problem.h"

/* The local solvers with lanes. */
enum { TEST_N_BATCHED = 7 };
extern const char *const test_batched[TEST_N_BATCHED];

/* r after `n_sweeps` sweeps from `start` (NULL: 0); owned by the caller. The velocities that the
 * solver holds go into u (NULL: nowhere). */
double *test_sweep_and_hold(const char *outer, const char *local, const ss_problem *problem,
                            const double *start, size_t n_sweeps, ss_work *work, double *u);
double *test_sweep_with(const char *outer, const char *local, const ss_problem *problem,
                        const double *start, size_t n_sweeps, ss_work *work);

/* A cluster of n balls with its own restitution, some of it pushed into walls. */
void test_packing_pushed(test_packing *packing, unsigned long seed, size_t n, double e_n,
                         double mu);

/* The solution of nlgs stays where it is under sweeps of the outer solver, and sweeps from r = 0
 * end in a solution. */
void test_fixed_point(const char *outer, const char *local, const ss_problem *problem);

/* Balls of which the last `n_given` have their motion given, beside the ground or without it; half
 * of the contacts are said the other way round. */
typedef struct test_driven {
    ss_ball_contact *contacts;
    double *v_free, *inv_mass, *inv_inertia, *q, *rho_bar;
    ss_ball_form form;
    ss_problem problem;
} test_driven;

void test_drive(test_driven *d, const ss_problem *problem, size_t n_given, bool ground);
void test_driven_free(test_driven *d);

#endif

/* Problems for the tests: random contacts, random packings, scenes of the catalogue with a few
 * parameters changed, and solving any of them in one call. Nothing here returns an error: what
 * cannot be made or solved fails the test that asked for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_RANDOM_PROBLEM_H
#define SS_TESTS_SUPPORT_RANDOM_PROBLEM_H

#include "harness/referee.h"
#include "problems/step.h"

#include <gsl/gsl_rng.h>

/* A check inside a long loop: Criterion counts every assertion that holds, and that is slow. */
#define TEST_REQUIRE(condition, ...)                                                               \
    do {                                                                                           \
        if (!(condition))                                                                          \
            cr_assert(0, __VA_ARGS__);                                                             \
    } while (0)

/* A mt19937; free with gsl_rng_free. */
gsl_rng *test_rng(unsigned long seed);

/* Uniform in [low, high]; uniform in its logarithm; a unit vector; a rotation (row-major). */
double test_uniform(gsl_rng *rng, double low, double high);
double test_log_uniform(gsl_rng *rng, double low, double high);
void test_direction(gsl_rng *rng, double n[3]);
void test_rotation(gsl_rng *rng, double R[9]);

/* |a - b| of vectors of n numbers, and |a|. */
double test_distance(const double *a, const double *b, size_t n);
double test_norm(const double *a, size_t n);

/* W = scale diag(1, k, k), k of solid spheres (7/2), discs (3) or with e_t = 1 (7/4). */
void test_sphere_block(gsl_rng *rng, double W[9], double scale);

/* W positive definite: scale times a rotated diagonal from 1 down to 1/condition, plus a skew
 * part of relative size `skew`, which leaves x.W x as it was. */
void test_full_block(gsl_rng *rng, double W[9], double scale, double condition, double skew);

/* Upper bound of the largest eigenvalue of W: its Frobenius norm. */
double test_block_norm(const double W[9]);

/* A problem of one contact in block form. Not to be copied: `problem` points into it. */
typedef struct test_contact {
    double W[9], q[3], mu, rho_bar;
    size_t row_start[2], column[1];
    ss_block_form form;
    ss_problem problem;
} test_contact;

/* Make `problem` from W, q, mu and rho_bar. */
void test_contact_pose(test_contact *contact);

/* A scene with the step that is posed in it. Not to be copied. */
typedef struct test_packing {
    ss_scene scene;
    ss_step *step;
    const ss_problem *problem; /* of the step under way */
} test_packing;

/* `n` balls of radius 0.5 to 1 m, each touching or slightly overlapping one that
 * was placed before it, at random velocities of order 1 m/s, in gravity; a floor and a slanted
 * wall cut through the cluster if `walls`. h = 0.01 s, mu = 0.3; the other parameters are those of
 * `params` (NULL: e_n = e_t = 0, mended). No step is posed yet. */
void test_packing_create(test_packing *packing, gsl_rng *rng, size_t n, bool walls,
                         const ss_scene_params *params);

/* A scene of the catalogue; `settings` is "KEY=VALUE KEY=VALUE ...". No step is posed yet. */
void test_scene_create(test_packing *packing, const char *problem, const char *settings,
                       unsigned long instance);

/* Parameters of a scene made by hand, as test_packing_create takes by default. */
ss_scene_params test_scene_params(void);

void test_packing_free(test_packing *packing);

/* Pose the next step. */
void test_packing_pose(test_packing *packing);

/* Pose, solve under the referee with `solver` and finish `steps` steps; tol and max_sweeps are
 * those of the scene's params. Returns the report of the last one. */
ss_solve_report test_packing_advance(test_packing *packing, const char *solver, size_t steps);

/* What a solve left. */
typedef struct test_solution {
    size_t n;     /* 3 n_contacts */
    double *r;    /* N s */
    double *u;    /* W r + q, m/s */
    double *held; /* what the local solver holds */
    ss_solve_report report;
} test_solution;

/* Solve from r = 0 under the referee. `solver` is a text such as "ebp[alpha=1]". */
void test_solve(test_solution *solution, const ss_problem *problem, const char *solver, double tol,
                size_t max_sweeps);

/* Solve from `start` (NULL: r = 0) until no sweep changes r by more than 1e-14 of |r|, three times
 * in a row, or for max_sweeps sweeps: a rule that knows no units. Only r, u, held, and the work and
 * the sweeps of the report are filled in. */
void test_solve_still(test_solution *solution, const ss_problem *problem,
                      const ss_local_choice *choice, const double *start, size_t max_sweeps);

void test_solution_free(test_solution *solution);

/* A local solver by its text, and one made as exact as its options allow without naming it:
 * `cap` 1000, `tol` 1e-13, and `alpha` the default or 1/(rho lambda_max) if that is smaller.
 * lambda_rho is the largest rho_bar times eigenvalue of a W_cc. Free with ss_local_choice_free. */
ss_local_choice test_choice(const char *solver);
ss_local_choice test_exact_choice(const ss_local_solver *solver, double lambda_rho);

/* The largest rho_bar |W_cc| of a problem, for test_exact_choice. */
double test_lambda_rho(const ss_problem *problem);

/* u = W r + q for all contacts. */
void test_velocity(double *u, const ss_problem *problem, const double *r);

#endif

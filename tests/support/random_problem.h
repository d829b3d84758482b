/* Problems for the tests: random contacts, random packings, scenes of the catalogue with a few
 * parameters changed, and solving any of them in one call. Nothing here returns an error: what
 * cannot be made or solved fails the test that asked for it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_RANDOM_PROBLEM_H
#define SS_TESTS_SUPPORT_RANDOM_PROBLEM_H

#include "harness/check/answer.h"
#include "harness/check/sample.h"

#include <gsl/gsl_rng.h>

/* A check inside a long loop: Criterion counts every assertion that holds, and that is slow. */
#define TEST_REQUIRE(condition, ...)                                                               \
    do {                                                                                           \
        if (!(condition))                                                                          \
            cr_assert(0, __VA_ARGS__);                                                             \
    } while (0)

/* The parts without Criterion are the harness' own (harness/check/), for `stickslip check` uses it
 * too.
 */
#define test_uniform       ss_check_random_uniform
#define test_log_uniform   ss_check_random_log_uniform
#define test_direction     ss_check_random_direction
#define test_rotation      ss_check_random_rotation
#define test_sphere_block  ss_check_random_sphere_block
#define test_full_block    ss_check_random_full_block
#define test_block_norm(W) ss_norm_of(W, 9)
#define test_distance      ss_check_vector_distance
#define test_norm          ss_norm_of
#define test_contact_pose  ss_check_lone_contact_pose
#define test_packing_free  ss_check_cluster_free
#define test_scene_params  ss_check_cluster_params
#define test_solution_free ss_check_answer_free
typedef ss_check_lone_contact test_contact;
typedef ss_check_cluster test_packing;
typedef ss_check_answer test_solution;

/* A mt19937; free with gsl_rng_free. */
gsl_rng *test_rng(unsigned long seed);

/* As ss_check_cluster_create, ss_check_cluster_open and ss_check_cluster_pose. */
void test_packing_create(test_packing *packing, gsl_rng *rng, size_t n, bool walls,
                         const ss_scene_params *params);
void test_scene_create(test_packing *packing, const char *problem, const char *settings,
                       unsigned long instance);
void test_packing_pose(test_packing *packing);

/* A packing drawn from a seed, and posed. `params` NULL: the usual ones. */
void test_packing_draw(test_packing *packing, unsigned long seed, size_t n, bool walls,
                       const ss_scene_params *params);

/* As ss_check_cluster_advance with `solver`, a text such as "ebp[alpha=1]". Returns the report of
 * the last step. */
ss_solve_report test_packing_advance(test_packing *packing, const char *solver, size_t steps);

/* As ss_check_answer_solve and ss_check_answer_rest with a solver's text, and
 * ss_check_answer_velocity. */
void test_solve(test_solution *solution, const ss_problem *problem, const char *solver, double tol,
                size_t max_sweeps);
void test_solve_still(test_solution *solution, const ss_problem *problem, const char *solver,
                      const double *start, size_t max_sweeps);
void test_velocity(double *u, const ss_problem *problem, const double *r);

/* A local solver by its text. Free with ss_choice_free. */
ss_choice test_choice(const char *solver);

#endif

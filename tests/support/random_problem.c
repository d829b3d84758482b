/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

gsl_rng *test_rng(unsigned long seed)
{
    ss_error error = {SS_ERROR_NONE, ""};
    gsl_rng *const rng = ss_check_random_create(seed, &error);
    cr_assert_not_null(rng, "%s", error.text);
    return rng;
}

void test_packing_create(test_packing *p, gsl_rng *rng, size_t n, bool walls,
                         const ss_scene_params *params)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_check_cluster_create(p, rng, n, walls, params, &error), "%s", error.text);
}

void test_scene_create(test_packing *p, const char *problem, const char *settings,
                       unsigned long instance)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_check_cluster_open(p, problem, settings, instance, &error), "%s", error.text);
}

void test_packing_pose(test_packing *p)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_check_cluster_pose(p, &error), "%s", error.text);
}

void test_packing_draw(test_packing *p, unsigned long seed, size_t n, bool walls,
                       const ss_scene_params *params)
{
    gsl_rng *const rng = test_rng(seed);
    test_packing_create(p, rng, n, walls, params);
    gsl_rng_free(rng);
    test_packing_pose(p);
}

ss_solve_report test_packing_advance(test_packing *p, const char *text, size_t steps)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_solve_report report;
    ss_choice choice = test_choice(text);
    cr_assert(ss_check_cluster_advance(p, &choice, steps, &report, &error), "%s", error.text);
    ss_choice_free(&choice);
    return report;
}

void test_solve(test_solution *s, const ss_problem *problem, const char *text, double tol,
                size_t max_sweeps)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice = test_choice(text);
    cr_assert(ss_check_answer_solve(s, problem, &choice, tol, max_sweeps, &error), "%s",
              error.text);
    ss_choice_free(&choice);
}

void test_solve_still(test_solution *s, const ss_problem *problem, const char *text,
                      const double *start, size_t max_sweeps)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice = test_choice(text);
    cr_assert(ss_check_answer_rest(s, problem, &choice, start, max_sweeps, &error), "%s",
              error.text);
    ss_choice_free(&choice);
}

void test_velocity(double *u, const ss_problem *problem, const double *r)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_check_answer_velocity(u, problem, r, &error), "%s", error.text);
}

ss_choice test_choice(const char *text)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    cr_assert(ss_choice_parse(&choice, text, SS_CHOICE_LOCAL, &error), "%s", error.text);
    return choice;
}

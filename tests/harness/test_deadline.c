/* A solve and a run end at their deadline, with the numbers of the last sweep, and leave word of
 * how far they had come. SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/run.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <time.h>

static double now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static ss_run_result *run_balls(const char *problem, size_t steps, double deadline_s, ss_last *last)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_catalogue_entry *const entry = ss_catalogue_find(problem, &error);
    ss_scene_params *const params = malloc(entry->params.size);
    ss_run_result *const result = malloc(sizeof *result);
    ss_choice choice = test_choice("sbp");
    cr_assert(params != NULL && result != NULL);
    ss_options_defaults(&entry->params, params);
    params->steps = steps;
    params->limits.tol = 1e-300; /* never met by SBP: only the cap or the deadline ends a step */
    params->limits.max_sweeps = 1000000000;
    const ss_run run = {.entry = entry,
                        .stop = &ss_estimator_eps,
                        .params = params,
                        .instance = 1,
                        .solver = &choice,
                        .deadline_s = deadline_s,
                        .last = last};
    cr_assert(ss_run_problem(&run, result, &error), "%s", error.text);
    ss_choice_free(&choice);
    free(params);
    return result;
}

Test(deadline, ends_a_step_after_the_sweep_that_passes_it)
{
    ss_last last = {0, 0, 0.0};
    const double begin = now_s();
    ss_run_result *const result = run_balls("sliding-ball", 5, begin + 0.1, &last);
    const double took = now_s() - begin;
    cr_expect_str_eq(result->row.status, "timeout");
    cr_expect(took >= 0.1 && took < 5.0, "%g s", took);
    cr_expect(result->row.steps == 1 && last.step == 1, "%zu, %zu", result->row.steps, last.step);
    cr_expect(last.sweeps > 1 && last.sweeps == result->row.sweeps_last, "%zu sweeps, last %zu",
              last.sweeps, result->row.sweeps_last);
    cr_expect(last.value >= result->row.eps_last && result->row.eps_last < 1e-10, "%g, %g",
              last.value, result->row.eps_last);
    free(result);
}

Test(deadline, that_has_passed_lets_no_step_begin)
{
    ss_last last = {7, 7, 7.0};
    ss_run_result *const result = run_balls("balls-4", 5, now_s() - 1.0, &last);
    cr_expect_str_eq(result->row.status, "timeout");
    cr_expect(result->row.steps == 0 && last.step == 7, "%zu, %zu", result->row.steps, last.step);
    free(result);
}

Test(deadline, zero_is_none)
{
    cr_expect(!ss_deadline_passed(0.0));
    cr_expect(ss_deadline_passed(now_s() - 1.0));
    cr_expect(!ss_deadline_passed(now_s() + 100.0));
}

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
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static ss_summary_row *run_balls(const char *name, const char *steps, double deadline_s,
                                 ss_last *last)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_problem_choice problem;
    ss_summary_row *const row = malloc(sizeof *row);
    ss_choice choice = test_choice("sbp");
    cr_assert(row != NULL && ss_problem_choice_parse(&problem, name, &error), "%s", error.text);
    /* never met by SBP: only the cap or the deadline ends a step */
    cr_assert(ss_problem_choice_set_list(&problem, "tol=1e-300,max-sweeps=1000000000", &error) &&
                  ss_problem_choice_set_value(&problem, "steps", steps, &error),
              "%s", error.text);
    const ss_run run = {.problem = &problem,
                        .stop = &ss_estimator_eps,
                        .solver = &choice,
                        .limits.deadline_s = deadline_s,
                        .observers.last = last};
    cr_assert(ss_run_problem(&run, row, &error), "%s", error.text);
    ss_choice_free(&choice);
    ss_problem_choice_free(&problem);
    return row;
}

Test(deadline, ends_a_step_after_the_sweep_that_passes_it)
{
    ss_last last = {0, 0};
    const double begin = now_s();
    ss_summary_row *const result = run_balls("sliding-ball", "5", begin + 0.1, &last);
    const double took = now_s() - begin;
    cr_expect_str_eq(result->status, "timeout");
    cr_expect(took >= 0.1 && took < 5.0, "%g s", took);
    cr_expect(result->steps == 1 && last.step == 1, "%zu, %zu", result->steps, last.step);
    cr_expect(last.sweeps > 1 && last.sweeps == result->sweeps_last, "%zu sweeps, last %zu",
              last.sweeps, result->sweeps_last);
    cr_expect(result->eps_last < 1e-10, "%g", result->eps_last);
    free(result);
}

/* r is unfinished: nothing is as fast or slow by it. */
Test(deadline, a_step_that_it_ends_does_not_move_the_scene)
{
    test_packing p;
    test_scene_create(&p, "sliding-ball", "", 1);
    const double before = ss_bodies_kinetic_energy(&p.scene.bodies);
    ss_summary_row *const result = run_balls("sliding-ball", "5", now_s() + 0.1, NULL);
    cr_expect_eq(result->steps, 1);
    cr_expect(before > 0.0 && result->kinetic_energy_last_j == before, "%.17g J, then %.17g",
              before, result->kinetic_energy_last_j);
    free(result);
    test_packing_free(&p);
}

Test(deadline, that_has_passed_lets_no_step_begin)
{
    ss_last last = {7, 7};
    ss_summary_row *const result = run_balls("balls-4", "5", 1e-9, &last);
    cr_expect_str_eq(result->status, "timeout");
    cr_expect(result->steps == 0 && last.step == 7, "%zu, %zu", result->steps, last.step);
    free(result);
}

Test(deadline, zero_is_none)
{
    cr_expect(!ss_deadline_passed(0.0));
    cr_expect(ss_deadline_passed(1e-9));
    cr_expect(!ss_deadline_passed(now_s() + 100.0));
}

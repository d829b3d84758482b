/* A trial that its limit ends leaves more than a status: the sweeps and the residual of the last
 * iterate, judged by the referee.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/trial.h"
#include "support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>

/* Run `solver`, which will not converge, for 0.3 s. */
static ss_trial_result run_out_of_time(const ss_problem *problem, const char *solver)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_choice choice;
    ss_trial_result result;
    cr_assert(ss_choice_parse_whole(&choice, solver, SS_CHOICE_OUTER_DEFAULT, &error), "%s",
              error.text);
    const ss_trial trial = {.solver = &choice,
                            .problem = problem,
                            .stop = &ss_estimator_eps,
                            .tol = 1e-300,
                            .max_sweeps = (size_t)1 << 60,
                            .timeout_s = 0.3};
    cr_assert(ss_trial_run(&trial, &result, &error), "%s", error.text);
    ss_choice_free(&choice);
    return result;
}

Test(trial_ended, the_last_iterate_is_judged)
{
    ss_error error = {.code = SS_ERROR_NONE};
    test_packing packing;
    test_packing_draw(&packing, 7, 8, true, NULL);
    ss_block_problem *const blocks = ss_block_problem_from_body(packing.problem, &error);
    cr_assert_not_null(blocks, "%s", error.text);
    /* Slow: 1e-9 of a step a visit. After s sweeps E1 is still near 1, but r is not 0. */
    const ss_trial_result result =
        run_out_of_time(ss_block_problem_view(blocks), "sbp[alpha=1e-9]");
    cr_expect_eq(result.outcome, SS_OUTCOME_TIMEOUT);
    cr_expect_gt(result.sweeps, 100);
    cr_expect(result.report.values[SS_ESTIMATE_e1] > 1e-3 &&
                  result.report.values[SS_ESTIMATE_e1] < 2.0,
              "E1 = %g", result.report.values[SS_ESTIMATE_e1]);
    cr_expect(isfinite(result.report.values[SS_ESTIMATE_siconos_rel]));
    ss_block_problem_free(blocks);
    test_packing_free(&packing);
}

/* A signal is named; an exit leaves what the solver wrote. */
Test(trial_ended, a_signal_is_named)
{
    char text[64] = "its own words";
    ss_child_ending ending = {.how = SS_CHILD_EXITED};
    ss_trial_describe_ending(text, sizeof text, &ending, 1.0);
    cr_expect_str_eq(text, "its own words");
    ending = (ss_child_ending){.how = SS_CHILD_SIGNALLED, .code = 11};
    ss_trial_describe_ending(text, sizeof text, &ending, 1.0);
    cr_expect_str_eq(text, "signal 11: Segmentation fault");
}

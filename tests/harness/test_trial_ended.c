/* A run that its limit ends leaves more than a status: the sweeps and the residual of the last
 * iterate, judged by the referee; and the words for how a process ended.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/alone.h"
#include "harness/run/ending.h"

#include <criterion/criterion.h>
#include <math.h>

Test(trial_ended, the_last_iterate_is_judged)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_choice choice;
    ss_problem_choice problem;
    ss_summary_row row;
    /* Slow: 1e-9 of a step a visit. After s sweeps E1 is still near 1, but r is not 0. */
    cr_assert(ss_choice_parse(&choice, "sbp[alpha=1e-9]", SS_CHOICE_LOCAL, &error) &&
                  ss_problem_choice_parse(&problem, "sliding-ball", &error) &&
                  ss_problem_choice_set_list(&problem, "steps=1,tol=1e-300,max-sweeps=1000000000",
                                             &error),
              "%s", error.text);
    const ss_alone_task task = {.run = {.problem = &problem,
                                        .solver = &choice,
                                        .stop = &ss_estimator_eps,
                                        .limits.timeout_s = 0.3}};
    cr_assert(ss_alone_run(&task, &row, &error), "%s", error.text);
    cr_expect_str_eq(row.status, "timeout");
    cr_expect_gt(row.sweeps_total, 100);
    cr_expect(row.e1_last > 1e-3 && row.e1_last < 2.0, "E1 = %g", row.e1_last);
    cr_expect(isfinite(row.siconos_rel));
    ss_problem_choice_free(&problem);
    ss_choice_free(&choice);
}

/* A signal is named; an exit leaves what the solver wrote. */
Test(trial_ended, a_signal_is_named)
{
    char text[64] = "its own words";
    ss_child_ending ending = {.how = SS_CHILD_EXITED};
    ss_ending_describe(text, sizeof text, &ending, 1.0);
    cr_expect_str_eq(text, "its own words");
    ending = (ss_child_ending){.how = SS_CHILD_SIGNALLED, .code = 11};
    ss_ending_describe(text, sizeof text, &ending, 1.0);
    cr_expect_str_eq(text, "signal 11: Segmentation fault");
}

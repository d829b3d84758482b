/* Costs and sizes of whole runs, in the units of each metric, worked out by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/scores.h"

#include <criterion/criterion.h>
#include <math.h>

/* Two solvers on two questions; the second fails on the last. */
static ss_record records[] = {
    {.row = {.steps = 20,
             .contacts_last = 6,
             .sweeps_total = 300,
             .visits_total = 1500,
             .local_iterations_total = 500,
             .cpu_s = 0.5},
     .outcome = SS_OUTCOME_SOLVED},
    {.row = {.steps = 20,
             .contacts_last = 7,
             .sweeps_total = 40,
             .visits_total = 280,
             .local_iterations_total = 0,
             .cpu_s = 0.25},
     .outcome = SS_OUTCOME_SOLVED},
    {.row = {.steps = 3,
             .contacts_last = 1,
             .sweeps_total = 3,
             .visits_total = 3,
             .local_iterations_total = 4,
             .cpu_s = 0.125},
     .outcome = SS_OUTCOME_SOLVED},
    {.row = {.steps = 2, .contacts_last = 1, .sweeps_total = 900, .visits_total = 900},
     .outcome = SS_OUTCOME_MAX_SWEEPS}};

static void expect_scores(ss_profile_metric metric, const double cost[4], const double size[2])
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_profile_costs costs;
    ss_profile_contest_run runs[4];
    const ss_profile_contest contest = {.runs = runs, .n_questions = 2, .n_solvers = 2};
    for (size_t k = 0; k < 4; ++k)
        runs[k] = (ss_profile_contest_run){.record = &records[k]};
    cr_assert(ss_profile_scores_of_runs(&costs, &contest, metric, &error), "%s", error.text);
    for (size_t k = 0; k < 4; ++k)
        cr_expect(costs.cost[k] == cost[k], "%s: cost %zu is %g, not %g",
                  ss_profile_metrics[metric].name, k, costs.cost[k], cost[k]);
    for (size_t k = 0; k < 2; ++k)
        cr_expect(costs.size[k] == size[k], "%s: size %zu is %g, not %g",
                  ss_profile_metrics[metric].name, k, costs.size[k], size[k]);
    ss_profile_costs_free(&costs);
}

/* A question is as large as contacts times steps, of the solver that saw most; sweeps go over all
 * contacts, so there it is the steps. */
Test(scores, of_runs_by_hand)
{
    expect_scores(SS_PROFILE_METRIC_WORK, (double[]){2000.0, 280.0, 7.0, INFINITY},
                  (double[]){140.0, 3.0});
    expect_scores(SS_PROFILE_METRIC_SWEEPS, (double[]){300.0, 40.0, 3.0, INFINITY},
                  (double[]){20.0, 3.0});
    expect_scores(SS_PROFILE_METRIC_TIME, (double[]){0.5, 0.25, 0.125, INFINITY},
                  (double[]){140.0, 3.0});
}

/* Trivial is what each solver solved with a sweep a step: not where one did not solve it. */
Test(scores, count_what_is_trivial)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_profile_costs costs;
    ss_profile_contest_run runs[] = {{.record = &records[2]},
                                     {.record = &records[2]},
                                     {.record = &records[2]},
                                     {.record = &records[0]}};
    const ss_profile_contest contest = {.runs = runs, .n_questions = 2, .n_solvers = 2};
    cr_assert(ss_profile_scores_of_runs(&costs, &contest, SS_PROFILE_METRIC_SWEEPS, &error));
    cr_expect_eq(costs.n_trivial, 1);
    ss_profile_costs_free(&costs);
}

/* Work that is not counted is not 0. */
Test(scores, uncounted_work_is_an_error)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_profile_costs costs;
    ss_record other = {.row = {.solver = "other", .steps = 1, .sweeps_total = 5, .cpu_s = 1.0},
                       .outcome = SS_OUTCOME_SOLVED,
                       .line = 7,
                       .path = "summary.csv"};
    ss_profile_contest_run run = {.record = &other};
    const ss_profile_contest contest = {.runs = &run, .n_questions = 1, .n_solvers = 1};
    cr_expect(!ss_profile_scores_of_runs(&costs, &contest, SS_PROFILE_METRIC_WORK, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "line 7: other") != NULL, "%s",
              error.text);
    ss_profile_costs_free(&costs);
    error = (ss_error){SS_ERROR_NONE, ""};
    cr_expect(ss_profile_scores_of_runs(&costs, &contest, SS_PROFILE_METRIC_TIME, &error));
    ss_profile_costs_free(&costs);
}

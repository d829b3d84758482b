/* Costs and sizes of whole runs, in the units of each metric, worked out by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/contest.h"

#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* What all rows of a solved run have in common. */
#define SOLVED .status = "solved", .stop = "eps", .cpu_whole_s = NAN

/* Two solvers on two questions; the second fails on the last. */
static ss_record records[] = {
    {.row = {SOLVED, .steps = 20, .contacts_last = 6, .sweeps_total = 300, .visits_total = 1500,
             .local_iterations_total = 500, .work_units_total = 310.5, .cpu_s = 0.5},
     .outcome = SS_OUTCOME_SOLVED},
    {.row = {SOLVED, .steps = 20, .contacts_last = 7, .sweeps_total = 40, .visits_total = 280,
             .local_iterations_total = 0, .work_units_total = 42.0, .cpu_s = 0.25},
     .outcome = SS_OUTCOME_SOLVED},
    {.row = {SOLVED, .steps = 3, .contacts_last = 1, .sweeps_total = 3, .visits_total = 3,
             .local_iterations_total = 4, .work_units_total = 2.5, .cpu_s = 0.125},
     .outcome = SS_OUTCOME_SOLVED},
    {.row = {SOLVED, .steps = 2, .contacts_last = 1, .sweeps_total = 900, .visits_total = 900},
     .outcome = SS_OUTCOME_MAX_SWEEPS}};

static void expect_scores(ss_profile_metric metric, const double cost[4], const double size[2])
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_profile_costs costs;
    ss_grid_row runs[4];
    const ss_profile_contest contest = {
        .grid = {.rows = runs, .n_questions = 2, .n_contenders = 2}};
    for (size_t k = 0; k < 4; ++k)
        runs[k] = (ss_grid_row){.record = &records[k]};
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
 * contacts, and a unit is one sweep, so there it is the steps. */
Test(scores, of_runs_by_hand)
{
    expect_scores(SS_PROFILE_METRIC_UNITS, (double[]){310.5, 42.0, 2.5, INFINITY},
                  (double[]){20.0, 3.0});
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
    ss_grid_row runs[] = {{.record = &records[2]},
                          {.record = &records[2]},
                          {.record = &records[2]},
                          {.record = &records[0]}};
    const ss_profile_contest contest = {
        .grid = {.rows = runs, .n_questions = 2, .n_contenders = 2}};
    cr_assert(ss_profile_scores_of_runs(&costs, &contest, SS_PROFILE_METRIC_SWEEPS, &error));
    cr_expect_eq(costs.n_trivial, 1);
    ss_profile_costs_free(&costs);
}

/* Work that is not counted is not 0. */
Test(scores, uncounted_work_is_an_error)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_profile_costs costs;
    ss_record other = {.row = {SOLVED, .solver = "other", .steps = 1, .sweeps_total = 5,
                               .work_units_total = NAN, .cpu_s = 1.0},
                       .outcome = SS_OUTCOME_SOLVED,
                       .line = 7,
                       .path = "summary.csv"};
    ss_grid_row run = {.record = &other};
    const ss_profile_contest contest = {
        .grid = {.rows = &run, .n_questions = 1, .n_contenders = 1}};
    cr_expect(!ss_profile_scores_of_runs(&costs, &contest, SS_PROFILE_METRIC_WORK, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "line 7: other") != NULL, "%s",
              error.text);
    ss_profile_costs_free(&costs);
    error = (ss_error){SS_ERROR_NONE, ""};
    cr_expect(!ss_profile_scores_of_runs(&costs, &contest, SS_PROFILE_METRIC_UNITS, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "other has no work units") &&
                  strstr(error.text, "--metric time"),
              "%s", error.text);
    ss_profile_costs_free(&costs);
    error = (ss_error){SS_ERROR_NONE, ""};
    cr_expect(ss_profile_scores_of_runs(&costs, &contest, SS_PROFILE_METRIC_TIME, &error));
    ss_profile_costs_free(&costs);
}

/* A run without sweeps has no visits, and its work is known: none. A time that is no number is an
 * error. */
Test(scores, of_runs_without_sweeps_or_times)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_profile_costs costs;
    ss_record still = {.row = {SOLVED, .solver = "sbp", .steps = 1}, .path = "summary.csv"};
    ss_grid_row run = {.record = &still};
    const ss_profile_contest contest = {
        .grid = {.rows = &run, .n_questions = 1, .n_contenders = 1}};
    cr_assert(ss_profile_scores_of_runs(&costs, &contest, SS_PROFILE_METRIC_WORK, &error));
    cr_expect(costs.cost[0] == 0.0 && costs.size[0] == 1.0);
    ss_profile_costs_free(&costs);
    static const double none[] = {NAN, INFINITY, -1.0};
    for (size_t k = 0; k < sizeof none / sizeof *none; ++k) {
        still.row.cpu_s = none[k];
        error = (ss_error){SS_ERROR_NONE, ""};
        cr_expect(!ss_profile_scores_of_runs(&costs, &contest, SS_PROFILE_METRIC_TIME, &error));
        cr_expect_not_null(strstr(error.text, "without its time"), "%g: %s", none[k], error.text);
        ss_profile_costs_free(&costs);
    }
}

/* ---- traces ---- */

/* Two steps of a and b; c is in the first only, far from a solution. */
static const char traces[] =
    "solver,step,sweep,e1,visits,local_iterations,cpu_s,open,sticking,sliding,work_units\n"
    "a,1,1,1e-2,10,1,0.5,1,2,3,1.5\n"
    "a,1,2,1e-4,20,2,1.0,1,2,3,3\n"
    "a,1,3,1e-6,30,3,1.5,1,2,3,4.5\n"
    "a,2,1,1e-8,10,0,0.5,1,0,0,1\n"
    "b,1,1,1e-3,7,7,0.25,2,2,3,0.5\n"
    "b,1,2,1e-5,14,14,0.5,2,2,3,1\n"
    "b,2,1,1e-9,5,0,0.5,0,1,1,0.25\n"
    "c,1,1,1e-1,9,9,0.5,0,0,1,1\n"
    "c,1,2,1e-2,99,9,0.5,0,0,1,2\n";

enum { ABOVE, BELOW, EQUAL, N_ACCURACIES };
static const double accuracies[N_ACCURACIES] = {1e-4, 1e-6, SS_PROFILE_EQUAL_E1};
static ss_profile_costs of_traces[N_ACCURACIES];
static ss_profile_contest traced;

/* Score the first n of a, b and c, the third of which ended so. */
static bool score(size_t n, ss_outcome third, ss_profile_metric metric, ss_error *error)
{
    static ss_record runs[] = {{.row = {.run = "", .outer = "", .solver = "a", .sweeps_last = 1}},
                               {.row = {.run = "", .outer = "", .solver = "b", .sweeps_last = 1}},
                               {.row = {.run = "", .outer = "", .solver = "c", .sweeps_last = 1}}};
    static ss_grid_row of_solvers[3];
    static char folders[1][SS_PATH_SIZE];
    strcpy(folders[0], test_folder());
    runs[2].outcome = third;
    for (size_t k = 0; k < 3; ++k)
        of_solvers[k] = (ss_grid_row){.record = &runs[k]};
    traced =
        (ss_profile_contest){.folders = folders,
                             .n_folders = 1,
                             .grid = {.rows = of_solvers, .n_questions = 1, .n_contenders = n}};
    return ss_profile_scores_of_traces(of_traces, &traced, metric, accuracies, N_ACCURACIES, error);
}

static void free_costs(void)
{
    for (size_t a = 0; a < N_ACCURACIES; ++a)
        ss_profile_costs_free(&of_traces[a]);
}

static void begin_traces(void)
{
    test_files_begin();
    test_write_text("convergence.csv", traces);
}

static void end_traces(void)
{
    free_costs();
    test_files_end();
}

TestSuite(traces, .init = begin_traces, .fini = end_traces);

static void expect_costs(size_t accuracy, size_t n, const double *cost, const double size[2])
{
    const ss_profile_costs *const c = &of_traces[accuracy];
    cr_assert_eq(c->n_problems, 2);
    for (size_t k = 0; k < 2 * n; ++k)
        cr_expect(c->cost[k] == cost[k], "%zu: cost %zu is %g, not %g", accuracy, k, c->cost[k],
                  cost[k]);
    cr_expect(c->size[0] == size[0] && c->size[1] == size[1], "%g, %g", c->size[0], c->size[1]);
}

/* The first sweep at or below the accuracy counts; equal is the loosest that all reached: 1e-5 and
 * 1e-8. */
Test(traces, by_hand)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const double contacts[2] = {7.0, 2.0}, one[2] = {1.0, 1.0};
    cr_assert(score(2, SS_OUTCOME_SOLVED, SS_PROFILE_METRIC_WORK, &error), "%s", error.text);
    expect_costs(ABOVE, 2, (double[]){22.0, 28.0, 10.0, 5.0}, contacts);
    expect_costs(BELOW, 2, (double[]){33.0, INFINITY, 10.0, 5.0}, contacts);
    expect_costs(EQUAL, 2, (double[]){33.0, 28.0, 10.0, 5.0}, contacts);
    cr_expect(of_traces[ABOVE].n_stopped == 0 && of_traces[BELOW].n_stopped == 1);
    cr_expect(of_traces[ABOVE].n_trivial == 1 && traced.n_left_out == 0);
    free_costs();
    cr_assert(score(2, SS_OUTCOME_SOLVED, SS_PROFILE_METRIC_SWEEPS, &error));
    expect_costs(ABOVE, 2, (double[]){2.0, 2.0, 1.0, 1.0}, one);
    free_costs();
    cr_assert(score(2, SS_OUTCOME_SOLVED, SS_PROFILE_METRIC_UNITS, &error));
    expect_costs(ABOVE, 2, (double[]){3.0, 1.0, 1.0, 0.25}, one);
    free_costs();
    cr_assert(score(2, SS_OUTCOME_SOLVED, SS_PROFILE_METRIC_TIME, &error));
    expect_costs(EQUAL, 2, (double[]){1.5, 0.5, 0.5, 0.5}, contacts);
}

/* A solver that failed has no say in what is equal, and its costs are no doubt of ours. */
Test(traces, of_a_solver_that_failed)
{
    ss_error error = {SS_ERROR_NONE, ""};
    static const ss_outcome failures[] = {SS_OUTCOME_INTERRUPTED, SS_OUTCOME_DIVERGED,
                                          SS_OUTCOME_ERROR};
    for (size_t k = 0; k < 3; ++k) {
        cr_assert(score(3, failures[k], SS_PROFILE_METRIC_WORK, &error), "%s", error.text);
        expect_costs(EQUAL, 3, (double[]){33.0, 28.0, INFINITY, 10.0, 5.0, INFINITY},
                     (double[]){7.0, 2.0});
        cr_expect(of_traces[EQUAL].n_stopped == 0 && traced.n_left_out == 0);
        free_costs();
    }
}

/* A solver that ended well and did not trace a step takes it out of the comparison. */
Test(traces, a_step_that_is_not_traced_by_all_is_left_out)
{
    static const ss_outcome ends[] = {SS_OUTCOME_SOLVED, SS_OUTCOME_MAX_SWEEPS,
                                      SS_OUTCOME_UNPHYSICAL};
    ss_error error = {SS_ERROR_NONE, ""};
    for (size_t k = 0; k < 3; ++k) {
        cr_assert(score(3, ends[k], SS_PROFILE_METRIC_WORK, &error), "%s", error.text);
        cr_expect(of_traces[EQUAL].n_problems == 1 && traced.n_left_out == 1);
        const double a = ends[k] == SS_OUTCOME_SOLVED ? 11.0 : 33.0; /* 1e-2 or 1e-5 is equal */
        cr_expect_eq(of_traces[EQUAL].cost[0], a, "%g", of_traces[EQUAL].cost[0]);
        cr_expect_eq(of_traces[ABOVE].n_stopped, ends[k] == SS_OUTCOME_SOLVED ? 1 : 0);
        free_costs();
    }
}

Test(traces, a_run_without_a_trace_is_an_error)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_write_text("convergence.csv",
                    "solver,step,sweep,e1,visits,local_iterations,cpu_s,open,sticking,sliding\n"
                    "a,1,1,1e-2,10,1,0.5,1,2,3\n");
    cr_expect(!score(2, SS_OUTCOME_SOLVED, SS_PROFILE_METRIC_WORK, &error));
    cr_expect_not_null(strstr(error.text, "run of b left no trace"), "%s", error.text);
}

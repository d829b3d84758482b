/* Repeats of a run: its time has quartiles, and what is not deterministic is found out.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Every test is a process: static data is not shared. */
static ss_choice choice;
static ss_local_solver solver; /* of `choice`, with a sweep that counts */
static void (*honest)(const ss_sweep *sweep);
static size_t n_sweeps, n_honest;

/* The sweep of the list's solver, and after n_honest of them a bit more. */
static void counted(const ss_sweep *sweep)
{
    honest(sweep);
    if (++n_sweeps > n_honest && sweep->problem->n_contacts > 0)
        sweep->r[0] *= 1.0 + 1e-12;
}

static char message[SS_RUN_MESSAGE];

/* A row whose status and message may be read: the other texts are gone. */
static ss_summary_row run(size_t repeats)
{
    ss_error error = {SS_ERROR_NONE, ""};
    static ss_problem_choice problem;
    ss_summary_row row;
    cr_assert(ss_choice_parse(&choice, "sbp", SS_CHOICE_LOCAL, &error), "%s", error.text);
    cr_assert(ss_problem_choice_parse(&problem, "sliding-ball", &error), "%s", error.text);
    cr_assert(ss_problem_choice_set_value(&problem, "steps", "3", &error), "%s", error.text);
    solver = *choice.solver;
    honest = solver.sweep;
    solver.sweep = counted;
    choice.solver = &solver;
    const ss_run once = {.problem = &problem,
                         .solver = &choice,
                         .stop = &ss_estimator_eps,
                         .repeats = repeats,
                         .observers.message = message};
    cr_assert(ss_run_problem(&once, &row, &error), "%s", error.text);
    ss_problem_choice_free(&problem);
    ss_choice_free(&choice);
    return row;
}

Test(repeat, median_and_quartiles)
{
    n_honest = (size_t)-1;
    const ss_summary_row once = run(1);
    cr_expect_eq(once.repeats, 1);
    cr_expect(isnan(once.cpu_s_q1) && isnan(once.cpu_s_q3), "quartiles of one time");
    const ss_summary_row row = run(5);
    cr_expect_eq(row.repeats, 5);
    cr_expect_str_eq(row.status, "solved");
    cr_expect(row.cpu_s_q1 <= row.cpu_s && row.cpu_s <= row.cpu_s_q3, "%g %g %g", row.cpu_s_q1,
              row.cpu_s, row.cpu_s_q3);
    cr_expect_eq(n_sweeps, once.sweeps_total * 6, "the observed runs are made so often");
    cr_expect_eq(row.sweeps_total, once.sweeps_total, "a row is of one run");
}

/* A file is read once; its time in one piece is that of further solves. */
Test(repeat, a_file_has_a_time_in_one_piece)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_problem_choice file;
    ss_summary_row once, row;
    cr_assert(ss_choice_parse(&choice, "exact", SS_CHOICE_LOCAL, &error), "%s", error.text);
    cr_assert(ss_problem_choice_parse(
                  &file, "file:" SS_SOURCE_DIR "/problems/data/local/NESpheres_10_1.hdf5", &error),
              "%s", error.text);
    ss_run task = {.problem = &file, .solver = &choice, .stop = &ss_estimator_e1, .repeats = 1};
    cr_assert(ss_run_problem(&task, &once, &error), "%s", error.text);
    cr_expect(isnan(once.cpu_whole_s) && once.cpu_s > 0.0 && once.cpu_looks_s > 0.0);
    task.repeats = 5;
    cr_assert(ss_run_problem(&task, &row, &error), "%s", error.text);
    cr_expect_eq(row.repeats, 5);
    cr_expect(row.sweeps_total == once.sweeps_total && row.contacts_last == 9);
    cr_expect(memcmp(&row.e1_last, &once.e1_last, sizeof row.e1_last) == 0, "another result");
    cr_expect(row.cpu_whole_s_q1 > 0.0 && row.cpu_whole_s_q1 <= row.cpu_whole_s &&
                  row.cpu_whole_s <= row.cpu_whole_s_q3,
              "%g %g %g", row.cpu_whole_s_q1, row.cpu_whole_s, row.cpu_whole_s_q3);
    ss_problem_choice_free(&file);
    ss_choice_free(&choice);
}

Test(repeat, another_result_is_an_error)
{
    n_honest = (size_t)-1;
    n_honest = 2 * run(1).sweeps_total; /* two runs */
    n_sweeps = 0;
    const ss_summary_row row = run(5);
    cr_expect_str_eq(row.status, "error");
    cr_expect_eq(row.repeats, 3, "the third run is the first that differs");
    cr_expect_not_null(strstr(row.message, "not deterministic: "), "%s", row.message);
    cr_expect_not_null(strstr(row.message, "in run 3"), "%s", row.message);
}

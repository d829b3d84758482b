/* A run alone whose solver crashes: its row has what is complete, and books nothing twice or that
 * never was.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/alone.h"

#include <criterion/criterion.h>
#include <math.h>
#include <signal.h>
#include <string.h>

/* Every test is a process: static data is not shared. */
static ss_choice choice;
static ss_problem_choice problem;
static ss_local_solver solver; /* of `choice`, with a sweep that crashes */
static void (*honest)(const ss_sweep *sweep);
static size_t n_sweeps, n_honest; /* made so far in this process, and those before the crash */
static double spent_s;            /* CPU time that the crash takes */

static void crashing(const ss_sweep *sweep)
{
    honest(sweep);
    if (sweep->problem->n_contacts == 0 || ++n_sweeps <= n_honest)
        return;
    for (const double end = ss_cpu_time() + spent_s; ss_cpu_time() < end;)
        continue;
    raise(SIGILL);
}

static void begin(void)
{
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_choice_parse(&choice, "sbp", SS_CHOICE_LOCAL, &error), "%s", error.text);
    cr_assert(ss_problem_choice_parse(&problem, "sliding-ball", &error), "%s", error.text);
    solver = *choice.solver;
    honest = solver.sweep;
    solver.sweep = crashing;
    choice.solver = &solver;
    n_honest = (size_t)-1;
}

static void end(void)
{
    ss_problem_choice_free(&problem);
    ss_choice_free(&choice);
}

TestSuite(ending, .init = begin, .fini = end);

static char message[SS_RUN_MESSAGE];

static ss_alone_task task_of(const char *steps)
{
    ss_error error = {.code = SS_ERROR_NONE};
    cr_assert(ss_problem_choice_set_value(&problem, "steps", steps, &error), "%s", error.text);
    return (ss_alone_task){.run = {.problem = &problem,
                                   .solver = &choice,
                                   .stop = &ss_estimator_eps,
                                   .observers.message = message}};
}

static ss_summary_row run(const ss_alone_task *task)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_summary_row row;
    cr_assert(ss_alone_run(task, &row, &error), "%s", error.text);
    return row;
}

Test(ending, a_crash_hits_no_cap)
{
    ss_alone_task task = task_of("3");
    n_honest = 3;
    const ss_summary_row row = run(&task);
    cr_expect_str_eq(row.status, "crashed");
    cr_expect(row.steps == 1 && row.sweeps_total == 3 && isfinite(row.e1_last),
              "%zu steps, %zu sweeps, E1 = %g", row.steps, row.sweeps_total, row.e1_last);
    cr_expect(row.steps_capped == 0 && row.first_capped_step == 0, "%zu steps at the cap, from %zu",
              row.steps_capped, row.first_capped_step);
}

Test(ending, an_outside_code_that_crashes_hits_no_cap)
{
    const ss_alone_task task = task_of("1");
    ss_summary_row row;
    ss_trial_result trial;
    ss_trial_no_result(&trial);
    trial.outcome = SS_OUTCOME_CRASHED;
    trial.report.outcome = SS_OUTCOME_MAX_SWEEPS; /* the referee's word on its last iterate */
    ss_run_summarize(&task.run, 1, &trial, &row);
    cr_expect(row.steps_capped == 0 && row.first_capped_step == 0);
    trial.outcome = SS_OUTCOME_MAX_SWEEPS;
    ss_run_summarize(&task.run, 1, &trial, &row);
    cr_expect(row.steps_capped == 1 && row.first_capped_step == 1);
}

/* A history whose third row is the last: writing it ends the process, between two steps. */
static ssize_t write_two_rows(void *n_written, const char *text, size_t size)
{
    (void)text;
    if (++*(size_t *)n_written > 2)
        raise(SIGILL);
    return (ssize_t)size;
}

static bool open_history(void *n_written, ss_run_observers *observers, ss_error *error)
{
    (void)error;
    observers->history =
        fopencookie(n_written, "w", (cookie_io_functions_t){.write = write_two_rows});
    return observers->history != NULL;
}

Test(ending, a_complete_step_is_booked_once)
{
    size_t n_written = 0;
    ss_alone_task task = task_of("3");
    const ss_summary_row whole = run(&task);
    task.open = open_history;
    task.context = &n_written;
    const ss_summary_row row = run(&task);
    cr_expect_str_eq(row.status, "crashed");
    cr_expect(row.steps == 3 && row.sweeps_total == whole.sweeps_total &&
                  row.visits_total == whole.visits_total,
              "%zu steps, %zu sweeps, not %zu", row.steps, row.sweeps_total, whole.sweeps_total);
}

Test(ending, a_repeat_that_crashes_leaves_the_row_of_the_first_run)
{
    ss_alone_task task = task_of("3");
    const ss_summary_row whole = run(&task);
    task.run.repeats = 3;
    n_honest = whole.sweeps_total + 1;
    spent_s = 0.2;
    const ss_summary_row row = run(&task);
    cr_expect_str_eq(row.status, "crashed");
    cr_expect(row.steps == 3 && row.sweeps_total == whole.sweeps_total &&
                  row.sweeps_last == whole.sweeps_last,
              "%zu steps, %zu sweeps, %zu in the last", row.steps, row.sweeps_total,
              row.sweeps_last);
    cr_expect(fabs(row.e1_last - whole.e1_last) <= 0.0, "E1 = %g, not %g", row.e1_last,
              whole.e1_last);
    cr_expect_lt(row.cpu_s, 0.2, "the time of the crash is none of the first run's");
}

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

/* The summary row of a run: before it, step by step, and of a trial that was judged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/run.h"

#include "harness/tables/provenance.h"

#include <math.h>

const char *ss_run_label(const ss_run *run)
{
    return run->label != NULL ? run->label : ss_choice_solver_label(run->solver);
}

void ss_run_begin_summary(const ss_run *run, ss_summary_row *row)
{
    const ss_problem_choice *const problem = run->problem;
    const ss_limits *const limits = ss_problem_choice_limits(problem);
    ss_rows_clear(ss_rows_find("summary"), row);
    row->problem = problem->name;
    row->instance = problem->instance;
    row->parameters = problem->values;
    row->start = problem->start;
    row->box_width_m = 0.0; /* unless a scene has one */
    row->tol = limits->tol;
    row->max_sweeps = limits->max_sweeps;
    row->stop = run->stop->name;
    row->warm_start = ss_guess_cells[run->guess];
    row->solver = ss_choice_solver_label(run->solver);
    row->outer = ss_choice_outer_label(run->solver);
    row->options = ss_choice_solver_values(run->solver);
    row->build = ss_provenance_version;
    row->follows = run->follows != NULL ? run->follows : "";
    row->machine = run->machine != NULL ? run->machine->text : "";
    row->load_start = run->machine != NULL ? run->machine->load : NAN;
    row->repeats = 1;
    /* sums of what follows */
    row->cpu_s = row->cpu_looks_s = row->cpu_mechanics_s = row->work_units_total = 0.0;
}

void ss_run_add_report(ss_summary_row *sum, const ss_solve_report *report)
{
    ss_summary_fill(sum, report->values, &report->work);
    sum->sweeps_last = report->sweeps;
    sum->sweeps_total += report->sweeps;
    sum->work_units_total += report->work_units;
    sum->e1_floor = report->e1_floor;
    sum->velocity_drift_last = report->velocity_drift;
    sum->open_last = report->statuses.open;
    sum->sticking_last = report->statuses.sticking;
    sum->sliding_last = report->statuses.sliding;
    sum->cpu_s += report->cpu_s;
    sum->cpu_looks_s += report->cpu_looks_s;
}

void ss_run_summarize(const ss_run *run, size_t n_contacts, const ss_trial_result *trial,
                      ss_summary_row *sum)
{
    ss_run_begin_summary(run, sum);
    sum->steps = 1;
    sum->contacts_last = n_contacts;
    ss_run_add_report(sum, &trial->report);
    sum->sweeps_last = sum->sweeps_total = sum->iterations_claimed = trial->sweeps;
    sum->error_claimed = trial->error_claimed;
    sum->tol_given = trial->tol_given;
    sum->cpu_s = trial->cpu_s;
    sum->cpu_s_q1 = trial->cpu_s_q1;
    sum->cpu_s_q3 = trial->cpu_s_q3;
    sum->cpu_whole_s = trial->cpu_s;
    sum->cpu_whole_s_q1 = trial->cpu_s_q1;
    sum->cpu_whole_s_q3 = trial->cpu_s_q3;
    sum->repeats = trial->repeats;
    ss_remarks remarks = ss_remarks_begin(sum, run->stop, INFINITY, 0.0);
    const ss_history_row step = {
        .step = 1, .contacts = n_contacts, .e1 = sum->e1_last, .max_overlap_m = NAN};
    ss_remarks_step(&remarks, &step, trial->outcome);
    ss_remarks_finish(&remarks, run->observers.message, trial->message);
}

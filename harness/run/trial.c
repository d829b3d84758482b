/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/trial.h"

#include "harness/process/interrupt.h"
#include "problems/base/child.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The result of a child, in memory that outlives it. */
typedef struct handover {
    int finished; /* not 0: the solver returned; everything below is set */
    int claims;   /* not 0: it says that it converged */
    ss_outcome outcome;
    size_t sweeps;
    double cpu_s, error_claimed;
    ss_work work;
    double work_units;
    ss_keepsake last; /* of our own solvers: the last iterate, should the child be ended */
    double r[];       /* 3 n_contacts of the answer, then twice as many for `last` */
} handover;

static ss_rules rules_of(const ss_trial *trial)
{
    return (ss_rules){.stop = trial->stop,
                      .tol = trial->tol,
                      .max_sweeps = trial->max_sweeps,
                      .with_floor = true,
                      .label = ss_choice_solver_label(trial->solver),
                      .step = 1};
}

static int run_external(const ss_trial *trial, handover *out)
{
    ss_external_claim claim = {.error = NAN};
    const ss_external_solver *const solver = trial->solver->external;
    const ss_external_task task = {trial->problem, trial->tol, trial->max_sweeps,
                                   trial->solver->options};
    const bool ran = solver->solve(solver, out->r, &task, &claim);
    out->claims = claim.converged;
    out->outcome = claim.converged ? SS_OUTCOME_SOLVED : SS_OUTCOME_MAX_SWEEPS;
    out->sweeps = claim.iterations;
    out->cpu_s = claim.cpu_s;
    out->work_units = NAN;
    out->error_claimed = claim.error;
    out->finished = ran;
    return ran ? 0 : 1;
}

static bool solve_ours(const ss_trial *trial, ss_solver *solver, ss_referee *referee, handover *out,
                       ss_error *error)
{
    ss_rules rules = rules_of(trial);
    rules.keepsake = &out->last;
    ss_solve_report report;
    double *const r = ss_solver_prepare(solver, trial->problem, error);
    if (r == NULL || !ss_referee_solve(referee, solver, trial->problem, &rules, &report, error))
        return false;
    memcpy(out->r, r, 3 * trial->problem->n_contacts * sizeof *r);
    out->claims = report.outcome == SS_OUTCOME_SOLVED;
    out->outcome = report.outcome;
    out->sweeps = report.sweeps;
    out->cpu_s = report.cpu_s;
    out->work = report.work;
    out->work_units = report.work_units;
    out->error_claimed = NAN;
    out->finished = true;
    return true;
}

static int run_ours(const ss_trial *trial, handover *out)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_solver *const solver = ss_solver_create(trial->solver, &error);
    ss_referee *const referee = ss_referee_create(&error);
    if (solver != NULL && referee != NULL)
        solve_ours(trial, solver, referee, out, &error);
    ss_solver_free(solver);
    ss_referee_free(referee);
    if (error.code != SS_ERROR_NONE)
        fputs(error.text, stderr); /* the message of its row */
    return ss_error_exit_code(error.code);
}

/* In the child. */
static int work(void *shared, void *context)
{
    const ss_trial *const trial = context;
    return trial->solver->external != NULL ? run_external(trial, shared) : run_ours(trial, shared);
}

ss_outcome ss_trial_outcome_of_ending(const ss_child_ending *ending)
{
    switch (ending->how) {
    case SS_CHILD_TIMEOUT:
        return SS_OUTCOME_TIMEOUT;
    case SS_CHILD_OUT_OF_MEMORY:
        return SS_OUTCOME_OUT_OF_MEMORY;
    case SS_CHILD_SIGNALLED:
        return SS_OUTCOME_CRASHED;
    default:
        return SS_OUTCOME_ERROR;
    }
}

void ss_trial_describe_ending(char *text, size_t size, const ss_child_ending *ending,
                              double limit_s)
{
    if (ending->how == SS_CHILD_TIMEOUT)
        snprintf(text, size,
                 ending->cpu_s >= limit_s
                     ? "its %g s of CPU time were used up; killed"
                     : "ten times its %g s, and 20 s, passed by the clock on the wall; "
                       "killed",
                 limit_s);
    else if (ending->how == SS_CHILD_SIGNALLED)
        snprintf(text, size, "signal %d: %s", ending->code, strsignal(ending->code));
}

/* The referee's word on the r that came back. Solved is what meets the tolerance, whoever made it.
 * A claim of an external solver that misses it is `near` within ten times, or where r is as good as
 * rounding allows; else it is false. */
static ss_outcome settle(const ss_trial *trial, const handover *out, const ss_solve_report *report)
{
    /* The floor grows with |r|, which is the contender's: an absurd r excuses nothing. */
    const bool at_floor =
        report->values[SS_ESTIMATE_e1] <= 10.0 * report->e1_floor && report->e1_floor <= 1e-8;
    if (report->outcome == SS_OUTCOME_FALSE_CONVERGENCE)
        return at_floor ? SS_OUTCOME_NEAR : SS_OUTCOME_FALSE_CONVERGENCE;
    if (report->outcome == SS_OUTCOME_DIVERGED)
        return SS_OUTCOME_DIVERGED;
    if (trial->solver->external == NULL)
        return out->outcome;
    if (report->outcome == SS_OUTCOME_SOLVED)
        return SS_OUTCOME_SOLVED;
    return out->claims ? SS_OUTCOME_NEAR : out->outcome;
}

static bool judge_impulses(const ss_trial *trial, const double *r, bool claims,
                           ss_trial_result *result, ss_error *error)
{
    ss_rules rules = rules_of(trial);
    rules.claims = claims;
    return ss_referee_judge(trial->problem, r, &rules, &result->report, error);
}

/* The child was ended: the status says how, the residuals are those of its last iterate. */
static bool judge_last(const ss_trial *trial, const handover *out, ss_trial_result *result,
                       ss_error *error)
{
    const size_t last = out->last.copies % 2;
    result->sweeps = out->last.sweeps[last];
    const double *const r = out->r + (1 + last) * 3 * trial->problem->n_contacts;
    return out->last.copies == 0 || judge_impulses(trial, r, false, result, error);
}

static bool judge(const ss_trial *trial, const handover *out, ss_trial_result *result,
                  ss_error *error)
{
    if (!judge_impulses(trial, out->r, out->claims, result, error))
        return false;
    result->outcome = settle(trial, out, &result->report);
    if ((unsigned)result->outcome >= SS_OUTCOME_COUNT) /* scribbled over */
        result->outcome = SS_OUTCOME_ERROR;
    result->sweeps = out->sweeps;
    result->cpu_s = out->cpu_s;
    result->error_claimed = out->error_claimed;
    result->report.work = out->work;
    result->report.work_units = out->work_units;
    result->report.sweeps = out->sweeps;
    return true;
}

void ss_trial_no_result(ss_trial_result *result)
{
    *result = (ss_trial_result){.outcome = SS_OUTCOME_ERROR,
                                .cpu_s = NAN,
                                .wall_s = NAN,
                                .error_claimed = NAN,
                                .report = {.e1_floor = NAN}};
    for (size_t k = 0; k < SS_ESTIMATE_COUNT; ++k)
        result->report.values[k] = NAN;
}

bool ss_trial_run(const ss_trial *trial, ss_trial_result *result, ss_error *error)
{
    const size_t n = 3 * trial->problem->n_contacts;
    const size_t size = sizeof(handover) + 3 * n * sizeof(double);
    const ss_child_limits limits = {
        .busy_s = trial->timeout_s,
        .wall_s = trial->timeout_s > 0.0 ? ss_trial_wall_s(trial->timeout_s) : 0.0,
        .address_bytes = trial->memory_bytes,
        .sealed = true,
        .stop = ss_interrupted};
    ss_child_ending ending;
    ss_trial copy = *trial;
    ss_trial_no_result(result);
    handover *const out = ss_child_share(size, error);
    if (out == NULL)
        return false;
    out->last.r[0] = out->r + n;
    out->last.r[1] = out->r + 2 * n;
    bool ended = ss_child_run(&limits, work, out, &copy, &ending, error);
    if (ended) {
        result->wall_s = ending.wall_s;
        result->cpu_s = ending.cpu_s;
        result->outcome = ss_trial_outcome_of_ending(&ending);
        snprintf(result->message, sizeof result->message, "%.255s", ending.message);
        if (ending.how == SS_CHILD_TIMEOUT || result->message[0] == '\0')
            ss_trial_describe_ending(result->message, sizeof result->message, &ending,
                                     trial->timeout_s);
        ended = ending.how == SS_CHILD_EXITED && out->finished
                    ? judge(trial, out, result, error)
                    : judge_last(trial, out, result, error);
    }
    ss_child_unshare(out, size);
    return ended;
}

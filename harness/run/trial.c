/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/trial.h"

#include "harness/process/interrupt.h"
#include "harness/tables/spread.h"
#include "problems/base/child.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The result of a child, in memory that outlives it. */
typedef struct handover {
    int finished; /* not 0: the solver returned; everything below is set */
    int claims;   /* not 0: it says that it converged */
    ss_outcome outcome;
    size_t sweeps;
    double cpu_s, error_claimed;
    double *times;  /* of the solves by an external solver, s, */
    size_t n_times; /* so many */
    ss_work work;
    double work_units;
    ss_keepsake last; /* of our own solvers: the last iterate, should the child be ended */
    double r[];       /* 3 n_contacts of the answer, then twice as many for `last`, and the times */
} handover;

static double given_of(const ss_trial *trial)
{
    return trial->tol_given > 0.0 ? trial->tol_given : trial->tol;
}

static ss_rules rules_of(const ss_trial *trial)
{
    return (ss_rules){.stop = trial->stop,
                      .tol = trial->tol,
                      .max_sweeps = trial->max_sweeps,
                      .with_floor = true,
                      .label = ss_choice_solver_label(trial->solver),
                      .step = 1};
}

/* Give r, of zeros, the start. */
static void start_from(const ss_trial *trial, double *r)
{
    if (trial->start != NULL)
        memcpy(r, trial->start, 3 * trial->problem->n_contacts * sizeof *r);
}

static bool solve_theirs(const ss_trial *trial, double *r, ss_external_claim *claim)
{
    const ss_external_solver *const solver = trial->solver->external;
    const ss_external_task task = {trial->problem, given_of(trial), trial->max_sweeps,
                                   trial->solver->options};
    *claim = (ss_external_claim){.error = NAN};
    return solver->solve(solver, r, &task, claim);
}

/* The same again for its time, until that runs out or it does something else. */
static void repeat_theirs(const ss_trial *trial, handover *out)
{
    ss_external_claim claim;
    double *const r = malloc((3 * trial->problem->n_contacts + 1) * sizeof *r);
    while (r != NULL && out->n_times < trial->repeats &&
           !ss_deadline_passed(0.5 * trial->timeout_s)) {
        memset(r, 0, 3 * trial->problem->n_contacts * sizeof *r);
        start_from(trial, r);
        if (!solve_theirs(trial, r, &claim) || claim.iterations != out->sweeps)
            break;
        out->times[out->n_times++] = claim.cpu_s;
    }
    free(r);
}

static int run_external(const ss_trial *trial, handover *out)
{
    ss_external_claim claim;
    start_from(trial, out->r);
    const bool ran = solve_theirs(trial, out->r, &claim);
    out->claims = claim.converged;
    out->outcome = claim.converged ? SS_OUTCOME_SOLVED : SS_OUTCOME_MAX_SWEEPS;
    out->sweeps = claim.iterations;
    out->cpu_s = claim.cpu_s;
    out->work_units = NAN;
    out->error_claimed = claim.error;
    out->finished = ran;
    if (trial->repeats > 1 && ran) {
        out->times[out->n_times++] = claim.cpu_s;
        repeat_theirs(trial, out);
    }
    return ran ? 0 : 1;
}

static bool solve_ours(const ss_trial *trial, ss_solver *solver, ss_referee *referee, handover *out,
                       ss_error *error)
{
    ss_rules rules = rules_of(trial);
    rules.keepsake = &out->last;
    ss_solve_report report;
    double *const r = ss_solver_prepare(solver, trial->problem, error);
    if (r == NULL)
        return false;
    start_from(trial, r);
    if (!ss_referee_solve(referee, solver, trial->problem, &rules, &report, error))
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

static void set_times(ss_trial_result *result, double *times, size_t n)
{
    if (n < 2)
        return;
    const ss_spread spread = ss_spread_of(times, n);
    result->repeats = n;
    result->cpu_s = spread.median;
    result->cpu_s_q1 = spread.q1;
    result->cpu_s_q3 = spread.q3;
}

static bool judge(const ss_trial *trial, const handover *out, ss_trial_result *result,
                  ss_error *error)
{
    if (!judge_impulses(trial, out->r, out->claims, result, error))
        return false;
    result->outcome = settle(trial, out, &result->report);
    if ((unsigned)result->outcome >= SS_OUTCOME_COUNT || /* scribbled over; nor is it told of */
        result->outcome == SS_OUTCOME_INTERRUPTED)       /* Ctrl-C: it is killed */
        result->outcome = SS_OUTCOME_ERROR;
    result->sweeps = out->sweeps;
    result->cpu_s = out->cpu_s;
    set_times(result, out->times, out->n_times < trial->repeats ? out->n_times : trial->repeats);
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
                                .cpu_s_q1 = NAN,
                                .cpu_s_q3 = NAN,
                                .repeats = 1,
                                .tol_given = NAN,
                                .error_claimed = NAN,
                                .report = {.e1_floor = NAN, .velocity_drift = NAN}};
    for (size_t k = 0; k < SS_ESTIMATE_COUNT; ++k)
        result->report.values[k] = NAN;
}

static bool run(const ss_trial *trial, ss_trial_result *result, ss_error *error)
{
    const size_t n = 3 * trial->problem->n_contacts;
    const size_t size = sizeof(handover) + (3 * n + trial->repeats) * sizeof(double);
    const ss_child_limits limits = {
        .busy_s = trial->timeout_s,
        .wall_s = trial->timeout_s > 0.0 ? ss_trial_wall_s(trial->timeout_s) : 0.0,
        .address_bytes = trial->memory_bytes,
        .sealed = true,
        .stop = ss_interrupted};
    ss_child_ending ending;
    ss_trial copy = *trial;
    ss_trial_no_result(result);
    if (trial->solver->external != NULL)
        result->tol_given = given_of(trial);
    handover *const out = ss_child_share(size, error);
    if (out == NULL)
        return false;
    out->last.r[0] = out->r + n;
    out->last.r[1] = out->r + 2 * n;
    out->times = out->r + 3 * n;
    bool ended = ss_child_run(&limits, work, out, &copy, &ending, error);
    if (ended) {
        result->wall_s = ending.wall_s;
        result->cpu_s = ending.cpu_s;
        result->outcome = ss_trial_outcome_of_ending(&ending);
        snprintf(result->message, sizeof result->message, "%.255s", ending.message);
        ss_text_clean(result->message); /* the cut may have gone through a character */
        if (ending.how == SS_CHILD_TIMEOUT || result->message[0] == '\0')
            ss_trial_describe_ending(result->message, sizeof result->message, &ending,
                                     trial->timeout_s);
        /* did its answer come back, be it that it was ended in a repeat? */
        const bool came_back = out->finished && (ending.how == SS_CHILD_EXITED || out->n_times > 0);
        ended =
            came_back ? judge(trial, out, result, error) : judge_last(trial, out, result, error);
    }
    ss_child_unshare(out, size);
    return ended;
}

static bool is_solved(const ss_trial_result *result)
{
    return result->outcome == SS_OUTCOME_SOLVED;
}

/* It ended by its own measure, and misses ours. */
static bool is_missed(const ss_trial_result *result)
{
    return result->outcome == SS_OUTCOME_NEAR || result->outcome == SS_OUTCOME_FALSE_CONVERGENCE;
}

/* From the tolerance up while it solves, else down while it ends and misses. */
static bool seek(const ss_trial *trial, ss_trial_result *result, ss_error *error)
{
    ss_trial attempt = *trial;
    ss_trial_result next;
    double found = 0.0;
    attempt.repeats = 1;
    attempt.tol_given = trial->tol;
    if (!run(&attempt, result, error))
        return false;
    const bool up = is_solved(result);
    bool (*const goes_on)(const ss_trial_result *) = up ? is_solved : is_missed;
    for (next = *result;; attempt.tol_given *= up ? 10.0 : 0.1) {
        if (attempt.tol_given != trial->tol && !run(&attempt, &next, error))
            return false;
        found = is_solved(&next) ? attempt.tol_given : found;
        if (!goes_on(&next) || (up ? attempt.tol_given > 0.05 : attempt.tol_given < 1e-17))
            break;
    }
    if (found == 0.0)
        return true;
    attempt.tol_given = 3.0 * found;
    if (!run(&attempt, &next, error))
        return false;
    attempt.tol_given = is_solved(&next) ? attempt.tol_given : found;
    attempt.repeats = trial->repeats;
    return run(&attempt, result, error);
}

bool ss_trial_run(const ss_trial *trial, ss_trial_result *result, ss_error *error)
{
    return trial->sought && trial->solver->external != NULL ? seek(trial, result, error)
                                                            : run(trial, result, error);
}

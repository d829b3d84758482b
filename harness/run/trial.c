/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/trial.h"

#include "harness/process/interrupt.h"
#include "harness/run/ending.h"
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
    size_t sweeps;
    double cpu_s, error_claimed;
    size_t n_times;
    double r[]; /* 3 n_contacts of the answer, then the times of n_times solves, s */
} handover;

/* One solve from the start; r is zeros. */
static bool solve(const ss_trial *trial, double *r, ss_external_claim *claim)
{
    const ss_external_solver *const solver = trial->solver->external;
    const ss_external_task task = {trial->problem, trial->tol_given, trial->max_sweeps,
                                   trial->solver->options};
    if (trial->start != NULL)
        memcpy(r, trial->start, 3 * trial->problem->n_contacts * sizeof *r);
    *claim = (ss_external_claim){.error = NAN};
    return solver->solve(solver, r, &task, claim);
}

/* In the child: the solve that counts, and the same again for its time, until that runs out or it
 * does something else. */
static int work(void *shared, void *context)
{
    const ss_trial *const trial = context;
    const size_t n = 3 * trial->problem->n_contacts;
    handover *const out = shared;
    double *const times = out->r + n;
    ss_external_claim claim;
    const bool ran = solve(trial, out->r, &claim);
    out->claims = claim.converged;
    out->sweeps = claim.iterations;
    out->cpu_s = claim.cpu_s;
    out->error_claimed = claim.error;
    out->finished = ran;
    if (!ran || trial->repeats < 2)
        return ran ? 0 : 1;
    times[out->n_times++] = claim.cpu_s;
    double *const r = malloc((n + 1) * sizeof *r);
    while (r != NULL && out->n_times < trial->repeats &&
           !ss_deadline_passed(0.5 * trial->timeout_s)) {
        memset(r, 0, n * sizeof *r);
        if (!solve(trial, r, &claim) || claim.iterations != out->sweeps)
            break;
        times[out->n_times++] = claim.cpu_s;
    }
    free(r);
    return 0;
}

/* The referee's word on the r that came back, and what the solver says of it beside that. */
static bool judge(const ss_trial *trial, handover *out, ss_trial_result *result, ss_error *error)
{
    const ss_rules rules = {.stop = trial->stop,
                            .tol = trial->tol,
                            .max_sweeps = trial->max_sweeps,
                            .with_floor = true,
                            .claims = out->claims,
                            .label = ss_choice_solver_label(trial->solver),
                            .step = 1};
    const size_t n = out->n_times < trial->repeats ? out->n_times : trial->repeats;
    if (!ss_referee_judge(trial->problem, out->r, &rules, &result->report, error))
        return false;
    result->outcome =
        ss_ending_of_claim(result->report.outcome, out->claims,
                           result->report.values[SS_ESTIMATE_e1], result->report.e1_floor);
    result->sweeps = result->report.sweeps = out->sweeps;
    result->cpu_s = out->cpu_s;
    result->error_claimed = out->error_claimed;
    result->report.work_units = NAN;
    if (n < 2)
        return true;
    const ss_spread spread = ss_spread_of(out->r + 3 * trial->problem->n_contacts, n);
    result->repeats = n;
    result->cpu_s = spread.median;
    result->cpu_s_q1 = spread.q1;
    result->cpu_s_q3 = spread.q3;
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
    const size_t size = sizeof(handover) + (n + trial->repeats) * sizeof(double);
    const ss_child_limits limits = {
        .busy_s = trial->timeout_s,
        .wall_s = trial->timeout_s > 0.0 ? ss_ending_wall_s(trial->timeout_s) : 0.0,
        .address_bytes = trial->memory_bytes,
        .sealed = true,
        .stop = ss_interrupted};
    ss_child_ending ending;
    ss_trial copy = *trial;
    copy.tol_given = trial->tol_given > 0.0 ? trial->tol_given : trial->tol;
    ss_trial_no_result(result);
    result->tol_given = copy.tol_given;
    handover *const out = ss_child_share(size, error);
    if (out == NULL)
        return false;
    bool ended = ss_child_run(&limits, work, out, &copy, &ending, error);
    if (ended) {
        result->wall_s = ending.wall_s;
        result->cpu_s = ending.cpu_s;
        result->outcome = ss_ending_of_child(&ending);
        snprintf(result->message, sizeof result->message, "%.255s", ending.message);
        ss_text_clean(result->message); /* the cut may have gone through a character */
        if (ending.how == SS_CHILD_TIMEOUT || result->message[0] == '\0')
            ss_ending_describe(result->message, sizeof result->message, &ending, trial->timeout_s);
        /* did its answer come back, be it that it was ended in a repeat? */
        const bool came_back = out->finished && (ending.how == SS_CHILD_EXITED || out->n_times > 0);
        ended = !came_back || judge(trial, out, result, error);
    }
    ss_child_unshare(out, size);
    return ended;
}

/* Run the trial; where the tolerance is sought, from tol up while it solves, else down while it
 * ends by its own measure and misses ours; then three times what solved, and the one that counts.
 */
bool ss_trial_run(const ss_trial *trial, ss_trial_result *result, ss_error *error)
{
    ss_trial attempt = *trial;
    ss_trial_result next;
    double found = 0.0;
    if (!trial->sought)
        return run(trial, result, error);
    attempt.repeats = 1;
    attempt.tol_given = trial->tol;
    if (!run(&attempt, result, error))
        return false;
    const bool up = result->outcome == SS_OUTCOME_SOLVED;
    for (next = *result;; attempt.tol_given *= up ? 10.0 : 0.1) {
        if (attempt.tol_given != trial->tol && !run(&attempt, &next, error))
            return false;
        const bool solved = next.outcome == SS_OUTCOME_SOLVED;
        const bool missed =
            next.outcome == SS_OUTCOME_NEAR || next.outcome == SS_OUTCOME_FALSE_CONVERGENCE;
        found = solved ? attempt.tol_given : found;
        if (!(up ? solved && attempt.tol_given <= 0.05 : missed && attempt.tol_given >= 1e-17))
            break;
    }
    if (found == 0.0)
        return true;
    attempt.tol_given = 3.0 * found;
    if (!run(&attempt, &next, error))
        return false;
    attempt.tol_given = next.outcome == SS_OUTCOME_SOLVED ? attempt.tol_given : found;
    attempt.repeats = trial->repeats;
    return run(&attempt, result, error);
}

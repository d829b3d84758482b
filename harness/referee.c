/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/referee.h"

#include "harness/interrupt.h"
#include "harness/rows.h"
#include "problems/operator.h"

#include <stdlib.h>
#include <time.h>

struct ss_referee {
    double *u_true; /* 3 n_contacts */
    double *state;  /* the referee's own operator state */
    size_t u_length, state_length;
    /* of the solve under way */
    const ss_problem *problem;
    const ss_rules *rules;
    ss_solve_report *report;
    bool holds_velocity;
    double clock_s; /* when the solver's clock was started */
};

ss_referee *ss_referee_create(ss_error *error)
{
    ss_referee *const referee = calloc(1, sizeof *referee);
    if (referee == NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the referee");
    return referee;
}

void ss_referee_free(ss_referee *referee)
{
    if (referee == NULL)
        return;
    free(referee->u_true);
    free(referee->state);
    free(referee);
}

double ss_cpu_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static bool renew(double **array, size_t *length, size_t wanted)
{
    if (*array != NULL && wanted <= *length)
        return true;
    free(*array);
    *length = wanted + wanted / 2;
    *array = malloc((*length + 1) * sizeof **array);
    return *array != NULL;
}

/* u = W r + q for all contacts, from r alone. */
static void recompute_velocity(ss_referee *referee, const double *r)
{
    const ss_problem *const problem = referee->problem;
    ss_operator_start(referee->state, problem, r);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ss_operator_velocity(referee->u_true + 3 * c, problem, referee->state, r, c);
}

static void record(const ss_referee *referee, const ss_evidence *evidence)
{
    const ss_rules *const rules = referee->rules;
    const ss_eps *const eps = &referee->report->eps;
    const ss_convergence_row row = {.solver = rules->label,
                                    .step = rules->step,
                                    .sweep = referee->report->sweeps,
                                    .eps = eps->eps,
                                    .eps_motion = eps->motion,
                                    .eps_proj = eps->proj,
                                    .eps_b = eps->b,
                                    .eps_pen = eps->pen,
                                    .e1 = ss_estimate_e1(evidence)};
    ss_convergence_write(rules->trace, &row);
}

static void conclude(ss_solve_report *report, const ss_evidence *evidence)
{
    report->e1 = ss_estimate_e1(evidence);
    report->pen_local = ss_estimate_pen_local(evidence);
    report->pen_true = ss_estimate_pen_true(evidence);
    report->statuses = ss_estimate_statuses(evidence);
}

/* The outcome if the solve ends here; false if it goes on. */
static bool decide(const ss_referee *referee, ss_outcome *outcome)
{
    const ss_solve_report *const report = referee->report;
    if (!isfinite(report->eps.eps))
        *outcome = SS_OUTCOME_DIVERGED;
    else if (report->eps.eps <= referee->rules->tol)
        *outcome = SS_OUTCOME_SOLVED;
    else if (ss_interrupted())
        *outcome = SS_OUTCOME_INTERRUPTED;
    else if (report->sweeps >= referee->rules->max_sweeps)
        *outcome = SS_OUTCOME_MAX_SWEEPS;
    else
        return false;
    return true;
}

static bool after_sweep(void *self, const double *r, const double *u)
{
    ss_referee *const referee = self;
    ss_solve_report *const report = referee->report;
    report->cpu_s += ss_cpu_time() - referee->clock_s;
    recompute_velocity(referee, r);
    const ss_evidence evidence = {referee->problem, r, referee->u_true,
                                  referee->holds_velocity ? u : referee->u_true};
    ++report->sweeps;
    report->eps = ss_estimate_eps(&evidence);
    if (referee->rules->trace != NULL)
        record(referee, &evidence);
    const bool stop = decide(referee, &report->outcome);
    if (stop)
        conclude(report, &evidence);
    referee->clock_s = ss_cpu_time();
    return stop;
}

bool ss_referee_solve(ss_referee *referee, ss_solver *solver, const ss_problem *problem,
                      bool holds_velocity, const ss_rules *rules, ss_solve_report *report,
                      ss_error *error)
{
    *report = (ss_solve_report){.outcome = SS_OUTCOME_SOLVED};
    if (problem->n_contacts == 0)
        return true;
    if (!renew(&referee->u_true, &referee->u_length, 3 * problem->n_contacts) ||
        !renew(&referee->state, &referee->state_length, ss_operator_state_length(problem)))
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to referee %zu contacts",
                            problem->n_contacts);
    referee->problem = problem;
    referee->rules = rules;
    referee->report = report;
    referee->holds_velocity = holds_velocity;
    referee->clock_s = ss_cpu_time();
    ss_solver_run(solver, problem, (ss_watch){after_sweep, referee}, &report->work);
    return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/scores.h"

#include "harness/profile/traces.h"
#include "problems/base/memory.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct ss_profile_metric_row ss_profile_metrics[] = {
#define X(id, name, cost, unit) {name, cost, unit},
    SS_PROFILE_METRIC_LIST(X)
#undef X
};

bool ss_profile_metric_parse(const char *name, ss_profile_metric *metric, ss_error *error)
{
    static const ss_names names =
        SS_NAMES(ss_profile_metrics, "no metric", "--metric is work, sweeps or time");
    const struct ss_profile_metric_row *const found = ss_names_find(&names, name, error);
    *metric = found != NULL ? (ss_profile_metric)(found - ss_profile_metrics) : *metric;
    return found != NULL;
}

/* ---- whole runs ---- */

static bool score_run(double *cost, double *size, const ss_record *record, ss_profile_metric metric,
                      ss_error *error)
{
    const ss_summary_row *const row = &record->row;
    const double steps = (double)row->steps, contacts = (double)row->contacts_last;
    *size = fmax(*size, metric == SS_PROFILE_METRIC_SWEEPS ? steps : contacts * steps);
    if (record->outcome != SS_OUTCOME_SOLVED)
        return true;
    if (metric == SS_PROFILE_METRIC_WORK && row->visits_total == 0 && row->sweeps_total > 0)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%.200s, line %zu: %.60s counts no visits, so its work is not known; "
                            "use --metric time, or leave it out with --solvers",
                            record->path, record->line, row->solver);
    *cost = metric == SS_PROFILE_METRIC_SWEEPS ? (double)row->sweeps_total
            : metric == SS_PROFILE_METRIC_TIME
                ? row->cpu_s
                : (double)row->visits_total + (double)row->local_iterations_total;
    if (isfinite(*cost) && *cost >= 0.0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA, "%.200s, line %zu: a solved run without its %s",
                        record->path, record->line, ss_profile_metrics[metric].name);
}

bool ss_profile_scores_of_runs(ss_profile_costs *costs, const ss_profile_contest *contest,
                               ss_profile_metric metric, ss_error *error)
{
    const size_t n_solvers = contest->n_solvers;
    *costs = (ss_profile_costs){.n_solvers = n_solvers};
    for (size_t k = 0; k < contest->n_questions * n_solvers; ++k)
        if ((k % n_solvers == 0 && !ss_profile_costs_add(costs, error)) ||
            !score_run(&costs->cost[k], &costs->size[k / n_solvers], contest->runs[k].record,
                       metric, error))
            return false;
    return true;
}

/* ---- traces: where a run first reached an accuracy ---- */

/* A traced step of one run. */
typedef struct reached {
    size_t step, contacts;
    double cost[SS_PROFILE_ACCURACIES_MAX]; /* INFINITY: not reached */
} reached;

/* All traced steps of one run. */
typedef struct trace {
    reached *steps; /* owned, in the order of the steps */
    size_t n, capacity;
    bool failed; /* the run ended without an answer, perhaps before the step */
    bool solved; /* every step met the run's own tolerance, and the trace ends there */
} trace;

typedef struct job {
    ss_profile_costs *costs; /* one an accuracy */
    ss_profile_contest *contest;
    ss_profile_metric metric;
    const double *accuracies;
    size_t n_accuracies;
    ss_profile_traces *sources; /* one a folder */
    trace *traces;              /* one a solver, of the question at hand */
    ss_error *error;
} job;

static bool no_memory(const job *j)
{
    return ss_error_set(j->error, SS_ERROR_MEMORY, "no memory for the traces");
}

static double cost_of(const job *j, const ss_convergence_row *row)
{
    if (j->metric == SS_PROFILE_METRIC_SWEEPS)
        return (double)row->sweep;
    if (j->metric == SS_PROFILE_METRIC_TIME)
        return row->cpu_s;
    return (double)row->visits + (double)row->local_iterations;
}

/* The last step of the trace, which the sweep begins if it is of another. */
static reached *step_of(const job *j, trace *t, const ss_convergence_row *sweep)
{
    if (t->n > 0 && t->steps[t->n - 1].step == sweep->step)
        return &t->steps[t->n - 1];
    reached *const steps = ss_memory_grow(t->steps, &t->capacity, t->n + 1, sizeof *steps);
    if (steps == NULL) {
        no_memory(j);
        return NULL;
    }
    t->steps = steps;
    steps[t->n] = (reached){sweep->step, sweep->open + sweep->sticking + sweep->sliding, {0.0}};
    for (size_t a = 0; a < SS_PROFILE_ACCURACIES_MAX; ++a)
        steps[t->n].cost[a] = INFINITY;
    return &steps[t->n++];
}

static bool read_trace(const job *j, trace *t, const ss_profile_contest_run *run)
{
    const ss_record *const record = run->record;
    ss_profile_traces *const source = &j->sources[run->folder];
    t->n = 0;
    t->solved = record->outcome == SS_OUTCOME_SOLVED;
    t->failed = !t->solved && record->outcome != SS_OUTCOME_MAX_SWEEPS &&
                record->outcome != SS_OUTCOME_STAGNATED;
    if (!ss_profile_traces_read(source, &record->row,
                                "solver,step,sweep,e1,visits,local_iterations,cpu_s,open,sticking,"
                                "sliding",
                                j->error))
        return false;
    if (source->n == 0 && !t->failed && record->row.sweeps_last > 0)
        return ss_error_set(j->error, SS_ERROR_DATA,
                            "%.200s, line %zu: the run of %.60s left no trace of its sweeps; run "
                            "it again with --trace last (run) or with traces on (campaign), or "
                            "leave the solver out; a solver of another code cannot be traced",
                            record->path, record->line, record->row.solver);
    for (size_t k = 0; k < source->n; ++k) {
        const ss_convergence_row *const sweep = &source->sweeps[k];
        reached *const now = step_of(j, t, sweep);
        if (now == NULL)
            return false;
        for (size_t a = 0; a < j->n_accuracies; ++a)
            if (isinf(now->cost[a]) && sweep->e1 <= j->accuracies[a])
                now->cost[a] = cost_of(j, sweep);
    }
    return true;
}

static int compare_steps(const void *a, const void *b)
{
    const size_t left = ((const reached *)a)->step, right = ((const reached *)b)->step;
    return (left > right) - (left < right);
}

static const reached *find_step(const trace *t, size_t step)
{
    const reached wanted = {.step = step};
    return t->n > 0 ? bsearch(&wanted, t->steps, t->n, sizeof wanted, compare_steps) : NULL;
}

/* One step as a problem, or left out if a run that ended well did not trace it. */
static bool add_step(job *j, size_t step)
{
    const size_t n_solvers = j->contest->n_solvers;
    for (size_t s = 0; s < n_solvers; ++s) {
        if (find_step(&j->traces[s], step) == NULL && !j->traces[s].failed) {
            ++j->contest->n_left_out;
            return true;
        }
    }
    for (size_t a = 0; a < j->n_accuracies; ++a) {
        ss_profile_costs *const c = &j->costs[a];
        const size_t p = c->n_problems;
        if (!ss_profile_costs_add(c, j->error))
            return false;
        for (size_t s = 0; s < n_solvers; ++s) {
            const reached *const at = find_step(&j->traces[s], step);
            c->cost[p * n_solvers + s] = at != NULL ? at->cost[a] : INFINITY;
            c->n_stopped += at != NULL && isinf(at->cost[a]) && j->traces[s].solved;
            if (at != NULL && j->metric != SS_PROFILE_METRIC_SWEEPS)
                c->size[p] = fmax(c->size[p], (double)at->contacts);
        }
    }
    return true;
}

static bool traced_before(const job *j, size_t solver, size_t step)
{
    for (size_t s = 0; s < solver; ++s)
        if (find_step(&j->traces[s], step) != NULL)
            return true;
    return false;
}

static bool add_question(job *j, const ss_profile_contest_run *runs)
{
    for (size_t s = 0; s < j->contest->n_solvers; ++s)
        if (!read_trace(j, &j->traces[s], &runs[s]))
            return false;
    for (size_t s = 0; s < j->contest->n_solvers; ++s)
        for (size_t k = 0; k < j->traces[s].n; ++k)
            if (!traced_before(j, s, j->traces[s].steps[k].step) &&
                !add_step(j, j->traces[s].steps[k].step))
                return false;
    return true;
}

static bool allocate(job *j)
{
    for (size_t a = 0; a < j->n_accuracies; ++a)
        j->costs[a] = (ss_profile_costs){.n_solvers = j->contest->n_solvers};
    j->sources = calloc(j->contest->n_folders + 1, sizeof *j->sources);
    j->traces = calloc(j->contest->n_solvers + 1, sizeof *j->traces);
    if (j->sources == NULL || j->traces == NULL)
        return no_memory(j);
    for (size_t f = 0; f < j->contest->n_folders; ++f)
        j->sources[f].folder = j->contest->folders[f];
    return true;
}

static void release(job *j)
{
    for (size_t f = 0; j->sources != NULL && f < j->contest->n_folders; ++f)
        ss_profile_traces_free(&j->sources[f]);
    for (size_t s = 0; j->traces != NULL && s < j->contest->n_solvers; ++s)
        free(j->traces[s].steps);
    free(j->sources);
    free(j->traces);
}

bool ss_profile_scores_of_traces(ss_profile_costs *costs, ss_profile_contest *contest,
                                 ss_profile_metric metric, const double *accuracies, size_t n,
                                 ss_error *error)
{
    job j = {.costs = costs,
             .contest = contest,
             .metric = metric,
             .accuracies = accuracies,
             .n_accuracies = n,
             .error = error};
    bool scored = n <= SS_PROFILE_ACCURACIES_MAX && allocate(&j);
    for (size_t q = 0; scored && q < contest->n_questions; ++q)
        scored = add_question(&j, contest->runs + q * contest->n_solvers);
    if (scored && costs[0].n_problems == 0)
        scored = ss_error_set(error, SS_ERROR_DATA,
                              "no traced step that all %zu solvers have in common; run them with "
                              "the same --trace",
                              contest->n_solvers);
    release(&j);
    return scored;
}

/* Accuracy-matched costs: where in its trace a run first reached an accuracy.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/scores.h"
#include "harness/profile/traces.h"
#include "problems/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A traced step of one run. */
typedef struct reached {
    double step, contacts;
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
    size_t n_accuracies, capacity; /* problems that the costs have room for */
    ss_profile_traces *sources;    /* one a folder */
    trace *traces;                 /* one a solver, of the question at hand */
    ss_error *error;
} job;

static bool no_memory(const job *j)
{
    return ss_error_set(j->error, SS_ERROR_MEMORY, "no memory for the traces");
}

/* ---- reading ---- */

static double cost_of(const job *j, const ss_convergence_row *row)
{
    if (j->metric == SS_PROFILE_METRIC_SWEEPS)
        return (double)row->sweep;
    if (j->metric == SS_PROFILE_METRIC_TIME)
        return row->cpu_s;
    return (double)row->visits + (double)row->local_iterations;
}

static bool begin_step(const job *j, trace *t, double step, double contacts)
{
    reached *const steps = ss_memory_grow(t->steps, &t->capacity, t->n + 1, sizeof *steps);
    if (steps == NULL)
        return no_memory(j);
    t->steps = steps;
    t->steps[t->n] = (reached){.step = step, .contacts = contacts};
    for (size_t a = 0; a < SS_PROFILE_ACCURACIES_MAX; ++a)
        t->steps[t->n].cost[a] = INFINITY;
    ++t->n;
    return true;
}

static bool read_sweep(const job *j, trace *t, const ss_csv *table, size_t row)
{
    ss_convergence_row sweep;
    if (!ss_convergence_row_read(table, row, &sweep, j->error))
        return false;
    if (t->n == 0 || t->steps[t->n - 1].step != (double)sweep.step)
        if (!begin_step(j, t, (double)sweep.step,
                        (double)(sweep.open + sweep.sticking + sweep.sliding)))
            return false;
    reached *const now = &t->steps[t->n - 1];
    for (size_t a = 0; a < j->n_accuracies; ++a)
        if (isinf(now->cost[a]) && sweep.e1 <= j->accuracies[a])
            now->cost[a] = cost_of(j, &sweep);
    return true;
}

static bool read_trace(const job *j, trace *t, const ss_profile_contest_run *run)
{
    const ss_record *const record = run->record;
    const ss_csv *table = NULL;
    t->n = 0;
    t->solved = record->outcome == SS_OUTCOME_SOLVED;
    t->failed = !t->solved && record->outcome != SS_OUTCOME_MAX_SWEEPS &&
                record->outcome != SS_OUTCOME_STAGNATED;
    if (!ss_profile_traces_find(&j->sources[run->folder], record, &table, j->error))
        return false;
    if (table == NULL)
        return t->failed || record->row.sweeps_last == 0 ||
               ss_profile_traces_missing(record, j->error);
    if (!ss_record_require(table,
                           "solver,step,sweep,e1,visits,local_iterations,cpu_s,open,sticking,"
                           "sliding",
                           j->error))
        return false;
    for (size_t row = 0; row < table->n_rows; ++row)
        if (strcmp(ss_csv_text(table, row, "solver"), record->row.solver) == 0 &&
            !read_sweep(j, t, table, row))
            return false;
    return true;
}

/* ---- the costs ---- */

static bool append_problem(job *j)
{
    const size_t n = j->costs[0].n_problems + 1;
    size_t room = j->capacity;
    for (size_t a = 0; a < j->n_accuracies; ++a) {
        ss_profile_costs *const c = &j->costs[a];
        size_t cost_room = j->capacity;
        room = j->capacity;
        double *const cost = ss_memory_grow(c->cost, &cost_room, n, c->n_solvers * sizeof *cost);
        c->cost = cost != NULL ? cost : c->cost;
        double *const size = ss_memory_grow(c->size, &room, n, sizeof *size);
        c->size = size != NULL ? size : c->size;
        if (cost == NULL || size == NULL)
            return no_memory(j);
        c->size[c->n_problems++] = 1.0;
    }
    j->capacity = room;
    return true;
}

static int compare_steps(const void *a, const void *b)
{
    const double left = ((const reached *)a)->step, right = ((const reached *)b)->step;
    return (left > right) - (left < right);
}

static const reached *find_step(const trace *t, double step)
{
    const reached wanted = {.step = step};
    return t->n > 0 ? bsearch(&wanted, t->steps, t->n, sizeof wanted, compare_steps) : NULL;
}

/* One step as a problem, or left out if a run that ended well did not trace it. */
static bool add_step(job *j, double step)
{
    const size_t n_solvers = j->contest->n_solvers;
    for (size_t s = 0; s < n_solvers; ++s) {
        if (find_step(&j->traces[s], step) == NULL && !j->traces[s].failed) {
            ++j->contest->n_left_out;
            return true;
        }
    }
    if (!append_problem(j))
        return false;
    for (size_t a = 0; a < j->n_accuracies; ++a) {
        ss_profile_costs *const c = &j->costs[a];
        const size_t p = c->n_problems - 1;
        for (size_t s = 0; s < n_solvers; ++s) {
            const reached *const at = find_step(&j->traces[s], step);
            c->cost[p * n_solvers + s] = at != NULL ? at->cost[a] : INFINITY;
            c->n_stopped += at != NULL && isinf(at->cost[a]) && j->traces[s].solved;
            if (at != NULL && j->metric != SS_PROFILE_METRIC_SWEEPS)
                c->size[p] = fmax(c->size[p], at->contacts);
        }
    }
    return true;
}

static bool traced_before(const job *j, size_t solver, double step)
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
        if (!ss_profile_costs_create(&j->costs[a], 0, j->contest->n_solvers, j->error))
            return false;
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
    memset(costs, 0, n * sizeof *costs);
    bool scored = n <= SS_PROFILE_ACCURACIES_MAX && allocate(&j);
    for (size_t q = 0; scored && q < contest->n_questions; ++q)
        scored = add_question(&j, contest->runs + q * contest->n_solvers);
    if (scored && costs[0].n_problems == 0)
        scored = ss_error_set(error, SS_ERROR_DATA,
                              "no traced step that all %zu solvers have in common; run them with "
                              "the same --trace",
                              contest->n_solvers);
    release(&j);
    for (size_t a = 0; !scored && a < n; ++a)
        ss_profile_costs_free(&costs[a]);
    return scored;
}

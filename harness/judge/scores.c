/* Costs of whole runs are columns of summary.csv. For costs up to an E1 a job goes from question
 * to question: the traces of its runs are read into one array of points, which is cut into traced
 * steps; the steps of one number, of several solvers, are a problem. The arrays are used again for
 * the next question.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/contest.h"

#include "harness/tables/standing.h"
#include "harness/tables/traces.h"
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
        SS_NAMES(ss_profile_metrics, "no metric", "--metric is units, work, sweeps or time");
    const struct ss_profile_metric_row *const found = ss_names_find(&names, name, error);
    *metric = found != NULL ? (ss_profile_metric)(found - ss_profile_metrics) : *metric;
    return found != NULL;
}

/* A problem's unit is one sweep over it, so its contacts are in units and sweeps already. */
static bool is_per_contact(ss_profile_metric metric)
{
    return metric == SS_PROFILE_METRIC_WORK || metric == SS_PROFILE_METRIC_TIME;
}

/* ---- whole runs ---- */

static bool score_run(double *cost, double *size, const ss_record *record, ss_profile_metric metric,
                      ss_error *error)
{
    const ss_summary_row *const row = &record->row;
    const double steps = (double)row->steps, contacts = (double)row->contacts_last;
    *size = fmax(*size, is_per_contact(metric) ? contacts * steps : steps);
    if (!ss_outcome_is_solved(record->outcome) || ss_standing_of(row) == SS_STANDING_LOOSE)
        return true; /* of an older table E1 is not known */
    if (metric == SS_PROFILE_METRIC_WORK && row->visits_total == 0 && row->sweeps_total > 0)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu: %s counts no visits, so its work is not known; "
                            "use --metric time, or leave it out with --solvers",
                            record->path, record->line, row->solver);
    if (metric == SS_PROFILE_METRIC_UNITS && isnan(row->work_units_total))
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu: %s has no work units (column work_units_total: "
                            "another code's run, or an older program's); use --metric time or "
                            "sweeps, or leave it out with --solvers",
                            record->path, record->line, row->solver);
    const double costs[] = {[SS_PROFILE_METRIC_UNITS] = row->work_units_total,
                            [SS_PROFILE_METRIC_WORK] =
                                (double)(row->visits_total + row->local_iterations_total),
                            [SS_PROFILE_METRIC_SWEEPS] = (double)row->sweeps_total,
                            [SS_PROFILE_METRIC_TIME] = ss_price_of(row, SS_PRICE_TIME)};
    *cost = costs[metric];
    if (isfinite(*cost) && *cost >= 0.0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: a solved run without its %s",
                        record->path, record->line, ss_profile_metrics[metric].name);
}

bool ss_profile_scores_of_runs(ss_profile_costs *costs, const ss_profile_contest *contest,
                               ss_profile_metric metric, ss_error *error)
{
    const size_t n_solvers = contest->grid.n_contenders;
    *costs = (ss_profile_costs){.n_solvers = n_solvers};
    for (size_t q = 0; q < contest->grid.n_questions; ++q) {
        const ss_grid_row *const runs = contest->grid.rows + q * n_solvers;
        bool one = true; /* every solver needed at most one sweep a step */
        for (size_t k = 0; k < n_solvers; ++k)
            one = one && ss_outcome_is_solved(runs[k].record->outcome) &&
                  runs[k].record->row.sweeps_total <= runs[k].record->row.steps;
        costs->n_trivial += one;
    }
    for (size_t k = 0; k < contest->grid.n_questions * n_solvers; ++k)
        if ((k % n_solvers == 0 && !ss_profile_costs_add(costs, error)) ||
            !score_run(&costs->cost[k], &costs->size[k / n_solvers], contest->grid.rows[k].record,
                       metric, error))
            return false;
    return true;
}

/* ---- traces: where a run first reached an accuracy ---- */

/* A sweep of a trace. */
typedef struct point {
    double e1, cost;
} point;

/* A traced step of one run. */
typedef struct traced_step {
    size_t step, solver, contacts;
    size_t begin, end; /* its points */
} traced_step;

typedef struct job {
    ss_profile_costs *costs; /* one an accuracy */
    ss_profile_contest *contest;
    ss_profile_metric metric;
    const double *accuracies;
    size_t n_accuracies;
    ss_traces *sources;      /* one a folder */
    const ss_grid_row *runs; /* of the question at hand, one a solver, */
    traced_step *steps;      /* all their traced steps; owned */
    point *points;           /* and all the sweeps of these; owned */
    size_t n, room, n_points, point_room;
    ss_error *error;
} job;

/* Did the solver end without an answer, perhaps before a step that others traced? */
static bool failed(const job *j, size_t solver)
{
    return j->runs[solver].record->outcome > SS_OUTCOME_UNPHYSICAL;
}

/* The steps in a solver's trace of n sweeps. */
static bool add_steps(job *j, size_t solver, const ss_convergence_row *sweeps, size_t n)
{
    point *const points =
        ss_memory_grow(j->points, &j->point_room, j->n_points + n + 1, sizeof *points);
    j->points = points != NULL ? points : j->points;
    bool added = points != NULL;
    for (size_t k = 0, last = 0; added && k < n; ++k) {
        const ss_convergence_row *const sweep = &sweeps[k];
        while (last < k || (last + 1 < n && sweeps[last + 1].step == sweep->step))
            ++last;
        const double scale = ss_traces_time_scale(&j->runs[solver].record->row, &sweeps[last]);
        if (k == 0 || sweep->step != sweep[-1].step) {
            traced_step *const steps = ss_memory_grow(j->steps, &j->room, j->n + 1, sizeof *steps);
            added = steps != NULL;
            if (!added)
                break;
            j->steps = steps;
            steps[j->n++] =
                (traced_step){.step = sweep->step,
                              .solver = solver,
                              .contacts = sweep->open + sweep->sticking + sweep->sliding,
                              .begin = j->n_points};
        }
        const double costs[] = {[SS_PROFILE_METRIC_UNITS] = sweep->work_units,
                                [SS_PROFILE_METRIC_WORK] =
                                    (double)(sweep->visits + sweep->local_iterations),
                                [SS_PROFILE_METRIC_SWEEPS] = (double)sweep->sweep,
                                [SS_PROFILE_METRIC_TIME] = scale * sweep->cpu_s};
        points[j->n_points++] = (point){sweep->e1, costs[j->metric]};
        j->steps[j->n - 1].end = j->n_points;
    }
    return added || ss_error_memory(j->error, "the traces");
}

/* The loosest E1 that all who solved the problem reached; 0 where nobody did. */
static double equal_e1(const job *j, const traced_step *traced, size_t n)
{
    double loosest = 0.0;
    for (size_t k = 0; k < n; ++k) {
        double best = INFINITY;
        for (size_t i = traced[k].begin; i < traced[k].end; ++i)
            best = fmin(best, j->points[i].e1);
        if (ss_outcome_is_solved(j->runs[traced[k].solver].record->outcome))
            loosest = fmax(loosest, best);
    }
    return loosest;
}

/* One step of the solvers that traced it as a problem; left out if one that ended well did not. */
static bool add_problem(job *j, const traced_step *traced, size_t n)
{
    const size_t n_solvers = j->contest->grid.n_contenders;
    size_t n_needed = 0, n_there = 0;
    bool trivial = true;
    for (size_t s = 0; s < n_solvers; ++s)
        n_needed += !failed(j, s);
    for (size_t k = 0; k < n; ++k) {
        n_there += !failed(j, traced[k].solver);
        trivial = trivial && traced[k].end - traced[k].begin <= 1;
    }
    if (n_there < n_needed) {
        ++j->contest->n_left_out;
        return true;
    }
    for (size_t a = 0; a < j->n_accuracies; ++a) {
        ss_profile_costs *const c = &j->costs[a];
        const size_t p = c->n_problems;
        const double accuracy =
            j->accuracies[a] == SS_PROFILE_EQUAL_E1 ? equal_e1(j, traced, n) : j->accuracies[a];
        if (!ss_profile_costs_add(c, j->error))
            return false;
        c->n_trivial += trivial;
        for (size_t k = 0; k < n; ++k) {
            const size_t s = traced[k].solver;
            double cost = INFINITY; /* of first reaching the accuracy */
            for (size_t i = traced[k].begin; isinf(cost) && i < traced[k].end; ++i)
                cost = j->points[i].e1 <= accuracy ? j->points[i].cost : INFINITY;
            c->cost[p * n_solvers + s] = cost;
            c->n_stopped += isinf(cost) && ss_outcome_is_solved(j->runs[s].record->outcome);
            if (is_per_contact(j->metric))
                c->size[p] = fmax(c->size[p], (double)traced[k].contacts);
        }
    }
    return true;
}

static int by_step(const void *a, const void *b)
{
    const size_t left = ((const traced_step *)a)->step, right = ((const traced_step *)b)->step;
    return (left > right) - (left < right);
}

/* Read the traces of a question's runs; the steps of one number in them are a problem. */
static bool add_question(job *j)
{
    static const char known[] = "solver,step,sweep,e1,visits,local_iterations,cpu_s,open,sticking,"
                                "sliding";
    static const char units[] = "solver,step,sweep,e1,work_units,open,sticking,sliding";
    const char *const required = j->metric == SS_PROFILE_METRIC_UNITS ? units : known;
    j->n = j->n_points = 0;
    for (size_t s = 0; s < j->contest->grid.n_contenders; ++s) {
        const ss_record *const record = j->runs[s].record;
        const ss_summary_row *const row = &record->row;
        ss_traces *const source = &j->sources[j->runs[s].source];
        if (!ss_traces_read(source, row, required, j->error))
            return false;
        if (source->n == 0 && !failed(j, s) && row->sweeps_last > 0)
            return ss_error_set(
                j->error, SS_ERROR_DATA,
                "%s, line %zu: the run of %s left no trace of its sweeps; run "
                "it again with --trace last (run) or trace: last (campaign), or leave the "
                "solver out; an external solver (Siconos) cannot be traced",
                record->path, record->line, row->solver);
        if (!add_steps(j, s, source->sweeps, source->n))
            return false;
    }
    if (j->n > 0)
        qsort(j->steps, j->n, sizeof *j->steps, by_step);
    for (size_t begin = 0, end = 0; begin < j->n; begin = end) {
        while (end < j->n && j->steps[end].step == j->steps[begin].step)
            ++end;
        if (!add_problem(j, &j->steps[begin], end - begin))
            return false;
    }
    return true;
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
             .sources = calloc(contest->n_folders + 1, sizeof *j.sources),
             .runs = contest->grid.rows,
             .error = error};
    bool scored = j.sources != NULL || ss_error_memory(error, "the traces");
    for (size_t a = 0; a < n; ++a)
        costs[a] = (ss_profile_costs){.n_solvers = contest->grid.n_contenders};
    for (size_t f = 0; scored && f < contest->n_folders; ++f)
        j.sources[f] =
            (ss_traces){.folder = contest->folders[f],
                        .summary = contest->summaries != NULL ? &contest->summaries[f] : NULL};
    for (size_t q = 0; scored && q < contest->grid.n_questions;
         ++q, j.runs += contest->grid.n_contenders)
        scored = add_question(&j);
    if (scored && costs[0].n_problems == 0)
        scored =
            ss_error_set(error, SS_ERROR_DATA,
                         "no traced step that all solvers have in common; run them with the same "
                         "--trace (campaign: trace: last)");
    for (size_t f = 0; j.sources != NULL && f < contest->n_folders; ++f)
        ss_traces_free(&j.sources[f]);
    free(j.sources);
    free(j.steps);
    free(j.points);
    return scored;
}

bool ss_profile_pairs(ss_profile_costs *pairs, const ss_profile_costs *costs,
                      const double *accuracies, size_t n, ss_error *error)
{
    const size_t n_solvers = costs->n_solvers;
    *pairs = (ss_profile_costs){.n_solvers = n_solvers};
    for (size_t a = 0; a < n; ++a) {
        pairs->n_stopped += costs[a].n_stopped;
        pairs->n_targets += costs[a].n_stopped == 0;
        if (costs[a].n_stopped == 0)
            pairs->finest =
                pairs->n_targets > 1 ? fmin(pairs->finest, accuracies[a]) : accuracies[a];
    }
    if (pairs->n_targets == 0)
        return ss_error_set(error, SS_ERROR_DATA,
                            "a trace ends above E1 = %g because its run met its own tolerance: no "
                            "target is told by all; run with --stop e1 and a smaller --tol",
                            accuracies[0]);
    for (size_t p = 0; p < costs->n_problems; ++p)
        for (size_t a = 0; a < n; ++a) {
            const size_t at = pairs->n_problems;
            if (costs[a].n_stopped > 0)
                continue;
            if (!ss_profile_costs_add(pairs, error))
                return false;
            pairs->size[at] = costs[a].size[p];
            memcpy(pairs->cost + at * n_solvers, costs[a].cost + p * n_solvers,
                   n_solvers * sizeof *pairs->cost);
        }
    return true;
}

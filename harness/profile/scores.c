/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/scores.h"

#include "problems/base/names.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name, *cost, *unit;
} metrics[] = {
#define X(id, name, cost, unit) {name, cost, unit},
    SS_METRIC_LIST(X)
#undef X
};

enum { N_METRICS = sizeof metrics / sizeof metrics[0] };

const char *ss_metric_name(ss_metric metric)
{
    return metrics[metric].name;
}

const char *ss_metric_cost(ss_metric metric)
{
    return metrics[metric].cost;
}

const char *ss_metric_unit(ss_metric metric)
{
    return metrics[metric].unit;
}

static const char *metric_at(const void *list, size_t k)
{
    (void)list;
    return k < N_METRICS ? metrics[k].name : NULL;
}

bool ss_metric_parse(const char *name, ss_metric *metric, ss_error *error)
{
    size_t k = 0;
    if (!ss_name_find(name, "no metric", metric_at, NULL, "--metric is work, sweeps or time", &k,
                      error))
        return false;
    *metric = (ss_metric)k;
    return true;
}

/* The numbers of a summary row that costs are made of. */
typedef struct numbers {
    double visits, local_iterations, sweeps, cpu_s, contacts, steps;
} numbers;

static bool read_numbers(numbers *n, const ss_csv *table, size_t row, ss_error *error)
{
    return ss_csv_real(table, row, "visits_total", &n->visits, error) &&
           ss_csv_real(table, row, "local_iterations_total", &n->local_iterations, error) &&
           ss_csv_real(table, row, "sweeps_total", &n->sweeps, error) &&
           ss_csv_real(table, row, "cpu_s", &n->cpu_s, error) &&
           ss_csv_real(table, row, "contacts_last", &n->contacts, error) &&
           ss_csv_real(table, row, "steps", &n->steps, error);
}

static double cost_of(const numbers *n, ss_metric metric)
{
    switch (metric) {
    case SS_METRIC_SWEEPS:
        return n->sweeps;
    case SS_METRIC_TIME:
        return n->cpu_s;
    default:
        return n->visits + n->local_iterations;
    }
}

static bool solved(const ss_csv *table, size_t row)
{
    const char *const status = ss_csv_text(table, row, "status");
    return status != NULL && strcmp(status, ss_outcome_name(SS_OUTCOME_SOLVED)) == 0;
}

static bool score_run(double *cost, double *size, const ss_csv *table, size_t row, ss_metric metric,
                      ss_error *error)
{
    numbers n;
    if (!read_numbers(&n, table, row, error))
        return false;
    *size = fmax(*size, metric == SS_METRIC_SWEEPS ? n.steps : n.contacts * n.steps);
    if (!solved(table, row))
        return true;
    if (metric == SS_METRIC_WORK && n.visits == 0.0 && n.sweeps > 0.0)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%.200s, line %zu: %.60s counts no visits, so its work is not known; "
                            "use --metric time, or leave it out with --solvers",
                            table->path, table->lines[row + 1], ss_csv_text(table, row, "solver"));
    *cost = cost_of(&n, metric);
    if (isfinite(*cost) && *cost >= 0.0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA, "%.200s, line %zu: a solved run without its %s",
                        table->path, table->lines[row + 1], metrics[metric].name);
}

bool ss_scores_of_runs(ss_costs *costs, const ss_contest *contest, ss_metric metric,
                       ss_error *error)
{
    const size_t n_solvers = contest->n_solvers;
    bool scored = ss_costs_create(costs, contest->n_questions, n_solvers, error);
    for (size_t k = 0; scored && k < contest->n_questions * n_solvers; ++k) {
        const ss_contest_run *const run = &contest->runs[k];
        scored = score_run(&costs->cost[k], &costs->size[k / n_solvers],
                           ss_contest_table(contest, run), run->row, metric, error);
    }
    if (!scored)
        ss_costs_free(costs);
    return scored;
}

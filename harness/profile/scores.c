/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/scores.h"

#include "problems/base/names.h"

#include <math.h>

static const struct metric {
    const char *name, *cost, *unit;
} metrics[] = {
#define X(id, name, cost, unit) {name, cost, unit},
    SS_PROFILE_METRIC_LIST(X)
#undef X
};

const char *ss_profile_metric_name(ss_profile_metric metric)
{
    return metrics[metric].name;
}

const char *ss_profile_metric_cost(ss_profile_metric metric)
{
    return metrics[metric].cost;
}

const char *ss_profile_metric_unit(ss_profile_metric metric)
{
    return metrics[metric].unit;
}

bool ss_profile_metric_parse(const char *name, ss_profile_metric *metric, ss_error *error)
{
    static const ss_names names =
        SS_NAMES(metrics, "no metric", "--metric is work, sweeps or time");
    const struct metric *const found = ss_names_find(&names, name, error);
    *metric = found != NULL ? (ss_profile_metric)(found - metrics) : *metric;
    return found != NULL;
}

static double cost_of(const ss_summary_row *row, ss_profile_metric metric)
{
    switch (metric) {
    case SS_PROFILE_METRIC_SWEEPS:
        return (double)row->sweeps_total;
    case SS_PROFILE_METRIC_TIME:
        return row->cpu_s;
    default:
        return (double)row->visits_total + (double)row->local_iterations_total;
    }
}

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
    *cost = cost_of(row, metric);
    if (isfinite(*cost) && *cost >= 0.0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA, "%.200s, line %zu: a solved run without its %s",
                        record->path, record->line, metrics[metric].name);
}

bool ss_profile_scores_of_runs(ss_profile_costs *costs, const ss_profile_contest *contest,
                               ss_profile_metric metric, ss_error *error)
{
    const size_t n_solvers = contest->n_solvers;
    bool scored = ss_profile_costs_create(costs, contest->n_questions, n_solvers, error);
    for (size_t k = 0; scored && k < contest->n_questions * n_solvers; ++k)
        scored = score_run(&costs->cost[k], &costs->size[k / n_solvers], contest->runs[k].record,
                           metric, error);
    if (!scored)
        ss_profile_costs_free(costs);
    return scored;
}

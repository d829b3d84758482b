/* Our number for a cell of a printed table, and why it measures nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/results.h"

#include "harness/tables/standing.h"
#include "solvers/base/outcome.h"

#include "solvers/laws/other_law.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- numbers: a cell asks for a measure of the run behind its row, or of that run and another
 * (`row`), or for a trend over all runs that the row, a pattern, stands for ---- */

/* The end of the run, or pile, behind a row; NULL: it has not come to one. */
static const ss_reproduce_result *result_of(const ss_reproduce_place *at, size_t table,
                                            const char *row, size_t instance)
{
    const ss_reproduce_result *const of = ss_reproduce_result_of(
        at->results, ss_paper_runs_find(&at->results->data.runs, table, at->reading, row),
        instance);
    return of != NULL && ss_reproduce_is_complete(of) ? of : NULL;
}

const char *ss_reproduce_excuse(const void *place, const char *row, const char *column,
                                size_t instance)
{
    const ss_reproduce_place *const at = place;
    const ss_measures *const measures = &at->results->data.measures.list;
    const ss_measure *const m = ss_measures_find(measures, column);
    const ss_reproduce_result *const of = result_of(at, at->table, row, instance);
    const ss_summary_row *const run =
        of != NULL && of->complete != NULL ? &of->complete->row : NULL;
    const char *excuse = NULL;
    /* a law that is not Coulomb's is unsolved by its E1: that error is what is measured */
    const bool other = run != NULL && strncmp(run->solver, ss_outer_other_law.name,
                                              strlen(ss_outer_other_law.name)) == 0;
    if (m == NULL || run == NULL || other || !ss_measure_is_observed(measures, m))
        return NULL;
    if (strcmp(run->status, ss_outcome_name(SS_OUTCOME_UNPHYSICAL)) == 0)
        excuse = "No measurement: the run is unphysical, its bodies overlap too far";
    else if (2 * run->steps_capped > run->steps &&
             !(ss_standing_e1(run) <= ss_standing_limit(run->stop, run->tol)))
        excuse = "No measurement: most steps of the run ended unsolved, and E1 of the worst is "
                 "beyond what counts as solved";
    return excuse;
}

/* Have two rows the same counts and residuals? What was asked for is not compared. */
static bool is_same_row(const ss_summary_row *a, const ss_summary_row *b)
{
    const ss_table *const summary = ss_rows_find("summary");
    bool same = true;
    for (size_t k = 0; same && k < summary->n_fields; ++k) {
        const ss_field *const field = &summary->fields[k];
        if (field->kind == SS_FIELD_TEXT || field->varies || strcmp(field->name, "tol") == 0 ||
            strcmp(field->name, "max_sweeps") == 0 || strcmp(field->name, "alpha_bound") == 0)
            continue;
        const double x = ss_rows_value(field, a), y = ss_rows_value(field, b);
        same = x == y || (isnan(x) && isnan(y));
    }
    return same;
}

bool ss_reproduce_is_same(const ss_reproduce_results *results, const ss_paper_run *a,
                          const ss_paper_run *b)
{
    const size_t n = ss_reproduce_instances(results->data.job, a);
    bool same = strcmp(a->solver, b->solver) == 0 && strcmp(a->problem, b->problem) == 0 &&
                (strcmp(a->set, b->set) != 0 || strcmp(a->outer, b->outer) != 0);
    for (size_t i = 0; same && i < n; ++i) {
        const ss_reproduce_result *const x = ss_reproduce_result_of(results, a, i);
        const ss_reproduce_result *const y = ss_reproduce_result_of(results, b, i);
        same = y != NULL && x->complete != NULL && y->complete != NULL &&
               is_same_row(&x->complete->row, &y->complete->row);
    }
    return same;
}

/* The number of a row that is a run. */
static double run_number(const ss_reproduce_place *at, const char *row, const char *column,
                         size_t instance)
{
    const ss_measures *const measures = &at->results->data.measures.list;
    const ss_measure *const m = ss_measures_find(measures, column);
    const ss_reproduce_result *const of = result_of(at, at->table, row, instance);
    char other[64];
    size_t table;
    if (of == NULL || m == NULL)
        return NAN;
    if (of->complete != NULL && strcmp(m->reduce, "count") != 0 &&
        strcmp(of->complete->row.status, ss_outcome_name(SS_OUTCOME_DIVERGED)) == 0)
        return NAN; /* broken off where it diverged: a fragment's numbers */
    if (strcmp(m->reduce, "row") != 0)
        return ss_measures_number(measures, column, &of->series);
    const ss_reproduce_result *const by = sscanf(m->over, "%zu %63s", &table, other) == 2
                                              ? result_of(at, table, other, instance)
                                              : NULL;
    return by != NULL ? ss_measures_number(measures, m->of, &of->series) /
                            ss_measures_number(measures, m->of, &by->series)
                      : NAN;
}

enum { TREND_POINTS = 64 };

/* The number of a pattern: what all runs that it stands for give together. */
static double trend_number(const ss_reproduce_place *at, const ss_measure *trend,
                           const char *pattern, size_t instance)
{
    double x[TREND_POINTS], y[TREND_POINTS];
    const ss_paper_runs *const runs = &at->results->data.runs;
    const double from = strtod(trend->window, NULL);
    size_t n = 0;
    for (size_t k = 0; k < runs->n && n < TREND_POINTS; ++k) {
        const ss_paper_run *const run = &runs->runs[k];
        if (run->table != at->table || strcmp(run->reading, at->reading) != 0 ||
            !ss_reproduce_matches(pattern, run))
            continue;
        const ss_reproduce_result *const of = result_of(at, at->table, run->row, instance);
        x[n] = of != NULL ? ss_series_constant(&of->series, trend->over) : NAN;
        y[n] = ss_reproduce_excuse(at, run->row, trend->of, instance) == NULL
                   ? run_number(at, run->row, trend->of, instance)
                   : NAN;
        n += x[n] >= from && isfinite(y[n]);
    }
    return ss_trend_find(trend->reduce)(x, y, n);
}

double ss_reproduce_number(const void *place, const char *row, const char *column, size_t instance)
{
    const ss_reproduce_place *const at = place;
    const ss_measure *const m = ss_measures_find(&at->results->data.measures.list, column);
    return m != NULL && ss_trend_find(m->reduce) != NULL ? trend_number(at, m, row, instance)
                                                         : run_number(at, row, column, instance);
}

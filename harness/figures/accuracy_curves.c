/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/accuracy_curves.h"

#include "harness/figures/curve.h"
#include "harness/tables/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Levels of the error a decade, and the runs from which on quartiles say more than the range. */
enum { LEVELS_A_DECADE = 10, QUARTILES_FROM = 4 };

bool ss_plot_series_take(ss_plot_series *series, const ss_traces *traces, const ss_plot_axes *axes,
                         size_t step, ss_error *error)
{
    const size_t wanted = step > 0 || traces->n == 0 ? step : traces->sweeps[traces->n - 1].step;
    series->cost = calloc(traces->n + 1, sizeof *series->cost);
    series->error = calloc(traces->n + 1, sizeof *series->error);
    if (series->cost == NULL || series->error == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the traces");
    for (size_t k = 0; k < traces->n; ++k) {
        const double cost = ss_rows_value(axes->cost, &traces->sweeps[k]);
        if (traces->sweeps[k].step != wanted || !isfinite(cost))
            continue;
        series->cost[series->n] = cost;
        series->error[series->n++] = ss_rows_value(axes->error, &traces->sweeps[k]);
    }
    return true;
}

void ss_plot_series_free(ss_plot_series *series)
{
    free(series->cost);
    free(series->error);
    *series = (ss_plot_series){.n = 0};
}

/* The cost at which the error first is <= level; infinite where it never is. */
static double first_reach(const ss_plot_series *s, double level)
{
    for (size_t k = 0; k < s->n; ++k)
        if (s->error[k] <= level)
            return s->cost[k];
    return INFINITY;
}

/* The largest and the smallest error that is drawn; false where there is none. */
static bool find_range(const ss_plot_series *series, size_t n, double *high, double *low)
{
    *high = 0.0;
    *low = INFINITY;
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < series[i].n; ++k)
            if (ss_figure_curve_draws(series[i].error[k])) {
                *high = fmax(*high, series[i].error[k]);
                *low = fmin(*low, series[i].error[k]);
            }
    return *high > 0.0;
}

/* Points of the curve and of its band: two points a level. */
static bool reserve(ss_plot_curve *curve, size_t n, size_t n_band)
{
    curve->x = calloc(n + 1, sizeof *curve->x);
    curve->y = calloc(n + 1, sizeof *curve->y);
    curve->band_x = calloc(n_band + 1, sizeof *curve->band_x);
    curve->band_y = calloc(n_band + 1, sizeof *curve->band_y);
    return curve->x != NULL && curve->y != NULL && curve->band_x != NULL && curve->band_y != NULL;
}

/* Level by level of the error, down to where half of the runs come: the median cost of reaching it
 * first, and both sides of the band. */
static bool make_median(ss_plot_curve *curve, const ss_plot_series *series, size_t n)
{
    double most, least;
    if (!find_range(series, n, &most, &least))
        return reserve(curve, 0, 0);
    const double first = ceil(log10(most) * LEVELS_A_DECADE);
    const double last = floor(log10(least) * LEVELS_A_DECADE);
    const size_t room = (size_t)(first - last) + 1;
    const double outer = n < QUARTILES_FROM ? 0.0 : 0.25;
    double *const costs = calloc(n, sizeof *costs), *const dear = calloc(room, sizeof *dear);
    const bool made = costs != NULL && dear != NULL && reserve(curve, room, 2 * room);
    for (size_t k = 0; made && k < room; ++k) {
        const double level = pow(10.0, (first - (double)k) / LEVELS_A_DECADE);
        for (size_t i = 0; i < n; ++i)
            costs[i] = first_reach(&series[i], level);
        ss_spread_of(costs, n); /* in order */
        if (!isfinite(ss_spread_rank(costs, n, 0.5)))
            break;
        const double dearest = ss_spread_rank(costs, n, 1.0 - outer);
        curve->x[k] = ss_spread_rank(costs, n, 0.5);
        curve->band_x[k] = ss_spread_rank(costs, n, outer);
        curve->y[k] = curve->band_y[k] = level;
        dear[k] = isfinite(dearest) ? dearest : curve->most;
        curve->n = k + 1;
    }
    curve->n_band = 2 * curve->n;
    for (size_t k = 0; made && k < curve->n; ++k) { /* back along the dear side */
        curve->band_x[curve->n_band - 1 - k] = dear[k];
        curve->band_y[curve->n_band - 1 - k] = curve->y[k];
    }
    free(costs);
    free(dear);
    return made;
}

/* The sweeps of the one run, as they are. */
static bool make_single(ss_plot_curve *curve, const ss_plot_series *series)
{
    if (!reserve(curve, series->n, 0))
        return false;
    curve->n = series->n;
    for (size_t k = 0; k < series->n; ++k) {
        curve->x[k] = series->cost[k];
        curve->y[k] = series->error[k];
    }
    return true;
}

bool ss_plot_curve_make(ss_plot_curve *curve, const ss_plot_series *series, size_t n,
                        ss_error *error)
{
    curve->n_runs = n;
    for (size_t i = 0; i < n; ++i)
        if (series[i].n > 0)
            curve->most = fmax(curve->most, series[i].cost[series[i].n - 1]);
    return (n == 1 ? make_single(curve, series) : make_median(curve, series, n)) ||
           ss_error_set(error, SS_ERROR_MEMORY, "no memory for the curves");
}

bool ss_plot_curve_is_seen(const ss_plot_curve *curve)
{
    for (size_t k = 0; k < curve->n; ++k)
        if (ss_figure_curve_draws(curve->y[k]))
            return true;
    return false;
}

/* The next tolerance of the runs that is below `above`; 0: there is none. */
static double next_tolerance(const ss_summary_row *const *runs, size_t n, double above)
{
    double next = 0.0;
    for (size_t k = 0; k < n; ++k)
        if (runs[k]->tol < above)
            next = fmax(next, runs[k]->tol);
    return next;
}

/* The median of a column over the runs with that tolerance; values: room for n. */
static double median_at(double *values, const ss_summary_row *const *runs, size_t n,
                        const ss_field *field, double tolerance, size_t *n_values)
{
    *n_values = 0;
    for (size_t k = 0; k < n; ++k)
        if (runs[k]->tol == tolerance) {
            const double value = ss_rows_value(field, runs[k]);
            values[(*n_values)++] = isfinite(value) ? value : INFINITY;
        }
    ss_spread_of(values, *n_values); /* in order */
    return ss_spread_rank(values, *n_values, 0.5);
}

bool ss_plot_curve_reached(ss_plot_curve *curve, const ss_summary_row *const *runs, size_t n,
                           const ss_plot_axes *axes, ss_error *error)
{
    double *const values = calloc(n, sizeof *values);
    if (values == NULL || !reserve(curve, n, 0)) {
        free(values);
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the curves");
    }
    for (double tol = next_tolerance(runs, n, INFINITY); tol > 0.0;
         tol = next_tolerance(runs, n, tol)) {
        size_t n_runs;
        const double x = median_at(values, runs, n, axes->cost, tol, &n_runs);
        const double y = median_at(values, runs, n, axes->error, tol, &n_runs);
        curve->n_runs = n_runs > curve->n_runs ? n_runs : curve->n_runs;
        if (isfinite(x) && isfinite(y)) {
            curve->x[curve->n] = x;
            curve->y[curve->n++] = y;
        }
    }
    free(values);
    return true;
}

void ss_plot_curve_free(ss_plot_curve *curve)
{
    free(curve->x);
    free(curve->y);
    free(curve->band_x);
    free(curve->band_y);
    *curve = (ss_plot_curve){.n = 0};
}

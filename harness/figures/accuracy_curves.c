/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/accuracy.h"

#include "harness/figures/axis.h"
#include "harness/tables/spread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Levels of the error a decade, and the runs from which on quartiles say more than the range. */
enum { LEVELS_A_DECADE = 10, QUARTILES_FROM = 4 };

bool ss_accuracy_trace_take(ss_accuracy_trace *trace, const ss_traces *traces,
                            const ss_accuracy_axes *axes, size_t step, ss_error *error)
{
    const size_t wanted = step > 0 || traces->n == 0 ? step : traces->sweeps[traces->n - 1].step;
    trace->cost = calloc(traces->n + 1, sizeof *trace->cost);
    trace->error = calloc(traces->n + 1, sizeof *trace->error);
    if (trace->cost == NULL || trace->error == NULL)
        return ss_error_memory(error, "the traces");
    size_t last = 0; /* of the step */
    for (size_t k = 0; k < traces->n; ++k)
        last = traces->sweeps[k].step == wanted ? k : last;
    const double factor =
        axes->factor * (axes->price == SS_PRICE_TIME && traces->n > 0
                            ? ss_traces_time_scale(traces->run, &traces->sweeps[last])
                            : 1.0);
    for (size_t k = 0; k < traces->n; ++k) {
        const double cost = ss_rows_value(axes->cost, &traces->sweeps[k]);
        if (traces->sweeps[k].step != wanted || !isfinite(cost))
            continue;
        trace->cost[trace->n] = cost * factor;
        trace->error[trace->n++] = ss_rows_value(axes->error, &traces->sweeps[k]);
    }
    return true;
}

void ss_accuracy_trace_free(ss_accuracy_trace *trace)
{
    free(trace->cost);
    free(trace->error);
    *trace = (ss_accuracy_trace){.n = 0};
}

/* The cost at which the error first is <= level; infinite where it never is. */
static double first_reach(const ss_accuracy_trace *s, double level)
{
    for (size_t k = 0; k < s->n; ++k)
        if (s->error[k] <= level)
            return s->cost[k];
    return INFINITY;
}

/* Points of the curve and of its band: two points a level. */
static bool reserve(ss_accuracy_curve *curve, size_t n, size_t n_band)
{
    curve->x = calloc(n + 1, sizeof *curve->x);
    curve->y = calloc(n + 1, sizeof *curve->y);
    curve->band_x = calloc(n_band + 1, sizeof *curve->band_x);
    curve->band_y = calloc(n_band + 1, sizeof *curve->band_y);
    return curve->x != NULL && curve->y != NULL && curve->band_x != NULL && curve->band_y != NULL;
}

/* Level by level of the error, down to where half of the runs come: the median cost of reaching it
 * first, and both sides of the band. */
static bool make_median(ss_accuracy_curve *curve, const ss_accuracy_trace *traces, size_t n)
{
    ss_axis drawn = SS_AXIS_EMPTY;
    for (size_t i = 0; i < n; ++i)
        for (size_t k = 0; k < traces[i].n; ++k)
            if (ss_figure_curve_draws(traces[i].error[k]))
                ss_axis_include(&drawn, traces[i].error[k]);
    if (drawn.low > drawn.high)
        return reserve(curve, 0, 0);
    const double first = ceil(log10(drawn.high) * LEVELS_A_DECADE);
    const double last = floor(log10(drawn.low) * LEVELS_A_DECADE);
    const size_t room = (size_t)(first - last) + 1;
    const double outer = n < QUARTILES_FROM ? 0.0 : 0.25;
    double *const costs = calloc(n, sizeof *costs), *const dear = calloc(room, sizeof *dear);
    const bool made = costs != NULL && dear != NULL && reserve(curve, room, 2 * room);
    for (size_t k = 0; made && k < room; ++k) {
        const double level = pow(10.0, (first - (double)k) / LEVELS_A_DECADE);
        for (size_t i = 0; i < n; ++i)
            costs[i] = first_reach(&traces[i], level);
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

/* Of one run its sweeps, as they are. */
bool ss_accuracy_curve_make(ss_accuracy_curve *curve, const ss_accuracy_trace *traces, size_t n,
                            ss_error *error)
{
    bool made = n > 1;
    curve->n_runs = n;
    for (size_t i = 0; i < n; ++i)
        if (traces[i].n > 0)
            curve->most = fmax(curve->most, traces[i].cost[traces[i].n - 1]);
    if (made) {
        made = make_median(curve, traces, n);
    } else if ((made = reserve(curve, traces->n, 0))) {
        curve->n = traces->n;
        for (size_t k = 0; k < traces->n; ++k) {
            curve->x[k] = traces->cost[k];
            curve->y[k] = traces->error[k];
        }
    }
    return made || ss_error_memory(error, "the curves");
}

bool ss_accuracy_is_seen(const ss_accuracy_curve *curve)
{
    for (size_t k = 0; k < curve->n; ++k)
        if (ss_figure_curve_draws(curve->y[k]))
            return true;
    return false;
}

/* The next tolerance of the runs that is below `above`; 0: there is none. */
static double next_tolerance(const ss_grid_row *runs, size_t n, double above)
{
    double next = 0.0;
    for (size_t k = 0; k < n; ++k)
        if (runs[k].record->row.tol < above)
            next = fmax(next, runs[k].record->row.tol);
    return next;
}

/* Of a run, by the axis. */
static double value_of(const ss_summary_row *run, const ss_accuracy_axes *axes, bool of_cost)
{
    const bool e1 = axes->error->source == SS_FROM_ESTIMATOR && axes->error->from == SS_ESTIMATE_e1;
    if (!of_cost)
        return e1 ? ss_standing_e1(run) : ss_rows_value(axes->error, run);
    return axes->factor * (axes->price < SS_PRICE_COUNT ? ss_price_of(run, axes->price)
                                                        : ss_rows_value(axes->cost, run));
}

/* The median over the runs with that tolerance; values: room for n. */
static double median_at(double *values, const ss_grid_row *runs, size_t n,
                        const ss_accuracy_axes *axes, bool of_cost, double tolerance)
{
    size_t n_values = 0;
    for (size_t k = 0; k < n; ++k)
        if (runs[k].record->row.tol == tolerance) {
            const double value = value_of(&runs[k].record->row, axes, of_cost);
            values[n_values++] = isfinite(value) ? value : INFINITY;
        }
    ss_spread_of(values, n_values); /* in order */
    return ss_spread_rank(values, n_values, 0.5);
}

bool ss_accuracy_curve_reached(ss_accuracy_curve *curve, const ss_grid_row *runs, size_t n,
                               const ss_accuracy_axes *axes, ss_error *error)
{
    double *const values = calloc(n, sizeof *values);
    const bool made =
        (values != NULL && reserve(curve, n, 0)) || ss_error_memory(error, "the curves");
    for (double tol = INFINITY; made && (tol = next_tolerance(runs, n, tol)) > 0.0;) {
        size_t n_runs = 0;
        for (size_t k = 0; k < n; ++k)
            n_runs += runs[k].record->row.tol == tol;
        const double x = median_at(values, runs, n, axes, true, tol);
        const double y = median_at(values, runs, n, axes, false, tol);
        curve->n_runs = n_runs > curve->n_runs ? n_runs : curve->n_runs;
        if (isfinite(x) && isfinite(y)) {
            curve->x[curve->n] = x;
            curve->y[curve->n++] = y;
        }
    }
    free(values);
    return made;
}

void ss_accuracy_curve_free(ss_accuracy_curve *curve)
{
    free(curve->x);
    free(curve->y);
    free(curve->band_x);
    free(curve->band_y);
    *curve = (ss_accuracy_curve){.n = 0};
}

/* The curves of `plot accuracy`: what an estimator fell to against the cost so far, from the traces
 * of a solver's runs, one an instance.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_ACCURACY_CURVES_H
#define SS_HARNESS_FIGURES_ACCURACY_CURVES_H

#include "harness/tables/traces.h"
#include "harness/tables/rows.h"

/* Both axes: columns of convergence.csv. */
typedef struct ss_plot_axes {
    const ss_field *error; /* a REAL column */
    const ss_field *cost;  /* sweep, work_units or cpu_s */
} ss_plot_axes;

/* The trace of one run in one step: cost and error after each of n sweeps; both arrays owned. */
typedef struct ss_plot_series {
    double *cost, *error;
    size_t n;
} ss_plot_series;

/* A curve. Of one run: its sweeps. Of several: at each error level the median cost of reaching it
 * first, down to where half of the runs come, and the band between the quartiles (the range below
 * four runs), whose outline goes down the cheap side and up the dear one; a side that fewer runs
 * reach lies at the largest cost of all. */
typedef struct ss_plot_curve {
    char name[200];
    double *x, *y;
    size_t n;
    double *band_x, *band_y; /* n_band points; NULL: none */
    size_t n_band;
    size_t n_runs;
    double most; /* the largest cost of its runs */
} ss_plot_curve;

/* Is there a point above SS_FIGURE_CURVE_SMALLEST? */
bool ss_plot_curve_is_seen(const ss_plot_curve *curve);

/* Append the sweeps of `step` that the traces hold; 0: of the last step in them. An empty trace is
 * no error: *series stays empty. SS_ERROR_MEMORY. */
bool ss_plot_series_take(ss_plot_series *series, const ss_traces *traces, const ss_plot_axes *axes,
                         size_t step, ss_error *error);
void ss_plot_series_free(ss_plot_series *series);

/* Make x, y and the band from n >= 1 traces. SS_ERROR_MEMORY. Free with ss_plot_curve_free, also
 * after an error. */
bool ss_plot_curve_make(ss_plot_curve *curve, const ss_plot_series *series, size_t n,
                        ss_error *error);

/* Instead, from n >= 1 runs that were not traced: a point a tolerance, the loosest first, at the
 * medians over the runs of what they cost and of the error at which they ended, solved or not; no
 * number counts as infinite. `axes` are columns of summary.csv. SS_ERROR_MEMORY. */
bool ss_plot_curve_reached(ss_plot_curve *curve, const ss_summary_row *const *runs, size_t n,
                           const ss_plot_axes *axes, ss_error *error);
void ss_plot_curve_free(ss_plot_curve *curve);

#endif

/* Accuracy against cost: the curves of what an estimator fell to, and the figure of them.
 *
 *     plot/accuracy.c     which runs make a curve, which curves a figure, in which columns
 *       |  traces of a solver's runs, one an instance; or what its runs reached
 *     accuracy_curves.c   a curve: one run's sweeps, or the median of several and its band
 *       |  curves, owned by who asked for them
 *     accuracy_figure.c   axes, names at the ends or in a key, accuracy.gp
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_ACCURACY_H
#define SS_HARNESS_FIGURES_ACCURACY_H

#include "harness/figures/figure.h"
#include "harness/tables/grid.h"
#include "harness/tables/standing.h"
#include "harness/tables/traces.h"

/* Both axes: columns of convergence.csv, or of summary.csv, where E1 is that of the worst step. */
typedef struct ss_accuracy_axes {
    const ss_field *error; /* a REAL column; NULL: the table has none */
    const ss_field *cost;  /* sweeps, work units or CPU time */
    double factor;         /* from the unit of that column to the axis' */
    ss_price price;        /* that stands for the column: SS_PRICE_COUNT: none, it is sweeps */
} ss_accuracy_axes;

/* The trace of one run in one step: cost and error after each of n sweeps; both arrays owned. */
typedef struct ss_accuracy_trace {
    double *cost, *error;
    size_t n;
} ss_accuracy_trace;

/* A curve. Of one run: its sweeps. Of several: at each error level the median cost of reaching it
 * first, down to where half of the runs come, and the band between the quartiles (the range below
 * four runs), whose outline goes down the cheap side and up the dear one; a side that fewer runs
 * reach lies at the largest cost of all. All four arrays are owned. */
typedef struct ss_accuracy_curve {
    char name[200];
    double *x, *y;
    size_t n;
    double *band_x, *band_y; /* n_band points; NULL: none */
    size_t n_band;
    size_t n_runs;
    double most; /* the largest cost of its runs */
} ss_accuracy_curve;

/* Is there a point above SS_FIGURE_CURVE_SMALLEST? */
bool ss_accuracy_is_seen(const ss_accuracy_curve *curve);

/* Take the sweeps of `step` that the traces hold; 0: of the last step in them. An empty trace is
 * no error: *trace stays empty. SS_ERROR_MEMORY. */
bool ss_accuracy_trace_take(ss_accuracy_trace *trace, const ss_traces *traces,
                            const ss_accuracy_axes *axes, size_t step, ss_error *error);
void ss_accuracy_trace_free(ss_accuracy_trace *trace);

/* Make x, y and the band from n >= 1 traces. SS_ERROR_MEMORY. Free with ss_accuracy_curve_free,
 * also after an error. */
bool ss_accuracy_curve_make(ss_accuracy_curve *curve, const ss_accuracy_trace *traces, size_t n,
                            ss_error *error);

/* Instead, from n >= 1 runs that were not traced: a point a tolerance, the loosest first, at the
 * medians over the runs of what they cost and of the error at which they ended, solved or not; no
 * number counts as infinite. `axes` are columns of summary.csv. SS_ERROR_MEMORY. */
bool ss_accuracy_curve_reached(ss_accuracy_curve *curve, const ss_grid_row *runs, size_t n,
                               const ss_accuracy_axes *axes, ss_error *error);
void ss_accuracy_curve_free(ss_accuracy_curve *curve);

/* The figure's curves and axes; all borrowed. */
typedef struct ss_accuracy_picture {
    const ss_accuracy_curve *curves;
    size_t n_curves;             /* >= 1 */
    const char *x_name, *y_name; /* of the axes, with units */
    double tolerance;            /* drawn as a line; NAN: none */
} ss_accuracy_picture;

/* Draw two beside each other, with one axis of errors and one key: the same contenders by other
 * costs, some of them without points. Errors of ss_figure_begin. */
bool ss_accuracy_draw_pair(const ss_figure *figure, const ss_accuracy_picture pictures[2],
                           ss_error *error);

/* Draw it, the curves named at their ends, or in a key where they crowd. Errors of
 * ss_figure_begin. */
bool ss_accuracy_draw(const ss_figure *figure, const ss_accuracy_picture *picture, ss_error *error);

#endif

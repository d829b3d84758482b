/* The axis of a figure, from the values that it shows to its limits. One is made in this order, and
 * every figure whose script does not leave it to gnuplot makes its axes so:
 *
 *     ss_axis a = SS_AXIS_EMPTY;
 *     ss_axis_include(&a, value);          of each value
 *     ss_axis_judge(&a, SS_AXIS_WIDE);     linear or logarithmic; an empty one holds 1
 *     ss_axis_widen(&a, 0.06);             room at both ends
 *     ss_axis_print(out, "value", &a);     value_low, value_high, value_log
 *
 * A logarithmic axis is positive; low <= high once it has been judged.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_AXIS_H
#define SS_HARNESS_FIGURES_AXIS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* From this ratio of its ends on an axis is logarithmic, unless its figure knows better. */
#define SS_AXIS_WIDE 10.0

typedef struct ss_axis {
    double low, high; /* in the unit of the values */
    bool log;
} ss_axis;

/* The axis of no value. */
#define SS_AXIS_EMPTY ((ss_axis){.low = INFINITY, .high = -INFINITY})

/* Hold a value too; what is not finite is passed over. */
void ss_axis_include(ss_axis *axis, double value);

/* Logarithmic if the least value is positive and the largest above `wide` times that. */
void ss_axis_judge(ss_axis *axis, double wide);

/* Add a share of the length at each end, of a logarithmic axis of that of the logarithms. One of a
 * single value is as long as that value, and at least 1. */
void ss_axis_widen(ss_axis *axis, double share);

/* The place of a value: 0 at the low end, 1 at the high one. */
double ss_axis_place(const ss_axis *axis, double value);

/* The value at a place. */
double ss_axis_value(const ss_axis *axis, double place);

/* The settings NAME_low, NAME_high and NAME_log of gnuplot. */
void ss_axis_print(FILE *out, const char *name, const ss_axis *axis);

/* ---- points of a curve on a logarithmic axis, which has no zero: which are drawn, which stand
 * alone, and which are left out where there are too many ---- */

/* Up to here a value counts as 0, and is not drawn. */
#define SS_FIGURE_CURVE_SMALLEST 1e-18

/* Is the value drawn: finite and above SS_FIGURE_CURVE_SMALLEST? */
bool ss_figure_curve_draws(double y);

/* Is y[k] drawn and neither of its neighbours? Then no line shows it: it needs a marker. */
bool ss_figure_curve_is_lone(const double *y, size_t n, size_t k);

/* Is point k of n among at most `most` >= 2 evenly chosen ones, the first and the last included? */
bool ss_figure_curve_keeps(size_t k, size_t n, size_t most);

#endif

/* Points of a curve on a logarithmic axis, which has no zero: which are drawn, which stand alone,
 * and which are left out where there are too many.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_CURVE_H
#define SS_HARNESS_FIGURES_CURVE_H

#include <stdbool.h>
#include <stddef.h>

/* Up to here a value counts as 0, and is not drawn. */
#define SS_FIGURE_CURVE_SMALLEST 1e-18

/* Is the value drawn: finite and above SS_FIGURE_CURVE_SMALLEST? */
bool ss_figure_curve_draws(double y);

/* Is y[k] drawn and neither of its neighbours? Then no line shows it: it needs a marker. */
bool ss_figure_curve_is_lone(const double *y, size_t n, size_t k);

/* Is point k of n among at most `most` >= 2 evenly chosen ones, the first and the last included? */
bool ss_figure_curve_keeps(size_t k, size_t n, size_t most);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/curve.h"

#include <math.h>

bool ss_figure_curve_draws(double y)
{
    return isfinite(y) && y > SS_FIGURE_CURVE_SMALLEST;
}

bool ss_figure_curve_is_lone(const double *y, size_t n, size_t k)
{
    return ss_figure_curve_draws(y[k]) && (k == 0 || !ss_figure_curve_draws(y[k - 1])) &&
           (k + 1 >= n || !ss_figure_curve_draws(y[k + 1]));
}

/* The chosen ones are i (n - 1) / (most - 1), rounded down: k is one if such an i is below k + 1
 * and not below k. */
bool ss_figure_curve_keeps(size_t k, size_t n, size_t most)
{
    if (n <= most)
        return true;
    const size_t i = (k * (most - 1) + n - 2) / (n - 1); /* the first that is not below k */
    return i * (n - 1) / (most - 1) == k;
}

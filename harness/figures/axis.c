/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/axis.h"

void ss_axis_include(ss_axis *a, double value)
{
    if (isfinite(value)) {
        a->low = fmin(a->low, value);
        a->high = fmax(a->high, value);
    }
}

void ss_axis_judge(ss_axis *a, double wide)
{
    if (a->low > a->high)
        a->low = a->high = 1.0;
    a->log = a->low > 0.0 && a->high > wide * a->low;
}

void ss_axis_widen(ss_axis *a, double share)
{
    if (a->log) {
        const double factor = pow(a->high / a->low, share);
        a->low /= factor;
        a->high *= factor;
        return;
    }
    const double length = a->high > a->low ? a->high - a->low : fmax(fabs(a->high), 1.0);
    a->low -= share * length;
    a->high += share * length;
}

double ss_axis_place(const ss_axis *a, double value)
{
    return a->log ? log(value / a->low) / log(a->high / a->low)
                  : (value - a->low) / (a->high - a->low);
}

double ss_axis_value(const ss_axis *a, double place)
{
    return a->log ? a->low * pow(a->high / a->low, place) : a->low + place * (a->high - a->low);
}

void ss_axis_print(FILE *out, const char *name, const ss_axis *a)
{
    fprintf(out, "%s_low = %.9g\n%s_high = %.9g\n%s_log = %d\n", name, a->low, name, a->high, name,
            a->log);
}

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

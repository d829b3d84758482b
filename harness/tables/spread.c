/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/spread.h"

#include <gsl/gsl_sort.h>
#include <math.h>

double ss_spread_quantile(const double *sorted, size_t n, double part)
{
    const double at = part * (double)(n - 1);
    const size_t k = (size_t)at;
    const double rest = at - (double)k;
    /* not GSL's: at a number it adds 0 times the next one, which INFINITY makes NaN */
    return rest > 0.0 ? (1.0 - rest) * sorted[k] + rest * sorted[k + 1] : sorted[k];
}

double ss_spread_rank(const double *sorted, size_t n, double part)
{
    const double rank = ceil(part * (double)n - 1e-9); /* 0.25 times 4 is 1, rounded or not */
    return sorted[rank < 1.0 ? 0 : (size_t)rank - 1];
}

ss_spread ss_spread_of(double *values, size_t n)
{
    size_t kept = 0;
    for (size_t k = 0; k < n; ++k)
        if (!isnan(values[k])) {
            const double value = values[k];
            values[k] = values[kept];
            values[kept++] = value;
        }
    if (kept == 0)
        return (ss_spread){0, NAN, NAN, NAN, NAN, NAN};
    gsl_sort(values, 1, kept);
    return (ss_spread){.n = kept,
                       .least = values[0],
                       .q1 = ss_spread_quantile(values, kept, 0.25),
                       .median = ss_spread_quantile(values, kept, 0.5),
                       .q3 = ss_spread_quantile(values, kept, 0.75),
                       .largest = values[kept - 1]};
}

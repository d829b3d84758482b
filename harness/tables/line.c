/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/line.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

ss_line ss_line_fit(const double *x, const double *y, size_t n)
{
    double start = 0.0, slope = 0.0, cov00 = 0.0, cov01 = 0.0, cov11 = 0.0, squares = 0.0;
    gsl_fit_linear(x, 1, y, 1, n, &start, &slope, &cov00, &cov01, &cov11, &squares);
    const double scatter = gsl_stats_tss(y, 1, n);
    return (ss_line){.start = start,
                     .slope = slope,
                     .error = n > 2 ? sqrt(cov11) : NAN,
                     .r2 = scatter > 0.0 ? 1.0 - squares / scatter : 0.0};
}

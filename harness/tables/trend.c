/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/trend.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { LEAST = 3, MOST = 64 }; /* points */

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

static bool take_logs(double *logs, const double *from, size_t n)
{
    bool positive = n >= LEAST && n <= MOST;
    for (size_t k = 0; positive && k < n; ++k) {
        positive = from[k] > 0.0;
        logs[k] = log(from[k]);
    }
    return positive;
}

double ss_trend_power(const double *x, const double *y, size_t n)
{
    double log_x[MOST], log_y[MOST];
    return take_logs(log_x, x, n) && take_logs(log_y, y, n) ? ss_line_fit(log_x, log_y, n).slope
                                                            : NAN;
}

double ss_trend_power_rather(const double *x, const double *y, size_t n)
{
    double log_x[MOST], log_y[MOST];
    if (!take_logs(log_x, x, n) || !take_logs(log_y, y, n))
        return NAN;
    return ss_line_fit(log_x, log_y, n).r2 - ss_line_fit(x, log_y, n).r2;
}

double ss_trend_ends(const double *x, const double *y, size_t n)
{
    size_t low = 0, high = 0;
    for (size_t k = 1; k < n; ++k) {
        low = x[k] < x[low] ? k : low;
        high = x[k] > x[high] ? k : high;
    }
    return n > 1 ? y[high] / y[low] : NAN;
}

double ss_trend_falls(const double *x, const double *y, size_t n)
{
    double work[2 * MOST];
    return n >= LEAST && n <= MOST ? -gsl_stats_spearman(x, 1, y, 1, n, work) : NAN;
}

ss_trend *ss_trend_find(const char *name)
{
    static const struct {
        const char *name;
        ss_trend *of;
    } trends[] = {{"power", ss_trend_power},
                  {"power_rather", ss_trend_power_rather},
                  {"ends", ss_trend_ends},
                  {"falls", ss_trend_falls}};
    for (size_t k = 0; k < sizeof trends / sizeof *trends; ++k)
        if (strcmp(name, trends[k].name) == 0)
            return trends[k].of;
    return NULL;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/trends.h"

#include "harness/profile/line.h"

#include <fnmatch.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

enum { LEAST = 3, MOST = 64 }; /* points */

static bool take_logs(double *logs, const double *values, size_t n)
{
    bool positive = n >= LEAST && n <= MOST;
    for (size_t k = 0; positive && k < n; ++k) {
        positive = values[k] > 0.0;
        logs[k] = log(values[k]);
    }
    return positive;
}

double ss_trend_power(const double *x, const double *y, size_t n)
{
    double log_x[MOST], log_y[MOST];
    return take_logs(log_x, x, n) && take_logs(log_y, y, n)
               ? ss_profile_line_fit(log_x, log_y, n).slope
               : NAN;
}

double ss_trend_power_rather(const double *x, const double *y, size_t n)
{
    double log_x[MOST], log_y[MOST];
    if (!take_logs(log_x, x, n) || !take_logs(log_y, y, n))
        return NAN;
    return ss_profile_line_fit(log_x, log_y, n).r2 - ss_profile_line_fit(x, log_y, n).r2;
}

double ss_trend_ends(const double *x, const double *y, size_t n)
{
    size_t least = 0, largest = 0;
    for (size_t k = 1; k < n; ++k) {
        least = x[k] < x[least] ? k : least;
        largest = x[k] > x[largest] ? k : largest;
    }
    return n > 1 ? y[largest] / y[least] : NAN;
}

double ss_trend_fall(const double *x, const double *y, size_t n)
{
    double work[2 * MOST];
    return n >= LEAST && n <= MOST ? -gsl_stats_spearman(x, 1, y, 1, n, work) : NAN;
}

static const ss_trend trends[] = {
    {"cpu_power_of_balls", "power p of N in the CPU time a step, N from 500 on", "balls", 500.0,
     "cpu_s_per_step", ss_trend_power},
    {"cpu_power_law_of_balls", "R^2 of log CPU time against log N, less that against N", "balls",
     500.0, "cpu_s_per_step", ss_trend_power_rather},
    {"cpu_power_of_balls_from_125", "power p of N in the CPU time a step, N from 125 on", "balls",
     125.0, "cpu_s_per_step", ss_trend_power},
    {"cpu_power_law_of_balls_from_125",
     "R^2 of log CPU time against log N, less that against N, N from 125 on", "balls", 125.0,
     "cpu_s_per_step", ss_trend_power_rather},
    {"cpu_power_of_mu", "power p of mu in the CPU time a step, mu > 0", "mu", 1e-9,
     "cpu_s_per_step", ss_trend_power},
    {"cpu_power_law_of_mu", "R^2 of log CPU time against log mu, less that against mu, mu > 0",
     "mu", 1e-9, "cpu_s_per_step", ss_trend_power_rather},
    {"cpu_of_mu_ends", "CPU time a step at the largest mu over that at the least above 0", "mu",
     1e-9, "cpu_s_per_step", ss_trend_ends},
    {"sweeps_power_of_n", "power p of n in the sweeps of a step", "n", 0.0, "sweeps_solved",
     ss_trend_power},
    {"effective_below_falls", "minus the rank correlation of N_e below the orifice with mu", "mu",
     0.0, "effective_below_end", ss_trend_fall},
    {"out_falls", "minus the rank correlation of the balls out with mu", "mu", 0.0, "out_end",
     ss_trend_fall},
};

const ss_trend *ss_trend_find(const char *name)
{
    for (size_t k = 0; k < sizeof trends / sizeof *trends; ++k)
        if (strcmp(trends[k].name, name) == 0)
            return &trends[k];
    return NULL;
}

bool ss_trend_is_pattern(const char *row)
{
    return strchr(row, '*') != NULL;
}

bool ss_trend_matches(const char *pattern, const ss_paper_run *run)
{
    return fnmatch(pattern, run->row, 0) == 0;
}

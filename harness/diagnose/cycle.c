/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/cycle.h"

#include <gsl/gsl_minmax.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { LEAST = 10 };

static const double same = 1e-6, near = 1e-2, rough = 0.4;

/* The last sweeps that are compared with those `length` before. */
static size_t compared(size_t length)
{
    return GSL_MAX(2 * length, LEAST);
}

static double change_over(size_t length, const double *errors, size_t n)
{
    double change = 0.0, largest = 0.0;
    for (size_t k = n - compared(length); k < n; ++k) {
        change = fmax(change, fabs(errors[k] - errors[k - length]));
        largest = fmax(largest, errors[k]);
    }
    return change == 0.0 ? 0.0 : change / largest;
}

/* The lag of the top of the first rise; 0: none. */
static size_t find_rise(const double *logs, size_t n)
{
    const double mean = gsl_stats_mean(logs, 1, n), variance = gsl_stats_tss(logs, 1, n);
    double top = rough;
    size_t length = 0;
    bool has_fallen = false;
    for (size_t lag = 1; variance > 0.0 && 3 * lag <= n; ++lag) {
        double sum = 0.0;
        for (size_t k = lag; k < n; ++k)
            sum += (logs[k] - mean) * (logs[k - lag] - mean);
        const double correlation = sum / variance * (double)n / (double)(n - lag);
        if (correlation <= 0.0 && length > 0)
            break;
        has_fallen = has_fallen || correlation <= 0.0;
        if (has_fallen && correlation >= top) {
            top = correlation;
            length = lag;
        }
    }
    return length;
}

ss_cycle ss_cycle_find(const double *errors, const uint64_t *marks, size_t n, double *scratch)
{
    ss_cycle found = {0, "", NAN};
    for (size_t length = 1; 3 * length <= n && length + LEAST <= n; ++length) {
        const double change = change_over(length, errors, n);
        const uint64_t *const last = marks + n - compared(length);
        if (change <= same && memcmp(last, last - length, compared(length) * sizeof *marks) == 0)
            return (ss_cycle){length, "exact", change};
        if (change <= near && found.length == 0)
            found = (ss_cycle){length, "near", change};
    }
    if (found.length > 0)
        return found;
    for (size_t k = 0; k < n; ++k)
        scratch[k] = log(errors[k]);
    const size_t length = find_rise(scratch, n);
    if (length > 0)
        found = (ss_cycle){length, "rough", change_over(length, errors, n)};
    return found;
}

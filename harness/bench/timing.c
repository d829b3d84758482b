/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/timing.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

void ss_bench_timing_of(ss_bench_timing *timing, double *samples, size_t n)
{
    gsl_sort(samples, 1, n);
    timing->batches = n;
    timing->median = gsl_stats_median_from_sorted_data(samples, 1, n);
    timing->q1 = gsl_stats_quantile_from_sorted_data(samples, 1, n, 0.25);
    timing->q3 = gsl_stats_quantile_from_sorted_data(samples, 1, n, 0.75);
}

void ss_bench_timing_scale(ss_bench_timing *timing, double factor)
{
    timing->median *= factor;
    timing->q1 *= factor;
    timing->q3 *= factor;
}

const char *ss_bench_verdict(const ss_bench_timing *timing, double share, double slower,
                             size_t threads)
{
    if (share < SS_BENCH_MIN_SHARE)
        return threads > 1 ? "cores-not-free" : "noisy-load";
    if (slower > SS_BENCH_MAX_SLOWER)
        return "noisy-clock";
    if (!(timing->q3 - timing->q1 <= SS_BENCH_MAX_SPREAD * timing->median))
        return "noisy-spread";
    return "ok";
}

/* A figure over its batches: median, quartiles, and whether the machine was quiet enough to believe
 * it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_TIMING_H
#define SS_HARNESS_BENCH_TIMING_H

#include <stddef.h>

/* Limits beyond which a figure is called noisy (column `verdict`). */
#define SS_BENCH_MAX_SPREAD 0.10 /* (q3 - q1)/median over the batches */
#define SS_BENCH_MAX_SLOWER 1.05 /* the fixed arithmetic, over its fastest of the run */
#define SS_BENCH_MIN_SHARE  0.95 /* of a core, for each thread */

/* What a figure was, over its batches, in the unit of its samples. */
typedef struct ss_bench_timing {
    double median, q1, q3;
    size_t batches, repeats; /* repeats of the work in a batch */
    const char *verdict;
} ss_bench_timing;

/* Median and quartiles of n samples, which are put in order; sets no verdict. */
void ss_bench_timing_of(ss_bench_timing *timing, double *samples, size_t n);

/* Multiply the timing by `factor`, to change its unit. */
void ss_bench_timing_scale(ss_bench_timing *timing, double factor);

/* "ok", or why nothing can be concluded: "noisy-spread", "noisy-clock" (the fixed arithmetic took
 * `slower` times its least), "noisy-load" (the thread got less than its core) and, for several
 * threads, "cores-not-free". */
const char *ss_bench_verdict(const ss_bench_timing *timing, double share, double slower,
                             size_t threads);

#endif

/* Timing in batches: medians with quartiles, and whether the machine was quiet enough to believe
 * them. Every figure of the benchmark is a row of the table `bench` (harness/tables/fields.def).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_MEASURE_H
#define SS_HARNESS_BENCH_MEASURE_H

#include "harness/bench/bench.h"
#include "harness/bench/machine.h"
#include "harness/process/progress.h"

/* Limits beyond which a figure is called noisy (column `verdict`). */
#define SS_BENCH_MAX_SPREAD 0.10 /* (q3 - q1)/median over the batches */
#define SS_BENCH_MAX_SLOWER 1.05 /* the fixed arithmetic, over its fastest of the run */
#define SS_BENCH_MIN_SHARE  0.95 /* of a core, for each thread */

/* A benchmark under way. */
typedef struct ss_bench {
    const ss_bench_job *job;
    ss_machine machine;
    char cache[4096]; /* folder of settled beds */
    ss_bench_row *rows;
    size_t n_rows, capacity;
    ss_progress bar;
    size_t done; /* pieces of the work that have ended */
} ss_bench;

/* What a figure was, over its batches, in the unit of its samples. */
typedef struct ss_timing {
    double median, q1, q3;
    size_t batches, repeats; /* repeats of the work in a batch */
    const char *verdict;
} ss_timing;

/* One batch: do the work `repeats` times and say how long its timed part took in all, in s: thread
 * CPU time for one thread, wall-clock time for more (ss_bench_now). */
typedef bool ss_batch(void *context, size_t repeats, double *seconds, ss_error *error);

/* CPU time of this thread for one thread, wall-clock time for more, s. */
double ss_bench_now(size_t threads);

/* Run a batch to warm up and choose the repeats by, then batches until there are enough for
 * quartiles. The timing is in s a repeat. SS_ERROR_INTERRUPTED, or the batch's own error. */
bool ss_measure(ss_bench *bench, size_t threads, ss_batch *batch, void *context, ss_timing *timing,
                ss_error *error);

/* Median and quartiles of n samples, which are put in order; sets no verdict. */
void ss_timing_of(ss_timing *timing, double *samples, size_t n);

/* Multiply the timing by `factor`, to change its unit. */
void ss_timing_scale(ss_timing *timing, double factor);

/* "ok", or why nothing can be concluded: "noisy-spread", "noisy-clock" (the fixed arithmetic took
 * `slower` times its least), "noisy-load" (the thread got less than its core) and, for several
 * threads, "cores-not-free". */
const char *ss_bench_verdict(const ss_timing *timing, double share, double slower, size_t threads);

/* A row with the timing, all else of it unknown (NAN, "", 0). */
ss_bench_row ss_bench_row_of(const char *kind, const char *subject, const char *unit,
                             const ss_timing *timing);

/* Complete the row by its bounds: `bytes` moved and `flops` done for each unit of work, whose time
 * the row gives in units of `unit_s` seconds; `working_set` bytes are gone over again and again.
 * NAN: unknown. */
void ss_bench_set_bounds(const ss_bench *bench, ss_bench_row *row, double unit_s, double bytes,
                         double flops, double working_set);

/* Keep a row. SS_ERROR_MEMORY. */
bool ss_bench_add(ss_bench *bench, const ss_bench_row *row, ss_error *error);

/* A piece of the work is done: move the bar on. */
void ss_bench_tick(ss_bench *bench);

#endif

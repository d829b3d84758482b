/* Timing in batches: medians with quartiles, and whether the machine was quiet enough to believe
 * them. Every figure of the benchmark is a row of the table `bench` (harness/tables/fields.def).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_MEASURE_H
#define SS_HARNESS_BENCH_MEASURE_H

#include "harness/bench/job.h"
#include "harness/bench/machine.h"
#include "harness/bench/timing.h"
#include "harness/process/progress.h"

/* A benchmark under way. */
typedef struct ss_bench {
    const ss_bench_job *job;
    ss_bench_machine machine;
    char cache[4096]; /* folder of settled beds */
    ss_bench_row *rows;
    size_t n_rows, capacity;
    ss_progress bar;
    size_t done; /* pieces of the work that have ended */
} ss_bench;

/* One batch: do the work `repeats` times and say how long its timed part took in all, in s: thread
 * CPU time for one thread, wall-clock time for more (ss_bench_now). */
typedef bool ss_bench_batch(void *context, size_t repeats, double *seconds, ss_error *error);

/* CPU time of this thread for one thread, wall-clock time for more, s. */
double ss_bench_now(size_t threads);

/* Run a batch to warm up and choose the repeats by, then batches until there are enough for
 * quartiles. The timing is in s a repeat. SS_ERROR_INTERRUPTED, or the batch's own error. */
bool ss_bench_measure(ss_bench *bench, size_t threads, ss_bench_batch *batch, void *context,
                      ss_bench_timing *timing, ss_error *error);

/* A row with the timing, all else of it unknown (NAN, "", 0). */
ss_bench_row ss_bench_row_of(const char *kind, const char *subject, const char *unit,
                             const ss_bench_timing *timing);

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

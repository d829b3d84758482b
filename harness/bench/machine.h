/* Abilities of the machine, measured: memory bandwidth (STREAM's triad, McCalpin 1995) where the
 * working set lies in L2, in L3 and in memory, with one and two threads; fused multiply-adds a
 * second in each instruction set that the CPU has; and how long a fixed piece of arithmetic takes,
 * to see a clock that changes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_MACHINE_H
#define SS_HARNESS_BENCH_MACHINE_H

#include "harness/bench/peak.h"
#include "harness/tables/rows.h"
#include "problems/base/error.h"
#include "problems/base/clock.h"

/* Limits beyond which a figure is called noisy (column `verdict`). */
/* Choices: a quiet machine stays within them, and what is beyond is the work of another process, or
 * another frequency. */
#define SS_BENCH_MAX_SPREAD 0.10 /* (q3 - q1)/median over the batches */
#define SS_BENCH_MAX_SLOWER 1.05 /* the fixed arithmetic, over its fastest of the run */
#define SS_BENCH_MIN_SHARE  0.95 /* of a core, for each thread */
#define SS_BENCH_SHARE_MS   5.0  /* of work, to find that share beside a measurement */
#define SS_BENCH_CORES_MS   25.0 /* the same for the machine as a whole: several time slices */

/* A figure over its batches, in the unit of its samples. */
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

typedef enum ss_bench_level {
    SS_BENCH_LEVEL_L2,
    SS_BENCH_LEVEL_L3,
    SS_BENCH_LEVEL_MEMORY,
    SS_BENCH_N_LEVELS
} ss_bench_level;

enum { SS_BENCH_MACHINE_THREADS = 2, SS_BENCH_MACHINE_MAX_ROWS = 32 };

typedef struct ss_bench_machine {
    double cache_bytes[2];                                     /* of L2, of L3 */
    double triad[SS_BENCH_MACHINE_THREADS][SS_BENCH_N_LEVELS]; /* bytes/s, by threads - 1 */
    /* flop/s, by threads - 1 and instruction set (ss_bench_peak_at); 0: the CPU has it not */
    double peak[SS_BENCH_MACHINE_THREADS][SS_BENCH_MOST_PEAKS];
    double reference_s;                             /* fastest calibration so far, s */
    ss_machine_row rows[SS_BENCH_MACHINE_MAX_ROWS]; /* as in machine.csv */
    size_t n_rows;
    const ss_machine_row *share; /* of them: had two threads two cores? */
} ss_bench_machine;

/* Measure everything; `quick` with fewer and shorter batches. SS_ERROR_MEMORY,
 * SS_ERROR_INTERRUPTED. */
bool ss_bench_machine_measure(ss_bench_machine *machine, bool quick, ss_error *error);

/* Time of the fixed arithmetic, s of CPU: the least of five. Keeps machine->reference_s. */
double ss_bench_machine_calibrate(ss_bench_machine *machine);

/* Slowness over a measurement, as ss_bench_verdict wants it: the longer of `before`, the
 * calibration at its beginning, and of one more now, over the fastest so far; 1 or more. */
double ss_bench_machine_slower(ss_bench_machine *machine, double before);

/* The least share of a core that each of two threads got, 0 to 1: near 1 when two were free. Each
 * works for about `milliseconds`, some at least: longer than a time slice is waited for. */
double ss_bench_machine_free_cores(double milliseconds);

/* The peak of the instruction set that the options of a form name ("isa=avx2"), or of the widest
 * that the CPU has, flop/s. `threads` is 1 or 2. */
double ss_bench_machine_peak(const ss_bench_machine *machine, size_t threads, const char *variant);

/* The level of the memory in which `bytes` of working set lie; its name. */
ss_bench_level ss_bench_machine_level(const ss_bench_machine *machine, double bytes);
extern const char *const ss_bench_level_names[SS_BENCH_N_LEVELS];

#endif

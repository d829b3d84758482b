/* The benchmark: what a contact and sweep, an evaluation of an estimator, a detection and a whole
 * step cost on this machine, each beside the bound that the machine's own bandwidth and arithmetic
 * set, measured in the same run, and beside Siconos where it is installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_BENCH_H
#define SS_HARNESS_BENCH_BENCH_H

#include "harness/bench/measure.h"

/* Measure, print the table on standard output and, where a folder is asked for, write bench.csv,
 * machine.csv, bench.md, bench-roofline.svg and .pdf with what draws them, and provenance.txt
 * there. Ctrl-C: the rows that are complete are written and printed, and SS_ERROR_INTERRUPTED.
 * Other errors: SS_ERROR_MEMORY, SS_ERROR_OUTPUT, SS_ERROR_IO, and SS_ERROR_UNAVAILABLE where a
 * figure is asked for without gnuplot. That the machine was too noisy is no error: column
 * `verdict`. */
bool ss_bench_run(const ss_bench_job *job, ss_error *error);

#endif

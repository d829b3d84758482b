/* The report of a benchmark: a table on standard output, and a folder.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_REPORT_H
#define SS_HARNESS_BENCH_REPORT_H

#include "harness/bench/measure.h"

#include <stdio.h>

/* Print the machine and all rows as text. SS_ERROR_MEMORY. */
bool ss_bench_print(const ss_bench *bench, FILE *out, ss_error *error);

/* Write bench.csv, machine.csv, bench.md and, where a sweep was measured, the roofline figure into
 * the folder, which exists. SS_ERROR_IO, SS_ERROR_UNAVAILABLE (gnuplot), SS_ERROR_MEMORY. */
bool ss_bench_report(const ss_bench *bench, const char *folder, ss_error *error);

#endif

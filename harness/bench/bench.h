/* The benchmark: what a contact and sweep, an evaluation of an estimator, a detection and a whole
 * step cost on this machine, each beside the bound that the machine's own bandwidth and arithmetic
 * set, measured in the same run, and beside Siconos where it is installed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_BENCH_H
#define SS_HARNESS_BENCH_BENCH_H

#include "solvers/choice.h"

enum { SS_BENCH_MAX_SIZES = 16 };

/* What to measure. All text is borrowed. */
typedef struct ss_bench_job {
    const char *kind;                 /* one of ss_bench_kind_at, or "all" */
    size_t sizes[SS_BENCH_MAX_SIZES]; /* contacts, nominal: a bed has about as many */
    size_t n_sizes;
    const ss_choice_list *solvers; /* local solvers only */
    bool quick;                    /* short batches and small beds: seconds */
    const char *cache;             /* folder of settled beds; NULL: ss_start_folder's */
    const char *folder;            /* to make and fill; NULL: standard output alone */
    int argc;
    char *const *argv;
} ss_bench_job;

/* The k-th kind of measurement and its meaning; NULL past the last. */
const char *ss_bench_kind_at(size_t k);
const char *ss_bench_kind_meaning(size_t k);

/* Measure, print the table on standard output and, where a folder is asked for, write bench.csv,
 * machine.csv, bench.md, roofline.svg and .pdf and provenance.txt there. Ctrl-C: the rows that are
 * complete are written and printed, and SS_ERROR_INTERRUPTED. Other errors: SS_ERROR_MEMORY,
 * SS_ERROR_OUTPUT, SS_ERROR_IO, and SS_ERROR_UNAVAILABLE where a figure is asked for without
 * gnuplot. That the machine was too noisy is no error: column `verdict`. */
bool ss_bench_run(const ss_bench_job *job, ss_error *error);

#endif

/* The benchmark: what a contact and sweep, an evaluation of an estimator, a detection and a whole
 * step cost on this machine, beside the bound, where there is one, that the machine's own bandwidth
 * and arithmetic set, measured in the same run, and beside Siconos where it is installed.
 *
 *     bench.c     asks what is wanted, whether two cores are free; for each kind and size a bed
 *     kinds       measure a bed (real_run, kernel, judge, mechanics, whole_step, rivals): a
 *                 batch is theirs, and so are the bounds of its rows (costs.h)
 *     measure.c   times batches, says whether to believe them; keeps the rows
 *     machine.c   what the machine can do, before all, and how quiet it is, beside each timing
 *     report.c    all rows as text, tables and a figure
 *
 * Times are medians with quartiles over batches. Every figure of the benchmark is a row of the
 * table `bench` (harness/tables/fields.def). A kind of measurement is one const descriptor and one
 * line in measure.c.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_BENCH_H
#define SS_HARNESS_BENCH_BENCH_H

#include "harness/bench/bed.h"
#include "harness/bench/machine.h"
#include "harness/process/progress.h"
#include "solvers/choice.h"

#include <stdio.h>

enum { SS_BENCH_MAX_SIZES = 16 };

/* The question of a benchmark. All text is borrowed. */
typedef struct ss_bench_job {
    const char *kind;                 /* name of a kind, or "all" */
    size_t sizes[SS_BENCH_MAX_SIZES]; /* contacts, nominal: a bed has about as many */
    size_t n_sizes;
    const ss_choice_list *solvers; /* local solvers only */
    bool quick;                    /* short batches and small beds: seconds */
    bool anyway;                   /* measure though two cores are not free */
    bool json;                     /* print tables for programs */
    const char *cache;             /* folder of settled beds; NULL: that of ss_start_folder */
    const char *folder;            /* to make and fill; NULL: standard output alone */
    int argc;
    char *const *argv;
} ss_bench_job;

/* A benchmark under way. Rows are kept in the order in which they were measured; those that are
 * complete when Ctrl-C comes are written like all. */
typedef struct ss_bench {
    const ss_bench_job *job;
    ss_bench_machine machine;
    char cache[4096]; /* folder of settled beds */
    ss_bench_row *rows;
    size_t n_rows, capacity;
    ss_progress bar;
    size_t done; /* pieces of the work that have ended */
} ss_bench;

typedef struct ss_bench_kind {
    const char *name, *meaning;
    const size_t *balls;   /* of its beds, 0 ends them; NULL: the beds of the job's sizes */
    size_t most_contacts;  /* larger sizes are left out; 0: none are */
    bool one_bed_if_quick; /* the first */
    bool (*there)(ss_error *error); /* is the program that it needs? Such a kind is not of `all` */
    size_t pieces;                  /* of a bed, for the progress bar, */
    size_t pieces_a_solver;         /* of each local solver besides, */
    size_t (*more_pieces)(const ss_bench_job *job); /* and others; NULL: none */
    /* Add the rows of a bed and tick the bar for each piece. Errors are those of ss_bench_run. */
    bool (*measure)(ss_bench *bench, ss_bench_bed *bed, ss_error *error); /* NULL: nothing more */
} ss_bench_kind;

/* The k-th kind, in the order of `all`; NULL past the last. */
const ss_bench_kind *ss_bench_kind_at(size_t k);

/* A batch is long enough that a reading of the clock is nothing, and so short that there are many:
 * one that was disturbed is outside of their quartiles.
 *
 * One batch: do the work `repeats` times and say how long its timed part took in all, in s: thread
 * CPU time for one thread, wall-clock time for more (ss_bench_now). */
typedef bool ss_bench_batch(void *context, size_t repeats, double *seconds, ss_error *error);

/* CPU time of this thread for one thread, wall-clock time for more, s. */
double ss_bench_now(size_t threads);

/* Run a batch to warm up and choose the repeats by, then batches until there are enough for
 * quartiles. The timing is in s a repeat. SS_ERROR_INTERRUPTED, or the batch's own error. */
bool ss_bench_measure(ss_bench *bench, size_t threads, ss_bench_batch *batch, void *context,
                      ss_bench_timing *timing, ss_error *error);

/* A row of the bed with the timing, all else of it unknown (NAN, "", 0). */
ss_bench_row ss_bench_row_of(const ss_bench_bed *bed, const char *kind, const char *subject,
                             const char *unit, const ss_bench_timing *timing);

/* Complete the row by its bounds: `bytes` moved and `flops` done for each unit of work, whose time
 * the row gives in units of `unit_s` seconds; `working_set` bytes are gone over again and again.
 * NAN: unknown. */
void ss_bench_set_bounds(const ss_bench *bench, ss_bench_row *row, double unit_s, double bytes,
                         double flops, double working_set);

/* Keep a row. SS_ERROR_MEMORY. */
bool ss_bench_add(ss_bench *bench, const ss_bench_row *row, ss_error *error);

/* A piece of the work is done: move the bar on. */
void ss_bench_tick(ss_bench *bench);

/* Measure, print the table on standard output and, where a folder is asked for, write bench.csv,
 * machine.csv, bench.md, bench-roofline.svg and .pdf with what draws them, and provenance.txt
 * there. Ctrl-C: the rows that are complete are written and printed, and SS_ERROR_INTERRUPTED.
 * Other errors: SS_ERROR_MEMORY, SS_ERROR_OUTPUT, SS_ERROR_IO, and SS_ERROR_UNAVAILABLE where a
 * figure is asked for without gnuplot. That the machine was too noisy is no error: column
 * `verdict`. */
bool ss_bench_run(const ss_bench_job *job, ss_error *error);

/* ---- report.c ---- */

/* Print the machine and all rows as text. SS_ERROR_MEMORY. */
bool ss_bench_print(const ss_bench *bench, FILE *out, ss_error *error);

/* Write bench.csv, machine.csv, bench.md and, where a sweep was measured, the roofline figure into
 * the folder, which exists. SS_ERROR_IO, SS_ERROR_UNAVAILABLE (gnuplot), SS_ERROR_MEMORY. */
bool ss_bench_report(const ss_bench *bench, const char *folder, ss_error *error);

#endif

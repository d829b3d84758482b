/* The runs behind a paper's tables: paper/NAME/runs.csv, a row a run.
 *
 *   table,row      the row of a printed table that the run gives
 *   problem,solver as on the command line; set: KEY=VALUE words; trace: as --trace
 *   quick_steps    steps of a smoke test; weight: expected work, any unit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PRINTED_PAPER_RUNS_H
#define SS_HARNESS_PRINTED_PAPER_RUNS_H

#include "harness/run/choice.h"
#include "harness/tables/csv.h"

#include <stdbool.h>

typedef struct ss_paper_run {
    size_t table;
    const char *row, *problem, *solver, *set, *trace; /* owned by the file */
    size_t quick_steps;
    double weight;
    bool wanted;
    char folder[256]; /* where its tables are, relative to the output folder */
    bool complete;    /* it ran to its end: summary.csv is there and says so */
    ss_csv summary;   /* of a complete run */
} ss_paper_run;

typedef struct ss_paper_runs {
    ss_paper_run *runs;
    size_t n;
    ss_csv file;
} ss_paper_runs;

/* Read runs.csv of the paper's data folder. Free with ss_paper_runs_free. */
bool ss_paper_runs_load(ss_paper_runs *runs, const char *paper, ss_error *error);
void ss_paper_runs_free(ss_paper_runs *runs);

/* Set the words KEY=VALUE of the run's column `set` on its problem. */
bool ss_paper_run_set(ss_problem_choice *problem, const ss_paper_run *run, ss_error *error);

/* The run behind a row of a table, or NULL. */
ss_paper_run *ss_paper_runs_find(const ss_paper_runs *runs, size_t table, const char *row);

/* The run that shows `solver` on `problem` (first table that has it), or NULL. */
ss_paper_run *ss_paper_runs_show(const ss_paper_runs *runs, const char *problem,
                                 const char *solver);

typedef struct ss_paper_runs_order {
    const char *folder; /* existing; each run makes its own below it */
    size_t n_jobs;      /* parallel processes */
    size_t instance;    /* for problems with seeds */
    bool quick;
    int argc;
    char *const *argv;
} ss_paper_runs_order;

/* Run those that are wanted, in parallel processes, and note which are complete. The first run
 * that failed gives its own code (SS_ERROR_INTERNAL for a signal) and its name;
 * SS_ERROR_INTERRUPTED after Ctrl-C. `complete` is right in any case. */
bool ss_paper_runs_execute(ss_paper_runs *runs, const ss_paper_runs_order *order, ss_error *error);

#endif

/* The runs behind a paper's tables: paper/NAME/runs.csv, a row a run.
 *
 *   table,row      the row of a printed table that the run gives
 *   problem,solver as on the command line; set: KEY=VALUE,KEY=VALUE; trace: as
 *                  --trace
 *   quick_steps    steps of a smoke test; weight: expected work, any unit
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PRINTED_PAPER_RUNS_H
#define SS_HARNESS_PRINTED_PAPER_RUNS_H

#include "harness/tables/csv.h"

typedef struct ss_paper_run {
    size_t table;
    const char *row, *problem, *solver, *set, *trace; /* owned by the file */
    size_t quick_steps;
    double weight;
} ss_paper_run;

typedef struct ss_paper_runs {
    ss_paper_run *runs;
    size_t n;
    ss_csv file;
} ss_paper_runs;

/* Read runs.csv of the paper's data folder. Free with ss_paper_runs_free. */
bool ss_paper_runs_load(ss_paper_runs *runs, const char *paper, ss_error *error);
void ss_paper_runs_free(ss_paper_runs *runs);

/* The run behind a row of a table, or NULL. */
const ss_paper_run *ss_paper_runs_find(const ss_paper_runs *runs, size_t number, const char *row);

/* The run that shows `solver` on `problem` (first table that has it), or NULL. */
const ss_paper_run *ss_paper_runs_show(const ss_paper_runs *runs, const char *problem,
                                       const char *solver);

#endif

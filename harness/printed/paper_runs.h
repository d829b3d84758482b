/* The runs behind a paper's tables: paper/NAME/runs.csv, a row a run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PRINTED_PAPER_RUNS_H
#define SS_HARNESS_PRINTED_PAPER_RUNS_H

#include "harness/tables/csv.h"

/* `row` of the printed table `table` comes from it, under one reading of the paper (readings.csv).
 * As on the command line: problem, solver, trace (--trace); `set` is a list KEY=VALUE,KEY=VALUE. */
typedef struct ss_paper_run {
    size_t table, also; /* `also`: another table that needs it; 0: none */
    const char *reading, *row, *problem, *solver, *set, *trace; /* owned by the file */
    size_t instances;   /* how many, where the user does not say; 0: the problem has no seed */
    size_t quick_steps; /* of a smoke test */
    /* In files that have them, "" in others: the outer solver, warm start (yes or no), tables to
     * keep (with blanks between them; else what figures show), bodies of every so many steps, in a
     * smoke test other parameters than `set` and other frames, and the row of the run that measures
     * compare it with. */
    const char *outer, *warm_start, *keep, *frames, *quick_set, *quick_frames, *with;
    size_t repeats; /* times that it is made, for the median of its CPU time */
    double weight;  /* expected work, any unit */
} ss_paper_run;

typedef struct ss_paper_runs {
    ss_paper_run *runs;
    size_t n;
    ss_csv file;
} ss_paper_runs;

/* Read runs.csv of the paper's data folder. Free with ss_paper_runs_free. */
bool ss_paper_runs_load(ss_paper_runs *runs, const char *paper, ss_error *error);
void ss_paper_runs_free(ss_paper_runs *runs);

/* The run behind a row of a table under a reading, or NULL. */
const ss_paper_run *ss_paper_runs_find(const ss_paper_runs *runs, size_t number,
                                       const char *reading, const char *row);

#endif

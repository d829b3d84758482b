/* A printed table of a paper, as data (paper/dumont/tables.csv), and our numbers beside it, judged
 * by rules that are data too (paper/dumont/rules.csv, described in paper/README.md); and the runs
 * behind the paper's tables.
 *
 *     tables.csv, rules.csv --load--> ss_paper_table: cells with their rules, ours missing
 *     lookup(row, column, instance) --compare--> bands and verdicts of all cells
 *
 * `reproduce` looks a number up in its runs, `study` wants what is printed alone. A table and runs
 * own their files and with them all texts; whoever loads them frees them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PRINTED_PAPER_TABLE_H
#define SS_HARNESS_PRINTED_PAPER_TABLE_H

#include "harness/printed/verdict.h"
#include "harness/tables/csv.h"
#include "harness/tables/rows.h"

/* One printed number and what ours came to: its line of tableN.csv, whose texts the table owns, and
 * what that line stands for. Units: the column's name ends in them (`sweeps` is a count, `eps` adds
 * m/s, N s and J). Of the line `reading` and `quick` are not filled in; `verdict` is the word. */
typedef struct ss_paper_cell {
    ss_printed_row line;
    double paper; /* the number of line.paper; of a range, to line.paper_to, the lower end */
    const ss_verdict_rule *rule;
    bool relative;    /* its rule judges it beside another row's: */
    size_t reference; /* index of that cell, which may be this one; its own: none */
    ss_verdict verdict;
} ss_paper_cell;

/* Why our number for a cell and an instance measures nothing: what is judged leaves it out; NULL
 * where it counts. The text outlives the table. */
typedef const char *ss_paper_excuse(const void *context, const char *row, const char *column,
                                    size_t instance);

typedef struct ss_paper_table {
    size_t number;           /* of the table in the paper */
    ss_paper_excuse *excuse; /* asked by compare, with its context; NULL: every number counts */
    ss_paper_cell *cells;
    size_t n_cells; /* in the order of the file: row by row, as printed */
    ss_verdict_rule *rules;
    size_t n_rules;
    ss_csv cells_file, rules_file; /* own the texts */
} ss_paper_table;

/* Read table `number` from rules.csv and tables.csv in `folder` (paper/dumont) into *table, to be
 * freed with ss_paper_table_free; all of ours is missing. SS_ERROR_DATA, naming file and line, for
 * a rule that is incomplete, given twice or impossible, for a cell that is no number, is given
 * twice, or names an unknown rule or a reference row that the table lacks, and if there is no such
 * table; SS_ERROR_MEMORY. After an error *table is empty. */
bool ss_paper_table_load(ss_paper_table *table, const char *folder, size_t number, ss_error *error);

/* Free and empty. Harmless on a zeroed table. */
void ss_paper_table_free(ss_paper_table *table);

/* Our number for a cell and an instance (from 0), in the unit of its column; NaN if the run does
 * not give it, INFINITY for a count at its cap. */
typedef double ss_paper_lookup(const void *context, const char *row, const char *column,
                               size_t instance);

/* Ask `lookup` for every cell and n <= SS_PAPER_INSTANCES instances, and judge; n = 0: all of ours
 * is missing. An instance counts only if it can agree: a count that is none does not, and the
 * residuals of a last step only if it is solved where the paper's is, and at the cap where the
 * paper's is. If no more than half of the instances do, the median is theirs alone and no match. A
 * judged cell that an excuse leaves without a number is NOTHING, the excuse its reason. */
void ss_paper_table_compare(ss_paper_table *table, ss_paper_lookup *lookup, size_t n,
                            const void *context);

/* Number of the cells with this verdict. */
size_t ss_paper_table_count(const ss_paper_table *table, ss_verdict verdict);

/* The rule called `id`, or NULL. */
const ss_verdict_rule *ss_verdict_find(const ss_paper_table *table, const char *id);

/* ---- the runs behind its tables: paper/NAME/runs.csv ---- */

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

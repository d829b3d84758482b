/* Make a paper's tables and figures again. Data says what to run, what the paper printed and how to
 * judge: paper/NAME/{runs,tables,rules,captions,figures}.csv (paper/README.md).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_REPRODUCE_H
#define SS_HARNESS_REPRODUCE_REPRODUCE_H

#include "harness/campaign/campaign.h"
#include "harness/printed/paper_table.h"

enum { SS_REPRODUCE_MAX = 64 };

/* Numbers of tables or figures. */
typedef struct ss_reproduce_numbers {
    size_t at[SS_REPRODUCE_MAX], n;
} ss_reproduce_numbers;

typedef struct ss_reproduce {
    const char *paper;                    /* folder of the data, e.g. ".../paper/dumont" */
    const char *plots;                    /* folder of the gnuplot scripts */
    const char *folder;                   /* to make and fill */
    ss_reproduce_numbers tables, figures; /* wanted; both empty: all of them */
    size_t instance;                      /* seed of the problems that have one */
    bool quick;                           /* shrink the steps: a smoke test */
    ss_campaign campaign;                 /* how to run: all but plan and folder */
} ss_reproduce;

/* Run what is needed, each run once, as a campaign with the store folder/store (no limit of time or
 * memory unless job->campaign has one); then write tableN.csv, .md, .tex and figNN.svg, .pdf, .gp,
 * .dat. The same call goes on with a folder that was begun: it runs what is missing or has failed.
 * A run that fails costs only its own cells (`missing`) and figures, and is an error at the end.
 * Ctrl-C: the tables and figures whose runs are complete are still written, and
 * SS_ERROR_INTERRUPTED. Needs gnuplot if a figure is wanted, and says so before it runs anything.
 */
bool ss_reproduce_paper(const ss_reproduce *job, ss_error *error);

/* ---- its parts ---- */

/* The end of a paper's run. */
typedef struct ss_reproduce_result {
    bool wanted;                            /* by the caller */
    char hash[SS_HASH_SIZE];                /* its name in the store */
    const ss_campaign_stored_run *complete; /* NULL: it has not come to an end of its own */
} ss_reproduce_result;

/* Run the wanted ones of the runs, the heaviest first, into the store below job->folder, and fill
 * in their results, which point into *stored. A run that failed is an error, and so is Ctrl-C: what
 * is complete is noted all the same. *stored is not `read` when nothing was run; free
 * it. */
bool ss_reproduce_run_all(const ss_reproduce *job, const ss_paper_runs *runs,
                          ss_reproduce_result *results, ss_campaign_stored_runs *stored,
                          ss_error *error);

/* A column of a printed table: its label for people, and the columns of summary.csv whose sum is
 * our number. */
typedef struct ss_reproduce_column {
    const char *name, *label, *summary[2];
} ss_reproduce_column;

/* NULL if there is none. */
const ss_reproduce_column *ss_reproduce_column_find(const char *name);

/* The facts that a reader must know besides the numbers. Plain text, one line each, borrowed;
 * escaping for Markdown and LaTeX is done by the report. */
typedef struct ss_table_report {
    const char *title;       /* "Table 2 of [D]: four balls, ..." */
    const char *row_heading; /* what the rows are: "solver" or "alpha" */
    const char *settings; /* how our numbers were made: reading, instance, tolerance; NULL: none */
    bool quick;           /* steps were shrunk: say that the numbers cannot be compared */
} ss_table_report;

/* Write a judged table as tableN.csv (for programs), tableN.md, tableN.html and tableN.tex (for
 * people), each whole or not at all, into the existing `folder`.
 *
 * The CSV has a row a cell: table, row, column, paper, ours (in the column's unit), ratio, verdict,
 * rule, reason, paper_compared, ours_compared. The last two are what is judged: the numbers, or
 * their ratios to the rule's reference row; ratio = ours_compared / paper_compared, `nan` if
 * undefined. Rows of column cpu_s vary between runs of the same command, all others do not. With
 * `quick`, each reason begins with QUICK. The same input gives the same bytes. SS_ERROR_IO. */
bool ss_table_report_write(const ss_paper_table *table, const ss_table_report *report,
                           const char *folder, ss_error *error);

#endif

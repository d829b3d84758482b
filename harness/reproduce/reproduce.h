/* Make a paper's tables and figures again. Data says what to run, what the paper printed and how to
 * judge: paper/NAME/{about,runs,readings,tables,rules,claims,captions,figures}.csv
 * (paper/README.md).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_REPRODUCE_H
#define SS_HARNESS_REPRODUCE_REPRODUCE_H

#include "harness/campaign/campaign.h"
#include "harness/printed/paper_runs.h"
#include "harness/printed/paper_table.h"
#include "harness/report/sheet.h"
#include "harness/reproduce/measures.h"
#include "harness/tables/rows.h"

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
    size_t instance;                      /* only the packing of this seed; 0: 1 to n_instances */
    size_t n_instances;                   /* of every run with a seed; 0: as runs.csv says */
    bool quick;                           /* shrink the steps: a smoke test */
    bool paper_layout, notes; /* also tables in the paper's layout (layout.h), with notes below */
    ss_campaign campaign;     /* how to run: all but plan and folder */
} ss_reproduce;

/* The k-th paper that can be reproduced, a folder of paper/; NULL past the last. */
const char *ss_reproduce_paper_at(const void *list, size_t k);

/* Run what is needed, each run once, as a campaign with the store folder/store (no limit of time or
 * memory unless job->campaign has one); then write tableN.csv, .md, .html, .tex, claims.csv, what
 * shaken vessels left (ss_reproduce_write_shaken) and figNN.svg, .pdf, .gp, .dat, and print what
 * was written where. The same call goes on with a folder that was begun: it runs what is missing or
 * has failed. A run that fails costs only its own cells
 * (`missing`) and figures, and is an error at the end. Ctrl-C: the tables and figures whose runs
 * are complete are still written, and SS_ERROR_INTERRUPTED. Needs gnuplot if a figure is wanted,
 * and says so before it runs anything.
 */
bool ss_reproduce_paper(const ss_reproduce *job, ss_error *error);

/* ---- its parts ---- */

enum { SS_REPRODUCE_READINGS = 4 }; /* of a paper, at most */

/* A pile that has grown (growth.h): the table of its steps, and a row as of a run. */
typedef struct ss_reproduce_growth {
    ss_csv file;        /* owns the texts */
    ss_summary_row row; /* parameters and steps */
    size_t n;           /* time steps; 0: it has not grown */
} ss_reproduce_growth;

/* The end of one instance of a paper's run. */
typedef struct ss_reproduce_result {
    bool wanted;                            /* by the caller */
    char hash[SS_HASH_SIZE];                /* its name in the store */
    const ss_campaign_stored_run *complete; /* NULL: it has not come to an end of its own */
    ss_series series; /* of a complete run: its row, constants, and the tables that runs.csv keeps;
                       * of a growing pile the columns of its table */
    ss_reproduce_growth growth; /* of a growing pile, in place of a complete run */
} ss_reproduce_result;

/* The paper: the row of about.csv. */
typedef struct ss_reproduce_about {
    const char *paper, *letter, *cited; /* "dumont", "D", "Dumont (2012)" */
    const char *key;                    /* its entry of paper/refs.bib */
    const char *stop;                   /* the estimator that stops all its runs */
    const char *how;                    /* how our numbers are made, for people */
} ss_reproduce_about;

/* A statement of the paper's text: a row of claims.csv. */
typedef struct ss_reproduce_claim {
    size_t table;
    const char *rows, *column, *relation, *than, *text; /* of claims.csv */
} ss_reproduce_claim;

/* The paper's data, and results: those of run k stand at k * stride, instance by instance. */
typedef struct ss_reproduce_results {
    const ss_reproduce *job;
    ss_paper_runs runs;
    ss_reproduce_about about;
    ss_csv about_file, captions, figures, readings;
    ss_paper_measures measures;
    ss_csv claims_file; /* owns the texts of `claims`, a row each */
    ss_reproduce_claim *claims;
    ss_reproduce_result *at;
    size_t stride;
    ss_campaign_stored_runs stored; /* owns the rows */
} ss_reproduce_results;

/* Number of instances of a run, and the result of the i-th of them; NULL: none so far. */
size_t ss_reproduce_instances(const ss_reproduce *job, const ss_paper_run *run);
ss_reproduce_result *ss_reproduce_result_of(const ss_reproduce_results *results,
                                            const ss_paper_run *run, size_t i);

/* True when the run, or the pile, has come to its end. */
bool ss_reproduce_is_complete(const ss_reproduce_result *result);

/* Is table or figure `number` wanted? Nothing asked for: all are. */
bool ss_reproduce_wants(const ss_reproduce *job, const ss_reproduce_numbers *numbers,
                        size_t number);

/* "12" in `column` of a data file as a number; 0 when it is none. */
size_t ss_reproduce_number_at(const ss_csv *file, size_t row, const char *column);

/* Read the paper's data and check it against itself and what the caller asks for, so that a slip in
 * it costs no computation: SS_ERROR_DATA, naming file and line, SS_ERROR_USAGE. Free `results`,
 * which are zeroed but for the job, whatever happens. */
bool ss_reproduce_load(ss_reproduce_results *results, ss_error *error);
void ss_reproduce_free(ss_reproduce_results *results);

/* Run the wanted ones of the runs, the heaviest first, into the store below job->folder, and fill
 * in their results. A run that failed is an error, and so is Ctrl-C: what is complete is noted all
 * the same. results->stored is not `read` when nothing was run. */
bool ss_reproduce_run_all(ss_reproduce_results *results, ss_error *error);

/* The place of our numbers: a table under a reading. */
typedef struct ss_reproduce_place {
    const ss_reproduce_results *results;
    size_t table;
    const char *reading;
} ss_reproduce_place;

/* Our number in a column, a measure (measures.h); NaN where there is none, as for a run that
 * diverged, but for a count: it ended where it broke. Of a row with a `*` a trend: what all runs
 * give together whose rows match it. */
double ss_reproduce_number(const void *place, const char *row, const char *column, size_t instance);

/* The making of the numbers of a table under readings.csv's row `reading`, from what its runs say
 * of themselves: `text`, or NULL if none of them has ended. */
const char *ss_reproduce_settings(const ss_reproduce_place *place, size_t reading, char *text,
                                  size_t size);

/* Write the wanted tables and claims.csv; after Ctrl-C the tables of which all runs are complete.
 */
bool ss_reproduce_write_tables(const ss_reproduce_results *results, ss_error *error);

/* Write reactions.csv, convection.csv and tracks.csv of all complete runs of shaken vessels, each
 * whole or, where it has no rows, not at all. SS_ERROR_IO. */
bool ss_reproduce_write_shaken(const ss_reproduce_results *results, ss_error *error);

/* Number of wanted figures; the runs that they show are marked as wanted. */
size_t ss_reproduce_mark_figures(ss_reproduce_results *results);

/* Draw them. One that cannot be drawn is an error and costs no other one. */
bool ss_reproduce_draw_figures(const ss_reproduce_results *results, ss_error *error);

/* ---- claims: what the paper says in words, with our numbers ---- */

/* Of a reading: instances for which it holds, of how many that can tell. */
typedef struct ss_reproduce_holds {
    size_t holds, n;
} ss_reproduce_holds;

/* Rows are parted by blanks. `equal`: the column of each is `than`, a number or another column;
 * `unsolved`: of none a number (INFINITY); `spread-above`: the largest over the least of the rows
 * is above that of the rows `than`, unsolved ones as their cap, `cap`: instances in which the
 * smaller of the two is such a bound cannot tell. */
ss_reproduce_holds ss_reproduce_judge_claim(const ss_reproduce_claim *claim,
                                            ss_paper_lookup *lookup, size_t n, double cap,
                                            const void *context);

/* "true", "false", "in some", "-". */
const char *ss_reproduce_claim_word(ss_reproduce_holds holds);

/* Read claims.csv of the paper's folder: file->n_rows of them, to be freed, as is `file`, which
 * owns the texts. NULL and SS_ERROR_DATA, naming file and line, also for an unknown relation, and
 * one that lacks its `than` or has one too many. */
ss_reproduce_claim *ss_reproduce_claims_read(const char *paper, ss_csv *file, ss_error *error);

/* Does the row of a table stand for several runs; is the run's row one of those that it stands for?
 * A name stands for itself. */
bool ss_reproduce_is_pattern(const char *row);
bool ss_reproduce_matches(const char *pattern, const ss_paper_run *run);

/* One reading of a table. Plain text, one line each, borrowed; the report escapes. */
typedef struct ss_table_reading {
    const char *name;     /* "printed" */
    const char *settings; /* how our numbers were made: reading, instances, tolerance; NULL: none */
    ss_paper_table table; /* judged */
    double cap;           /* the cap on its counts; NaN where nothing was run */
} ss_table_reading;

/* A table under its readings, of which the first is the paper's word. */
typedef struct ss_table_report {
    const char *paper, *how;     /* as ss_reproduce_about */
    const char *title;           /* "Table 2 of [D]: four balls, ..." */
    const char *row_heading;     /* what the rows are: "solver" or "alpha" */
    const ss_measures *measures; /* labels of the columns */
    bool quick;                  /* steps were shrunk: say that the numbers cannot be compared */
    size_t number, n;            /* of the table; readings */
    ss_table_reading readings[SS_REPRODUCE_READINGS];
    const char *const *claims; /* texts; ended by NULL */
} ss_table_report;

/* Write the judged table as tableN.csv (for programs), tableN.md, tableN.html and tableN.tex (for
 * people), each whole or not at all, into the existing `folder`.
 *
 * The CSV has a row a cell and reading; results/SCHEMA.md has its columns. Rows of the columns
 * cpu_s... vary between runs of the same command, all others do not. With `quick`, each reason
 * begins with QUICK. The same input gives the same bytes. SS_ERROR_IO. */
bool ss_table_report_write(const ss_table_report *report, const char *folder, ss_error *error);

enum { SS_TABLE_REPORT_COLUMNS = 5 + 5 * SS_REPRODUCE_READINGS };

/* Add the judged table to a sheet, with what was counted, and its notes; `columns`, which are
 * filled in, must outlive the sheet, as must the report. */
void ss_table_report_add(ss_report_sheet *sheet, const ss_table_report *report,
                         ss_report_column columns[SS_TABLE_REPORT_COLUMNS]);

/* A judged table, read back: our numbers and the verdicts from tableN.csv in `folder`, what the
 * paper printed and the rules from its data folder `paper`. Claims, settings and the cap on counts
 * are left out.
 * SS_ERROR_DATA where one of the files cannot be read or a cell of the paper has no row;
 * SS_ERROR_MEMORY. Free with ss_table_file_free, whatever happens. */
typedef struct ss_table_file {
    ss_table_report report;
    ss_csv printed, captions;   /* own the texts */
    ss_paper_measures measures; /* and these */
} ss_table_file;

bool ss_table_file_read(ss_table_file *file, const char *folder, const char *paper, size_t number,
                        ss_error *error);
void ss_table_file_free(ss_table_file *file);

#endif

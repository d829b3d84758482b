/* The data of a paper's folder, and what a user asks of it (paper/README.md).
 *
 *     about runs measures claims readings captions figures    read, checked, kept
 *     tables rules                                            checked; read again for each table
 *
 * The caller keeps a job as long as anything of it is used. The data own all texts: rows of runs,
 * claims and measures point into the files, and nothing is moved until they are unloaded.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_DATA_H
#define SS_HARNESS_PAPERS_DATA_H

#include "harness/campaign/campaign.h"
#include "harness/figures/kinds.h"
#include "harness/papers/measures.h"
#include "harness/printed/paper_table.h"

enum { SS_REPRODUCE_MAX = 64, SS_REPRODUCE_CLAIMS = 256 };

enum { SS_REPRODUCE_READINGS = 4 }; /* of a paper, at most */

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
    bool paper_layout, notes; /* also tables in the paper's layout (table.h), with notes below */
    ss_campaign campaign;     /* how to run: all but plan and folder */
} ss_reproduce;

enum { SS_PAPER_NAME = 64 };

/* The papers that can be reproduced: the folders of paper/ that have an about.csv, by name. */
typedef struct ss_papers {
    char names[SS_REPRODUCE_MAX][SS_PAPER_NAME];
    size_t n;
} ss_papers;

/* SS_ERROR_DATA where there is no folder paper/. The k-th name; NULL past the last. */
bool ss_papers_read(ss_papers *papers, ss_error *error);
const char *ss_papers_at(const void *papers, size_t k);

/* The paper: the row of about.csv. */
typedef struct ss_reproduce_about {
    const char *paper, *letter, *cited; /* "dumont", "D", "Dumont (2012)" */
    const char *key;                    /* its entry of paper/refs.bib */
    const char *stop;                   /* the estimator that stops all its runs */
    const char *how;                    /* how our numbers are made, for people */
    const char *tables, *takes;         /* what its tables are; how long all of it takes */
} ss_reproduce_about;

/* Read about.csv of the folder `paper`; `file`, to be freed whatever happens, owns the texts. */
bool ss_reproduce_about_read(ss_reproduce_about *about, ss_csv *file, const char *paper,
                             ss_error *error);

/* A row of figures.csv: what a figure shows (the runs of a problem whose row is `solver`, which may
 * be a pattern, in one reading), and in which kind of picture. */
typedef struct ss_reproduce_figure {
    size_t number;
    const char *problem, *solver, *step, *kind_word, *caption;
    const char *part, *reading; /* "": all of a printed figure; the first reading */
    const ss_figure_kind *kind;
} ss_reproduce_figure;

/* ---- claims: what a paper says in words ---- */

/* A statement of the paper: a row of claims.csv, the paper's ledger. Without a `relation` it is
 * judged by its cells in the tables, or not at all. */
typedef struct ss_reproduce_claim {
    size_t table;
    const char *rows, *column, *relation, *than, *text; /* of claims.csv */
} ss_reproduce_claim;

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

/* ---- all of it, as loaded for a job ---- */

typedef struct ss_reproduce_data {
    const ss_reproduce *job;
    ss_paper_runs runs;
    ss_reproduce_about about;
    ss_paper_measures measures;
    ss_reproduce_figure *figures; /* as many as its file has rows, which owns the texts; */
    ss_reproduce_claim *claims;   /* the same of these */
    ss_csv about_file, figures_file, claims_file, captions, readings;
} ss_reproduce_data;

/* Read the paper's data and check it against itself and what the caller asks for, so that a slip in
 * it costs no computation: SS_ERROR_DATA, naming file and line, SS_ERROR_USAGE. Free `data`, which
 * are zeroed but for the job, whatever happens. */
bool ss_reproduce_load(ss_reproduce_data *data, ss_error *error);
void ss_reproduce_unload(ss_reproduce_data *data);

/* Number of instances of a run; its parameters, KEY=VALUE,KEY=VALUE. */
size_t ss_reproduce_instances(const ss_reproduce *job, const ss_paper_run *run);
const char *ss_reproduce_set(const ss_reproduce *job, const ss_paper_run *run);

/* Is table or figure `number` wanted? Nothing asked for: all are. */
bool ss_reproduce_wants(const ss_reproduce *job, const ss_reproduce_numbers *numbers,
                        size_t number);

/* "12" in `column` of a data file as a number; 0 when it is none. Is "yes" in `printed` of a row of
 * captions.csv: a table that the paper prints, and not what it says in words? */
size_t ss_reproduce_number_at(const ss_csv *file, size_t row, const char *column);
bool ss_reproduce_is_printed(const ss_csv *captions, size_t row);

/* Does the row of a table stand for several runs; is the run's row one of those that it stands for?
 * A name stands for itself. */
bool ss_reproduce_is_pattern(const char *row);
bool ss_reproduce_matches(const char *pattern, const ss_paper_run *run);

#endif

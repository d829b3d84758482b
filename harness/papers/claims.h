/* Claims: what a paper says in words, with our numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_CLAIMS_H
#define SS_HARNESS_PAPERS_CLAIMS_H

#include "harness/printed/paper_table.h"

/* A statement of the paper's text: a row of claims.csv. */
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

#endif

/* The two sides of a comparison, each the rows of a summary, and the pairs of rows, one of each
 * side, that answer the same question.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_JUDGE_MATCH_H
#define SS_HARNESS_JUDGE_MATCH_H

#include "harness/judge/measure.h"
#include "harness/tables/output.h"

/* Records are borrowed by pairs, so that a side must not change once it is matched. */
typedef struct ss_compare_side {
    const char *what; /* "BASE" or "NEW", for messages; set by the caller */
    char path[SS_PATH_SIZE];
    ss_summary summary;   /* without rows that Ctrl-C left unfinished */
    size_t n_interrupted; /* rows that were left out */
} ss_compare_side;

/* Read the summary at `path`. SS_ERROR_DATA, naming file and line: it is no table, lacks a column
 * that is compared, or holds what is no status or number. After an error *side is empty. Release
 * with ss_compare_side_free. */
bool ss_compare_side_read(ss_compare_side *side, const char *path, ss_error *error);
void ss_compare_side_free(ss_compare_side *side);

/* Keep the rows of one solver, as in the column `solver`, and of one outer solver, as in the column
 * `outer`; NULL: of all. SS_ERROR_USAGE if there is none. */
bool ss_compare_side_select(ss_compare_side *side, const char *solver, const char *outer,
                            ss_error *error);

/* The only solver of all rows; NULL if there are several, or no rows. */
const char *ss_compare_side_only_solver(const ss_compare_side *side);

/* The build that made the rows, or "several builds"; "an unknown build" where nobody says. */
const char *ss_compare_side_build(const ss_compare_side *side);

/* The CPU that the folder of the summary names in its provenance.txt or manifest.txt, to be freed;
 * NULL where nobody says. */
char *ss_compare_side_machine(const ss_compare_side *side);

/* ---- pairs ---- */

/* Rows of BASE and NEW with the same question; one of them is NULL where it has no partner. */
typedef struct ss_compare_match_pair {
    const ss_record *base, *new;
    const ss_summary_row *row; /* of BASE; of NEW where there is none */
    bool whole;                /* both are there */
} ss_compare_match_pair;

/* Every row of both sides is in just one pair; no pair has two rows of a side. */
typedef struct ss_compare_match {
    ss_compare_match_pair *pairs; /* owned; sorted by question, then solver */
    size_t n;
    bool by_solver;     /* two solvers are compared: theirs is no part of the key */
    bool by_outer;      /* the same of two outer solvers */
    char unshared[256]; /* set (pairs.h) of parameters that are no part of it either: in no row of
                           one side, and with one value in all rows of the other, whose build has
                           gained or lost them. What does not fit is not left out */
} ss_compare_match;

/* Pair the rows, which must outlive the match, by their questions (question.h).
 *
 * The caller sets by_solver, by_outer and what is in `unshared` from the start (parameters to leave
 * out), all else is 0.
 *
 * by_solver (each side holds one solver): rows are paired by the question alone; `outer` is left
 * out of it where one of the solvers is another code's, which has none, and by_outer.
 * Otherwise by the question and the contender, first as `solver` and `options` say; rows left over
 * by `solver` alone (another build has other defaults), and then by the name before the bracket
 * (`ebp` and `ebp[tol=1e-3]`), where just one row of each side is left.
 *
 * SS_ERROR_DATA, naming both lines, if two rows of a side have the same key; SS_ERROR_MEMORY.
 * Release with ss_compare_match_free. Takes n log n steps. */
bool ss_compare_match_sides(ss_compare_match *match, const ss_compare_side *base,
                            const ss_compare_side *new, ss_error *error);
void ss_compare_match_free(ss_compare_match *match);

#endif

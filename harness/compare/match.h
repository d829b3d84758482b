/* Pairs of rows, one of each side, that answer the same question.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_MATCH_H
#define SS_HARNESS_COMPARE_MATCH_H

#include "harness/compare/side.h"

/* Rows of BASE and NEW with the same question; one of them is NULL where it has no partner. */
typedef struct ss_compare_match_pair {
    const ss_record *base, *new;
} ss_compare_match_pair;

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

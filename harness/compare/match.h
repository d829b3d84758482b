/* Which row of one side answers the same question as which row of the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_MATCH_H
#define SS_HARNESS_COMPARE_MATCH_H

#include "harness/compare/side.h"

/* Rows of BASE and NEW with the same question; one of them is NULL where it has no partner. */
typedef struct ss_pair {
    const ss_record *base, *new;
} ss_pair;

typedef struct ss_match {
    ss_pair *pairs; /* owned; sorted by question, then solver */
    size_t n;
    bool by_solver;     /* two solvers are compared: theirs is no part of the key */
    char unshared[256]; /* parameters that are no part of it: see unshared.h */
} ss_match;

/* Pair the rows, which must outlive the match. The question is problem, parameters, instance,
 * outer, stop and warm_start.
 *
 * by_solver (each side holds one solver): rows are paired by the question alone; `outer` is left
 * out of it where one of the solvers is another code's, which has none.
 * Otherwise by the question and the contender, first as `solver` and `options` say; rows left over
 * by `solver` alone (another build has other defaults), and then by the name before the bracket
 * (`ebp` and `ebp[tol=1e-3]`), where just one row of each side is left.
 *
 * SS_ERROR_DATA, naming both lines, if two rows of a side have the same key; SS_ERROR_MEMORY.
 * Release with ss_match_free. Takes n log n steps. */
bool ss_match_sides(ss_match *match, const ss_side *base, const ss_side *new, bool by_solver,
                    ss_error *error);
void ss_match_free(ss_match *match);

/* Is the row another code's? Its iterations are not our counters. */
bool ss_record_is_external(const ss_record *record);

#endif

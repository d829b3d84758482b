/* Judging a number of ours against a printed one, by rules that stand in a data file
 * (paper/dumont/rules.csv, described in paper/README.md) and not in code.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PRINTED_VERDICT_H
#define SS_HARNESS_PRINTED_VERDICT_H

#include "harness/tables/csv.h"
#include "problems/base/error.h"

#include <stddef.h>

/* id, word in the tables */
#define SS_VERDICT_LIST(X)                                                                         \
    X(MATCH, "match")                                                                              \
    X(WITHIN, "within")                                                                            \
    X(DIFFERS, "differs")                                                                          \
    X(REFERENCE, "reference") /* the cell that others are divided by: equal by construction */     \
    X(BESIDE, "beside")       /* the paper has no such number */                                   \
    X(MISSING, "missing")     /* the run does not give this number */

typedef enum ss_verdict {
#define X(id, word) SS_VERDICT_##id,
    SS_VERDICT_LIST(X)
#undef X
        SS_N_VERDICTS
} ss_verdict;

/* id, word in the rules file */
#define SS_VERDICT_KIND_LIST(X)                                                                    \
    X(RATIO, "ratio")                                                                              \
    X(ABSOLUTE, "absolute")                                                                        \
    X(NONE, "none") /* nothing to judge: `paper` is nan */

typedef enum ss_verdict_kind {
#define X(id, word) SS_VERDICT_KIND_##id,
    SS_VERDICT_KIND_LIST(X)
#undef X
        SS_N_VERDICT_KINDS
} ss_verdict_kind;

/* A rule; its text belongs to the ss_verdict_rules that holds it. */
typedef struct ss_verdict_rule {
    const char *id;
    ss_verdict_kind kind;
    double match;          /* RATIO: largest |ours/paper - 1|; ABSOLUTE: largest |ours| */
    double within;         /* RATIO: largest factor between the two; ABSOLUTE: |ours| below this */
    const char *reference; /* "" or the row that both are divided by before they are judged */
    const char *description;
} ss_verdict_rule;

typedef struct ss_verdict_rules {
    ss_verdict_rule *rules;
    size_t n_rules;
    ss_csv file; /* owns the text */
} ss_verdict_rules;

/* Read rules.csv into *rules, to be freed with ss_verdict_free. SS_ERROR_DATA, naming file and
 * line, for a rule that is incomplete, given twice or impossible; SS_ERROR_MEMORY. After an error
 * *rules is empty. */
bool ss_verdict_read(ss_verdict_rules *rules, const char *path, ss_error *error);

/* Free and empty. Harmless on zeroed rules. */
void ss_verdict_free(ss_verdict_rules *rules);

/* The rule called `id`, or NULL. */
const ss_verdict_rule *ss_verdict_find(const ss_verdict_rules *rules, const char *id);

/* Judge `ours` against `paper`, both in the same unit (or both ratios to the reference row). NaN in
 * `ours` is MISSING; a rule of kind NONE gives BESIDE; under a RATIO rule `paper` must be above 0,
 * and whatever is not, differs. */
ss_verdict ss_verdict_judge(const ss_verdict_rule *rule, double paper, double ours);

/* "match", "within", ... */
const char *ss_verdict_word(ss_verdict verdict);

#endif

/* Agreement of a printed number and ours: kinds of rules, and our numbers over the instances.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PRINTED_VERDICT_H
#define SS_HARNESS_PRINTED_VERDICT_H

#include <stdbool.h>
#include <stddef.h>

/* id, word in the tables */
#define SS_VERDICT_LIST(X)                                                                         \
    X(MATCH, "match")   /* our median is the printed number, by the rule's `match` */              \
    X(INSIDE, "inside") /* the printed number lies in our band, least to largest */                \
    X(NEAR, "near")     /* beyond the band, by at most the rule's factor `near` */                 \
    X(OUTSIDE, "outside")                                                                          \
    X(REFERENCE, "reference") /* the cell that others are divided by: equal by construction */     \
    X(BESIDE, "beside")       /* the paper has no such number */                                   \
    X(INPUT, "input")         /* arithmetic of what was put in, which agrees: it tests nothing */  \
    X(NOTHING,                                                                                     \
      "no-measurement")   /* a number there is, but it measures nothing: the reason says why */    \
    X(MISSING, "missing") /* the run does not give this number */

typedef enum ss_verdict {
#define X(id, word) SS_VERDICT_##id,
    SS_VERDICT_LIST(X)
#undef X
        SS_N_VERDICTS
} ss_verdict;

/* The kinds of rules: id, word in rules.csv */
#define SS_VERDICT_KIND_LIST(X)                                                                    \
    X(RATIO, "ratio")        /* of counts and times of a whole run */                              \
    X(RESIDUAL, "residual")  /* a ratio too, but of the last step alone */                         \
    X(ABSOLUTE, "absolute")  /* likewise of the last step, where the paper prints 0 */             \
    X(ROUNDING, "rounding")  /* the paper prints what rounding left: ours may be less */           \
    X(CAP, "cap")            /* the paper prints its cap, which is no count */                     \
    X(SIGN, "sign")          /* the paper says a sign, of what differs among instances */          \
    X(INTERVAL, "interval")  /* the paper says a range, `paper` to `to` */                         \
    X(BOUND, "factor-below") /* the paper says that it is small; `paper` is a bound */             \
    X(AT_MOST, "at-most")    /* the paper says a bound, `paper`, that a number does not exceed */  \
    X(AT_LEAST, "at-least")  /* or does not fall below */                                          \
    X(TREND, "trend")        /* the paper says in words what is above `paper` where they hold */   \
    X(GIVEN, "input")        /* the paper gives what was put in: a ratio, whose match is INPUT */  \
    X(NONE, "none")          /* nothing to judge: `paper` is nan */

typedef enum ss_verdict_kind {
#define X(id, word) SS_VERDICT_##id,
    SS_VERDICT_KIND_LIST(X)
#undef X
        SS_N_VERDICT_KINDS
} ss_verdict_kind;

/* A row of rules.csv. */
typedef struct ss_verdict_rule {
    const char *id, *kind_word;
    ss_verdict_kind kind;
    double match; /* RATIO, RESIDUAL: largest |median/paper - 1|; ABSOLUTE: largest |ours|; BOUND:
                     largest |mean|/paper */
    double near;  /* largest factor beyond the band, or beyond the bound; ABSOLUTE: |ours| below
                     this; INTERVAL: distance from an end, in the unit of the column */
    const char *reference; /* "" or the row that both are divided by before they are judged; SIGN:
                              that is subtracted; BOUND: only ours, by that row's mean; AT_MOST,
                              AT_LEAST, TREND: only ours, instance by instance */
    const char *description;
} ss_verdict_rule;

/* Our numbers of one cell over the instances, put in order. A count that hit its cap is INFINITY:
 * no count at all. Quartiles and median stand between neighbours (INFINITY next to a cap). */
typedef struct ss_paper_band {
    double least, lower, median, upper, largest; /* NaN where n = 0 */
    double majority; /* the largest of them that more than half of them reach */
    double mean, se; /* of those that are finite; the standard error of the mean, NaN below 2 */
    size_t n;        /* instances that give the number */
    size_t n_capped; /* of them, at the cap in the last step */
} ss_paper_band;

enum { SS_PAPER_INSTANCES = 1000 };

/* A trend of fewer instances than this proves little: reports say so. */
enum { SS_VERDICT_FEW = 5 };

/* The kind of a rule by its word in rules.csv; SS_N_VERDICT_KINDS if there is none. */
ss_verdict_kind ss_verdict_kind_find(const char *word);

/* Are `match` and `near` of the rule possible? Both are finite and not negative, and `near` is at
 * least 1 where it is a factor. */
bool ss_verdict_rule_holds(const ss_verdict_rule *rule);

/* Can a rule of this kind judge the paper's number, or range `paper` to `to`? */
bool ss_verdict_can_judge(ss_verdict_kind kind, double paper, double to);

/* The band of n numbers, which are put in order; NaN are left out. */
ss_paper_band ss_paper_band_of(double *values, size_t n);

/* Judge our band against `paper` (INTERVAL: `paper` to `to`), in the same unit, or both relative to
 * the reference row. An empty band is MISSING; a rule of kind NONE gives BESIDE; under a RATIO or
 * RESIDUAL rule `paper` must be above 0; CAP: all at the cap MATCH, some INSIDE, none OUTSIDE.
 * SIGN, paper +1 or -1: the mean has the sign by more than two standard errors MATCH, has it NEAR;
 * INTERVAL: by the median; BOUND: by the magnitude of the mean. AT_MOST and AT_LEAST: the median
 * keeps the bound MATCH, misses it by at most the factor `near` NEAR. TREND: all are above `paper`
 * MATCH, more than half INSIDE. A median that is no number is OUTSIDE of all three. GIVEN: a
 * ratio's MATCH and NEAR are INPUT. */
ss_verdict ss_verdict_judge(const ss_verdict_rule *rule, double paper, double to,
                            const ss_paper_band *band);

/* "match", "inside", ... */
const char *ss_verdict_word(ss_verdict verdict);

#endif

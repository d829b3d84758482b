/* A printed table of a paper, as data (paper/dumont/tables.csv), and our numbers beside it, judged
 * by rules that are data too (paper/dumont/rules.csv, described in paper/README.md).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PRINTED_PAPER_TABLE_H
#define SS_HARNESS_PRINTED_PAPER_TABLE_H

#include "harness/tables/csv.h"

/* id, word in the tables */
#define SS_VERDICT_LIST(X)                                                                         \
    X(MATCH, "match")   /* our median is the printed number, by the rule's `match` */              \
    X(INSIDE, "inside") /* the printed number lies in our band, least to largest */                \
    X(NEAR, "near")     /* beyond the band, by at most the rule's factor `near` */                 \
    X(OUTSIDE, "outside")                                                                          \
    X(REFERENCE, "reference") /* the cell that others are divided by: equal by construction */     \
    X(BESIDE, "beside")       /* the paper has no such number */                                   \
    X(MISSING, "missing")     /* the run does not give this number */

typedef enum ss_verdict {
#define X(id, word) SS_VERDICT_##id,
    SS_VERDICT_LIST(X)
#undef X
        SS_N_VERDICTS
} ss_verdict;

typedef enum ss_verdict_kind {
    SS_VERDICT_RATIO,    /* of counts and times of a whole run */
    SS_VERDICT_RESIDUAL, /* a ratio too, but of the last step alone */
    SS_VERDICT_ABSOLUTE, /* likewise of the last step, where the paper prints 0 */
    SS_VERDICT_ROUNDING, /* the paper prints what rounding left: ours may be less */
    SS_VERDICT_CAP,      /* the paper prints its cap, which is no count */
    SS_VERDICT_NONE      /* nothing to judge: `paper` is nan */
} ss_verdict_kind;

/* A row of rules.csv. */
typedef struct ss_verdict_rule {
    const char *id, *kind_word;
    ss_verdict_kind kind;
    double match; /* RATIO, RESIDUAL: largest |median/paper - 1|; ABSOLUTE: largest |ours| */
    double near;  /* largest factor beyond the band; ABSOLUTE: |ours| below this */
    const char *reference; /* "" or the row that both are divided by before they are judged */
    const char *description;
} ss_verdict_rule;

/* Our numbers of one cell over the instances, put in order. A count that hit its cap is INFINITY:
 * no count at all. Quartiles and median stand between neighbours (INFINITY next to a cap). */
typedef struct ss_paper_band {
    double least, lower, median, upper, largest; /* NaN where n = 0 */
    size_t n;                                    /* instances that give the number */
    size_t n_capped;                             /* of them, at the cap in the last step */
} ss_paper_band;

enum { SS_PAPER_INSTANCES = 1000 };

/* One printed number and what ours came to. Text is owned by the table. Units: the column's name
 * ends in them (`sweeps` is a count, `eps` adds m/s, N s and J). */
typedef struct ss_paper_cell {
    const char *row, *column; /* e.g. "sbp", "cpu_s" */
    const char *paper_text;   /* as printed */
    const char *reason;       /* why a difference is to be expected; "" if it is not */
    const ss_verdict_rule *rule;
    size_t reference; /* index of the cell that this one is divided by; its own: none */
    double paper;
    double ours;           /* median; NaN: missing, INFINITY: at the cap */
    double paper_compared; /* what is judged: the numbers themselves, or their ratios to the */
    ss_paper_band band;    /* reference cell of the same column and instance */
    double ratio;          /* band.median / paper_compared; NaN if undefined */
    ss_verdict verdict;
} ss_paper_cell;

typedef struct ss_paper_table {
    size_t number; /* of the table in the paper */
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
 * paper's is. If no more than half of the instances do, the median is theirs alone and no match. */
void ss_paper_table_compare(ss_paper_table *table, ss_paper_lookup *lookup, size_t n,
                            const void *context);

/* The band of n numbers, which are put in order; NaN are left out. */
ss_paper_band ss_paper_band_of(double *values, size_t n);

/* Number of the cells with this verdict. */
size_t ss_paper_table_count(const ss_paper_table *table, ss_verdict verdict);

/* The rule called `id`, or NULL. */
const ss_verdict_rule *ss_verdict_find(const ss_paper_table *table, const char *id);

/* Judge our band against `paper`, both in the same unit (or both ratios to the reference row). An
 * empty band is MISSING; a rule of kind NONE gives BESIDE; under a RATIO or RESIDUAL rule `paper`
 * must be above 0; CAP: all at the cap MATCH, some INSIDE, none OUTSIDE. */
ss_verdict ss_verdict_judge(const ss_verdict_rule *rule, double paper, const ss_paper_band *band);

/* "match", "inside", ... */
const char *ss_verdict_word(ss_verdict verdict);

#endif

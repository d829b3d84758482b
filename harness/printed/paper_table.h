/* A printed table of a paper, as data (paper/dumont/tables.csv), and our numbers beside it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PRINTED_PAPER_TABLE_H
#define SS_HARNESS_PRINTED_PAPER_TABLE_H

#include "harness/printed/verdict.h"

/* One printed number and what ours came to. Text is owned by the table. Units: the column's name
 * ends in them (`sweeps` is a count, `eps` adds m/s, N s and J). */
typedef struct ss_paper_cell {
    const char *row, *column; /* e.g. "sbp", "cpu_s" */
    const char *paper_text;   /* as printed */
    const char *reason;       /* why a difference is to be expected; "" if it is not */
    const ss_verdict_rule *rule;
    size_t reference;      /* index of the cell that this one is divided by; its own: none */
    double paper, ours;    /* ours NaN: missing */
    double paper_compared; /* what is judged: the numbers themselves, or */
    double ours_compared;  /* their ratios to the reference cell of the same column */
    double ratio;          /* ours_compared / paper_compared; NaN if undefined */
    ss_verdict verdict;
} ss_paper_cell;

typedef struct ss_paper_table {
    size_t number; /* of the table in the paper */
    ss_paper_cell *cells;
    size_t n_cells; /* in the order of the file: row by row, as printed */
    ss_verdict_rules rules;
    ss_csv file; /* owns the text */
} ss_paper_table;

/* Read table `number` from rules.csv and tables.csv in `folder` (paper/dumont) into *table, to be
 * freed with ss_paper_table_free; all of ours is missing. SS_ERROR_DATA, naming file and line, for
 * a cell that is no number, is given twice, or names an unknown rule or a reference row that the
 * table lacks, and if there is no such table; SS_ERROR_MEMORY. After an error *table is empty. */
bool ss_paper_table_load(ss_paper_table *table, const char *folder, size_t number, ss_error *error);

/* Free and empty. Harmless on a zeroed table. */
void ss_paper_table_free(ss_paper_table *table);

/* Our number for a cell, in the unit of its column; NaN if the run does not give it. */
typedef double ss_paper_lookup(const void *context, const char *row, const char *column);

/* Ask `lookup` for every cell once, and judge. */
void ss_paper_table_compare(ss_paper_table *table, ss_paper_lookup *lookup, const void *context);

/* How many cells have this verdict. */
size_t ss_paper_table_count(const ss_paper_table *table, ss_verdict verdict);

#endif

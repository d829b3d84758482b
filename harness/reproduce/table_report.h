/* A judged table of a paper as tableN.csv (for programs), tableN.md, tableN.html and tableN.tex
 * (for people).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_TABLE_REPORT_H
#define SS_HARNESS_REPRODUCE_TABLE_REPORT_H

#include "harness/printed/paper_table.h"

/* What a reader must know besides the numbers. Plain text, one line each, borrowed; escaping for
 * Markdown and LaTeX is done here. */
typedef struct ss_table_report {
    const char *title;       /* "Table 2 of [D]: four balls, ..." */
    const char *row_heading; /* what the rows are: "solver" or "alpha" */
    const char *settings; /* how our numbers were made: reading, instance, tolerance; NULL: none */
    bool quick;           /* steps were shrunk: say that the numbers cannot be compared */
} ss_table_report;

/* Write tableN.csv, tableN.md, tableN.html and tableN.tex, each whole or not at all, into the
 * existing `folder`.
 *
 * The CSV has a row a cell: table, row, column, paper, ours (in the column's unit), ratio, verdict,
 * rule, reason, paper_compared, ours_compared. The last two are what is judged: the numbers, or
 * their ratios to the rule's reference row; ratio = ours_compared / paper_compared, `nan` if
 * undefined. Rows of column cpu_s vary between runs of the same command, all others do not. With
 * `quick`, each reason begins with QUICK. The same input gives the same bytes. SS_ERROR_IO. */
bool ss_table_report_write(const ss_paper_table *table, const ss_table_report *report,
                           const char *folder, ss_error *error);

#endif

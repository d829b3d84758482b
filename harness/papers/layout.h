/* A judged table in the layout of the paper: a row of the paper's is a block of lines, ours above
 * what is printed there, a column of the paper's is a column.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_LAYOUT_H
#define SS_HARNESS_PAPERS_LAYOUT_H

#include "harness/report/sheet.h"
#include "harness/tables/reduce.h"

enum { SS_LAYOUT_COLUMNS = 16 };

/* A tableN.csv to be laid out, with its words. Texts are borrowed. */
typedef struct ss_layout {
    const ss_csv *csv;
    const char *row_heading;     /* "solver" */
    const ss_measures *measures; /* heads of the columns */
    bool beside;                 /* also rows and columns of which the paper has no number */
    /* Told of every number in the layout, row and column of the file and the text that stands for
     * it; NULL: nobody is. */
    void (*note)(void *context, size_t row, const char *column, const char *text);
    void *context;
    ss_report_column columns[SS_LAYOUT_COLUMNS]; /* of the sheet's table: filled in */
} ss_layout;

/* Add the table to the sheet, which `layout` must outlive. A block has our median, below it least
 * and largest where there are several instances, both under every reading of the file, then the
 * printed number. `cpu_s` is in seconds; with `beside` also relative to the reference row, which
 * alone is ever compared. SS_ERROR_DATA if the file lacks a column, or has nothing of the paper's.
 */
bool ss_layout_add(ss_report_sheet *sheet, ss_layout *layout, ss_error *error);

/* Is the tableN.csv, which may be of an older build, one of a smoke test? */
bool ss_layout_is_quick(const ss_csv *csv);

/* The words of a table that is written by itself. */
typedef struct ss_layout_caption {
    const char *title, *row_heading;
    const ss_measures *measures;
    const char *letter, *key; /* of the paper: LaTeX has \cite{key} for [letter] */
    const char *label;        /* of the float */
    size_t number;            /* of the table */
    bool notes;               /* what is known to make a difference, below the table */
} ss_layout_caption;

/* Write tableN-paper.md and tableN-paper.tex of the folder's tableN.csv, each whole or not at all.
 * SS_ERROR_DATA as above or if there is no such file, SS_ERROR_IO, SS_ERROR_MEMORY. */
bool ss_layout_write(const char *folder, const ss_layout_caption *words, ss_error *error);

#endif

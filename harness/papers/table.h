/* A judged table: written as files, read back from them, and in the layout of the paper.
 *
 *     tables.c ---> ss_table_report ---> tableN.csv, .md, .html, .tex
 *                                          |     |
 *              ss_table_file, as a page <--+     +--> ss_layout, as the paper prints it
 *
 * Whoever fills in a report owns its texts and tables; of a table file the file does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_TABLE_H
#define SS_HARNESS_PAPERS_TABLE_H

#include "harness/papers/data.h"
#include "harness/report/sheet.h"

/* One reading of a table. Plain text, one line each, borrowed; the report escapes. */
typedef struct ss_table_reading {
    const char *name;     /* "printed" */
    const char *settings; /* how our numbers were made: reading, instances, tolerance; NULL: none */
    ss_paper_table table; /* judged */
    double cap;           /* the cap on its counts; NaN where nothing was run */
} ss_table_reading;

/* A table under its readings, of which the first is the paper's word. */
typedef struct ss_table_report {
    const char *paper, *how;     /* as ss_reproduce_about */
    const char *title;           /* "Table 2 of [D]: four balls, ..." */
    const char *row_heading;     /* what the rows are: "solver" or "alpha" */
    const ss_measures *measures; /* labels of the columns */
    bool quick;                  /* steps were shrunk: say that the numbers cannot be compared */
    size_t number, n;            /* of the table; readings */
    ss_table_reading readings[SS_REPRODUCE_READINGS];
    const char *const *claims; /* texts; ended by NULL */
} ss_table_report;

/* Write the judged table as tableN.csv (for programs), tableN.md, tableN.html and tableN.tex (for
 * people), each whole or not at all, into the existing `folder`.
 *
 * The CSV has a row a cell and reading; results/SCHEMA.md has its columns. Rows of the columns
 * cpu_s... vary between runs of the same command, all others do not. With `quick`, each reason
 * begins with QUICK. The same input gives the same bytes. SS_ERROR_IO. */
bool ss_table_report_write(const ss_table_report *report, const char *folder, ss_error *error);

enum { SS_TABLE_REPORT_COLUMNS = 5 + 5 * SS_REPRODUCE_READINGS };

/* Add the judged table to a sheet, with what was counted, and its notes; `columns`, which are
 * filled in, must outlive the sheet, as must the report. */
void ss_table_report_add(ss_report_sheet *sheet, const ss_table_report *report,
                         ss_report_column columns[SS_TABLE_REPORT_COLUMNS]);

/* A judged table, read back: our numbers and the verdicts from tableN.csv in `folder`, what the
 * paper printed and the rules from its data folder `paper`. Claims, settings and the cap on counts
 * are left out.
 * SS_ERROR_DATA where one of the files cannot be read or a cell of the paper has no row;
 * SS_ERROR_MEMORY. Free with ss_table_file_free, whatever happens. */
typedef struct ss_table_file {
    ss_table_report report;
    ss_csv printed, captions;   /* own the texts */
    ss_paper_measures measures; /* and these */
} ss_table_file;

bool ss_table_file_read(ss_table_file *file, const char *folder, const char *paper, size_t number,
                        ss_error *error);
void ss_table_file_free(ss_table_file *file);

/* ---- the layout of the paper ---- */

enum { SS_LAYOUT_COLUMNS = 16 };

/* A tableN.csv to be laid out: a row of the paper's is a block of lines, ours above what is printed
 * there, a column of the paper's is a column. Texts are borrowed. */
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
 * alone is ever compared. SS_ERROR_DATA if the file lacks a column, has a cell that is no number or
 * nothing of the paper's. */
bool ss_layout_add(ss_report_sheet *sheet, ss_layout *layout, ss_error *error);

/* Is the tableN.csv, which may be of an older build, one of a smoke test? */
bool ss_layout_is_quick(const ss_csv *csv);

/* Write tableN-paper.md and tableN-paper.tex of the folder's tableN.csv, under the report's title,
 * each whole or not at all; with `notes` what is known to make a difference stands below. In LaTeX
 * [LETTER] cites the paper. SS_ERROR_DATA as above or if there is no such file, SS_ERROR_IO,
 * SS_ERROR_MEMORY. */
bool ss_layout_write(const char *folder, const ss_table_report *report,
                     const ss_reproduce_about *about, bool notes, ss_error *error);

#endif

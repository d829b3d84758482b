/* A sheet: what is printed, once, for people as Markdown, LaTeX, HTML and text, for programs as
 * JSON. A sheet is a list of parts, added from top to bottom; the printers alone know how a part
 * looks.
 *
 *     who has something to say     ss_report_add, _append, _table, _cells, _number: part by part
 *       | ss_report_sheet          owns the texts, which are copied; borrows columns and figures
 *     ss_report_print, _write      a stream, or a file that is whole or not there
 *       | ss_report_format         markdown.c, latex.c, html.c, text.c, json.c: one walk over parts
 *
 * Whoever made the sheet frees it; a format keeps nothing. Adding cannot fail: without memory the
 * sheet has failed, nothing more is added, and printing it is the error.
 *
 * Of LaTeX, which is for a paper, a table with what belongs to it is made: the last title is its
 * caption, remarks and notes stand below it, items and figures are left out.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPORT_SHEET_H
#define SS_HARNESS_REPORT_SHEET_H

#include "harness/tables/rows.h"
#include "problems/base/error.h"

#include <stddef.h>
#include <stdio.h>

typedef enum ss_report_kind {
    SS_REPORT_TITLE,   /* of the whole */
    SS_REPORT_SECTION, /* title of a part of it */
    SS_REPORT_WARNING, /* a paragraph that nobody may miss */
    SS_REPORT_REMARK,  /* a paragraph of our own words, in which `code` stands between backticks */
    SS_REPORT_ITEM,    /* of a list, in the same way */
    SS_REPORT_NOTE,    /* of a numbered list: those after a table are its notes, from 1 */
    SS_REPORT_FIGURE,  /* the name of a file, of SVG without .svg, or NAME.png */
    SS_REPORT_CAPTION, /* of the figure before it: a sentence that stands for it, too */
    SS_REPORT_PART,    /* title of a part of a section */
    SS_REPORT_GOOD,    /* verdicts: nothing speaks against it, */
    SS_REPORT_MIND,    /* with reservations, */
    SS_REPORT_OPEN,    /* nothing can be concluded; in our own words, as a remark */
    SS_REPORT_DOUBT,   /* of a list of what not to trust, as an item */
    SS_REPORT_FACT,    /* of a list: a word, a tab, and what it is, as a remark */
    SS_REPORT_TERM,    /* the same; HTML explains the tables' columns of that title by it */
    SS_REPORT_LINK,    /* of a list: a path relative to the page, a tab, and words on it */
    SS_REPORT_LABEL,   /* of the table that follows, for LaTeX and JSON */
    SS_REPORT_TABLE,   /* by ss_report_table */
    SS_REPORT_CELL,    /* of the table before it, row by row */
    SS_REPORT_RULED,   /* a cell, the first of its row, with a rule above */
    SS_REPORT_BEST     /* a cell, the best of its column: HTML and Markdown mark it */
} ss_report_kind;

/* Those from SS_REPORT_RIGHT on are set to the right. */
typedef enum ss_report_align {
    SS_REPORT_LEFT,
    SS_REPORT_HEADING, /* to the left; LaTeX parts the rows, not repeating the cell above it */
    SS_REPORT_RIGHT,
    SS_REPORT_NUMBER /* LaTeX sets the number as mathematics, and nothing after it */
} ss_report_align;

typedef struct ss_report_column {
    const char *title;
    ss_report_align align;
    bool optional; /* not shown where all its cells are empty */
} ss_report_column;

typedef struct ss_report_part {
    ss_report_kind kind;
    size_t text;                     /* where it begins in ss_report_sheet.text */
    const ss_report_column *columns; /* of a table; borrowed */
    size_t n;                        /* of a table: columns; of a note: its number */
    size_t end;                      /* of a table: the part after its last cell */
} ss_report_part;

/* Start from a zeroed struct; free with ss_report_free. What always holds: each part's text ends
 * with a 0 and the texts stand behind each other, in the order of the parts; the cells of a table
 * follow it without a gap, a row after the other, up to its `end`. */
typedef struct ss_report_sheet {
    char *text;
    size_t length, room;
    ss_report_part *parts;
    size_t n, parts_room;
    size_t table; /* the last one, where there is one */
    /* LaTeX prints \cite{cite_key} where the text has [cite_letter]; "": as it stands. Borrowed. */
    const char *cite_letter, *cite_key;
    bool failed; /* no memory: ss_report_print says so */
    /* The folder of the figures; borrowed. Then HTML is a page to send: figures are within,
     * sections are listed, tables sort. NULL: it names the figures' files. */
    const char *figures;
} ss_report_sheet;

/* Add a part with its text, in which nothing is escaped; without memory the sheet has failed. */
void ss_report_add(ss_report_sheet *sheet, ss_report_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Append to the text of the last part, of which there must be one. */
void ss_report_append(ss_report_sheet *sheet, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Begin a table, with a label if it is not NULL; `columns` must outlive the sheet. Its cells follow
 * by ss_report_add. */
void ss_report_table(ss_report_sheet *sheet, const char *label, const ss_report_column *columns,
                     size_t n_columns);

/* The same of an array of columns. */
#define SS_REPORT_COLUMNS(sheet, label, columns)                                                   \
    ss_report_table(sheet, label, columns, sizeof(columns) / sizeof *(columns))

/* Add cells, each a text; NULL ends them. */
void ss_report_cells(ss_report_sheet *sheet, ...) __attribute__((sentinel));

/* Add a cell with a number in `digits` digits (%g), whole numbers below a million as they are;
 * `missing` where it is NaN. */
void ss_report_number(ss_report_sheet *sheet, double value, int digits, const char *missing);

/* The same as a text. */
const char *ss_report_number_text(char text[32], double value, int digits, const char *missing);

void ss_report_free(ss_report_sheet *sheet);

/* One format. */
typedef struct ss_report_format {
    const char *ending; /* of a file's name: "md" */
    void (*print)(const ss_report_sheet *sheet, FILE *out);
} ss_report_format;

extern const ss_report_format ss_report_markdown, ss_report_latex, ss_report_html, ss_report_text,
    ss_report_json;

/* Print the sheet. Print errors stay in the stream. SS_ERROR_MEMORY when the sheet has failed. */
bool ss_report_print(const ss_report_sheet *sheet, const ss_report_format *format, FILE *out,
                     ss_error *error);

/* The same, and free it, also after an error. */
bool ss_report_end(ss_report_sheet *sheet, const ss_report_format *format, FILE *out,
                   ss_error *error);

/* Write NAME with the format's ending into `folder`, whole or not at all. SS_ERROR_MEMORY as above,
 * SS_ERROR_IO. */
bool ss_report_write(const ss_report_sheet *sheet, const ss_report_format *format,
                     const char *folder, const char *name, ss_error *error);

/* For programs: add all rows of a table's `file` in `folder` (NULL: that of its name), labelled by
 * the table's name, print the sheet as JSON and free it, also after an error. A column that the
 * file lacks is empty. SS_ERROR_DATA if there is no such file; SS_ERROR_MEMORY. Print errors stay
 * in the stream. */
bool ss_report_table_file(ss_report_sheet *sheet, const ss_table *table, const char *folder,
                          const char *file, FILE *out, ss_error *error);

/* ---- LaTeX, for whoever writes a .tex of his own ---- */

/* Print a text with all that LaTeX takes for a command escaped; `code` between backticks, where
 * `prose` says that there is any, in typewriter letters. */
void ss_report_latex_words(FILE *out, const char *text, bool prose);

/* Print "0.384e-10" as 0.384 times a power of ten; likewise after ">= " a bound, and both ends of
 * "1 to 2e-5". "-" is a dash, text behind a number is left out. */
void ss_report_latex_number(FILE *out, const char *text);

/* Print the table at part `table` of the sheet as a tabular, without float and caption. */
void ss_report_latex_tabular(FILE *out, const ss_report_sheet *sheet, size_t table);

/* ---- for the printers ---- */

/* The bytes that have a meaning in a language, and what is printed in their place. */
typedef struct ss_report_letters {
    const char *special;
    const char *const *instead; /* as many */
    const char *code[2];        /* around `code` */
    const char *dash;           /* a dash before another, which is no code; NULL: itself */
} ss_report_letters;

void ss_report_letter(FILE *out, char letter, const ss_report_letters *letters);

/* A text; in `prose` what stands between backticks is code. */
void ss_report_words(FILE *out, const char *text, bool prose, const ss_report_letters *letters);

/* Is the figure's name that of a file as it is, of a picture? That of a drawing lacks its .svg. */
bool ss_report_is_png(const char *figure);

const char *ss_report_text_of(const ss_report_sheet *sheet, size_t part);

/* Has column k of the table at `part` to be shown? */
bool ss_report_shown(const ss_report_sheet *sheet, size_t part, size_t k);

#endif

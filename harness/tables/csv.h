/* Reading a CSV table into memory: a header line of distinct column names, then rows of as many
 * fields, every line ended by a newline. Strict, because a table that was torn or edited badly must
 * not become a result: the first oddity is an error that names file and line.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_CSV_H
#define SS_HARNESS_TABLES_CSV_H

#include "problems/base/error.h"

#include <stddef.h>

/* Longest field that is read, bytes. */
enum { SS_CSV_FIELD_MAX = 1 << 20 };

/* A table in memory. Read n_rows and n_columns; leave the rest to the functions. */
typedef struct ss_csv {
    size_t n_rows; /* without the header */
    size_t n_columns;
    char *path;       /* of the file, for messages */
    char *text;       /* all fields, each ended by NUL */
    size_t text_size; /* bytes in use of `text` */
    size_t *cells;    /* where each field begins in `text`, row by row, the header first */
    size_t *lines;    /* number of the line where each row begins, the header first */
} ss_csv;

/* Read the file at `path` into *table, to be freed with ss_csv_free. SS_ERROR_DATA if it is
 * missing, not a regular file, empty, torn (no newline at the end, an open quote) or not a table
 * (uneven rows, repeated or empty column names, NUL bytes, a stray quote, a field above
 * SS_CSV_FIELD_MAX); SS_ERROR_MEMORY. After an error *table is empty. */
bool ss_csv_read(ss_csv *table, const char *path, ss_error *error);

/* Free the memory of the table and empty it. Harmless on an empty or zeroed one. */
void ss_csv_free(ss_csv *table);

/* The field of `row` (from 0) in `column`, owned by the table; NULL if there is no such row or
 * column. */
const char *ss_csv_text(const ss_csv *table, size_t row, const char *column);

/* The same as a number: C notation, nan and inf included. SS_ERROR_DATA, naming file, line, column
 * and text, if it is none, is out of the range of double, or there is no such row or column. */
bool ss_csv_real(const ss_csv *table, size_t row, const char *column, double *value,
                 ss_error *error);

/* Number of the column, from 0; n_columns if there is none of that name. `likely` is looked at
 * first. */
size_t ss_csv_column(const ss_csv *table, const char *name, size_t likely);

/* The field of `row` in the column of that number, owned by the table; NULL if there is none. */
const char *ss_csv_cell(const ss_csv *table, size_t row, size_t column);

/* The same, which must be there, as a number or as a whole number from 0. SS_ERROR_DATA, naming
 * file, line, column, text and what it should be. */
bool ss_csv_cell_real(const ss_csv *table, size_t row, size_t column, double *value,
                      ss_error *error);
bool ss_csv_cell_count(const ss_csv *table, size_t row, size_t column, size_t *value,
                       ss_error *error);

/* The line of the file, from 1, on which `row` (from 0, < n_rows) begins. */
size_t ss_csv_line(const ss_csv *table, size_t row);

/* Record what is wrong with a row, `slip`, which is told with file and line: what would be a slip
 * of the command line (SS_ERROR_USAGE) is one of the file, SS_ERROR_DATA. Returns false. */
bool ss_csv_slip(const ss_csv *table, size_t row, const ss_error *slip, ss_error *error);

#endif

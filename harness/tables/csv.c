/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/csv.h"

#include "problems/base/file.h"

#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The state of reading one file. */
typedef struct reader {
    ss_csv *table;
    ss_error *error;
    bool failed;
    size_t line;       /* being read, from 1 */
    size_t row_line;   /* where the row being read began */
    size_t row_fields; /* that it has so far */
    bool between_rows; /* nothing of the next row has come yet */
    size_t n_lines;    /* rows so far, the header among them */
    size_t n_cells;
} reader;

static void fail(reader *in, size_t line, const char *what)
{
    if (!in->failed)
        ss_error_set(in->error, SS_ERROR_DATA, "%s, line %zu: %s", in->table->path, line, what);
    in->failed = true;
}

static bool no_memory(const char *path, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_MEMORY, "out of memory reading %s", path);
}

static const char *cell(const ss_csv *table, size_t index)
{
    return table->text + table->cells[index];
}

static void on_field(void *field, size_t length, void *data)
{
    reader *in = data;
    ss_csv *table = in->table;
    if (length > SS_CSV_FIELD_MAX)
        fail(in, in->line, "a field that is too long (above 1 MiB)");
    if (in->failed)
        return;
    memcpy(table->text + table->text_size, field, length);
    table->text[table->text_size + length] = '\0';
    table->cells[in->n_cells++] = table->text_size;
    table->text_size += length + 1;
    in->row_fields++;
}

static void check_header(reader *in)
{
    const ss_csv *table = in->table;
    char what[128];
    for (size_t k = 0; k < table->n_columns; k++) {
        if (cell(table, k)[0] == '\0')
            fail(in, in->row_line, "a column without a name");
        for (size_t j = 0; j < k; j++)
            if (strcmp(cell(table, j), cell(table, k)) == 0) {
                snprintf(what, sizeof what, "two columns are called '%.64s'", cell(table, k));
                fail(in, in->row_line, what);
            }
    }
}

static void on_row(int end, void *data)
{
    reader *in = data;
    ss_csv *table = in->table;
    (void)end;
    if (in->failed)
        return;
    if (in->n_lines == 0) {
        table->n_columns = in->row_fields;
        check_header(in);
    } else if (in->row_fields != table->n_columns) {
        char what[128];
        snprintf(what, sizeof what, "%zu fields where the header has %zu", in->row_fields,
                 table->n_columns);
        fail(in, in->row_line, what);
    }
    table->lines[in->n_lines++] = in->row_line;
    in->row_fields = 0;
    in->between_rows = true;
}

/* Parse one line: so its number is known. */
static void feed_line(reader *in, struct csv_parser *parser, const char *line, size_t length)
{
    if (memchr(line, '\0', length) != NULL) {
        fail(in, in->line, "a NUL byte: this is not a text file");
        return;
    }
    if (in->between_rows)
        in->row_line = in->line;
    if (strspn(line, " \t\r\n") < length)
        in->between_rows = false;
    if (csv_parse(parser, line, length, on_field, on_row, in) == length)
        return;
    if (csv_error(parser) == CSV_EPARSE)
        fail(in, in->line, "a quote where none may stand");
    else
        in->failed = !no_memory(in->table->path, in->error);
}

/* `bytes` end in a NUL. */
static void parse(reader *in, struct csv_parser *parser, const char *bytes, size_t size)
{
    const char *at = bytes, *const end = bytes + size;
    for (size_t length = 0; at < end && !in->failed; at += length, in->line++) {
        const char *const newline = memchr(at, '\n', (size_t)(end - at));
        length = (size_t)((newline != NULL ? newline + 1 : end) - at);
        feed_line(in, parser, at, length);
    }
    if (size > 0 && end[-1] != '\n')
        fail(in, in->line - 1, "torn: the last line does not end");
    if (csv_fini(parser, on_field, on_row, in) != 0)
        fail(in, in->row_line, "torn: a quote opened in this row is never closed");
    if (in->n_lines == 0)
        fail(in, 1, "the file is empty, not even a header");
}

/* Room for all that the bytes can hold: a field, and a row, ends at a separator or at the end. */
static bool reserve(ss_csv *table, const char *bytes, size_t size)
{
    size_t n_fields = 1, n_rows = 1;
    for (size_t k = 0; k < size; k++) {
        const bool ends_row = bytes[k] == '\n' || bytes[k] == '\r';
        n_rows += ends_row;
        n_fields += ends_row || bytes[k] == ',';
    }
    table->text = malloc(size + 1);
    table->cells = malloc(n_fields * sizeof *table->cells);
    table->lines = malloc(n_rows * sizeof *table->lines);
    return table->text != NULL && table->cells != NULL && table->lines != NULL;
}

bool ss_csv_read(ss_csv *table, const char *path, ss_error *error)
{
    struct csv_parser parser;
    size_t size = 0;
    char *const bytes = ss_file_read(path, &size, error);
    reader in = {.table = table, .error = error, .line = 1, .between_rows = true};
    *table = (ss_csv){.path = strdup(path)};
    bool ok = bytes != NULL;
    if (ok && (table->path == NULL || !reserve(table, bytes, size) ||
               csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI) != 0))
        ok = no_memory(path, error);
    if (ok) {
        csv_set_blk_size(&parser, 65536); /* its 128 bytes copy a long field thousands of times */
        parse(&in, &parser, bytes, size);
        csv_free(&parser);
        table->n_rows = in.n_lines > 0 ? in.n_lines - 1 : 0;
        ok = !in.failed;
    }
    free(bytes);
    if (!ok)
        ss_csv_free(table);
    return ok;
}

void ss_csv_free(ss_csv *table)
{
    free(table->path);
    free(table->text);
    free(table->cells);
    free(table->lines);
    *table = (ss_csv){0};
}

size_t ss_csv_column(const ss_csv *table, const char *name, size_t likely)
{
    if (likely < table->n_columns && strcmp(cell(table, likely), name) == 0)
        return likely;
    size_t k = 0;
    while (k < table->n_columns && strcmp(cell(table, k), name) != 0)
        k++;
    return k;
}

const char *ss_csv_cell(const ss_csv *table, size_t row, size_t column)
{
    if (row >= table->n_rows || column >= table->n_columns)
        return NULL;
    return cell(table, (row + 1) * table->n_columns + column);
}

const char *ss_csv_text(const ss_csv *table, size_t row, const char *column)
{
    return ss_csv_cell(table, row, ss_csv_column(table, column, 0));
}

/* Say where a cell is, what it holds and what is wrong with it. */
static bool refuse(const ss_csv *table, size_t row, size_t column, const char *what,
                   ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu, column %s: '%s' %s", table->path,
                        table->lines[row + 1], cell(table, column), ss_csv_cell(table, row, column),
                        what);
}

bool ss_csv_cell_real(const ss_csv *table, size_t row, size_t column, double *value,
                      ss_error *error)
{
    char *end = NULL;
    const char *const text = ss_csv_cell(table, row, column);
    const double number = strtod(text, &end);
    if (end == text || *end != '\0')
        return refuse(table, row, column, "is not a number (1.5, 2e-3, nan, inf)", error);
    if (isinf(number) && strpbrk(text, "0123456789") != NULL)
        return refuse(table, row, column, "is too large (1.8e308 is the end)", error);
    *value = number;
    return true;
}

bool ss_csv_cell_count(const ss_csv *table, size_t row, size_t column, size_t *value,
                       ss_error *error)
{
    const char *const text = ss_csv_cell(table, row, column);
    errno = 0;
    const unsigned long long number = strtoull(text, NULL, 10);
    if (text[0] == '\0' || text[strspn(text, "0123456789")] != '\0')
        return refuse(table, row, column, "is not a whole number, 0 or more", error);
    if (errno == ERANGE || number > SIZE_MAX)
        return refuse(table, row, column, "is too large (1.8e19 is the end)", error);
    *value = (size_t)number;
    return true;
}

bool ss_csv_real(const ss_csv *table, size_t row, const char *column, double *value,
                 ss_error *error)
{
    const size_t k = ss_csv_column(table, column, 0);
    if (row >= table->n_rows)
        return ss_error_set(error, SS_ERROR_DATA, "%s: there is no row %zu, only %zu",
                            table->path != NULL ? table->path : "(empty table)", row + 1,
                            table->n_rows);
    if (k == table->n_columns)
        return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: there is no column '%s'",
                            table->path, table->lines[row + 1], column);
    return ss_csv_cell_real(table, row, k, value, error);
}

size_t ss_csv_line(const ss_csv *table, size_t row)
{
    return table->lines[row + 1];
}

bool ss_csv_slip(const ss_csv *table, size_t row, const ss_error *slip, ss_error *error)
{
    const ss_error_code code = slip->code == SS_ERROR_USAGE ? SS_ERROR_DATA : slip->code;
    return ss_error_set(error, code, "%s, line %zu: %s", table->path, ss_csv_line(table, row),
                        slip->text);
}

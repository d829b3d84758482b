/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/record.h"

#include "harness/tables/label.h"
#include "harness/tables/output.h"
#include "harness/tables/pairs.h"
#include "problems/base/names.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool no_column(const char *path, const char *name, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA,
                        "%s, line 1: there is no column '%s'; is it a table of another "
                        "kind, or of an older stickslip?",
                        path, name);
}

/* Take the next name of a list "a,b,c"; false at the end. */
static bool next_name(const char **list, char name[64])
{
    ss_key_value word;
    const bool has = ss_pairs_next(list, &word);
    if (has)
        snprintf(name, 64, "%.*s", (int)word.length, word.key);
    return has;
}

bool ss_record_require(const ss_csv *csv, const char *columns, ss_error *error)
{
    char name[64];
    while (next_name(&columns, name))
        if (ss_csv_column(csv, name, 0) == csv->n_columns)
            return no_column(csv->path, name, error);
    return true;
}

static bool read_cell(const ss_field *field, const ss_csv *csv, size_t row, size_t column,
                      void *record, ss_error *error)
{
    void *const at = (char *)record + field->offset;
    if (field->kind == SS_FIELD_REAL)
        return ss_csv_cell_real(csv, row, column, at, error);
    if (field->kind == SS_FIELD_COUNT)
        return ss_csv_cell_count(csv, row, column, at, error);
    *(SS_FIELD_TEXT_type *)at = ss_csv_cell(csv, row, column);
    return true;
}

bool ss_record_read(const ss_table *table, const ss_csv *csv, size_t row, void *record,
                    ss_error *error)
{
    if (row >= csv->n_rows)
        return ss_error_set(error, SS_ERROR_DATA, "%s has no row %zu, only %zu", csv->path, row + 1,
                            csv->n_rows);
    ss_rows_clear(table, record);
    size_t next = 0; /* most files have the columns in the order of the table */
    for (size_t k = 0; k < table->n_fields; ++k) {
        const size_t column = ss_csv_column(csv, table->fields[k].name, next);
        if (column == csv->n_columns)
            continue;
        if (!read_cell(&table->fields[k], csv, row, column, record, error))
            return false;
        next = column + 1;
    }
    return true;
}

void *ss_record_read_file(const ss_table *table, ss_csv *csv, const char *path, size_t size,
                          ss_error *error)
{
    bool read = ss_csv_read(csv, path, error);
    for (size_t k = 0; read && k + table->n_optional < table->n_fields; ++k)
        read = ss_record_require(csv, table->fields[k].name, error);
    char *const records = read ? calloc(csv->n_rows + 1, size) : NULL;
    if (read && records == NULL)
        read = ss_error_memory(error, "the rows of %s", path);
    for (size_t row = 0; read && row < csv->n_rows; ++row)
        read = ss_record_read(table, csv, row, records + row * size, error);
    if (read)
        return records;
    free(records);
    return NULL;
}

void *ss_record_read_folder(const ss_table *table, ss_csv *csv, const char *folder, size_t size,
                            ss_error *error)
{
    char path[SS_PATH_SIZE];
    return ss_path_join(path, sizeof path, folder, table->file, error)
               ? ss_record_read_file(table, csv, path, size, error)
               : NULL;
}

/* clang-format off */
#define TABLE(id, file, meaning)                                                                   \
    bool ss_##id##_row_read(const ss_csv *csv, size_t row, ss_##id##_row *record, ss_error *error) \
    {                                                                                              \
        return ss_record_read(ss_rows_find(#id), csv, row, record, error);                         \
    }
#define FIELD(table, kind, name, unit, when, meaning)
#define END(id)
#include "harness/tables/fields.def"
/* clang-format on */

/* ---- row by row ---- */

bool ss_record_stream(ss_stream *stream, const ss_table *table, const char *path,
                      const char *required, ss_error *error)
{
    const char *columns[SS_STREAM_COLUMNS + 1] = {NULL};
    char name[64];
    if (table->n_fields > SS_STREAM_COLUMNS) /* a new column was one too many */
        return ss_error_set(error, SS_ERROR_INTERNAL, "%s has more than %d columns", table->file,
                            SS_STREAM_COLUMNS);
    for (size_t k = 0; k < table->n_fields; ++k)
        columns[k] = table->fields[k].name;
    if (!ss_stream_open(stream, path, columns, 0, error))
        return false;
    while (next_name(&required, name)) {
        size_t k = 0;
        while (k < stream->n && strcmp(columns[k], name) != 0)
            ++k;
        if (k == stream->n || stream->at[k] == SIZE_MAX)
            return no_column(path, name, error);
    }
    return true;
}

/* Field k of the line at hand, of the k-th column. */
static bool take_field(const ss_stream *stream, const ss_field *field, size_t k, void *record,
                       ss_error *error)
{
    void *const at = (char *)record + field->offset;
    if (field->kind == SS_FIELD_REAL)
        return ss_stream_real(stream, k, at, error);
    if (field->kind == SS_FIELD_COUNT)
        return ss_stream_count(stream, k, at, error);
    *(SS_FIELD_TEXT_type *)at = stream->field[k];
    return true;
}

bool ss_record_take(const ss_stream *stream, const ss_table *table, void *record, ss_error *error)
{
    ss_rows_clear(table, record);
    for (size_t k = 0; k < table->n_fields; ++k)
        if (stream->field[k] != NULL && !take_field(stream, &table->fields[k], k, record, error))
            return false;
    return true;
}

bool ss_record_next(ss_stream *stream, const ss_table *table, void *record, ss_error *error)
{
    return ss_stream_next(stream, error) && ss_record_take(stream, table, record, error);
}

size_t ss_table_column(const ss_table *table, const char *name)
{
    size_t k = 0;
    while (strcmp(table->fields[k].name, name) != 0)
        ++k;
    return k;
}

/* ---- summary.csv ---- */

static const char *status_at(const void *unused, size_t k)
{
    (void)unused;
    return k < SS_OUTCOME_COUNT ? ss_outcome_name((ss_outcome)k) : NULL;
}

static bool read_record(ss_record *record, const ss_csv *csv, size_t row, ss_error *error)
{
    *record = (ss_record){.line = ss_csv_line(csv, row), .path = csv->path};
    if (!ss_summary_row_read(csv, row, &record->row, error))
        return false;
    const char *const text = record->row.status;
    if (ss_outcome_find(text, &record->outcome))
        return true;
    const char *const near = ss_name_nearest(text, status_at, NULL);
    return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: '%s' is no status%s%s%s", csv->path,
                        record->line, text, near != NULL ? "; did you mean '" : "",
                        near != NULL ? near : "", near != NULL ? "'?" : "");
}

bool ss_summary_folder(char *found, const char *folder, ss_error *error)
{
    const char *const places[][2] = {{"", folder}, {folder, "store"}};
    char path[SS_PATH_SIZE];
    for (size_t k = 0; k < sizeof places / sizeof *places; ++k) {
        if (!ss_path_join(found, SS_PATH_SIZE, places[k][0], places[k][1], error) ||
            !ss_path_join(path, sizeof path, found, "summary.csv", error))
            return false;
        if (access(path, F_OK) == 0)
            return true;
    }
    if (access(folder, F_OK) != 0)
        return ss_error_set(error, SS_ERROR_DATA, "cannot read '%s/summary.csv': %s", folder,
                            strerror(errno));
    return ss_error_set(error, SS_ERROR_DATA,
                        "the folder '%s' has no summary.csv: it is no result folder, or a "
                        "campaign that has not collected its rows yet",
                        folder);
}

/* Of a command that was cut short the only run of its solver so far may be called by its
 * contender. */
bool ss_summary_is_named(const ss_summary *summary, const ss_summary_row *row, const char *label)
{
    bool by_solver = strcmp(row->solver, label) == 0;
    for (size_t k = 0; by_solver && row->run[0] == '\0' && summary != NULL && k < summary->n; ++k) {
        const ss_summary_row *const other = &summary->records[k].row;
        by_solver = strcmp(other->solver, label) != 0 || strcmp(other->outer, row->outer) == 0;
    }
    return by_solver ||
           (row->run[0] == '\0' && ss_label_is_contender(label, row->solver, row->outer));
}

const ss_summary_row *ss_summary_of(const ss_summary *summary, const char *label)
{
    for (size_t k = 0; k < summary->n; ++k)
        if (ss_summary_is_named(summary, &summary->records[k].row, label))
            return &summary->records[k].row;
    return NULL;
}

bool ss_summary_read(ss_summary *summary, const char *path, const char *required, ss_error *error)
{
    *summary = (ss_summary){.n = 0};
    ss_csv *const csv = &summary->csv;
    bool read = ss_csv_read(csv, path, error) &&
                ss_record_require(csv,
                                  "problem,solver,status,parameters,instance,outer,stop,"
                                  "warm_start",
                                  error) &&
                ss_record_require(csv, required, error);
    summary->records = read ? calloc(csv->n_rows + 1, sizeof *summary->records) : NULL;
    if (read && summary->records == NULL)
        read = ss_error_memory(error, "the rows of %s", path);
    for (; read && summary->n < csv->n_rows; summary->n += read ? 1 : 0)
        read = read_record(&summary->records[summary->n], csv, summary->n, error);
    if (!read)
        ss_summary_free(summary);
    return read;
}

void ss_summary_free(ss_summary *summary)
{
    free(summary->records);
    ss_csv_free(&summary->csv);
    *summary = (ss_summary){.n = 0};
}

size_t ss_summary_drop_interrupted(ss_summary *summary)
{
    size_t n_kept = 0;
    for (size_t k = 0; k < summary->n; ++k)
        if (summary->records[k].outcome != SS_OUTCOME_INTERRUPTED)
            summary->records[n_kept++] = summary->records[k];
    const size_t n_dropped = summary->n - n_kept;
    summary->n = n_kept;
    return n_dropped;
}

bool ss_record_is_external(const ss_record *record)
{
    return record->row.outer[0] == '\0';
}

void ss_machines_note(ss_machines *machines, const ss_summary_row *row)
{
    if (row->machine == NULL || row->machine[0] == '\0')
        return;
    if (machines->one == NULL)
        machines->one = row->machine;
    else if (machines->other == NULL && strcmp(machines->one, row->machine) != 0)
        machines->other = row->machine;
}

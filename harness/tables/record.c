/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ss_record_require(const ss_csv *csv, const char *columns, ss_error *error)
{
    char name[64];
    for (const char *at = columns; *at != '\0'; at += *at == ',') {
        const size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)length, at);
        if (ss_csv_column(csv, name, 0) == csv->n_columns)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%.300s, line 1: there is no column '%s'; is it a table of another "
                                "kind, or of an older stickslip?",
                                csv->path, name);
        at += length;
    }
    return true;
}

static void *member(const ss_field *field, void *record)
{
    return (char *)record + field->offset;
}

/* Every member's default: what a row is whose file has no column of the table. */
static void clear(const ss_table *table, void *record)
{
    for (size_t k = 0; k < table->n_fields; ++k) {
        void *const at = member(&table->fields[k], record);
        switch (table->fields[k].kind) {
        case SS_FIELD_TEXT:
            *(SS_FIELD_TEXT_type *)at = "";
            break;
        case SS_FIELD_COUNT:
            *(SS_FIELD_COUNT_type *)at = 0;
            break;
        case SS_FIELD_REAL:
            *(SS_FIELD_REAL_type *)at = NAN;
            break;
        }
    }
}

static bool read_cell(const ss_field *field, const ss_csv *csv, size_t row, size_t column,
                      void *record, ss_error *error)
{
    void *const at = member(field, record);
    switch (field->kind) {
    case SS_FIELD_TEXT:
        *(SS_FIELD_TEXT_type *)at = ss_csv_cell(csv, row, column);
        return true;
    case SS_FIELD_COUNT:
        return ss_csv_cell_count(csv, row, column, at, error);
    case SS_FIELD_REAL:
        break;
    }
    return ss_csv_cell_real(csv, row, column, at, error);
}

bool ss_record_read(const ss_table *table, const ss_csv *csv, size_t row, void *record,
                    ss_error *error)
{
    if (row >= csv->n_rows)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s has no row %zu, only %zu", csv->path,
                            row + 1, csv->n_rows);
    clear(table, record);
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
    for (size_t k = 0; read && k < table->n_fields; ++k)
        read = ss_record_require(csv, table->fields[k].name, error);
    char *const records = read ? calloc(csv->n_rows + 1, size) : NULL;
    if (read && records == NULL)
        read = ss_error_set(error, SS_ERROR_MEMORY, "no memory for the rows of %.300s", path);
    for (size_t row = 0; read && row < csv->n_rows; ++row)
        read = ss_record_read(table, csv, row, records + row * size, error);
    if (read)
        return records;
    free(records);
    return NULL;
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

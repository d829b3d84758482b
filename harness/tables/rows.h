/* The tables that stickslip writes, generated from harness/tables/fields.def: for each TABLE(x,
 * ...) there
 *
 *     typedef struct ss_x_row { one member a column, of the same name } ss_x_row;
 *     void ss_x_header(FILE *out);                       the line of column names
 *     void ss_x_write(FILE *out, const ss_x_row *row);   one line
 *     void ss_x_fill(ss_x_row *row, const double *values, const ss_work *work);
 *
 * The last sets the columns of estimators to their values, by SS_ESTIMATE_ID, and adds the work to
 * the columns of counters, of which only some tables have any. Print errors stay in the stream,
 * where ss_output_close finds them. Units and meanings of the columns: fields.def or
 * results/SCHEMA.md.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_TABLES_ROWS_H
#define SS_HARNESS_TABLES_ROWS_H

#include "harness/estimators/estimators.h"
#include "problems/base/error.h"
#include "solvers/base/work.h"

#include <stdio.h>

/* X(kind, C type, meaning) */
#define SS_FIELD_KIND_LIST(X)                                                                      \
    X(TEXT, const char *,                                                                          \
      "text, in double quotes where it holds a comma, quote, space or newline")                    \
    X(COUNT, size_t, "a whole number, not negative")                                               \
    X(REAL, double,                                                                                \
      "a floating-point number with the digits it takes to read the same bits; `nan` "             \
      "where there is no value, `inf` and `-inf`")

/* In a row a TEXT member is borrowed (NULL is written as empty text), a REAL one NAN if missing. */
typedef enum ss_field_kind {
#define X(id, type, meaning) SS_FIELD_##id,
    SS_FIELD_KIND_LIST(X)
#undef X
} ss_field_kind;

/* SS_FIELD_TEXT_type, SS_FIELD_COUNT_type, SS_FIELD_REAL_type. */
#define X(id, type, meaning) typedef type SS_FIELD_##id##_type;
SS_FIELD_KIND_LIST(X)
#undef X

#define TABLE(id, file, meaning)                      typedef struct ss_##id##_row {
#define FIELD(table, kind, name, unit, when, meaning) SS_FIELD_##kind##_type name;
#define END(id)                                                                                    \
    }                                                                                              \
    ss_##id##_row;
#include "harness/tables/fields.def"

#define TABLE(id, file, meaning)                                                                   \
    void ss_##id##_header(FILE *out);                                                              \
    void ss_##id##_write(FILE *out, const ss_##id##_row *row);                                     \
    void ss_##id##_fill(ss_##id##_row *row, const double *values, const ss_work *work);
#define FIELD(table, kind, name, unit, when, meaning)
#define END(id)
#include "harness/tables/fields.def"

/* The source of a column: the harness, an estimator or a work counter. */
typedef enum ss_field_source {
    SS_FROM_HARNESS,
    SS_FROM_ESTIMATOR,
    SS_FROM_COUNTER
} ss_field_source;

/* A column. */
typedef struct ss_field {
    const char *name;
    ss_field_kind kind;
    size_t offset;    /* in the row struct, bytes */
    const char *unit; /* "-" when dimensionless or not a quantity, "mixed" for sums of several */
    bool varies;      /* between two runs of the same command: a time */
    const char
        *meaning; /* of an estimator's column, whose unit is NULL: the words before its own */
    ss_field_source source;
    size_t from; /* SS_ESTIMATE_ID, or the offset of the counter in ss_work */
} ss_field;

/* A table. */
typedef struct ss_table {
    const char *name;
    const char *file; /* its name in a result folder */
    const char *meaning;
    const ss_field *fields; /* in the order of the columns */
    size_t n_fields;
    size_t n_optional; /* the last ones, which files that are read may lack */
} ss_table;

/* The k-th table of fields.def, NULL past the last. */
const ss_table *ss_rows_table(size_t k);

/* The table called `name`, which there must be. */
const ss_table *ss_rows_find(const char *name);

/* Every member's default, before those that are known are set: TEXT "", COUNT 0, REAL NAN. So a
 * column that is forgotten, or that a file lacks, says that there is no value. */
void ss_rows_clear(const ss_table *table, void *row);

/* The column of numbers called `name`; NULL: the table has none. */
const ss_field *ss_rows_number(const ss_table *table, const char *name);

/* The k-th column of an ss_table that is an estimator's, or NULL, for names.h. */
const char *ss_rows_estimator_at(const void *table, size_t k);

/* The number in a REAL or COUNT column of `row`, the struct that the column's table belongs to. */
double ss_rows_value(const ss_field *field, const void *row);

/* Header and line of any table; `row` points at the struct that belongs to `table`. */
void ss_rows_header(const ss_table *table, FILE *out);
void ss_rows_write(const ss_table *table, FILE *out, const void *row);

/* Write `n` rows, `size` bytes from one to the next, as the table's file in `folder`, whole or not
 * at all. SS_ERROR_IO. */
bool ss_rows_write_file(const ss_table *table, const char *folder, const void *rows, size_t n,
                        size_t size, ss_error *error);

/* Print what there is to know of the columns called so, "NAME" in all tables or "TABLE.NAME" in
 * one: a line each. False where there is none. */
bool ss_schema_describe(FILE *out, const char *name);

/* Write results/SCHEMA.md: the documentation of all tables, in Markdown. */
void ss_schema_write(FILE *out);

#endif

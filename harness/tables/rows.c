/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/rows.h"

#include "harness/tables/output.h"
#include "problems/base/prose.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* The words of `when` in fields.def, for ss_field.varies. */
enum { SAME = 0, VARIES = 1 };

/* clang-format off */
#define TABLE(id, file, meaning) static const ss_field id##_fields[] = {
#define FIELD(table, kind, name, unit, when, meaning)                                              \
    {#name,   SS_FIELD_##kind, offsetof(ss_##table##_row, name), unit, when,                       \
     meaning, SS_FROM_HARNESS, 0},
#define ESTIMATE(table, id, name, words)                                                           \
    {#name, SS_FIELD_REAL, offsetof(ss_##table##_row, name), NULL, SAME, words, SS_FROM_ESTIMATOR, \
     SS_ESTIMATE_##id},
#define COUNTER(table, id, name, unit, meaning)                                                    \
    {#name, SS_FIELD_COUNT, offsetof(ss_##table##_row, name), unit, SAME, meaning,                 \
     SS_FROM_COUNTER, offsetof(ss_work, id)},
#define END(id) };
#include "harness/tables/fields.def"

enum {
#define TABLE(id, file, meaning) INDEX_##id,
#define FIELD(table, kind, name, unit, when, meaning)
#define END(id)
#include "harness/tables/fields.def"
    N_TABLES
};

static const ss_table tables[] = {
#define TABLE(id, file, meaning)                                                                   \
    {#id, file, meaning, id##_fields, sizeof id##_fields / sizeof id##_fields[0], 0},
#define FIELD(table, kind, name, unit, when, meaning)
#define END(id)
#include "harness/tables/fields.def"
};

/* ss_x_fill of rows.h. */
static void fill(const ss_table *table, void *row, const double *values, const ss_work *work)
{
    for (size_t k = 0; k < table->n_fields; k++) {
        const ss_field *const field = &table->fields[k];
        void *const at = (char *)row + field->offset;
        if (field->source == SS_FROM_ESTIMATOR)
            *(SS_FIELD_REAL_type *)at = values[field->from];
        else if (field->source == SS_FROM_COUNTER)
            *(SS_FIELD_COUNT_type *)at += *(const size_t *)((const char *)work + field->from);
    }
}

#define TABLE(id, file, meaning)                                                                   \
    void ss_##id##_header(FILE *out)                                                               \
    {                                                                                              \
        ss_rows_header(&tables[INDEX_##id], out);                                                  \
    }                                                                                              \
    void ss_##id##_write(FILE *out, const ss_##id##_row *row)                                      \
    {                                                                                              \
        ss_rows_write(&tables[INDEX_##id], out, row);                                              \
    }                                                                                              \
    void ss_##id##_fill(ss_##id##_row *row, const double *values, const ss_work *work)             \
    {                                                                                              \
        fill(&tables[INDEX_##id], row, values, work);                                              \
    }
#define FIELD(table, kind, name, unit, when, meaning)
#define END(id)
#include "harness/tables/fields.def"
/* clang-format on */

const ss_table *ss_rows_table(size_t k)
{
    return k < N_TABLES ? &tables[k] : NULL;
}

const ss_table *ss_rows_find(const char *name)
{
    size_t k = 0;
    while (strcmp(tables[k].name, name) != 0)
        ++k;
    return &tables[k];
}

void ss_rows_clear(const ss_table *table, void *row)
{
    for (size_t k = 0; k < table->n_fields; ++k) {
        void *const at = (char *)row + table->fields[k].offset;
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

const ss_field *ss_rows_number(const ss_table *table, const char *name)
{
    for (size_t k = 0; k < table->n_fields; ++k)
        if (strcmp(table->fields[k].name, name) == 0 && table->fields[k].kind != SS_FIELD_TEXT)
            return &table->fields[k];
    return NULL;
}

const char *ss_rows_estimator_at(const void *table, size_t k)
{
    const ss_table *const t = table;
    for (size_t c = 0; c < t->n_fields; ++c)
        if (t->fields[c].source == SS_FROM_ESTIMATOR && k-- == 0)
            return t->fields[c].name;
    return NULL;
}

double ss_rows_value(const ss_field *field, const void *row)
{
    const char *const at = (const char *)row + field->offset;
    if (field->kind == SS_FIELD_COUNT) {
        size_t count;
        memcpy(&count, at, sizeof count);
        return (double)count;
    }
    double value;
    memcpy(&value, at, sizeof value);
    return value;
}

void ss_rows_header(const ss_table *table, FILE *out)
{
    for (size_t k = 0; k < table->n_fields; k++)
        fprintf(out, "%s%s", k > 0 ? "," : "", table->fields[k].name);
    fputc('\n', out);
}

/* In double quotes where it needs them; blanks are quoted too: readers (libcsv among them) strip
 * them off the ends of bare fields. */
static void write_text(FILE *out, const char *text)
{
    if (text == NULL)
        return;
    if (strpbrk(text, ",\"\r\n\t ") == NULL) {
        fputs(text, out);
        return;
    }
    fputc('"', out);
    for (const char *c = text; *c != '\0'; c++)
        fputs((const char[]){*c, *c == '"' ? '"' : '\0', '\0'}, out);
    fputc('"', out);
}

/* The shortest of 15 to 17 digits that reads back to the same bits, "nan", "inf" or "-inf".
 * strfromd is printf for one number, in half the time: most of what short runs do is to write. */
static void write_real(FILE *out, double value)
{
    static const char *const formats[] = {"%.15g", "%.16g", "%.17g"};
    char text[40] = "nan"; /* printf may write "-nan": its sign differs between compilers */
    for (size_t k = 0; k < 3 && !isnan(value); ++k) {
        strfromd(text, sizeof text, formats[k], value);
        if (strtod(text, NULL) == value)
            break;
    }
    fputs(text, out);
}

void ss_rows_write(const ss_table *table, FILE *out, const void *row)
{
    for (size_t k = 0; k < table->n_fields; k++) {
        if (k > 0)
            fputc(',', out);
        const void *const at = (const char *)row + table->fields[k].offset;
        switch (table->fields[k].kind) {
        case SS_FIELD_TEXT:
            write_text(out, *(const SS_FIELD_TEXT_type *)at);
            break;
        case SS_FIELD_COUNT:
            fprintf(out, "%zu", *(const SS_FIELD_COUNT_type *)at);
            break;
        case SS_FIELD_REAL:
            write_real(out, *(const SS_FIELD_REAL_type *)at);
            break;
        }
    }
    fputc('\n', out);
}

/* A cell of a Markdown table, where a bar would end the cell. */
static void write_cell(FILE *out, const char *text)
{
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '|')
            fputc('\\', out);
        fputc(*c, out);
    }
}

/* The meaning of a column, as its unit: an estimator's is its own. */
static void write_meaning(FILE *out, const ss_field *field)
{
    write_cell(out, field->meaning);
    if (field->source != SS_FROM_ESTIMATOR)
        return;
    const ss_estimator *const estimator = ss_estimator_at(field->from);
    write_cell(out, estimator->title);
    fprintf(out, " (%s)%s", estimator->reference, estimator->note != NULL ? "; " : "");
    write_cell(out, estimator->note != NULL ? estimator->note : "");
    fputs(".", out);
}

bool ss_schema_describe(FILE *out, const char *name)
{
    const char *const dot = strchr(name, '.'), *const column = dot != NULL ? dot + 1 : name;
    bool found = false;
    for (size_t t = 0; t < N_TABLES; ++t)
        for (size_t k = 0; k < tables[t].n_fields; ++k) {
            const ss_field *const field = &tables[t].fields[k];
            const size_t length = strcspn(tables[t].file, ".");
            if (strcmp(field->name, column) != 0 ||
                (dot != NULL &&
                 (strncmp(name, tables[t].file, length) != 0 || name + length != dot)))
                continue;
            const ss_estimator *const e =
                field->source == SS_FROM_ESTIMATOR ? ss_estimator_at(field->from) : NULL;
            if (e == NULL)
                ss_prose_line(out, "column %s of %s [%s]: %s", field->name, tables[t].file,
                              field->unit, field->meaning);
            else
                ss_prose_line(out, "column %s of %s [%s]: %s%s (%s)%s%s.", field->name,
                              tables[t].file, e->unit, field->meaning, e->title, e->reference,
                              e->note != NULL ? "; " : "", e->note != NULL ? e->note : "");
            found = true;
        }
    return found;
}

static void write_table(FILE *out, const ss_table *table)
{
    static const char *const kinds[] = {
#define X(id, type, meaning) #id,
        SS_FIELD_KIND_LIST(X)
#undef X
    };
    fprintf(out, "\n## %s\n\n%s\n\n", table->file, table->meaning);
    fputs("| column | kind | unit | meaning |\n| --- | --- | --- | --- |\n", out);
    for (size_t k = 0; k < table->n_fields; k++) {
        const ss_field *const field = &table->fields[k];
        fprintf(out, "| `%s` | %s | %s | ", field->name, kinds[field->kind],
                field->source == SS_FROM_ESTIMATOR ? ss_estimator_at(field->from)->unit
                                                   : field->unit);
        write_meaning(out, field);
        fputs(" |\n", out);
    }
}

void ss_schema_write(FILE *out)
{
    fputs(
        "# The tables that stickslip writes\n\n"
        "Generated from `harness/tables/fields.def`, the estimators and the work counters: do not "
        "edit.\n\n"
        "CSV with commas, one header line, lines ended by a newline; columns keep their names and\n"
        "order, new ones are added at the end. Kinds of columns:\n\n",
        out);
#define X(id, type, meaning) fputs("- " #id ": " meaning ".\n", out);
    SS_FIELD_KIND_LIST(X)
#undef X
    fputs("\nThe same command gives the same bytes, except in the columns that hold times, which "
          "the\n[end of this page](#columns-that-hold-times) lists.\n",
          out);
    fputs("\nUnits: `-` is dimensionless or not a quantity; `mixed` is a sum of several units, as "
          "the\n"
          "papers print it; `unit-bound` is a ratio that changes with the units. [D] is Dumont's "
          "paper; r is the impulse, u the relative velocity, W the\n"
          "Delassus matrix, q the free velocity; components n, t1, t2. Primes are E1's scaling by\n"
          "contact, uh = u' + mu |u'_t| n, and proj_K the projection on the friction cone.\n",
          out);
    for (size_t t = 0; t < N_TABLES; t++)
        write_table(out, &tables[t]);
    fputs("\n## Columns that hold times\n\n", out);
    for (size_t t = 0; t < N_TABLES; t++)
        for (size_t k = 0; k < tables[t].n_fields; k++)
            if (tables[t].fields[k].varies)
                fprintf(out, "- `%s` of `%s`\n", tables[t].fields[k].name, tables[t].file);
}

bool ss_rows_write_file(const ss_table *table, const char *folder, const void *rows, size_t n,
                        size_t size, ss_error *error)
{
    ss_output output = {0};
    if (!ss_output_open(&output, folder, table->file, error))
        return false;
    ss_rows_header(table, output.file);
    for (size_t k = 0; k < n; ++k)
        ss_rows_write(table, output.file, (const char *)rows + k * size);
    return ss_output_close(&output, error);
}

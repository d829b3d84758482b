/* Rows read by the names of their columns: every table, other builds' files, bad cells.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/record.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

TestSuite(record, .init = test_files_begin, .fini = test_files_end);

static void read_text(ss_csv *csv, const char *text)
{
    ss_error error = {0};
    cr_assert(ss_csv_read(csv, test_write_text("a.csv", text), &error), "%s", error.text);
}

/* Room for a row of any table. */
typedef union any_row {
#define TABLE(id, file, meaning) ss_##id##_row id;
#define FIELD(table, kind, name, unit, when, meaning)
#define END(id)
#include "harness/tables/fields.def"
} any_row;

/* A value that tells every column from its neighbours. */
static void fill(const ss_table *table, any_row *row)
{
    for (size_t k = 0; k < table->n_fields; k++) {
        const ss_field *const field = &table->fields[k];
        void *const at = (char *)row + field->offset;
        if (field->kind == SS_FIELD_TEXT)
            *(const char **)at = field->name;
        else if (field->kind == SS_FIELD_COUNT)
            *(size_t *)at = SIZE_MAX - k;
        else
            *(double *)at = k % 5 == 4 ? -INFINITY : 1.0 / (double)(k + 3);
    }
}

static void expect_filled(const ss_table *table, const any_row *got)
{
    any_row want = {0};
    fill(table, &want);
    for (size_t k = 0; k < table->n_fields; k++) {
        const ss_field *const field = &table->fields[k];
        const void *const a = (const char *)got + field->offset;
        const void *const b = (const char *)&want + field->offset;
        const bool same = field->kind == SS_FIELD_TEXT
                              ? strcmp(*(const char *const *)a, *(const char *const *)b) == 0
                              : memcmp(a, b, sizeof(double)) == 0;
        cr_expect(same, "%s.%s", table->name, field->name);
    }
}

Test(record, every_table_reads_back)
{
    cr_assert_eq(sizeof(double), sizeof(size_t));
    const char *const path = test_path("a.csv");
    size_t n_tables = 0;
    for (const ss_table *t = ss_rows_table(0); t != NULL; t = ss_rows_table(++n_tables)) {
        any_row row = {0};
        ss_csv csv;
        ss_error error = {0};
        FILE *file = fopen(path, "w");
        cr_assert_not_null(file);
        ss_rows_header(t, file);
        ss_rows_write(t, file, &row);
        fill(t, &row);
        ss_rows_write(t, file, &row);
        cr_assert_eq(fclose(file), 0);
        cr_assert(ss_csv_read(&csv, path, &error), "%s", error.text);
        cr_expect_eq(csv.n_rows, 2);
        for (size_t k = 0; k < t->n_fields; k++)
            cr_expect_str_eq(ss_csv_text(&csv, 0, t->fields[k].name),
                             t->fields[k].kind == SS_FIELD_TEXT ? "" : "0", "%s.%s", t->name,
                             t->fields[k].name);
        memset(&row, 1, sizeof row);
        cr_expect(ss_record_read(t, &csv, 1, &row, &error), "%s: %s", t->name, error.text);
        expect_filled(t, &row);
        cr_expect_not(ss_record_read(t, &csv, 2, &row, &error));
        cr_expect_not_null(strstr(error.text, "no row 3, only 2"), "%s", error.text);
        ss_csv_free(&csv);
    }
    cr_expect_geq(n_tables, 6);
}

/* Columns in any order, some missing, some of tomorrow's build. */
Test(record, columns_go_by_name)
{
    static const char text[] = "e1,of_tomorrow,solver,steps\n0.5,x,sal,7\n";
    ss_csv csv;
    ss_error error = {0};
    ss_summary_row row;
    read_text(&csv, text);
    cr_assert(ss_summary_row_read(&csv, 0, &row, &error), "%s", error.text);
    cr_expect_eq(row.e1, 0.5);
    cr_expect_str_eq(row.solver, "sal");
    cr_expect_eq(row.steps, 7);
    cr_expect_str_eq(row.message, "");
    cr_expect(isnan(row.tol));
    cr_expect_eq(row.visits_total, 0);
    cr_expect(ss_record_require(&csv, "solver,e1", &error));
    cr_expect(ss_record_require(&csv, "", &error));
    cr_expect_not(ss_record_require(&csv, "solver,stop,outer", &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_not_null(strstr(error.text, "line 1: there is no column 'stop'"), "%s", error.text);
    cr_expect_not_null(strstr(error.text, "/a.csv"), "%s", error.text);
    ss_csv_free(&csv);
}

Test(record, bad_cells)
{
    static const char *const cases[][2] = {
        {"steps,tol\n1,2\n1.5,2\n", "line 3, column steps: '1.5' is not a whole number, 0 or more"},
        {"tol,steps\n1,2\n1,-2\n", "line 3, column steps: '-2' is not a whole number, 0 or more"},
        {"tol,steps\n1,2\n1,\n", "line 3, column steps: '' is not a whole number, 0 or more"},
        {"tol,steps\n1,2\n1,99999999999999999999\n", "column steps: '99999999999999999999' is too"},
        {"tol,steps\n1,2\nlow,2\n", "line 3, column tol: 'low' is not a number (1.5"},
        {"tol,steps\n1,2\n1e999,2\n", "line 3, column tol: '1e999' is too large"}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        ss_csv csv;
        ss_error error = {0};
        ss_summary_row row;
        read_text(&csv, cases[k][0]);
        cr_expect(ss_summary_row_read(&csv, 0, &row, &error), "%s", error.text);
        cr_expect_not(ss_summary_row_read(&csv, 1, &row, &error), "%s", cases[k][0]);
        cr_expect_eq(error.code, SS_ERROR_DATA);
        cr_expect_not_null(strstr(error.text, cases[k][1]), "%s", error.text);
        cr_expect_not_null(strstr(error.text, "/a.csv"), "%s", error.text);
        ss_csv_free(&csv);
    }
}

/* Every status is found by its name, and what is none is refused. */
Test(record, names_of_statuses)
{
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k) {
        ss_outcome found = SS_OUTCOME_NEAR;
        cr_expect(ss_outcome_find(ss_outcome_name((ss_outcome)k), &found) && (int)found == k, "%d",
                  k);
        cr_expect_eq(ss_outcome_name_is_solved(ss_outcome_name((ss_outcome)k)),
                     ss_outcome_is_solved((ss_outcome)k), "%d", k);
    }
    static const char *const none[] = {"", "solve", "solved ", "SOLVED", "timeouts"};
    for (size_t k = 0; k < sizeof none / sizeof *none; ++k) {
        ss_outcome found = SS_OUTCOME_NEAR;
        cr_expect(!ss_outcome_find(none[k], &found) && found == SS_OUTCOME_NEAR, "'%s'", none[k]);
        cr_expect_not(ss_outcome_name_is_solved(none[k]), "'%s'", none[k]);
    }
}

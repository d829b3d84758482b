/* The tables: what the writer writes, the reader reads; hostile files; the schema.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/csv.h"
#include "harness/tables/rows.h"
#include "harness/tables/stream.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

TestSuite(rows, .init = test_files_begin, .fini = test_files_end);
TestSuite(csv, .init = test_files_begin, .fini = test_files_end);

/* The bytes that `write` prints, to be freed. */
static void print(char **text, void (*write)(FILE *))
{
    size_t size = 0;
    FILE *file = open_memstream(text, &size);
    cr_assert_not_null(file);
    write(file);
    fclose(file);
}

Test(rows, headers_begin_with_the_columns_of_old)
{
    char *summary = NULL, *history = NULL, *convergence = NULL;
    print(&summary, ss_summary_header);
    print(&history, ss_history_header);
    print(&convergence, ss_convergence_header);
    static const char summary_begin[] =
        "problem,instance,solver,tol,max_sweeps,steps,status,sweeps_last,sweeps_total,steps_capped,"
        "eps_last,pen_local_last_m_per_s,pen_true_last_m_per_s,e1_last,max_overlap_last_m,"
        "contacts_last,visits_total,newton_failures_total,cpu_s,";
    static const char history_begin[] =
        "solver,step,time_s,contacts,sweeps,eps,pen_local_m_per_s,pen_true_m_per_s,e1,"
        "max_overlap_m,kinetic_energy_j,";
    cr_expect_eq(strncmp(summary, summary_begin, strlen(summary_begin)), 0, "%s", summary);
    cr_expect_eq(strncmp(history, history_begin, strlen(history_begin)), 0, "%s", history);
    cr_expect_str_eq(convergence,
                     "solver,step,sweep,eps,eps_motion,eps_proj,eps_b,eps_pen,e1,"
                     "e1_max,siconos_rel,abh_rel,visits,local_iterations,cpu_s,"
                     "open,sticking,sliding,changed,"
                     "projections,newton_failures,backtracks,fallbacks,"
                     "products,residuals,factorizations,solves,flops,moves,lane_visits,"
                     "root_values,eps_s_j,work_units,"
                     "dr_rel,u_error,r_error\n");
    free(summary);
    free(history);
    free(convergence);
}

static void write_a_row(FILE *out)
{
    const ss_convergence_row row = {.solver = "a,b",
                                    .step = 3,
                                    .sweep = SIZE_MAX,
                                    .eps = -NAN,
                                    .eps_motion = INFINITY,
                                    .eps_proj = -INFINITY,
                                    .eps_b = 0.1,
                                    .eps_pen = -0.0,
                                    .e1 = 1.0 / 3.0};
    ss_convergence_write(out, &row);
}

Test(rows, line_of_every_kind)
{
    char *line = NULL;
    print(&line, write_a_row);
    cr_expect_str_eq(line, "\"a,b\",3,18446744073709551615,nan,inf,-inf,0.1,-0,"
                           "0.3333333333333333,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0\n");
    free(line);
}

static bool same_bits(double a, double b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

Test(rows, written_then_read)
{
    static const char *const texts[] = {"ebp", "a,b", "say \"so\"",       "two\nlines", " ends ",
                                        "",    "\"",  "k=v,k2=\"x\"\r\n", "\xc3\xa9"};
    static const double reals[] = {0.1,     1.0 / 3.0, DBL_MIN, DBL_MAX,  4.9406564584124654e-324,
                                   -1e-300, -0.0,      NAN,     -INFINITY};
    enum { N = sizeof texts / sizeof texts[0] };
    const char *const path = test_path("a.csv");
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    ss_summary_header(file);
    for (size_t k = 0; k < N; k++)
        ss_summary_write(file, &(ss_summary_row){.problem = texts[k],
                                                 .options = texts[N - 1 - k],
                                                 .instance = k,
                                                 .cpu_s = reals[k]});
    cr_assert_eq(fclose(file), 0);

    ss_csv table;
    ss_error error = {0};
    cr_assert(ss_csv_read(&table, path, &error), "%s", error.text);
    cr_assert_eq(table.n_rows, (size_t)N);
    cr_expect_eq(table.n_columns, ss_rows_table(0)->n_fields);
    for (size_t k = 0; k < N; k++) {
        double value = 0.0, instance = -1.0;
        cr_expect_str_eq(ss_csv_text(&table, k, "problem"), texts[k]);
        cr_expect_str_eq(ss_csv_text(&table, k, "options"), texts[N - 1 - k]);
        cr_expect_str_eq(ss_csv_text(&table, k, "solver"), "", "NULL is empty text");
        cr_assert(ss_csv_real(&table, k, "cpu_s", &value, &error), "%s", error.text);
        cr_assert(ss_csv_real(&table, k, "instance", &instance, &error), "%s", error.text);
        cr_expect(isnan(reals[k]) ? isnan(value) : same_bits(value, reals[k]), "%g", reals[k]);
        cr_expect_eq(instance, (double)k);
    }
    ss_csv_free(&table);
}

Test(rows, schema_has_every_column_once_a_table)
{
    char *schema = NULL;
    print(&schema, ss_schema_write);
    for (size_t t = 0; ss_rows_table(t) != NULL; t++) {
        const ss_table *table = ss_rows_table(t);
        char title[64];
        snprintf(title, sizeof title, "\n## %s\n", table->file);
        const char *section = strstr(schema, title);
        cr_assert_not_null(section, "%s", table->file);
        const char *end = strstr(section + 1, "\n## ");
        for (size_t k = 0; k < table->n_fields; k++) {
            char cell[96];
            snprintf(cell, sizeof cell, "\n| `%s` | ", table->fields[k].name);
            const char *found = strstr(section, cell);
            cr_expect(found != NULL && (end == NULL || found < end), "%s: %s", table->file, cell);
            const char *const line_end = strchr(found + 1, '\n');
            cr_expect_gt(line_end - found, (ptrdiff_t)strlen(cell) + 9, "%s", cell);
            cr_expect_eq(strncmp(line_end - 3, ". |", 3), 0, "%s", cell);
        }
    }
    cr_expect_not_null(strstr(schema, "- `cpu_s` of `summary.csv`"));
    cr_expect_not_null(strstr(schema, "`nan`"));
    cr_expect_null(strstr(schema, "- `time_s` of"), "simulated time does not vary");
    cr_expect_null(strstr(schema, "E1 = |r'"), "bars would end a cell of the table");
    free(schema);
}

/* One clear error, with the words that help. */
static void expect_refused(const char *bytes, size_t size, const char *words)
{
    ss_csv table;
    ss_error error = {0};
    const char *const path = test_write("a.csv", bytes, size);
    cr_expect_not(ss_csv_read(&table, path, &error), "should be refused: %s", words);
    cr_expect_eq(error.code, SS_ERROR_DATA, "%s", words);
    cr_expect_not_null(strstr(error.text, words), "'%s' is not in: %s", words, error.text);
    cr_expect_not_null(strstr(error.text, path), "%s", error.text);
    cr_expect_eq(table.n_rows, 0);
    cr_expect_null(table.text);
    ss_csv_free(&table);
}

#define expect_refused_text(text, words) expect_refused(text, sizeof(text) - 1, words)

Test(csv, hostile_files)
{
    expect_refused_text("", "line 1: the file is empty");
    expect_refused_text("\n\n", "line 1: the file is empty");
    expect_refused_text("a,b", "line 1: torn");
    expect_refused_text("a,b\n1,2\n3,4", "line 3: torn");
    expect_refused_text("a,b\n1,2\n3\n", "line 3: 1 fields where the header has 2");
    expect_refused_text("a,b\n1,2,3\n", "line 2: 3 fields where the header has 2");
    expect_refused_text("a,b\n\n\n1\n", "line 4: 1 fields");
    expect_refused_text("a,b\n\"x\ny\"\n", "line 2: 1 fields");
    expect_refused_text("a,b\n1,2\n1,\"2\n3,4\n", "line 3: torn: a quote");
    expect_refused_text("a,b\n1,2\"\n", "line 2: a quote where");
    expect_refused_text("a,b\n1,\"2\"3\n", "line 2: a quote where");
    expect_refused_text("a,b\n1,\0002\n", "line 2: a NUL byte");
    expect_refused_text("a,b,a\n1,2,3\n", "line 1: two columns are called 'a'");
    expect_refused_text("a,\n1,2\n", "line 1: a column without a name");
}

Test(csv, giant_field)
{
    const size_t size = 3 * (size_t)SS_CSV_FIELD_MAX;
    char *bytes = malloc(size);
    cr_assert_not_null(bytes);
    memset(bytes, 'x', size);
    memcpy(bytes, "a\n", 2);
    bytes[size - 1] = '\n';
    expect_refused(bytes, size, "line 2: a field that is too long");
    bytes[(size_t)SS_CSV_FIELD_MAX + 3] = '\n';
    expect_refused(bytes, (size_t)SS_CSV_FIELD_MAX + 4, "line 2: a field that is too long");
    bytes[(size_t)SS_CSV_FIELD_MAX + 2] = '\n';
    const char *const path = test_write("a.csv", bytes, (size_t)SS_CSV_FIELD_MAX + 3);
    ss_csv table;
    ss_error error = {0};
    cr_expect(ss_csv_read(&table, path, &error), "%s", error.text);
    cr_expect_eq(strlen(ss_csv_text(&table, 0, "a")), (size_t)SS_CSV_FIELD_MAX);
    ss_csv_free(&table);
    free(bytes);
}

/* Streams, read line by line: no line is longer than a cell may be, and none has a NUL. */
Test(csv, hostile_lines)
{
    static const char *const columns[] = {"a", NULL};
    const size_t size = 3 * (size_t)SS_CSV_FIELD_MAX;
    char *bytes = calloc(size, 1);
    cr_assert_not_null(bytes);
    memcpy(bytes, "a\n1\n", 4);
    static const char *const words[] = {"line 3: a NUL byte", "line 3: longer than 1 MiB",
                                        "line 3: torn"};
    for (size_t k = 0; k < 3; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_stream stream;
        const char *const path = test_write("a.csv", bytes, k < 2 ? size : 9);
        cr_assert(ss_stream_open(&stream, path, columns, 1, &error), "%s", error.text);
        cr_expect(ss_stream_next(&stream, &error), "%s", error.text);
        cr_expect_not(ss_stream_next(&stream, &error));
        cr_expect_not_null(strstr(error.text, words[k]), "%s", error.text);
        ss_stream_close(&stream);
        memset(bytes + 4, 'x', size - 4);
    }
    free(bytes);
}

Test(csv, not_a_file)
{
    static const struct {
        const char *path, *words;
    } cases[] = {{"/nonexistent/a.csv", "No such file"},
                 {"/tmp", "it is a folder"},
                 {"/dev/zero", "not a regular file"},
                 {"", "No such file"}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        ss_csv table;
        ss_error error = {0};
        cr_expect_not(ss_csv_read(&table, cases[k].path, &error));
        cr_expect_eq(error.code, SS_ERROR_DATA);
        cr_expect_not_null(strstr(error.text, cases[k].words), "%s", error.text);
        ss_csv_free(&table);
    }
}

/* Thousands of mutilations of a good file: each is read or refused, none crashes (run with ASan).
 */
Test(csv, mutilated_files)
{
    static const char good[] = "a,b,c\n1,\"x,\"\"y\"\"\",3\r\n4,5,nan\n";
    static const char put[] = {'\0', '"', ',', '\n', '\r', ' ', (char)0xff};
    size_t n_read = 0, n_refused = 0;
    for (size_t at = 0; at < sizeof good - 1; at++)
        for (size_t k = 0; k <= sizeof put; k++) {
            char bytes[sizeof good];
            memcpy(bytes, good, sizeof good);
            if (k < sizeof put)
                bytes[at] = put[k];
            ss_csv table;
            ss_error error = {0};
            const char *const path =
                test_write("a.csv", bytes, k < sizeof put ? sizeof good - 1 : at);
            if (ss_csv_read(&table, path, &error))
                n_read++;
            else
                n_refused += error.code == SS_ERROR_DATA;
            ss_csv_free(&table);
        }
    cr_expect_eq(n_read + n_refused, (sizeof good - 1) * (sizeof put + 1));
    cr_expect_gt(n_read, 0);
    cr_expect_gt(n_refused, n_read / 4);
}

static void expect_no_number(const ss_csv *table, size_t row, const char *column, const char *words)
{
    ss_error error = {0};
    double value = 42.0;
    cr_expect_not(ss_csv_real(table, row, column, &value, &error), "%s", words);
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_eq(value, 42.0, "left alone");
    cr_expect_not_null(strstr(error.text, words), "'%s' is not in: %s", words, error.text);
}

Test(csv, numbers_and_what_is_none)
{
    static const char text[] = "a,b\n1.5,x\n\"1\n2\",\n1e999,-inf\n1e-320,12kg\n";
    ss_csv table;
    ss_error error = {0};
    double value = 0.0;
    const char *const path = test_write_text("a.csv", text);
    cr_assert(ss_csv_read(&table, path, &error), "%s", error.text);
    cr_expect(ss_csv_real(&table, 0, "a", &value, &error));
    cr_expect_eq(value, 1.5);
    cr_expect(ss_csv_real(&table, 2, "b", &value, &error));
    cr_expect_eq(value, -INFINITY);
    cr_expect(ss_csv_real(&table, 3, "a", &value, &error), "%s", error.text);
    cr_expect_eq(value, 1e-320);
    expect_no_number(&table, 0, "b", "line 2, column b: 'x' is not a number");
    expect_no_number(&table, 1, "b", "line 3, column b: '' is not a number");
    expect_no_number(&table, 2, "a", "line 5, column a: '1e999' is too large");
    expect_no_number(&table, 3, "b", "line 6, column b: '12kg' is not a number");
    expect_no_number(&table, 3, "c", "line 6: there is no column 'c'");
    expect_no_number(&table, 4, "a", "there is no row 5, only 4");
    cr_expect_null(ss_csv_text(&table, 0, "c"));
    cr_expect_null(ss_csv_text(&table, 4, "a"));
    ss_csv_free(&table);
    ss_csv_free(&table);
    cr_expect_null(ss_csv_text(&table, 0, "a"));
    expect_no_number(&table, 0, "a", "there is no row");
}

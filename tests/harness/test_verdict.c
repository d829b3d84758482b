/* The rules, the paper's data files and the reports.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/table.h"
#include "tests/support/files.h"
#include "tests/support/paper_files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(verdict, .init = test_files_begin, .fini = test_files_end);

#define DUMONT SS_SOURCE_DIR "/paper/dumont"

static ss_verdict judge(const char *id, double paper, double ours)
{
    ss_paper_table table;
    cr_assert(ss_paper_table_load(&table, DUMONT, 1, NULL));
    const ss_verdict_rule *rule = ss_verdict_find(&table, id);
    cr_assert_not_null(rule, "no rule %s", id);
    const ss_paper_band band = ss_paper_band_of(&ours, 1);
    const ss_verdict verdict = ss_verdict_judge(rule, paper, NAN, &band);
    ss_paper_table_free(&table);
    return verdict;
}

/* The same of several instances. */
static const char *judge_all(const char *id, double paper, size_t n, const double *ours)
{
    double sorted[16];
    ss_paper_table table;
    cr_assert(ss_paper_table_load(&table, DUMONT, 1, NULL));
    memcpy(sorted, ours, n * sizeof *ours);
    const ss_paper_band band = ss_paper_band_of(sorted, n);
    const char *const word =
        ss_verdict_word(ss_verdict_judge(ss_verdict_find(&table, id), paper, NAN, &band));
    ss_paper_table_free(&table);
    return word;
}

#define ALL(rule, paper, expected, ...)                                                            \
    do {                                                                                           \
        const double all[] = {__VA_ARGS__};                                                        \
        cr_expect_str_eq(judge_all(rule, paper, sizeof all / sizeof *all, all), expected,          \
                         "%s: %g", rule, (double)(paper));                                         \
    } while (0)

#define IS(rule, paper, ours, expected)                                                            \
    cr_expect_str_eq(ss_verdict_word(judge(rule, paper, ours)), expected, "%s: %g against %g",     \
                     rule, (double)(ours), (double)(paper))

Test(verdict, counts)
{
    IS("count", 305, 305, "match");
    IS("count", 305, 306, "near");
    IS("count", 305, 610, "near");
    IS("count", 305, 611, "outside");
    IS("count", 300, 150, "near");
    IS("count", 300, 149, "outside");
    IS("count", 18, 0, "outside");
    IS("count", 18, NAN, "missing");
    IS("count", 5000, INFINITY, "outside"); /* a cap is no count, whatever its number */
}

Test(verdict, residuals)
{
    IS("residual", 1e-12, 1.01e-12, "match");
    IS("residual", 1e-12, 0.99e-12, "match");
    IS("residual", 1e-12, 1.011e-12, "near");
    IS("residual", 1e-12, 1e-11, "near");
    IS("residual", 1e-12, 1e-13, "near");
    IS("residual", 1e-12, 1.001e-11, "outside");
    IS("residual", 1e-12, 0.999e-13, "outside");
    IS("residual", 1e-12, 0.0, "outside");
    IS("residual", 1e-12, -1e-12, "outside");
    IS("residual", 1e-12, NAN, "missing");
}

Test(verdict, printed_zeros)
{
    IS("zero", 0, 0.0, "match");
    IS("zero", 0, -0.0, "match");
    IS("zero", 0, 9.9e-16, "near");
    IS("zero", 0, 1e-15, "outside");
    IS("zero", 0, 4.9e-324, "near");
    IS("zero", 0, NAN, "missing");
}

Test(verdict, cpu_ratios)
{
    static const char *const ids[] = {"cpu-to-sbp", "cpu-to-alpha-1"};
    for (size_t k = 0; k < 2; ++k) {
        IS(ids[k], 0.9, 0.945, "match");
        IS(ids[k], 0.9, 0.855, "match");
        IS(ids[k], 0.9, 0.946, "near");
        IS(ids[k], 0.9, 1.35, "near");
        IS(ids[k], 0.9, 0.6, "near");
        IS(ids[k], 0.9, 1.36, "outside");
        IS(ids[k], 0.9, 0.59, "outside");
        IS(ids[k], NAN, 1, "missing");
    }
}

/* Against several instances the band decides, not one of them. */
Test(verdict, bands)
{
    ALL("count", 305, "inside", 250, 400, 812);
    ALL("count", 305, "match", 250, 305, 812);
    ALL("count", 305, "near", 610, 700, 812);
    ALL("count", 305, "near", 100, 153);
    ALL("count", 305, "outside", 611, 700, 812);
    ALL("count", 305, "outside", 100, 152);
    ALL("count", 305, "inside", NAN, 300, 400);
    ALL("residual", 1e-12, "inside", 1e-13, 1e-11);
    ALL("residual", 1e-12, "near", 2e-13, 3e-13);
}

/* A printed cap agrees with caps only, and to be more exact than rounding is no difference. */
Test(verdict, caps_and_rounding)
{
    IS("cap", 5000, 4999, "outside");
    IS("cap", 5000, 4287, "outside");
    IS("cap", 5000, INFINITY, "match");
    IS("cap", 5000, NAN, "missing");
    ALL("cap", 5000, "inside", 4000, INFINITY);
    IS("rounding", 0.175e-13, 0.0, "match");
    IS("rounding", 0.208e-19, 1e-28, "match");
    IS("rounding", 1e-14, 0.99e-13, "near");
    IS("rounding", 1e-14, 1.1e-13, "outside");
    ALL("rounding", 1e-14, "inside", 0.0, 1e-10);
}

/* ---- The paper's files ---- */

/* Every printed number, checked as printed against a second copy typed by hand. */
static const struct {
    size_t table;
    const char *rows, *columns, *cells; /* row by row */
} printed[] = {
    {1, "sbp sal ebp eal", "sweeps eps cpu_s",
     "18 0.384e-10 9.44 18 0.384e-10 9.28 1 0 8.83 1 0.175e-13 8.78"},
    {2, "sbp sal ebp eal", "sweeps eps pen_local_m_per_s cpu_s",
     "305 0.949e-12 0.310e-11 2.92 301 0.980e-12 0.340e-11 2.87 "
     "161 0.635e-12 0.641e-12 2.59 158 0.973e-12 0.208e-19 2.43"},
    {3, "sbp sal ebp eal", "sweeps eps pen_local_m_per_s cpu_s",
     "5000 0.119e-6 0.213e-5 1092.95 5000 0.135e-6 0.533e-5 973.31 "
     "5000 0.156e-6 0.286e-6 854.31 5000 0.101e-6 0.390e-17 916.65"},
    {4, "5 2 1 0.5 0.2", "sweeps pen_local_m_per_s cpu_s",
     "652 0.110e-6 65.08 414 0.177e-6 55.86 750 0.149e-6 53.95 "
     "812 0.634e-6 78.43 667 0.219e-5 176.14"},
};

static bool is_printed(const ss_paper_cell *cell)
{
    /* One cell is made of two printed ones; what is said in words has a bound of ours. */
    static const char *const others[] = {"beside", "cpu-to-table-4", "trend", "at-most"};
    bool is = true;
    for (size_t k = 0; k < sizeof others / sizeof *others; ++k)
        is = is && strcmp(cell->rule->id, others[k]) != 0;
    return is;
}

/* Copy word k of `words` into `word`. False when there are not so many. */
static bool nth_word(const char *words, size_t k, char word[32])
{
    for (; k > 0 && *words != '\0'; --k) {
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
    return sscanf(words, "%31s", word) == 1;
}

Test(verdict, every_printed_cell_is_there)
{
    for (size_t t = 0; t < sizeof printed / sizeof *printed; ++t) {
        ss_error error = {0};
        ss_paper_table table;
        char row[32], column[32], cell[32];
        size_t n = 0, at = 0;
        cr_assert(ss_paper_table_load(&table, DUMONT, printed[t].table, &error), "%s", error.text);
        for (size_t i = 0; nth_word(printed[t].rows, i, row); ++i)
            for (size_t j = 0; nth_word(printed[t].columns, j, column); ++j, ++n, ++at) {
                while (at < table.n_cells && !is_printed(&table.cells[at]))
                    ++at;
                cr_assert(nth_word(printed[t].cells, n, cell) && at < table.n_cells);
                cr_expect_str_eq(table.cells[at].line.row, row);
                cr_expect_str_eq(table.cells[at].line.column, column);
                cr_expect_str_eq(table.cells[at].line.paper, cell);
            }
        for (; at < table.n_cells; ++at)
            cr_expect_not(is_printed(&table.cells[at]), "%s of %s", table.cells[at].line.column,
                          table.cells[at].line.row);
        cr_expect_eq(ss_paper_table_count(&table, SS_VERDICT_MISSING), table.n_cells);
        ss_paper_table_free(&table);
    }
}

Test(verdict, every_figure_is_there)
{
    ss_error error = {0};
    ss_csv figures;
    cr_assert(ss_csv_read(&figures, DUMONT "/figures.csv", &error), "%s", error.text);
    cr_assert_eq(figures.n_rows, 14);
    for (size_t row = 0; row < figures.n_rows; ++row) {
        double number;
        cr_assert(ss_csv_real(&figures, row, "figure", &number, &error), "%s", error.text);
        cr_expect_eq((size_t)number, row + 4);
        const bool scene = number == 4 || number == 8 || number == 13;
        cr_expect_str_eq(ss_csv_text(&figures, row, "kind"), scene ? "ends" : "convergence");
    }
    ss_csv_free(&figures);
}

Test(verdict, there_is_no_table_5)
{
    ss_error error = {0};
    ss_paper_table table;
    cr_assert_not(ss_paper_table_load(&table, DUMONT, 5, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_not_null(strstr(error.text, "no table 5"), "%s", error.text);
}

/* ---- Comparison ---- */

/* The paper's own numbers, with seconds of a machine ten times faster. */
static double as_paper(const void *context, const char *row, const char *column, size_t instance)
{
    const ss_paper_table *table = context;
    cr_assert_eq(instance, 0);
    for (size_t k = 0; k < table->n_cells; ++k)
        if (strcmp(table->cells[k].line.row, row) == 0 &&
            strcmp(table->cells[k].line.column, column) == 0)
            return table->cells[k].rule->kind == SS_VERDICT_CAP
                       ? INFINITY
                       : table->cells[k].paper * (strcmp(column, "cpu_s") == 0 ? 0.1 : 1.0);
    return NAN;
}

Test(verdict, the_paper_agrees_with_itself)
{
    for (size_t t = 1; t <= 4; ++t) {
        ss_paper_table table;
        cr_assert(ss_paper_table_load(&table, DUMONT, t, NULL));
        ss_paper_table_compare(&table, as_paper, 1, &table);
        for (size_t k = 0; k < table.n_cells; ++k) {
            const ss_paper_cell *cell = &table.cells[k];
            const bool divisor = cell->rule->reference[0] != '\0' && cell->reference == k;
            const bool above = strcmp(cell->rule->id, "trend") == 0; /* the bound itself is not */
            const ss_verdict expected = isnan(cell->paper) ? SS_VERDICT_MISSING
                                        : divisor          ? SS_VERDICT_REFERENCE
                                        : above            ? SS_VERDICT_OUTSIDE
                                                           : SS_VERDICT_MATCH;
            cr_expect_eq(cell->verdict, expected, "table %zu, %s of %s", t, cell->line.column,
                         cell->line.row);
        }
        ss_paper_table_free(&table);
    }
}

Test(verdict, seconds_are_compared_as_ratios)
{
    ss_paper_table table;
    cr_assert(ss_paper_table_load(&table, DUMONT, 1, NULL));
    ss_paper_table_compare(&table, as_paper, 1, &table);
    const ss_paper_cell *sal = &table.cells[6];
    cr_expect_str_eq(sal->line.column, "cpu_s");
    cr_expect_float_eq(sal->line.paper_compared, 9.28 / 9.44, 1e-14);
    cr_expect_float_eq(sal->line.ours, 0.928, 1e-14);
    cr_expect_float_eq(sal->line.ratio, 1.0, 1e-14);
    ss_paper_table_free(&table);
}

/* ---- Bad files ---- */

#define RULES_HEAD "rule,kind,match,near,reference,description\n"
#define CELLS_HEAD "table,row,column,paper,rule,reason\n"

/* Both files must be refused with a message that names the place. */
Test(verdict, bad_rules_are_refused)
{
    static const char good[] = CELLS_HEAD "1,a,b,1,c,\n";
    test_paper_refused("rule,kind,match\nc,ratio,0\n", good,
                       "rules.csv, line 1: there is no column 'near'");
    test_paper_refused(RULES_HEAD "c,factor,0,2,,x\n", good, "rules.csv, line 2");
    test_paper_refused(RULES_HEAD "c,ratio,zero,2,,x\n", good, "rules.csv, line 2");
    test_paper_refused(RULES_HEAD "c,ratio,0,2,,x\nd,ratio,-1,2,,x\n", good, "rules.csv, line 3");
    test_paper_refused(RULES_HEAD "c,ratio,0,0.5,,x\n", good, "rules.csv, line 2");
    test_paper_refused(RULES_HEAD "c,ratio,0,nan,,x\n", good, "rules.csv, line 2");
    test_paper_refused(RULES_HEAD "c,ratio,0,2,,x\nc,ratio,0,3,,x\n", good, "rules.csv, line 3");
}

Test(verdict, bad_tables_are_refused)
{
    static const char rules[] = RULES_HEAD "c,ratio,0,2,,x\nz,absolute,0,1,,x\nr,ratio,0,2,ref,x\n";
    test_paper_refused(rules, "table,row\n1,a\n",
                       "tables.csv, line 1: there is no column 'column'");
    test_paper_refused(rules, CELLS_HEAD "1,a,b,many,c,\n", "tables.csv, line 2");
    test_paper_refused(rules, CELLS_HEAD "1,a,b,1,c,\n1,a,e,1,d,\n",
                       "tables.csv, line 3: unknown rule 'd'");
    test_paper_refused(rules, CELLS_HEAD "1,a,b,1,c,\n1,a,b,2,c,\n", "tables.csv, line 3");
    test_paper_refused(rules, CELLS_HEAD "1,a,b,0,c,\n", "tables.csv, line 2");
    test_paper_refused(rules, CELLS_HEAD "1,a,b,3,z,\n", "tables.csv, line 2");
    test_paper_refused(rules, CELLS_HEAD "1,a,b,3,r,\n", "needs row 'ref'");
    test_paper_refused(rules, CELLS_HEAD "2,a,b,3,c,\n", "no table 1");
}

/* ---- Reports ---- */

static double no_eal(const void *context, const char *row, const char *column, size_t instance)
{
    return strcmp(row, "eal") == 0 ? NAN : as_paper(context, row, column, instance);
}

static void write_report(size_t number, bool quick)
{
    ss_error error = {0};
    static const char *const claims[] = {"said in words", NULL};
    ss_table_report report = {.paper = "dumont",
                              .how = "how",
                              .title = "A title_with 100% & {more}",
                              .row_heading = "solver",
                              .quick = quick,
                              .number = number,
                              .n = 1,
                              .readings = {{.name = "printed", .settings = "a|b", .cap = 5000}},
                              .claims = claims};
    ss_paper_table *const table = &report.readings[0].table;
    cr_assert(ss_paper_table_load(table, DUMONT, number, &error), "%s", error.text);
    ss_paper_table_compare(table, no_eal, 1, table);
    cr_assert(ss_table_report_write(&report, test_folder(), &error), "%s", error.text);
    ss_paper_table_free(table);
}

Test(verdict, csv_report_reads_back)
{
    ss_error error = {0};
    ss_csv csv;
    double value;
    write_report(1, false);
    cr_assert(ss_csv_read(&csv, test_path("table1.csv"), &error), "%s", error.text);
    cr_assert_eq(csv.n_rows, 20); /* 12 printed; E1 and the error of the projection of each row */
    cr_expect_str_eq(ss_csv_text(&csv, 0, "verdict"), "match");
    cr_expect_str_eq(ss_csv_text(&csv, 2, "verdict"), "reference");
    cr_expect_str_eq(ss_csv_text(&csv, 1, "paper"), "0.384e-10");
    cr_expect_not_null(strstr(ss_csv_text(&csv, 1, "reason"), "0.4 a sweep"));
    cr_expect_str_eq(ss_csv_text(&csv, 12, "verdict"), "missing");
    cr_assert(ss_csv_real(&csv, 12, "ours", &value, &error), "%s", error.text);
    cr_expect(isnan(value));
    cr_assert(ss_csv_real(&csv, 6, "ours_compared", &value, &error), "%s", error.text);
    cr_expect_float_eq(value, 9.28 / 9.44, 1e-14);
    ss_csv_free(&csv);
}

/* Is it in the file? */
static void expect_in(const char *name, const char *words, bool wanted)
{
    char *const text = test_read(name);
    cr_expect_eq(strstr(text, words) != NULL, wanted, "%s: %s", name, words);
    free(text);
}

Test(verdict, reports_for_people_escape_and_warn)
{
    write_report(2, true);
    expect_in("table2.csv", "QUICK", true);
    expect_in("table2.md", "**QUICK", true);
    expect_in("table2.md", "# A title\\_with 100%", true);
    expect_in("table2.md", "a\\|b", true);
    expect_in("table2.md", "0.983 (2.87 s)", true);
    expect_in("table2.md", "said in words.", true);
    expect_in("table2.md",
              "11 match, 0 inside, 0 near, 3 outside, 1 reference, 0 beside, 0 input, 0 no-measurement, 19 missing", true);
    char *const first = test_read("table2.md");
    write_report(2, true);
    char *const again = test_read("table2.md");
    cr_expect_str_eq(again, first, "not the same bytes twice");
    free(first);
    free(again);
    write_report(2, false);
    expect_in("table2.md", "QUICK", false);
    expect_in("table2.tex", "title\\_with 100\\% \\& \\{more\\}", true);
    expect_in("table2.tex", "$0.310\\cdot10^{-11}$", true);
    expect_in("table2.tex", "\\bottomrule", true);
    cr_expect_eq(test_count_files(), 4);
}

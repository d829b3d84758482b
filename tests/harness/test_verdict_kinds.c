/* Signs, ranges and bounds: rules of papers that print no numbers.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/paper_table.h"
#include "harness/papers/table.h"
#include "tests/support/files.h"
#include "tests/support/paper_files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

TestSuite(kinds, .init = test_files_begin, .fini = test_files_end);

static const char *word_of(const ss_verdict_rule *rule, double paper, double to, size_t n,
                           const double *ours)
{
    double sorted[16];
    memcpy(sorted, ours, n * sizeof *ours);
    const ss_paper_band band = ss_paper_band_of(sorted, n);
    return ss_verdict_word(ss_verdict_judge(rule, paper, to, &band));
}

#define IS(rule, paper, to, expected, ...)                                                         \
    do {                                                                                           \
        const double all[] = {__VA_ARGS__};                                                        \
        cr_expect_str_eq(word_of(&(rule), paper, to, sizeof all / sizeof *all, all), expected);    \
    } while (0)

static const ss_verdict_rule sign = {.kind = SS_VERDICT_SIGN};
static const ss_verdict_rule interval = {.kind = SS_VERDICT_INTERVAL, .near = 0.5};
static const ss_verdict_rule given = {.kind = SS_VERDICT_GIVEN, .match = 0.001, .near = 1.03};
static const ss_verdict_rule bound = {.kind = SS_VERDICT_BOUND, .match = 1.0, .near = 2.0};

Test(kinds, mean_and_its_error)
{
    double values[] = {3.0, NAN, 1.0, 2.0, INFINITY};
    const ss_paper_band band = ss_paper_band_of(values, 5);
    cr_expect_eq(band.n, 4);
    cr_expect_float_eq(band.mean, 2.0, 1e-15);
    cr_expect_float_eq(band.se, 1.0 / sqrt(3.0), 1e-15);
    double one[] = {7.0};
    cr_expect(isnan(ss_paper_band_of(one, 1).se));
    cr_expect(isnan(ss_paper_band_of(one, 0).mean));
}

/* -2, -1, 0: mean -1, standard error 0.577. */
Test(kinds, signs)
{
    IS(sign, -1.0, NAN, "match", -3.0, -2.0, -2.5, -1.5);
    IS(sign, -1.0, NAN, "near", -2.0, -1.0, 0.0);
    IS(sign, 1.0, NAN, "outside", -2.0, -1.0, 0.0);
    IS(sign, 1.0, NAN, "outside", -1.0, 1.0);
    IS(sign, 1.0, NAN, "near", 5.0); /* one tells nothing of its error */
    IS(sign, 1.0, NAN, "missing", NAN, NAN);
    IS(sign, 1.0, NAN, "match", NAN, 1.0, 1.0);
}

Test(kinds, intervals)
{
    IS(interval, 5.0, 10.0, "match", 5.0);
    IS(interval, 5.0, 10.0, "match", 1.0, 10.0, 20.0);
    IS(interval, 5.0, 10.0, "near", 4.5);
    IS(interval, 5.0, 10.0, "near", 10.5);
    IS(interval, 5.0, 10.0, "outside", 10.6);
    IS(interval, 5.0, 10.0, "missing", NAN);
}

Test(kinds, bounds)
{
    IS(bound, 0.2, NAN, "match", 0.2);
    IS(bound, 0.2, NAN, "match", 0.5, -0.5);
    IS(bound, 0.2, NAN, "near", -0.4);
    IS(bound, 0.2, NAN, "outside", 0.41);
    IS(bound, 0.2, NAN, "missing", NAN);
}

static const ss_verdict_rule at_most = {.kind = SS_VERDICT_AT_MOST, .near = 2.0};
static const ss_verdict_rule at_least = {.kind = SS_VERDICT_AT_LEAST, .near = 2.0};
static const ss_verdict_rule trend = {.kind = SS_VERDICT_TREND};

Test(kinds, bounds_that_are_kept)
{
    IS(at_most, 0.02, NAN, "match", 0.02);
    IS(at_most, 0.02, NAN, "match", 0.001, 0.015, 0.5); /* by the median */
    IS(at_most, 0.02, NAN, "match", -3.0);
    IS(at_most, 0.02, NAN, "near", 0.04);
    IS(at_most, 0.02, NAN, "outside", 0.041);
    IS(at_most, 0.02, NAN, "outside", INFINITY);
    IS(at_most, 0.02, NAN, "missing", NAN);
    IS(at_least, 0.96, NAN, "match", 0.96);
    IS(at_least, 0.96, NAN, "near", 0.48);
    IS(at_least, 0.96, NAN, "outside", 0.47);
    IS(at_least, 0.96, NAN, "outside", 0.0);
    IS(at_least, 0.96, NAN, "outside", -1.0);
    IS(at_least, 0.96, NAN, "outside", INFINITY); /* no count at all */
    IS(at_least, 0.96, NAN, "missing", NAN);
}

/* Above the number of the paper: in all, in more than half, in half or less. */
Test(kinds, trends)
{
    IS(trend, 0.0, NAN, "match", 1e-300);
    IS(trend, 0.0, NAN, "outside", 0.0);
    IS(trend, 0.0, NAN, "match", 2.0, 1.0, 3.0);
    IS(trend, 0.0, NAN, "inside", 2.0, -1.0, 3.0);
    IS(trend, 0.0, NAN, "outside", 2.0, -1.0, -3.0);
    IS(trend, 0.0, NAN, "outside", 9.0, 9.0, -1.0, -1.0); /* half is no majority */
    IS(trend, 0.0, NAN, "inside", 9.0, 9.0, 9.0, -1.0);
    IS(trend, 0.95, NAN, "match", 0.96, NAN);
    IS(trend, -0.5, NAN, "match", -0.4);
    IS(trend, 0.0, NAN, "missing", NAN);
}

/* ---- relative to another row ---- */

#define RULES "rule,kind,match,near,reference,description\n"
#define CELLS "table,row,column,paper,to,rule,reason\n"

/* Row a: 1, 2, 3; row b: 2, 6, 10. */
static double of_rows(const void *context, const char *row, const char *column, size_t instance)
{
    (void)context;
    (void)column;
    return row[0] == 'a' ? 1.0 + (double)instance : 2.0 + 4.0 * (double)instance;
}

static ss_paper_cell second_cell(const char *rules, const char *cells, ss_paper_table *table)
{
    ss_error error = {0};
    test_write_text("rules.csv", rules);
    test_write_text("tables.csv", cells);
    cr_assert(ss_paper_table_load(table, test_folder(), 1, &error), "%s", error.text);
    ss_paper_table_compare(table, of_rows, 3, NULL);
    return table->cells[1];
}

Test(kinds, a_sign_is_of_the_difference)
{
    ss_paper_table table;
    const ss_paper_cell cell = second_cell(RULES "s,sign,0,0,,x\nd,sign,0,0,a,x\n",
                                           CELLS "1,a,c,1,nan,s,\n1,b,c,1,nan,d,\n", &table);
    cr_expect_float_eq(cell.line.mean, 4.0, 1e-15); /* 1, 4, 7 */
    cr_expect_float_eq(cell.line.standard_error, sqrt(3.0), 1e-14);
    cr_expect_eq(cell.verdict, SS_VERDICT_MATCH);
    cr_expect(isnan(cell.line.ratio));
    ss_paper_table_free(&table);
}

/* By the mean of the other row, not by its own instance, which may be 0. */
Test(kinds, a_bound_is_of_the_ratio_to_the_mean)
{
    ss_paper_table table;
    const ss_paper_cell cell = second_cell(RULES "s,sign,0,0,,x\nd,factor-below,1,2,a,x\n",
                                           CELLS "1,a,c,1,nan,s,\n1,b,c,2.5,nan,d,\n", &table);
    cr_expect_float_eq(cell.line.least, 1.0, 1e-15);
    cr_expect_float_eq(cell.line.mean, 3.0, 1e-15);
    cr_expect_eq(cell.verdict, SS_VERDICT_NEAR);
    ss_paper_table_free(&table);
}

/* Row b over row a: 2, 3, 10/3. */
Test(kinds, words_are_of_the_ratio_to_the_own_instance)
{
    ss_paper_table table;
    const ss_paper_cell above = second_cell(RULES "s,none,0,1,,x\nd,trend,0,0,a,x\n",
                                            CELLS "1,a,c,nan,nan,s,\n1,b,c,2.5,nan,d,\n", &table);
    cr_expect_float_eq(above.line.least, 2.0, 1e-15);
    cr_expect_float_eq(above.line.ours_compared, 3.0, 1e-15);
    cr_expect_float_eq(above.line.paper_compared, 2.5, 1e-15);
    cr_expect(isnan(above.line.ratio));
    cr_expect_eq(above.verdict, SS_VERDICT_INSIDE);
    ss_paper_table_free(&table);
    const ss_paper_cell bounded = second_cell(RULES "s,none,0,1,,x\nd,at-most,0,1.5,a,x\n",
                                              CELLS "1,a,c,nan,nan,s,\n1,b,c,2.5,nan,d,\n", &table);
    cr_expect_eq(bounded.verdict, SS_VERDICT_NEAR);
    ss_paper_table_free(&table);
}

/* The report of a table of signs shows means with their error; that of one run is not known. */
static void expect_told(size_t n, const char *cells)
{
    static const char *const none[] = {NULL};
    ss_error error = {0};
    ss_table_report report = {.paper = "dumont",
                              .how = "how",
                              .title = "T",
                              .row_heading = "row",
                              .number = 1,
                              .n = 1,
                              .readings = {{.name = "printed", .cap = 5000}},
                              .claims = none};
    ss_paper_table *const table = &report.readings[0].table;
    second_cell(RULES "s,sign,0,0,,x\n", CELLS "1,a,c,1,nan,s,\n1,b,c,1,nan,s,\n", table);
    ss_paper_table_compare(table, of_rows, n, NULL);
    cr_assert(ss_table_report_write(&report, test_folder(), &error), "%s", error.text);
    char *const text = test_read("table1.md");
    cr_expect_not_null(strstr(text, cells), "not '%s': %s", cells, text);
    free(text);
    ss_paper_table_free(table);
}

Test(kinds, a_mean_is_shown_with_its_error)
{
    expect_told(3, "| 2 (SE 0.58) | 1, 1.5, 2.5, 3 | 3 |");
    expect_told(1, "| a | c | > 0 | 1 | 1 | - |");
}

/* ---- what data may not say ---- */

Test(kinds, bad_data_is_named)
{
    static const char rules[] = RULES "s,sign,0,0,,x\ni,interval,0,1,,x\nb,factor-below,1,2,,x\n";
    test_paper_refused(rules, CELLS "1,a,b,0,nan,s,\n", "tables.csv, line 2");
    test_paper_refused(rules, CELLS "1,a,b,1,nan,s,\n1,a,c,-2,nan,s,\n", "tables.csv, line 3");
    test_paper_refused(rules, CELLS "1,a,b,1,nan,i,\n", "tables.csv, line 2");
    test_paper_refused(rules, CELLS "1,a,b,3,2,i,\n", "tables.csv, line 2");
    test_paper_refused(rules, CELLS "1,a,b,-1,nan,b,\n", "tables.csv, line 2");
    test_paper_refused(rules, CELLS "1,a,b,1,many,i,\n", "tables.csv, line 2");
    test_paper_refused(RULES "b,factor-below,1,0.5,,x\n", CELLS "1,a,b,1,nan,b,\n",
                       "rules.csv, line 2");
    test_paper_refused(RULES "b,below,1,2,,x\n", CELLS "1,a,b,1,nan,b,\n", "factor-below");
}

/* What was put in tests nothing where it agrees; where it does not, that is said. */
Test(kinds, what_was_put_in_is_no_match)
{
    IS(given, 1.332, NAN, "input", 1.332);
    IS(given, 1.332, NAN, "input", 1.358);
    IS(given, 1.332, NAN, "outside", 1.5);
    IS(given, 1.332, NAN, "missing", NAN);
}

/* Instance k of row b is no measurement for k < *n. */
static const char *excused(const void *context, const char *row, const char *column, size_t k)
{
    (void)column;
    return row[0] == 'b' && k < *(const size_t *)context ? "No measurement: it flew" : NULL;
}

static double by_count(const void *context, const char *row, const char *column, size_t instance)
{
    (void)context;
    return of_rows(NULL, row, column, instance);
}

/* Excused instances are left out of what is judged; where all are, the cell has no measurement, and
 * so has one that is judged beside it. What is only shown stands. */
Test(kinds, what_is_excused_is_not_judged)
{
    ss_paper_table table;
    second_cell(RULES "s,trend,0,0,,x\nd,trend,0,0,b,x\nn,none,0,1,,x\n",
                CELLS "1,a,c,0,nan,d,\n1,b,c,5,nan,s,why\n1,b,e,nan,nan,n,\n", &table);
    table.excuse = excused;
    for (size_t n = 0; n <= 3; ++n) {
        ss_paper_table_compare(&table, by_count, 3, &n);
        cr_expect_eq(table.cells[1].line.instances, 3 - n);
        cr_expect_str_eq(table.cells[1].line.verdict, n == 0  ? "inside"
                                                      : n < 3 ? "match"
                                                              : "no-measurement");
        cr_expect_eq(ss_paper_table_count(&table, SS_VERDICT_NOTHING), n < 3 ? 0 : 2);
        cr_expect_str_eq(table.cells[2].line.verdict, "beside");
    }
    cr_expect_str_eq(table.cells[1].line.reason, "No measurement: it flew");
    ss_paper_table_free(&table);
}

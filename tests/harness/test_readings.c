/* Two readings of a table side by side, the claims of a paper's text, and what its data may say.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/table.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

TestSuite(readings, .init = test_files_begin, .fini = test_files_end);

#define DUMONT SS_SOURCE_DIR "/paper/dumont"

static void expect_in(const char *text, const char *words)
{
    cr_expect_not_null(strstr(text, words), "no %s in %s", words, text);
}

/* Table 3, three instances. */
static double of_reading(const void *context, const char *row, const char *column, size_t instance)
{
    const bool settled = strcmp(context, "settled") == 0;
    if (strcmp(column, "sweeps") == 0)
        return settled || (instance > 0 && strcmp(row, "sbp") == 0) ? INFINITY : 4000;
    if (strcmp(column, "eps") == 0)
        return settled ? 1e-7 * (double)(1 + instance) : 1e-12;
    return NAN;
}

Test(readings, stand_side_by_side)
{
    static const char *const none[] = {NULL};
    ss_error error = {0};
    ss_csv csv;
    ss_paper_measures measures;
    cr_assert(ss_paper_measures_read(&measures, DUMONT, &error), "%s", error.text);
    ss_table_report report = {
        .measures = &measures.list,
        .paper = "dumont",
        .how = "how",
        .title = "T",
        .row_heading = "solver",
        .number = 3,
        .n = 2,
        .readings = {{.name = "printed", .cap = 5000}, {.name = "settled", .cap = 5000}},
        .claims = none};
    for (size_t r = 0; r < 2; ++r) {
        cr_assert(ss_paper_table_load(&report.readings[r].table, DUMONT, 3, &error));
        ss_paper_table_compare(&report.readings[r].table, of_reading, 3, report.readings[r].name);
    }
    cr_assert(ss_table_report_write(&report, test_folder(), &error), "%s", error.text);
    for (size_t r = 0; r < 2; ++r)
        ss_paper_table_free(&report.readings[r].table);
    ss_paper_measures_free(&measures);
    char *const text = test_read("table3.md");
    expect_in(text,
              "| sbp | NLGS sweeps, last step | >= 5000 (cap) | >= 5000 (cap) | 4000, cap, cap, "
              "cap | 3 | - | inside | >= 5000 (cap) | cap, cap, cap, cap | 3 | match | 1 |");
    expect_in(text, "- both: sbp sweeps.");
    expect_in(text, "- only `settled`: sbp eps, sal sweeps, sal eps,");
    expect_in(text, "- only `printed`: none.");
    free(text);
    cr_assert(ss_csv_read(&csv, test_path("table3.csv"), &error), "%s", error.text);
    cr_expect_str_eq(ss_csv_text(&csv, 0, "reading"), "printed");
    cr_expect_str_eq(ss_csv_text(&csv, 0, "instances"), "3");
    cr_expect_str_eq(ss_csv_text(&csv, 0, "capped"), "2");
    cr_expect_str_eq(ss_csv_text(&csv, 0, "least"), "4000");
    cr_expect_str_eq(ss_csv_text(&csv, csv.n_rows / 2 + 1, "verdict"), "inside");
    ss_csv_free(&csv);
}

/* A table that is read back is printed as before. */
Test(readings, are_read_back)
{
    static const char *const none[] = {NULL};
    ss_error error = {0};
    ss_report_sheet sheet = {.n = 0};
    ss_report_column columns[SS_TABLE_REPORT_COLUMNS];
    ss_table_file file;
    ss_paper_measures measures;
    cr_assert(ss_paper_measures_read(&measures, DUMONT, &error), "%s", error.text);
    ss_table_report report = {.measures = &measures.list,
                              .paper = "dumont",
                              .how = "how",
                              .title = "T",
                              .row_heading = "solver",
                              .number = 3,
                              .n = 1,
                              .readings = {{.name = "printed", .cap = 5000}},
                              .quick = true,
                              .claims = none};
    cr_assert(ss_paper_table_load(&report.readings[0].table, DUMONT, 3, &error));
    ss_paper_table_compare(&report.readings[0].table, of_reading, 3, "printed");
    cr_assert(ss_table_report_write(&report, test_folder(), &error), "%s", error.text);
    ss_paper_table_free(&report.readings[0].table);
    ss_paper_measures_free(&measures);
    cr_assert(ss_table_file_read(&file, test_folder(), DUMONT, 3, &error), "%s", error.text);
    cr_expect(file.report.quick);
    cr_expect_str_eq(file.report.row_heading, "solver");
    file.report.readings[0].cap = 5000;
    ss_table_report_add(&sheet, &file.report, columns);
    cr_assert(ss_report_write(&sheet, &ss_report_markdown, test_folder(), "back", &error));
    char *const text = test_read("table3.md"), *const back = test_read("back.md");
    expect_in(text, back); /* but for the title and how */
    free(text);
    free(back);
    ss_report_free(&sheet);
    ss_table_file_free(&file);
    remove(test_path("table3.csv"));
    cr_expect_not(ss_table_file_read(&file, test_folder(), DUMONT, 3, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    ss_table_file_free(&file);
}

/* ---- Instances that can agree ---- */

/* Three instances: SAL with these numbers. */
typedef struct instances {
    const char *column;
    double sweeps[3], of_column[3];
} instances;

static double of_instances(const void *context, const char *row, const char *column,
                           size_t instance)
{
    const instances *const of = context;
    if (strcmp(row, "sal") == 0 && strcmp(column, "sweeps") == 0)
        return of->sweeps[instance];
    if (strcmp(row, "sal") == 0 && strcmp(column, of->column) == 0)
        return of->of_column[instance];
    return 1.0;
}

/* Cell `column` of SAL in table t. */
static ss_paper_cell judge_sal(size_t t, const instances *of)
{
    ss_paper_table table;
    ss_paper_cell found = {.line.row = NULL};
    cr_assert(ss_paper_table_load(&table, DUMONT, t, NULL));
    ss_paper_table_compare(&table, of_instances, 3, of);
    for (size_t k = 0; k < table.n_cells; ++k)
        if (strcmp(table.cells[k].line.row, "sal") == 0 &&
            strcmp(table.cells[k].line.column, of->column) == 0)
            found = table.cells[k];
    ss_paper_table_free(&table);
    return found;
}

/* Instances that cannot agree do not widen the band: the paper's 301 sweeps were counted. */
Test(readings, capped_counts_are_left_out)
{
    instances of = {.column = "sweeps", .sweeps = {300, INFINITY, INFINITY}};
    const ss_paper_cell alone = judge_sal(2, &of);
    cr_expect_eq(alone.verdict, SS_VERDICT_NEAR);
    cr_expect_eq(alone.line.instances, 3);
    cr_expect_eq(alone.line.capped, 2);
    of.sweeps[0] = 301;
    cr_expect_eq(judge_sal(2, &of).verdict, SS_VERDICT_INSIDE); /* of a minority: no match */
    of.sweeps[1] = 301;
    cr_expect_eq(judge_sal(2, &of).verdict, SS_VERDICT_MATCH);
    of.sweeps[0] = of.sweeps[1] = INFINITY;
    cr_expect_eq(judge_sal(2, &of).verdict, SS_VERDICT_OUTSIDE);
}

/* Residuals of an unsolved step say nothing beside a solved one, nor the reverse. */
Test(readings, residuals_count_where_the_step_ended_alike)
{
    instances of = {.column = "eps",
                    .sweeps = {400, INFINITY, INFINITY},
                    .of_column = {1e-14, 1e-18, 1.0}}; /* the paper: 0.980e-12, solved */
    const ss_paper_cell apart = judge_sal(2, &of);
    cr_expect_eq(apart.verdict, SS_VERDICT_OUTSIDE);
    cr_expect_eq(apart.line.capped, 2);
    cr_expect_eq(apart.line.largest, 1.0);
    of.of_column[0] = 2e-13;
    cr_expect_eq(judge_sal(2, &of).verdict, SS_VERDICT_NEAR);
    instances capped = {.column = "eps",
                        .sweeps = {4000, 4000, 4000},
                        .of_column = {1e-13, 1e-12, 1.0}}; /* 0.135e-6, at the cap */
    cr_expect_eq(judge_sal(3, &capped).verdict, SS_VERDICT_OUTSIDE);
    capped.sweeps[1] = capped.sweeps[2] = INFINITY;
    cr_expect_eq(judge_sal(3, &capped).verdict, SS_VERDICT_INSIDE);
}

/* ---- What the paper says in words ---- */

static double of_claims(const void *context, const char *row, const char *column, size_t instance)
{
    const double alpha = atof(row[0] == 'e' ? row + 4 : row);
    (void)context;
    if (strcmp(column, "sweeps_total") == 0)
        return instance == 1 ? 2001 : 2000;
    if (strcmp(column, "steps") == 0)
        return instance == 3 ? NAN : 2000;
    return alpha == 5 && row[0] != 'e' ? INFINITY : 100 * alpha;
}

Test(readings, claims)
{
    const ss_reproduce_claim one = {1, "eal", "sweeps_total", "equal", "steps", "one sweep"};
    const ss_reproduce_claim never = {1, "1 2", "steps_capped", "equal", "0", "no cap"};
    const ss_reproduce_claim fails = {1, "5 5", "sweeps", "unsolved", "", "fails"};
    const ss_reproduce_claim spread = {1, "5 1", "sweeps", "spread-above", "eal-4 eal-1", "more"};
    const ss_reproduce_claim less = {1, "eal-4 eal-1", "sweeps", "spread-above", "5 1", "more"};
    ss_reproduce_holds holds = ss_reproduce_judge_claim(&one, of_claims, 3, 5000, NULL);
    cr_expect_eq(holds.holds, 2);
    cr_expect_eq(holds.n, 3);
    cr_expect_str_eq(ss_reproduce_claim_word(holds), "in some");
    holds = ss_reproduce_judge_claim(&never, of_claims, 2, 5000, NULL);
    cr_expect_str_eq(ss_reproduce_claim_word(holds), "false");
    holds = ss_reproduce_judge_claim(&fails, of_claims, 2, 5000, NULL);
    cr_expect_str_eq(ss_reproduce_claim_word(holds), "true");
    holds = ss_reproduce_judge_claim(&spread, of_claims, 1, 5000, NULL);
    cr_expect_str_eq(ss_reproduce_claim_word(holds), "true"); /* the cap over 100, over 4 */
    holds = ss_reproduce_judge_claim(&less, of_claims, 1, 5000, NULL);
    cr_expect_str_eq(ss_reproduce_claim_word(holds), "false");
    cr_expect_str_eq(ss_reproduce_claim_word((ss_reproduce_holds){0, 0}), "-");
}

/* The run of a paper's row is that row's. */
static void expect_found(const ss_paper_runs *runs, size_t table, const char *row)
{
    const ss_paper_run *const run = ss_paper_runs_find(runs, table, "printed", row);
    cr_assert_not_null(run, "no run %s", row);
    cr_expect(run->table == table && strcmp(run->reading, "printed") == 0 &&
                  strcmp(run->row, row) == 0,
              "table %zu, %s: it is %s of %zu, %s", table, row, run->row, run->table, run->reading);
}

Test(readings, claims_of_the_paper)
{
    ss_error error = {0};
    ss_csv file = {0};
    ss_paper_runs runs;
    ss_paper_measures measures;
    cr_assert(ss_paper_measures_read(&measures, DUMONT, &error), "%s", error.text);
    ss_reproduce_claim *const claims = ss_reproduce_claims_read(DUMONT, &file, &error);
    cr_assert_not_null(claims, "%s", error.text);
    cr_assert(ss_paper_runs_load(&runs, DUMONT, &error), "%s", error.text);
    for (size_t k = 0; k < file.n_rows; ++k) {
        char row[32];
        int used = 0;
        for (const char *at = claims[k].relation[0] != '\0' ? claims[k].rows : ""; sscanf(at, "%31s%n", row, &used) == 1; at += used)
            expect_found(&runs, claims[k].table, row);
        if (claims[k].relation[0] != '\0')
            cr_expect_not_null(ss_measures_find(&measures.list, claims[k].column));
    }
    cr_expect_null(ss_paper_runs_find(&runs, 1, "printed", "no row"));
    cr_expect_null(ss_paper_runs_find(&runs, 1, "no reading", runs.runs[0].row));
    free(claims);
    ss_csv_free(&file);
    ss_paper_runs_free(&runs);
    ss_paper_measures_free(&measures);
    test_write_text("claims.csv", "table,rows,column,relation,than,claim\n1,a,b,like,,x\n");
    cr_expect_null(ss_reproduce_claims_read(test_folder(), &file, &error));
    cr_expect_not_null(strstr(error.text, "not 'like'"), "%s", error.text);
    ss_csv_free(&file);
}

/* No number of ours stands in the data: ours are computed by the run that shows them. */
Test(readings, reasons_quote_nobody)
{
    static const char *const files[] = {"tables", "rules", "claims", "readings", "captions"};
    static const char *const words[] = {"prototype", "oracle", "seed", "we found", "measured"};
    for (size_t f = 0; f < sizeof files / sizeof *files; ++f) {
        char path[300];
        snprintf(path, sizeof path, DUMONT "/%s.csv", files[f]);
        FILE *const file = fopen(path, "r");
        char line[4096];
        cr_assert_not_null(file);
        while (fgets(line, sizeof line, file) != NULL)
            for (size_t w = 0; w < sizeof words / sizeof *words; ++w)
                cr_expect_null(strcasestr(line, words[w]), "%s: %s", path, line);
        fclose(file);
    }
}

Test(readings, band_of_numbers)
{
    double values[] = {4, NAN, 1, 3, 2, 5};
    const ss_paper_band band = ss_paper_band_of(values, 6);
    cr_expect_eq(band.n, 5);
    cr_expect_eq(band.least, 1);
    cr_expect_eq(band.lower, 2);
    cr_expect_eq(band.median, 3);
    cr_expect_eq(band.upper, 4);
    cr_expect_eq(band.largest, 5);
    double capped[] = {INFINITY, 10, INFINITY, 20};
    const ss_paper_band half = ss_paper_band_of(capped, 4);
    cr_expect_eq(half.n_capped, 2);
    cr_expect_float_eq(half.lower, 17.5, 1e-12);
    cr_expect(isinf(half.median), "between a count and a cap there is no count");
    cr_expect(isnan(ss_paper_band_of(values, 0).median));
}

/* A spread with a count at the cap in it is a lower bound, which tells only against a smaller one.
 */
Test(readings, claims_that_cannot_be_told)
{
    const ss_reproduce_claim capped = {1, "5 1", "sweeps", "spread-above", "5 2", "more"};
    const ss_reproduce_claim below = {1, "1 2", "sweeps", "spread-above", "5 1", "more"};
    const ss_reproduce_claim other = {1, "1", "sweeps", "equal", "steps", "one a step"};
    cr_expect_str_eq(
        ss_reproduce_claim_word(ss_reproduce_judge_claim(&capped, of_claims, 3, 5000, NULL)), "-");
    cr_expect_str_eq(
        ss_reproduce_claim_word(ss_reproduce_judge_claim(&below, of_claims, 3, 5000, NULL)),
        "false");
    const ss_reproduce_holds holds = ss_reproduce_judge_claim(&other, of_claims, 4, 5000, NULL);
    cr_expect_eq(holds.n, 3); /* the fourth has no number of steps */
}

/* The one cell that is made of two printed ones. */
Test(readings, ratio_of_two_tables)
{
    ss_error error = {0};
    ss_paper_table third, fourth;
    double ratio = NAN, over = NAN, under = NAN;
    cr_assert(ss_paper_table_load(&third, DUMONT, 3, &error), "%s", error.text);
    cr_assert(ss_paper_table_load(&fourth, DUMONT, 4, &error), "%s", error.text);
    for (size_t k = 0; k < third.n_cells; ++k) {
        const ss_paper_cell *const cell = &third.cells[k];
        over = strcmp(cell->line.row, "ebp") == 0 && strcmp(cell->line.column, "cpu_s") == 0
                   ? cell->paper
                   : over;
        ratio = strcmp(cell->line.column, "cpu_s_over_table_4") == 0 ? cell->paper : ratio;
    }
    for (size_t k = 0; k < fourth.n_cells; ++k)
        if (strcmp(fourth.cells[k].line.row, "1") == 0 &&
            strcmp(fourth.cells[k].line.column, "cpu_s") == 0)
            under = fourth.cells[k].paper;
    cr_expect_float_eq(ratio, over / under, 0.005);
    ss_paper_table_free(&third);
    ss_paper_table_free(&fourth);
}

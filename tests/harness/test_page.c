/* The page of a result folder: its numbers by hand, its words, and what it does with strange names.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/page.h"
#include "harness/page/parts.h"
#include "tests/support/compared.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static ss_error error;
static ss_page_material material;

static void free_all(void)
{
    ss_page_material_free(&material);
    test_files_end();
}

TestSuite(page, .init = test_files_begin, .fini = free_all);

/* A row of what nobody ran: by default solved, once, without a clock. */
static ss_summary_row row_of(const char *solver, size_t instance, double units)
{
    ss_summary_row row = test_plain_row();
    row.solver = solver;
    row.instance = instance;
    row.steps = 10, row.sweeps_last = 7;
    row.sweeps_total = (size_t)units;
    row.visits_total = row.local_iterations_total = 0;
    row.options = "", row.parameters = "mu=0.3,tol=1e-12";
    row.e1_last = 1e-9, row.e1_worst = 2e-9;
    row.repeats = 1;
    row.cpu_looks_s = row.cpu_whole_s = row.cpu_whole_s_q1 = row.cpu_whole_s_q3 = NAN;
    row.cpu_s_q1 = row.cpu_s_q3 = row.wall_s = NAN;
    row.work_units_total = units;
    return row;
}

static void read_rows(const ss_summary_row *rows, size_t n)
{
    test_write_rows(test_path("summary.csv"), rows, n);
    ss_page_material_free(&material);
    cr_assert(ss_page_material_read(&material, test_folder(), &error), "%s", error.text);
}

/* A part of the page in words, to be freed. */
static char *print_part(void (*add)(ss_report_sheet *, const ss_page_material *))
{
    ss_report_sheet sheet = {.n = 0};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    add(&sheet, &material);
    cr_assert(ss_report_print(&sheet, &ss_report_markdown, out, &error));
    fclose(out);
    ss_report_free(&sheet);
    return text;
}

static void expect_in(const char *text, const char *words)
{
    cr_expect_not_null(strstr(text, words), "'%s' is not in: %s", words, text);
}

static void expect_part(void (*add)(ss_report_sheet *, const ss_page_material *), const char *words)
{
    char *const text = print_part(add);
    expect_in(text, words);
    free(text);
}

static void add_verdict(ss_report_sheet *sheet, const ss_page_material *m)
{
    ss_page_verdict(sheet, m);
}

static void add_doubts(ss_report_sheet *sheet, const ss_page_material *m)
{
    ss_page_doubts(sheet, m);
}

/* a: 10 and 40, b: 20 and 10, c: 40 and a failure. Ratios 1, 4; 2, 1; 4. */
Test(page, standings_by_hand)
{
    ss_summary_row rows[6] = {row_of("a", 1, 10), row_of("a", 2, 40), row_of("b", 1, 20),
                              row_of("b", 2, 10), row_of("c", 1, 40), row_of("c", 2, 5)};
    rows[5].status = "max-sweeps";
    rows[5].e1_worst = 0.25;
    read_rows(rows, 6);
    cr_assert_eq(material.n_contenders, 3);
    const ss_page_contender *const a = &material.contenders[0], *const c = &material.contenders[2];
    cr_expect_float_eq(a->price[SS_PRICE_UNITS].ratio, 2.5, 1e-15);
    cr_expect_float_eq(a->price[SS_PRICE_UNITS].median, 25.0, 1e-15);
    cr_expect_float_eq(a->price[SS_PRICE_TIME].median, 0.5, 1e-15);
    cr_expect_float_eq(a->price[SS_PRICE_TIME].ratio, 1.0, 1e-15);
    cr_expect_eq(c->n, 2);
    cr_expect_eq(c->standings[SS_STANDING_COUNTS], 1);
    cr_expect_eq(c->price[SS_PRICE_UNITS].n, 1);
    cr_expect_float_eq(c->price[SS_PRICE_UNITS].ratio, 4.0, 1e-15);
    cr_expect_float_eq(c->e1_worst, 0.25, 0.0);
    cr_expect_eq(material.n_questions, 2);
    /* by cost, those who solved all first, the best of these marked; a format a column */
    expect_part(ss_page_solvers,
                "| b | 2/2 | | 1 | **1.5** | 2 | 2.00e-09 | 0.5 | 15 | 33333 | 15 |\n"
                "| a | 2/2 | | 1 | 2.5 | 2 | 2.00e-09 | 0.5 | 25 | 20000 | 25 |\n"
                "| c | 1/2 | 1 max-sweeps | 1 | 4 | 1 | 2.50e-01 | 0.5 | 40 | 12500 | 40 |");
}

/* What is loose or tells nothing has no part in a median, and is told. */
Test(page, rows_that_do_not_count)
{
    ss_summary_row rows[4] = {row_of("a", 1, 10), row_of("b", 1, 1), row_of("a", 2, 30),
                              row_of("b", 2, 0)};
    rows[1].e1_worst = 0.36;
    read_rows(rows, 4);
    const ss_page_contender *const b = &material.contenders[1];
    cr_expect_eq(b->standings[SS_STANDING_LOOSE], 1);
    cr_expect_eq(b->standings[SS_STANDING_NOTHING], 1);
    cr_expect(isnan(b->price[SS_PRICE_UNITS].median));
    cr_expect_eq(material.contenders[0].price[SS_PRICE_UNITS].n, 0);
    expect_part(ss_page_solvers, "| b | 0/1 | 1 loose, 1 no-measurement |");
    expect_part(add_verdict, "`b` fails on 1 of 1 (loose)");
    char *const text = print_part(add_doubts);
    expect_in(text, "`b` on balls-4, instance 1, is loose: E1 of its worst step is 0.36, above "
                    "0.001, and it counts as not solved.");
    expect_in(text, "1 run, `b` on balls-4, instance 2, measured nothing: ");
    free(text);
}

/* A problem that nobody else solved tells nothing of a solver's cost. */
Test(page, one_alone_has_no_ratio)
{
    const ss_summary_row row = row_of("a", 1, 10);
    read_rows(&row, 1);
    cr_expect(isnan(material.contenders[0].price[SS_PRICE_UNITS].ratio));
    cr_expect_not(material.ranked);
    expect_part(ss_page_solvers, "| a | 1/1 | 0 |");
    expect_part(ss_page_title, "# a on balls-4\n");
}

/* Equal solvers of two outers are two contenders of one question. */
Test(page, outers_contend)
{
    ss_summary_row rows[2] = {row_of("a", 1, 10), row_of("a", 1, 30)};
    rows[1].outer = "nlgs-sor";
    read_rows(rows, 2);
    cr_assert_eq(material.n_contenders, 2);
    cr_expect_float_eq(material.contenders[1].price[SS_PRICE_UNITS].ratio, 3.0, 1e-15);
    expect_part(ss_page_solvers, "| nlgs-sor[local=a] | 1/1 |");
}

/* The ranking's sentences, and a word only where they conclude something. */
Test(page, the_verdict_has_a_word)
{
    ss_summary_row rows[2] = {row_of("a", 1, 10), row_of("b", 1, 25)};
    read_rows(rows, 2);
    expect_part(add_verdict, "> **Good:** All 2 runs are solved. By CPU time nobody is cheapest");
    expect_part(add_verdict, "times are not judged");
    expect_part(add_verdict, "By work units `a` is cheapest at E1 1e-8 (");
    expect_part(ss_page_ranking, "| 1e-8 | units | a | ");
    expect_part(ss_page_ranking, "| 1 a; 2 b 2.5 |");
    rows[1].status = "crashed";
    read_rows(rows, 2);
    expect_part(add_verdict, "> **With reservations:** `b` fails on 1 of 1 (crashed).");
    rows[1] = row_of("b", 1, 25);
    rows[1].steps_capped = 1;
    read_rows(rows, 2);
    expect_part(add_verdict, "> **With reservations:** ");
    rows[1] = row_of("b", 1, 10);
    read_rows(rows, 2);
    expect_part(add_verdict, "> **No conclusion:** All 2 runs are solved. By CPU time nobody");
    rows[0].sweeps_total = rows[1].sweeps_total = 0;
    read_rows(rows, 2);
    expect_part(add_verdict, "> **No conclusion:** No run measured anything");
}

/* The one in two outer solvers is two contenders, of which one may win. */
Test(page, outers_are_ranked)
{
    ss_summary_row rows[3] = {row_of("a", 1, 30), row_of("a", 1, 10), row_of("b", 1, 20)};
    rows[1].outer = "nlgs-anderson";
    read_rows(rows, 3);
    expect_part(add_verdict, "By work units `nlgs-anderson[local=a]` is cheapest at E1 1e-8 (");
    expect_part(ss_page_ranking, "| 1 nlgs-anderson[local=a]; 2 b 2; 3 a 3 |");
}

/* The verdict of two runs of a study with these rows of ranges.csv, to be freed. */
static char *print_study(const ss_ranges_row *ranges, size_t n)
{
    const ss_summary_row rows[2] = {row_of("sbp[alpha=1]", 1, 10), row_of("sbp[alpha=2]", 1, 20)};
    FILE *const file = fopen(test_path("ranges.csv"), "w");
    cr_assert_not_null(file);
    ss_ranges_header(file);
    for (size_t k = 0; k < n; ++k)
        ss_ranges_write(file, &ranges[k]);
    cr_assert_eq(fclose(file), 0);
    read_rows(rows, 2);
    return print_part(add_verdict);
}

static ss_ranges_row range_of(const char *parameter, const char *others, double best,
                              size_t failing)
{
    return (ss_ranges_row){.curve = "sbp",
                           .parameter = parameter,
                           .parameters = others,
                           .problem = "balls-4",
                           .values = 3,
                           .failing_values = failing,
                           .best = best,
                           .best_low = 0.5,
                           .best_high = 1.25,
                           .best_below = 0.5,
                           .best_above = 2.0};
}

/* Of a study the best value is the verdict, with its interval, and no ranking of its values. */
Test(page, a_study_has_its_best_value)
{
    const ss_ranges_row range = range_of("alpha", "", 1.0, 0);
    char *const text = print_study(&range, 1);
    expect_in(text, "> **Good:** Best alpha of `sbp` on balls-4: 1, 95 % 0.5 to 1.25 over the "
                    "instances, of a grid with 0.5 and 2 beside it; all 2 runs are solved.\n");
    free(text);
}

/* Cuts of one study are told apart. A parameter of the problem has no best value: only where every
 * value failed did none work. */
Test(page, a_value_that_cannot_be_best_is_no_failure)
{
    ss_ranges_row ranges[4] = {
        range_of("alpha", "h=1,mu=0.1", 1.0, 0), range_of("alpha", "h=1,mu=0.3", 1.0, 0),
        range_of("balls", "h=1,mu=0.1", NAN, 0), range_of("balls", "h=1,mu=0.3", NAN, 3)};
    ranges[1].best_high = 0.5;
    char *const text = print_study(ranges, 4);
    expect_in(text, "Best alpha of `sbp` on balls-4, mu=0.1: 1, 95 % 0.5 to 1.25 over");
    expect_in(text, "; best alpha of `sbp` on balls-4, mu=0.3: 1 in 95 % of the draws");
    expect_in(text, "; no value of balls works for `sbp` on balls-4, mu=0.3");
    cr_expect_null(strstr(text, "no value of balls works for `sbp` on balls-4, mu=0.1"), "%s",
                   text);
    free(text);
}

/* Times are judged by repeats that agree. */
Test(page, a_noisy_clock_judges_nobody)
{
    char reason[SS_PAGE_LABEL];
    ss_summary_row rows[2] = {row_of("a", 1, 10), row_of("b", 1, 25)};
    for (size_t k = 0; k < 2; ++k) {
        rows[k].repeats = SS_PAGE_REPEATS;
        rows[k].cpu_s_q1 = 0.49;
        rows[k].cpu_s_q3 = 0.51;
    }
    rows[1].cpu_s = 0.4;
    rows[1].cpu_s_q1 = 0.39;
    rows[1].cpu_s_q3 = 0.41;
    read_rows(rows, 2);
    cr_expect(ss_page_times_hold(&material, reason));
    expect_part(add_verdict, "By CPU time `b` is cheapest at E1 1e-8 (");
    expect_part(add_verdict, "By work units `a` is cheapest at E1 1e-8 (");
    expect_part(add_verdict, "Work units and CPU time name different winners.");
    expect_part(ss_page_solvers, "| 0.49 to 0.51 |");
    rows[1].cpu_s_q3 = 0.60;
    read_rows(rows, 2);
    cr_expect_not(ss_page_times_hold(&material, reason));
    expect_in(reason, "noisy");
    expect_part(add_verdict, "By CPU time nobody is cheapest");
    rows[1].repeats = 1;
    read_rows(rows, 2);
    cr_expect_not(ss_page_times_hold(&material, reason));
    expect_in(reason, "fewer than 3");
}

/* Numbers for programs, and whether anything is concluded. */
Test(page, conclusions_for_programs)
{
    ss_summary_row rows[2] = {row_of("a", 1, 10), row_of("b", 1, 25)};
    char *text = NULL;
    size_t size = 0;
    bool concluded = false;
    FILE *out = open_memstream(&text, &size);
    test_write_rows(test_path("summary.csv"), rows, 2);
    cr_assert(ss_page_conclude(test_folder(), out, &concluded, &error), "%s", error.text);
    fclose(out);
    cr_expect(concluded);
    expect_in(text, "{\"verdict\": \"good\", \"exit_code\": 0, \"rows\": 2, \"counts\": 2, ");
    expect_in(text, "\"price\": \"units\", \"rank\": 1, \"solver\": \"a\", \"winner\": true, ");
    expect_in(text, "\"rank\": 2, \"solver\": \"b\", \"winner\": false, \"solved\": 1, "
                    "\"questions\": 1, \"ratio\": 2.5, \"ratio_low\": null, ");
    free(text);
    rows[1].e1_worst = 0.5; /* loose: the other alone solves */
    rows[0].e1_worst = 0.5;
    test_write_rows(test_path("summary.csv"), rows, 2);
    cr_assert(ss_page_conclude(test_folder(), NULL, &concluded, &error), "%s", error.text);
    cr_expect_not(concluded);
}

Test(page, doubts_have_numbers)
{
    ss_summary_row rows[2] = {row_of("a", 1, 10), row_of("b", 1, 25)};
    rows[0].steps_capped = 3;
    rows[0].e1_last = rows[0].e1_worst = 1e-3;
    rows[1].message = "a `word`";
    test_write_text("provenance.txt", "program: p (commit 1-dirty)\nload: 2.5 1 0\n");
    test_write_text("claims.csv", "table,reading,claim,holds,instances,verdict\n"
                                  "1,printed,it is so,0,2,false\n1,printed,so it is,2,2,true\n");
    read_rows(rows, 2);
    char *const text = print_part(add_doubts);
    expect_in(text, "3 steps of 1 run ended at the cap of sweeps, unsolved.");
    expect_in(text, "E1 reached differs by up to 5e+05x between what is compared");
    expect_in(text, "`b` on balls-4, instance 1, is solved, but: a 'word'.");
    expect_in(text,
              "ours does not (false: in 0 of 2 instances, interpretation `printed`): it is so.");
    expect_in(text, "a load of 2.5 1 0");
    expect_in(text, "in no commit");
    cr_expect_null(strstr(text, "so it is"));
    free(text);
}

/* As a shell takes it, and only what is not a default. */
Test(page, the_command_that_repeats_a_run)
{
    ss_summary_row row = row_of("ebp[alpha=2]", 3, 10);
    row.parameters = "mu=0.5,tol=1e-12,steps=20";
    row.warm_start = "yes";
    row.outer = "nlgs-sor[omega=1.2]";
    test_write_text("provenance.txt", "command: stickslip run --timeout 9s --memory=100 -o x\n");
    read_rows(&row, 1);
    char *const text = ss_page_repeat(&material, &row, 4);
    cr_expect_str_eq(text, "stickslip run -p balls-4 -i 3 -s 'ebp[alpha=2]' --outer "
                           "'nlgs-sor[omega=1.2]' --stop eps --start warm --set mu=0.5 --set "
                           "steps=20 --timeout 9s --memory 100 -o again-4");
    free(text);
    row.message = "its 4 s of CPU time were used up; killed"; /* a campaign's, by its file */
    test_write_text("provenance.txt", "command: stickslip campaign c.yaml -o x\n");
    read_rows(&row, 1);
    char *const limited = ss_page_repeat(&material, &row, 4);
    expect_in(limited, " --timeout 4s -o again-4");
    free(limited);
}

/* ---- the files ---- */

static void write_page(const char *file, const ss_report_format *format)
{
    const ss_page_order order = {.folder = test_folder(),
                                 .file = file,
                                 .format = format,
                                 .scripts = SS_SOURCE_DIR "/plots",
                                 .no_figures = true};
    cr_assert(ss_page_write(&order, &error), "%s", error.text);
}

/* Links lead from the page to the folder, wherever the page is. */
Test(page, links_are_relative)
{
    const ss_summary_row row = row_of("a", 1, 10);
    test_write_rows(test_path("summary.csv"), &row, 1);
    cr_assert_eq(mkdir(test_path("sub"), 0777), 0);
    write_page(test_path("in.md"), &ss_report_markdown);
    write_page(test_path("sub/below.md"), &ss_report_markdown);
    char *const in = test_read("in.md"), *const below = test_read("sub/below.md");
    expect_in(in, "](<summary.csv>)");
    expect_in(below, "](<../summary.csv>)");
    free(in);
    free(below);
}

Test(page, strange_names_are_escaped)
{
    ss_summary_row rows[2] = {row_of("<script>alert(1)</script>&\"", 1, 10), row_of("b", 1, 5)};
    rows[0].status = "crashed";
    rows[0].message = "</main>`<img src=x>";
    test_write_rows(test_path("summary.csv"), rows, 2);
    write_page(test_path("page.html"), &ss_report_html);
    char *const text = test_read("page.html");
    cr_expect_null(strstr(text, "<script>alert"));
    cr_expect_null(strstr(text, "<img"));
    expect_in(text, "<th scope=\"row\">&lt;script&gt;alert(1)&lt;/script&gt;&amp;&quot;</th>");
    expect_in(text, "&lt;/main&gt;'&lt;img src=x&gt;");
    expect_in(text, "<abbr title=\"Column solver");
    free(text);
}

Test(page, not_a_result_folder)
{
    const ss_page_order order = {.folder = test_folder(),
                                 .file = test_path("page.html"),
                                 .format = &ss_report_html,
                                 .scripts = ""};
    cr_expect_not(ss_page_write(&order, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_eq(test_count_files(), 0);
}

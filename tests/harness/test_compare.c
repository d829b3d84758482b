/* Comparing two results: which rows are pairs, which verdict each gets, what they come to.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/compared.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

TestSuite(compare, .init = test_compare_begin, .fini = test_files_end);

static void expect_verdict(const ss_summary_row *new, ss_compare_change wanted, const char *what)
{
    const ss_summary_row base = test_plain_row();
    const ss_compare_change got = test_verdict(&base, new);
    cr_expect_eq(got, wanted, "%s: %s, not %s", what, ss_compare_changes[got],
                 ss_compare_changes[wanted]);
}

Test(compare, counters_are_judged_exactly)
{
    ss_summary_row row = test_plain_row();
    expect_verdict(&row, SS_COMPARE_CHANGE_SAME, "the same row");
    row.cpu_s *= 100.0;
    expect_verdict(&row, SS_COMPARE_CHANGE_SAME, "another time, without a noise file");
    row.e1 = 2e-10;
    expect_verdict(&row, SS_COMPARE_CHANGE_SAME, "another residual, without a threshold");
    row.sweeps_total += 1;
    expect_verdict(&row, SS_COMPARE_CHANGE_WORSE, "a sweep more");
    row.local_iterations_total -= 1;
    expect_verdict(&row, SS_COMPARE_CHANGE_CHANGED, "a sweep more and a local iteration less");
    row.sweeps_total -= 1;
    expect_verdict(&row, SS_COMPARE_CHANGE_BETTER, "a local iteration less");
}

/* Every status against every other: the order is the list's, and it beats all counters. */
Test(compare, status_is_judged_first)
{
    for (int a = 0; a <= SS_OUTCOME_ERROR; ++a) {
        for (int b = 0; b <= SS_OUTCOME_ERROR; ++b) {
            ss_summary_row base = test_plain_row(), new = test_plain_row();
            if (a == SS_OUTCOME_INTERRUPTED || b == SS_OUTCOME_INTERRUPTED)
                continue;
            base.status = ss_outcome_name((ss_outcome)a);
            new.status = ss_outcome_name((ss_outcome)b);
            new.sweeps_total = a < b ? 1 : a > b ? 100000 : base.sweeps_total;
            const ss_compare_change wanted = a < b   ? SS_COMPARE_CHANGE_WORSE
                                             : a > b ? SS_COMPARE_CHANGE_BETTER
                                                     : SS_COMPARE_CHANGE_SAME;
            cr_expect_eq(test_verdict(&base, &new), wanted, "%s -> %s", base.status, new.status);
        }
    }
}

/* The sweeps done until a clock ended a run are no property of the solver. */
Test(compare, counters_of_unfinished_runs_are_not_compared)
{
    ss_summary_row base = test_plain_row(), new = test_plain_row();
    new.sweeps_total = 7;
    new.steps -= 1;
    char text[SS_COMPARE_TEXT];
    static const char *const unfinished[] = {"timeout", "crashed", "out-of-memory", "error"};
    for (size_t k = 0; k < 4; ++k) {
        base.status = new.status = unfinished[k];
        cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_SAME, "%s", unfinished[k]);
        cr_expect_eq(test_compared.judgements[0].n_moved, 0, "%s", unfinished[k]);
        new.status = "stagnated";
        cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_BETTER, "%s", unfinished[k]);
        cr_expect_null(strstr(ss_compare_moved_text(text, test_compared.judgements), "sweeps"),
                       "%s", text);
        cr_expect_eq(test_verdict(&new, &base), SS_COMPARE_CHANGE_WORSE, "%s", unfinished[k]);
        cr_expect_null(strstr(ss_compare_moved_text(text, test_compared.judgements), "sweeps"),
                       "%s", text);
    }
    new.steps = base.steps;
    base.status = new.status = "stagnated";
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_BETTER);
}

/* Of a column with both thresholds the larger one holds, not their sum. */
Test(compare, the_larger_threshold_holds)
{
    const ss_summary_row base = test_plain_row();
    ss_summary_row new = test_plain_row();
    test_question.thresholds = test_other_path;
    test_write_text("other.csv", "column,relative,absolute\nsweeps_total,0.1,50\n");
    new.sweeps_total = base.sweeps_total + 100;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
    new.sweeps_total = base.sweeps_total + 101;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
}

/* Counters judge builds of a solver. Between two solvers they are shown: the ranking decides, or
 * that one row alone counts. */
Test(compare, counters_are_no_cost_between_solvers)
{
    ss_summary_row base = test_plain_row(), new = test_plain_row();
    base.e1_last = base.e1_worst = new.e1_last = new.e1_worst = 1e-9;
    new.projections_total += 1;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
    new.solver = "sbp";
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_RATED);
    new.sweeps_total -= 1;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_RATED);
    cr_expect_gt(test_compared.judgements[0].n_moved, 0);
    cr_expect_not(test_compared.judgements[0].moves[0].is_judged);
    new.e1_worst = 0.5; /* loose */
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
    cr_expect_eq(test_verdict(&new, &base), SS_COMPARE_CHANGE_BETTER);
}

Test(compare, more_steps_before_the_same_end_are_better)
{
    ss_summary_row base = test_plain_row(), new = test_plain_row();
    base.status = new.status = "diverged";
    new.steps = 101;
    new.sweeps_total += 500;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_BETTER);
    cr_expect_eq(test_verdict(&new, &base), SS_COMPARE_CHANGE_WORSE);
}

Test(compare, residuals_are_judged_where_a_threshold_is_given)
{
    const ss_summary_row base = test_plain_row();
    ss_summary_row new = test_plain_row();
    test_question.thresholds = test_other_path;
    test_write_text("other.csv", "column,relative,absolute\ne1,0.5,\nsweeps_total,,3\n");
    new.e1 = 1.5e-10;
    new.sweeps_total += 3;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
    new.e1 = 1.6e-10;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
    new.e1 = 0.0;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_BETTER);
    new.e1 = NAN;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_WORSE, "nan is worst");
    cr_expect_eq(test_verdict(&new, &base), SS_COMPARE_CHANGE_BETTER);
    cr_expect_eq(test_verdict(&new, &new), SS_COMPARE_CHANGE_SAME, "nan is nan");
    new = base;
    new.sweeps_total += 4;
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
}

/* One run twice is refused; what only one word of the options tells apart has no partner. */
Test(compare, rows_that_are_ambiguous)
{
    ss_summary_row rows[2] = {test_plain_row(), test_plain_row()};
    const ss_summary_row one = test_plain_row();
    test_write_rows(test_base_path, rows, 2);
    test_write_rows(test_new_path, &one, 1);
    test_compare_refused("lines 2 and 3 are the same run");
    rows[0].options = "alpha=0.6,tol=1e-6";
    rows[1].options = "alpha=0.6,tol=1e-9";
    test_write_rows(test_base_path, rows, 2);
    test_compare();
    cr_expect_eq(test_compared.n_rows, 0);
    cr_expect_eq(test_compared.counts[SS_COMPARE_CHANGE_MISSING], 2);
    cr_expect_eq(test_compared.counts[SS_COMPARE_CHANGE_NEW], 1);
}

Test(compare, rows_are_matched_by_question_and_contender)
{
    ss_summary_row base[6], new[6];
    for (size_t k = 0; k < 6; ++k)
        base[k] = new[5 - k] = test_plain_row();
    base[0].solver = new[5].solver = "sbp"; /* the same in both */
    base[1].instance = new[4].instance = 2;
    base[2].options = "alpha=0.6,tol=1e-6"; /* another build's default: matched by the label */
    new[3].options = "alpha=0.6,tol=1e-9";
    base[2].stop = new[3].stop = "e1";
    base[3].solver = "eal";
    new[2].solver = "eal[tol=1e-3]"; /* matched by the name */
    base[4].warm_start = "yes";      /* no partner: another question */
    new[1].parameters = "mu=0.4,h=0.001";
    base[5].instance = new[0].instance = 10;
    test_write_rows(test_base_path, base, 6);
    test_write_rows(test_new_path, new, 6);
    test_compare();
    cr_expect_eq(test_compared.n_rows, 5);
    cr_expect_eq(test_compared.counts[SS_COMPARE_CHANGE_SAME], 5);
    cr_expect_eq(test_compared.counts[SS_COMPARE_CHANGE_MISSING], 1);
    cr_expect_eq(test_compared.counts[SS_COMPARE_CHANGE_NEW], 1);
    cr_expect_eq(test_compared.overall, SS_COMPARE_OVERALL_NOT_COMPARABLE);
    for (size_t k = 1; k < test_compared.match.n; ++k) { /* people count 1, 2, 10 */
        const ss_compare_match_pair *const p = &test_compared.match.pairs[k - 1],
                                           *const q = &test_compared.match.pairs[k];
        if (p->base != NULL && q->base != NULL)
            cr_expect_leq(p->base->row.instance, q->base->row.instance);
    }
}

/* The comparison as text, to be freed. */
static char *printed(void)
{
    ss_error error = {.code = SS_ERROR_NONE};
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    cr_assert(ss_compare_print(&test_compared, &ss_report_text, out, &error), "%s", error.text);
    fclose(out);
    return text;
}

Test(compare, labels_say_what_differs)
{
    ss_summary_row rows[2] = {test_plain_row(), test_plain_row()};
    rows[1].parameters = "mu=0.4,h=0.001";
    test_write_rows(test_base_path, rows, 2);
    rows[0].sweeps_total = 999;
    rows[1].sweeps_total = 1001;
    rows[1].options = "alpha=0.6,tol=1e-3";
    test_write_rows(test_new_path, rows, 2);
    test_compare();
    char *const text = printed();
    cr_expect_not_null(strstr(text, " balls-4 mu=0.3 ebp  "), "%s", text);
    cr_expect_not_null(strstr(text, " balls-4 mu=0.4 ebp, now tol=1e-3, was tol=1e-12  "), "%s",
                       text);
    free(text);
}

Test(compare, runs_that_end_without_contact_are_solved_ones)
{
    ss_summary_row base = test_plain_row(), new = test_plain_row();
    base.status = new.status = "no-contact";
    base.sweeps_total = 1000;
    new.sweeps_total = 1250;
    test_write_rows(test_base_path, &base, 1);
    test_write_rows(test_new_path, &new, 1);
    test_compare();
    char *const text = printed();
    cr_expect_not_null(strstr(text, " 1.25"), "the ratio of sweeps: %s", text);
    free(text);
}

/* Another code's iterations are no counters of ours; its status counts. */
Test(compare, another_code_is_judged_by_status)
{
    ss_summary_row base = test_plain_row();
    base.e1_last = base.e1_worst = 1e-9;
    ss_summary_row new = base;
    new.solver = "siconos-nsgs";
    new.outer = "";
    new.sweeps_total = 1;
    new.visits_total = 0;
    test_write_rows(test_base_path, &base, 1);
    test_write_rows(test_new_path, &new, 1);
    test_compare();
    cr_assert_eq(test_compared.match.n, 1);
    cr_expect(test_compared.match.by_solver);
    cr_expect_eq(test_compared.judgements[0].change, SS_COMPARE_CHANGE_RATED);
    new.status = "crashed";
    cr_expect_eq(test_verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
}

Test(compare, overall_verdict)
{
    static const struct {
        int better, worse, changed, missing, partial; /* rows of each kind, of 4 */
        ss_compare_overall wanted;
    } cases[] = {{0, 0, 0, 0, 0, SS_COMPARE_OVERALL_SAME},
                 {1, 0, 0, 0, 0, SS_COMPARE_OVERALL_BETTER},
                 {0, 1, 0, 0, 0, SS_COMPARE_OVERALL_WORSE},
                 {1, 1, 0, 0, 0, SS_COMPARE_OVERALL_CHANGED},
                 {0, 0, 1, 0, 0, SS_COMPARE_OVERALL_CHANGED},
                 {0, 0, 0, 1, 0, SS_COMPARE_OVERALL_NOT_COMPARABLE},
                 {1, 0, 0, 1, 0, SS_COMPARE_OVERALL_NOT_COMPARABLE},
                 {1, 0, 0, 1, 1, SS_COMPARE_OVERALL_BETTER},
                 {0, 1, 0, 1, 0, SS_COMPARE_OVERALL_WORSE},
                 {0, 0, 0, 4, 1, SS_COMPARE_OVERALL_NOT_COMPARABLE}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_summary_row rows[4];
        for (size_t j = 0; j < 4; ++j) {
            rows[j] = test_plain_row();
            rows[j].instance = j + 1;
        }
        test_write_rows(test_base_path, rows, 4);
        rows[0].sweeps_total -= cases[k].better > 0 || cases[k].changed > 0;
        rows[0].visits_total += cases[k].changed > 0;
        rows[1].sweeps_total += cases[k].worse > 0;
        test_write_rows(test_new_path, rows, (size_t)(4 - cases[k].missing));
        test_question.partial = cases[k].partial != 0;
        test_compare();
        cr_expect_eq(test_compared.overall, cases[k].wanted, "case %zu: %s", k,
                     ss_compare_overalls[test_compared.overall].words);
    }
}

/* In both directions: a group of two and one has no partners. */
Test(compare, two_rows_of_one_name_are_no_partners_of_one)
{
    ss_summary_row rows[2] = {test_plain_row(), test_plain_row()};
    const ss_summary_row one = test_plain_row();
    rows[0].options = "alpha=0.6,tol=1e-6";
    rows[1].options = "alpha=0.6,tol=1e-9";
    test_write_rows(test_base_path, &one, 1);
    test_write_rows(test_new_path, rows, 2);
    test_compare();
    cr_expect_eq(test_compared.n_rows, 0);
    cr_expect_eq(test_compared.counts[SS_COMPARE_CHANGE_NEW], 2);
    cr_expect_eq(test_compared.counts[SS_COMPARE_CHANGE_MISSING], 1);
}

/* Rows that only NEW has are no reason to refuse a verdict. */
Test(compare, new_rows_change_no_verdict)
{
    ss_summary_row rows[2] = {test_plain_row(), test_plain_row()};
    rows[1].instance = 2;
    test_write_rows(test_base_path, rows, 1);
    test_write_rows(test_new_path, rows, 2);
    test_compare();
    cr_expect_eq(test_compared.counts[SS_COMPARE_CHANGE_NEW], 1);
    cr_expect_eq(test_compared.overall, SS_COMPARE_OVERALL_SAME);
}

/* A parameter that one side does not know is no part of the question, if the other has one value
 * of it. */
Test(compare, parameters_of_one_side_only)
{
    ss_summary_row plain[2] = {test_plain_row(), test_plain_row()}, more[2];
    plain[1].instance = 2;
    memcpy(more, plain, sizeof more);
    more[0].parameters = more[1].parameters = "mu=0.3,h=0.001,newt=7";
    for (int side = 0; side < 2; ++side) {
        test_write_rows(side == 0 ? test_base_path : test_new_path, more, 2);
        test_write_rows(side == 0 ? test_new_path : test_base_path, plain, 2);
        test_compare();
        cr_expect_eq(test_compared.n_rows, 2);
    }
    more[1].parameters = "mu=0.3,h=0.001,newt=8";
    test_write_rows(test_new_path, more, 2);
    test_compare();
    cr_expect_eq(test_compared.n_rows, 0);
}

Test(compare, interrupted_rows_are_left_out)
{
    ss_summary_row rows[2] = {test_plain_row(), test_plain_row()};
    rows[1].instance = 2;
    rows[1].status = "interrupted";
    test_write_rows(test_base_path, rows, 2);
    test_write_rows(test_new_path, rows, 1);
    test_compare();
    cr_expect(test_compared.match.n == 1 && test_compared.base.n_interrupted == 1);
    cr_expect_eq(test_compared.overall, SS_COMPARE_OVERALL_SAME);
}

Test(compare, outer_solvers_by_name)
{
    const ss_summary_row base = test_plain_row();
    ss_summary_row new = test_plain_row();
    new.outer = "nlgs-batched";
    test_write_rows(test_base_path, &base, 1);
    test_write_rows(test_new_path, &new, 1);
    test_compare();
    cr_expect_eq(test_compared.n_rows, 0);
    test_question.base_outer = "nlgs";
    test_question.new_outer = "nlgs-batched";
    test_compare();
    cr_expect_eq(test_compared.n_rows, 1);
}

/* The makers of the rows: all the same build, several, or nobody who says so. */
Test(compare, builds_of_a_side)
{
    static const struct {
        const char *builds[3];
        size_t n;
        const char *wanted;
    } cases[] = {{{"one", "one", "one"}, 3, "one"},
                 {{"one", "one", "two"}, 3, "several builds"},
                 {{"one", "two", "one"}, 3, "several builds"},
                 {{"one", ""}, 2, "several builds"},
                 {{"", ""}, 2, "an unknown build"},
                 {{NULL}, 0, "an unknown build"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        ss_record records[3];
        const ss_compare_side side = {
            .summary = {.records = cases[k].n > 0 ? records : NULL, .n = cases[k].n}};
        for (size_t i = 0; i < cases[k].n; ++i)
            records[i].row.build = cases[k].builds[i];
        cr_expect_str_eq(ss_compare_side_build(&side), cases[k].wanted, "case %zu", k);
    }
}

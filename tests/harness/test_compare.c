/* Comparing two results: which rows are pairs, which verdict each gets, what they come to.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/compare.h"
#include "harness/tables/rows.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Every test is a process: static data is not shared. */
static char base_path[SS_PATH_SIZE], new_path[SS_PATH_SIZE], other_path[SS_PATH_SIZE];
static ss_compare_request question = {.base = base_path, .new = new_path};
static ss_compare_result c;

static void setup(void)
{
    test_files_begin();
    strcpy(base_path, test_path("base.csv"));
    strcpy(new_path, test_path("new.csv"));
    strcpy(other_path, test_path("other.csv"));
}

TestSuite(compare, .init = setup, .fini = test_files_end);

/* A row like any other. */
static ss_summary_row plain_row(void)
{
    return (ss_summary_row){.problem = "balls-4",
                            .instance = 1,
                            .solver = "ebp",
                            .tol = 1e-12,
                            .steps = 100,
                            .status = "solved",
                            .sweeps_last = 10,
                            .sweeps_total = 1000,
                            .visits_total = 5000,
                            .local_iterations_total = 9000,
                            .eps_last = 1e-13,
                            .e1 = 1e-10,
                            .cpu_s = 0.5,
                            .outer = "nlgs",
                            .options = "alpha=0.6,tol=1e-12",
                            .parameters = "mu=0.3,h=0.001",
                            .warm_start = "no",
                            .stop = "eps",
                            .build = "stickslip test"};
}

static void write_rows(const char *path, const ss_summary_row *rows, size_t n)
{
    FILE *const file = fopen(path, "w");
    cr_assert_not_null(file);
    ss_summary_header(file);
    for (size_t k = 0; k < n; ++k)
        ss_summary_write(file, &rows[k]);
    cr_assert_eq(fclose(file), 0);
}

/* Compare the two files. */
static void compare(void)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_compare_result_free(&c);
    cr_assert(ss_compare(&c, &question, &error), "%s", error.text);
}

/* The verdict on a pair of single rows. */
static ss_compare_change verdict(const ss_summary_row *base, const ss_summary_row *new)
{
    write_rows(base_path, base, 1);
    write_rows(new_path, new, 1);
    compare();
    cr_assert_eq(c.match.n, 1);
    return c.judgements[0].change;
}

static void expect_verdict(const ss_summary_row *new, ss_compare_change wanted, const char *what)
{
    const ss_summary_row base = plain_row();
    const ss_compare_change got = verdict(&base, new);
    cr_expect_eq(got, wanted, "%s: %s, not %s", what, ss_compare_change_name(got),
                 ss_compare_change_name(wanted));
}

Test(compare, counters_are_judged_exactly)
{
    ss_summary_row row = plain_row();
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
            ss_summary_row base = plain_row(), new = plain_row();
            if (a == SS_OUTCOME_INTERRUPTED || b == SS_OUTCOME_INTERRUPTED)
                continue;
            base.status = ss_outcome_name((ss_outcome)a);
            new.status = ss_outcome_name((ss_outcome)b);
            new.sweeps_total = a < b ? 1 : a > b ? 100000 : base.sweeps_total;
            const ss_compare_change wanted = a < b   ? SS_COMPARE_CHANGE_WORSE
                                             : a > b ? SS_COMPARE_CHANGE_BETTER
                                                     : SS_COMPARE_CHANGE_SAME;
            cr_expect_eq(verdict(&base, &new), wanted, "%s -> %s", base.status, new.status);
        }
    }
}

/* The sweeps done until a clock ended a run are no property of the solver. */
Test(compare, counters_of_unfinished_runs_are_not_compared)
{
    ss_summary_row base = plain_row(), new = plain_row();
    new.sweeps_total = 7;
    base.status = new.status = "timeout";
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
    base.status = new.status = "stagnated";
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_BETTER);
}

Test(compare, more_steps_before_the_same_end_are_better)
{
    ss_summary_row base = plain_row(), new = plain_row();
    base.status = new.status = "diverged";
    new.steps = 101;
    new.sweeps_total += 500;
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_BETTER);
    cr_expect_eq(verdict(&new, &base), SS_COMPARE_CHANGE_WORSE);
}

Test(compare, residuals_are_judged_where_a_threshold_is_given)
{
    const ss_summary_row base = plain_row();
    ss_summary_row new = plain_row();
    question.thresholds = other_path;
    test_write_text("other.csv", "column,relative,absolute\ne1,0.5,\nsweeps_total,,3\n");
    new.e1 = 1.5e-10;
    new.sweeps_total += 3;
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
    new.e1 = 1.6e-10;
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
    new.e1 = 0.0;
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_BETTER);
    new.e1 = NAN;
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_WORSE, "nan is worst");
    cr_expect_eq(verdict(&new, &base), SS_COMPARE_CHANGE_BETTER);
    cr_expect_eq(verdict(&new, &new), SS_COMPARE_CHANGE_SAME, "nan is nan");
    new = base;
    new.sweeps_total += 4;
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
}

static void write_noise(double duration_s)
{
    FILE *const file = fopen(other_path, "w");
    const ss_noise_row row = {.problem = "p",
                              .solver = "s",
                              .repeats = 1,
                              .pairs = 40,
                              .duration_s = duration_s,
                              .tail_from = 0.01,
                              .tail_mean = 0.01,
                              .tail_pairs = 10,
                              .largest = 0.1,
                              .machine = "M",
                              .build = "B"};
    cr_assert_not_null(file);
    ss_noise_header(file);
    ss_noise_write(file, &row);
    cr_assert_eq(fclose(file), 0);
}

/* floor of one row: max(0.1, 0.01 + 0.01 * 10 (25^(1/10) - 1)) = 0.1 */
Test(compare, times_are_judged_above_the_floor)
{
    const ss_summary_row base = plain_row();
    ss_summary_row new = plain_row();
    question.noise = other_path;
    write_noise(0.1);
    new.cpu_s = base.cpu_s *exp(0.099);
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
    new.cpu_s = base.cpu_s *exp(0.101);
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
    cr_expect_eq(verdict(&new, &base), SS_COMPARE_CHANGE_BETTER);
    new.sweeps_total -= 1;
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_CHANGED);
    new = base;
    new.cpu_s *= 1000.0;
    write_noise(0.5 / 20.1); /* or so much longer that it says nothing of it */
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
    write_noise(0.51); /* the shorter of the two times is below what the file resolves */
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_SAME);
}

/* Of 1000 comparisons of 100 equal rows each with noise that has just the assumed tail, about 1 %
 * may find anything; the 0.75-quantile is an estimate too, so a bit more is allowed. */
Test(noise, equals_are_rarely_called_different)
{
    enum { N_PAIRS = 100, N_ROWS = 100, N_COMPARISONS = 1000 };
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    size_t n_false = 0, n_seen = 0;
    for (size_t k = 0; k < N_COMPARISONS; ++k) {
        double a[N_PAIRS], b[N_PAIRS], work[N_PAIRS];
        for (size_t j = 0; j < N_PAIRS; ++j) {
            a[j] = 1.0;
            b[j] = exp(gsl_ran_laplace(rng, 0.05));
        }
        ss_noise_row class = ss_compare_noise_describe(a, b, N_PAIRS, work);
        const ss_compare_noise noise = {.classes = &class, .n = 1};
        const double floor = ss_compare_noise_floor(&noise, 2.0, N_ROWS);
        bool found = false;
        for (size_t j = 0; j < N_ROWS; ++j)
            found = found || fabs(gsl_ran_laplace(rng, 0.05)) > floor;
        n_false += found;
        n_seen += floor < log(3.0);
    }
    gsl_rng_free(rng);
    cr_expect_leq(n_false, N_COMPARISONS * 3 / 100, "%zu false alarms", n_false);
    cr_expect_geq(n_seen, N_COMPARISONS * 95 / 100, "a factor of 3 is seen in %zu only", n_seen);
}

Test(noise, description)
{
    double a[8], b[8], work[8];
    for (size_t k = 0; k < 8; ++k) { /* ln = 0 0.3 0.6 0.1 0.4 0.7 0.2 0.5 */
        a[k] = 2.0;
        b[k] = 2.0 * exp(0.1 * (double)((3 * k) % 8));
    }
    /* distances, with the B of four pairs on: 0.4 0.7 0.6 0.5, each twice */
    const ss_noise_row class = ss_compare_noise_describe(a, b, 8, work);
    cr_expect_float_eq(class.largest, 0.7, 1e-12);
    cr_expect_float_eq(class.tail_from, 0.625, 1e-12); /* at 0.75 * 7 = 5.25 */
    cr_expect_eq(class.tail_pairs, 2);
    cr_expect_float_eq(class.tail_mean, 0.075, 1e-12);
    ss_noise_row shorter = class;
    shorter.duration_s = class.duration_s / 2.0;
    ss_noise_row both[] = {shorter, class};
    const ss_compare_noise noise = {.classes = both, .n = 2};
    cr_expect(isinf(ss_compare_noise_floor(&noise, shorter.duration_s * 0.99, 1)));
    /* 0.625 + 0.075 * 2 (25^(1/2) - 1) = 1.225 */
    cr_expect_float_eq(ss_compare_noise_floor(&noise, class.duration_s, 1), 1.225, 1e-12);
}

Test(compare, rows_are_matched_by_question_and_contender)
{
    ss_summary_row base[6], new[6];
    for (size_t k = 0; k < 6; ++k)
        base[k] = new[5 - k] = plain_row();
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
    write_rows(base_path, base, 6);
    write_rows(new_path, new, 6);
    compare();
    cr_expect_eq(c.n_rows, 5);
    cr_expect_eq(c.counts[SS_COMPARE_CHANGE_SAME], 5);
    cr_expect_eq(c.counts[SS_COMPARE_CHANGE_MISSING], 1);
    cr_expect_eq(c.counts[SS_COMPARE_CHANGE_NEW], 1);
    cr_expect_eq(c.overall, SS_COMPARE_OVERALL_NOT_COMPARABLE);
    for (size_t k = 1; k < c.match.n; ++k) { /* people count 1, 2, 10 */
        const ss_compare_match_pair *const p = &c.match.pairs[k - 1], *const q = &c.match.pairs[k];
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
    cr_assert(ss_compare_print(&c, &ss_report_text, out, &error), "%s", error.text);
    fclose(out);
    return text;
}

Test(compare, labels_say_what_differs)
{
    ss_summary_row rows[2] = {plain_row(), plain_row()};
    rows[1].parameters = "mu=0.4,h=0.001";
    write_rows(base_path, rows, 2);
    rows[0].sweeps_total = 999;
    rows[1].sweeps_total = 1001;
    rows[1].options = "alpha=0.6,tol=1e-3";
    write_rows(new_path, rows, 2);
    compare();
    char *const text = printed();
    cr_expect_not_null(strstr(text, " balls-4 mu=0.3 ebp  "), "%s", text);
    cr_expect_not_null(strstr(text, " balls-4 mu=0.4 ebp, now tol=1e-3, was tol=1e-12  "), "%s",
                       text);
    free(text);
}

Test(compare, runs_that_end_without_contact_are_solved_ones)
{
    ss_summary_row base = plain_row(), new = plain_row();
    base.status = new.status = "no-contact";
    base.sweeps_total = 1000;
    new.sweeps_total = 1250;
    write_rows(base_path, &base, 1);
    write_rows(new_path, &new, 1);
    compare();
    char *const text = printed();
    cr_expect_not_null(strstr(text, " 1.25"), "the ratio of sweeps: %s", text);
    free(text);
}

/* Another code's iterations are no counters of ours; its status counts. */
Test(compare, another_code_is_judged_by_status)
{
    const ss_summary_row base = plain_row();
    ss_summary_row new = plain_row();
    new.solver = "siconos-nsgs";
    new.outer = "";
    new.sweeps_total = 1;
    new.visits_total = 0;
    write_rows(base_path, &base, 1);
    write_rows(new_path, &new, 1);
    compare();
    cr_assert_eq(c.match.n, 1);
    cr_expect(c.match.by_solver);
    cr_expect_eq(c.judgements[0].change, SS_COMPARE_CHANGE_SAME);
    new.status = "crashed";
    cr_expect_eq(verdict(&base, &new), SS_COMPARE_CHANGE_WORSE);
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
            rows[j] = plain_row();
            rows[j].instance = j + 1;
        }
        write_rows(base_path, rows, 4);
        rows[0].sweeps_total -= cases[k].better > 0 || cases[k].changed > 0;
        rows[0].visits_total += cases[k].changed > 0;
        rows[1].sweeps_total += cases[k].worse > 0;
        write_rows(new_path, rows, (size_t)(4 - cases[k].missing));
        question.partial = cases[k].partial != 0;
        compare();
        cr_expect_eq(c.overall, cases[k].wanted, "case %zu: %s", k,
                     ss_compare_overall_words(c.overall));
    }
}

/* Studies of a parameter: grouping, statistics, ranges and the theoretical bound, on invented runs
 * of which the answer is known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_parts.h"
#include "tests/support/study_rows.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const ss_study_curves *curves;

TestSuite(study, .init = test_study_begin, .fini = test_study_end);

/* Work falls to 1000 at 0.5, is twice that at 0.2 and 1, more at 0.1 and 2; one of three instances
 * fails at 0.05 and at 5. */
static void add_valley(void)
{
    static const double values[] = {0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0};
    static const double work[] = {9000, 3000, 2000, 1000, 2000, 4000, 9000};
    for (size_t k = 0; k < 7; ++k)
        for (size_t i = 1; i <= 3; ++i)
            test_study_add(values[k], i, !((k == 0 || k == 6) && i == 2), work[k]);
}

Test(study, known_plateau_and_cliffs)
{
    add_valley();
    ss_summary_row row = test_study_row(5.0, 4, false, 10);
    row.status = "diverged";
    test_study_add_row(&row);
    test_study_add(5.0, 5, false, 10);
    curves = test_study_read("alpha");
    cr_assert_eq(curves->n_curves, 1);
    cr_assert_eq(curves->curves[0].n_points, 7);
    cr_expect(curves->of_solver);
    const ss_study_range r = curves->curves[0].range;
    cr_expect_eq(r.n_values, 7);
    cr_expect_eq(r.n_failing, 2);
    test_study_near(r.best, 0.5, "best");
    test_study_near(r.best_work, 1000, "work of the best");
    test_study_near(r.plateau.low, 0.2, "plateau begins");
    test_study_near(r.plateau.high, 1.0, "plateau ends");
    test_study_near(r.plateau.decades, log10(5.0), "plateau");
    test_study_near(r.plateau.decades_most, log10(20.0), "plateau, at most");
    test_study_near(r.safe.low, 0.1, "safe begins");
    test_study_near(r.safe.high, 2.0, "safe ends");
    test_study_near(r.safe.decades, log10(20.0), "safe");
    test_study_near(r.safe.decades_most, 2.0, "safe, at most");
    test_study_near(r.cliff_low, 0.05, "cliff below");
    test_study_near(r.cliff_high, 5.0, "cliff above");
    cr_expect_str_eq(r.cliff_low_status, "max-sweeps");
    cr_expect_str_eq(r.cliff_high_status, "diverged");
    cr_expect_not(r.safe.open_low || r.safe.open_high || r.plateau.open_low);
    test_study_near(r.bound, 8.0 / 7.0, "bound");
    cr_expect_str_eq(r.bound_kind, "contraction-small-mu");
    cr_expect_str_eq(r.against_bound, "safe beyond the bound"); /* 2 is safe, invented as it is */
}

Test(study, open_ends_are_said)
{
    for (double value = 0.125; value <= 1.0; value *= 2.0)
        test_study_add(value, 1, true, 1000.0 / value);
    curves = test_study_read("alpha");
    const ss_study_range r = curves->curves[0].range;
    cr_expect(r.safe.open_low && r.safe.open_high && r.plateau.open_high);
    cr_expect_not(r.plateau.open_low);
    cr_expect(isinf(r.safe.decades_most) && isinf(r.plateau.decades_most));
    cr_expect(isnan(r.cliff_low) && isnan(r.cliff_high));
    test_study_near(r.best, 1.0, "best");
    cr_expect_str_eq(r.against_bound, "bound not tested");
}

/* eps calls solved what is not: beyond the bound bodies fly apart for little work, E1 being 1. That
 * is a failure like others, and said apart. */
Test(study, a_loose_run_is_a_failure)
{
    static const double work[] = {4000, 1000, 200};
    for (size_t k = 0; k < 3; ++k) {
        ss_summary_row row = test_study_row(0.5 * (double)(k + 1), 1, true, work[k]);
        row.e1_worst = k == 2 ? 1.0 : 1e-5;
        row.e1_last = 1e-9; /* the last step tells nothing of the worst */
        test_study_add_row(&row);
    }
    curves = test_study_read("alpha");
    const ss_study_range r = curves->curves[0].range;
    const ss_study_point *const p = &curves->curves[0].points[2];
    test_study_near(r.best, 1.0, "best");
    test_study_near(r.safe.high, 1.0, "safe ends");
    test_study_near(r.plateau.high, 1.0, "plateau ends");
    test_study_near(r.cliff_high, 1.5, "cliff above");
    cr_expect_str_eq(r.cliff_high_status, "loose");
    cr_expect(p->n_loose == 1 && p->n_failures == 1 && p->n_solved == 0 && r.n_failing == 1);
    cr_expect(isnan(p->spread[SS_STUDY_WORK].median), "the cost of a false solution");
    test_study_near(p->e1_worst, 1.0, "worst E1");
    cr_expect_eq(curves->n_loose, 1);
    test_study_near(curves->e1_limit, 1e-3, "limit");
}

/* Where E1 stops, what it asks for counts, be it above the limit of others. */
Test(study, a_coarse_tolerance_of_e1_is_not_loose)
{
    for (size_t k = 1; k <= 2; ++k) {
        ss_summary_row row = test_study_row(0.5 * (double)k, 1, true, 1000);
        row.stop = "e1";
        row.tol = 0.01;
        row.e1_worst = 0.005 * (double)k;
        test_study_add_row(&row);
    }
    curves = test_study_read("alpha");
    cr_expect_eq(curves->n_loose, 0);
    test_study_near(curves->e1_limit, 0.01, "limit");
}

/* A run without a contact is neither solved nor failed: its value is not shown safe by it. */
Test(study, what_measured_nothing_is_set_aside)
{
    for (size_t k = 1; k <= 3; ++k)
        test_study_add(0.5 * (double)k, 1, true, k == 3 ? 0 : 1000.0);
    curves = test_study_read("alpha");
    const ss_study_point *const p = &curves->curves[0].points[2];
    cr_expect(p->n_set_aside == 1 && p->n_failures == 0 && p->n_solved == 0);
    cr_expect(isnan(p->failure_fraction) && !p->is_safe);
    cr_expect(curves->n_nothing == 1 && curves->n_set_aside == 0);
    test_study_near(curves->curves[0].range.safe.high, 1.0, "safe ends");
    cr_expect(isnan(curves->curves[0].range.cliff_high), "nothing fails");
}

/* The costs of values 1, 2, ... on instances 1, 2, ...; 0: not run. */
static void read_costs(size_t n_values, size_t n, const double *costs)
{
    for (size_t k = 0; k < n_values * n; ++k)
        if (costs[k] > 0.0)
            test_study_add((double)(k / n + 1), k % n + 1, true, costs[k]);
    curves = test_study_read("alpha");
}

/* 2 has the lesser median, 1 is cheaper on two instances of three by twice as much. */
Test(study, values_are_compared_by_pairs_of_instances)
{
    read_costs(2, 3, (const double[]){1000, 10000, 100000, 2000, 9000, 200000});
    test_study_near(curves->curves[0].range.best, 1.0, "best");
    cr_expect(fabs(curves->curves[0].points[1].times_best - cbrt(3.6)) < 1e-6);
}

/* 1 was not run on the dear instance: its median is less, and it is not the best; nor is 3, which
 * was cheaper wherever it ran. */
Test(study, a_value_that_lacks_instances_is_not_favoured)
{
    read_costs(3, 3, (const double[]){1100, 1200, 0, 1000, 1000, 50000, 900, 0, 0});
    const ss_study_range r = curves->curves[0].range;
    test_study_near(r.best, 2.0, "best");
    cr_expect_eq(r.best_instances, 3);
    cr_expect(fabs(curves->curves[0].points[0].times_best - sqrt(1.32)) < 1e-6,
              "over what both ran");
}

Test(study, the_best_value_has_an_interval)
{
    read_costs(3, 6,
               (const double[]){9000, 9000, 9000, 9000, 9000, 9000, 1000, 1000, 1000, 1000, 1000,
                                1000, 900, 900, 900, 1100, 1100, 1100});
    const ss_study_range close = curves->curves[0].range;
    test_study_near(close.best, 3.0, "best");
    test_study_near(close.best_interval.low, 2.0, "2 may as well be the best");
    test_study_near(close.best_interval.high, 3.0, "and 3");
    test_study_near(close.best_below, 2.0, "tried below");
    cr_expect(isnan(close.best_above));
    cr_expect_str_eq(ss_study_best_is(&close), "an end of the grid");
    test_study_end();
    test_study_begin();
    read_costs(3, 2, (const double[]){9000, 9000, 1000, 1000, 8000, 8000});
    const ss_study_range clear = curves->curves[0].range;
    test_study_near(clear.best_interval.low, 2.0, "in every draw");
    test_study_near(clear.best_interval.high, 2.0, "in every draw");
    cr_expect_str_eq(ss_study_best_is(&clear), "a grid point");
    test_study_end();
    test_study_begin();
    read_costs(3, 1, (const double[]){9000, 1000, 8000});
    cr_expect(isnan(curves->curves[0].range.best_interval.low), "of one instance there is none");
}

/* A hole in the safe values ends the range, also where a value beyond it is solved again. */
Test(study, a_hole_ends_the_safe_range)
{
    static const bool solved[] = {true, false, true, true, false, true};
    for (size_t k = 0; k < 6; ++k)
        test_study_add(0.1 * (double)(k + 1), 1, solved[k], k == 2 ? 100 : 1000);
    curves = test_study_read("alpha");
    const ss_study_range r = curves->curves[0].range;
    test_study_near(r.safe.low, 0.1 * 3, "safe begins");
    test_study_near(r.safe.high, 0.4, "safe ends");
    test_study_near(r.cliff_low, 0.2, "cliff below");
    test_study_near(r.cliff_high, 0.5, "cliff above");
    cr_expect_str_eq(r.against_bound, "fails below the bound");
}

Test(study, statistics_are_of_the_solved)
{
    for (size_t i = 1; i <= 5; ++i)
        test_study_add(1.0, i, true, 10000.0 * (double)i);
    test_study_add(1.0, 6, false, 1e9);
    curves = test_study_read("alpha");
    const ss_study_point *const p = &curves->curves[0].points[0];
    cr_expect_eq(p->n_instances, 6);
    cr_expect_eq(p->n_failures, 1);
    const ss_spread *const s = &p->spread[SS_STUDY_WORK];
    test_study_near(s->least, 10000, "min");
    test_study_near(s->q1, 20000, "q1");
    test_study_near(s->median, 30000, "median");
    test_study_near(s->q3, 40000, "q3");
    test_study_near(s->largest, 50000, "max");
    test_study_near(p->spread[SS_STUDY_SWEEPS_LAST].median, 30, "sweeps of the last step");
    test_study_near(p->spread[SS_STUDY_SWEEPS_TOTAL].median, 300, "sweeps of all steps");
    test_study_near(p->spread[SS_STUDY_CPU].largest, 5e-3, "CPU time");
    test_study_near(p->e1_worst, 5e-9, "worst E1");
}

Test(study, where_all_fail_there_is_no_number)
{
    for (double value = 0.5; value <= 2.0; value *= 2.0)
        test_study_add(value, 1, false, 1000);
    curves = test_study_read("alpha");
    const ss_study_range r = curves->curves[0].range;
    cr_expect(isnan(curves->curves[0].points[1].spread[SS_STUDY_WORK].median));
    cr_expect(isnan(curves->curves[0].points[1].e1_worst));
    cr_expect(isnan(r.best) && isnan(r.best_work) && isnan(r.safe.low) && isnan(r.plateau.high));
    cr_expect(isnan(r.cliff_low) && isnan(r.cliff_high) && !r.safe.open_low);
    cr_expect_eq(r.n_failing, 3);
    cr_expect_str_eq(r.against_bound, "none");
}

Test(study, one_value_is_no_grid)
{
    test_study_add(0.6, 1, true, 1000);
    curves = test_study_read("alpha");
    const ss_study_range r = curves->curves[0].range;
    test_study_near(r.best_work, 1000, "its work");
    cr_expect(isnan(r.best) && isnan(r.plateau.low) && isnan(r.safe.low), "one value is no range");
    cr_expect_not(r.safe.open_low || r.safe.open_high);
}

/* alpha along the curves; mu makes questions, another option makes curves. */
Test(study, what_else_varies_splits_curves)
{
    static const char *const mu[] = {"mu=0.3,e_t=1", "mu=0.6,e_t=1"};
    static const char *const more[] = {",cap=1", ",cap=5"};
    for (size_t k = 0; k < 8; ++k) {
        char options[64];
        ss_summary_row row = test_study_row(1.0, 1, true, 1000);
        row.options = options;
        snprintf(options, sizeof options, "alpha=%g%s", k & 1 ? 1.0 : 0.1, more[k >> 1 & 1]);
        row.parameters = mu[k >> 2];
        test_study_add_row(&row);
    }
    curves = test_study_read("alpha");
    cr_expect_eq(curves->n_questions, 2);
    cr_assert_eq(curves->n_curves, 4);
    for (size_t k = 0; k < 4; ++k) {
        cr_expect_eq(curves->curves[k].question, k / 2);
        cr_expect_eq(curves->curves[k].n_points, 2);
        cr_expect_str_eq(curves->curves[k].label, k & 1 ? "sbp cap=5" : "sbp");
    }
}

/* A study of a problem's parameter: solvers' options stay whole. */
Test(study, parameters_of_problems_are_studied_too)
{
    static const char *const parameters[] = {"mu=0,e_t=1", "mu=0.5,e_t=1", "mu=5,e_t=1"};
    for (size_t k = 0; k < 3; ++k) {
        ss_summary_row row = test_study_row(0.6, 1, k < 2, 1000);
        row.parameters = parameters[k];
        test_study_add_row(&row);
    }
    curves = test_study_read("mu");
    cr_assert_eq(curves->n_curves, 1);
    cr_expect_not(curves->of_solver);
    cr_expect_str_eq(curves->curves[0].run->record.row.parameters, "e_t=1");
    cr_expect_str_eq(curves->curves[0].run->record.row.options, "alpha=0.6,cap=1,tol=1e-12");
    const ss_study_range r = curves->curves[0].range;
    cr_expect(isnan(r.best) && isnan(r.best_work) && isnan(r.plateau.low) && isnan(r.safe.high),
              "mu is not chosen");
    test_study_near(r.cliff_high, 5.0, "it fails above");
    cr_expect(isnan(r.bound), "the bound is of alpha");
}

/* The bound is what the runs state, the least of a curve's; and only where alpha is studied. */
Test(study, bound_is_that_of_the_runs)
{
    static const struct {
        const char *solver, *parameter;
        double bound;
        const char *kind;
    } cases[] = {{"sbp", "alpha", 0.5, "contraction-small-mu"},
                 {"sal", "alpha", 0.5, "contraction"},
                 {"eal", "alpha", 0.5, "newton-cycles"},
                 {"ac", "alpha", 0.5, "unit-step"},
                 {"sbp", "cap", NAN, "none"}};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        static const double stated[] = {1.0, NAN, 0.5};
        for (size_t j = 0; j < 3; ++j) {
            ss_summary_row row = test_study_row(0.2, j + 1, true, 1000);
            row.solver = cases[k].solver;
            row.alpha_bound = stated[j];
            test_study_add_row(&row);
        }
        curves = test_study_read(cases[k].parameter);
        test_study_near(curves->curves[0].range.bound, cases[k].bound, "bound");
        cr_expect_str_eq(curves->curves[0].range.bound_kind, cases[k].kind, "%s", cases[k].solver);
        test_study_end();
        test_study_begin();
    }
}

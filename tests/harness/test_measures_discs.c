/* Measures of arrays of discs and of beds that are disturbed, and growing piles as rows of a paper,
 * on recordings that are made up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/measures.h"
#include "tests/support/files.h"
#include "tests/support/made_up.h"

#include <criterion/criterion.h>
#include <math.h>

TestSuite(discs, .init = test_files_begin, .fini = test_files_end);

/* ---- arrays ---- */

static const ss_summary_row solved = {.parameters = "contraction=0.28768207245178096",
                                      .status = "solved",
                                      .steps = 1,
                                      .tol = 1e-10,
                                      .sweeps_last = 1000,
                                      .observed_error_last = 2e-12};
static const ss_summary_row capped = {.parameters = "contraction=0.28768207245178096",
                                      .status = "max-sweeps",
                                      .steps = 1,
                                      .sweeps_last = 9};
static const ss_summary_row loose = {.parameters = "contraction=0.28768207245178096",
                                     .status = "solved",
                                     .tol = 1e-4,
                                     .sweeps_last = 952};

Test(discs, forces_of_an_array)
{
    ss_series r = {.row = &solved};
    test_made_up_add(&r, 1, "force", "1 1 down", 1.0);
    test_made_up_add(&r, 1, "force", "2 1 down", 2.0);
    test_made_up_add(&r, 1, "force", "3 1 floor", 3.0);
    test_expect_measure("order_violations", &r, 0.0);
    cr_expect(isnan(test_measure("least_on_wall", &r)));
    test_made_up_add(&r, 1, "force", "1 2 down", 2.5);
    test_made_up_add(&r, 1, "force", "2 2 down", 2.5);
    test_made_up_add(&r, 1, "force", "2 2 wall", 0.75);
    test_made_up_add(&r, 1, "force", "3 2 wall", 0.5);
    test_made_up_add(&r, 1, "friction", "3 2 wall", 0.1);
    test_expect_measure("order_violations", &r, 1.0);
    test_expect_measure("least_on_wall", &r, 0.5);
    test_expect_measure("closed_form_error", &r, 2e-12);
    ss_series_free(&r);
}

/* cos^2(pi/6) = 3/4 a sweep on three rows. */
Test(discs, sweeps_and_their_law)
{
    const ss_series before = {.row = &loose}, unsolved = {.row = &capped};
    ss_series r = {.row = &solved, .with = &before};
    test_expect_measure("sweeps_solved", &r, 1000.0);
    test_expect_measure("sweeps_over_law", &r, 48.0 / (log(1e6) / log(4.0 / 3.0)));
    r.with = &unsolved;
    cr_expect(isnan(test_measure("sweeps_over_law", &r)));
    cr_expect(isnan(test_measure("closed_form_error", &unsolved)));
    cr_expect_eq(test_measure("sweeps_solved", &unsolved), INFINITY);
    cr_expect(isnan(test_measure("order_violations", &unsolved)));
}

/* ---- beds ---- */

enum { BED_STEPS = 40 };

/* Disturbed after 10 of 40 steps: the last third is steps 31 to 40. */
static double bed(size_t k, size_t step)
{
    const bool late = step > 30;
    const double values[] = {step == 10 ? 0.05
                             : late     ? 0.6
                                        : 9.0,
                             late ? 0.3 : 9.0, step == 20 ? -0.25 : 0.1};
    return values[k];
}

static const char *const of_bed[] = {"p_n", "p_n_bulk", "y_over_r"};

static void expect_bed(const char *parameters)
{
    const ss_summary_row run = {.parameters = parameters, .steps = BED_STEPS};
    ss_series r = test_made_up(&run, of_bed, 3, BED_STEPS, bed);
    cr_expect_eq(ss_window_before(&r).to, 10);
    cr_expect_eq(ss_window_late(&r).from, 30);
    test_expect_measure("p_n_before", &r, 0.05);
    test_expect_measure("p_n_after", &r, 0.6);
    test_expect_measure("p_n_over_bulk", &r, 2.0);
    test_expect_measure("inertia_share", &r, 0.25);
    cr_expect(isnan(test_measure("p_s_after", &r)));
    ss_series_free(&r);
}

Test(discs, before_and_after)
{
    const ss_summary_row calm = {.parameters = "h=0.01", .steps = BED_STEPS};
    expect_bed("h=0.01,disturbed_at=0.1");
    ss_series r = test_made_up(&calm, of_bed, 3, BED_STEPS, bed);
    cr_expect_eq(ss_window_before(&r).to, 0);
    cr_expect(isnan(test_measure("p_n_after", &r)));
    ss_series_free(&r);
}

Test(discs, profiles_are_means_of_the_last_third)
{
    const ss_summary_row run = {.parameters = "h=0.01,disturbed_at=0.1", .steps = BED_STEPS};
    ss_series r = test_made_up(&run, of_bed, 3, BED_STEPS, bed);
    ss_profile_point points[SS_PROFILE_POINTS];
    test_made_up_add(&r, 20, "sigma_zz", "depth=0.005", -7.0); /* too early */
    for (size_t step = 35; step <= 40; step += 5) {
        test_made_up_add(&r, step, "sigma_zz", "depth=0.005", step == 35 ? -1.0 : -3.0);
        test_made_up_add(&r, step, "sigma_zz", "depth=0.015", step == 35 ? NAN : -6.0);
        test_made_up_add(&r, step, "sigma_xx", "depth=0.005", -9.0);
    }
    cr_expect_eq(ss_profile_of(points, &r, "sigma_zz"), 2);
    cr_expect(points[0].at == 0.005 && points[0].mean == -2.0 && points[0].n == 2);
    cr_expect(points[1].at == 0.015 && points[1].mean == -6.0 && points[1].n == 1);
    test_expect_measure("pressed_pa", &r, 4.0);
    cr_expect(isnan(test_measure("centrifugal_pa", &r)));
    ss_series_free(&r);
}

/* ---- growing piles ---- */

Test(discs, growing_piles)
{
    const ss_table *const table = ss_rows_find("sandpile");
    const ss_summary_row row = {.parameters = "n=10,half-width=2", .steps = 2};
    ss_series pile = {.row = &row}, none = {.row = &row};
    ss_csv csv;
    ss_error error = {0};
    const char *const path = test_write_text(
        "sandpile.csv", "n,sweeps,height_m,height_exact_m,err_inf_m,mass_error,max_slope_over_k,"
                        "gap,status\n"
                        "10,3,0.25,0.25,0,-2e-16,1.5,1e-9,solved\n"
                        "10,4,0.75,1,0.25,1e-16,0.5,-3e-9,max-sweeps\n");
    cr_assert(ss_csv_read(&csv, path, &error), "%s", error.text);
    cr_assert(ss_series_take_table(&pile, table, &csv, &error), "%s", error.text);
    static const struct {
        const char *column;
        double value;
    } known[] = {{"pile_height_over_exact", 0.75},
                 {"pile_error_squares", 0.625},
                 {"pile_error_m", 0.25},
                 {"pile_mass_error", 2e-16},
                 {"pile_slope_excess", 0.5},
                 {"pile_gap", 3e-9},
                 {"pile_sweeps", 7.0},
                 {"pile_solved_share", 0.5}};
    for (size_t k = 0; k < sizeof known / sizeof *known; ++k) {
        cr_expect_eq(test_measure(known[k].column, &pile), known[k].value, "%s", known[k].column);
        cr_expect(isnan(test_measure(known[k].column, &none)), "%s", known[k].column);
    }
    ss_series_free(&pile);
    ss_csv_free(&csv);
}

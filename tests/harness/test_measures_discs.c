/* Measures of arrays of discs and of beds that are disturbed, and growing piles as rows of a paper,
 * on recordings that are made up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/beds.h"
#include "harness/reproduce/growth.h"
#include "tests/support/made_up.h"

#include <criterion/criterion.h>
#include <math.h>

/* ---- arrays ---- */

static const ss_campaign_stored_run solved = {.row = {.parameters = "n=3,rows=0",
                                                      .status = "solved",
                                                      .steps = 1,
                                                      .tol = 1e-10,
                                                      .sweeps_last = 1000,
                                                      .observed_error_last = 2e-12}};
static const ss_campaign_stored_run capped = {
    .row = {.parameters = "n=3,rows=0", .status = "max-sweeps", .steps = 1, .sweeps_last = 9}};
static const ss_campaign_stored_run loose = {
    .row = {.parameters = "n=3,rows=0", .status = "solved", .tol = 1e-4, .sweeps_last = 952}};

Test(discs, forces_of_an_array)
{
    ss_recording r = {.run = &solved};
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
    ss_recording_free(&r);
}

/* cos^2(pi/6) = 3/4 a sweep on three rows. */
Test(discs, sweeps_and_their_law)
{
    const ss_recording before = {.run = &loose}, unsolved = {.run = &capped};
    ss_recording r = {.run = &solved, .with = &before};
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
    const ss_campaign_stored_run run = {.row = {.parameters = parameters, .steps = BED_STEPS}};
    ss_recording r = test_made_up(&run, of_bed, 3, BED_STEPS, bed);
    cr_expect_eq(ss_beds_before(&r), 10);
    cr_expect_eq(ss_beds_late(&r), 30);
    test_expect_measure("p_n_before", &r, 0.05);
    test_expect_measure("p_n_after", &r, 0.6);
    test_expect_measure("p_n_over_bulk", &r, 2.0);
    test_expect_measure("inertia_share", &r, 0.25);
    cr_expect(isnan(test_measure("p_s_after", &r)));
    ss_recording_free(&r);
}

Test(discs, before_and_after)
{
    const ss_campaign_stored_run calm = {.row = {.parameters = "h=0.01", .steps = BED_STEPS}};
    expect_bed("h=0.01,lowers=0.1");
    expect_bed("h=0.01,turns=0.1");
    ss_recording r = test_made_up(&calm, of_bed, 3, BED_STEPS, bed);
    cr_expect_eq(ss_beds_before(&r), 0);
    cr_expect(isnan(test_measure("p_n_after", &r)));
    ss_recording_free(&r);
}

Test(discs, profiles_are_means_of_the_last_third)
{
    const ss_campaign_stored_run run = {
        .row = {.parameters = "h=0.01,lowers=0.1", .steps = BED_STEPS}};
    ss_recording r = test_made_up(&run, of_bed, 3, BED_STEPS, bed);
    ss_beds_point points[SS_BEDS_WINDOWS];
    test_made_up_add(&r, 20, "sigma_zz", "depth=0.005", -7.0); /* too early */
    for (size_t step = 35; step <= 40; step += 5) {
        test_made_up_add(&r, step, "sigma_zz", "depth=0.005", step == 35 ? -1.0 : -3.0);
        test_made_up_add(&r, step, "sigma_zz", "depth=0.015", step == 35 ? NAN : -6.0);
        test_made_up_add(&r, step, "sigma_xx", "depth=0.005", -9.0);
    }
    cr_expect_eq(ss_beds_profile(points, &r, "sigma_zz"), 2);
    cr_expect(points[0].at == 0.005 && points[0].mean == -2.0 && points[0].n == 2);
    cr_expect(points[1].at == 0.015 && points[1].mean == -6.0 && points[1].n == 1);
    test_expect_measure("pressed_pa", &r, 4.0);
    cr_expect(isnan(test_measure("centrifugal_pa", &r)));
    ss_recording_free(&r);
}

/* ---- growing piles ---- */

Test(discs, growing_piles)
{
    ss_sandpile_row rows[] = {{.n = 10,
                               .sweeps = 3,
                               .height_m = 0.25,
                               .height_exact_m = 0.25,
                               .mass_error = -2e-16,
                               .max_slope_over_k = 1.5,
                               .gap = 1e-9,
                               .status = "solved"},
                              {.n = 10,
                               .sweeps = 4,
                               .height_m = 0.75,
                               .height_exact_m = 1.0,
                               .err_inf_m = 0.25,
                               .mass_error = 1e-16,
                               .max_slope_over_k = 0.5,
                               .gap = -3e-9,
                               .status = "max-sweeps",
                               .parameters = "n=10,half-width=2"}};
    const ss_reproduce_growth growth = {.rows = rows, .n = 2}, none = {.n = 0};
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
        cr_expect_eq(ss_reproduce_growth_number(&growth, known[k].column), known[k].value, "%s",
                     known[k].column);
        cr_expect(isnan(ss_reproduce_growth_number(&none, known[k].column)));
        cr_expect_not_null(ss_reproduce_growth_label(known[k].column));
    }
    cr_expect(isnan(ss_reproduce_growth_number(&growth, "sweeps_solved")));
    cr_expect_null(ss_reproduce_growth_label("sweeps_solved"));
}

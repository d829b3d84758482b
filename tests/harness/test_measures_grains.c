/* Measures of silos, piles, impacts and the nut, and trends over runs, on recordings that are made
 * up.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/data.h"
#include "tests/support/made_up.h"

#include <criterion/criterion.h>
#include <math.h>

/* ---- a silo ---- */

enum { OPENS = 100, EMPTY = 1100, FULL_HEAP = 1900, LAST = 2200 };

/* A hundred balls leave at a tenth a step from step 100 on: 20 % are out at step 300, 70 % at 800.
 * Contacts: 2000, one less a step, down to 1000; then one more a step up to 1800. */
static double posed(double step)
{
    return 2000.0 - fmax(0.0, fmin(step, EMPTY) - OPENS) + fmax(0.0, fmin(step, FULL_HEAP) - EMPTY);
}

/* Contacts that are posed and carry nothing: 500 in a burst, 90 and 110 in the halves of the
 * middle. */
static double idle(size_t step)
{
    if (step == 200)
        return 500.0;
    return step <= 300 || step > 800 ? 100.0 : step <= 550 ? 90.0 : 110.0;
}

static double discharge(size_t k, size_t step)
{
    const double values[] = {fmax(0.0, fmin(100.0, ((double)step - OPENS) / 10.0)),
                             posed((double)step),
                             posed((double)step) - idle(step),
                             step > 1000 ? 1000.0 : 0.0,
                             step == LAST ? 77.0 : 0.0,
                             step % 2 == 0 ? 3.0 : NAN,
                             2.0};
    return values[k];
}

static const char *const of_silo[] = {
    "out",          "potential", "effective", "potential_below", "effective_below",
    "speed_centre", "speed_wall"};

static const ss_summary_row silo = {.parameters = "balls=100,h=0.001"};

Test(grains, contacts_of_a_discharge)
{
    ss_series r = test_made_up(&silo, of_silo, 7, LAST, discharge);
    cr_expect_eq(ss_window_out_step(&r, 0.2), 300);
    cr_expect_eq(ss_window_out_step(&r, 0.7), 800);
    test_expect_measure("effective_share_start", &r, 0.95);
    test_expect_measure("effective_share_end", &r, 17.0 / 18.0);
    test_expect_measure("effective_share_middle", &r, 1.0 - 100.0 / 1549.5);
    test_expect_measure("gap_burst", &r, 500.0 / 1900.0 - 110.0 / 1300.0);
    test_expect_measure("gap_steadiness", &r, -0.1 * sqrt(10.0 / 9.0));
    test_expect_measure("contacts_fall", &r, 1.0);
    test_expect_measure("contacts_rise", &r, 1.8);
    test_expect_measure("effective_below_end", &r, 77.0);
    ss_series_free(&r);
}

Test(grains, flow_of_a_discharge)
{
    ss_series r = test_made_up(&silo, of_silo, 7, LAST, discharge);
    cr_expect_float_eq(test_measure("flow_per_s", &r), 100.0, 1e-9);
    cr_expect_float_eq(test_measure("flow_late_over_early", &r), 1.0, 1e-9);
    test_expect_measure("core_over_wall", &r, 1.5);
    test_expect_measure("out_end", &r, 100.0);
    ss_series_free(&r);
}

/* A silo that clogs has no middle, and a run without observables nothing at all. */
Test(grains, what_a_run_does_not_tell)
{
    static const char *const names[] = {"gap_burst",     "gap_steadiness", "contacts_fall",
                                        "flow_per_s",    "core_over_wall", "effective_share_middle",
                                        "contacts_rise", "out_end",        "dip"};
    const ss_summary_row larger = {.parameters = "balls=1000,h=0.001"};
    ss_series clogged = test_made_up(&larger, of_silo, 7, LAST, discharge);
    const ss_series empty = {.row = &silo};
    cr_expect_eq(ss_window_out_step(&clogged, 0.2), 0);
    for (size_t k = 0; k < 6; ++k)
        if (k != 2) /* a tenth is out */
            cr_expect(isnan(test_measure(names[k], &clogged)), "%s of what clogs", names[k]);
    for (size_t k = 0; k < sizeof names / sizeof *names; ++k)
        cr_expect(isnan(test_measure(names[k], &empty)), "%s of nothing", names[k]);
    ss_series_free(&clogged);
}

/* ---- piles ---- */

enum { PILE_STEPS = 100 };

/* At rest from step 81 on, where the pressure has settled. */
static double heap(size_t k, size_t step)
{
    static const double p[] = {3.0, 4.0, 2.0};
    const bool rests = step > PILE_STEPS - 20;
    if (k < 3)
        return rests ? p[k] : NAN;
    return k == 3 ? (rests ? 0.25 : NAN) : k == 4 ? 1.2 : step == PILE_STEPS ? 0.5 : 9.0;
}

Test(grains, pressure_under_a_pile)
{
    static const char *const names[] = {"base_0",     "base_1",      "base_2",
                                        "base_force", "base_middle", "apex"};
    const ss_summary_row run = {.parameters = "weight=5,bulk_weight=6000"};
    double radius[] = {1e-2}, p[SS_MEASURES_RINGS];
    ss_series r = test_made_up(&run, names, 6, PILE_STEPS, heap);
    r.radius = radius;
    r.n_bodies = 1;
    cr_expect_eq(ss_measures_pressure(p, &r), 3);
    cr_expect_float_eq(p[1], 4.0, 1e-15);
    test_expect_measure("dip", &r, 0.25);
    test_expect_measure("base_middle_over_mean", &r, 1.2);
    test_expect_measure("base_force_over_weight", &r, 0.05);
    cr_expect_float_eq(ss_measures_hydrostatic(&r), 3000.0, 1e-9);
    r.radius = NULL;
    ss_series_free(&r);
}

/* No floor pulls: a ring that does is of steps that were not solved. */
static double pulling(size_t k, size_t step)
{
    return k == 0 ? -0.1 : heap(k, step);
}

Test(grains, a_floor_that_pulls_has_no_dip)
{
    static const char *const names[] = {"base_0", "base_1", "base_2"};
    const ss_summary_row run = {.parameters = "weight=5"};
    ss_series r = test_made_up(&run, names, 3, PILE_STEPS, pulling);
    cr_expect(isnan(test_measure("dip", &r)));
    ss_series_free(&r);
}

/* The drift of a pack in flight tells nothing. */
Test(grains, the_drift_is_of_a_dense_step)
{
    static const char *const names[] = {"base_0"};
    ss_summary_row run = {.parameters = "balls=100",
                          .status = "solved",
                          .velocity_drift_last = 1e-14,
                          .contacts_last = 50};
    ss_series r = test_made_up(&run, names, 1, PILE_STEPS, heap);
    test_expect_measure("velocity_drift", &r, 1e-14);
    run.contacts_last = 3;
    cr_expect(isnan(test_measure("velocity_drift", &r)));
    ss_series_free(&r);
}

static double zero_of_all(size_t k, size_t step)
{
    (void)k;
    (void)step;
    return 0.0;
}

/* Of a pile that does not tell its height, the top of the highest ball at the end counts, which is
 * not the first. */
Test(grains, a_pile_is_as_high_as_its_highest_ball)
{
    static const char *const names[] = {"base_force"};
    const ss_summary_row run = {.parameters = "weight=5,bulk_weight=6000"};
    double radius[] = {1e-2, 1e-2, 2e-2};
    double x[] = {0.0, 0.0, 9.0, 0.0, 0.0, 9.0, 0.0, 0.0, 9.0,
                  0.0, 0.0, 0.1, 0.0, 0.0, 0.3, 0.0, 0.0, 0.2};
    ss_series r = test_made_up(&run, names, 1, 1, zero_of_all);
    r.radius = radius;
    r.x = x;
    r.n_bodies = 3;
    r.n_frames = 2;
    cr_expect_float_eq(ss_measures_hydrostatic(&r), 0.6 * 1e4 * 0.31, 1e-9);
    r.radius = r.x = NULL;
    ss_series_free(&r);
}

/* ---- an impact, the nut ---- */

static double after_impact(size_t k, size_t step)
{
    return k == 0 ? (double)step : k == 1 ? 5.0 / (double)step : 8.0 / (double)step;
}

Test(grains, after_an_impact)
{
    static const char *const names[] = {"moved", "ball_speed", "kinetic_energy"};
    ss_series r = test_made_up(&silo, names, 3, 8, after_impact);
    test_expect_measure("moved_end", &r, 8.0);
    test_expect_measure("ball_speed_first_m_per_s", &r, 5.0);
    test_expect_measure("kinetic_energy_first_j", &r, 8.0);
    test_expect_measure("kinetic_energy_end_j", &r, 1.0);
    ss_series_free(&r);
}

/* Ten steps a period: the last ones have the mean of 0, ..., 9 tenths. */
static double shaken(size_t k, size_t step)
{
    return (double)k + 0.1 * (double)((step - 1) % 10);
}

Test(grains, of_the_nut)
{
    static const char *const names[] = {"large_on_top", "rank_index", "height_small",
                                        "height_large"};
    const ss_summary_row run = {.parameters = "frequency=100,h=0.001"};
    ss_series r = test_made_up(&run, names, 4, 30, shaken);
    test_expect_measure("large_on_top_start", &r, 0.0);
    test_expect_measure("large_on_top_end", &r, 0.45);
    test_expect_measure("rank_index_end", &r, 1.45);
    test_expect_measure("large_over_small_m", &r, 1.0);
    ss_series_free(&r);
}

/* ---- costs ---- */

static ss_summary_row costs(size_t sweeps, size_t visits, double cpu, size_t capped)
{
    return (ss_summary_row){.parameters = "",
                            .status = "",
                            .steps = 10,
                            .sweeps_total = sweeps,
                            .visits_total = visits,
                            .cpu_s = cpu,
                            .cpu_mechanics_s = 0.5,
                            .cpu_detect_s = 0.25,
                            .steps_capped = capped};
}

Test(grains, costs_beside_another_run)
{
    const ss_summary_row one = costs(300, 6000, 1.5, 4), two = costs(100, 1000, 3.0, 1);
    const ss_series other = {.row = &two};
    ss_series r = {.row = &one};
    test_expect_measure("cpu_s_per_step", &r, 0.2);
    test_expect_measure("cpu_share_detect", &r, 0.125);
    test_expect_measure("cpu_share_solve", &r, 0.75);
    test_expect_measure("cpu_detect_in_sweeps", &r, 5.0);
    test_expect_measure("visits_per_step", &r, 600.0);
    cr_expect(isnan(test_measure("sweeps_over_other", &r)), "there is no other run");
    cr_expect(isnan(test_measure("capped_beyond_other", &r)), "there is no other run");
    r.with = &other;
    test_expect_measure("sweeps_over_other", &r, 3.0);
    test_expect_measure("visits_over_other", &r, 6.0);
    test_expect_measure("cpu_over_other", &r, 0.5);
    test_expect_measure("capped_beyond_other", &r, 0.3);
}

/* ---- trends ---- */

Test(trends, power_or_exponential)
{
    const double x[] = {500.0, 1000.0, 2000.0, 4000.0};
    double power[4], exponential[4];
    for (size_t k = 0; k < 4; ++k) {
        power[k] = 3e-4 * pow(x[k], 1.25);
        exponential[k] = 2.0 * exp(x[k] / 700.0);
    }
    cr_expect_float_eq(ss_trend_power(x, power, 4), 1.25, 1e-12);
    cr_expect_gt(ss_trend_power_rather(x, power, 4), 0.05);
    cr_expect_lt(ss_trend_power_rather(x, exponential, 4), -0.05);
    cr_expect_float_eq(ss_trend_ends(x, power, 4), pow(8.0, 1.25), 1e-12);
    cr_expect(isnan(ss_trend_power(x, power, 2)), "two points are no fit");
    power[2] = 0.0;
    cr_expect(isnan(ss_trend_power(x, power, 4)), "0 has no logarithm");
}

/* One exchange of neighbours among four: 1 - 6 (1 + 1)/(4 * 15). */
Test(trends, falls)
{
    const double x[] = {0.0, 0.2, 0.4, 0.6}, all[] = {9.0, 7.0, 2.0, 1.0};
    const double most[] = {9.0, 7.0, 1.0, 2.0};
    cr_expect_float_eq(ss_trend_falls(x, all, 4), 1.0, 1e-12);
    cr_expect_float_eq(ss_trend_falls(x, most, 4), 0.8, 1e-12);
    cr_expect_float_eq(ss_trend_falls(all, x, 4), 1.0, 1e-12);
    cr_expect(isnan(ss_trend_falls(x, all, 2)));
}

Test(trends, a_pattern_stands_for_rows)
{
    const ss_paper_run run = {.row = "sbp N=500"};
    cr_expect(ss_reproduce_is_pattern("sbp N=*"));
    cr_expect_not(ss_reproduce_is_pattern("sbp N=500"));
    cr_expect(ss_reproduce_matches("sbp N=*", &run));
    cr_expect(ss_reproduce_matches("* N=*", &run));
    cr_expect(ss_reproduce_matches("sbp N=500", &run));
    cr_expect_not(ss_reproduce_matches("ebp N=*", &run));
    cr_expect_null(ss_trend_find("none"));
    cr_expect_eq(ss_trend_find("falls"), ss_trend_falls);
}

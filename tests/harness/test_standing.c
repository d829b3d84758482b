/* What a row is worth: standings, the accuracy reached, prices; and intervals over instances.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/bootstrap.h"
#include "harness/tables/standing.h"
#include "tests/support/compared.h"

#include <criterion/criterion.h>
#include <math.h>

static ss_summary_row row(const char *status, double e1)
{
    ss_summary_row r = test_plain_row();
    r.status = status;
    r.e1_worst = e1;
    r.contacts_last = 5;
    r.cpu_looks_s = 0.25;
    r.cpu_whole_s = r.cpu_whole_s_q1 = r.cpu_whole_s_q3 = NAN;
    r.cpu_s_q1 = 0.49;
    r.cpu_s_q3 = 0.52;
    return r;
}

static void expect_standing(const ss_summary_row *r, ss_standing standing, const char *reason)
{
    cr_expect_str_eq(ss_standing_name(ss_standing_of(r)), ss_standing_name(standing));
    cr_expect_str_eq(ss_standing_reason(r), reason);
}

Test(standing, only_e1_decides_what_counts)
{
    ss_summary_row r = row("solved", 1e-3);
    expect_standing(&r, SS_STANDING_COUNTS, "");
    r.e1_worst = 1.1e-3;
    expect_standing(&r, SS_STANDING_LOOSE, "its E1 is above the limit");
    r.stop = "e1"; /* who asked for no more has it */
    r.tol = 1e-2;
    expect_standing(&r, SS_STANDING_COUNTS, "");
    r = row("max-sweeps", 1e-9);
    expect_standing(&r, SS_STANDING_UNSOLVED, "not solved");
    r.status = "near";
    expect_standing(&r, SS_STANDING_UNSOLVED, "not solved");
}

Test(standing, what_measured_nothing)
{
    ss_summary_row r = row("solved", 1e-9);
    r.sweeps_total = 0;
    expect_standing(&r, SS_STANDING_NOTHING, "its start met the tolerance");
    r.contacts_last = 0;
    expect_standing(&r, SS_STANDING_NOTHING, "no step had a contact");
    r = row("interrupted", 1e-9);
    expect_standing(&r, SS_STANDING_NOTHING, "it was interrupted");
    r = row("solved", NAN);
    r.e1_last = NAN;
    expect_standing(&r, SS_STANDING_NOTHING, "its E1 is not known");
    r.e1_last = 1e-5; /* an older file */
    expect_standing(&r, SS_STANDING_COUNTS, "");
}

Test(standing, rounding_hides_small_e1)
{
    ss_summary_row r = row("solved", 0.0);
    cr_expect_eq(ss_standing_e1(&r), 1e-15);
    r.e1_floor = 3e-12;
    cr_expect_eq(ss_standing_e1(&r), 3e-12);
    cr_expect_not(ss_standing_at_floor(&r), "eps stops it");
    r.stop = "e1";
    cr_expect(ss_standing_at_floor(&r));
}

Test(standing, prices)
{
    ss_summary_row r = row("solved", 1e-9);
    double q1, q3;
    r.work_units_total = 77.0;
    cr_expect_eq(ss_price_of(&r, SS_PRICE_TIME), 0.75);
    cr_expect_eq(ss_price_of(&r, SS_PRICE_UNITS), 77.0);
    cr_expect_not(ss_price_is_judged(&r, SS_PRICE_TIME), "one run");
    cr_expect(ss_price_is_judged(&r, SS_PRICE_UNITS));
    r.repeats = 3;
    cr_expect(ss_price_is_judged(&r, SS_PRICE_TIME));
    ss_price_quartiles(&r, &q1, &q3);
    cr_expect(q1 == 0.74 && q3 == 0.77);
    r.cpu_s_q3 = 0.6;
    cr_expect_not(ss_price_is_judged(&r, SS_PRICE_TIME), "quartiles 15 %% apart");
    r.cpu_whole_s = 0.9;
    cr_expect_eq(ss_price_of(&r, SS_PRICE_TIME), 0.9);
    cr_expect_not(ss_price_is_judged(&r, SS_PRICE_TIME), "its own quartiles are not known");
}

/* ---- intervals ---- */

static double mean_of(const size_t *drawn, size_t n, void *context)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += ((const double *)context)[drawn[k]];
    return sum / (double)n;
}

/* The mean of 100 numbers of standard deviation 1 is known to about 1.96 tenths on either side. */
Test(bootstrap, interval_of_a_mean)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_interval at, again;
    double values[100];
    for (size_t k = 0; k < 100; ++k)
        values[k] = k % 2 == 0 ? 4.0 : 6.0;
    cr_assert(ss_bootstrap(&at, &(size_t){100}, 1, mean_of, values, &error));
    cr_expect(fabs(at.low - 4.804) < 0.06 && fabs(at.high - 5.196) < 0.06, "%g to %g", at.low,
              at.high);
    cr_assert(ss_bootstrap(&again, &(size_t){100}, 1, mean_of, values, &error));
    cr_expect(again.low == at.low && again.high == at.high, "seeded");
    for (size_t k = 0; k < 100; ++k)
        values[k] = 4.0;
    cr_assert(ss_bootstrap(&at, &(size_t){100}, 1, mean_of, values, &error));
    cr_expect(at.low == 4.0 && at.high == 4.0, "no spread");
    cr_assert(ss_bootstrap(&at, &(size_t){1}, 1, mean_of, values, &error));
    cr_expect(isnan(at.low) && isnan(at.high), "one instance has no interval");
    values[0] = NAN;
    cr_assert(ss_bootstrap(&at, &(size_t){3}, 1, mean_of, values, &error));
    cr_expect(isnan(at.low), "most draws have no number");
}

/* Less work is of the units, or of sweeps and visits both: who counts no visits does not do less.
 */
Test(standing, a_coarser_answer_for_more_work_misleads_nobody)
{
    ss_summary_row rows[2] = {
        {.status = "solved", .sweeps_total = 10, .visits_total = 30, .e1_worst = 1e-12},
        {.status = "solved", .sweeps_total = 20, .e1_worst = 1e-6}};
    rows[0].work_units_total = 10.0;
    for (size_t k = 0; k < 2; ++k) {
        ss_accuracy_gap gap = {.ratio = 0.0};
        rows[1].work_units_total = k == 0 ? 20.0 : 5.0;
        ss_accuracy_gap_note(&gap, &rows[0], &rows[1]);
        cr_expect_eq(gap.ratio > 0.0, k == 1, "%g units", rows[1].work_units_total);
    }
}

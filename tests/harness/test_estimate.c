/* The time of a plan, from trials as they are given: no clock is asked.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/campaign/estimate.h"

#include <criterion/criterion.h>
#include <math.h>

static void expect(const ss_campaign_trial *trials, size_t n, double limit_s, double about,
                   double most)
{
    const ss_campaign_time time = ss_campaign_time_of(trials, n, limit_s);
    cr_expect_float_eq(time.about, about, 1e-9, "about %g s", time.about);
    cr_expect(isinf(most) ? isinf(time.most) : fabs(time.most - most) < 1e-9, "at most %g s",
              time.most);
    cr_expect_eq(time.is_range, most > about);
}

Test(estimate, whole_trials_stand_for_the_runs_around_them_by_weight)
{
    const ss_campaign_trial trials[] = {
        {.whole = true, .seconds = 0.5, .weight = 1, .stands_for = 10},
        {.whole = true, .seconds = 0.2, .weight = 2, .stands_for = 20}};
    expect(trials, 2, INFINITY, 5.0 + 2.0, 5.0 + 2.0);
    expect(trials, 2, 0.3, 3.0 + 2.0, 3.0 + 2.0);
}

/* 1 s for a tenth of 100 steps and 20 sweeps: 90 steps of 50 sweeps at 0.05 s each are left. */
Test(estimate, a_trial_that_was_cut_short_is_a_range)
{
    ss_campaign_trial trial = {.seconds = 1,
                               .fraction = 0.1,
                               .sweeps = 20,
                               .steps = 100,
                               .sweep_cap = 50,
                               .weight = 1,
                               .stands_for = 3};
    expect(&trial, 1, INFINITY, 30.0, 3.0 * (1.0 + 225.0));
    expect(&trial, 1, 100.0, 30.0, 300.0);
    expect(&trial, 1, 4.0, 12.0, 12.0);
    trial.sweeps = 0.0;
    expect(&trial, 1, INFINITY, 30.0, INFINITY);
    expect(&trial, 1, 600.0, 30.0, 1800.0);
    trial.fraction = 0.0;
    expect(&trial, 1, INFINITY, 3.0, INFINITY);
}

/* A pile that has not landed took 1 s for half its steps: by its weight it takes what others did.
 */
Test(estimate, what_others_took_for_their_weight_is_no_less)
{
    const ss_campaign_trial trials[] = {
        {.whole = true, .seconds = 0.2, .weight = 5, .stands_for = 5},
        {.seconds = 1,
         .fraction = 0.5,
         .sweeps = 10,
         .steps = 4,
         .sweep_cap = 10,
         .weight = 1000,
         .stands_for = 1000}};
    expect(trials, 2, INFINITY, 0.2 + 40.0, 0.2 + 40.0);
}

Test(estimate, units)
{
    char text[32];
    cr_expect_str_eq(ss_campaign_time_text(text, 37.2), "38 s");
    cr_expect_str_eq(ss_campaign_time_text(text, 121.0), "3 min");
    cr_expect_str_eq(ss_campaign_time_text(text, 9000.0), "2.5 h");
}

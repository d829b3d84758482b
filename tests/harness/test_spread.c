/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/spread.h"

#include <criterion/criterion.h>
#include <math.h>

Test(spread, numbers_in_any_order_have_the_quartiles_of_r)
{
    double values[] = {7.0, 1.0, 5.0, 3.0};
    const ss_spread s = ss_spread_of(values, 4);
    cr_expect(s.n == 4 && s.least == 1.0 && s.q1 == 2.5 && s.median == 4.0 && s.q3 == 5.5 &&
              s.largest == 7.0);
}

Test(spread, what_is_no_number_is_left_out_and_what_was_not_reached_is_the_largest)
{
    double values[] = {NAN, INFINITY, 2.0, NAN, 1.0};
    const ss_spread s = ss_spread_of(values, 5);
    cr_expect(s.n == 3 && s.least == 1.0 && s.median == 2.0 && isinf(s.largest) && isinf(s.q3));
    cr_expect_eq(s.q1, 1.5);
    cr_expect(isnan(values[3]) && isnan(values[4]), "the others stand behind");
}

Test(spread, nothing_has_no_median)
{
    double values[] = {NAN};
    const ss_spread s = ss_spread_of(values, 1);
    cr_expect(s.n == 0 && isnan(s.least) && isnan(s.median) && isnan(s.q3) && isnan(s.largest));
}

Test(spread, a_rank_is_one_of_the_numbers_and_a_quantile_lies_between)
{
    const double sorted[] = {1.0, 2.0, 4.0, 8.0};
    cr_expect_eq(ss_spread_rank(sorted, 4, 0.0), 1.0);
    cr_expect_eq(ss_spread_rank(sorted, 4, 0.25), 1.0);
    cr_expect_eq(ss_spread_rank(sorted, 4, 0.5), 2.0);
    cr_expect_eq(ss_spread_rank(sorted, 4, 1.0), 8.0);
    cr_expect_eq(ss_spread_quantile(sorted, 4, 0.5), 3.0);
    cr_expect_eq(ss_spread_quantile(sorted, 4, 1.0), 8.0);
}

/* Rates and orders of sequences whose rate and order are known, and of those that have none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/rate.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX = 20000 };

/* A sequence with its scratch. Every test is a process: static data is not shared. */
static double e[MAX], scratch[3 * MAX];

static void expect_rate(const char *what, size_t n, double wanted, double within)
{
    const ss_profile_rate r = ss_profile_rate_linear(e, n, scratch);
    cr_expect_float_eq(r.value, wanted, within, "%s: rate %.6g, not %g (%s)", what, r.value, wanted,
                       r.note);
    cr_expect_str_eq(r.note, "", "%s", what);
    cr_expect(r.first >= 1 && r.first < r.last && r.last <= n, "%s: %zu to %zu of %zu", what,
              r.first, r.last, n);
}

static void expect_none(const char *what, size_t n)
{
    const ss_profile_rate r = ss_profile_rate_linear(e, n, scratch);
    cr_expect(isnan(r.value) && isnan(r.error), "%s: rate %.6g, sweeps %zu to %zu", what, r.value,
              r.first, r.last);
    cr_expect(r.first == 0 && r.last == 0 && r.note[0] != '\0', "%s", what);
}

static void expect_order(const char *what, size_t n, double wanted, double within)
{
    const ss_profile_rate r = ss_profile_rate_order(e, n, scratch);
    cr_expect_float_eq(r.value, wanted, within, "%s: order %.6g, not %g (%s)", what, r.value,
                       wanted, r.note);
}

static void expect_no_order(const char *what, size_t n)
{
    const ss_profile_rate r = ss_profile_rate_order(e, n, scratch);
    cr_expect(isnan(r.value) && r.note[0] != '\0', "%s: order %.6g", what, r.value);
}

Test(rate, linear)
{
    static const double rates[] = {0.01, 0.3, 0.5, 0.9, 0.999};
    for (size_t k = 0; k < sizeof rates / sizeof rates[0]; ++k) {
        const size_t n = rates[k] > 0.99 ? MAX : rates[k] > 0.5 ? 200 : 7;
        for (size_t i = 0; i < n; ++i)
            e[i] = 3.0 * pow(rates[k], (double)i);
        expect_rate("linear", n, rates[k], 1e-9);
        expect_order("linear", n, 1.0, 1e-9);
        cr_expect_eq(ss_profile_rate_linear(e, n, scratch).first, 1);
        cr_expect_eq(ss_profile_rate_linear(e, n, scratch).last, n);
    }
}

/* Rounding stops the fall at 1e-16: neither the plateau nor what it colours is in the range. */
Test(rate, linear_with_a_rounding_plateau)
{
    static const double rates[] = {0.2, 0.5, 0.8, 0.97};
    for (size_t k = 0; k < sizeof rates / sizeof rates[0]; ++k) {
        const double reach = log(1e-16) / log(rates[k]); /* sweeps down to the floor */
        static const double tails[] = {0.1, 0.5, 3.0};
        for (size_t t = 0; t < 3; ++t) {
            const size_t n = (size_t)(reach * (1.0 + tails[t])) + 3;
            for (size_t i = 0; i < n; ++i)
                e[i] = pow(rates[k], (double)i) + 1e-16 * (1.0 + 0.7 * sin(11.0 * (double)i));
            expect_rate("plateau", n, rates[k], 0.01 * rates[k]);
            cr_expect((double)ss_profile_rate_linear(e, n, scratch).last <= reach + 1.0,
                      "rate %g, tail %g", rates[k], tails[t]);
        }
    }
}

/* A fast start, then the asymptotic rate. */
Test(rate, the_start_is_left_out)
{
    const size_t n = 100;
    e[0] = 1.0;
    for (size_t i = 1; i < n; ++i)
        e[i] = e[i - 1] * (i < 10 ? 0.2 : 0.85);
    expect_rate("two phases", n, 0.85, 0.01);
    cr_expect_geq(ss_profile_rate_linear(e, n, scratch).first, 5);
}

Test(rate, noise_of_a_tenth)
{
    const size_t n = 60;
    for (size_t i = 0; i < n; ++i)
        e[i] = pow(0.7, (double)i) * (1.0 + 0.1 * sin(7.0 * (double)i));
    expect_rate("noisy", n, 0.7, 0.005);
    cr_expect_gt(ss_profile_rate_linear(e, n, scratch).error, 0.0);
}

/* Logarithms off a line by +d, -d, -d, +d, twice: the residuals know neither mean nor slope, so the
 * slope is the line's, and its standard error is sqrt(8 d^2 / 6 / Sxx), Sxx = 8 (8^2 - 1) / 12. The
 * rate is exp(slope), and so is its derivative. */
Test(rate, the_error_by_hand)
{
    static const int sign[] = {1, -1, -1, 1, 1, -1, -1, 1};
    const double d = 0.01, rate = 0.25;
    for (int i = 0; i < 8; ++i)
        e[i] = pow(rate, i) * exp(d * sign[i]);
    const ss_profile_rate r = ss_profile_rate_linear(e, 8, scratch);
    cr_assert(r.first == 1 && r.last == 8, "%s", r.note);
    cr_expect_float_eq(r.value, rate, 1e-12);
    cr_expect_float_eq(r.error, rate * d * sqrt(8.0 / 6.0 / 42.0), 1e-12, "+-%.15g", r.error);
}

Test(rate, superlinear)
{
    static const double orders[] = {1.3, 1.618, 2.0};
    for (size_t k = 0; k < sizeof orders / sizeof orders[0]; ++k) {
        size_t n = 1;
        for (e[0] = 0.3; n < 20 && e[n - 1] > 1e-40; ++n)
            e[n] = 0.8 * pow(e[n - 1], orders[k]);
        expect_order("superlinear", n, orders[k], 1e-9);
        expect_none("superlinear", n);
    }
}

/* Newton in double precision: few sweeps, then the floor. */
Test(rate, newton_with_a_plateau)
{
    const double newton[] = {0.3, 0.05, 1.6e-3, 1.6e-6, 1.7e-12, 2e-16, 3e-16, 2e-16, 2e-16, 3e-16};
    for (size_t k = 0; k < 10; ++k)
        e[k] = newton[k];
    expect_order("newton", 10, 2.0, 0.15);
    expect_none("newton", 10);
    cr_expect_leq(ss_profile_rate_order(e, 10, scratch).last, 6);
}

Test(rate, what_stagnates_has_none)
{
    const size_t n = 200;
    for (size_t i = 0; i < n; ++i)
        e[i] = 0.3 * (1.0 + 0.01 * sin(3.0 * (double)i));
    expect_none("constant with noise", n);
    expect_no_order("constant with noise", n);
    for (size_t i = 0; i < n; ++i)
        e[i] = 1e-3;
    expect_none("constant", n);
    expect_no_order("constant", n);
    for (size_t i = 0; i < n; ++i)
        e[i] = exp(0.1 * (double)i);
    expect_none("growing", n);
    expect_no_order("growing", n);
    for (size_t i = 0; i < n; ++i)
        e[i] = pow(10.0, -8.0 * sin(0.5 * (double)i));
    expect_none("wild", n);
    expect_no_order("wild", n);
}

/* A tail that still falls, however slowly, is no floor: what was before it is not asymptotic. */
Test(rate, a_slow_tail_is_no_floor)
{
    const size_t n = 2200;
    e[0] = 1.0;
    for (size_t i = 1; i < n; ++i)
        e[i] = e[i - 1] * (i < 200 ? 0.9 : 0.999);
    expect_none("slow tail, less than 10 times", n);
    for (size_t i = 1; i < 2 * n; ++i)
        e[i] = e[i - 1] * (i < 200 ? 0.9 : 0.999);
    expect_rate("slow tail, more than 10 times", 2 * n, 0.999, 1e-4);
}

/* 1/k and 1/k^2 have no linear rate, however long one looks. */
Test(rate, what_is_slower_than_linear_has_none)
{
    for (size_t i = 0; i < MAX; ++i)
        e[i] = 1.0 / (double)(i + 1);
    expect_none("1/k", 300);
    expect_none("1/k", MAX);
    for (size_t i = 0; i < MAX; ++i)
        e[i] *= e[i];
    expect_none("1/k^2", 300);
    expect_none("1/k^2", MAX);
}

Test(rate, too_little_data)
{
    const double zeros[] = {1e-2, 1e-4, 0.0, 0.0, 0.0, 0.0, 0.0};
    for (size_t k = 0; k < 7; ++k)
        e[k] = zeros[k];
    expect_none("solved exactly", 7);
    expect_no_order("solved exactly", 7);
    for (size_t n = 0; n < 4; ++n) {
        e[0] = NAN;
        expect_none("nan", n);
        for (size_t k = 0; k < n; ++k)
            e[k] = pow(0.1, (double)k);
        expect_none("short", n);
        expect_no_order("short", n);
    }
    for (size_t k = 0; k < 50; ++k)
        e[k] = k < 30 ? pow(0.5, (double)k) : INFINITY;
    expect_rate("then it diverged", 50, 0.5, 1e-9);
    cr_expect_eq(ss_profile_rate_linear(e, 50, scratch).last, 30);
}

/* Five sweeps make a rate, three pairs an order, and either a fall by ten. */
Test(rate, the_least_data)
{
    for (size_t k = 0; k < 5; ++k)
        e[k] = pow(0.1, (double)k);
    expect_none("four", 4);
    expect_rate("five", 5, 0.1, 1e-12);
    expect_no_order("two pairs", 3);
    cr_expect_not_null(strstr(ss_profile_rate_order(e, 3, scratch).note, "fewer than 3 pairs"));
    expect_order("three pairs", 4, 1.0, 1e-12);
    for (int more = 0; more < 2; ++more) {
        const double fall = more ? 10.01 : 9.99; /* in four sweeps */
        for (size_t k = 0; k < 5; ++k)
            e[k] = pow(fall, -0.25 * (double)k);
        if (more)
            expect_rate("a fall by 10.01", 5, pow(10.01, -0.25), 1e-12);
        else
            expect_none("a fall by 9.99", 5);
    }
}

/* A value below ten times the floor is coloured by it: 8^-9 is, 8^-8 is not. */
Test(rate, ends_ten_times_above_the_floor)
{
    for (size_t k = 0; k < 31; ++k)
        e[k] = pow(8.0, -fmin((double)k, 10.0));
    expect_rate("a floor of 8^-10", 31, 0.125, 1e-12);
    cr_expect_eq(ss_profile_rate_linear(e, 31, scratch).last, 9);
}

/* Slopes of the halves that differ by a tenth of the whole's are still one. */
Test(rate, halves_may_bend_by_a_tenth)
{
    for (int more = 0; more < 2; ++more) {
        const double late = more ? 1.2 : 1.08;
        double log_e = 0.0;
        for (size_t k = 0; k < 10; ++k) {
            e[k] = exp(log_e);
            log_e -= k < 4 ? 1.0 : k == 4 ? 0.5 * (1.0 + late) : late;
        }
        const ss_profile_rate r = ss_profile_rate_linear(e, 10, scratch);
        cr_expect_eq(r.first == 1, !more, "from sweep %zu, %s", r.first, r.note);
        cr_expect_eq(r.last, 10);
    }
}

/* A value below ten times the floor is no part of the fall by ten: 1 to 0.13 is less. */
Test(rate, the_drop_to_the_floor_is_no_fall)
{
    for (size_t k = 0; k < 35; ++k)
        e[k] = k < 5 ? pow(0.6, (double)k) : 1e-3;
    expect_none("a drop", 35);
}

/* A tail that falls by next to nothing, however straight, is a floor. */
Test(rate, a_tail_that_hardly_falls_is_a_floor)
{
    for (size_t k = 0; k < 80; ++k)
        e[k] = k < 20 ? pow(0.5, (double)k) : e[k - 1] * exp(-1e-5);
    expect_rate("a straight tail", 80, 0.5, 1e-9);
}

/* As in the_error_by_hand, too far off the line: both halves have its slope, and yet it is none. */
Test(rate, what_is_off_the_line_has_none)
{
    static const int sign[] = {1, -1, -1, 1, 1, -1, -1, 1};
    for (int i = 0; i < 8; ++i)
        e[i] = pow(0.25, i) * exp(0.5 * sign[i]);
    expect_none("off the line", 8);
}

/* Logarithms -4, -7, -1, -13: each is -15 less twice the one before, and no order. */
Test(rate, what_goes_up_and_down_has_no_order)
{
    const double logs[] = {-4.0, -7.0, -1.0, -13.0};
    for (size_t k = 0; k < 4; ++k)
        e[k] = exp(logs[k]);
    expect_no_order("up and down", 4);
}

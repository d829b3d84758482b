/* Tails of sequences whose kind is known, with noise and floors, and of those that tell nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/rate.h"

#include <criterion/criterion.h>
#include <gsl/gsl_rng.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX = 20000 };

/* A sequence with its scratch. Every test is a process: static data is not shared. */
static double e[MAX], scratch[3 * MAX];

static void expect_tail(const char *what, size_t n, const char *kind)
{
    const ss_profile_tail tail = ss_profile_rate_tail(e, n, scratch);
    cr_expect_str_eq(tail.kind, kind, "%s: %s (%s), not %s", what, tail.kind, tail.note, kind);
    cr_expect_eq(strcmp(kind, "none") == 0, tail.note[0] != '\0', "%s", what);
    cr_expect_eq(strcmp(kind, "none") == 0, tail.first == 0, "%s", what);
    cr_expect_leq(tail.last, n, "%s", what);
}

/* Noise of so much of each error, at random, and a floor. */
static void spoil(size_t n, double noise, double floor, gsl_rng *rng)
{
    for (size_t k = 0; k < n; ++k)
        e[k] = (e[k] + floor) * (1.0 + noise * (2.0 * gsl_rng_uniform(rng) - 1.0));
}

Test(tail, linear)
{
    static const double rates[] = {0.05, 0.3, 0.5, 0.9, 0.99};
    static const double noises[] = {0.0, 0.01, 0.1};
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t k = 0; k < sizeof rates / sizeof rates[0]; ++k)
        for (size_t i = 0; i < 60; ++i) {
            const double reach = log(1e-10) / log(rates[k]);
            const size_t n = (size_t)(reach * (i % 2 == 0 ? 1.0 : 2.0)) + 1;
            for (size_t j = 0; j < n; ++j)
                e[j] = pow(rates[k], (double)j);
            spoil(n, noises[i % 3], i % 2 == 0 ? 0.0 : 1e-10, rng);
            expect_tail("linear", n, "linear");
        }
    gsl_rng_free(rng);
}

/* Whatever noise and floor, a line of 3 to 12 points is not called quadratic or superlinear. */
Test(tail, a_short_line_is_not_quadratic)
{
    static const double rates[] = {1e-3, 0.01, 0.1, 0.3, 0.6, 0.9};
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t k = 0; k < sizeof rates / sizeof rates[0]; ++k)
        for (size_t n = 3; n <= 12; ++n)
            for (size_t i = 0; i < 200; ++i) {
                for (size_t j = 0; j < n; ++j)
                    e[j] = pow(rates[k], (double)j);
                spoil(n, 0.1, i % 2 == 0 ? 0.0 : 1e-16, rng);
                const ss_profile_tail tail = ss_profile_rate_tail(e, n, scratch);
                cr_assert(strcmp(tail.kind, "linear") == 0 || strcmp(tail.kind, "none") == 0,
                          "rate %g, %zu points: %s", rates[k], n, tail.kind);
            }
    gsl_rng_free(rng);
}

/* Newton from many starts, with a constant of its own, until rounding or zero: 3 to 6 points. */
Test(tail, quadratic)
{
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t i = 0; i < 500; ++i) {
        const double constant = pow(10.0, 2.0 * gsl_rng_uniform(rng) - 1.0);
        const double start = (0.02 + 0.3 * gsl_rng_uniform(rng)) / constant;
        size_t n = 1;
        for (e[0] = start; n < 9 && e[n - 1] > 1e-9 * start; ++n)
            e[n] = constant * e[n - 1] * e[n - 1];
        for (size_t floor = i % 3; floor > 0; --floor) /* and what rounding leaves, 0 to 2 sweeps */
            e[n++] = 1e-16 * start * (1.0 + gsl_rng_uniform(rng));
        spoil(n, 0.1, 1e-16 * start, rng);
        expect_tail("quadratic", n, "quadratic");
    }
    const double slow_start[] = {0.9, 0.7, 0.5, 0.3, 0.2, 0.15, 0.05, 2e-3, 4e-6, 1.6e-11};
    memcpy(e, slow_start, sizeof slow_start);
    expect_tail("after a slow start", 10, "quadratic");
    gsl_rng_free(rng);
}

Test(tail, superlinear)
{
    static const double orders[] = {1.3, 1.5, 1.618};
    for (size_t k = 0; k < sizeof orders / sizeof orders[0]; ++k) {
        size_t n = 1;
        for (e[0] = 0.2; n < 20 && e[n - 1] > 1e-13; ++n)
            e[n] = pow(e[n - 1], orders[k]);
        expect_tail("of an order", n, "superlinear");
        for (size_t floor = 0; floor < 8; ++floor)
            e[n + floor] = 1e-16;
        expect_tail("of an order, with a floor", n + 8, "superlinear");
    }
    e[0] = 1.0; /* a proximal point whose parameter falls by 5 each time */
    for (size_t k = 1; k < 7; ++k)
        e[k] = e[k - 1] * pow(0.2, (double)k);
    expect_tail("rate falling geometrically", 6, "superlinear");
    for (size_t k = 0; k < 15; ++k)
        e[k] = 1.0 / tgamma((double)k + 2.0);
    expect_tail("1/k!", 15, "superlinear");
    e[0] = 1.0;
    for (size_t k = 1; k < 40; ++k)
        e[k] = e[k - 1] * exp(-0.1 * pow(1.08, (double)k));
    expect_tail("falls that grow by 8 %", 40, "superlinear");
}

Test(tail, sublinear)
{
    static const double powers[] = {0.5, 1.0, 2.0, 5.0};
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    for (size_t k = 0; k < sizeof powers / sizeof powers[0]; ++k)
        for (size_t n = 100; n <= MAX; n *= 10)
            for (size_t i = 0; i < 3; ++i) {
                for (size_t j = 0; j < n; ++j)
                    e[j] = pow((double)(j + 1 + 2 * i), -powers[k]);
                spoil(n, 0.01 * (double)i, 0.0, rng);
                char what[64];
                snprintf(what, sizeof what, "(k+%zu)^-%g of %zu", 1 + 2 * i, powers[k], n);
                expect_tail(what, n, "sublinear");
            }
    for (size_t k = 0; k < 1000; ++k)
        e[k] = pow(0.8, (double)k) + 1e-2 / (double)(k + 1);
    expect_tail("linear first", 1000, "sublinear");
    gsl_rng_free(rng);
}

/* One phase after another: the last one that the data tells of, or none. */
Test(tail, phases)
{
    e[0] = 1.0;
    for (size_t k = 1; k < 300; ++k)
        e[k] = e[k - 1] * (k < 20 ? 0.5 : 0.9);
    expect_tail("fast, then slow", 100, "linear");
    cr_expect_gt(ss_profile_rate_tail(e, 100, scratch).first, 10);
    for (size_t k = 1; k < 300; ++k)
        e[k] = e[k - 1] * (k < 150 ? 0.99 : 0.8);
    expect_tail("slow, then fast", 250, "linear");
    for (size_t k = 1; k < 300; ++k)
        e[k] = e[k - 1] * (k < 150 ? 0.9 : 0.98);
    expect_tail("a slow phase that has hardly begun", 210, "none");
}

Test(tail, none)
{
    for (size_t k = 0; k < 50; ++k)
        e[k] = 1e-3;
    expect_tail("constant", 50, "none");
    for (size_t k = 0; k < 200; ++k)
        e[k] = 0.3 * (1.0 + 0.01 * sin(3.0 * (double)k));
    expect_tail("constant with noise", 200, "none");
    for (size_t k = 0; k < 200; ++k)
        e[k] = exp(0.1 * (double)k);
    expect_tail("growing", 200, "none");
    const double few[] = {1e-2, 1e-5, 0.0};
    memcpy(e, few, sizeof few);
    for (size_t n = 0; n <= 3; ++n)
        expect_tail("too few", n, "none");
    const double line[] = {1e-2, 1e-4, 1e-6, 1e-8};
    memcpy(e, line, sizeof line);
    expect_tail("four on a line", 4, "none");
    const double lucky[] = {1e-1, 3e-2, 1.1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 3e-5, 1e-5, 2e-6, 1e-8};
    memcpy(e, lucky, sizeof lucky);
    const ss_profile_tail tail = ss_profile_rate_tail(e, 11, scratch);
    cr_expect(strcmp(tail.kind, "quadratic") != 0 && strcmp(tail.kind, "superlinear") != 0,
              "a lucky last sweep: %s", tail.kind);
}

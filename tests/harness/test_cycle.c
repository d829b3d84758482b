/* Cycles of sequences whose length is known, and of those that have none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/cycle.h"

#include <criterion/criterion.h>
#include <math.h>

enum { N = 201 };

static double e[N], scratch[N];
static uint64_t marks[N];

static void expect(const char *what, size_t length, const char *kind)
{
    const ss_cycle cycle = ss_cycle_find(e, marks, N, scratch);
    cr_expect_eq(cycle.length, length, "%s: %zu, not %zu", what, cycle.length, length);
    cr_expect_str_eq(cycle.kind, kind, "%s: %s", what, cycle.kind);
    cr_expect_eq(isnan(cycle.change), length == 0, "%s", what);
}

/* An error that repeats itself every `length`, with so much of its own each time. */
static void repeat(size_t length, double own)
{
    for (size_t k = 0; k < N; ++k) {
        e[k] = 1e-3 * (2.0 + sin(7.3 * (double)(k % length))) * (1.0 + own * sin(3.7 * (double)k));
        marks[k] = k % length;
    }
}

Test(cycle, exact)
{
    static const size_t lengths[] = {1, 2, 3, 7, 29, 60, 67};
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; ++k) {
        repeat(lengths[k], 0.0);
        expect("exact", lengths[k], "exact");
    }
    repeat(68, 0.0); /* not seen thrice */
    cr_expect_str_neq(ss_cycle_find(e, marks, N, scratch).kind, "exact");
}

Test(cycle, near)
{
    repeat(5, 1e-3);
    expect("noise of 1e-3", 5, "near");
    repeat(5, 0.0);
    for (size_t k = 0; k < N; ++k)
        marks[k] = k; /* the errors return, no status does */
    expect("other statuses", 5, "near");
    for (size_t k = 0; k < N; ++k)
        e[k] = pow(0.9995, (double)k);
    expect("it creeps", 1, "near");
}

Test(cycle, rough)
{
    for (size_t k = 0; k < N; ++k)
        e[k] = exp(sin(0.2 * (double)k) + 0.3 * sin(17.0 * (double)(k * k)));
    const ss_cycle cycle = ss_cycle_find(e, marks, N, scratch);
    cr_expect_str_eq(cycle.kind, "rough");
    cr_expect(cycle.length >= 28 && cycle.length <= 35, "%zu", cycle.length); /* 10 pi */
}

Test(cycle, none)
{
    uint64_t state = 1;
    for (size_t k = 0; k < N; ++k) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        e[k] = exp(4.0 * (double)(state >> 40) / (double)(1u << 24));
        marks[k] = k;
    }
    expect("noise", 0, "");
    for (size_t k = 0; k < N; ++k)
        e[k] = pow(0.9, (double)k);
    expect("it converges", 0, "");
    cr_expect_eq(ss_cycle_find(e, marks, 5, scratch).length, 0);
}

/* Performance and data profiles against numbers worked out by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/profile.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* Rows of costs become a table. */
static ss_profile_costs table_of(size_t n_problems, size_t n_solvers, const double *cost)
{
    ss_profile_costs costs = {.n_solvers = n_solvers};
    ss_error error = {0};
    while (costs.n_problems < n_problems)
        cr_assert(ss_profile_costs_add(&costs, &error), "%s", error.text);
    memcpy(costs.cost, cost, n_problems * n_solvers * sizeof *cost);
    return costs;
}

static ss_profile make(ss_profile_kind kind, const ss_profile_costs *costs)
{
    ss_profile profile;
    ss_error error = {0};
    cr_assert(ss_profile_make(&profile, kind, costs, &error), "%s", error.text);
    return profile;
}

static void expect_fraction(const ss_profile *p, size_t solver, double x, double wanted)
{
    const double got = ss_profile_fraction(p, solver, x);
    cr_expect_float_eq(got, wanted, 1e-15, "solver %zu at %g: %g, not %g", solver, x, got, wanted);
}

/* C is best on three problems of five and awful on two, B the reverse, A never far. Among all, B is
 * best more often than A; alone, A beats B on the three where C hid it. */
static const double contest[] = {2, 4, 1, 2, 4, 1, 2, 4, 1, 2, 1, 8, 2, 1, 8};

Test(profile, three_solvers_by_hand)
{
    enum { A, B, C };
    ss_profile_costs costs = table_of(5, 3, contest);
    ss_profile p = make(SS_PROFILE_PERFORMANCE, &costs);
    expect_fraction(&p, A, 1.0, 0.0);
    expect_fraction(&p, A, 1.999, 0.0);
    expect_fraction(&p, A, 2.0, 1.0);
    expect_fraction(&p, B, 1.0, 0.4);
    expect_fraction(&p, B, 3.999, 0.4);
    expect_fraction(&p, B, 4.0, 1.0);
    expect_fraction(&p, C, 0.999, 0.0);
    expect_fraction(&p, C, 1.0, 0.6);
    expect_fraction(&p, C, 8.0, 1.0);
    ss_profile_free(&p);
    ss_profile_costs_free(&costs);
}

Test(profile, the_order_of_a_pair_is_reversed)
{
    enum { A, B, C };
    ss_error error = {0};
    ss_profile_reversal r;
    ss_profile_costs costs = table_of(5, 3, contest);
    ss_profile joint = make(SS_PROFILE_PERFORMANCE, &costs);
    cr_assert(ss_profile_find_reversal(&r, &joint, &costs, A, B, &error));
    cr_expect_eq(r.ahead, (size_t)B);
    cr_expect_eq(r.behind, (size_t)A);
    cr_expect_eq(r.tau, 1.0);
    cr_expect_float_eq(r.joint[0], 0.4, 1e-15);
    cr_expect_float_eq(r.joint[1], 0.0, 1e-15);
    cr_expect_float_eq(r.pair[0], 0.4, 1e-15);
    cr_expect_float_eq(r.pair[1], 0.6, 1e-15);
    cr_assert(ss_profile_find_reversal(&r, &joint, &costs, B, A, &error), "whoever is named first");
    cr_expect_eq(r.ahead, (size_t)B);
    cr_expect_not(ss_profile_find_reversal(&r, &joint, &costs, A, C, &error));
    cr_expect_not(ss_profile_find_reversal(&r, &joint, &costs, B, C, &error));
    cr_expect_eq(error.code, SS_ERROR_NONE);
    ss_profile_free(&joint);
    ss_profile_costs_free(&costs);
}

/* Both are best once; the reversal is at tau = 1.5 only. Joint ratios: A 4, 1, 4/3; B 2, 1, 2.
 * Alone: A 2, 1, 1; B 1, 1, 3/2. */
Test(profile, a_reversal_away_from_one)
{
    const double cost[] = {4, 2, 1, 2, 2, 8, 4, 6, 3};
    ss_error error = {0};
    ss_profile_reversal r;
    ss_profile_costs costs = table_of(3, 3, cost);
    ss_profile joint = make(SS_PROFILE_PERFORMANCE, &costs);
    cr_assert(ss_profile_find_reversal(&r, &joint, &costs, 0, 1, &error));
    cr_expect_eq(r.ahead, 0);
    cr_expect_eq(r.tau, 1.5);
    cr_expect_float_eq(r.joint[0], 2.0 / 3.0, 1e-15);
    cr_expect_float_eq(r.joint[1], 1.0 / 3.0, 1e-15);
    cr_expect_float_eq(r.pair[0], 2.0 / 3.0, 1e-15);
    cr_expect_float_eq(r.pair[1], 1.0, 1e-15);
    ss_profile_free(&joint);
    ss_profile_costs_free(&costs);
}

/* Reversed by one problem at tau = 1, 1.5 and 2: the smallest is told, not what rounding favours.
 */
Test(profile, of_equal_reversals_the_smallest_tau)
{
    const double cost[] = {8, 6, 3, 1, 6, 3, 6, 3, 1, 4, 6, 3, 6, 3, 2};
    ss_error error = {0};
    ss_profile_reversal r;
    ss_profile_costs costs = table_of(5, 3, cost);
    ss_profile joint = make(SS_PROFILE_PERFORMANCE, &costs);
    cr_assert(ss_profile_find_reversal(&r, &joint, &costs, 0, 1, &error));
    cr_expect_eq(r.tau, 1.0);
    cr_expect_float_eq(r.pair[1], 0.6, 1e-15);
    ss_profile_free(&joint);
    ss_profile_costs_free(&costs);
}

/* What is not solved stays in the number of problems, whoever else solved it or nobody did. */
Test(profile, failures_cost_infinity)
{
    const double cost[] = {1, INFINITY, INFINITY, 3, INFINITY, INFINITY, 4, 2};
    ss_profile_costs costs = table_of(4, 2, cost);
    ss_profile p = make(SS_PROFILE_PERFORMANCE, &costs);
    expect_fraction(&p, 0, 1.0, 0.25);
    expect_fraction(&p, 0, 2.0, 0.5);
    expect_fraction(&p, 0, INFINITY, 0.5);
    expect_fraction(&p, 1, 1.0, 0.5);
    expect_fraction(&p, 1, 1e300, 0.5);
    ss_profile_free(&p);
    p = make(SS_PROFILE_DATA, &costs);
    expect_fraction(&p, 0, 3.9, 0.25);
    expect_fraction(&p, 0, INFINITY, 0.5);
    ss_profile_free(&p);
    ss_profile_costs_free(&costs);
}

Test(profile, ties_are_best_for_both)
{
    const double cost[] = {5, 5, 7, 7, 2, 3};
    ss_profile_costs costs = table_of(3, 2, cost);
    ss_profile p = make(SS_PROFILE_PERFORMANCE, &costs);
    expect_fraction(&p, 0, 1.0, 1.0);
    expect_fraction(&p, 1, 1.0, 2.0 / 3.0);
    expect_fraction(&p, 1, 1.5, 1.0);
    ss_profile_free(&p);
    ss_profile_costs_free(&costs);
}

/* No contacts, no work: ratio 1 for whoever needs none, and no division by zero. */
Test(profile, a_best_cost_of_zero)
{
    const double cost[] = {0, 0, 0, 4};
    ss_profile_costs costs = table_of(2, 2, cost);
    ss_profile p = make(SS_PROFILE_PERFORMANCE, &costs);
    expect_fraction(&p, 0, 1.0, 1.0);
    expect_fraction(&p, 1, 1.0, 0.5);
    expect_fraction(&p, 1, 1e300, 0.5);
    ss_profile_free(&p);
    ss_profile_costs_free(&costs);
}

Test(profile, data_profiles_divide_by_the_size)
{
    const double cost[] = {10, 20, 10, 40};
    ss_profile_costs costs = table_of(2, 2, cost);
    costs.size[0] = 10.0;
    costs.size[1] = 2.0;
    ss_profile p = make(SS_PROFILE_DATA, &costs);
    expect_fraction(&p, 0, 0.99, 0.0);
    expect_fraction(&p, 0, 1.0, 0.5);
    expect_fraction(&p, 0, 5.0, 1.0);
    expect_fraction(&p, 1, 2.0, 0.5);
    expect_fraction(&p, 1, 19.9, 0.5);
    expect_fraction(&p, 1, 20.0, 1.0);
    ss_profile_free(&p);
    ss_profile_costs_free(&costs);
}

/* A data profile of two solvers does not change when a third comes in; a performance profile may.
 */
Test(profile, a_third_solver_moves_only_performance)
{
    const double pair_cost[] = {2, 4, 2, 4, 2, 4, 2, 1, 2, 1};
    ss_profile_costs all = table_of(5, 3, contest), two = table_of(5, 2, pair_cost);
    for (int kind = SS_PROFILE_PERFORMANCE; kind <= SS_PROFILE_DATA; ++kind) {
        ss_profile joint = make((ss_profile_kind)kind, &all);
        ss_profile pair = make((ss_profile_kind)kind, &two);
        const bool same = memcmp(joint.values, pair.values, 10 * sizeof(double)) == 0;
        cr_expect_eq(same, kind == SS_PROFILE_DATA);
        ss_profile_free(&joint);
        ss_profile_free(&pair);
    }
    ss_profile_costs_free(&all);
    ss_profile_costs_free(&two);
}

/* Performance and data profiles against numbers worked out by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/contest.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* The table and the profile of a test. Every test is a process: static data is not shared. */
static ss_profile_costs costs;
static ss_profile p;
static ss_error error;

static void free_all(void)
{
    ss_profile_free(&p);
    ss_profile_costs_free(&costs);
}

TestSuite(profile, .fini = free_all);

/* Rows of costs become the table. */
static void make_table(size_t n_problems, size_t n_solvers, const double *cost)
{
    ss_profile_costs_free(&costs);
    costs.n_solvers = n_solvers;
    while (costs.n_problems < n_problems)
        cr_assert(ss_profile_costs_add(&costs, &error), "%s", error.text);
    memcpy(costs.cost, cost, n_problems * n_solvers * sizeof *cost);
}

static void make(ss_profile_kind kind)
{
    ss_profile_free(&p);
    cr_assert(ss_profile_make(&p, kind, &costs, &error), "%s", error.text);
}

static void expect_fraction(size_t solver, double x, double wanted)
{
    const double got = ss_profile_fraction(&p, solver, x);
    cr_expect_float_eq(got, wanted, 1e-15, "solver %zu at %g: %g, not %g", solver, x, got, wanted);
}

/* C is best on three problems of five and awful on two, B the reverse, A never far. Among all, B is
 * best more often than A; alone, A beats B on the three where C hid it. */
static const double contest[] = {2, 4, 1, 2, 4, 1, 2, 4, 1, 2, 1, 8, 2, 1, 8};

Test(profile, three_solvers_by_hand)
{
    enum { A, B, C };
    make_table(5, 3, contest);
    make(SS_PROFILE_PERFORMANCE);
    expect_fraction(A, 1.0, 0.0);
    expect_fraction(A, 1.999, 0.0);
    expect_fraction(A, 2.0, 1.0);
    expect_fraction(B, 1.0, 0.4);
    expect_fraction(B, 3.999, 0.4);
    expect_fraction(B, 4.0, 1.0);
    expect_fraction(C, 0.999, 0.0);
    expect_fraction(C, 1.0, 0.6);
    expect_fraction(C, 8.0, 1.0);
}

Test(profile, the_order_of_a_pair_is_reversed)
{
    enum { A, B, C };
    ss_profile_reversal r;
    make_table(5, 3, contest);
    make(SS_PROFILE_PERFORMANCE);
    cr_assert(ss_profile_find_reversal(&r, &p, &costs, A, B, &error));
    cr_expect_eq(r.ahead, (size_t)B);
    cr_expect_eq(r.behind, (size_t)A);
    cr_expect_eq(r.tau, 1.0);
    cr_expect_float_eq(r.joint[0], 0.4, 1e-15);
    cr_expect_float_eq(r.joint[1], 0.0, 1e-15);
    cr_expect_float_eq(r.pair[0], 0.4, 1e-15);
    cr_expect_float_eq(r.pair[1], 0.6, 1e-15);
    cr_assert(ss_profile_find_reversal(&r, &p, &costs, B, A, &error), "whoever is named first");
    cr_expect_eq(r.ahead, (size_t)B);
    cr_expect_not(ss_profile_find_reversal(&r, &p, &costs, A, C, &error));
    cr_expect_not(ss_profile_find_reversal(&r, &p, &costs, B, C, &error));
    cr_expect_eq(error.code, SS_ERROR_NONE);
}

/* Both are best once; the reversal is at tau = 1.5 only. Joint ratios: A 4, 1, 4/3; B 2, 1, 2.
 * Alone: A 2, 1, 1; B 1, 1, 3/2. */
Test(profile, a_reversal_away_from_one)
{
    const double cost[] = {4, 2, 1, 2, 2, 8, 4, 6, 3};
    ss_profile_reversal r;
    make_table(3, 3, cost);
    make(SS_PROFILE_PERFORMANCE);
    cr_assert(ss_profile_find_reversal(&r, &p, &costs, 0, 1, &error));
    cr_expect_eq(r.ahead, 0);
    cr_expect_eq(r.tau, 1.5);
    cr_expect_float_eq(r.joint[0], 2.0 / 3.0, 1e-15);
    cr_expect_float_eq(r.joint[1], 1.0 / 3.0, 1e-15);
    cr_expect_float_eq(r.pair[0], 2.0 / 3.0, 1e-15);
    cr_expect_float_eq(r.pair[1], 1.0, 1e-15);
}

/* Reversed by one problem at tau = 1, 1.5 and 2: the smallest is told, not what rounding favours.
 */
Test(profile, of_equal_reversals_the_smallest_tau)
{
    const double cost[] = {8, 6, 3, 1, 6, 3, 6, 3, 1, 4, 6, 3, 6, 3, 2};
    ss_profile_reversal r;
    make_table(5, 3, cost);
    make(SS_PROFILE_PERFORMANCE);
    cr_assert(ss_profile_find_reversal(&r, &p, &costs, 0, 1, &error));
    cr_expect_eq(r.tau, 1.0);
    cr_expect_float_eq(r.pair[1], 0.6, 1e-15);
}

/* Among all, A is ahead from its one good ratio on, 2, to that of B, 3; alone, B has beaten it
 * everywhere but there. */
Test(profile, a_reversal_at_the_least_ratio_of_one)
{
    const double cost[] = {2, 3, 1, 1000, 100, 1, 1000, 100, 1, 1000, 100, 1};
    ss_profile_reversal r;
    make_table(4, 3, cost);
    make(SS_PROFILE_PERFORMANCE);
    cr_assert(ss_profile_find_reversal(&r, &p, &costs, 0, 1, &error));
    cr_expect(r.ahead == 0 && r.behind == 1 && r.tau == 2.0 && r.extent == 1.0, "tau %g", r.tau);
}

/* A problem left unsolved stays in their number, whoever else solved it or nobody did. */
Test(profile, failures_cost_infinity)
{
    const double cost[] = {1, INFINITY, INFINITY, 3, INFINITY, INFINITY, 4, 2};
    make_table(4, 2, cost);
    make(SS_PROFILE_PERFORMANCE);
    expect_fraction(0, 1.0, 0.25);
    expect_fraction(0, 2.0, 0.5);
    expect_fraction(0, INFINITY, 0.5);
    expect_fraction(1, 1.0, 0.5);
    expect_fraction(1, 1e300, 0.5);
    make(SS_PROFILE_DATA);
    expect_fraction(0, 3.9, 0.25);
    expect_fraction(0, INFINITY, 0.5);
}

Test(profile, ties_are_best_for_both)
{
    const double cost[] = {5, 5, 7, 7, 2, 3};
    make_table(3, 2, cost);
    make(SS_PROFILE_PERFORMANCE);
    expect_fraction(0, 1.0, 1.0);
    expect_fraction(1, 1.0, 2.0 / 3.0);
    expect_fraction(1, 1.5, 1.0);
}

/* No contacts, no work: ratio 1 for whoever needs none, and no division by zero. */
Test(profile, a_best_cost_of_zero)
{
    const double cost[] = {0, 0, 0, 4};
    make_table(2, 2, cost);
    make(SS_PROFILE_PERFORMANCE);
    expect_fraction(0, 1.0, 1.0);
    expect_fraction(1, 1.0, 0.5);
    expect_fraction(1, 1e300, 0.5);
}

Test(profile, data_profiles_divide_by_the_size)
{
    const double cost[] = {10, 20, 10, 40};
    make_table(2, 2, cost);
    costs.size[0] = 10.0;
    costs.size[1] = 2.0;
    make(SS_PROFILE_DATA);
    expect_fraction(0, 0.99, 0.0);
    expect_fraction(0, 1.0, 0.5);
    expect_fraction(0, 5.0, 1.0);
    expect_fraction(1, 2.0, 0.5);
    expect_fraction(1, 19.9, 0.5);
    expect_fraction(1, 20.0, 1.0);
}

/* A data profile of two solvers does not change when a third comes in; a performance profile may.
 */
Test(profile, a_third_solver_moves_only_performance)
{
    const double pair_cost[] = {2, 4, 2, 4, 2, 4, 2, 1, 2, 1};
    for (int kind = SS_PROFILE_PERFORMANCE; kind <= SS_PROFILE_DATA; ++kind) {
        double of_all[10];
        make_table(5, 3, contest);
        make((ss_profile_kind)kind);
        memcpy(of_all, p.values, sizeof of_all);
        make_table(5, 2, pair_cost);
        make((ss_profile_kind)kind);
        cr_expect_eq(memcmp(of_all, p.values, sizeof of_all) == 0, kind == SS_PROFILE_DATA);
    }
}

/* Two problems, three targets, of which the second's costs nobody knows: four pairs, two a problem,
 * with the problem's size. */
Test(profile, pairs_of_problems_and_targets)
{
    const double accuracies[] = {1e-2, 1e-6, 1e-4};
    ss_profile_costs targets[3], pairs;
    for (size_t a = 0; a < 3; ++a) {
        make_table(2, 1, (const double[]){(double)a + 1.0, a == 2 ? INFINITY : 8.0});
        costs.size[1] = 2.0;
        costs.n_stopped = a == 1 ? 7 : 0;
        targets[a] = costs;
        costs = (ss_profile_costs){.n_problems = 0};
    }
    cr_assert(ss_profile_pairs(&pairs, targets, accuracies, 3, &error), "%s", error.text);
    cr_assert_eq(pairs.n_problems, 4);
    cr_expect_eq(pairs.n_targets, 2);
    cr_expect_eq(pairs.n_stopped, 7);
    cr_expect_eq(pairs.finest, 1e-4);
    costs = pairs;
    make(SS_PROFILE_ECDF);
    expect_fraction(0, 0.9, 0.0);
    expect_fraction(0, 1.0, 0.25);
    expect_fraction(0, 3.0, 0.5);
    expect_fraction(0, 4.0, 0.75); /* 8 over the size 2 */
    expect_fraction(0, 1e9, 0.75);
    cr_expect_not(ss_profile_pairs(&pairs, targets + 1, accuracies + 1, 1, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    for (size_t a = 0; a < 3; ++a)
        ss_profile_costs_free(&targets[a]);
}

/* Whatever contradiction stands at the ratio of some solver, the one that is told is as large. */
Test(profile, no_reversal_is_larger_than_the_one_told)
{
    gsl_rng *const rng = test_rng(5);
    size_t n_found = 0;
    for (int k = 0; k < 3000; ++k) {
        enum { N = 4 };
        double cost[3 * N], pair_cost[2 * N], largest = 0.0;
        ss_profile_reversal told;
        ss_profile pair = {.n_problems = 0};
        ss_profile_costs alone = {.n_solvers = 2};
        for (size_t i = 0; i < 3 * N; ++i)
            cost[i] = ldexp(1.0, (int)gsl_rng_uniform_int(rng, 8));
        make_table(N, 3, cost);
        make(SS_PROFILE_PERFORMANCE);
        for (size_t i = 0; i < N; ++i) {
            cr_assert(ss_profile_costs_add(&alone, &error));
            memcpy(pair_cost + 2 * i, cost + 3 * i, 2 * sizeof *cost);
        }
        memcpy(alone.cost, pair_cost, sizeof pair_cost);
        cr_assert(ss_profile_make(&pair, SS_PROFILE_PERFORMANCE, &alone, &error));
        for (double tau = 1.0; tau <= 128.0; tau *= 2.0) {
            const double all = ss_profile_fraction(&p, 0, tau) - ss_profile_fraction(&p, 1, tau);
            const double two =
                ss_profile_fraction(&pair, 0, tau) - ss_profile_fraction(&pair, 1, tau);
            if (all * two < 0.0)
                largest = fmax(largest, N * fmin(fabs(all), fabs(two)));
        }
        const bool found = ss_profile_find_reversal(&told, &p, &costs, 0, 1, &error);
        cr_expect(found == (largest > 0.0), "%g", largest);
        cr_expect(!found || fabs(told.extent - largest) < 1e-12, "%g, not %g", told.extent,
                  largest);
        n_found += found;
        ss_profile_free(&pair);
        ss_profile_costs_free(&alone);
    }
    cr_expect(n_found > 10 && n_found < 2900, "%zu", n_found);
    gsl_rng_free(rng);
}

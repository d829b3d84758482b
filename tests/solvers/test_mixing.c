/* Anderson's mixing by hand, and the stretches of its plain sweeps.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/mixing.h"
#include "tests/support/outer_run.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <string.h>

/* One number, one difference: dF = -0.5, dG = 2, gamma = dF f / (dF^2 (1 + lambda)). */
static double mix_one(double lambda)
{
    double memory[16], x = 0.0;
    cr_assert_leq(ss_mixing_length(1, 1), 16);
    ss_mixing a = ss_mixing_open(1, 1, lambda, memory);
    cr_expect(!ss_mixing_next(&a, &x, (double[]){10.0}, (double[]){1.0}) && x == 10.0);
    cr_expect(ss_mixing_next(&a, &x, (double[]){12.0}, (double[]){0.5}));
    return x;
}

Test(mixing, one_difference_by_hand)
{
    cr_expect_float_eq(mix_one(0.0), 14.0, 1e-14);
    cr_expect_float_eq(mix_one(1.0), 13.0, 1e-14);
}

/* |f| may double; what is more, or NaN, leaves g as it is and no history. */
Test(mixing, a_larger_difference_drops_the_history)
{
    static const struct {
        double f;
        bool mixes;
    } cases[] = {{2.0, true}, {-2.0, true}, {2.01, false}, {-2.01, false}, {NAN, false}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        double memory[32], x = 0.0;
        cr_assert_leq(ss_mixing_length(1, 2), 32);
        ss_mixing a = ss_mixing_open(1, 2, 1e-12, memory);
        ss_mixing_next(&a, &x, (double[]){5.0}, (double[]){1.5});
        cr_expect(ss_mixing_next(&a, &x, (double[]){6.0}, (double[]){1.0}));
        cr_expect_eq(ss_mixing_next(&a, &x, (double[]){9.0}, &cases[k].f), cases[k].mixes);
        cr_expect_eq(x == 9.0, !cases[k].mixes, "f = %g: %g", cases[k].f, x);
        cr_expect_eq(a.count, cases[k].mixes ? 2 : 0);
    }
}

/* Images and differences may be made where their differences will be: the same bits, with and
 * without a full history and when one is dropped. */
Test(mixing, in_the_places_of_the_differences)
{
    enum { N = 19, M = 3, STEPS = 14, DROPS = 9 };
    gsl_rng *const rng = test_rng(7);
    double memory[2][400], x[2][N], g[N], f[N];
    cr_assert_leq(ss_mixing_length(N, M), 400);
    ss_mixing apart = ss_mixing_open(N, M, 1e-12, memory[0]);
    ss_mixing within = ss_mixing_open(N, M, 1e-12, memory[1]);
    for (size_t step = 0; step < STEPS; ++step) {
        double *g_place = NULL, *f_place = NULL;
        for (size_t i = 0; i < N; ++i) {
            g[i] = gsl_rng_uniform(rng) - 0.5;
            f[i] = (gsl_rng_uniform(rng) - 0.5) * (step == DROPS ? 100.0 : 1.0);
        }
        ss_mixing_places(&within, &g_place, &f_place);
        memcpy(g_place, g, sizeof g);
        memcpy(f_place, f, sizeof f);
        const bool mixes = ss_mixing_next(&apart, x[0], g, f);
        cr_expect_eq(mixes, step > 0 && step != DROPS, "step %zu", step);
        cr_expect_eq(ss_mixing_next(&within, x[1], g_place, f_place), mixes);
        cr_expect(memcmp(x[0], x[1], sizeof x[0]) == 0, "step %zu", step);
    }
    gsl_rng_free(rng);
}

/* Sees a solve's sweeps: which of them were mixed shows in the products by W. */
typedef struct witness {
    const ss_work *work;
    size_t sweeps, asked, products[16];
    double values[5]; /* the answers to `ask`, in turn */
} witness;

static ss_seen see(void *self, ss_iterate *at)
{
    witness *const w = self;
    (void)at;
    w->products[w->sweeps++] = w->work->products;
    return (ss_seen){.stop = w->sweeps == 16};
}

static double answer(void *self, const double *r)
{
    witness *const w = self;
    (void)r;
    return w->values[w->asked++];
}

/* Of 15 sweeps in stretches of three, 'm' for those after which r was mixed. */
static void expect_stretches(const double values[5], const char *wanted)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing packing;
    ss_work work = {0};
    char got[16] = "";
    witness w = {.work = &work};
    memcpy(w.values, values, sizeof w.values);
    test_outer_pack(&packing, "balls-4", "", 450);
    test_outer outer = test_outer_make("nlgs-anderson", "patience=3", "exact");
    cr_assert_not_null(ss_solver_prepare(outer.solver, packing.problem, &error));
    const ss_watch watch = {.see = see, .ask = answer, .self = &w};
    cr_assert(ss_solver_run(outer.solver, packing.problem, watch, &work, &error));
    for (size_t k = 0; k < 15; ++k)
        got[k] = w.products[k + 1] > w.products[k] ? 'm' : '-';
    cr_expect_str_eq(got, wanted);
    test_outer_unmake(&outer);
    test_packing_free(&packing);
}

/* The first sweep of a history has nothing to be mixed with. A value that has not halved gives as
 * many plain sweeps, after which the history begins anew. */
Test(mixing, plain_sweeps_where_the_value_does_not_halve)
{
    expect_stretches((double[]){8.0, 4.0, 2.0, 1.0, 0.5}, "-mmmmmmmmmmmmmm");
    expect_stretches((double[]){8.0, 5.0, 5.0, 2.0, 1.0}, "-mmmm----mmmmmm");
}

/* Of rho there are so many changes as `changes` says, each a factorization more. */
Test(admm, changes_of_rho_are_limited)
{
    static const struct {
        const char *options;
        size_t factorizations;
    } cases[] = {{"rho=1e4,period=1,changes=0", 1}, {"rho=1e4,period=1,changes=2", 3}};
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "", 450);
    for (size_t k = 0; k < 2; ++k) {
        ss_solve_report report;
        test_outer admm = test_outer_make("admm", cases[k].options, "exact");
        test_outer_solve(admm.solver, packing.problem, 1e-300, 60, &report);
        cr_expect_eq(report.work.factorizations, cases[k].factorizations, "%s: %zu",
                     cases[k].options, report.work.factorizations);
        test_outer_unmake(&admm);
    }
    test_packing_free(&packing);
}

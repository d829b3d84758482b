/* Growth: powers of costs over a count of the problem, on invented runs of which the answer is
 * known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study_parts.h"
#include "tests/support/study_rows.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const ss_study_curves *curves;

TestSuite(study_growth, .init = test_study_begin, .fini = test_study_end);

/* A run on that many balls, by an outer solver. */
static void add_pack(size_t balls, size_t pack, const char *outer, bool solved, double work)
{
    char parameters[80];
    ss_summary_row row = test_study_row(0.6, pack, solved, work);
    snprintf(parameters, sizeof parameters, "balls=%zu,tol=1e-08", balls);
    row.parameters = parameters;
    row.outer = outer;
    test_study_add_row(&row);
}

static void add_balls(size_t balls, const char *outer, bool solved, double work)
{
    add_pack(balls, 1, outer, solved, work);
}

/* Of balls^1.5 the power is 1.5, without error; failures are no costs; of two points none. */
Test(study_growth, power_of_growth_is_fitted_over_what_was_solved)
{
    for (size_t n = 4; n <= 256; n *= 4) {
        add_balls(n, "nlgs", true, 100.0 * pow((double)n, 1.5));
        add_balls(n, "admm", n < 64, 1000.0);
    }
    add_balls(1024, "nlgs", false, 1.0);
    curves = test_study_read("balls");
    cr_assert(ss_study_grows(curves));
    const ss_study_curve *const first = &curves->curves[0], *const second = &curves->curves[1];
    cr_assert_eq(curves->n_curves, 2);
    cr_assert(first->group == 0 && second->group == 0, "outer solvers stand side by side");
    const bool is_nlgs = strcmp(first->run->record.row.outer, "nlgs") == 0;
    const ss_study_growth g = (is_nlgs ? first : second)->growth[0];
    const ss_study_growth none = (is_nlgs ? second : first)->growth[0];
    cr_expect_eq(g.n, 4);
    test_study_near(g.from, 4.0, "from");
    test_study_near(g.to, 256.0, "to");
    test_study_near(g.exponent, 1.5, "exponent");
    test_study_near(g.factor, 1.0, "factor");
    cr_expect(g.error < 1e-7, "%g", g.error);
    cr_expect(none.n == 2 && isnan(none.exponent));
}

Test(study_growth, every_value_of_a_long_curve_is_fitted)
{
    for (size_t n = 1; n <= 100; ++n)
        add_balls(n, "nlgs", true, 100.0 * (double)(n * n));
    curves = test_study_read("balls");
    const ss_study_growth g = curves->curves->growth[0];
    cr_expect_eq(g.n, 100);
    test_study_near(g.to, 100.0, "to");
    test_study_near(g.exponent, 2.0, "exponent");
}

Test(study_growth, an_option_of_solvers_does_not_grow)
{
    test_study_add(1.0, 1, true, 1000);
    curves = test_study_read("alpha");
    cr_expect_not(ss_study_grows(curves));
}

/* What curves on logarithmic axes is no power: the line hides it, neighbours show it. */
Test(study_growth, neighbours_have_their_own_power)
{
    for (size_t n = 10; n <= 1000; n *= 10)
        add_balls(n, "nlgs", true, n == 10 ? 1e4 : n == 100 ? 1e5 : 1e7);
    add_balls(10000, "nlgs", false, 1e8);
    curves = test_study_read("balls");
    const ss_study_curve *const c = &curves->curves[0];
    cr_expect(isnan(ss_study_local_power(c, 0, SS_STUDY_SWEEPS_TOTAL)),
              "the first has none before");
    test_study_near(ss_study_local_power(c, 1, SS_STUDY_SWEEPS_TOTAL), 1.0, "10 to 100");
    test_study_near(ss_study_local_power(c, 2, SS_STUDY_SWEEPS_TOTAL), 2.0, "100 to 1000");
    cr_expect(isnan(ss_study_local_power(c, 3, SS_STUDY_SWEEPS_TOTAL)), "one that failed");
    test_study_near(c->growth[0].exponent, 1.5, "the line");
    test_study_near(c->growth[0].to, 1000.0, "to");
}

/* Packs that agree leave no doubt of the power, packs that do not leave an interval about it. */
Test(study_growth, packs_give_an_interval)
{
    static const double scatter[] = {1.0, 1.0, 2.0};
    for (size_t n = 10; n <= 1000; n *= 10)
        for (size_t k = 1; k <= 3; ++k) {
            add_pack(n, k, "nlgs", true, 1000.0 * (double)n);
            add_pack(n, k, "admm", true, 1000.0 * (double)n * (n == 1000 ? scatter[k - 1] : 1.0));
        }
    curves = test_study_read("balls");
    for (size_t c = 0; c < 2; ++c) {
        const ss_study_growth g = curves->curves[c].growth[0];
        const bool alike = strcmp(curves->curves[c].run->record.row.outer, "nlgs") == 0;
        test_study_near(g.exponent, 1.0, "power of the medians");
        cr_expect(fabs(g.interval.low - 1.0) < 1e-12);
        cr_expect(alike ? fabs(g.interval.high - 1.0) < 1e-12 : g.interval.high > 1.1, "%g",
                  g.interval.high);
        cr_expect(g.least == 3 && g.most == 3);
    }
    cr_expect_not_null(strstr(ss_study_growth_packs(curves, 0), "95 %"));
}

/* A pack of one size has no fellow among those of another: each size is drawn by itself, also where
 * sizes have different numbers of packs, and the power lies in its interval. */
Test(study_growth, packs_of_each_size_are_drawn_by_themselves)
{
    static const double scatter[] = {1.0, 2.0, 4.0};
    for (size_t n = 10; n <= 1000; n *= 10)
        for (size_t k = 1; k <= (n == 1000 ? 2 : 3); ++k)
            add_pack(n, k, "nlgs", true, 1000.0 * (double)n * scatter[k - 1]);
    curves = test_study_read("balls");
    const ss_study_growth g = curves->curves[0].growth[0];
    cr_expect(g.interval.low < g.exponent - 0.1 && g.exponent + 0.1 < g.interval.high,
              "%g in %g to %g", g.exponent, g.interval.low, g.interval.high);
    cr_expect(g.least == 2 && g.most == 3);
}

Test(study_growth, one_pack_a_size_has_no_interval)
{
    for (size_t n = 10; n <= 1000; n *= 10)
        add_balls(n, "nlgs", true, 1000.0 * (double)n);
    curves = test_study_read("balls");
    cr_expect(isnan(curves->curves[0].growth[0].interval.low));
    cr_expect_not_null(strstr(ss_study_growth_packs(curves, 0), "no interval"));
}

/* Times of one machine beside those of another tell nothing; counts do. */
Test(study_growth, times_of_two_machines_are_left_out)
{
    for (int several = 0; several < 2; ++several) {
        for (size_t n = 10; n <= 1000; n *= 10) {
            char parameters[80];
            ss_summary_row row = test_study_row(0.6, 1, true, 1000.0 * (double)n);
            snprintf(parameters, sizeof parameters, "balls=%zu,tol=1e-08", n);
            row.parameters = parameters;
            row.cpu_s = 1e-3 * (double)n;
            row.machine = several == 1 && n == 100 ? "another [avx]" : "one [avx2]";
            test_study_add_row(&row);
        }
        test_study_write("balls");
        curves = test_study_read("balls");
        const ss_study_growth *const g = curves->curves[0].growth;
        test_study_near(g[0].exponent, 1.0, "counts");
        for (size_t m = 1; m < SS_STUDY_N_GROWN; ++m)
            if (ss_study_grown_measures[m].measure == SS_STUDY_CPU)
                test_study_near(g[m].exponent, several == 1 ? NAN : 1.0, "times");
        if (several == 1)
            test_study_says("study.md", "No CPU times: one [avx2] and another [avx] made the rows");
        test_study_end();
        test_study_begin();
    }
}

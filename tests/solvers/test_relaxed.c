/* Batched sweeps with relaxation, and of normal components alone where nothing rubs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/sample.h"
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

/* Impulses and work of some sweeps. */
typedef struct swept {
    double *r;
    ss_work work;
} swept;

static swept sweep(const char *outer, const char *local, const ss_problem *problem, size_t n_sweeps)
{
    swept s;
    s.r = test_sweep_with(outer, local, problem, NULL, n_sweeps, &s.work);
    return s;
}

/* The same bits and work. */
static void check_same(const char *one, const char *other, const char *local,
                       const ss_problem *problem)
{
    const swept a = sweep(one, local, problem, 7), b = sweep(other, local, problem, 7);
    TEST_REQUIRE(memcmp(a.r, b.r, 3 * problem->n_contacts * sizeof *a.r) == 0,
                 "%s and %s make other bits with %s", one, other, local);
    TEST_REQUIRE(memcmp(&a.work, &b.work, sizeof a.work) == 0, "%s and %s: other work with %s", one,
                 other, local);
    free(a.r);
    free(b.r);
}

/* Normal components alone are what whole visits do to rounding, with the same work. */
static void check_normal(const char *whole, const char *normal, const char *local,
                         const ss_problem *problem)
{
    const size_t n = 3 * problem->n_contacts;
    const swept a = sweep(whole, local, problem, 9), b = sweep(normal, local, problem, 9);
    TEST_REQUIRE(test_distance(a.r, b.r, n) <= 1e-13 * test_norm(a.r, n),
                 "%s, %s: another impulse by %g of %g", normal, local, test_distance(a.r, b.r, n),
                 test_norm(a.r, n));
    TEST_REQUIRE(memcmp(&a.work, &b.work, sizeof a.work) == 0, "%s, %s: other work", normal, local);
    free(a.r);
    free(b.r);
}

Test(relaxed, without_friction_normal_components_alone_are_enough)
{
    static const char *const locals[] = {"sbp", "sal", "exact", "sal[alpha=1.5]"};
    for (size_t n = 1; n <= 45; n += 11) {
        for (int kind = 0; kind < 2; ++kind) {
            test_packing packing;
            test_packing_pushed(&packing, n + 60, n, kind == 1 ? 0.4 : 0.0, 0.0);
            for (size_t k = 0; k < 4 && packing.problem->n_contacts > 0; ++k) {
                const ss_problem *const problem = packing.problem;
                check_normal("nlgs-batched", "nlgs-batched[frictionless=normal]", locals[k],
                             problem);
                check_normal("nlgs-batched[omega=1.4]",
                             "nlgs-batched[omega=1.4,frictionless=normal]", locals[k], problem);
                check_normal("nlgs-parallel[domains=3]",
                             "nlgs-parallel[domains=3,frictionless=normal]", locals[k], problem);
            }
            test_packing_free(&packing);
        }
    }
}

Test(relaxed, all_forms_of_normal_and_of_relaxed_sweeps_make_the_same_bits)
{
    static const char *const options[] = {"frictionless=normal", "omega=1.4",
                                          "omega=0.7,frictionless=normal"};
    for (int kind = 0; kind < 4; ++kind) {
        test_packing packing;
        test_packing_pushed(&packing, 14, 40, kind % 2 == 1 ? 0.4 : 0.0, kind < 2 ? 0.0 : 0.3);
        for (size_t k = 0; k < 3 * TEST_N_BATCHED; ++k) {
            static const char *const isas[] = {"auto", "wide8"};
            char scalar[80], other[80];
            for (size_t i = 0; i < 2; ++i) {
                snprintf(scalar, sizeof scalar, "nlgs-batched[isa=scalar,%s]", options[k % 3]);
                snprintf(other, sizeof other, "nlgs-batched[isa=%s,%s]", isas[i], options[k % 3]);
                check_same(scalar, other, test_batched[k / 3], packing.problem);
            }
            snprintf(scalar, sizeof scalar, "nlgs-parallel[domains=3,threads=1,%s]",
                     options[k % 3]);
            snprintf(other, sizeof other, "nlgs-parallel[domains=3,threads=3,%s]", options[k % 3]);
            check_same(scalar, other, test_batched[k / 3], packing.problem);
        }
        test_packing_free(&packing);
    }
}

/* With friction anywhere, and in solvers that hold a velocity, `normal` changes no bit. */
Test(relaxed, normal_components_are_not_alone_where_something_rubs)
{
    test_packing packing;
    test_packing_pushed(&packing, 21, 30, 0.0, 0.0);
    check_same("nlgs-batched", "nlgs-batched[frictionless=normal]", "ebp", packing.problem);
    double *const mu = calloc(packing.problem->n_contacts, sizeof *mu);
    ss_problem problem = *packing.problem;
    mu[problem.n_contacts / 2] = 0.3;
    problem.mu = mu;
    check_same("nlgs-batched", "nlgs-batched[frictionless=normal]", "exact", &problem);
    check_same("nlgs-parallel", "nlgs-parallel[frictionless=normal]", "exact", &problem);
    free(mu);
    test_packing_free(&packing);
}

/* A contact alone is relaxed as nlgs-sor does, and counted so. */
Test(relaxed, a_contact_is_relaxed_by_lanes_as_by_nlgs_sor)
{
    for (int kind = 0; kind < 3; ++kind) {
        test_packing packing;
        test_packing_pushed(&packing, 5, 2, kind == 1 ? 0.4 : 0.0, kind == 2 ? 0.0 : 0.3);
        ss_problem problem = *packing.problem;
        problem.n_contacts = 1;
        for (size_t k = 0; k < TEST_N_BATCHED; ++k) {
            ss_work work, lanes;
            double u[3], v[3];
            const bool holds = k >= 4; /* ebp, ebp-nokink and eal */
            double *const a = test_sweep_and_hold("nlgs-sor[omega=1.4]", test_batched[k], &problem,
                                                  NULL, 3, &work, u);
            double *const b = test_sweep_and_hold("nlgs-batched[omega=1.4]", test_batched[k],
                                                  &problem, NULL, 3, &lanes, v);
            TEST_REQUIRE(test_distance(a, b, 3) <= 1e-13 * test_norm(a, 3), "%s: %g of %g",
                         test_batched[k], test_distance(a, b, 3), test_norm(a, 3));
            TEST_REQUIRE(!holds || test_distance(u, v, 3) <= 1e-13 * (test_norm(u, 3) + 1.0),
                         "%s: other velocity by %g", test_batched[k], test_distance(u, v, 3));
            TEST_REQUIRE(work.projections == lanes.projections && work.visits == lanes.visits,
                         "%s: %zu projections, nlgs-sor %zu", test_batched[k], lanes.projections,
                         work.projections);
            free(a);
            free(b);
        }
        test_packing_free(&packing);
    }
}

Test(relaxed, the_fixed_point_is_that_of_nlgs)
{
    static const char *const outers[] = {"nlgs-batched[omega=1.3]",
                                         "nlgs-parallel[omega=1.3,domains=3]"};
    static const char *const locals[] = {"exact", "ebp", "eal", "ac", "sal[alpha=0.4]"};
    test_packing packing;
    test_packing_pushed(&packing, 3, 30, 0.0, 0.3);
    for (size_t k = 0; k < 10; ++k)
        test_fixed_point(outers[k % 2], locals[k / 2], packing.problem);
    test_packing_free(&packing);
}

/* Visited one by one, contacts get nlgs-sor's impulses, to the bit. */
Test(relaxed, rigid_bodies_are_relaxed_one_by_one)
{
    static ss_check_rigid s;
    gsl_rng *const rng = test_rng(4);
    ss_check_rigid_draw(&s, rng, 6);
    gsl_rng_free(rng);
    check_same("nlgs-sor[omega=1.4]", "nlgs-batched[omega=1.4]", "exact", &s.problem);
    check_same("nlgs-sor[omega=1.4]", "nlgs-batched[omega=1.4]", "ebp", &s.problem);
    check_same("nlgs-parallel[omega=1.4,domains=3,threads=1]",
               "nlgs-parallel[omega=1.4,domains=3,threads=3]", "exact", &s.problem);
    test_packing packing;
    test_packing_pushed(&packing, 9, 20, 0.0, 0.3);
    check_same("nlgs-sor[omega=1.4]", "nlgs-batched[omega=1.4]", "sbp[cap=2]", packing.problem);
    test_packing_free(&packing);
}

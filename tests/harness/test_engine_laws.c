/* The laws of engines (harness/engine/laws.h): the pyramid's projection against its variational
 * inequality, each law at answers made for it and at those of others, Coulomb's against E1, springs
 * that are found again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/engine/laws.h"
#include "harness/estimators/estimators.h"
#include "solvers/laws/project.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>

static void random_tau(gsl_rng *rng, double tau[3])
{
    const double size = test_log_uniform(rng, 1e-6, 1e6);
    test_direction(rng, tau);
    for (int k = 0; k < 3; ++k)
        tau[k] *= size * test_log_uniform(rng, 1e-3, 1.0);
}

/* (tau - p).(z - p) <= 0 for all z of the pyramid says that p is its nearest point. */
Test(engine_laws, the_pyramid_projects_to_its_nearest_point)
{
    gsl_rng *const rng = test_rng(1);
    for (int k = 0; k < 100000; ++k) {
        const double mu = test_log_uniform(rng, 1e-3, 1e2);
        const double size = test_log_uniform(rng, 1e-6, 1e6), share = gsl_rng_uniform(rng);
        double tau[3], p[3], z[3], outward[3], inward[3];
        random_tau(rng, tau);
        ss_pyramid_project(p, tau, mu);
        TEST_REQUIRE(p[0] >= 0.0 && fabs(p[1]) + fabs(p[2]) <= mu * p[0] * (1.0 + 1e-12) + 1e-300,
                     "(%g, %g, %g), mu %g: (%g, %g, %g) is not in the pyramid", tau[0], tau[1],
                     tau[2], mu, p[0], p[1], p[2]);
        z[0] = size;
        z[1] = (gsl_rng_uniform(rng) < 0.5 ? -1.0 : 1.0) * share * mu * size;
        z[2] = (gsl_rng_uniform(rng) < 0.5 ? -1.0 : 1.0) * (1.0 - share) * mu * size;
        ss_sub3(outward, tau, p);
        ss_sub3(inward, z, p);
        TEST_REQUIRE(ss_dot(outward, inward) <= 1e-13 * ss_norm(tau) * (ss_norm(z) + ss_norm(p)),
                     "(%g, %g, %g), mu %g: (%g, %g, %g) is nearer", tau[0], tau[1], tau[2], mu,
                     z[0], z[1], z[2]);
    }
    gsl_rng_free(rng);
}

/* A contact, what it does, and the laws that let it: bits by their numbers. */
typedef struct deed {
    double r[3], u[3], mu;
    unsigned laws;
} deed;

enum {
    C = 1 << SS_ENGINE_COULOMB,
    A = 1 << SS_ENGINE_ASSOCIATED,
    S = 1 << SS_ENGINE_SQUARE,
    P = 1 << SS_ENGINE_PYRAMID,
    F = 1 << SS_ENGINE_FRICTIONLESS
};

Test(engine_laws, each_law_knows_its_own_answers)
{
    static const deed deeds[] = {
        {{0, 0, 0}, {1, 0, 0}, 0.5, C | A | S | P | F}, /* leaves */
        {{1, 0, 0}, {0, 0, 0}, 0.5, C | A | S | P | F}, /* rests */
        {{1, 0.1, 0.1}, {0, 0, 0}, 0.5, C | A | S | P}, /* sticks */
        {{1, -0.3, -0.4}, {0, 3, 4}, 0.5, C},           /* slides */
        {{1, -0.3, -0.4}, {2.5, 3, 4}, 0.5, A},         /* slides and lifts */
        {{1, -0.5, -0.5}, {0, 3, 4}, 0.5, S},           /* each direction by itself */
        {{1, -0.5, 0}, {0, 3, 0}, 0.5, C | S},          /* along a tangent */
        {{1, -0.25, -0.25}, {1, 2, 2}, 0.5, P},         /* on a face, in its normal */
        {{1, -0.5, 0}, {1.5, 3, 0}, 0.5, A | P},        /* on an edge */
        {{1, 0, 0}, {0, 3, 4}, 0.5, F},                 /* as on ice */
        {{1, -0.3, -0.4}, {0, -3, 4}, 0.5, 0},          /* friction astray */
        {{1, 0, 0}, {-1, 0, 0}, 0.5, 0}};               /* penetrates */
    for (size_t k = 0; k < sizeof deeds / sizeof *deeds; ++k)
        for (size_t law = 0; law < SS_ENGINE_LAWS; ++law) {
            double map[3];
            ss_engine_laws[law].map(map, deeds[k].r, deeds[k].u, deeds[k].mu);
            const bool obeyed = ss_norm(map) < 1e-14;
            cr_expect(obeyed == ((deeds[k].laws >> law & 1) != 0), "deed %zu, %s: %g", k,
                      ss_engine_laws[law].name, ss_norm(map));
        }
}

Test(engine_laws, coulombs_is_e1_and_springs_are_found)
{
    gsl_rng *const rng = test_rng(3);
    test_packing packing;
    test_packing_draw(&packing, 5, 12, true, NULL);
    const ss_problem *const p = packing.problem;
    const size_t n = 3 * p->n_contacts;
    double *const r = calloc(n + 1, sizeof *r), *const u = calloc(n + 1, sizeof *u);
    cr_assert(n > 0 && r != NULL && u != NULL);
    for (size_t k = 0; k < n; ++k) {
        r[k] = test_uniform(rng, -1.0, 1.0);
        u[k] = test_uniform(rng, -1.0, 1.0);
    }
    const ss_evidence evidence = {p, r, u, u};
    const double e1 = ss_estimator_value(&ss_estimator_e1, &evidence);
    cr_expect_float_eq(
        ss_engine_law_residual(&ss_engine_laws[SS_ENGINE_COULOMB], p, r, u, 0.0) / e1, 1.0, 1e-12);
    /* sticking everywhere, but that each contact gives way as a spring */
    const double softness = 0.37;
    for (size_t c = 0; c < p->n_contacts; ++c) {
        const double push = test_uniform(rng, 0.5, 2.0);
        const double impulse[3] = {push, 0.3 * p->mu[c] * push, -0.2 * p->mu[c] * push};
        for (size_t k = 0; k < 3; ++k) {
            r[3 * c + k] = impulse[k];
            u[3 * c + k] = -softness * impulse[k];
        }
    }
    const ss_engine_soft soft = ss_engine_soften(p, r, u);
    cr_expect_float_eq(soft.softness / softness, 1.0, 1e-6, "%g", soft.softness);
    cr_expect_lt(soft.residual,
                 1e-6 * ss_engine_law_residual(&ss_engine_laws[SS_ENGINE_COULOMB], p, r, u, 0.0));
    free(r);
    free(u);
    test_packing_free(&packing);
    gsl_rng_free(rng);
}

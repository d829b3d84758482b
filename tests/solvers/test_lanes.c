/* Lanes against visits one by one: impulses, held velocities, tests, safeguards and counters.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdlib.h>

/* One visit by lanes and one by `solve`: the impulse, the held velocity and the iterations. */
static void check_visit(const char *local, const ss_problem *problem, const double start[3])
{
    const bool holds = local[1] != 'c';
    ss_work lone, lanes;
    double u[3], v[3];
    double *const a = test_sweep_and_hold("nlgs", local, problem, start, 1, &lone, u);
    double *const b = test_sweep_and_hold("nlgs-batched", local, problem, start, 1, &lanes, v);
    TEST_REQUIRE(test_distance(a, b, 3) <= 1e-12 * (test_norm(a, 3) + test_norm(start, 3)),
                 "%s: other impulse by %g of %g", local, test_distance(a, b, 3), test_norm(a, 3));
    TEST_REQUIRE(!holds || test_distance(u, v, 3) <= 1e-12 * (test_norm(u, 3) + 1.0),
                 "%s: other velocity by %g of %g", local, test_distance(u, v, 3), test_norm(u, 3));
    TEST_REQUIRE(lone.local_iterations == lanes.local_iterations &&
                     lone.newton_failures == lanes.newton_failures &&
                     lone.fallbacks == lanes.fallbacks && lone.visits == lanes.visits,
                 "%s: %zu iterations and %zu failures, nlgs %zu and %zu", local,
                 lanes.local_iterations, lanes.newton_failures, lone.local_iterations,
                 lone.newton_failures);
    free(a);
    free(b);
}

/* Every contact of a cluster alone, from random starts, with options that fail or search. */
Test(lanes, a_visit_by_lanes_has_the_tests_and_safeguards_of_solve)
{
    static const char *const locals[] = {"ebp",
                                         "ebp-nokink",
                                         "ebp[alpha=4]",
                                         "ebp[cap=2]",
                                         "ebp[cap=2,fallback=no,tol=1e-13]",
                                         "eal",
                                         "eal[alpha=4]",
                                         "eal[cap=1,fallback=no]",
                                         "ac",
                                         "ac[alpha=0.5]",
                                         "ac[cap=1]"};
    gsl_rng *const rng = test_rng(77);
    for (int kind = 0; kind < 3; ++kind) {
        test_packing packing;
        test_packing_pushed(&packing, 21, 40, kind == 1 ? 0.4 : 0.0, kind == 2 ? 1.5 : 0.3);
        for (size_t c = 0; c < packing.problem->n_contacts; ++c) {
            ss_ball_form form = *packing.problem->balls;
            ss_problem problem = *packing.problem;
            form.contacts += c;
            problem.balls = &form;
            problem.n_contacts = 1;
            problem.q += 3 * c;
            problem.mu += c;
            problem.rho_bar += c;
            const double size = pow(10.0, gsl_ran_flat(rng, -2.0, 1.0)) * problem.rho_bar[0];
            const double start[3] = {size, gsl_ran_flat(rng, -size, size),
                                     gsl_ran_flat(rng, -size, size)};
            for (size_t k = 0; k < sizeof locals / sizeof locals[0]; ++k)
                check_visit(locals[k], &problem, start);
        }
        test_packing_free(&packing);
    }
    gsl_rng_free(rng);
}

/* Counters are sums over lanes, whatever the form and the number of threads. */
Test(lanes, counters_are_those_of_the_visits)
{
    static const char *const outers[] = {"nlgs-batched[isa=scalar]", "nlgs-batched[isa=wide8]",
                                         "nlgs-batched", "nlgs-parallel[domains=1]"};
    test_packing packing;
    test_packing_pushed(&packing, 9, 40, 0.0, 0.3);
    for (size_t k = 0; k < TEST_N_BATCHED; ++k) {
        ss_work plain, work[4];
        free(test_sweep_with("nlgs", test_batched[k], packing.problem, NULL, 9, &plain));
        for (size_t o = 0; o < 4; ++o) {
            free(test_sweep_with(outers[o], test_batched[k], packing.problem, NULL, 9, &work[o]));
            cr_expect_arr_eq(&work[o], &work[0], sizeof work[0], "%s, %s: other work",
                             test_batched[k], outers[o]);
        }
        cr_expect_eq(work[0].visits, plain.visits);
        const double ratio = (double)work[0].local_iterations / (double)plain.local_iterations;
        cr_expect(ratio > 0.95 && ratio < 1.05, "%s: %g times the iterations of nlgs",
                  test_batched[k], ratio);
    }
    test_packing_free(&packing);
}

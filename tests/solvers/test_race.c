/* The race with which `reference` begins: it costs a small multiple of the quickest of its own, by
 * work units, and takes no factorization where sweeps end soon.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/referee.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>

static ss_solve_report solve(const ss_problem *problem, const char *text, double tol)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice = {.solver = NULL};
    ss_solve_report report;
    cr_assert(ss_choice_parse(&choice, text, SS_CHOICE_ANY, &error), "%s", error.text);
    ss_solver *const solver = ss_solver_create(&choice, &error);
    ss_referee *const referee = ss_referee_create(&error);
    const ss_rules rules = {
        .stop = &ss_estimator_e1, .tol = tol, .max_sweeps = 20000, .label = choice.label};
    cr_assert_not_null(ss_solver_prepare(solver, problem, &error));
    cr_assert(ss_referee_solve(referee, solver, problem, &rules, &report, &error), "%s",
              error.text);
    ss_referee_free(referee);
    ss_solver_free(solver);
    ss_choice_free(&choice);
    return report;
}

/* The least work of solvers that the race has in it; of those that did not end, infinite. */
static double least_units(const ss_problem *problem, double tol)
{
    static const char *const texts[] = {"nlgs-batched[local=exact]",
                                        "nlgs-anderson[of=nlgs-batched[local=exact]]", "apgd"};
    double least = INFINITY;
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; ++k) {
        const ss_solve_report found = solve(problem, texts[k], tol);
        if (ss_outcome_is_solved(found.outcome))
            least = fmin(least, found.work_units);
    }
    return least;
}

Test(race, costs_a_small_multiple_of_the_quickest)
{
    static const double tols[] = {1e-1, 1e-2, 1e-3, 1e-4};
    for (unsigned long seed = 1; seed <= 4; ++seed) {
        test_packing p;
        test_packing_draw(&p, seed, 40 * seed, true, NULL);
        for (size_t k = 0; k < sizeof tols / sizeof tols[0]; ++k) {
            const ss_solve_report found = solve(p.problem, "reference", tols[k]);
            const double least = least_units(p.problem, tols[k]);
            cr_expect(ss_outcome_is_solved(found.outcome), "seed %lu: not to %g", seed, tols[k]);
            cr_expect(found.work_units <= 4.0 * least, "seed %lu to %g: %g units, %g at least",
                      seed, tols[k], found.work_units, least);
            cr_expect(found.work_units > 400.0 || found.work.factorizations == 0,
                      "a factorization within %g units", found.work_units);
        }
        test_packing_free(&p);
    }
}

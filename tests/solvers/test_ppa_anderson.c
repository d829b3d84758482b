/* The proximal point around mixed sweeps: its purpose, what it may wrap, and what it leaves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>

static size_t sweeps_of(const char *outer, const ss_problem *problem)
{
    ss_solve_report report;
    test_outer solver = test_outer_make(outer, "", "exact");
    test_outer_solve(solver.solver, problem, 1e-8, 5000, &report);
    cr_expect_eq(report.outcome, SS_OUTCOME_SOLVED, "%s: E1 %g", outer,
                 report.values[SS_ESTIMATE_e1]);
    test_outer_unmake(&solver);
    return report.sweeps;
}

/* Method 11.3: it cures most of the cycling of sweeps. W is unsymmetric here, and much slips. */
Test(ppa_anderson, cures_what_sweeps_cycle_on)
{
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "restitution=mended,e_n=0.5,e_t=0,mu=0.6", 305);
    const size_t plain = sweeps_of("nlgs", packing.problem);
    const size_t mixed = sweeps_of("nlgs-anderson", packing.problem);
    const size_t shifted = sweeps_of("ppa-anderson", packing.problem);
    cr_expect(10 * shifted < plain && 5 * shifted < mixed, "%zu sweeps of %zu and %zu", shifted,
              plain, mixed);
    test_packing_free(&packing);
}

/* Every sweep and every local solver; with a shift that makes the blocks ten times as large too,
 * which a descent parameter must follow. The velocity that is shown, if any is held, is that of r.
 */
static void check_inner(const test_packing *packing, const char *options, const char *local)
{
    const ss_problem *const problem = packing->problem;
    double u[30];
    ss_solve_report report;
    test_outer solver = test_outer_make("ppa-anderson", options, local);
    const double *const r = test_outer_solve(solver.solver, problem, 1e-8, 5000, &report);
    const double *const shown = ss_solver_answer_of(solver.solver).u;
    cr_expect_eq(report.outcome, SS_OUTCOME_SOLVED, "%s of %s: E1 %g", options, local,
                 report.values[SS_ESTIMATE_e1]);
    cr_assert_eq(problem->n_contacts, 10);
    test_velocity(u, problem, r);
    cr_expect(shown == NULL || test_distance(u, shown, 30) <= 1e-12 * test_norm(problem->q, 30),
              "%s of %s", options, local);
    test_outer_unmake(&solver);
}

Test(ppa_anderson, wraps_every_sweep_with_every_local_solver)
{
    static const char *const options[] = {"of=nlgs", "of=nlgs-batched", "of=nlgs-parallel",
                                          "of=nlgs-sor[order=symmetric]", "a=10"};
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "", 450);
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k)
        for (size_t i = 0; i < sizeof options / sizeof *options; ++i)
            check_inner(&packing, options[i], ss_local_solver_at(k)->name);
    test_packing_free(&packing);
}

/* Its residual goes up and down; what it leaves does not. */
Test(ppa_anderson, leaves_its_best_iterate)
{
    test_packing packing;
    double last = INFINITY;
    test_outer_pack(&packing, "balls-4", "restitution=mended,e_n=0.5,e_t=0,mu=0.6", 300);
    test_outer solver = test_outer_make("ppa-anderson", "", "exact");
    for (size_t cap = 1; cap < 300; ++cap) {
        ss_solve_report report;
        test_outer_solve(solver.solver, packing.problem, 1e-300, cap, &report);
        cr_expect(report.values[SS_ESTIMATE_e1] <= last * (1.0 + 1e-9) + 1e-14,
                  "E1 %g after %zu sweeps, %g before", report.values[SS_ESTIMATE_e1], cap, last);
        last = report.values[SS_ESTIMATE_e1];
    }
    test_outer_unmake(&solver);
    test_packing_free(&packing);
}

/* APGD: both readings of its shift, its costs, and where its theory ends.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>

static const char *const shifts[] = {"shift=each", "shift=outer"};

/* Solves in any form, and pays a product an iteration, those of the start and two or three
 * projections a contact. */
static void check_costs(const ss_problem *problem, const char *options, bool frozen)
{
    const size_t n = problem->n_contacts;
    ss_solve_report report;
    test_outer solver = test_outer_make("apgd", options, "");
    test_outer_solve(solver.solver, problem, 1e-10, 5000, &report);
    cr_expect_eq(report.outcome, SS_OUTCOME_SOLVED, "%s: E1 %g", options,
                 report.values[SS_ESTIMATE_e1]);
    cr_expect(report.work.products > report.sweeps && report.work.products <= report.sweeps + 31,
              "%s: %zu products in %zu iterations", options, report.work.products, report.sweeps);
    const size_t projections = report.sweeps * (frozen ? 3 : 2) * n;
    cr_expect(report.work.projections + n >= projections &&
                  report.work.projections <= projections + n,
              "%s: %zu projections", options, report.work.projections);
    cr_expect(report.work.visits == 0 && report.work.residuals == 0);
    test_outer_unmake(&solver);
}

Test(apgd, both_shifts_solve_every_form_by_products)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing balls, stack;
    test_outer_pack(&balls, "balls-4", "", 450);
    test_outer_pack(&stack, "block-stack", "", 60);
    ss_block_problem *const blocks = ss_block_problem_from_body(balls.problem, &error);
    const ss_problem *const forms[] = {balls.problem, stack.problem, ss_block_problem_view(blocks)};
    cr_assert(forms[1]->form == SS_FORM_RIGID && forms[1]->n_contacts > 0);
    for (size_t k = 0; k < 3; ++k)
        for (size_t s = 0; s < 2; ++s)
            check_costs(forms[k], shifts[s], s == 1);
    ss_block_problem_free(blocks);
    test_packing_free(&balls);
    test_packing_free(&stack);
}

/* One product of the power iteration finds too small an L; the lengths of the steps mend it. */
Test(apgd, too_small_an_estimate_is_mended)
{
    test_packing packing;
    ss_solve_report report;
    test_outer_pack(&packing, "balls-500", "tol=1e-6", 350);
    test_outer solver = test_outer_make("apgd", "power=1,margin=1", "");
    test_outer_solve(solver.solver, packing.problem, 1e-12, 5000, &report);
    cr_expect_eq(report.outcome, SS_OUTCOME_SOLVED, "E1 %g", report.values[SS_ESTIMATE_e1]);
    test_outer_unmake(&solver);
    test_packing_free(&packing);
}

/* Unequal restitutions make W unsymmetric, which no gradient has: it is served all the same. */
Test(apgd, an_unsymmetric_W_is_served)
{
    static const char *const settings[] = {"restitution=mended,e_n=0.5,e_t=0,mu=0.6",
                                           "restitution=mended,e_n=0,e_t=0.5,mu=0.6"};
    for (size_t k = 0; k < 4; ++k) {
        test_packing packing;
        ss_solve_report report;
        test_outer_pack(&packing, "balls-4", settings[k / 2], 450);
        test_outer solver = test_outer_make("apgd", shifts[k % 2], "");
        test_outer_solve(solver.solver, packing.problem, 1e-8, 20000, &report);
        cr_expect_eq(report.outcome, SS_OUTCOME_SOLVED, "%s, %s: E1 %g", settings[k / 2],
                     shifts[k % 2], report.values[SS_ESTIMATE_e1]);
        test_outer_unmake(&solver);
        test_packing_free(&packing);
    }
}

/* Its residual goes up and down; what it leaves does not. */
Test(apgd, leaves_its_best_iterate)
{
    for (size_t s = 0; s < 2; ++s) {
        test_packing packing;
        double last = INFINITY;
        test_outer_pack(&packing, "balls-4", "", 450);
        test_outer solver = test_outer_make("apgd", shifts[s], "");
        for (size_t cap = 1; cap < 100; ++cap) {
            ss_solve_report report;
            test_outer_solve(solver.solver, packing.problem, 1e-300, cap, &report);
            cr_expect(report.values[SS_ESTIMATE_e1] <= last * (1.0 + 1e-9) + 1e-14,
                      "%s: E1 %g after %zu iterations, %g before", shifts[s],
                      report.values[SS_ESTIMATE_e1], cap, last);
            last = report.values[SS_ESTIMATE_e1];
        }
        test_outer_unmake(&solver);
        test_packing_free(&packing);
    }
}

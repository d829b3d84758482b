/* The work unit against operations counted by hand, and that a plain sweep is one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/unit.h"
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>

/* Two contacts and all four blocks. A sweep: 4 blocks of 18, 2 dr of 3, 2 exact solves of 48. */
Test(unit, of_blocks_by_hand)
{
    double q[6] = {0.0}, mu[2] = {0.3, 0.3}, rho_bar[2] = {1.0, 1.0}, blocks[36] = {0.0};
    double W_cc[18] = {0.0};
    size_t row_start[3] = {0, 2, 4}, column[4] = {0, 1, 0, 1};
    const ss_block_form form = {row_start, column, blocks};
    const ss_problem problem = {
        2, 3, q, mu, rho_bar, NULL, NULL, W_cc, SS_FORM_BLOCKS, {.blocks = &form}};
    cr_expect_eq(ss_unit_sweep(&problem), 4 * 18 + 2 * 3 + 2 * 48);
    const ss_work outer = {
        .products = 3, .residuals = 2, .projections = 5, .flops = 1000, .moves = 70};
    cr_expect_eq(ss_unit_of_work(&problem, NULL, &outer),
                 3 * 4 * 18 / 2 + 2 * 2 * 66 + 5 * 15 + 1000 + 5 * 70);
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_work visits = {
        .visits = 10, .local_iterations = 20, .projections = 30, .fallbacks = 1};
    cr_expect_eq(ss_unit_of_work(&problem, ss_local_solver_find("ebp", &error), &visits),
                 10 * (36 + 3) + 0.45 * (10 * 18 + 20 * 303 + 30 * 51) + 48);
    cr_expect_eq(ss_unit_of_work(&problem, ss_local_solver_find("sal", &error), &visits),
                 10 * (36 + 3) + 20 * 6 + 30 * 9 + 48);
    const ss_work roots = {.visits = 10, .local_iterations = 10, .root_values = 7};
    cr_expect_eq(ss_unit_of_work(&problem, ss_local_solver_find("exact", &error), &roots),
                 10 * (36 + 3 + 48) + 7 * 45);
    const ss_work lanes = {.visits = 16, .local_iterations = 16, .lane_visits = 8};
    cr_expect_eq(ss_unit_of_work(&problem, ss_local_solver_find("exact", &error), &lanes),
                 (8 + 8 / 4) * (36 + 3 + 48));
}

/* Of bodies: spheres' contacts cost 45 + 9 + 3 + 50 and 48, those of rigid bodies 48 + 15 + 3 and
 * 48, and 37 for each moving body. A block on the floor: each contact has one. */
Test(unit, of_bodies_by_hand)
{
    test_packing balls, block;
    test_outer_pack(&balls, "balls-4", "", 450);
    test_outer_pack(&block, "sliding-block", "", 1);
    const double n = (double)balls.problem->n_contacts, m = (double)block.problem->n_contacts;
    cr_assert(n > 0.0 && m > 0.0);
    cr_expect_eq(ss_unit_sweep(balls.problem), 155.0 * n);
    cr_expect_eq(ss_unit_sweep(block.problem), (48.0 + 15.0 + 3.0 + 48.0 + 37.0) * m);
    const ss_work work = {.products = 1};
    cr_expect_eq(ss_unit_of_work(balls.problem, NULL, &work), 47.5 * n);
    cr_expect_eq(ss_unit_of_work(block.problem, NULL, &work), 50.0 * m);
    test_packing_free(&balls);
    test_packing_free(&block);
}

/* Sweeps by the exact solve are as many units, those in lanes a quarter of it; what a solver does
 * on blocks counts in units of the problem as it was posed. */
Test(unit, a_plain_sweep_is_one)
{
    static const char *const outers[] = {"nlgs", "nlgs-batched", "nlgs-parallel"};
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "", 450);
    for (size_t k = 0; k < sizeof outers / sizeof outers[0]; ++k) {
        ss_solve_report report;
        test_outer solver = test_outer_make(outers[k], "", "exact");
        test_outer_solve(solver.solver, packing.problem, 1e-10, 2000, &report);
        const double n = (double)packing.problem->n_contacts;
        const double sweeps = (double)report.sweeps - 0.75 * (double)report.work.lane_visits / n;
        cr_expect(sweeps > 0.0 && fabs(report.work_units - sweeps) < 1e-12 * report.work_units,
                  "%s: %g units in %zu sweeps", outers[k], report.work_units, report.sweeps);
        /* ten contacts in four domains: none of them has the four of a group */
        cr_expect(strcmp(outers[k], "nlgs-parallel") != 0 || report.work.lane_visits == 0);
        test_outer_unmake(&solver);
    }
    ss_solve_report report;
    test_outer admm = test_outer_make("admm", "", "exact");
    test_outer_solve(admm.solver, packing.problem, 1e-6, 2000, &report);
    cr_expect(report.work.moves > report.work.solves &&
                  report.work_units >
                      5.0 * (double)report.work.moves / ss_unit_sweep(packing.problem),
              "admm: %g units", report.work_units);
    test_outer_unmake(&admm);
    test_packing_free(&packing);
}

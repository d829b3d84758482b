/* The purposes of relaxation, mixing, ADMM and APGD.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/frozen.h"
#include "tests/support/outer_run.h"
#include "tests/support/sweeps.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <stdlib.h>

/* omega = 1 and contacts in order: nlgs to the bit, work included, in both forms. */
Test(sor, omega_1_is_nlgs)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "", 450);
    ss_block_problem *const blocks = ss_block_problem_from_body(packing.problem, &error);
    const ss_problem *const forms[] = {packing.problem, ss_block_problem_view(blocks)};
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const char *const local = ss_local_solver_at(k)->name;
        for (int form = 0; form < 2; ++form) {
            ss_solve_report a, b;
            test_outer nlgs = test_outer_make("nlgs", "", local);
            test_outer sor = test_outer_make("nlgs-sor", "omega=1", local);
            const double *const r = test_outer_solve(nlgs.solver, forms[form], 1e-10, 500, &a);
            const double *const s = test_outer_solve(sor.solver, forms[form], 1e-10, 500, &b);
            const ss_solver_answer of_nlgs = ss_solver_answer_of(nlgs.solver);
            const ss_solver_answer of_sor = ss_solver_answer_of(sor.solver);
            cr_expect(test_outer_same(r, s, forms[form]), "%s", local);
            /* velocities are there where they are held, and nowhere else */
            cr_expect((of_nlgs.u != NULL) == of_nlgs.holds_velocity &&
                          (of_sor.u != NULL) == of_nlgs.holds_velocity,
                      "%s", local);
            cr_expect(of_nlgs.u == NULL || test_outer_same(of_nlgs.u, of_sor.u, forms[form]), "%s",
                      local);
            cr_expect(memcmp(&a.work, &b.work, sizeof a.work) == 0, "%s: work", local);
            test_outer_unmake(&nlgs);
            test_outer_unmake(&sor);
        }
    }
    ss_block_problem_free(blocks);
    test_packing_free(&packing);
}

/* The first sweep is nlgs's to the bit, and the rest up to what rounding adds up to. */
Test(refreshed, sweeps_are_those_of_nlgs_but_for_rounding)
{
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "", 450);
    for (size_t sweeps = 1; sweeps <= 20; sweeps += 19) {
        ss_work of_kept, of_fresh;
        const size_t n = 3 * packing.problem->n_contacts;
        double *const kept =
            test_sweep_with("nlgs", "ebp", packing.problem, NULL, sweeps, &of_kept);
        double *const fresh =
            test_sweep_with("nlgs-refreshed", "ebp", packing.problem, NULL, sweeps, &of_fresh);
        cr_expect(test_distance(kept, fresh, n) <= (sweeps > 1 ? 1e-13 : 0.0) * test_norm(kept, n),
                  "%zu sweeps: %g apart", sweeps, test_distance(kept, fresh, n));
        cr_expect_eq(of_fresh.products, of_kept.products + sweeps);
        free(kept);
        free(fresh);
    }
    test_packing_free(&packing);
}

Test(sor, every_order_solves_and_a_seed_repeats_the_random_one)
{
    static const char *const orders[] = {"order=backward", "order=symmetric", "order=random,seed=7",
                                         "order=random,seed=7", "order=random,seed=8"};
    test_packing packing;
    double *r[5];
    test_outer_pack(&packing, "balls-4", "", 450);
    for (size_t k = 0; k < 5; ++k) {
        ss_solve_report report;
        test_outer solver = test_outer_make("nlgs-sor", orders[k], "ebp");
        r[k] = test_outer_copy(
            test_outer_solve(solver.solver, packing.problem, 1e-8, 5000, &report), packing.problem);
        cr_expect_eq(report.outcome, SS_OUTCOME_SOLVED, "%s", orders[k]);
        cr_expect_eq(report.work.visits, report.sweeps * packing.problem->n_contacts, "%s",
                     orders[k]);
        test_outer_unmake(&solver);
    }
    cr_expect(test_outer_same(r[2], r[3], packing.problem) &&
              !test_outer_same(r[2], r[4], packing.problem));
    for (size_t k = 0; k < 5; ++k)
        free(r[k]);
    test_packing_free(&packing);
}

/* However far a step goes, r stays in the cone, and the velocity that is held is that of r. */
Test(sor, a_relaxed_impulse_is_in_the_cone_and_has_its_velocity)
{
    test_packing packing;
    ss_solve_report report;
    test_outer_pack(&packing, "balls-4", "", 450);
    test_outer far = test_outer_make("nlgs-sor", "omega=1.9", "exact");
    test_outer_solve(far.solver, packing.problem, 1e-300, 3, &report);
    cr_expect(report.values[SS_ESTIMATE_cone] <= 1e-16, "%g outside",
              report.values[SS_ESTIMATE_cone]);
    test_outer_unmake(&far);
    test_packing_free(&packing);
    gsl_rng *const rng = test_rng(4);
    test_outer held = test_outer_make("nlgs-sor", "omega=1.5", "ebp");
    for (int draw = 0; draw < 20; ++draw) {
        test_contact c;
        double u[3];
        ss_check_lone_contact_draw(&c, rng, true, 1.0);
        test_velocity(u, &c.problem, test_outer_solve(held.solver, &c.problem, 1e-300, 1, &report));
        cr_expect(test_distance(ss_solver_answer_of(held.solver).u, u, 3) <= 1e-12, "draw %d",
                  draw);
    }
    test_outer_unmake(&held);
    gsl_rng_free(rng);
}

/* Method 11.2: 10 to 25 times fewer sweeps where nlgs converges slowly; at least a quarter here. */
Test(anderson, needs_fewer_sweeps_than_what_it_wraps)
{
    static const struct {
        const char *scene, *settings;
        size_t steps;
    } scenes[] = {{"balls-4", "", 450},
                  {"balls-4", "restitution=mended,e_t=0,mu=0.5", 200},
                  {"balls-500", "tol=1e-6", 350}};
    static const char *const inner[] = {"nlgs", "nlgs-batched", "nlgs-parallel"};
    for (size_t k = 0; k < 3; ++k) {
        test_packing packing;
        test_outer_pack(&packing, scenes[k].scene, scenes[k].settings, scenes[k].steps);
        for (size_t i = 0; i < 3; ++i) {
            ss_solve_report plain, mixed;
            char of[64];
            test_outer a = test_outer_make(inner[i], "", "exact");
            snprintf(of, sizeof of, "of=%s", inner[i]);
            test_outer b = test_outer_make("nlgs-anderson", of, "exact");
            test_outer_solve(a.solver, packing.problem, 1e-8, 5000, &plain);
            test_outer_solve(b.solver, packing.problem, 1e-8, 5000, &mixed);
            cr_expect(plain.outcome == SS_OUTCOME_SOLVED && mixed.outcome == SS_OUTCOME_SOLVED);
            cr_expect(4 * mixed.sweeps < plain.sweeps, "%s of %s: %zu of %zu sweeps",
                      scenes[k].scene, inner[i], mixed.sweeps, plain.sweeps);
            test_outer_unmake(&a);
            test_outer_unmake(&b);
        }
        test_packing_free(&packing);
    }
}

/* All files by each, but for one: ADMM stalls at E1 3e-6 on the condensed rods, which slide. */
static void solve_file(const char *path, const char *name)
{
    static const char *const solvers[] = {"nlgs-anderson", "ppa-anderson", "admm", "apgd"};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_frozen frozen = {.rho_bar = NULL};
    void *const params = malloc(ss_problem_file.params.size);
    ss_options_defaults(&ss_problem_file.params, params);
    cr_assert(ss_frozen_open(&frozen, path, params, &error), "%s", error.text);
    for (size_t k = 0; k < sizeof solvers / sizeof *solvers; ++k) {
        const bool stalls = k == 2 && strstr(name, "TwoRods1-condensed") != NULL;
        ss_solve_report report;
        test_outer solver = test_outer_make(solvers[k], "", "exact");
        test_outer_solve(solver.solver, &frozen.problem, 1e-8, 5000, &report);
        cr_expect(report.values[SS_ESTIMATE_e1] <= (stalls ? 1e-5 : 1e-8),
                  "%s: %s, E1 %g after %zu sweeps", name, solvers[k], report.values[SS_ESTIMATE_e1],
                  report.sweeps);
        test_outer_unmake(&solver);
    }
    ss_frozen_free(&frozen);
    free(params);
}

Test(outer, solvers_of_the_whole_solve_the_files)
{
    DIR *const folder = opendir(SS_SOURCE_DIR "/problems/data/local");
    size_t n = 0;
    cr_assert_not_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char path[512];
        if (strstr(entry->d_name, ".hdf5") == NULL)
            continue;
        snprintf(path, sizeof path, "%s/problems/data/local/%.200s", SS_SOURCE_DIR, entry->d_name);
        solve_file(path, entry->d_name);
        ++n;
    }
    closedir(folder);
    cr_expect(n >= 13, "only %zu files", n);
}

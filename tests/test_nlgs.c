/* Non-linear Gauss-Seidel: every local solver, in both forms of a problem, finds the one solution
 * there is; and the referee believes nobody.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_linalg.h>
#include <stdlib.h>

enum { max_sweeps = 200000 };

/* Condition of the whole W, made from the block form. Infinite when W is rank deficient. */
static double condition(const ss_problem *problem)
{
    const size_t n = 3 * problem->n_contacts;
    const ss_block_form *const form = problem->block;
    gsl_matrix *const W = gsl_matrix_calloc(n, n), *const V = gsl_matrix_calloc(n, n);
    gsl_vector *const s = gsl_vector_calloc(n), *const work = gsl_vector_calloc(n);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
            for (size_t i = 0; i < 9; ++i)
                gsl_matrix_set(W, 3 * c + i / 3, 3 * form->column[k] + i % 3,
                               form->blocks[9 * k + i]);
    gsl_linalg_SV_decomp(W, V, s, work);
    const double smallest = gsl_vector_get(s, n - 1);
    const double ratio = smallest > 0.0 ? gsl_vector_get(s, 0) / smallest : INFINITY;
    gsl_matrix_free(W);
    gsl_matrix_free(V);
    gsl_vector_free(s);
    gsl_vector_free(work);
    return ratio;
}

/* All local solvers in one form of a problem against `r` of the first of them, or its own. */
static void check_form(const char *name, const ss_problem *problem, double *r, bool first)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const ss_local_solver *const s = ss_local_solver_at(k);
        ss_local_choice choice = test_exact_choice(s, test_lambda_rho(problem));
        test_solution solution;
        test_solve_still(&solution, problem, &choice, NULL, max_sweeps);
        if (first && k == 0)
            memcpy(r, solution.r, solution.n * sizeof *r);
        TEST_REQUIRE(solution.report.sweeps < max_sweeps, "%s, %s: does not come to rest", name,
                     s->name);
        TEST_REQUIRE(test_distance(solution.r, r, solution.n) <= 1e-10 * test_norm(r, solution.n),
                     "%s, %s form, %s: r differs by %g", name,
                     problem->body != NULL ? "body" : "block", s->name,
                     test_distance(solution.r, r, solution.n) / test_norm(r, solution.n));
        test_solution_free(&solution);
        ss_local_choice_free(&choice);
    }
}

/* True when W has full rank, so that r is unique (for a mu as small as this one), and r is not 0.
 */
static bool check_problem(const char *name, const ss_problem *problem)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_problem *const blocks = ss_block_problem_from_body(problem, &error);
    const ss_problem *const view = ss_block_problem_view(blocks);
    const bool unique = problem->n_contacts > 0 && condition(view) < 1e3;
    bool pressed = false;
    if (unique) {
        double *const r = calloc(3 * problem->n_contacts, sizeof *r);
        check_form(name, problem, r, true);
        check_form(name, view, r, false);
        pressed = test_norm(r, 3 * problem->n_contacts) > 0.0;
        free(r);
    }
    ss_block_problem_free(blocks);
    return pressed;
}

Test(nlgs, all_local_solvers_agree_on_random_clusters)
{
    size_t n_unique = 0, n_contacts = 0;
    for (unsigned long seed = 1; seed <= 120; ++seed) {
        gsl_rng *const rng = test_rng(seed);
        char name[40];
        test_packing p;
        snprintf(name, sizeof name, "cluster %lu", seed);
        test_packing_create(&p, rng, 2 + seed % 9, seed % 2 == 0, NULL);
        test_packing_pose(&p);
        if (check_problem(name, p.problem)) {
            ++n_unique;
            n_contacts += p.problem->n_contacts;
        }
        test_packing_free(&p);
        gsl_rng_free(rng);
    }
    cr_expect(n_unique >= 40 && n_contacts >= 4 * n_unique, "%zu clusters, %zu contacts", n_unique,
              n_contacts);
}

Test(nlgs, all_local_solvers_agree_on_falling_columns)
{
    size_t n_unique = 0;
    for (unsigned long instance = 1; instance <= 10; ++instance) {
        test_packing p;
        test_scene_create(&p, "balls-4", "tol=1e-9", instance);
        for (int state = 0; state < 8; ++state) {
            char name[60];
            snprintf(name, sizeof name, "balls-4, instance %lu, state %d", instance, state);
            test_packing_advance(&p, "ebp", 60);
            test_packing_pose(&p);
            n_unique += check_problem(name, p.problem);
        }
        test_packing_free(&p);
    }
    cr_expect(n_unique >= 10, "only %zu states", n_unique);
}

/* Both forms take the same path: as many sweeps and the same work, r alike to rounding. */
Test(nlgs, both_forms_take_the_same_path)
{
    for (unsigned long seed = 1; seed <= 20; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        gsl_rng *const rng = test_rng(100 + seed);
        test_packing p;
        test_packing_create(&p, rng, 12, true, NULL);
        test_packing_pose(&p);
        ss_block_problem *const blocks = ss_block_problem_from_body(p.problem, &error);
        for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
            const char *const name = ss_local_solver_at(k)->name;
            test_solution body, block;
            test_solve(&body, p.problem, name, 1e-300, 20);
            test_solve(&block, ss_block_problem_view(blocks), name, 1e-300, 20);
            TEST_REQUIRE(
                body.report.sweeps == block.report.sweeps &&
                    test_distance(body.r, block.r, body.n) <= 1e-12 * test_norm(body.r, body.n),
                "cluster %lu, %s: %zu and %zu sweeps, r differs by %g", seed, name,
                body.report.sweeps, block.report.sweeps, test_distance(body.r, block.r, body.n));
            test_solution_free(&body);
            test_solution_free(&block);
        }
        ss_block_problem_free(blocks);
        test_packing_free(&p);
        gsl_rng_free(rng);
    }
}

/* A local solver that leaves r = 0 and claims to hold a velocity that would solve everything. */
static ss_local_outcome lie(double r[3], double u[3], const ss_contact *contact, const void *state,
                            const void *options, ss_work *work)
{
    (void)contact;
    (void)state;
    (void)options;
    ++work->local_iterations;
    memset(r, 0, 3 * sizeof *r);
    memset(u, 0, 3 * sizeof *u);
    return SS_LOCAL_DONE;
}

static void lying_sweep(const ss_sweep *sweep)
{
    for (size_t c = 0; c < sweep->problem->n_contacts; ++c)
        lie(sweep->r + 3 * c, sweep->u + 3 * c, NULL, NULL, NULL, sweep->work);
}

static void solve_with(ss_solve_report *report, const ss_problem *problem,
                       const ss_local_choice *choice)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_rules rules = {.tol = 1e-10, .max_sweeps = 5, .label = choice->label};
    ss_solver *const solver = ss_solver_create(ss_outer_solver_at(0), choice, &error);
    ss_referee *const referee = ss_referee_create(&error);
    cr_assert_not_null(ss_solver_prepare(solver, problem, &error));
    cr_assert(ss_referee_solve(referee, solver, problem, choice->solver->holds_velocity, &rules,
                               report, &error));
    ss_referee_free(referee);
    ss_solver_free(solver);
}

/* Judge a local solver that is not in the list, on one cluster. */
static ss_solve_report judge(ss_local_solve *solve, void (*sweep)(const ss_sweep *),
                             bool holds_velocity)
{
    const ss_local_solver solver = {
        .name = "liar", .holds_velocity = holds_velocity, .solve = solve, .sweep = sweep};
    char label[] = "liar";
    const ss_local_choice choice = {&solver, NULL, label};
    gsl_rng *const rng = test_rng(1);
    test_packing p;
    ss_solve_report report;
    test_packing_create(&p, rng, 8, false, NULL);
    test_packing_pose(&p);
    solve_with(&report, p.problem, &choice);
    test_packing_free(&p);
    gsl_rng_free(rng);
    return report;
}

Test(nlgs, the_referee_does_not_believe_a_liar)
{
    const ss_solve_report report = judge(lie, lying_sweep, true);
    cr_expect_eq(report.outcome, SS_OUTCOME_MAX_SWEEPS);
    cr_expect(report.eps.motion > 0.1 && report.eps.pen == 0.0 && report.eps.b == 0.0,
              "motion %g, pen %g, b %g", report.eps.motion, report.eps.pen, report.eps.b);
    cr_expect(report.e1 > 0.1 && report.pen_true > 0.1 && report.pen_local == 0.0,
              "e1 %g, true penetration %g, local %g", report.e1, report.pen_true, report.pen_local);
}

/* Of a solver that holds no velocity, what it leaves in u counts for nothing. */
Test(nlgs, the_referee_recomputes_what_is_not_held)
{
    const ss_solve_report report = judge(lie, lying_sweep, false);
    cr_expect_eq(report.outcome, SS_OUTCOME_MAX_SWEEPS);
    cr_expect(report.eps.motion == 0.0 && report.eps.pen > 0.1, "motion %g, pen %g",
              report.eps.motion, report.eps.pen);
    cr_expect(report.pen_local == report.pen_true && report.pen_true > 0.1, "%g, %g",
              report.pen_local, report.pen_true);
}

static ss_local_outcome make_nan(double r[3], double u[3], const ss_contact *contact,
                                 const void *state, const void *options, ss_work *work)
{
    lie(r, u, contact, state, options, work);
    r[1] = NAN;
    return SS_LOCAL_DONE;
}

/* NaN at the first contact only. */
static void nan_sweep(const ss_sweep *sweep)
{
    lying_sweep(sweep);
    make_nan(sweep->r, sweep->u, NULL, NULL, NULL, sweep->work);
}

Test(nlgs, nan_is_divergence_at_once)
{
    for (int holds = 0; holds < 2; ++holds) {
        const ss_solve_report report = judge(make_nan, nan_sweep, holds == 1);
        cr_expect(report.outcome == SS_OUTCOME_DIVERGED && report.sweeps == 1, "%s after %zu",
                  ss_outcome_name(report.outcome), report.sweeps);
    }
}

/* A descent step five times too long must end as a failure, whatever NaN it leaves. */
Test(nlgs, divergence_is_never_taken_for_a_solution)
{
    static const char *const texts[] = {"sbp[alpha=5]", "sal[alpha=5]", "sbp[alpha=1e6]"};
    size_t n_diverged = 0;
    for (unsigned long seed = 1; seed <= 20; ++seed)
        for (size_t k = 0; k < 3; ++k) {
            gsl_rng *const rng = test_rng(seed);
            test_packing p;
            test_solution s;
            test_packing_create(&p, rng, 10, true, NULL);
            test_packing_pose(&p);
            test_solve(&s, p.problem, texts[k], 1e-10, 3000);
            TEST_REQUIRE(s.report.outcome == SS_OUTCOME_DIVERGED ||
                             s.report.outcome == SS_OUTCOME_MAX_SWEEPS ||
                             s.report.outcome == SS_OUTCOME_STAGNATED,
                         "cluster %lu, %s: %s", seed, texts[k], ss_outcome_name(s.report.outcome));
            n_diverged += s.report.outcome == SS_OUTCOME_DIVERGED;
            test_solution_free(&s);
            test_packing_free(&p);
            gsl_rng_free(rng);
        }
    cr_expect(n_diverged > 0, "nothing diverged");
}

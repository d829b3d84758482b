/* The referee believes nobody, and takes divergence for what it is. (That every local solver finds
 * the one solution there is: the checks in harness/check/.)
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>

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

/* Where a sweep's velocity goes: nobody has room for one that is not held. */
static double *velocity_of(const ss_sweep *sweep, size_t c, double nowhere[3])
{
    return sweep->u != NULL ? sweep->u + 3 * c : nowhere;
}

static void lying_sweep(const ss_sweep *sweep)
{
    double nowhere[3];
    for (size_t c = 0; c < sweep->problem->n_contacts; ++c)
        lie(sweep->r + 3 * c, velocity_of(sweep, c, nowhere), NULL, NULL, NULL, sweep->work);
}

static void solve_with(ss_solve_report *report, const ss_problem *problem, const ss_choice *choice)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_rules rules = {
        .stop = &ss_estimator_eps, .tol = 1e-10, .max_sweeps = 5, .label = choice->label};
    ss_solver *const solver = ss_solver_create(choice, &error);
    ss_referee *const referee = ss_referee_create(&error);
    cr_assert_not_null(ss_solver_prepare(solver, problem, &error));
    cr_assert(ss_referee_solve(referee, solver, problem, &rules, report, &error));
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
    const ss_choice choice = {.solver = &solver, .label = label};
    test_packing p;
    ss_solve_report report;
    test_packing_draw(&p, 1, 8, false, NULL);
    solve_with(&report, p.problem, &choice);
    test_packing_free(&p);
    return report;
}

Test(liars, the_referee_does_not_believe_a_liar)
{
    const ss_solve_report report = judge(lie, lying_sweep, true);
    cr_expect_eq(report.outcome, SS_OUTCOME_MAX_SWEEPS);
    cr_expect(report.values[SS_ESTIMATE_eps_motion] > 0.1 &&
                  report.values[SS_ESTIMATE_eps_pen] == 0.0 &&
                  report.values[SS_ESTIMATE_eps_b] == 0.0,
              "motion %g, pen %g, b %g", report.values[SS_ESTIMATE_eps_motion],
              report.values[SS_ESTIMATE_eps_pen], report.values[SS_ESTIMATE_eps_b]);
    cr_expect(report.values[SS_ESTIMATE_e1] > 0.1 && report.values[SS_ESTIMATE_pen_true] > 0.1 &&
                  report.values[SS_ESTIMATE_pen_local] == 0.0,
              "e1 %g, true penetration %g, local %g", report.values[SS_ESTIMATE_e1],
              report.values[SS_ESTIMATE_pen_true], report.values[SS_ESTIMATE_pen_local]);
}

/* Of a solver that holds no velocity, what it leaves in u counts for nothing. */
Test(liars, the_referee_recomputes_what_is_not_held)
{
    const ss_solve_report report = judge(lie, lying_sweep, false);
    cr_expect_eq(report.outcome, SS_OUTCOME_MAX_SWEEPS);
    cr_expect(report.values[SS_ESTIMATE_eps_motion] == 0.0 &&
                  report.values[SS_ESTIMATE_eps_pen] > 0.1,
              "motion %g, pen %g", report.values[SS_ESTIMATE_eps_motion],
              report.values[SS_ESTIMATE_eps_pen]);
    cr_expect(report.values[SS_ESTIMATE_pen_local] == report.values[SS_ESTIMATE_pen_true] &&
                  report.values[SS_ESTIMATE_pen_true] > 0.1,
              "%g, %g", report.values[SS_ESTIMATE_pen_local], report.values[SS_ESTIMATE_pen_true]);
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
    double nowhere[3];
    make_nan(sweep->r, velocity_of(sweep, 0, nowhere), NULL, NULL, NULL, sweep->work);
}

Test(liars, nan_is_divergence_at_once)
{
    for (int holds = 0; holds < 2; ++holds) {
        const ss_solve_report report = judge(make_nan, nan_sweep, holds == 1);
        cr_expect(report.outcome == SS_OUTCOME_DIVERGED && report.sweeps == 1, "%s after %zu",
                  ss_outcome_name(report.outcome), report.sweeps);
    }
}

/* A descent step five times too long must end as a failure, whatever NaN it leaves. */
Test(liars, divergence_is_never_taken_for_a_solution)
{
    static const char *const texts[] = {"sbp[alpha=5]", "sal[alpha=5]", "sbp[alpha=1e6]"};
    size_t n_diverged = 0;
    for (unsigned long seed = 1; seed <= 20; ++seed)
        for (size_t k = 0; k < 3; ++k) {
            test_packing p;
            test_solution s;
            test_packing_draw(&p, seed, 10, true, NULL);
            test_solve(&s, p.problem, texts[k], 1e-10, 3000);
            TEST_REQUIRE(s.report.outcome == SS_OUTCOME_DIVERGED ||
                             s.report.outcome == SS_OUTCOME_MAX_SWEEPS ||
                             s.report.outcome == SS_OUTCOME_STAGNATED,
                         "cluster %lu, %s: %s", seed, texts[k], ss_outcome_name(s.report.outcome));
            n_diverged += s.report.outcome == SS_OUTCOME_DIVERGED;
            test_solution_free(&s);
            test_packing_free(&p);
        }
    cr_expect(n_diverged > 0, "nothing diverged");
}

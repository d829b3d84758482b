/* Warm starts: every outer solver of the list begins where it is told to.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/run.h"
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* The sweeps of a solve to E1 1e-8 from `start`. */
static size_t sweeps_from(const double *start, const test_outer *solver, const ss_problem *problem)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_rules rules = {
        .stop = &ss_estimator_e1, .tol = 1e-8, .max_sweeps = 5000, .label = "test", .step = 1};
    ss_solve_report report;
    ss_referee *const referee = ss_referee_create(&error);
    double *const r = ss_solver_prepare(solver->solver, problem, &error);
    cr_assert_not_null(r);
    memcpy(r, start, 3 * problem->n_contacts * sizeof *r);
    cr_assert(ss_referee_solve(referee, solver->solver, problem, &rules, &report, &error));
    cr_expect(report.outcome == SS_OUTCOME_SOLVED && report.values[SS_ESTIMATE_e1] <= 1e-8, "%s",
              solver->choice.label);
    ss_referee_free(referee);
    return report.sweeps;
}

/* From a solution it stops at once, and from r = 0 it does not. */
static void check_starts(const test_packing *packing)
{
    const ss_problem *const problem = packing->problem;
    ss_solve_report report;
    test_outer exact = test_outer_make("nlgs", "", "exact");
    double *const zero = calloc(3 * problem->n_contacts, sizeof *zero);
    double *const solution =
        test_outer_copy(test_outer_solve(exact.solver, problem, 1e-13, 20000, &report), problem);
    cr_assert_eq(report.outcome, SS_OUTCOME_SOLVED);
    for (size_t k = 0; ss_outer_solver_at(k) != NULL; ++k) {
        test_outer solver = test_outer_make(ss_outer_solver_at(k)->name, "", "exact");
        const size_t warm = sweeps_from(solution, &solver, problem);
        const size_t cold = sweeps_from(zero, &solver, problem);
        cr_expect(warm == 1 && cold > 2, "%s: %zu sweeps warm, %zu cold", solver.choice.label, warm,
                  cold);
        test_outer_unmake(&solver);
    }
    test_outer_unmake(&exact);
    free(solution);
    free(zero);
}

Test(warm, from_a_solution_every_solver_stops_at_once)
{
    test_packing rest, slip;
    test_outer_pack(&rest, "balls-4", "", 450);
    test_outer_pack(&slip, "balls-4", "restitution=mended,e_n=0.5,e_t=0.5,mu=0.6", 300);
    check_starts(&rest);
    check_starts(&slip);
    test_packing_free(&rest);
    test_packing_free(&slip);
}

/* A scene whose steps start warm is held to the same E1 in each of them. */
Test(warm, a_scene_that_starts_warm_is_solved_by_the_same_bound)
{
    ss_error error = {SS_ERROR_NONE, ""};
    static ss_summary_row result;
    ss_problem_choice problem;
    char settings[] = "steps=250,tol=1e-8,max-sweeps=5000,mu=0.6,restitution=mended,e_t=0";
    cr_assert(ss_problem_choice_parse(&problem, "balls-4", &error) &&
                  ss_problem_choice_set_list(&problem, settings, &error),
              "%s", error.text);
    for (size_t k = 0; ss_outer_solver_at(k) != NULL; ++k) {
        test_outer solver = test_outer_make(ss_outer_solver_at(k)->name, "", "exact");
        size_t sweeps[2];
        for (int warm = 0; warm < 2; ++warm) {
            const ss_run run = {.problem = &problem,
                                .stop = &ss_estimator_e1,
                                .solver = &solver.choice,
                                .guess = warm == 1 ? SS_GUESS_WARM : SS_GUESS_COLD};
            cr_assert(ss_run_problem(&run, &result, &error), "%s", error.text);
            cr_expect(strcmp(result.status, "solved") == 0 && result.e1_worst <= 1e-8,
                      "%s: %s, E1 %g", solver.choice.label, result.status, result.e1_worst);
            sweeps[warm] = result.sweeps_total;
        }
        cr_expect(sweeps[1] < sweeps[0], "%s: %zu sweeps warm, %zu cold", solver.choice.label,
                  sweeps[1], sweeps[0]);
        test_outer_unmake(&solver);
    }
    ss_problem_choice_free(&problem);
}

/* The referee's borders: between stagnated and max-sweeps, and when a number that does not stop the
 * solve is none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/remarks.h"
#include "solvers/local/sweep.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

/* The solver's r is 1 - x with x as asked for: on the contact below E1 = x. */
typedef struct script {
    double early, late; /* x up to half of the sweeps, and from there on */
    double u;           /* the velocity that it holds */
    size_t half;
    const ss_estimator *stop; /* NULL: E1 */
} script;

static ss_local_outcome visit(double r[3], double u[3], const ss_contact *contact,
                              const void *state, const void *options, ss_work *work)
{
    static size_t sweeps; /* every test is a process, and solves once */
    const script *const s = options;
    (void)contact, (void)state, (void)work;
    r[0] = 1.0 - (++sweeps <= s->half ? s->early : s->late);
    r[1] = r[2] = u[1] = u[2] = 0.0;
    u[0] = s->u;
    return SS_LOCAL_DONE;
}

static void sweep(const ss_sweep *s)
{
    ss_sweep_visits(s, visit, 0, s->problem->form, false);
}

static const ss_local_solver held = {.name = "of this test",
                                     .options = {.size = sizeof(script)},
                                     .holds_velocity = true,
                                     .solve = visit,
                                     .sweep = sweep};

/* A mass of 1 kg comes at 1 m/s without friction: r = (1, 0, 0) stops it. */
static ss_solve_report solve(const script *order, size_t max_sweeps)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_solve_report report;
    char label[] = "of this test";
    test_contact contact = {
        .W = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .q = {-1.0, 0.0, 0.0}, .rho_bar = 1.0};
    test_contact_pose(&contact);
    ss_choice local = {.solver = &held, .options = (void *)order, .label = label};
    const ss_choice choice = {.outer = ss_outer_solver_find(SS_CHOICE_OUTER_DEFAULT, &error),
                              .label = label,
                              .local = &local};
    const ss_rules rules = {.stop = order->stop != NULL ? order->stop : &ss_estimator_e1,
                            .tol = 1e-8,
                            .max_sweeps = max_sweeps,
                            .always = true,
                            .label = label,
                            .step = 1};
    ss_solver *const solver = ss_solver_create(&choice, &error);
    ss_referee *const referee = ss_referee_create(&error);
    cr_assert(solver != NULL && ss_solver_prepare(solver, &contact.problem, &error) != NULL &&
                  ss_referee_solve(referee, solver, &contact.problem, &rules, &report, &error),
              "%s", error.text);
    ss_referee_free(referee);
    ss_solver_free(solver);
    return report;
}

static void expect_at_cap(double gain, size_t max_sweeps, ss_outcome wanted)
{
    const script order = {.early = 0.5, .late = 0.5 * gain, .half = max_sweeps / 2};
    const ss_solve_report report = solve(&order, max_sweeps);
    cr_expect(report.outcome == wanted && report.sweeps == max_sweeps, "%s after %zu sweeps",
              ss_outcome_name(report.outcome), report.sweeps);
    cr_expect_float_eq(report.values[SS_ESTIMATE_e1], 0.5 * gain, 1e-15);
}

/* A second half that gains less than a hundredth is stagnation: on either side of the border. */
Test(referee, stagnates_at_a_gain_of_less_than_a_hundredth)
{
    expect_at_cap(0.991, 200, SS_OUTCOME_STAGNATED);
}

Test(referee, is_capped_at_a_gain_of_more_than_a_hundredth)
{
    expect_at_cap(0.989, 200, SS_OUTCOME_MAX_SWEEPS);
}

/* The second half is judged by its best, not by its last. */
Test(referee, a_second_half_that_gets_worse_stagnates)
{
    expect_at_cap(1.5, 200, SS_OUTCOME_STAGNATED);
}

/* Fewer than 20 sweeps tell nothing. */
Test(referee, few_sweeps_are_no_stagnation)
{
    expect_at_cap(1.0, 19, SS_OUTCOME_MAX_SWEEPS);
}

Test(referee, twenty_sweeps_may_stagnate)
{
    expect_at_cap(1.0, 20, SS_OUTCOME_STAGNATED);
}

/* E1 knows r alone and is met; eps asks for the velocity that the solver holds. */
Test(referee, a_velocity_that_is_no_number_is_no_solution)
{
    const script order = {.early = 0.0, .u = NAN, .half = 10};
    const ss_solve_report report = solve(&order, 20);
    cr_expect_eq(report.outcome, SS_OUTCOME_DIVERGED, "%s", ss_outcome_name(report.outcome));
    cr_expect(report.values[SS_ESTIMATE_e1] == 0.0 && isnan(report.values[SS_ESTIMATE_eps]));
}

Test(referee, a_velocity_that_is_one_makes_it_a_solution)
{
    const script order = {.early = 0.0, .half = 10};
    cr_expect_eq(solve(&order, 20).outcome, SS_OUTCOME_SOLVED);
}

/* E1 is known after every sweep where it stops the solve, and is asked for about every 64th where
 * another estimator does: the first sweep is the best, and the others are alike. */
Test(referee, the_least_E1_and_its_sweep)
{
    const script order = {.early = 0.25, .late = 0.5, .half = 1};
    const ss_solve_report by_e1 = solve(&order, 200);
    cr_expect(by_e1.e1_best == 0.25 && by_e1.sweep_best == 1, "%g after sweep %zu", by_e1.e1_best,
              by_e1.sweep_best);
}

Test(referee, the_least_E1_where_eps_stops)
{
    const script order = {.early = 0.25, .late = 0.5, .half = 1, .stop = &ss_estimator_eps};
    const ss_solve_report by_eps = solve(&order, 200);
    cr_expect(by_eps.e1_best == 0.5 && by_eps.sweep_best == 64, "%g after sweep %zu",
              by_eps.e1_best, by_eps.sweep_best);
}

/* Both ends at the cap of sweeps count in steps_capped, no other does. */
Test(referee, what_ends_at_the_cap_is_counted)
{
    ss_summary_row row = {.steps_capped = 0};
    ss_remarks remarks = ss_remarks_begin(&row, &ss_estimator_eps, INFINITY, 0.0);
    for (size_t k = SS_OUTCOME_SOLVED; k <= SS_OUTCOME_INTERRUPTED; ++k)
        ss_remarks_step(&remarks, &(ss_history_row){.step = k + 1, .contacts = 1}, (ss_outcome)k);
    cr_expect_eq(row.steps_capped, 2);
    cr_expect_eq(row.first_capped_step, SS_OUTCOME_MAX_SWEEPS + 1);
}

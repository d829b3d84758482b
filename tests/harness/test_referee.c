/* The referee's borders: between stagnated and max-sweeps, and when a number that does not stop the
 * solve is none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/remarks.h"
#include "solvers/local/sweep.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <fenv.h>

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

/* Faults of what a solver leaves, which is not what it showed. */
typedef enum fault { NONE, WIPES, SPOILS, SHOWS_FEW, TAKES_OFF, FILLS, ROUNDS, LEAVES } fault;

static void solve_badly(const ss_outer_task *task)
{
    const fault of = *(const fault *)task->options;
    ss_work *const work = task->sweep.work;
    do {
        ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
        for (int k = 0; k < (of == SHOWS_FEW ? 40 : 1); ++k)
            task->local->sweep(&task->sweep);
        work->flops -= of == TAKES_OFF;
        if (of == FILLS)
            memset(work, 0xff, sizeof *work);
    } while (of != LEAVES && !ss_outer_show(task, 1).stop);
    if (of == WIPES || of == SPOILS)
        task->sweep.r[2] = of == WIPES ? -0.0 : NAN;
    if (of == ROUNDS)
        fesetround(FE_UPWARD);
}

static const ss_outer_solver bad = {.name = "bad",
                                    .title = "nlgs with a fault",
                                    .reference = "a test",
                                    .needs = SS_NEEDS_LOCAL,
                                    .options = {.size = sizeof(fault)},
                                    .solve = solve_badly};

/* A mass of 1 kg comes at 1 m/s without friction: r = (1, 0, 0) stops it. `of`: by the bad solver;
 * NULL: by nlgs. */
static bool run(const script *order, const fault *of, size_t max_sweeps, ss_keepsake *keepsake,
                ss_solve_report *report, ss_error *error)
{
    char label[] = "of this test";
    test_contact contact = {
        .W = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .q = {-1.0, 0.0, 0.0}, .rho_bar = 1.0};
    test_contact_pose(&contact);
    ss_choice local = {.solver = &held, .options = (void *)order, .label = label};
    const ss_choice choice = {
        .outer = of != NULL ? &bad : ss_outer_solver_find(SS_CHOICE_OUTER_DEFAULT, error),
        .options = (void *)of,
        .label = label,
        .local = &local};
    const ss_rules rules = {.stop = order->stop != NULL ? order->stop : &ss_estimator_e1,
                            .tol = 1e-8,
                            .max_sweeps = max_sweeps,
                            .always = true,
                            .keepsake = keepsake,
                            .label = label,
                            .step = 1};
    ss_solver *const solver = ss_solver_create(&choice, error);
    ss_referee *const referee = ss_referee_create(error);
    cr_assert(solver != NULL && ss_solver_prepare(solver, &contact.problem, error) != NULL, "%s",
              error->text);
    const bool ended = ss_referee_solve(referee, solver, &contact.problem, &rules, report, error);
    ss_referee_free(referee);
    ss_solver_free(solver);
    return ended;
}

static ss_solve_report solve(const script *order, size_t max_sweeps)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_solve_report report;
    cr_assert(run(order, NULL, max_sweeps, NULL, &report, &error), "%s", error.text);
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

/* The ending: solved (x = 0) or at the cap. */
static void expect_told(fault of, const char *says)
{
    for (int capped = 0; capped < 2; ++capped) {
        double r[2][3] = {{0.0}};
        ss_keepsake keepsake = {.r = {r[0], r[1]}};
        ss_error error = {SS_ERROR_NONE, ""};
        ss_solve_report report;
        const double x = capped ? 0.5 : 0.0;
        const script order = {.early = x, .late = x};
        const bool ended = run(&order, &of, 3, &keepsake, &report, &error);
        fesetround(FE_TONEAREST);
        cr_expect(ended == (of == NONE) && strstr(error.text, says) != NULL,
                  "fault %d, %s: '%s' does not say '%s'", of, capped ? "capped" : "solved",
                  error.text, says);
        cr_expect(ended || error.code == SS_ERROR_FAILED);
    }
}

Test(referee, what_a_solver_leaves_is_what_it_showed)
{
    expect_told(NONE, "");
    expect_told(WIPES, "the solver changed r after the stop: contact 0 has -0, not 0");
    expect_told(SPOILS, "the solver changed r after the stop: contact 0 has nan, not 0");
    expect_told(SHOWS_FEW, "makes 40 visits of 1 contacts");
    expect_told(TAKES_OFF, "18446744073709551615 flops after 0");
    expect_told(FILLS, "18446744073709551615 visits after 0");
    expect_told(ROUNDS, "the solver changed the rounding mode");
    expect_told(LEAVES, "of this test ended before it was told to");
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

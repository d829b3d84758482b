/* Velocities that a sweep holds: rounding takes them no further from those of its impulses than is
 * allowed for, and a solver that lies of them is measured, not believed.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/held.h"
#include "harness/run/referee.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { SWEEPS = 400, MEASURED = 20 };

typedef struct follower {
    const ss_problem *problem;
    ss_held held;
    uint32_t *start, *of;
    double *state, *allowed, *u;
    bool lies;
    size_t sweep, n_compared;
    double worst; /* of what is allowed, used at most */
} follower;

/* The error of u by held velocities, against the one that is allowed. */
static void compare(follower *f, const ss_iterate *at)
{
    const ss_problem *const problem = f->problem;
    const double *const r = at->task->sweep.r;
    for (size_t b = 0; b < problem->balls->moving.n_moving; ++b)
        if (f->start[b + 1] > f->start[b])
            ss_iterate_velocity(at, f->state + 6 * b, b);
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        double held[3];
        ss_operator_velocity(held, problem, f->state, r, c);
        ss_sub3(held, held, f->u + 3 * c);
        TEST_REQUIRE(ss_norm(held) <= f->allowed[c],
                     "sweep %zu, contact %zu: off by %g, allowed %g", f->sweep, c, ss_norm(held),
                     f->allowed[c]);
        f->worst = fmax(f->worst, ss_norm(held) / f->allowed[c]);
        ++f->n_compared;
    }
}

static void lie(const ss_outer_task *task, double v[6], size_t b)
{
    memcpy(v, task->sweep.operator_state + 6 * b, 6 * sizeof *v);
    v[1] += 1e-3;
}

static void measure(follower *f, const ss_iterate *at)
{
    static const ss_iteration lying = {.velocity = lie};
    ss_outer_task task = *at->task;
    if (f->lies)
        task.iteration = &lying;
    const ss_iterate told = {.task = &task, .sweeps = 1, .is_read = true};
    ss_held_measure(&f->held, &told, f->state, f->allowed);
}

static ss_seen see(void *self, ss_iterate *at)
{
    follower *const f = self;
    const double *const r = ss_iterate_read(at);
    ss_held_follow(&f->held, at, 1e16);
    ss_operator_start(f->state, f->problem, r);
    for (size_t c = 0; c < f->problem->n_contacts; ++c)
        ss_operator_velocity(f->u + 3 * c, f->problem, f->state, r, c);
    if (++f->sweep == MEASURED)
        measure(f, at);
    else if (f->held.known)
        compare(f, at);
    return (ss_seen){f->sweep == SWEEPS, NAN, 0.0};
}

/* Follow a solve of the problem. */
static follower follow(const ss_problem *problem, const char *solver_text, double most, bool lies)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const size_t n = problem->n_contacts, n_bodies = problem->balls->moving.n_bodies;
    ss_choice choice = {.solver = NULL};
    ss_work work = {0};
    follower f = {.problem = problem,
                  .lies = lies,
                  .start = calloc(n_bodies + 2, sizeof *f.start),
                  .of = calloc(2 * n, sizeof *f.of),
                  .state = calloc(6 * n_bodies, sizeof *f.state),
                  .allowed = calloc(n, sizeof *f.allowed),
                  .u = calloc(3 * n, sizeof *f.u)};
    ss_operator_neighbours(f.start, f.of, problem);
    ss_held_begin(&f.held, &(ss_held_task){problem, &ss_estimator_eps, 1e-6, f.start, f.of, most});
    cr_assert(ss_choice_parse(&choice, solver_text, SS_CHOICE_ANY, &error), "%s", error.text);
    ss_solver *const solver = ss_solver_create(&choice, &error);
    cr_assert_not_null(solver, "%s", error.text);
    cr_assert_not_null(ss_solver_prepare(solver, problem, &error));
    cr_assert(ss_solver_run(solver, problem, (ss_watch){.see = see, .self = &f}, &work, &error));
    ss_solver_free(solver);
    ss_choice_free(&choice);
    free(f.u);
    free(f.allowed);
    free(f.state);
    free(f.of);
    free(f.start);
    return f;
}

/* The velocities' drift at the end of a solve by one outer solver. */
static double drift_of(const ss_problem *problem, const char *solver_text)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    ss_solve_report report;
    const ss_rules rules = {.stop = &ss_estimator_e1,
                            .tol = 0.0,
                            .max_sweeps = 100,
                            .with_floor = true,
                            .label = solver_text};
    cr_assert(ss_choice_parse(&choice, solver_text, SS_CHOICE_ANY, &error), "%s", error.text);
    ss_solver *const solver = ss_solver_create(&choice, &error);
    ss_referee *const referee = ss_referee_create(&error);
    cr_assert(solver != NULL && referee != NULL && ss_solver_prepare(solver, problem, &error) &&
                  ss_referee_solve(referee, solver, problem, &rules, &report, &error),
              "%s", error.text);
    ss_referee_free(referee);
    ss_solver_free(solver);
    ss_choice_free(&choice);
    return report.velocity_drift;
}

Test(held, velocities_drift_by_rounding_unless_they_are_refreshed)
{
    test_packing p;
    test_packing_draw(&p, 1, 20, true, NULL);
    const double kept = drift_of(p.problem, "nlgs[local=ebp]");
    const double packed = drift_of(p.problem, "nlgs-batched[local=ebp]");
    cr_expect(kept > 0.0 && kept < 1e-12, "nlgs: %g", kept);
    cr_expect(packed > 0.0 && packed < 1e-12, "nlgs-batched: %g", packed);
    cr_expect_eq(drift_of(p.problem, "nlgs-refreshed[local=ebp]"), 0.0);
    cr_expect_eq(drift_of(p.problem, "nlgs-refreshed[local=ebp,refresh=50]"), 0.0);
    cr_expect(drift_of(p.problem, "nlgs-refreshed[local=ebp,refresh=60]") > 0.0);
    cr_expect(isnan(drift_of(p.problem, "apgd")), "apgd keeps no velocities");
    ss_block_problem *const blocks = ss_block_problem_from_body(p.problem, &(ss_error){0});
    cr_expect(isnan(drift_of(ss_block_problem_view(blocks), "nlgs[local=ebp]")));
    ss_block_problem_free(blocks);
    test_packing_free(&p);
}

Test(held, rounding_is_allowed_for)
{
    static const char *const solvers[] = {"sal",
                                          "ebp",
                                          "nlgs-batched[local=exact]",
                                          "nlgs-batched[local=sbp,order=space]",
                                          "nlgs-batched[local=ac,isa=scalar]",
                                          "nlgs-parallel[local=exact,domains=3]"};
    for (unsigned long seed = 1; seed <= 3; ++seed) {
        test_packing p;
        test_packing_draw(&p, seed, 10 * seed, seed % 2 == 0, NULL);
        for (size_t k = 0; k < sizeof solvers / sizeof solvers[0]; ++k) {
            const follower f = follow(p.problem, solvers[k], INFINITY, false);
            cr_expect(f.n_compared == (SWEEPS - MEASURED) * p.problem->n_contacts && f.worst > 1e-6,
                      "%s: %zu compared, of the allowance %g used", solvers[k], f.n_compared,
                      f.worst);
        }
        test_packing_free(&p);
    }
}

Test(held, what_a_solver_says_is_measured)
{
    test_packing p;
    test_packing_draw(&p, 1, 20, false, NULL);
    const double limit = ss_estimator_eps.limit(p.problem, 1e-6, NULL);
    cr_expect(follow(p.problem, "nlgs[local=exact]", 1.05 * limit, false).n_compared > 0);
    cr_expect_eq(follow(p.problem, "nlgs[local=exact]", 1.05 * limit, true).n_compared, 0);
    test_packing_free(&p);
}

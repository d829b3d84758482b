/* The referee's glances change nothing: every solve ends at the same sweep with the same report as
 * one in which every sweep is evaluated in full.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/referee.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t n_solves, n_sweeps;

static ss_solve_report solve(const ss_problem *problem, const ss_choice *choice, ss_rules rules,
                             bool always, double *r)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_solve_report report;
    ss_solver *const solver = ss_solver_create(choice, &error);
    ss_referee *const referee = ss_referee_create(&error);
    rules.label = choice->label;
    rules.always = always;
    const double *const found = ss_solver_prepare(solver, problem, &error);
    cr_assert_not_null(found);
    cr_assert(ss_referee_solve(referee, solver, problem, &rules, &report, &error));
    memcpy(r, found, 3 * problem->n_contacts * sizeof *r);
    report.cpu_s = 0.0;
    ss_referee_free(referee);
    ss_solver_free(solver);
    return report;
}

/* Bit for bit, NaN included. */
static bool same_report(const ss_solve_report *a, const ss_solve_report *b)
{
    return a->outcome == b->outcome && a->sweeps == b->sweeps &&
           memcmp(a->values, b->values, sizeof a->values) == 0 &&
           memcmp(&a->work, &b->work, sizeof a->work) == 0 &&
           memcmp(&a->statuses, &b->statuses, sizeof a->statuses) == 0;
}

static void check_same(const ss_problem *problem, const ss_choice *choice, ss_rules rules)
{
    const size_t n = 3 * problem->n_contacts;
    double *const r = calloc(2 * n + 1, sizeof *r);
    const ss_solve_report fast = solve(problem, choice, rules, false, r);
    const ss_solve_report slow = solve(problem, choice, rules, true, r + n);
    TEST_REQUIRE(same_report(&fast, &slow),
                 "%s, %zu contacts, stop %s <= %g: %zu sweeps %s, not %zu %s", choice->label,
                 problem->n_contacts, rules.stop->name, rules.tol, fast.sweeps,
                 ss_outcome_name(fast.outcome), slow.sweeps, ss_outcome_name(slow.outcome));
    TEST_REQUIRE(n == 0 || memcmp(r, r + n, n * sizeof *r) == 0, "other impulses");
    ++n_solves;
    n_sweeps += fast.sweeps;
    free(r);
}

static void check_rules(const ss_problem *problem, const ss_choice *choice)
{
    static const ss_estimator *const stops[] = {&ss_estimator_eps, &ss_estimator_e1,
                                                &ss_estimator_siconos_rel};
    static const double tols[] = {1e-3, 1e-8, 1e-12, 0.0};
    for (int k = 0; k < 3; ++k)
        for (int t = 0; t < 4; ++t)
            check_same(problem, choice,
                       (ss_rules){.stop = stops[k], .tol = tols[t], .max_sweeps = 150});
}

/* Both forms of the operator. */
static void check_problem(const ss_problem *problem, const char *solver)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice = {.solver = NULL};
    cr_assert(ss_choice_parse(&choice, solver, SS_CHOICE_ANY, &error), "%s", error.text);
    ss_block_problem *const blocks = ss_block_problem_from_body(problem, &error);
    cr_assert_not_null(blocks);
    check_rules(problem, &choice);
    check_rules(ss_block_problem_view(blocks), &choice);
    ss_block_problem_free(blocks);
    ss_choice_free(&choice);
}

Test(glance, moves_no_stopping_sweep_of_a_cluster)
{
    static const char *const texts[] = {"sbp[alpha=5]",
                                        "sal[alpha=5]",
                                        "sbp[alpha=1e6]",
                                        "eal[alpha=5,stop=printed,backtrack=no,fallback=no]",
                                        "nlgs-batched[local=sal]",
                                        "nlgs-batched[local=sbp[alpha=1e6]]",
                                        "nlgs-parallel[local=exact,domains=3]"};
    for (unsigned long seed = 1; seed <= 3; ++seed) {
        test_packing p;
        test_packing_draw(&p, seed, 4 + 8 * seed, seed % 2 == 0, NULL);
        for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k)
            check_problem(p.problem, ss_local_solver_at(k)->name);
        for (size_t k = 0; k < sizeof texts / sizeof texts[0]; ++k)
            check_problem(p.problem, texts[k]);
        test_packing_free(&p);
    }
    cr_expect(n_sweeps > 20 * n_solves, "%zu sweeps of %zu solves", n_sweeps, n_solves);
}

static void check_scene(const char *problem, const char *settings, size_t first, size_t steps)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        test_packing p;
        ss_choice choice = test_choice(ss_local_solver_at(k)->name);
        test_scene_create(&p, problem, settings, 1);
        test_packing_advance(&p, "exact", first);
        for (size_t step = 0; step < steps; ++step) {
            test_packing_pose(&p);
            const ss_rules rules = {.stop = &ss_estimator_eps,
                                    .tol = p.scene.params.limits.tol,
                                    .max_sweeps = p.scene.params.limits.max_sweeps};
            check_same(p.problem, &choice, rules);
            double *const r = calloc(3 * p.problem->n_contacts + 1, sizeof *r);
            solve(p.problem, &choice, rules, false, r);
            ss_step_finish(p.step, r);
            free(r);
        }
        ss_choice_free(&choice);
        test_packing_free(&p);
    }
}

Test(glance, moves_no_stopping_sweep_of_the_catalogue)
{
    check_scene("sliding-ball", "", 0, 30);
    check_scene("inclined-ball", "", 0, 30);
    check_scene("balls-4", "", 300, 3);
    check_scene("balls-500", "max-sweeps=200", 150, 1);
}

/* With a hundred groups, over which looks go. */
Test(glance, moves_no_stopping_sweep_of_a_large_cluster)
{
    static const ss_rules rules[] = {{.stop = &ss_estimator_e1, .tol = 1e-2, .max_sweeps = 400},
                                     {.stop = &ss_estimator_e1, .tol = 2e-4, .max_sweeps = 700},
                                     {.stop = &ss_estimator_eps, .tol = 1e-6, .max_sweeps = 700}};
    static const char *const texts[] = {"nlgs-batched[local=exact]", "nlgs-batched[local=eal]",
                                        "nlgs-parallel[local=sal[alpha=0.5],domains=4]"};
    test_packing p;
    test_packing_draw(&p, 3, 400, true, NULL);
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; ++k) {
        ss_choice choice = {.solver = NULL};
        cr_assert(ss_choice_parse(&choice, texts[k], SS_CHOICE_ANY, &(ss_error){0}));
        for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i)
            check_same(p.problem, &choice, rules[i]);
        ss_choice_free(&choice);
    }
    test_packing_free(&p);
}

/* Packed sweeps that are mixed; and stages of a cascade, whose iterates hold velocities or do not.
 */
Test(glance, moves_no_stopping_sweep_of_mixing_and_of_stages)
{
    static const ss_rules rules[] = {{.stop = &ss_estimator_e1, .tol = 1e-3, .max_sweeps = 400},
                                     {.stop = &ss_estimator_e1, .tol = 1e-13, .max_sweeps = 720},
                                     {.stop = &ss_estimator_eps, .tol = 1e-14, .max_sweeps = 720}};
    static const char *const texts[] = {
        "nlgs-anderson[of=nlgs-batched[local=exact]]", "nlgs-anderson[of=nlgs-batched[local=eal]]",
        "reference", "sweeps+newton[sweeps=100,of=nlgs-batched[local=exact]]"};
    test_packing p;
    test_packing_draw(&p, 5, 80, true, NULL);
    for (size_t k = 0; k < sizeof texts / sizeof texts[0]; ++k) {
        ss_choice choice = {.solver = NULL};
        ss_error error = {SS_ERROR_NONE, ""};
        cr_assert(ss_choice_parse(&choice, texts[k], SS_CHOICE_ANY, &error), "%s", error.text);
        for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i)
            check_same(p.problem, &choice, rules[i]);
        ss_choice_free(&choice);
    }
    test_packing_free(&p);
}

/* A solver that is all right at first, and then leaves a number of its choice somewhere. */
typedef struct trap {
    size_t sweep, contact;
    double number;
} trap;

static void trapped_sweep(const ss_sweep *sweep)
{
    const trap *const t = sweep->options;
    const size_t n = sweep->problem->n_contacts;
    sweep->work->visits += n;
    for (size_t c = 0; c < n; ++c)
        sweep->r[3 * c] = 1.0 / (1.0 + (double)sweep->work->visits);
    if (sweep->work->visits == t->sweep * n)
        sweep->r[3 * (t->contact % n) + 1] = t->number;
    if (sweep->work->visits == (t->sweep + 1) * n)
        sweep->r[3 * (t->contact % n) + 1] = 0.0;
}

/* NaN and numbers that overflow end a solve at once, wherever they are, even if they are gone one
 * sweep later; large ones that do not overflow do not. */
Test(glance, sees_what_is_not_finite_at_once)
{
    static const double numbers[] = {NAN, INFINITY, -INFINITY, 1e308, 1e200, 1e150, 1e17, 1e15};
    test_packing p;
    test_packing_draw(&p, 1, 12, true, NULL);
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; ++k)
        for (size_t contact = 0; contact < p.problem->n_contacts; ++contact) {
            trap t = {7, contact, numbers[k]};
            const ss_local_solver solver = {.name = "trap", .sweep = trapped_sweep};
            char label[] = "trap";
            const ss_choice choice = {.solver = &solver, .options = &t, .label = label};
            double *const r = calloc(3 * p.problem->n_contacts, sizeof *r);
            const ss_rules rules = {.stop = &ss_estimator_eps, .tol = 1e-12, .max_sweeps = 40};
            check_same(p.problem, &choice, rules);
            const ss_solve_report report = solve(p.problem, &choice, rules, false, r);
            TEST_REQUIRE((report.outcome == SS_OUTCOME_DIVERGED) == (k < 5) &&
                             report.sweeps == (k < 5 ? 7 : 40),
                         "%g at contact %zu: %s after %zu", numbers[k], contact,
                         ss_outcome_name(report.outcome), report.sweeps);
            free(r);
        }
    test_packing_free(&p);
}

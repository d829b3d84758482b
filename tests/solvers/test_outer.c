/* Tests of outer solvers beside their checks (test_outer_contract.c): the heap from sweep to
 * sweep, iterations that are wrapped, errors. Every solver of the list is tested without being
 * named.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <malloc.h>
#include <stdlib.h>

/* Watches the heap of a solve, while nothing is factored anew and once threads have begun. */
typedef struct heap {
    size_t n, bytes, factorizations;
    const ss_work *work;
    bool grew;
} heap;

static ss_seen weigh(void *self, ss_iterate *at)
{
    heap *const h = self;
    const struct mallinfo2 info = mallinfo2();
    const size_t bytes = info.uordblks + info.hblkhd;
    (void)at;
    if (h->n > 5 && h->factorizations == h->work->factorizations)
        h->grew = h->grew || bytes != h->bytes;
    h->bytes = bytes;
    h->factorizations = h->work->factorizations;
    return (ss_seen){.stop = ++h->n >= 60};
}

Test(outer, no_solver_holds_more_from_sweep_to_sweep)
{
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "", 450);
    for (size_t k = 0; ss_outer_solver_at(k) != NULL; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        test_outer solver = test_outer_make(ss_outer_solver_at(k)->name, "", "exact");
        ss_work work = {0};
        heap h = {.work = &work};
        cr_assert_not_null(ss_solver_prepare(solver.solver, packing.problem, &error));
        cr_assert(ss_solver_run(solver.solver, packing.problem,
                                (ss_watch){.see = weigh, .self = &h}, &work, &error));
        cr_expect(!h.grew, "%s allocates in its loop", ss_outer_solver_at(k)->name);
        test_outer_unmake(&solver);
    }
    test_packing_free(&packing);
}

/* Reads and writes its inner's iterate after each round: nothing may change but by rounding. */
static void solve_by_hand(const ss_outer_task *task)
{
    const ss_outer_task *const inner = task->inner;
    const size_t n = 3 * task->sweep.problem->n_contacts;
    double *const before = test_outer_copy(task->sweep.r, task->sweep.problem);
    inner->iteration->begin(inner);
    for (bool stop = false; !stop;) {
        const size_t sweeps = inner->iteration->apply(inner);
        for (int twice = 0; twice < 2 && inner->iteration->read != NULL; ++twice)
            inner->iteration->read(inner);
        memcpy(before, task->sweep.r, n * sizeof *before);
        inner->iteration->write(inner);
        if (inner->iteration->read != NULL)
            inner->iteration->read(inner);
        cr_expect(test_distance(before, task->sweep.r, n) <= 1e-15 * test_norm(before, n));
        stop = ss_outer_show(task, sweeps).stop;
    }
    free(before);
}

Test(outer, an_iterate_may_be_read_and_written)
{
    char label[] = "by-hand";
    static const ss_outer_solver by_hand = {
        .name = "by-hand", .needs = SS_NEEDS_LOCAL | SS_NEEDS_INNER, .solve = solve_by_hand};
    test_packing packing;
    test_outer_pack(&packing, "balls-4", "", 450);
    for (size_t k = 0; ss_outer_solver_at(k) != NULL; ++k) {
        const ss_outer_solver *const outer = ss_outer_solver_at(k);
        ss_error error = {SS_ERROR_NONE, ""};
        ss_solve_report direct, wrapped;
        if (outer->iteration == NULL)
            continue;
        test_outer a = test_outer_make(outer->name, "", "exact");
        const ss_choice whole = {
            .outer = &by_hand, .label = label, .local = a.choice.local, .of = &a.choice};
        ss_solver *const b = ss_solver_create(&whole, &error);
        const double *const r = test_outer_solve(a.solver, packing.problem, 1e-10, 2000, &direct);
        const double *const s = test_outer_solve(b, packing.problem, 1e-10, 2000, &wrapped);
        const size_t n = 3 * packing.problem->n_contacts;
        cr_expect_eq(direct.sweeps, wrapped.sweeps, "%s", outer->name);
        cr_expect(test_distance(r, s, n) <= 1e-12 * test_norm(r, n), "%s", outer->name);
        ss_solver_free(b);
        test_outer_unmake(&a);
    }
    test_packing_free(&packing);
}

static bool open_nothing(const ss_outer_task *task, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA, "no factor of %zu contacts",
                        task->sweep.problem->n_contacts);
}

static void solve_nothing(const ss_outer_task *task)
{
    ss_outer_show(task, 1);
}

static void solve_in_vain(const ss_outer_task *task)
{
    ss_error_set(task->error, SS_ERROR_MEMORY, "no memory for another factor");
}

Test(outer, what_cannot_be_is_an_error)
{
    static const ss_outer_solver unopened = {
        .name = "unopened", .open = open_nothing, .solve = solve_nothing};
    static const ss_outer_solver in_vain = {.name = "in-vain", .solve = solve_in_vain};
    static const ss_outer_solver symmetric = {
        .name = "symmetric", .needs = SS_NEEDS_SYMMETRIC, .solve = solve_nothing};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_solve_report report;
    ss_referee *const referee = ss_referee_create(&error);
    const ss_rules rules = {
        .stop = &ss_estimator_eps, .tol = 1.0, .max_sweeps = 1, .label = "test", .step = 1};
    test_packing packs[2];
    test_outer_pack(&packs[0], "balls-4", "restitution=mended,e_n=0,e_t=0", 200);
    test_outer_pack(&packs[1], "balls-4", "restitution=mended,e_n=0.5,e_t=0", 200);
    const ss_problem *const problem = packs[0].problem;
    char label[] = "test";
    ss_choice choice = {.outer = &unopened, .label = label};
    ss_solver *solver = ss_solver_create(&choice, &error);
    cr_assert_not_null(ss_solver_prepare(solver, problem, &error));
    cr_expect(!ss_referee_solve(referee, solver, problem, &rules, &report, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "no factor of") != NULL);
    ss_solver_free(solver);
    choice.outer = &in_vain;
    solver = ss_solver_create(&choice, &error);
    error = (ss_error){SS_ERROR_NONE, ""};
    cr_assert_not_null(ss_solver_prepare(solver, problem, &error));
    cr_expect(!ss_referee_solve(referee, solver, problem, &rules, &report, &error));
    cr_expect(error.code == SS_ERROR_MEMORY && strstr(error.text, "another factor") != NULL);
    ss_solver_free(solver);
    choice.outer = &symmetric;
    solver = ss_solver_create(&choice, &error);
    error = (ss_error){SS_ERROR_NONE, ""};
    cr_expect(ss_solver_prepare(solver, problem, &error) != NULL, "%s", error.text);
    cr_expect_null(ss_solver_prepare(solver, packs[1].problem, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "symmetric W") != NULL);
    ss_solver_free(solver);
    error = (ss_error){SS_ERROR_NONE, ""};
    cr_assert(ss_choice_parse_whole(&choice, "nlgs-anderson[of=admm,local=exact]", "nlgs", &error));
    cr_expect_null(ss_solver_create(&choice, &error));
    cr_expect(strstr(error.text, "of=admm") != NULL, "%s", error.text);
    ss_choice_free(&choice);
    ss_referee_free(referee);
    test_packing_free(&packs[0]);
    test_packing_free(&packs[1]);
}

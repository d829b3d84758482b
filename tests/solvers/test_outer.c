/* The contract of outer solvers: every solver of the list is tested without being named; and what
 * relaxation, mixing and ADMM are for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/files/frozen.h"
#include "solvers/choice.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <malloc.h>
#include <stdlib.h>

/* A solver and its choice. */
typedef struct made {
    ss_choice choice;
    ss_solver *solver;
} made;

/* The outer solver `name` with options "KEY=VALUE,..." (or "") and, if it takes one, `local`. */
static made make(const char *name, const char *options, const char *local)
{
    ss_error error = {SS_ERROR_NONE, ""};
    char text[256];
    made m;
    const ss_outer_solver *const outer = ss_outer_solver_find(name, &error);
    const bool with_local = outer != NULL && (outer->needs & SS_NEEDS_LOCAL) != 0;
    snprintf(text, sizeof text, "%s[%s%s%s%s]", name, options,
             options[0] != '\0' && with_local ? "," : "", with_local ? "local=" : "",
             with_local ? local : "");
    const char *const whole = options[0] != '\0' || with_local ? text : name;
    cr_assert(ss_choice_parse_whole(&m.choice, whole, "nlgs", &error), "%s", error.text);
    m.solver = ss_solver_create(&m.choice, &error);
    cr_assert_not_null(m.solver, "%s", error.text);
    return m;
}

static void unmake(made *m)
{
    ss_solver_free(m->solver);
    ss_choice_free(&m->choice);
}

/* The impulses that `solver` ends with under the referee, by E1; owned by the solver. */
static const double *solve(ss_solver *solver, const ss_problem *problem, double tol, size_t cap,
                           ss_solve_report *report)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_rules rules = {.stop = ss_estimator_find("e1", &error),
                            .tol = tol,
                            .max_sweeps = cap,
                            .label = "test",
                            .step = 1};
    ss_referee *const referee = ss_referee_create(&error);
    double *const r = ss_solver_prepare(solver, problem, &error);
    cr_assert(r != NULL && ss_referee_solve(referee, solver, problem, &rules, report, &error), "%s",
              error.text);
    ss_referee_free(referee);
    return r;
}

static double *copy_of(const double *r, const ss_problem *problem)
{
    const size_t size = 3 * problem->n_contacts * sizeof *r;
    double *const copy = malloc(size + 1);
    memcpy(copy, r, size);
    return copy;
}

static bool same_bits(const double *a, const double *b, const ss_problem *problem)
{
    return memcmp(a, b, 3 * problem->n_contacts * sizeof *a) == 0;
}

/* A scene of the catalogue after `steps` steps, posed. */
static void pack(test_packing *packing, const char *scene, const char *settings, size_t steps)
{
    test_scene_create(packing, scene, settings, 1);
    test_packing_advance(packing, "exact", steps);
    test_packing_pose(packing);
}

Test(outer, every_solver_solves_and_repeats_itself)
{
    test_packing packs[2];
    pack(&packs[0], "balls-4", "", 450);
    pack(&packs[1], "balls-4", "restitution=mended,e_t=0,mu=0.5", 200);
    size_t n = 0;
    for (const ss_outer_solver *outer; (outer = ss_outer_solver_at(n)) != NULL; ++n) {
        ss_solve_report reports[3];
        double *r[3];
        cr_expect(outer->title[0] != '\0' && outer->reference[0] != '\0', "%s", outer->name);
        cr_expect(outer->solve != NULL || outer->iteration != NULL, "%s has no loop", outer->name);
        cr_expect((outer->open == NULL) == (outer->close == NULL), "%s", outer->name);
        made solver = make(outer->name, "", "exact");
        for (size_t k = 0; k < 3; ++k) { /* again, with another problem between */
            const ss_problem *const problem = packs[k == 1].problem;
            r[k] = copy_of(solve(solver.solver, problem, 1e-8, 20000, &reports[k]), problem);
            cr_expect(reports[k].outcome == SS_OUTCOME_SOLVED, "%s: E1 %g after %zu sweeps",
                      outer->name, reports[k].values[SS_ESTIMATE_e1], reports[k].sweeps);
        }
        cr_expect(same_bits(r[0], r[2], packs[0].problem), "%s: other bits the second time",
                  outer->name);
        cr_expect(memcmp(&reports[0].work, &reports[2].work, sizeof(ss_work)) == 0, "%s: its work",
                  outer->name);
        free(r[0]);
        free(r[1]);
        free(r[2]);
        unmake(&solver);
    }
    cr_expect(n >= 6, "only %zu outer solvers", n);
    test_packing_free(&packs[0]);
    test_packing_free(&packs[1]);
}

/* NaN in q ends as diverged, the cap of sweeps is kept, and there may be no contacts. */
Test(outer, every_solver_keeps_its_limits)
{
    test_contact contact;
    gsl_rng *const rng = test_rng(3);
    for (size_t k = 0; ss_outer_solver_at(k) != NULL; ++k) {
        const char *const name = ss_outer_solver_at(k)->name;
        ss_solve_report report;
        made solver = make(name, "", "sbp");
        do /* one that presses: an open one is solved to the last bit, by r = 0 */
            ss_check_lone_contact_draw(&contact, rng, true, 1.0);
        while (contact.q[0] > 0.0);
        solve(solver.solver, &contact.problem, 1e-300, 30, &report);
        cr_expect(report.sweeps / 2 == 15, "%s: %zu sweeps, not 30 or 31", name, report.sweeps);
        contact.q[1] = NAN;
        solve(solver.solver, &contact.problem, 1e-8, 30, &report);
        cr_expect_eq(report.outcome, SS_OUTCOME_DIVERGED, "%s: NaN", name);
        const size_t row_start[1] = {0};
        const ss_block_form form = {row_start, NULL, NULL};
        const ss_problem none = {.n_contacts = 0, .form = SS_FORM_BLOCKS, .blocks = &form};
        solve(solver.solver, &none, 1e-8, 30, &report);
        cr_expect(report.outcome == SS_OUTCOME_SOLVED && report.sweeps == 0, "%s: none", name);
        unmake(&solver);
    }
    gsl_rng_free(rng);
}

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
    pack(&packing, "balls-4", "", 450);
    for (size_t k = 0; ss_outer_solver_at(k) != NULL; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        made solver = make(ss_outer_solver_at(k)->name, "", "exact");
        ss_work work = {0};
        heap h = {.work = &work};
        cr_assert_not_null(ss_solver_prepare(solver.solver, packing.problem, &error));
        cr_assert(ss_solver_run(solver.solver, packing.problem,
                                (ss_watch){.see = weigh, .self = &h}, &work, &error));
        cr_expect(!h.grew, "%s allocates in its loop", ss_outer_solver_at(k)->name);
        unmake(&solver);
    }
    test_packing_free(&packing);
}

/* Reads and writes its inner's iterate after each round: nothing may change but by rounding. */
static void solve_by_hand(const ss_outer_task *task)
{
    const ss_outer_task *const inner = task->inner;
    const size_t n = 3 * task->sweep.problem->n_contacts;
    double *const before = copy_of(task->sweep.r, task->sweep.problem);
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
    pack(&packing, "balls-4", "", 450);
    for (size_t k = 0; ss_outer_solver_at(k) != NULL; ++k) {
        const ss_outer_solver *const outer = ss_outer_solver_at(k);
        ss_error error = {SS_ERROR_NONE, ""};
        ss_solve_report direct, wrapped;
        if (outer->iteration == NULL)
            continue;
        made a = make(outer->name, "", "exact");
        const ss_choice whole = {
            .outer = &by_hand, .label = label, .local = a.choice.local, .of = &a.choice};
        ss_solver *const b = ss_solver_create(&whole, &error);
        const double *const r = solve(a.solver, packing.problem, 1e-10, 2000, &direct);
        const double *const s = solve(b, packing.problem, 1e-10, 2000, &wrapped);
        const size_t n = 3 * packing.problem->n_contacts;
        cr_expect_eq(direct.sweeps, wrapped.sweeps, "%s", outer->name);
        cr_expect(test_distance(r, s, n) <= 1e-12 * test_norm(r, n), "%s", outer->name);
        ss_solver_free(b);
        unmake(&a);
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

Test(outer, what_cannot_be_is_an_error)
{
    static const ss_outer_solver unopened = {
        .name = "unopened", .open = open_nothing, .solve = solve_nothing};
    static const ss_outer_solver symmetric = {
        .name = "symmetric", .needs = SS_NEEDS_SYMMETRIC, .solve = solve_nothing};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_solve_report report;
    ss_referee *const referee = ss_referee_create(&error);
    const ss_rules rules = {
        .stop = &ss_estimator_eps, .tol = 1.0, .max_sweeps = 1, .label = "test", .step = 1};
    test_packing packs[2];
    pack(&packs[0], "balls-4", "restitution=mended,e_n=0,e_t=0", 200);
    pack(&packs[1], "balls-4", "restitution=mended,e_n=0.5,e_t=0", 200);
    const ss_problem *const problem = packs[0].problem;
    char label[] = "test";
    ss_choice choice = {.outer = &unopened, .label = label};
    ss_solver *solver = ss_solver_create(&choice, &error);
    cr_assert_not_null(ss_solver_prepare(solver, problem, &error));
    cr_expect(!ss_referee_solve(referee, solver, problem, &rules, &report, &error));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "no factor of") != NULL);
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

/* omega = 1 and contacts in order: nlgs to the bit, work included, in both forms. */
Test(sor, omega_1_is_nlgs)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing packing;
    pack(&packing, "balls-4", "", 450);
    ss_block_problem *const blocks = ss_block_problem_from_body(packing.problem, &error);
    const ss_problem *const forms[] = {packing.problem, ss_block_problem_view(blocks)};
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const char *const local = ss_local_solver_at(k)->name;
        for (int form = 0; form < 2; ++form) {
            ss_solve_report a, b;
            made nlgs = make("nlgs", "", local);
            made sor = make("nlgs-sor", "omega=1", local);
            const double *const r = solve(nlgs.solver, forms[form], 1e-10, 500, &a);
            const double *const s = solve(sor.solver, forms[form], 1e-10, 500, &b);
            cr_expect(same_bits(r, s, forms[form]) &&
                          same_bits(ss_solver_velocity(nlgs.solver), ss_solver_velocity(sor.solver),
                                    forms[form]),
                      "%s", local);
            cr_expect(memcmp(&a.work, &b.work, sizeof a.work) == 0, "%s: work", local);
            unmake(&nlgs);
            unmake(&sor);
        }
    }
    ss_block_problem_free(blocks);
    test_packing_free(&packing);
}

Test(sor, every_order_solves_and_a_seed_repeats_the_random_one)
{
    static const char *const orders[] = {"order=backward", "order=symmetric", "order=random,seed=7",
                                         "order=random,seed=7", "order=random,seed=8"};
    test_packing packing;
    double *r[5];
    pack(&packing, "balls-4", "", 450);
    for (size_t k = 0; k < 5; ++k) {
        ss_solve_report report;
        made solver = make("nlgs-sor", orders[k], "ebp");
        r[k] = copy_of(solve(solver.solver, packing.problem, 1e-8, 5000, &report), packing.problem);
        cr_expect_eq(report.outcome, SS_OUTCOME_SOLVED, "%s", orders[k]);
        cr_expect_eq(report.work.visits, report.sweeps * packing.problem->n_contacts, "%s",
                     orders[k]);
        unmake(&solver);
    }
    cr_expect(same_bits(r[2], r[3], packing.problem) && !same_bits(r[2], r[4], packing.problem));
    for (size_t k = 0; k < 5; ++k)
        free(r[k]);
    test_packing_free(&packing);
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
        pack(&packing, scenes[k].scene, scenes[k].settings, scenes[k].steps);
        for (size_t i = 0; i < 3; ++i) {
            ss_solve_report plain, mixed;
            char of[64];
            made a = make(inner[i], "", "exact");
            snprintf(of, sizeof of, "of=%s", inner[i]);
            made b = make("nlgs-anderson", of, "exact");
            solve(a.solver, packing.problem, 1e-8, 5000, &plain);
            solve(b.solver, packing.problem, 1e-8, 5000, &mixed);
            cr_expect(plain.outcome == SS_OUTCOME_SOLVED && mixed.outcome == SS_OUTCOME_SOLVED);
            cr_expect(4 * mixed.sweeps < plain.sweeps, "%s of %s: %zu of %zu sweeps",
                      scenes[k].scene, inner[i], mixed.sweeps, plain.sweeps);
            unmake(&a);
            unmake(&b);
        }
        test_packing_free(&packing);
    }
}

/* All files by both, but for one: ADMM stalls at E1 3e-6 on the condensed rods, which slide. */
static void solve_file(const char *path, const char *name)
{
    static const char *const solvers[] = {"nlgs-anderson", "admm"};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_frozen frozen = {.rho_bar = NULL};
    void *const params = malloc(ss_problem_file.params.size);
    ss_options_defaults(&ss_problem_file.params, params);
    cr_assert(ss_frozen_open(&frozen, path, params, &error), "%s", error.text);
    for (size_t k = 0; k < 2; ++k) {
        const bool stalls = k == 1 && strstr(name, "TwoRods1-condensed") != NULL;
        ss_solve_report report;
        made solver = make(solvers[k], "", "exact");
        solve(solver.solver, &frozen.problem, 1e-8, 5000, &report);
        cr_expect(report.values[SS_ESTIMATE_e1] <= (stalls ? 1e-5 : 1e-8),
                  "%s: %s, E1 %g after %zu sweeps", name, solvers[k], report.values[SS_ESTIMATE_e1],
                  report.sweeps);
        unmake(&solver);
    }
    ss_frozen_free(&frozen);
    free(params);
}

Test(outer, anderson_and_admm_solve_the_files)
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

/* ppa-newton: what it solves, in each form of its matrices, and its end without memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/lorentz.h"
#include "solvers/global/ppa.h"
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/resource.h>

/* Restitution that differs along n and t makes W unsymmetric; a pack of balls, a stack of blocks.
 */
Test(global, ppa_newton_solves_unsymmetric_problems)
{
    static const char *const scenes[][3] = {
        {"balls-4", "restitution=mended,e_n=0.5,e_t=0,mu=0.5", "250"},
        {"block-stack", "restitution=mended,e_n=0.5,e_t=0", "3"},
        {"balls-4", "mu=0", "450"},
        {"balls-500", "mu=0", "200"},
    };
    static const char *const forms[] = {"form=blocks", "form=bodies", "form=auto", "linear=sweeps",
                                        "linear=multigrid"};
    enum { FORMS = sizeof forms / sizeof forms[0] };
    for (size_t k = 0; k < FORMS * sizeof scenes / sizeof scenes[0]; ++k) {
        const char *const *const scene = scenes[k / FORMS];
        test_packing pack;
        ss_solve_report report;
        test_outer solver = test_outer_make("ppa-newton", forms[k % FORMS], "");
        test_outer_pack(&pack, scene[0], scene[1], (size_t)atoi(scene[2]));
        test_outer_solve(solver.solver, pack.problem, 1e-12, 100, &report);
        cr_expect(pack.problem->n_contacts >= 4 && report.outcome == SS_OUTCOME_SOLVED,
                  "%s, %s, %zu contacts: E1 %g after %zu factorizations", scene[0],
                  forms[k % FORMS], pack.problem->n_contacts, report.values[SS_ESTIMATE_e1],
                  report.sweeps);
        test_outer_unmake(&solver);
        test_packing_free(&pack);
    }
}

/* By differences, away from kinks. */
Test(global, the_derivatives_of_the_held_map)
{
    gsl_rng *const rng = test_rng(2);
    const double h = 1e-6;
    for (size_t k = 0; k < 5000; ++k) {
        double x[6], F[3], by[2][9], ends[2][3], ignored[2][9]; /* x: y, then the x of it */
        for (size_t i = 0; i < 6; ++i)
            x[i] = test_uniform(rng, -1.0, 1.0);
        const double z[3] = {x[0] - x[3], x[1] - x[4], x[2] - x[5]};
        if (fabs(ss_norm_t(z) - fabs(z[0])) < 0.01)
            continue;
        ss_lorentz_held_map(F, by[0], by[1], x, x + 3);
        for (size_t j = 0; j < 6; ++j) {
            const double kept = x[j];
            for (size_t side = 0; side < 2; ++side) {
                x[j] = side == 0 ? kept - h : kept + h;
                ss_lorentz_held_map(ends[side], ignored[0], ignored[1], x, x + 3);
            }
            x[j] = kept;
            for (size_t i = 0; i < 3; ++i)
                TEST_REQUIRE(
                    fabs((ends[1][i] - ends[0][i]) / (2.0 * h) - by[j / 3][3 * i + j % 3]) <= 1e-6,
                    "dF_%zu by unknown %zu", i, j);
        }
    }
    gsl_rng_free(rng);
}

/* With the shift held it converges too, in each form, on a bed that slides; more slowly. */
Test(global, ppa_newton_holds_the_shift)
{
    static const char *const forms[] = {"shift=held", "shift=held,form=bodies",
                                        "shift=held,linear=sweeps", "shift=held,linear=multigrid"};
    enum { FORMS = sizeof forms / sizeof forms[0] };
    test_packing pack;
    ss_solve_report report, whole;
    test_outer_pack(&pack, "balls-500", "", 200);
    test_outer newton = test_outer_make("ppa-newton", "", "");
    test_outer_solve(newton.solver, pack.problem, 1e-8, 400, &whole);
    for (size_t k = 0; k < FORMS; ++k) {
        test_outer solver = test_outer_make("ppa-newton", forms[k], "");
        test_outer_solve(solver.solver, pack.problem, 1e-8, 400, &report);
        cr_expect(report.outcome == SS_OUTCOME_SOLVED && report.sweeps > whole.sweeps,
                  "%s: E1 %g after %zu factorizations, %zu with Newton's shift", forms[k],
                  report.values[SS_ESTIMATE_e1], report.sweeps, whole.sweeps);
        test_outer_unmake(&solver);
    }
    test_outer_unmake(&newton);
    test_packing_free(&pack);
}

static ss_seen stop_at_fifth(void *self, const double *y)
{
    size_t *const shown = self;
    (void)y;
    return (ss_seen){.stop = ++*shown == 5, .value = NAN, .tol = 1e-12};
}

/* Without q, y = 0 is the solution, and E1 is 0 from the start. */
Test(global, without_a_tolerance_the_watch_ends_it_even_where_E1_is_zero)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_check_cluster cluster;
    ss_system system = {.n = 0};
    ss_work work = {0};
    size_t shown = 0;
    cr_assert(ss_check_blocks_random(&cluster, 3, &error) &&
              ss_system_pose(&system, cluster.problem, &work, &error));
    memset(system.q, 0, 3 * system.n * sizeof *system.q);
    double *const y = calloc(3 * system.n, sizeof *y);
    double *const memory = calloc(SS_PPA_LENGTH * system.n, sizeof *memory);
    const ss_ppa_limits limits = {.a = 0.1, .factorizations = 100, .failures = SIZE_MAX};
    const ss_system_end end =
        ss_ppa_run(&system, y, &limits, (ss_system_watch){stop_at_fifth, &shown}, memory);
    cr_expect(end.ending == SS_SYSTEM_STOPPED && shown == 5 && end.e1 == 0.0, "%s after %zu",
              ss_system_ending_name(end.ending), shown);
    free(memory);
    free(y);
    ss_system_clear(&system);
    ss_check_cluster_free(&cluster);
}

/* Operations by hand: to assemble J, 9 additions of K a contact and, with L, 45 a block; then those
 * of the factors; to solve, |b|, the factors', and |b - J x|. */
Test(global, the_operations_of_a_solve_are_counted)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_check_cluster cluster;
    cr_assert(ss_check_blocks_random(&cluster, 3, &error), "%s", error.text);
    const ss_problem *const problem = cluster.problem;
    const size_t n = problem->n_contacts, n_blocks = problem->blocks->row_start[n];
    ss_system s = {.n = 0};
    ss_work work = {0};
    double *const K = calloc(24 * n, sizeof *K), *const L = K + 9 * n, *const b = L + 9 * n;
    cr_assert(ss_system_pose(&s, problem, &work, &error), "%s", error.text);
    for (size_t i = 0; i < 9 * n; ++i) {
        K[i] = i % 9 % 4 == 0 ? 1e6 : 0.0; /* so large that nothing is refined */
        L[i] = i % 9 % 4 == 0 ? 1.0 : 0.0;
    }
    for (size_t i = 0; i < 3 * n; ++i)
        b[i] = 1.0;
    for (size_t with_L = 0; with_L < 2; ++with_L) {
        work.flops = work.moves = 0;
        cr_assert(ss_system_factor(&s, with_L ? L : NULL, NULL, K, &error), "%s", error.text);
        cr_expect_eq(work.flops, 9 * n + with_L * 45 * n_blocks);
        cr_expect_eq(work.moves, ss_block_factor_facts_of(s.factor).compute_moves);
        work.flops = work.moves = 0;
        cr_assert(ss_system_solve(&s, b + 3 * n, b, &error), "%s", error.text);
        cr_expect_eq(work.flops, 6 * n + 18 * n_blocks + 9 * n);
        cr_expect_eq(work.moves, ss_block_factor_facts_of(s.factor).solve_moves);
    }
    free(K);
    ss_system_clear(&s);
    ss_check_cluster_free(&cluster);
}

static ss_seen go_on(void *self, const double *y)
{
    (void)self, (void)y;
    return (ss_seen){.stop = false, .value = NAN, .tol = 1e-12};
}

/* On a cluster that slips it gets stuck: given up after an inner failure, or, where any number of
 * them may come, at the cap. */
Test(global, where_it_is_stuck_it_gives_up)
{
    static const struct {
        size_t failures;
        ss_system_ending ending;
    } cases[] = {{1, SS_SYSTEM_STALLED}, {SIZE_MAX, SS_SYSTEM_CAPPED}};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_scene_params params = ss_check_cluster_params();
    test_packing packing;
    size_t before = 0;
    params.mu = 1.0;
    test_packing_draw(&packing, 2, 40, true, &params);
    for (size_t k = 0; k < 2; ++k) {
        ss_system system = {.n = 0};
        ss_work work = {0};
        cr_assert(ss_system_pose(&system, packing.problem, &work, &error), "%s", error.text);
        double *const y = calloc(3 * system.n + SS_PPA_LENGTH * system.n, sizeof *y);
        const ss_ppa_limits limits = {
            .a = 0.1, .factorizations = 100, .failures = cases[k].failures};
        const ss_system_end end =
            ss_ppa_run(&system, y, &limits, (ss_system_watch){go_on, NULL}, y + 3 * system.n);
        cr_expect(end.ending == cases[k].ending && end.factorizations > before &&
                      end.factorizations <= 100 && end.e1 > 1e-12 && end.e1 < 1.0,
                  "%zu failures: %s after %zu, E1 %g", cases[k].failures,
                  ss_system_ending_name(end.ending), end.factorizations, end.e1);
        before = end.factorizations;
        ss_system_clear(&system);
        free(y);
    }
    test_packing_free(&packing);
}

#ifndef __SANITIZE_ADDRESS__ /* which ends the process itself when memory runs out */
/* Eats all the memory that there is once the first iterate is shown. */
typedef struct eater {
    void **eaten; /* each piece begins with the address of the one before */
    size_t iterates;
} eater;

static ss_seen starve(void *self, ss_iterate *at)
{
    eater *const e = self;
    void *rest[8]; /* small products of OpenBLAS take some, and do not ask whether they got it */
    (void)at;
    for (size_t k = 0; k < 8; ++k)
        rest[k] = malloc(1 << 16);
    setrlimit(RLIMIT_AS, &(struct rlimit){1, RLIM_INFINITY});
    for (size_t size = 1 << 24; size >= 1 << 8; size /= 2)
        for (void **piece; (piece = malloc(size)) != NULL; e->eaten = piece)
            *piece = e->eaten;
    for (size_t k = 0; k < 8; ++k)
        free(rest[k]);
    return (ss_seen){.stop = ++e->iterates == 10, .value = NAN, .tol = 1e-300};
}

/* OpenBLAS of several threads takes memory in a product; the program runs it on one. */
static void use_one_blas_thread(void)
{
    void (*set)(int) = NULL;
    *(void **)&set = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
    if (set != NULL)
        set(1);
}

/* All of a run's memory is taken before its first iterate. */
Test(global, memory_that_runs_out_later_does_not_end_the_run)
{
    test_packing pack;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_work work = {0};
    eater e = {0};
    use_one_blas_thread();
    test_packing_draw(&pack, 6, 100, true, NULL);
    test_outer solver = test_outer_make("ppa-newton", "", "");
    cr_assert_not_null(ss_solver_prepare(solver.solver, pack.problem, &error));
    const bool ran = ss_solver_run(solver.solver, pack.problem,
                                   (ss_watch){.see = starve, .self = &e}, &work, &error);
    setrlimit(RLIMIT_AS, &(struct rlimit){RLIM_INFINITY, RLIM_INFINITY});
    for (void **piece; (piece = e.eaten) != NULL; free(piece))
        e.eaten = *piece;
    cr_expect(ran, "%s", error.text);
    cr_expect(e.iterates == 10 && work.factorizations >= 9, "%zu", work.factorizations);
    test_outer_unmake(&solver);
    test_packing_free(&pack);
}
#endif

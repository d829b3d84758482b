/* Trials of external solvers: a lying, a crashing, a hanging, a memory-eating solver each get the
 * right status, cost nobody else a row, and change nothing that the referee sees.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/trial.h"
#include "tests/support/deeds.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>

static bool solve_external(const ss_external_solver *self, double *r, const ss_external_task *task,
                           ss_external_claim *claim)
{
    const test_script *const s = task->options;
    const size_t n = 3 * task->problem->n_contacts;
    (void)self;
    errno = 0;
    test_misbehave(s->deed);
    if (s->deed == TAMPER)
        test_tamper(task->problem);
    if (s->deed == REFUSE) {
        fprintf(stderr, "it cannot be run");
        return false;
    }
    if (s->deed == SOLVE || s->deed == DOUBT || s->deed == NOT_A_NUMBER || s->deed == INFINITE)
        memcpy(r, s->r, n * sizeof *r);
    if (s->deed == NOT_A_NUMBER)
        r[n - 1] = NAN;
    if (s->deed == INFINITE)
        r[0] = INFINITY;
    printf("noise");
    *claim = (ss_external_claim){.iterations = task->max_iterations - 1,
                                 .error = 1e-300,
                                 .cpu_s = 0.125,
                                 .converged = s->deed != DOUBT && s->deed != IDLE};
    return true;
}

static const ss_external_solver external = {
    .name = "external", .title = "of this test", .solve = solve_external};

/* A problem, and a good solution of it. */
typedef struct stage {
    test_packing packing;
    ss_block_problem *blocks;
    const ss_problem *problem;
    test_solution good;
} stage;

static void set_stage(stage *s)
{
    ss_error error = {0};
    test_packing_draw(&s->packing, 7, 8, true, NULL);
    s->blocks = ss_block_problem_from_body(s->packing.problem, &error);
    cr_assert_not_null(s->blocks, "%s", error.text);
    s->problem = ss_block_problem_view(s->blocks);
    test_solve(&s->good, s->problem, "exact", 1e-13, 100000);
    cr_assert(s->problem->n_contacts > 2 && test_norm(s->good.r, s->good.n) > 0.0);
}

static void strike_stage(stage *s)
{
    test_solution_free(&s->good);
    ss_block_problem_free(s->blocks);
    test_packing_free(&s->packing);
}

static ss_trial trial_of(const stage *s, const ss_choice *contender, const char *stop)
{
    ss_error error = {0};
    const ss_estimator *estimator = NULL;
    cr_assert(ss_estimator_find_stop(stop, &estimator, &error), "%s", error.text);
    return (ss_trial){.solver = contender,
                      .problem = s->problem,
                      .stop = estimator,
                      .tol = 1e-10,
                      .max_sweeps = 1000,
                      .timeout_s = 20.0,
                      .memory_bytes = TEST_SANITIZED ? 0 : (size_t)256 << 20};
}

static ss_trial_result run(const ss_trial *trial)
{
    ss_trial_result result;
    ss_error error = {0};
    cr_assert(ss_trial_run(trial, &result, &error), "%s", error.text);
    return result;
}

static void expect_close(double found, double wanted, const char *what)
{
    cr_expect(fabs(found - wanted) <= 1e-12 * fabs(wanted), "%s: %.17g, not %.17g", what, found,
              wanted);
}

/* The result says of r what the estimators say. */
static void expect_judged(const stage *s, const ss_trial_result *result, const double *r)
{
    double *const u = malloc((s->good.n + 1) * sizeof *u);
    cr_assert_not_null(u);
    test_velocity(u, s->problem, r);
    const ss_evidence evidence = {s->problem, r, u, u};
    for (size_t k = 0; k < SS_ESTIMATE_COUNT; ++k)
        expect_close(result->report.values[k], ss_estimator_value(ss_estimator_at(k), &evidence),
                     ss_estimator_at(k)->name);
    free(u);
}

static ss_choice contender_of(test_script *options)
{
    static char label[] = "of this test";
    return (ss_choice){.options = options, .label = label, .external = &external};
}

/* A good solver, after whatever has happened: solved, with its r. */
static void expect_good_row(const stage *s)
{
    test_script options = {SOLVE, s->good.r};
    const ss_choice contender = contender_of(&options);
    const ss_trial trial = trial_of(s, &contender, "eps");
    const ss_trial_result result = run(&trial);
    cr_expect(result.outcome == SS_OUTCOME_SOLVED && result.message[0] == '\0', "%s, '%s'",
              ss_outcome_name(result.outcome), result.message);
    expect_judged(s, &result, s->good.r);
}

static const char *const stops[] = {"eps", "e1", "siconos-rel"};
enum { N_STOPS = sizeof stops / sizeof stops[0] };

/* The words for a deed that ends a process. */
static const char *words_of(test_deed what)
{
    return what == REFUSE  ? "it cannot be run"
           : what == CRASH ? "signal 11: Segmentation fault"
           : what == ABORT ? "signal 6: Aborted"
                           : "";
}

/* One deed, under every estimator that can stop, and then a good row. */
static void check(test_deed what, ss_outcome wanted)
{
    stage s;
    set_stage(&s);
    test_script options = {what, s.good.r};
    const ss_choice contender = contender_of(&options);
    for (size_t k = 0; k < N_STOPS; ++k) {
        const ss_trial trial = trial_of(&s, &contender, stops[k]);
        const ss_trial_result result = run(&trial);
        cr_expect_eq(result.outcome, wanted, "deed %d, stopped by %s: %s, not %s", (int)what,
                     stops[k], ss_outcome_name(result.outcome), ss_outcome_name(wanted));
        cr_expect_str_eq(result.message, words_of(what));
        if (wanted == SS_OUTCOME_CRASHED || wanted == SS_OUTCOME_ERROR ||
            wanted == SS_OUTCOME_OUT_OF_MEMORY)
            cr_expect(isnan(result.report.values[SS_ESTIMATE_e1]) &&
                          isnan(result.report.values[SS_ESTIMATE_siconos_rel]) &&
                          result.sweeps == 0,
                      "deed %d: numbers without an r", (int)what);
    }
    expect_good_row(&s);
    strike_stage(&s);
}

Test(trial, external_solvers_that_hang)
{
    stage s;
    set_stage(&s);
    test_script options = {HANG, s.good.r};
    const ss_choice contender = contender_of(&options);
    ss_trial trial = trial_of(&s, &contender, "eps");
    trial.timeout_s = 0.5;
    const ss_trial_result result = run(&trial);
    cr_expect_eq(result.outcome, SS_OUTCOME_TIMEOUT, "%s", ss_outcome_name(result.outcome));
    cr_expect(result.cpu_s >= 0.5, "after %g s of CPU time", result.cpu_s);
    cr_expect_not_null(strstr(result.message, "its 0.5 s of CPU time were used up"));
    cr_expect(isnan(result.report.values[SS_ESTIMATE_e1]) && result.sweeps == 0);
    expect_good_row(&s);
    strike_stage(&s);
}

Test(trial, the_referee_measures_and_claims_stand_beside)
{
    stage s;
    set_stage(&s);
    test_script options = {SOLVE, s.good.r};
    const ss_choice contender = contender_of(&options);
    const ss_trial trial = trial_of(&s, &contender, "e1");
    ss_trial_result result = run(&trial);
    cr_expect_eq(result.outcome, SS_OUTCOME_SOLVED, "%s", ss_outcome_name(result.outcome));
    cr_expect(result.sweeps == 999 && result.report.sweeps == 999 &&
                  fabs(result.error_claimed - 1e-300) < 1e-310 && fabs(result.cpu_s - 0.125) < 1e-9,
              "the claims are %zu iterations, error %g, %g s", result.sweeps, result.error_claimed,
              result.cpu_s);
    expect_judged(&s, &result, s.good.r);
    options.deed = LIE; /* judged by its r = 0, whatever error it claims */
    result = run(&trial);
    memset(s.good.r, 0, s.good.n * sizeof *s.good.r);
    expect_judged(&s, &result, s.good.r);
    cr_expect(result.report.values[SS_ESTIMATE_e1] > 1e-3 && result.error_claimed < 1e-200);
    strike_stage(&s);
}

/* An external solver is judged by its r, not by its modesty. */
Test(trial, external_solvers_get_what_they_deserve)
{
    check(DOUBT, SS_OUTCOME_SOLVED);
    check(IDLE, SS_OUTCOME_MAX_SWEEPS);
    check(LIE, SS_OUTCOME_FALSE_CONVERGENCE);
    check(TAMPER, SS_OUTCOME_FALSE_CONVERGENCE);
    check(CRASH, SS_OUTCOME_CRASHED);
    check(ABORT, SS_OUTCOME_CRASHED);
    check(NOT_A_NUMBER, SS_OUTCOME_DIVERGED);
    check(INFINITE, SS_OUTCOME_DIVERGED);
    check(REFUSE, SS_OUTCOME_ERROR);
    check(LEAVE, SS_OUTCOME_ERROR);
}

Test(trial, solvers_that_eat_memory)
{
    if (TEST_SANITIZED)
        cr_skip_test("no limit of address space under AddressSanitizer");
    check(EAT, SS_OUTCOME_OUT_OF_MEMORY);
}

/* A claim above the tolerance is not solved, but near; ten times it is where it becomes false. */
Test(trial, a_claim_that_misses_by_little)
{
    stage s;
    set_stage(&s);
    test_script options = {LIE, s.good.r};
    const ss_choice contender = contender_of(&options);
    ss_trial trial = trial_of(&s, &contender, "e1");
    const double e1 = run(&trial).report.values[SS_ESTIMATE_e1];
    trial.tol = e1 * 1.1;
    cr_expect_eq(run(&trial).outcome, SS_OUTCOME_SOLVED);
    trial.tol = e1 / 1.1;
    cr_expect_eq(run(&trial).outcome, SS_OUTCOME_NEAR);
    trial.tol = e1 / 9.0;
    cr_expect_eq(run(&trial).outcome, SS_OUTCOME_NEAR);
    trial.tol = e1 / 11.0;
    cr_expect_eq(run(&trial).outcome, SS_OUTCOME_FALSE_CONVERGENCE);
    options.deed = IDLE;
    trial.tol = e1 / 9.0;
    cr_expect_eq(run(&trial).outcome, SS_OUTCOME_MAX_SWEEPS);
    strike_stage(&s);
}

/* A ball between two walls: the impulse (1, 1) changes no velocity. However much of it there is,
 * it is no solution; that it makes the rounding floor of E1 large is no excuse. */
Test(trial, a_lie_behind_a_large_impulse)
{
    double q[6] = {-1.0, 1.0, 0.0, -1.0, 1.0, 0.0}, mu[2] = {0.3, 0.3}, rho_bar[2] = {1.0, 1.0};
    double blocks[36] = {0.0}, W_cc[18] = {0.0}, r[6] = {1e18, 1.0, 0.0, 1e18, 0.0, 0.0};
    size_t row_start[3] = {0, 2, 4}, column[4] = {0, 1, 0, 1};
    const ss_block_form form = {row_start, column, blocks};
    const ss_problem problem = {
        2, 3, q, mu, rho_bar, NULL, NULL, W_cc, SS_FORM_BLOCKS, {.blocks = &form}};
    for (size_t k = 0; k < 4; ++k)
        for (size_t i = 0; i < 3; ++i)
            blocks[9 * k + 4 * i] = i == 0 && (k == 1 || k == 2) ? -1.0 : 1.0;
    memcpy(W_cc, blocks, 9 * sizeof *W_cc);
    memcpy(W_cc + 9, blocks + 27, 9 * sizeof *W_cc);
    test_script options = {SOLVE, r};
    const ss_choice contender = contender_of(&options);
    const stage s = {.problem = &problem};
    const ss_trial trial = trial_of(&s, &contender, "e1");
    const ss_trial_result result = run(&trial);
    cr_expect_eq(result.outcome, SS_OUTCOME_FALSE_CONVERGENCE, "E1 %g, floor %g",
                 result.report.values[SS_ESTIMATE_e1], result.report.e1_floor);
}

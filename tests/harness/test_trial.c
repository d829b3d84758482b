/* Trials of external solvers, and ours in runs alone: a lying, a crashing, a hanging, a
 * memory-eating solver each get the right status, cost nobody else a row, and change nothing that
 * the referee sees. SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/alone.h"
#include "solvers/local/sweep.h"
#include "support/random_problem.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

/* Behaviour of a solver of this test. */
typedef enum deed {
    SOLVE, /* well, and say so */
    DOUBT, /* well, and say that it did not converge */
    IDLE,  /* r = 0, no claim; held velocity 0 */
    LIE,   /* the same, with a claim */
    CRASH,
    ABORT,
    HANG,
    EAT,
    NOT_A_NUMBER, /* in one component */
    INFINITE,
    REFUSE, /* say that it cannot be run */
    LEAVE,  /* exit(0) in the midst */
    TAMPER, /* r = 0, which solves the problem as this solver has changed it */
} deed;

typedef struct script {
    deed deed;
    const double *r; /* a good one */
} script;

static void hang(void)
{
    for (volatile int turn = 0; turn >= 0; turn = 0)
        continue;
}

/* Until there is none left, and then use what one did not get. */
static void eat_memory(void)
{
    enum { bite = 1 << 20 };
    for (;;) {
        volatile char *const memory = malloc(bite);
        for (size_t k = 0; k < bite; k += 4096)
            memory[k] = 1;
    }
}

/* Written by a solver that casts away const: q = 0 for whoever looks in this process. */
static void tamper(const ss_problem *problem)
{
    union {
        const double *constant;
        double *changed;
    } q = {problem->q};
    for (size_t k = 0; k < 3 * problem->n_contacts; ++k)
        q.changed[k] = 0.0;
}

/* The deeds that do not end with an r. */
static void misbehave(deed what)
{
    if (what == CRASH)
        raise(SIGSEGV);
    if (what == ABORT)
        abort();
    if (what == HANG)
        hang();
    if (what == EAT)
        eat_memory();
    if (what == LEAVE)
        exit(0);
}

static bool solve_external(const ss_external_solver *self, double *r, const ss_external_task *task,
                           ss_external_claim *claim)
{
    const script *const s = task->options;
    const size_t n = 3 * task->problem->n_contacts;
    (void)self;
    errno = 0;
    misbehave(s->deed);
    if (s->deed == TAMPER)
        tamper(task->problem);
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

static ss_local_outcome visit(double r[3], double u[3], const ss_contact *contact,
                              const void *state, const void *options, ss_work *work)
{
    const script *const s = options;
    (void)contact;
    (void)state;
    (void)work;
    errno = 0;
    misbehave(s->deed);
    for (int k = 0; k < 3; ++k)
        r[k] = s->deed == NOT_A_NUMBER ? NAN : s->deed == INFINITE ? INFINITY : 0.0;
    for (int k = 0; k < 3; ++k)
        u[k] = 0.0;
    return SS_LOCAL_DONE;
}

static void sweep(const ss_sweep *s)
{
    if (((const script *)s->options)->deed == TAMPER)
        tamper(s->problem);
    ss_sweep_visits(s, visit, 0, s->problem->form, false);
}

static const ss_external_solver external = {
    .name = "external", .title = "of this test", .solve = solve_external};

static const ss_local_solver local = {.name = "local",
                                      .title = "of this test",
                                      .options = {.size = sizeof(script)},
                                      .holds_velocity = true,
                                      .solve = visit,
                                      .sweep = sweep};

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
    return (ss_trial){.solver = contender,
                      .problem = s->problem,
                      .stop = ss_estimator_find(stop, &error),
                      .tol = 1e-10,
                      .max_sweeps = 1000,
                      .timeout_s = 20.0,
                      .memory_bytes = SANITIZED ? 0 : (size_t)256 << 20};
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

/* One step of a ball that slides, by a solver of ours, alone or in this process. The status alone
 * outlives the row's texts. */
static ss_summary_row run_ours(const ss_choice *solver, const char *stop, double timeout_s,
                               bool alone, char message[SS_RUN_MESSAGE])
{
    ss_error error = {0};
    ss_problem_choice problem;
    ss_summary_row row;
    cr_assert(ss_problem_choice_parse(&problem, "sliding-ball", &error) &&
                  ss_problem_choice_set_list(&problem, "steps=1,tol=1e-10,max-sweeps=1000", &error),
              "%s", error.text);
    const ss_alone_task task = {
        .run = {.problem = &problem,
                .solver = solver,
                .stop = ss_estimator_find(stop, &error),
                .limits = {timeout_s, SANITIZED ? 0 : (size_t)256 << 20, 0.0},
                .observers.message = message}};
    cr_assert(alone ? ss_alone_run(&task, &row, &error) : ss_run_once(&task.run, &row, &error),
              "%s", error.text);
    ss_problem_choice_free(&problem);
    return row;
}

/* `exact`, after whatever has happened: solved, with the numbers of a run in this process. */
static void expect_good_row(void)
{
    char message[SS_RUN_MESSAGE];
    ss_choice exact = test_choice("exact");
    const ss_summary_row here = run_ours(&exact, "eps", 20.0, false, message);
    const ss_summary_row alone = run_ours(&exact, "eps", 20.0, true, message);
    cr_expect(strcmp(alone.status, "solved") == 0 && alone.sweeps_total == here.sweeps_total &&
                  message[0] == '\0',
              "exact: %s after %zu sweeps, '%s'", alone.status, alone.sweeps_total, message);
    expect_close(alone.e1_last, here.e1_last, "E1");
    ss_choice_free(&exact);
}

static ss_choice contender_of(script *options, bool ours)
{
    static char label[] = "of this test";
    return (ss_choice){.options = options,
                       .label = label,
                       .solver = ours ? &local : NULL,
                       .external = ours ? NULL : &external};
}

static const char *const stops[] = {"eps", "e1", "siconos-rel"};
enum { N_STOPS = sizeof stops / sizeof stops[0] };

/* The words for a deed that ends a process. */
static const char *words_of(deed what)
{
    return what == REFUSE  ? "it cannot be run"
           : what == CRASH ? "signal 11: Segmentation fault"
           : what == ABORT ? "signal 6: Aborted"
                           : "";
}

/* One deed of ours, under every estimator that can stop, and then a good row. */
static void check_ours(deed what, ss_outcome wanted, const char *says)
{
    script options = {what, NULL};
    const ss_choice contender = contender_of(&options, true);
    for (size_t k = 0; k < N_STOPS; ++k) {
        char message[SS_RUN_MESSAGE];
        const ss_summary_row row = run_ours(&contender, stops[k], 20.0, true, message);
        cr_expect_str_eq(row.status, ss_outcome_name(wanted), "deed %d, stopped by %s: %s, not %s",
                         (int)what, stops[k], row.status, ss_outcome_name(wanted));
        cr_expect(strncmp(message, says, strlen(says)) == 0, "deed %d: '%s', not '%s'", (int)what,
                  message, says);
        if (wanted == SS_OUTCOME_CRASHED || wanted == SS_OUTCOME_OUT_OF_MEMORY)
            cr_expect(isnan(row.e1_last) && row.sweeps_total == 0, "deed %d: numbers without an r",
                      (int)what);
    }
    expect_good_row();
}

/* The same of another code. */
static void check(deed what, ss_outcome wanted)
{
    stage s;
    set_stage(&s);
    script options = {what, s.good.r};
    const ss_choice contender = contender_of(&options, false);
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
    expect_good_row();
    strike_stage(&s);
}

Test(trial, external_solvers_that_hang)
{
    stage s;
    set_stage(&s);
    script options = {HANG, s.good.r};
    const ss_choice contender = contender_of(&options, false);
    ss_trial trial = trial_of(&s, &contender, "eps");
    trial.timeout_s = 0.5;
    const ss_trial_result result = run(&trial);
    cr_expect_eq(result.outcome, SS_OUTCOME_TIMEOUT, "%s", ss_outcome_name(result.outcome));
    cr_expect(result.cpu_s >= 0.5, "after %g s of CPU time", result.cpu_s);
    cr_expect_not_null(strstr(result.message, "its 0.5 s of CPU time were used up"));
    cr_expect(isnan(result.report.values[SS_ESTIMATE_e1]) && result.sweeps == 0);
    expect_good_row();
    strike_stage(&s);
}

Test(trial, local_solvers_that_hang)
{
    char message[SS_RUN_MESSAGE];
    script options = {HANG, NULL};
    const ss_choice contender = contender_of(&options, true);
    const ss_summary_row row = run_ours(&contender, "eps", 0.5, true, message);
    cr_expect_str_eq(row.status, "timeout");
    cr_expect(row.cpu_s >= 0.5, "after %g s of CPU time", row.cpu_s);
    cr_expect_str_eq(message, "its 0.5 s of CPU time were used up; killed");
    cr_expect(isnan(row.e1_last) && row.sweeps_total == 0);
    expect_good_row();
}

Test(trial, the_referee_measures_and_claims_stand_beside)
{
    stage s;
    set_stage(&s);
    script options = {SOLVE, s.good.r};
    const ss_choice contender = contender_of(&options, false);
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

/* A lie here is r = 0 and a held velocity of 0: the cap ends it. */
Test(trial, local_solvers_get_what_they_deserve)
{
    check_ours(LIE, SS_OUTCOME_STAGNATED, "");
    check_ours(TAMPER, SS_OUTCOME_ERROR, "the solver changed the problem, which is const");
    check_ours(CRASH, SS_OUTCOME_CRASHED, words_of(CRASH));
    check_ours(ABORT, SS_OUTCOME_CRASHED, words_of(ABORT));
    check_ours(NOT_A_NUMBER, SS_OUTCOME_DIVERGED, "");
    check_ours(INFINITE, SS_OUTCOME_DIVERGED, "");
    check_ours(LEAVE, SS_OUTCOME_ERROR, "left the program with exit code 0");
}

Test(trial, solvers_that_eat_memory)
{
    if (SANITIZED)
        cr_skip_test("no limit of address space under AddressSanitizer");
    check(EAT, SS_OUTCOME_OUT_OF_MEMORY);
    check_ours(EAT, SS_OUTCOME_OUT_OF_MEMORY, "");
}

/* A claim above the tolerance is not solved, but near; ten times it is where it becomes false. */
Test(trial, a_claim_that_misses_by_little)
{
    stage s;
    set_stage(&s);
    script options = {LIE, s.good.r};
    const ss_choice contender = contender_of(&options, false);
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
        2, 3, q, mu, rho_bar, NULL, W_cc, SS_FORM_BLOCKS, {.blocks = &form}};
    for (size_t k = 0; k < 4; ++k)
        for (size_t i = 0; i < 3; ++i)
            blocks[9 * k + 4 * i] = i == 0 && (k == 1 || k == 2) ? -1.0 : 1.0;
    memcpy(W_cc, blocks, 9 * sizeof *W_cc);
    memcpy(W_cc + 9, blocks + 27, 9 * sizeof *W_cc);
    script options = {SOLVE, r};
    const ss_choice contender = contender_of(&options, false);
    const stage s = {.problem = &problem};
    const ss_trial trial = trial_of(&s, &contender, "e1");
    const ss_trial_result result = run(&trial);
    cr_expect_eq(result.outcome, SS_OUTCOME_FALSE_CONVERGENCE, "E1 %g, floor %g",
                 result.report.values[SS_ESTIMATE_e1], result.report.e1_floor);
}

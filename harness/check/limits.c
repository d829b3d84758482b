/* Checks of a whole solve: two solvers at work at the same time, input left alone, NaN, caps, and
 * no contacts at all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/answer.h"
#include "harness/check/blocks.h"
#include "harness/check/check.h"

#include <math.h>
#include <string.h>

enum { n_sweeps = 20 };

/* A solver object that is run a sweep at a time. */
typedef struct stepper {
    ss_solver *solver;
    const ss_problem *problem;
    double *r; /* owned by the solver */
    ss_work work;
    struct stepper *inner; /* makes a sweep of its own after each of ours; NULL: none */
    size_t sweeps;
} stepper;

static ss_seen stop_at_once(void *self, ss_iterate *at)
{
    (void)self;
    (void)at;
    return (ss_seen){.stop = true};
}

static ss_seen after_sweep(void *self, ss_iterate *at)
{
    stepper *const s = self;
    ss_error ignored; /* it was prepared, and the first outer solver opens everything */
    (void)at;
    if (s->inner != NULL) /* its r is where it was: in block form nothing else is carried over */
        ss_solver_run(s->inner->solver, s->inner->problem, (ss_watch){.see = stop_at_once},
                      &s->inner->work, &ignored);
    return (ss_seen){.stop = ++s->sweeps >= n_sweeps};
}

static bool begin(stepper *s, const ss_problem *problem, const ss_choice *choice, stepper *inner,
                  ss_error *error)
{
    *s = (stepper){.problem = problem, .inner = inner};
    s->solver = ss_solver_create(choice, error);
    s->r = s->solver != NULL ? ss_solver_prepare(s->solver, problem, error) : NULL;
    return s->r != NULL;
}

static void run(stepper *s, ss_error *error)
{
    const ss_watch watch = {.see = after_sweep, .self = s};
    ss_solver_run(s->solver, s->problem, watch, &s->work, error);
}

static void see_same(ss_check_finding *f, const stepper *alone, const stepper *together,
                     const char *which, size_t k)
{
    const size_t n = 3 * alone->problem->n_contacts;
    if (memcmp(alone->r, together->r, n * sizeof *alone->r) != 0)
        ss_check_finding_count(f, "pair %zu: the %s solver ends with other bits than alone", k,
                               which);
    else if (memcmp(&alone->work, &together->work, sizeof alone->work) != 0)
        ss_check_finding_count(f, "pair %zu: the %s solver counts other work than alone", k, which);
}

/* Two problems, each with a solver object, alone and then in turns, a sweep each. */
static bool one_interleaved(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                            ss_error *error)
{
    ss_check_blocks one = {.q = NULL}, two = {.q = NULL};
    stepper alone[2] = {{.solver = NULL}, {.solver = NULL}};
    stepper together[2] = {{.solver = NULL}, {.solver = NULL}};
    (void)rng;
    const bool ready = ss_check_blocks_random(&one, 2 * k + 1, error) &&
                       ss_check_blocks_random(&two, 2 * k + 2, error) &&
                       begin(&alone[0], &one.problem, choice, NULL, error) &&
                       begin(&alone[1], &two.problem, choice, NULL, error) &&
                       begin(&together[1], &two.problem, choice, NULL, error) &&
                       begin(&together[0], &one.problem, choice, &together[1], error);
    if (ready) {
        run(&alone[0], error);
        run(&alone[1], error);
        run(&together[0], error);
        see_same(f, &alone[0], &together[0], "outer", k);
        see_same(f, &alone[1], &together[1], "inner", k);
    }
    for (size_t i = 0; i < 2; ++i) {
        ss_solver_free(alone[i].solver);
        ss_solver_free(together[i].solver);
    }
    ss_check_blocks_free(&one);
    ss_check_blocks_free(&two);
    return ready;
}

static bool one_input(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                      ss_error *error)
{
    ss_check_blocks one = {.q = NULL}, before = {.q = NULL};
    ss_check_answer a = {.n = 0};
    (void)rng;
    const bool solved = ss_check_blocks_random(&one, k + 1, error) &&
                        ss_check_blocks_random(&before, k + 1, error) &&
                        ss_check_answer_solve(&a, &one.problem, choice, 1e-300, n_sweeps, error);
    if (solved && !ss_check_blocks_equal(&one, &before))
        ss_check_finding_count(f, "cluster %zu: q, W, mu or rho_bar have changed", k + 1);
    ss_check_answer_free(&a);
    ss_check_blocks_free(&one);
    ss_check_blocks_free(&before);
    return solved;
}

/* NaN in one place of q or of a diagonal block W_cc. */
static void put_nan(ss_check_blocks *b, size_t where)
{
    const size_t n = b->problem.n_contacts, c = where % n;
    if (where / n < 3) {
        b->q[3 * c + where / n] = NAN;
        return;
    }
    const size_t i = where / n - 3;
    b->W_cc[9 * c + i] = NAN;
    for (size_t k = b->row_start[c]; k < b->row_start[c + 1]; ++k)
        if (b->column[k] == c)
            b->blocks[9 * k + i] = NAN;
}

/* NaN in each place of q and W_cc of one contact after the other. */
static bool one_nan(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                    ss_error *error)
{
    enum { seed = 1, cap = 50 };
    ss_check_blocks one = {.q = NULL};
    ss_check_answer a = {.n = 0};
    (void)rng;
    bool solved = ss_check_blocks_random(&one, seed, error);
    if (solved) {
        put_nan(&one, k);
        solved = ss_check_answer_solve(&a, &one.problem, choice, 1e-8, cap, error);
    }
    if (solved && a.report.outcome != SS_OUTCOME_DIVERGED)
        ss_check_finding_count(f, "NaN in %s of contact %zu: %s after %zu sweeps",
                               k / one.problem.n_contacts < 3 ? "q" : "W",
                               k % one.problem.n_contacts, ss_outcome_name(a.report.outcome),
                               a.report.sweeps);
    ss_check_answer_free(&a);
    ss_check_blocks_free(&one);
    return solved;
}

static bool measure_nan(const ss_choice *choice, ss_check_finding *f, ss_error *error)
{
    ss_check_blocks one;
    const bool made = ss_check_blocks_random(&one, 1, error);
    const size_t n = made ? one.problem.n_contacts : 0;
    ss_check_blocks_free(&one);
    return made && ss_check_loop(choice, 1, 12 * n, one_nan, f, error);
}

static bool one_sweep_cap(const ss_choice *choice, gsl_rng *rng, size_t k, ss_check_finding *f,
                          ss_error *error)
{
    static const size_t caps[] = {1, 2, 7, 50};
    const size_t cap = caps[k % 4];
    ss_check_blocks one = {.q = NULL};
    ss_check_answer a = {.n = 0};
    (void)rng;
    const bool solved = ss_check_blocks_random(&one, k + 1, error) &&
                        ss_check_answer_solve(&a, &one.problem, choice, 1e-300, cap, error);
    const size_t visits = a.report.sweeps * one.problem.n_contacts;
    if (solved && a.report.sweeps > cap)
        ss_check_finding_count(f, "%zu sweeps under a cap of %zu", a.report.sweeps, cap);
    else if (solved && a.report.work.visits != visits)
        ss_check_finding_count(f, "%zu visits counted in %zu sweeps of %zu contacts",
                               a.report.work.visits, a.report.sweeps, one.problem.n_contacts);
    ss_check_answer_free(&a);
    ss_check_blocks_free(&one);
    return solved;
}

static bool measure_no_contacts(const ss_choice *choice, ss_check_finding *f, ss_error *error)
{
    ss_check_answer a;
    const size_t row_start[1] = {0};
    const ss_block_form form = {row_start, NULL, NULL};
    const ss_problem problem = {.n_contacts = 0, .form = SS_FORM_BLOCKS, .blocks = &form};
    const bool solved = ss_check_answer_solve(&a, &problem, choice, 1e-10, 10, error);
    if (solved && (a.report.outcome != SS_OUTCOME_SOLVED || a.report.sweeps > 0))
        ss_check_finding_count(f, "%s after %zu sweeps", ss_outcome_name(a.report.outcome),
                               a.report.sweeps);
    ss_check_answer_free(&a);
    if (solved) { /* and a sweep over none, which the referee never asks for */
        stepper s;
        const bool ready = begin(&s, &problem, choice, NULL, error);
        if (ready)
            run(&s, error);
        if (ready && s.work.visits > 0)
            ss_check_finding_count(f, "%zu visits", s.work.visits);
        ss_solver_free(s.solver);
        return ready;
    }
    return false;
}

SS_CHECK_DEFINE(interleaved, "determinism and purity", "interleaved",
                "solves of 40 that another one, run in turns, disturbs", 0.0, FAIL,
                .one = one_interleaved, .n = 20, .seed = 1);
SS_CHECK_DEFINE(input, "determinism and purity", "input", "problems of 40 that a solve has changed",
                0.0, FAIL, .one = one_input, .n = 40, .seed = 1);
SS_CHECK_DEFINE(nan, "limits", "nan", "problems with a NaN in q or W that do not end as diverged",
                0.0, FAIL, .measure = measure_nan);
SS_CHECK_DEFINE(sweep_cap, "limits", "sweep-cap",
                "solves of 40 beyond their cap, or with visits miscounted", 0.0, FAIL,
                .one = one_sweep_cap, .n = 40, .seed = 1);
SS_CHECK_DEFINE(no_contacts, "limits", "no-contacts", "faults on a problem without contacts", 0.0,
                FAIL, .measure = measure_no_contacts);

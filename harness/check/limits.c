/* Checks of a whole solve: two solvers at work at the same time, input left alone, NaN, caps, and
 * no contacts at all.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { n_sweeps = 20 };

/* A solver object that is run a sweep at a time. */
typedef struct stepper {
    ss_solver *solver;
    const ss_problem *problem;
    double *r; /* owned by the solver */
    ss_work work;
    struct stepper *inner; /* is run after each sweep of ours; NULL: none */
    size_t sweeps;
    bool is_outer, inner_failed;
    ss_error *error; /* of the inner one's sweeps too */
} stepper;

static ss_seen stop_at_once(void *self, ss_iterate *at)
{
    (void)self;
    (void)at;
    return (ss_seen){.stop = true};
}

static ss_seen after_sweep(void *self, ss_iterate *at);

/* A sweep of a local solver, whose r is where it was: in block form nothing else is carried over. A
 * whole solve of an outer solver, which may carry more from one iteration to the next. */
static bool run_inner(stepper *s)
{
    const bool whole = s->is_outer;
    const ss_watch watch = {.see = whole ? after_sweep : stop_at_once, .self = s};
    s->sweeps = 0;
    if (whole)
        s->work = (ss_work){0};
    return (!whole || ss_solver_prepare(s->solver, s->problem, s->error) != NULL) &&
           ss_solver_run(s->solver, s->problem, watch, &s->work, s->error);
}

static ss_seen after_sweep(void *self, ss_iterate *at)
{
    stepper *const s = self;
    (void)at;
    s->inner_failed = s->inner != NULL && !run_inner(s->inner);
    return (ss_seen){.stop = s->inner_failed || ++s->sweeps >= n_sweeps, .value = NAN};
}

/* A solver object that stands before its first sweep; free s->solver. */
static bool begin(const ss_check_case *c, stepper *s, const ss_problem *problem, stepper *inner)
{
    *s = (stepper){.problem = problem,
                   .inner = inner,
                   .is_outer = c->choice->outer != NULL,
                   .error = c->error};
    s->solver = ss_solver_create(c->choice, c->error);
    s->r = s->solver != NULL ? ss_solver_prepare(s->solver, problem, c->error) : NULL;
    return s->r != NULL;
}

/* n_sweeps of the solver, with those of the inner one between. */
static bool run(stepper *s)
{
    const ss_watch watch = {.see = after_sweep, .self = s};
    return ss_solver_run(s->solver, s->problem, watch, &s->work, s->error) && !s->inner_failed;
}

static void see_same(const ss_check_case *c, const stepper *alone, const stepper *together,
                     const char *which)
{
    const size_t n = 3 * alone->problem->n_contacts;
    if (memcmp(alone->r, together->r, n * sizeof *alone->r) != 0)
        ss_check_count(c, "pair %zu: the %s solver ends with other bits than alone", c->k, which);
    else if (memcmp(&alone->work, &together->work, sizeof alone->work) != 0)
        ss_check_count(c, "pair %zu: the %s solver counts other work than alone", c->k, which);
}

/* Two problems, each with a solver object, alone and then in turns. */
static bool see_pair(const ss_check_case *c, const ss_problem *one, const ss_problem *two)
{
    stepper alone[2] = {{.solver = NULL}, {.solver = NULL}};
    stepper together[2] = {{.solver = NULL}, {.solver = NULL}};
    const bool ran = begin(c, &alone[0], one, NULL) && begin(c, &alone[1], two, NULL) &&
                     begin(c, &together[1], two, NULL) &&
                     begin(c, &together[0], one, &together[1]) && run(&alone[0]) &&
                     run(&alone[1]) && run(&together[0]);
    if (ran) {
        see_same(c, &alone[0], &together[0], "outer");
        see_same(c, &alone[1], &together[1], "inner");
    }
    for (size_t i = 0; i < 2; ++i) {
        ss_solver_free(alone[i].solver);
        ss_solver_free(together[i].solver);
    }
    return ran;
}

/* No solver keeps state outside its object: in turns it does as it does alone, to the bit. A static
 * variable, or memory shared between objects, shows here; and so would threads in a campaign. */
static bool one_interleaved(const ss_check_case *c)
{
    ss_check_cluster *const one = &c->room->one, *const other = &c->room->other;
    return ss_check_blocks_random(one, 2 * c->k + 1, c->error) &&
           ss_check_blocks_random(other, 2 * c->k + 2, c->error) &&
           see_pair(c, one->problem, other->problem);
}

/* Are the numbers of two problems of one structure the same bits? */
static bool are_equal(const ss_problem *a, const ss_problem *b)
{
    const ss_block_form *const x = a->blocks, *const y = b->blocks;
    const size_t n = a->n_contacts, n_blocks = x->row_start[n];
    return memcmp(a->q, b->q, 3 * n * sizeof *a->q) == 0 &&
           memcmp(a->mu, b->mu, n * sizeof *a->mu) == 0 &&
           memcmp(a->rho_bar, b->rho_bar, n * sizeof *a->rho_bar) == 0 &&
           memcmp(a->W_cc, b->W_cc, 9 * n * sizeof *a->W_cc) == 0 &&
           memcmp(x->row_start, y->row_start, (n + 1) * sizeof *x->row_start) == 0 &&
           memcmp(x->blocks, y->blocks, 9 * n_blocks * sizeof *x->blocks) == 0 &&
           memcmp(x->column, y->column, n_blocks * sizeof *x->column) == 0;
}

/* The problem is the caller's: it is compared with one that is drawn from the same seed. The const
 * of C is cast away soon; the referee judges by the problem as it finds it. */
static bool one_input(const ss_check_case *c)
{
    ss_check_cluster *const one = &c->room->one, *const before = &c->room->other;
    if (!ss_check_blocks_random(one, c->k + 1, c->error) ||
        !ss_check_blocks_random(before, c->k + 1, c->error) ||
        !ss_check_answer_solve(&c->room->a, one->problem, c->choice, 1e-300, n_sweeps, c->error))
        return false;
    if (!are_equal(one->problem, before->problem))
        ss_check_count(c, "cluster %zu: q, W, mu or rho_bar have changed", c->k + 1);
    return true;
}

/* NaN in each place of q and W_cc, of one contact after the other: fmax and comparisons swallow a
 * NaN, and a solver that returns r = 0 for it would end as solved. */
static bool one_nan(const ss_check_case *c)
{
    enum { cap = 50 };
    ss_check_cluster *const p = &c->room->one;
    bool solved = ss_check_blocks_random(p, 1, c->error);
    const size_t n = solved ? p->problem->n_contacts : 0;
    for (size_t k = 0; solved && k < 12 * n; ++k) {
        const size_t contact = k % n, place = k / n;
        ss_check_answer a = {.n = 0};
        ss_check_copy copy;
        solved = ss_check_copy_make(&copy, p->problem, c->error);
        if (solved) {
            ss_check_copy_put(&copy, contact, place, NAN);
            solved = ss_check_answer_solve(&a, &copy.problem, c->choice, 1e-8, cap, c->error);
        }
        if (solved && a.report.outcome != SS_OUTCOME_DIVERGED)
            ss_check_count(c, "NaN in %s of contact %zu: %s after %zu sweeps",
                           place < 3 ? "q" : "W", contact, ss_outcome_name(a.report.outcome),
                           a.report.sweeps);
        ss_check_answer_free(&a);
        ss_check_copy_free(&copy);
    }
    return solved;
}

/* A tolerance that nothing meets: the cap ends it, to the sweep, and a sweep visits each contact
 * once, or work units of solvers could not be compared. */
static bool one_sweep_cap(const ss_check_case *c)
{
    static const size_t caps[] = {1, 2, 7, 50};
    const size_t cap = caps[c->k % 4];
    ss_check_answer *const a = &c->room->a;
    const ss_solve_report *const report = &a->report;
    if (!ss_check_blocks_random(&c->room->one, c->k + 1, c->error) ||
        !ss_check_answer_solve(a, c->room->one.problem, c->choice, 1e-300, cap, c->error))
        return false;
    if (report->sweeps > cap)
        ss_check_count(c, "%zu sweeps under a cap of %zu", report->sweeps, cap);
    else if (report->work.visits != report->sweeps * (a->n / 3))
        ss_check_count(c, "%zu visits counted in %zu sweeps of %zu contacts", report->work.visits,
                       report->sweeps, a->n / 3);
    return true;
}

/* Nothing to solve is solved at once, without a sweep. */
static bool one_no_contacts(const ss_check_case *c)
{
    const size_t row_start[1] = {0};
    const ss_block_form form = {row_start, NULL, NULL};
    const ss_problem problem = {.n_contacts = 0, .form = SS_FORM_BLOCKS, .blocks = &form};
    const ss_solve_report *const report = &c->room->a.report;
    stepper s = {.solver = NULL};
    bool solved = ss_check_answer_solve(&c->room->a, &problem, c->choice, 1e-10, 10, c->error);
    if (solved && (report->outcome != SS_OUTCOME_SOLVED || report->sweeps > 0))
        ss_check_count(c, "%s after %zu sweeps", ss_outcome_name(report->outcome), report->sweeps);
    /* and a sweep over none, which the referee never asks for */
    solved = solved && begin(c, &s, &problem, NULL) && run(&s);
    if (s.work.visits > 0)
        ss_check_count(c, "%zu visits", s.work.visits);
    ss_solver_free(s.solver);
    return solved;
}

SS_CHECK_DEFINE(BOTH, interleaved, "determinism and purity", "interleaved",
                "solves of 40 that another one, run in turns, disturbs", 0.0, FAIL,
                .one = one_interleaved, .n = 20);
SS_CHECK_DEFINE(BOTH, input, "determinism and purity", "input",
                "problems of 40 that a solve has changed", 0.0, FAIL, .one = one_input, .n = 40);
SS_CHECK_DEFINE(LOCAL, nan, "limits", "nan",
                "problems with a NaN in q or W that do not end as diverged", 0.0, FAIL,
                .one = one_nan, .n = 1);
SS_CHECK_DEFINE(LOCAL, sweep_cap, "limits", "sweep-cap",
                "solves of 40 beyond their cap, or with visits miscounted", 0.0, FAIL,
                .one = one_sweep_cap, .n = 40);
SS_CHECK_DEFINE(BOTH, no_contacts, "limits", "no-contacts", "faults on a problem without contacts",
                0.0, FAIL, .one = one_no_contacts, .n = 1);

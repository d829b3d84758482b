/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/answer.h"

#include "problems/contact/operator.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

double ss_check_vector_distance(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += (a[k] - b[k]) * (a[k] - b[k]);
    return sqrt(sum);
}

double ss_check_vector_relative(const double *a, const double *b, size_t n)
{
    const double size = ss_norm_of(b, n), difference = ss_check_vector_distance(a, b, n);
    return size > 0.0 ? difference / size : difference;
}

/* n zeros, owned by the caller. */
static double *zeros(size_t n, ss_error *error)
{
    double *const y = calloc(n + 1, sizeof *y);
    if (y == NULL)
        ss_error_memory(error, "%zu numbers", n);
    return y;
}

/* Keep r, and u = W r + q beside it; both are owned by the answer. */
static bool collect(ss_check_answer *a, const ss_problem *problem, const double *r, ss_error *error)
{
    a->n = 3 * problem->n_contacts;
    a->r = zeros(a->n, error);
    a->u = zeros(a->n, error);
    if (a->r == NULL || a->u == NULL)
        return false;
    memcpy(a->r, r, a->n * sizeof *r);
    return ss_check_answer_velocity(a->u, problem, r, error);
}

bool ss_check_answer_by(ss_check_answer *a, ss_solver *solver, const ss_problem *problem,
                        const ss_rules *rules, const double *start, ss_error *error)
{
    *a = (ss_check_answer){.n = 0};
    ss_referee *const referee = ss_referee_create(error);
    double *const r = referee != NULL ? ss_solver_prepare(solver, problem, error) : NULL;
    if (r != NULL && start != NULL)
        memcpy(r, start, 3 * problem->n_contacts * sizeof *r);
    const bool solved = r != NULL &&
                        ss_referee_solve(referee, solver, problem, rules, &a->report, error) &&
                        collect(a, problem, r, error);
    ss_referee_free(referee);
    return solved;
}

/* Under the referee, from `start`; the local solver of an outer one is made tight. */
static bool solve_from(ss_check_answer *a, const ss_problem *problem, const ss_choice *choice,
                       const ss_rules *rules, const double *start, ss_error *error)
{
    ss_choice whole = *choice, local = {.label = NULL};
    *a = (ss_check_answer){.n = 0};
    if (choice->outer != NULL && choice->local != NULL) {
        whole.local = &local;
        if (!ss_check_answer_tighten(&local, choice->local, problem, error))
            return false;
    }
    ss_solver *const solver = ss_solver_create(&whole, error);
    const bool solved =
        solver != NULL && ss_check_answer_by(a, solver, problem, rules, start, error);
    ss_solver_free(solver);
    ss_choice_free(&local);
    return solved;
}

double ss_check_tol(const ss_choice *choice, double tol)
{
    const double reach = choice->outer != NULL ? choice->outer->reach : 0.0;
    return tol > DBL_EPSILON ? fmax(tol, reach) : tol;
}

static ss_rules rules_of(const ss_choice *choice, double tol, size_t max_sweeps)
{
    return (ss_rules){.stop = choice->outer != NULL ? &ss_estimator_e1 : &ss_estimator_eps,
                      .tol = ss_check_tol(choice, tol),
                      .max_sweeps = max_sweeps,
                      .label = choice->label};
}

bool ss_check_answer_solve(ss_check_answer *a, const ss_problem *problem, const ss_choice *choice,
                           double tol, size_t max_sweeps, ss_error *error)
{
    const ss_rules rules = rules_of(choice, tol, max_sweeps);
    return solve_from(a, problem, choice, &rules, NULL, error);
}

bool ss_check_answer_warm(ss_check_answer *a, const ss_problem *problem, const ss_choice *choice,
                          const double *start, double tol, ss_error *error)
{
    const ss_rules rules = rules_of(choice, tol, SS_CHECK_REST_SWEEPS);
    const bool ran = solve_from(a, problem, choice, &rules, start, error);
    a->rests = ran && a->report.outcome == SS_OUTCOME_SOLVED;
    return ran;
}

/* The watch of ss_check_answer_rest. */
typedef struct still {
    double *before;
    size_t n, sweeps, max_sweeps, quiet;
} still;

/* At rest: three sweeps in turn move r by no more than 1e-14 of it, which is ninety roundings
 * of half a DBL_EPSILON. One quiet sweep may be chance, where statuses change in turn. A cap ends
 * it, too, and an r that is not finite. */
static ss_seen is_still(void *self, ss_iterate *at)
{
    still *const s = self;
    const double *const r = ss_iterate_read(at);
    const double change = ss_check_vector_distance(r, s->before, s->n);
    s->quiet = change <= 1e-14 * ss_norm_of(r, s->n) ? s->quiet + 1 : 0;
    memcpy(s->before, r, s->n * sizeof *r);
    if (!isfinite(change))
        s->sweeps = s->max_sweeps;
    const bool capped = s->sweeps >= s->max_sweeps || ++s->sweeps >= s->max_sweeps;
    return (ss_seen){.stop = capped || s->quiet >= 3};
}

bool ss_check_answer_rest(ss_check_answer *a, const ss_problem *problem, const ss_choice *given,
                          const double *start, size_t max_sweeps, ss_error *error)
{
    still s = {.n = 3 * problem->n_contacts, .max_sweeps = max_sweeps};
    const ss_watch watch = {.see = is_still, .self = &s};
    ss_choice tight;
    *a = (ss_check_answer){.n = 0};
    if (given->outer != NULL)
        return ss_check_answer_warm(a, problem, given, start, SS_CHECK_REST_E1, error);
    if (!ss_check_answer_tighten(&tight, given, problem, error))
        return false;
    s.before = zeros(s.n, error);
    ss_solver *const solver = ss_solver_create(&tight, error);
    double *const r =
        s.before != NULL && solver != NULL ? ss_solver_prepare(solver, problem, error) : NULL;
    if (r != NULL && start != NULL)
        memcpy(r, start, s.n * sizeof *r);
    const bool settled = r != NULL &&
                         ss_solver_run(solver, problem, watch, &a->report.work, error) &&
                         collect(a, problem, r, error);
    a->report.sweeps = s.sweeps;
    a->rests = settled && s.sweeps < max_sweeps;
    ss_solver_free(solver);
    free(s.before);
    ss_choice_free(&tight);
    return settled;
}

bool ss_check_answer_lone(double r[3], double u[3], const ss_problem *problem,
                          const ss_choice *given, ss_error *error)
{
    enum { max_visits = 20000 };
    ss_check_answer a;
    const bool settled = ss_check_answer_rest(&a, problem, given, NULL, max_visits, error);
    if (settled) {
        memcpy(r, a.r, 3 * sizeof *r);
        memcpy(u, a.u, 3 * sizeof *u);
    }
    ss_check_answer_free(&a);
    return settled;
}

void ss_check_answer_free(ss_check_answer *a)
{
    free(a->r);
    free(a->u);
    *a = (ss_check_answer){.n = 0};
}

bool ss_check_answer_copy_choice(ss_choice *out, const ss_choice *given, ss_error *error)
{
    const size_t size = given->solver->options.size;
    *out = (ss_choice){
        .solver = given->solver, .options = malloc(size), .label = strdup(given->label)};
    if (out->options == NULL || out->label == NULL) {
        ss_choice_free(out);
        return ss_error_memory(error, "the options of %s", given->label);
    }
    memcpy(out->options, given->options, size);
    return true;
}

bool ss_check_answer_set(ss_choice *choice, const char *key, double value, ss_error *error)
{
    char text[40];
    const ss_option_table *const table = &choice->solver->options;
    const ss_option *const row = ss_options_find(table, key);
    if (row == NULL || (row->kind != SS_OPTION_REAL && row->kind != SS_OPTION_COUNT))
        return true;
    snprintf(text, sizeof text, "%.17g", fmin(fmax(value, row->min), row->max));
    return ss_options_set(table, choice->options, choice->solver->name, key, text, error);
}

bool ss_check_answer_tighten(ss_choice *tight, const ss_choice *given, const ss_problem *problem,
                             ss_error *error)
{
    const ss_option *const row = ss_options_find(&given->solver->options, "alpha");
    double largest = 0.0, block[9];
    /* rho_bar lambda_max from above: the norm of a 3x3 is near its largest eigenvalue */
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const double *const W = ss_operator_block(block, problem, c);
        largest = fmax(largest, problem->rho_bar[c] * ss_norm_of(W, 9));
    }
    double alpha = 1.0 / largest;
    if (row != NULL && row->kind == SS_OPTION_REAL)
        alpha = fmin(*(const double *)((const char *)given->options + row->offset), alpha);
    if (!ss_check_answer_copy_choice(tight, given, error))
        return false;
    const bool set = ss_check_answer_set(tight, "cap", 1000.0, error) &&
                     ss_check_answer_set(tight, "tol", 1e-13, error) &&
                     ss_check_answer_set(tight, "alpha", alpha, error);
    if (!set)
        ss_choice_free(tight);
    return set;
}

bool ss_check_answer_velocity(double *u, const ss_problem *problem, const double *r,
                              ss_error *error)
{
    double *const state = zeros(ss_operator_state_length(problem), error);
    if (state == NULL)
        return false;
    ss_operator_start(state, problem, r);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ss_operator_velocity(u + 3 * c, problem, state, r, c);
    free(state);
    return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/answer.h"

#include "harness/check/vector.h"
#include "problems/contact/operator.h"

#include <stdlib.h>

static double *copy(const double *x, size_t n, ss_error *error)
{
    double *const y = calloc(n + 1, sizeof *y);
    if (y == NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu numbers", n);
    else if (x != NULL)
        memcpy(y, x, n * sizeof *y);
    return y;
}

static bool collect(ss_check_answer *a, const ss_problem *problem, const ss_solver *solver,
                    const double *r, ss_error *error)
{
    a->n = 3 * problem->n_contacts;
    a->r = copy(r, a->n, error);
    a->u = copy(NULL, a->n, error);
    a->held = copy(ss_solver_velocity(solver), a->n, error);
    return a->r != NULL && a->u != NULL && a->held != NULL &&
           ss_check_answer_velocity(a->u, problem, r, error);
}

bool ss_check_answer_solve(ss_check_answer *a, const ss_problem *problem, const ss_choice *choice,
                           double tol, size_t max_sweeps, ss_error *error)
{
    *a = (ss_check_answer){.n = 0};
    const ss_rules rules = {
        .stop = &ss_estimator_eps, .tol = tol, .max_sweeps = max_sweeps, .label = choice->label};
    ss_solver *const solver = ss_solver_create(choice, error);
    ss_referee *const referee = ss_referee_create(error);
    const double *const r =
        solver != NULL && referee != NULL ? ss_solver_prepare(solver, problem, error) : NULL;
    const bool solved = r != NULL &&
                        ss_referee_solve(referee, solver, problem, &rules, &a->report, error) &&
                        collect(a, problem, solver, r, error);
    ss_referee_free(referee);
    ss_solver_free(solver);
    return solved;
}

/* The watch of ss_check_answer_settle. */
typedef struct still {
    double *before;
    size_t n, sweeps, max_sweeps, quiet;
} still;

static ss_seen is_still(void *self, ss_iterate *at)
{
    still *const s = self;
    const double *const r = ss_iterate_read(at);
    const double change = ss_check_vector_distance(r, s->before, s->n);
    s->quiet = change <= 1e-14 * ss_check_vector_norm(r, s->n) ? s->quiet + 1 : 0;
    memcpy(s->before, r, s->n * sizeof *r);
    if (!isfinite(change))
        s->sweeps = s->max_sweeps;
    const bool capped = s->sweeps >= s->max_sweeps || ++s->sweeps >= s->max_sweeps;
    return (ss_seen){.stop = capped || s->quiet >= 3};
}

bool ss_check_answer_settle(ss_check_answer *a, const ss_problem *problem, const ss_choice *choice,
                            const double *start, size_t max_sweeps, ss_error *error)
{
    *a = (ss_check_answer){.n = 0};
    still watch = {.n = 3 * problem->n_contacts, .max_sweeps = max_sweeps};
    watch.before = copy(NULL, watch.n, error);
    ss_solver *const solver = ss_solver_create(choice, error);
    double *const r =
        watch.before != NULL && solver != NULL ? ss_solver_prepare(solver, problem, error) : NULL;
    bool settled = r != NULL;
    if (settled) {
        if (start != NULL)
            memcpy(r, start, watch.n * sizeof *r);
        settled = ss_solver_run(solver, problem, (ss_watch){.see = is_still, .self = &watch},
                                &a->report.work, error);
        a->report.sweeps = watch.sweeps;
        settled = settled && collect(a, problem, solver, r, error);
    }
    ss_solver_free(solver);
    free(watch.before);
    return settled;
}

void ss_check_answer_free(ss_check_answer *a)
{
    free(a->r);
    free(a->u);
    free(a->held);
    *a = (ss_check_answer){.n = 0};
}

bool ss_check_answer_copy_choice(ss_choice *out, const ss_choice *given, ss_error *error)
{
    const size_t size = given->solver->options.size;
    *out = (ss_choice){
        .solver = given->solver, .options = malloc(size), .label = strdup(given->label)};
    if (out->options == NULL || out->label == NULL) {
        ss_choice_free(out);
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the options of %s",
                            given->label);
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

/* The number that an option has, or `otherwise`. */
static double number_of(const ss_choice *choice, const char *key, double otherwise)
{
    const ss_option *const row = ss_options_find(&choice->solver->options, key);
    return row != NULL && row->kind == SS_OPTION_REAL
               ? *(const double *)((const char *)choice->options + row->offset)
               : otherwise;
}

bool ss_check_answer_tighten(ss_choice *tight, const ss_choice *given, double lambda_rho,
                             ss_error *error)
{
    if (!ss_check_answer_copy_choice(tight, given, error))
        return false;
    const double alpha = fmin(number_of(given, "alpha", INFINITY), 1.0 / lambda_rho);
    const bool set = ss_check_answer_set(tight, "cap", 1000.0, error) &&
                     ss_check_answer_set(tight, "tol", 1e-13, error) &&
                     ss_check_answer_set(tight, "alpha", alpha, error);
    if (!set)
        ss_choice_free(tight);
    return set;
}

bool ss_check_answer_lone(double r[3], double u[3], const ss_problem *problem,
                          const ss_choice *given, ss_error *error)
{
    ss_check_answer a = {.n = 0};
    ss_choice tight;
    if (!ss_check_answer_tighten(&tight, given, ss_check_answer_lambda_rho(problem), error))
        return false;
    const bool settled =
        ss_check_answer_settle(&a, problem, &tight, NULL, SS_CHECK_ANSWER_VISITS, error);
    for (int k = 0; settled && k < 3; ++k) {
        r[k] = a.r[k];
        u[k] = a.u[k];
    }
    ss_check_answer_free(&a);
    ss_choice_free(&tight);
    return settled;
}

double ss_check_answer_lambda_rho(const ss_problem *problem)
{
    double largest = 0.0;
    for (size_t c = 0; c < problem->n_contacts; ++c) { /* the norm of a 3x3 is near its largest */
        double block[9];
        const double *const W = ss_operator_block(block, problem, c);
        largest = fmax(largest, problem->rho_bar[c] * ss_check_vector_norm(W, 9));
    }
    return largest;
}

bool ss_check_answer_velocity(double *u, const ss_problem *problem, const double *r,
                              ss_error *error)
{
    double *const state = copy(NULL, ss_operator_state_length(problem), error);
    if (state == NULL)
        return false;
    ss_operator_start(state, problem, r);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ss_operator_velocity(u + 3 * c, problem, state, r, c);
    free(state);
    return true;
}

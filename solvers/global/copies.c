/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/copies.h"

#include "problems/contact/operator.h"

#include <stdlib.h>

void ss_copies_free(ss_copies *x)
{
    free(x->p);
    free(x->v);
    free(x->share);
    free(x->numbers);
    free(x->states);
    free(x->list);
    free(x->start);
    free(x->seen);
    *x = (ss_copies){.posed = NULL};
}

static bool reserve(ss_copies *x, size_t state_size, ss_error *error)
{
    const size_t n = x->posed->n_contacts, n_bodies = ss_operator_moving(x->posed)->n_bodies;
    x->p = calloc(3 * n + 1, sizeof *x->p);
    x->v = calloc(6 * n_bodies + 1, sizeof *x->v);
    x->share = calloc(n_bodies + 1, sizeof *x->share);
    x->numbers = x->scheme.splits ? calloc(7 * n_bodies + 10 * n + 1, sizeof *x->numbers) : NULL;
    x->states = calloc(n + 1, state_size + 1);
    x->list = calloc(n + 1, sizeof *x->list);
    x->start = calloc(x->scheme.n_domains + 1, sizeof *x->start);
    x->seen = calloc(n_bodies + 1, sizeof *x->seen);
    return (x->p != NULL && x->v != NULL && x->share != NULL &&
            (x->numbers != NULL || !x->scheme.splits) && x->states != NULL && x->list != NULL &&
            x->start != NULL && x->seen != NULL) ||
           ss_error_memory(error, "copies of %zu bodies in domains", n_bodies);
}

/* A counting sort, which keeps the order of contacts in each domain. */
static void sort_contacts(ss_copies *x, const uint32_t *visitor)
{
    const size_t n = x->posed->n_contacts;
    for (size_t c = 0; c < n; ++c)
        ++x->start[visitor[c]];
    for (size_t d = 1; d <= x->scheme.n_domains; ++d)
        x->start[d] += x->start[d - 1]; /* where it ends */
    for (size_t c = n; c-- > 0;)
        x->list[--x->start[visitor[c]]] = (uint32_t)c;
}

/* Count the domains that visit each body. */
static void count_shares(ss_copies *x)
{
    const size_t n_bodies = ss_operator_moving(x->posed)->n_bodies;
    for (size_t d = 0; d < x->scheme.n_domains; ++d)
        for (size_t k = x->start[d]; k < x->start[d + 1]; ++k) {
            const ss_contact_bodies pair = ss_operator_bodies(x->posed, x->list[k]);
            const size_t bodies[2] = {pair.i, pair.j};
            for (int side = 0; side < 2; ++side) {
                const size_t b = bodies[side];
                x->share[b] += x->seen[b] != d + 1;
                x->seen[b] = (uint32_t)d + 1;
            }
        }
    for (size_t b = 0; b < n_bodies; ++b)
        if (x->share[b] == 0.0)
            x->share[b] = 1.0;
}

bool ss_copies_open(ss_copies *x, const ss_problem *posed, const uint32_t *visitor,
                    const ss_copies_scheme *scheme, size_t state_size, ss_error *error)
{
    ss_copies_free(x);
    *x = (ss_copies){.posed = posed, .problem = *posed, .scheme = *scheme, .scale = 1.0};
    if (!reserve(x, state_size, error))
        return false;
    sort_contacts(x, visitor);
    count_shares(x);
    return true;
}

/* The problem in which inverse masses and inertias are k times as large; the form of either kind
 * begins with its moving bodies. */
static void split(ss_copies *x)
{
    const ss_problem *const posed = x->posed;
    const ss_moving *const moving = ss_operator_moving(posed);
    const size_t n_bodies = moving->n_bodies, n = posed->n_contacts;
    const bool rigid = posed->form == SS_FORM_RIGID;
    const size_t width = rigid ? 6 : 1; /* numbers of an inertia */
    const double *const J = rigid ? posed->rigid->inv_inertia : posed->balls->inv_inertia;
    double *const inv_mass = x->numbers, *const inv_inertia = inv_mass + n_bodies;
    double *const rho_bar = inv_inertia + 6 * n_bodies, *const W_cc = rho_bar + n;
    for (size_t b = 0; b < moving->n_moving; ++b) { /* the others are 0 */
        inv_mass[b] = x->share[b] * moving->inv_mass[b];
        for (size_t k = 0; k < width; ++k)
            inv_inertia[width * b + k] = x->share[b] * J[width * b + k];
    }
    if (rigid) {
        x->form.rigid = *posed->rigid;
        x->form.rigid.moving.inv_mass = inv_mass;
        x->form.rigid.inv_inertia = inv_inertia;
        x->problem.rigid = &x->form.rigid;
        x->problem.W_cc = W_cc;
    } else {
        x->form.balls = *posed->balls;
        x->form.balls.moving.inv_mass = inv_mass;
        x->form.balls.inv_inertia = inv_inertia;
        x->problem.balls = &x->form.balls;
    }
    x->problem.rho_bar = rho_bar;
    for (size_t c = 0; c < n; ++c) {
        const ss_contact_bodies pair = ss_operator_bodies(posed, c);
        rho_bar[c] = 1.0 / (inv_mass[pair.i] + inv_mass[pair.j]);
        if (rigid) { /* 1/lambda_max(W_cc), for W_cc couples n and t */
            ss_rigid_block(W_cc + 9 * c, x->problem.rigid, c);
            rho_bar[c] = 1.0 / ss_operator_block_largest(W_cc + 9 * c);
        }
    }
}

void ss_copies_set_up(ss_copies *x, const ss_local_solver *local, const void *options)
{
    if (x->scheme.splits)
        split(x);
    else if (x->scheme.n_domains > 1)
        x->scale = x->scheme.relaxation;
    for (size_t c = 0; local->setup != NULL && c < x->problem.n_contacts; ++c) {
        double W[9];
        const ss_contact contact = {ss_operator_block(W, &x->problem, c), x->problem.mu[c],
                                    x->problem.rho_bar[c]};
        local->setup((char *)x->states + c * local->state_size, &contact, options);
    }
}

void ss_copies_begin(ss_copies *x, const ss_sweep *sweep)
{
    for (size_t k = 0; k < 3 * x->posed->n_contacts; ++k)
        x->p[k] = sweep->r[k] / x->scale;
}

void ss_copies_visit(ss_copies *x, const ss_local_solver *local, const ss_sweep *sweep,
                     size_t domain)
{
    ss_sweep own = *sweep;
    own.problem = &x->problem;
    own.states = x->states;
    own.r = x->p;
    own.operator_state = x->v;
    own.order = x->list + x->start[domain];
    own.n_order = x->start[domain + 1] - x->start[domain];
    for (size_t k = 0; k < own.n_order; ++k) { /* the copies of the bodies */
        const ss_contact_bodies pair = ss_operator_bodies(x->posed, own.order[k]);
        memcpy(x->v + 6 * pair.i, sweep->operator_state + 6 * pair.i, 6 * sizeof *x->v);
        memcpy(x->v + 6 * pair.j, sweep->operator_state + 6 * pair.j, 6 * sizeof *x->v);
    }
    local->sweep(&own);
}

void ss_copies_join(ss_copies *x, const ss_sweep *sweep)
{
    for (size_t k = 0; k < 3 * x->posed->n_contacts; ++k)
        sweep->r[k] = x->scale * x->p[k];
    ss_operator_start(sweep->operator_state, x->posed, sweep->r);
    ++sweep->work->products;
}

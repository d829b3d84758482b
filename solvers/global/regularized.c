/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/regularized.h"

#include "problems/base/memory.h"
#include "problems/contact/operator.h"

#include <stdlib.h>
#include <string.h>

/* Floating-point operations of a visit besides those of the local solver: a/d^2 2, u 9, block and
 * rho_bar 6. */
enum { VISIT_FLOPS = 2 + 9 + 6 };

/* Contact c with `shift` on its diagonal, its block in W. 1/rho_bar is an entry of the diagonal, in
 * 1/kg, and grows as that does. */
static ss_contact contact_of(double W[9], const ss_problem *problem, size_t c, double shift)
{
    double room[9];
    memcpy(W, ss_operator_block(room, problem, c), 9 * sizeof *W);
    for (size_t i = 0; i < 9; i += 4)
        W[i] += shift;
    return (ss_contact){W, problem->mu[c], 1.0 / (1.0 / problem->rho_bar[c] + shift)};
}

/* ss_sweep_visits of solvers/local/sweep.h, by way of a pointer to the base's visit. */
static void sweep(const ss_sweep *s)
{
    const ss_regularized *const x = s->options;
    const ss_problem *const problem = s->problem;
    const size_t n = s->order != NULL ? s->n_order : problem->n_contacts;
    ss_work work = {.visits = n, .flops = VISIT_FLOPS * n};
    for (size_t k = 0; k < n; ++k) {
        const size_t c = s->order != NULL ? s->order[k] : k;
        double W[9], dr[3], old[3], u[3];
        const double shift = x->a / (x->d[c] * x->d[c]); /* 1/kg */
        const ss_contact contact = contact_of(W, problem, c, shift);
        double *const r = s->r + 3 * c;
        ss_copy3(old, r);
        ss_operator_velocity(u, problem, s->operator_state, s->r, c);
        for (size_t i = 0; i < 3; ++i)
            u[i] += shift * (r[i] - x->center[3 * c + i]);
        const ss_local_outcome outcome = x->base->solve(
            r, u, &contact, (char *)x->states + c * x->base->state_size, x->base_options, &work);
        work.newton_failures += outcome != SS_LOCAL_DONE;
        work.fallbacks += outcome == SS_LOCAL_MADE_SAFE;
        ss_sub3(dr, r, old);
        ss_form_change(s->operator_state, problem, problem->form, s->order != NULL, c, dr);
    }
    ss_work_add(s->work, &work);
}

bool ss_regularized_open(ss_regularized *x, const ss_local_solver *base, const void *base_options,
                         size_t n_contacts, ss_error *error)
{
    const size_t n = n_contacts + 1;
    double *const center = ss_memory_grow(x->center, &x->center_room, 3 * n, sizeof *center);
    void *const states = ss_memory_grow(x->states, &x->states_room, n * (base->state_size + 1), 1);
    x->center = center != NULL ? center : x->center;
    x->states = states != NULL ? states : x->states;
    x->base = base;
    x->base_options = base_options;
    x->local = (ss_local_solver){.name = base->name, .sweep = sweep};
    x->a = 0.0;
    return (center != NULL && states != NULL) ||
           ss_error_memory(error, "the center and states of %zu contacts", n_contacts);
}

void ss_regularized_clear(ss_regularized *x)
{
    free(x->center);
    free(x->states);
    *x = (ss_regularized){.center = NULL};
}

void ss_regularized_change(ss_regularized *x, const ss_problem *problem, double a, const double *r)
{
    const bool other = a != x->a && x->base->setup != NULL;
    x->a = a;
    memcpy(x->center, r, 3 * problem->n_contacts * sizeof *r);
    for (size_t c = 0; other && c < problem->n_contacts; ++c) {
        double W[9];
        const ss_contact contact = contact_of(W, problem, c, a / (x->d[c] * x->d[c]));
        x->base->setup((char *)x->states + c * x->base->state_size, &contact, x->base_options);
    }
}

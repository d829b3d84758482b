/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/relaxed.h"

#include "problems/contact/cone.h"
#include "problems/contact/operator.h"

/* From the local solution r and its u to the relaxed point and the velocity there. */
static void relax(double r[3], double u[3], const double old[3], const ss_contact *contact,
                  double omega)
{
    double tau[3], dr[3]; /* the point beyond; what the projection and omega add */
    for (int k = 0; k < 3; ++k)
        tau[k] = old[k] + omega * (r[k] - old[k]);
    ss_copy3(dr, r);
    ss_cone_project(r, tau, contact->mu);
    /* u follows r: u += W (r_new - r_solved) */
    ss_sub3(dr, r, dr);
    ss_muladd3(u, contact->W, dr);
}

void ss_relaxed_visit(const ss_sweep *s, const ss_local_solver *local, double omega, size_t c)
{
    const ss_problem *const problem = s->problem;
    const void *const state = (const char *)s->states + c * local->state_size;
    double W[9], old[3], dr[3], alone[3]; /* u that nobody keeps */
    double *const r = s->r + 3 * c, *const u = s->u != NULL ? s->u + 3 * c : alone;
    const ss_contact contact = {ss_operator_block(W, problem, c), problem->mu[c],
                                problem->rho_bar[c]};
    ss_copy3(old, r);
    ss_operator_velocity(u, problem, s->operator_state, s->r, c);
    const ss_local_outcome outcome = local->solve(r, u, &contact, state, s->options, s->work);
    s->work->newton_failures += outcome != SS_LOCAL_DONE;
    s->work->fallbacks += outcome == SS_LOCAL_MADE_SAFE;
    ++s->work->visits;
    if (omega != 1.0) {
        relax(r, u, old, &contact, omega);
        ++s->work->projections;
    }
    ss_sub3(dr, r, old);
    ss_form_change(s->operator_state, problem, problem->form, s->order != NULL, c, dr);
}

void ss_relaxed_sweep(const ss_sweep *sweep, const ss_local_solver *local, double omega)
{
    const uint32_t *const order = sweep->order;
    const size_t n = order != NULL ? sweep->n_order : sweep->problem->n_contacts;
    if (omega == 1.0) {
        local->sweep(sweep);
        return;
    }
    for (size_t k = 0; k < n; ++k)
        ss_relaxed_visit(sweep, local, omega, order != NULL ? order[k] : k);
}

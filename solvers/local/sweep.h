/* The seam between outer and local solver. A virtual call would cost as much as a whole visit, so
 * each local solver's file compiles its own sweep: SS_DEFINE_SWEEP(state_type, solve) instantiates
 * the loop below with `solve` inlined, once for each form of the contact operator and, where bodies
 * are known, once for a given order.
 *
 * A visit, as it is compiled for balls (ss_form_* inlined, no branch on the form left):
 *
 *     u = D P_c* v + shift          two bodies read
 *     r, u <- solve(r, u, W_cc)     r_old -> r
 *     v += M^-1 P_c (r - r_old)     the same two bodies written
 *
 * Invariant between visits: the operator state is that of r; u has what the solver left at
 * each contact, which later visits do not bring up to date.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_LOCAL_SWEEP_H
#define SS_SOLVERS_LOCAL_SWEEP_H

#include "problems/contact/operator.h"
#include "solvers/base/local_solver.h"

/* Method 5: visit the contacts; `form` and `ordered` are compile-time constants. */
static inline __attribute__((always_inline)) void ss_sweep_visits(const ss_sweep *s,
                                                                  ss_local_solve *solve,
                                                                  size_t state_size, ss_form form,
                                                                  bool ordered)
{
    const ss_problem *const problem = s->problem;
    const size_t n = ordered ? s->n_order : problem->n_contacts;
    ss_work work = {0}; /* added to the task's once a sweep */
    for (size_t k = 0; k < n; ++k) {
        const size_t c = ordered ? s->order[k] : k;
        double W[9];
        const ss_contact contact = {ss_form_block(W, problem, form, c), problem->mu[c],
                                    problem->rho_bar[c]};
        const void *const state = (const char *)s->states + c * state_size;
        double *const r = s->r + 3 * c;
        double dr[3], old[3], alone[3]; /* r - old; r before the visit; u that nobody keeps */
        double *const u = s->u != NULL ? s->u + 3 * c : alone;
        ss_copy3(old, r);
        ss_form_velocity(u, problem, form, s->operator_state, s->r, c);
        const ss_local_outcome outcome = solve(r, u, &contact, state, s->options, &work);
        work.newton_failures += outcome != SS_LOCAL_DONE;
        work.fallbacks += outcome == SS_LOCAL_MADE_SAFE;
        ss_sub3(dr, r, old);
        ss_form_change(s->operator_state, problem, form, ordered, c, dr);
    }
    work.visits = n;
    ss_work_add(s->work, &work);
}

/* Defines the static function `sweep` of a local solver's file. */
#define SS_DEFINE_SWEEP(state_type, solve)                                                         \
    static void sweep(const ss_sweep *s)                                                           \
    {                                                                                              \
        const bool ordered = s->order != NULL;                                                     \
        if (s->problem->form == SS_FORM_BLOCKS)                                                    \
            ss_sweep_visits(s, solve, sizeof(state_type), SS_FORM_BLOCKS, false);                  \
        else if (s->problem->form == SS_FORM_BALLS && !ordered)                                    \
            ss_sweep_visits(s, solve, sizeof(state_type), SS_FORM_BALLS, false);                   \
        else if (s->problem->form == SS_FORM_BALLS)                                                \
            ss_sweep_visits(s, solve, sizeof(state_type), SS_FORM_BALLS, true);                    \
        else if (!ordered)                                                                         \
            ss_sweep_visits(s, solve, sizeof(state_type), SS_FORM_RIGID, false);                   \
        else                                                                                       \
            ss_sweep_visits(s, solve, sizeof(state_type), SS_FORM_RIGID, true);                    \
    }

#endif

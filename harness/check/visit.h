/* One visit to a lone contact, as a sweep makes it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_VISIT_H
#define SS_HARNESS_CHECK_VISIT_H

#include "harness/check/sample.h"
#include "problems/contact/vec3.h"

#include <stdlib.h>

/* Room for n states of a solver, zeroed, each aligned as malloc aligns. *stride gets the bytes from
 * one to the next. NULL and an error without memory; free with free. */
static inline char *ss_check_visit_states(const ss_local_solver *solver, size_t n, size_t *stride,
                                          ss_error *error)
{
    *stride = solver->state_size + 16 - solver->state_size % 16;
    char *const states = calloc(n, *stride);
    if (states == NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the state of %s", solver->name);
    return states;
}

/* Visit from any r: u = q + W r, setup, solve. Returns what the solver says; r and u as it leaves
 * them. */
static inline ss_local_outcome ss_check_visit(const ss_choice *choice,
                                              const ss_check_lone_contact *c, double r[3],
                                              double u[3], void *state, ss_work *work)
{
    const ss_contact contact = {c->W, c->mu, c->rho_bar};
    ss_mul3(u, c->W, r);
    ss_axpy(u, 1.0, c->q);
    if (choice->solver->setup != NULL)
        choice->solver->setup(state, &contact, choice->options);
    return choice->solver->solve(r, u, &contact, state, choice->options, work);
}

#endif

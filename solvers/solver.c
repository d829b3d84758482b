/* The memory of a pair of outer and local solver: all that plug-ins never allocate themselves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/memory.h"
#include "problems/contact/operator.h"
#include "solvers/choice.h"

#include <stdlib.h>

struct ss_solver {
    const ss_outer_solver *outer;
    const void *outer_options;
    const ss_choice *local;
    size_t capacity; /* contacts */
    double *r, *u;
    void *states;
    double *operator_state;
    size_t operator_length; /* doubles */
    void *workspace;
    size_t workspace_size; /* bytes */
};

ss_solver *ss_solver_create(const ss_choice *choice, ss_error *error)
{
    ss_solver *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the solver %s", choice->label);
        return NULL;
    }
    const bool alone = choice->solver != NULL;
    s->outer = alone ? ss_outer_solver_at(0) : choice->outer;
    s->outer_options = alone ? NULL : choice->options;
    s->local = ss_choice_local(choice);
    return s;
}

void ss_solver_free(ss_solver *s)
{
    if (s == NULL)
        return;
    free(s->r);
    free(s->u);
    free(s->states);
    free(s->operator_state);
    free(s->workspace);
    free(s);
}

/* Nothing in the buffers outlives a problem, so they are freed and made anew when too small. */
static bool renew(void **buffer, size_t n, size_t size)
{
    free(*buffer);
    *buffer = calloc(n > 0 ? n : 1, size);
    return *buffer != NULL;
}

static bool renew_real(double **buffer, size_t n)
{
    free(*buffer);
    *buffer = calloc(n + 1, sizeof **buffer);
    return *buffer != NULL;
}

/* Bytes of a contact's state: SS_DEFINE_SWEEP steps by at least one, for an empty state too. */
static size_t state_size(const ss_solver *s)
{
    return s->local->solver->state_size > 0 ? s->local->solver->state_size : 1;
}

static bool reserve_contacts(ss_solver *s, size_t n)
{
    if (s->r != NULL && n <= s->capacity)
        return true;
    s->capacity = ss_memory_room(n);
    return renew_real(&s->r, 3 * s->capacity) && renew_real(&s->u, 3 * s->capacity) &&
           renew(&s->states, s->capacity, state_size(s));
}

static bool reserve_rest(ss_solver *s, const ss_problem *problem)
{
    const size_t length = ss_operator_state_length(problem);
    const size_t size =
        s->outer->workspace_size != NULL ? s->outer->workspace_size(problem, s->outer_options) : 0;
    if (s->operator_state == NULL || length > s->operator_length) {
        s->operator_length = length;
        if (!renew_real(&s->operator_state, length))
            return false;
    }
    if (size > s->workspace_size) {
        s->workspace_size = size;
        return renew(&s->workspace, size, 1);
    }
    return true;
}

double *ss_solver_prepare(ss_solver *s, const ss_problem *problem, ss_error *error)
{
    if (!reserve_contacts(s, problem->n_contacts) || !reserve_rest(s, problem)) {
        s->capacity = s->operator_length = s->workspace_size = 0;
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for solver %s with %zu contacts",
                     s->local->label, problem->n_contacts);
        return NULL;
    }
    memset(s->r, 0, 3 * problem->n_contacts * sizeof *s->r);
    memset(s->u, 0, 3 * problem->n_contacts * sizeof *s->u);
    return s->r;
}

static void set_up_states(ss_solver *s, const ss_problem *problem)
{
    const ss_local_solver *const local = s->local->solver;
    for (size_t c = 0; local->setup != NULL && c < problem->n_contacts; ++c) {
        double W[9];
        const ss_contact contact = {ss_operator_block(W, problem, c), problem->mu[c],
                                    problem->rho_bar[c]};
        local->setup((char *)s->states + c * local->state_size, &contact, s->local->options);
    }
}

void ss_solver_run(ss_solver *s, const ss_problem *problem, ss_watch watch, ss_work *work)
{
    set_up_states(s, problem);
    const ss_outer_task task = {
        .local = s->local->solver,
        .sweep = {.problem = problem,
                  .options = s->local->options,
                  .states = s->states,
                  .r = s->r,
                  .u = s->u,
                  .operator_state = s->operator_state,
                  .work = work},
        .watch = watch,
        .options = s->outer_options,
        .workspace = s->workspace,
    };
    s->outer->solve(&task);
}

ss_memory ss_solver_memory(const ss_solver *s)
{
    const size_t per_contact = 3 * sizeof *s->r + 3 * sizeof *s->u + state_size(s);
    return (ss_memory){.contacts = s->capacity * per_contact + s->workspace_size,
                       .bodies = s->operator_length * sizeof *s->operator_state};
}

const double *ss_solver_velocity(const ss_solver *s)
{
    return s->u;
}

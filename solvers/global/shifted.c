/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/shifted.h"

#include "problems/base/memory.h"
#include "solvers/parts/scaling.h"

#include <string.h>

static size_t count_blocks(const ss_problem *problem)
{
    return problem->blocks->row_start[problem->n_contacts];
}

static bool reserve(ss_shifted *s, const ss_outer_task *task, ss_error *error)
{
    const size_t n = task->sweep.problem->n_contacts;
    const size_t state_size = task->local->state_size > 0 ? task->local->state_size : 1;
    double *const memory = ss_memory_grow(
        s->memory, &s->room, 9 * count_blocks(task->sweep.problem) + 24 * n + 1, sizeof *memory);
    if (memory != NULL)
        s->memory = memory;
    void *const states = ss_memory_grow(s->states, &s->states_room, (n + 1) * state_size, 1);
    if (states != NULL)
        s->states = states;
    return (memory != NULL && states != NULL) ||
           ss_error_memory(error, "a shifted copy of %zu contacts", n);
}

void ss_shifted_clear(ss_shifted *s)
{
    free(s->memory);
    free(s->states);
    *s = (ss_shifted){.room = 0};
}

static void lay(ss_shifted *s, const ss_problem *problem)
{
    const size_t n = problem->n_contacts;
    s->blocks = s->memory;
    s->W_cc = s->blocks + 9 * count_blocks(problem);
    s->q = s->W_cc + 9 * n;
    s->r = s->q + 3 * n;
    s->center = s->r + 3 * n;
    s->held = s->center + 3 * n;
    s->rho_bar = s->held + 3 * n;
    s->d = s->rho_bar + n;
    s->weight = s->d + n;
}

bool ss_shifted_pose(ss_shifted *s, const ss_outer_task *task, ss_error *error)
{
    const ss_problem *const problem = task->sweep.problem;
    if (!reserve(s, task, error))
        return false;
    lay(s, problem);
    s->task = task;
    s->a = -1.0; /* none yet */
    s->form = *problem->blocks;
    s->form.blocks = s->blocks;
    s->problem = *problem;
    s->problem.q = s->q;
    s->problem.rho_bar = s->rho_bar;
    s->problem.W_cc = s->W_cc;
    s->problem.blocks = &s->form;
    /* the wrapped solver sees the copy: its problem, states, r and u; its workspace is its own */
    s->inner = *task->inner;
    s->inner.sweep.problem = &s->problem;
    s->inner.sweep.states = s->states;
    s->inner.sweep.r = s->r;
    s->inner.sweep.u = s->held;
    if (problem->n_contacts > 0) {
        memcpy(s->blocks, problem->blocks->blocks, 9 * count_blocks(problem) * sizeof *s->blocks);
        memcpy(s->W_cc, problem->W_cc, 9 * problem->n_contacts * sizeof *s->W_cc);
    }
    ss_scaling_find(s->d, problem);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        s->weight[c] = 1.0 / (s->d[c] * s->d[c]);
    return true;
}

/* The diagonal block of contact c, and what the local solver makes of it. A reduced mass is the
 * inverse of a diagonal entry, so that it falls as that one rises. */
static void shift_block(ss_shifted *s, size_t c)
{
    const ss_problem *const problem = s->task->sweep.problem;
    const ss_local_solver *const local = s->task->local;
    /* a in scaled variables is a/d^2 in 1/kg: W' = d W d */
    const double more = s->a * s->weight[c];
    size_t k = s->form.row_start[c];
    while (s->form.column[k] != c)
        ++k;
    for (size_t i = 0; i < 9; i += 4) {
        s->W_cc[9 * c + i] = problem->W_cc[9 * c + i] + more;
        s->blocks[9 * k + i] = s->W_cc[9 * c + i];
    }
    /* 1/rho_bar is an entry of the diagonal, in 1/kg, and grows as that does */
    s->rho_bar[c] = 1.0 / (1.0 / problem->rho_bar[c] + more);
    const ss_contact contact = {s->W_cc + 9 * c, problem->mu[c], s->rho_bar[c]};
    if (local->setup != NULL)
        local->setup((char *)s->states + c * local->state_size, &contact, s->task->sweep.options);
}

void ss_shifted_change(ss_shifted *s, double a)
{
    const ss_problem *const problem = s->task->sweep.problem;
    const size_t n = problem->n_contacts;
    const bool other = a != s->a;
    s->a = a;
    for (size_t c = 0; other && c < n; ++c)
        shift_block(s, c);
    memcpy(s->center, s->r, 3 * n * sizeof *s->r);
    for (size_t i = 0; i < 3 * n; ++i)
        s->q[i] = problem->q[i] - a * s->weight[i / 3] * s->center[i];
    s->task->sweep.work->flops += (other ? 7 + 9 : 9) * n; /* W_cc and rho_bar, q */
}

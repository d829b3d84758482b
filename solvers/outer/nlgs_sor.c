/* NLGS with over- or under-relaxation: at each contact
 *
 *     r_new = proj_K(r_old + omega (r_solved - r_old)),   0 < omega < 2
 *
 * and the contacts in a given order. omega = 1, forward, is nlgs to the bit. Contacts are visited
 * by a call through the local solver's pointer, one at a time: it is slower a visit than nlgs.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/cone.h"
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"
#include "solvers/parts/splitmix.h"

enum { FORWARD, BACKWARD, SYMMETRIC, RANDOM };

typedef struct options {
    double omega;
    int order;
    size_t seed;
} options;

static const ss_option rows[] = {
    SS_REAL(options, omega, "omega", 1.2, SS_ABOVE_ZERO, 1.999999, "-",
            "relaxation; above 1 a step goes further than the local solution", "choice"),
    SS_CHOICE(options, order, "order", FORWARD, "forward|backward|symmetric|random",
              "of the contacts; symmetric: forward, then backward, counted as two sweeps; random: "
              "drawn anew each sweep",
              "choice"),
    SS_COUNT(options, seed, "seed", 1, 0, 4294967295.0, "of the random order", "choice"),
};

/* The workspace: the generator, and the order that it has shuffled. */
typedef struct memory {
    uint64_t state;
    size_t order[];
} memory;

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    const options *const o = values;
    return o->order == RANDOM ? sizeof(memory) + problem->n_contacts * sizeof(size_t) : 0;
}

static void shuffle(memory *m, size_t n)
{
    for (size_t k = n; k > 1; --k) {
        const size_t other = ss_splitmix_below(&m->state, k), contact = m->order[k - 1];
        m->order[k - 1] = m->order[other];
        m->order[other] = contact;
    }
}

/* From the local solution r and its u to the relaxed point and the velocity there. */
static void relax(double r[3], double u[3], const double old[3], const ss_contact *contact,
                  double omega)
{
    double tau[3], dr[3];
    for (int k = 0; k < 3; ++k)
        tau[k] = old[k] + omega * (r[k] - old[k]);
    ss_copy3(dr, r);
    ss_cone_project(r, tau, contact->mu);
    ss_sub3(dr, r, dr);
    ss_muladd3(u, contact->W, dr);
}

static void visit(const ss_outer_task *task, size_t c)
{
    const ss_sweep *const s = &task->sweep;
    const ss_problem *const problem = s->problem;
    const double omega = ((const options *)task->options)->omega;
    const void *const state = (const char *)s->states + c * task->local->state_size;
    double *const r = s->r + 3 * c, *const u = s->u + 3 * c;
    double W[9], old[3], dr[3];
    const ss_contact contact = {ss_operator_block(W, problem, c), problem->mu[c],
                                problem->rho_bar[c]};
    ss_copy3(old, r);
    ss_operator_velocity(u, problem, s->operator_state, s->r, c);
    const ss_local_outcome outcome = task->local->solve(r, u, &contact, state, s->options, s->work);
    s->work->newton_failures += outcome != SS_LOCAL_DONE;
    s->work->fallbacks += outcome == SS_LOCAL_MADE_SAFE;
    ++s->work->visits;
    if (omega != 1.0) {
        relax(r, u, old, &contact, omega);
        ++s->work->projections;
    }
    ss_sub3(dr, r, old);
    ss_operator_change(s->operator_state, problem, c, dr);
}

static size_t apply(const ss_outer_task *task)
{
    const size_t n = task->sweep.problem->n_contacts;
    const int order = ((const options *)task->options)->order;
    memory *const m = task->workspace;
    if (order == RANDOM)
        shuffle(m, n);
    for (size_t k = 0; k < n && order != BACKWARD; ++k)
        visit(task, order == RANDOM ? m->order[k] : k);
    for (size_t k = n; k-- > 0 && (order == BACKWARD || order == SYMMETRIC);)
        visit(task, k);
    return order == SYMMETRIC ? 2 : 1;
}

static void write(const ss_outer_task *task)
{
    ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
}

static void begin(const ss_outer_task *task)
{
    const options *const o = task->options;
    memory *const m = task->workspace;
    if (o->order == RANDOM)
        m->state = o->seed;
    for (size_t k = 0; o->order == RANDOM && k < task->sweep.problem->n_contacts; ++k)
        m->order[k] = k;
    write(task);
}

static const ss_iteration iteration = {.begin = begin, .apply = apply, .write = write};

const ss_outer_solver ss_outer_nlgs_sor = {
    .name = "nlgs-sor",
    .title = "nlgs with relaxation by omega, contacts in order, backward, both or at random",
    .reference = "Young 1954; with projection, Cottle, Pang and Stone 1992, 5.2",
    .needs = SS_NEEDS_LOCAL,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .iteration = &iteration,
};

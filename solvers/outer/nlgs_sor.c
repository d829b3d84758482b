/* NLGS with over- or under-relaxation (solvers/parts/relaxed.h), the contacts in a given order.
 * omega = 1, forward, is nlgs to the bit. Contacts are visited by a call through the local solver's
 * pointer, one at a time: it is slower a visit than nlgs, and than nlgs-batched with an omega.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"
#include "solvers/parts/relaxed.h"
#include "solvers/parts/splitmix.h"

enum { FORWARD, BACKWARD, SYMMETRIC, RANDOM };

typedef struct options {
    double omega; /* relaxation, 0 to 2 */
    int order;    /* FORWARD to RANDOM */
    size_t seed;  /* of each problem's first order */
} options;

static const ss_option rows[] = {
    SS_OMEGA_ROW(options, omega, 1.2),
    SS_CHOICE(
        options, order, "order", FORWARD, "forward|backward|symmetric|random",
        "order of the contacts; symmetric: forward, then backward, counted as two sweeps; random: "
        "drawn anew each sweep",
        "choice"),
    SS_COUNT(options, seed, "seed", 1, 0, 4294967295.0, "seed of the random order", "choice"),
};

/* The workspace: the generator, and the order that it has shuffled. */
typedef struct memory {
    uint64_t state; /* of splitmix.h */
    size_t order[]; /* n_contacts; that of the last sweep */
} memory;

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    const options *const o = values;
    return o->order == RANDOM ? sizeof(memory) + problem->n_contacts * sizeof(size_t) : 0;
}

static void shuffle(memory *m, size_t n)
{
    /* Fisher and Yates: every order as likely, as far as 64 bits modulo k are */
    for (size_t k = n; k > 1; --k) {
        const size_t other = ss_splitmix_below(&m->state, k), contact = m->order[k - 1];
        m->order[k - 1] = m->order[other];
        m->order[other] = contact;
    }
}

/* symmetric counts as two sweeps: it visits each contact twice */
static size_t apply(const ss_outer_task *task)
{
    const size_t n = task->sweep.problem->n_contacts;
    const int order = ((const options *)task->options)->order;
    const double omega = ((const options *)task->options)->omega;
    memory *const m = task->workspace;
    if (order == RANDOM)
        shuffle(m, n);
    for (size_t k = 0; k < n && order != BACKWARD; ++k)
        ss_relaxed_visit(&task->sweep, task->local, omega, order == RANDOM ? m->order[k] : k);
    for (size_t k = n; k-- > 0 && (order == BACKWARD || order == SYMMETRIC);)
        ss_relaxed_visit(&task->sweep, task->local, omega, k);
    return order == SYMMETRIC ? 2 : 1;
}

/* v of the bodies from r */
static void write(const ss_outer_task *task)
{
    ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
}

static void begin(const ss_outer_task *task)
{
    const options *const o = task->options;
    memory *const m = task->workspace;
    /* the same seed at each problem: what is solved before changes nothing */
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
    .look = {0, 5, 5},
    .needs = SS_NEEDS_LOCAL,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .iteration = &iteration,
};

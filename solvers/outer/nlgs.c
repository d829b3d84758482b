/* NLGS, non-linear Gauss-Seidel: sweep the contacts in order, each solved with the others frozen
 * ([D] 3.1, [M]; method section 5).
 *
 * State: v of the bodies as of r, from begin on; each visit reads and changes it.
 *
 * After its first sweeps, where the local solver has a kernel for it and enough visits are free of
 * each other, the sweeps are made several contacts at once, to the same bits
 * (solvers/sphere/ordered.h). The workspace: memory, places in groups; the groups themselves
 * are a block of their own, since only grouping tells how many there are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"
#include "solvers/sphere/isa.h"
#include "solvers/sphere/ordered.h"

/* Filling in the groups costs a few sweeps, which must come back: solves shorter than this stay
 * one by one. */
enum { FIRST_SWEEPS = 8 };

/* The head of the workspace. */
typedef struct memory {
    ss_ordered ordered;
    uint32_t *place;         /* n_contacts: ss_ordered_place */
    ss_ordered_sweep *sweep; /* of the picked form; NULL: one by one */
    size_t sweeps;           /* made in this problem */
    ss_pack_records records; /* of `ordered` */
} memory;

/* The workspace; without a block it counts bytes alone. */
static memory *lay(const ss_problem *problem, ss_pack_room *room)
{
    memory *const m = ss_pack_take(room, 1, sizeof *m);
    if (problem->form != SS_FORM_BALLS)
        return m;
    uint32_t *const place = ss_pack_take(room, problem->n_contacts, sizeof *place);
    if (m != NULL)
        m->place = place;
    return m;
}

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)values;
    ss_pack_room room = {NULL, 64};
    lay(problem, &room);
    return room.used;
}

static memory *memory_of(void *workspace)
{
    ss_pack_room room = ss_pack_open(workspace);
    return ss_pack_take(&room, 1, sizeof(memory));
}

/* Group the contacts; false if more than half of the lanes would be idle, or without memory: then
 * they are swept one by one. */
static bool group(memory *m, const ss_problem *problem, const ss_ordered_kernel *kernel)
{
    const size_t n = problem->n_contacts;
    size_t n_groups = 0;
    if (!ss_ordered_place(m->place, &n_groups, problem))
        return false;
    if (n_groups * SS_LANES > 2 * n)
        return false; /* too few are independent */
    return ss_ordered_reserve(&m->ordered, kernel, n_groups, &m->records);
}

static bool open(const ss_outer_task *task, ss_error *error)
{
    (void)error;
    const ss_ordered_kernel *const kernel = task->local->ordered;
    ss_pack_room room = ss_pack_open(task->workspace);
    memory *const m = lay(task->sweep.problem, &room);
    m->sweeps = 0;
    m->sweep = ss_ordered_serves(&task->sweep, kernel) ? kernel->sweeps[ss_isa_of(0)] : NULL;
    if (m->sweep != NULL && !group(m, task->sweep.problem, kernel))
        m->sweep = NULL;
    return true;
}

static void close(void *workspace)
{
    ss_pack_release(&memory_of(workspace)->records);
}

/* v = v_free + M^-1 P r; nothing in block form */
static void begin(const ss_outer_task *task)
{
    ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
}

/* the local solver's own compiled loop, or its kernel */
static size_t apply(const ss_outer_task *task)
{
    memory *const m = memory_of(task->workspace);
    const ss_local_solver *const local = task->local;
    if (m->sweeps++ == FIRST_SWEEPS && m->sweep != NULL &&
        !ss_ordered_fill(&m->ordered, local->ordered, &task->sweep, local->state_size, m->place))
        m->sweep = NULL;
    if (m->sweeps > FIRST_SWEEPS && m->sweep != NULL)
        m->sweep(&m->ordered, &task->sweep);
    else
        local->sweep(&task->sweep);
    return 1;
}

static void velocity(const ss_outer_task *task, double v[6], size_t b)
{
    memcpy(v, task->sweep.operator_state + 6 * b, 6 * sizeof *v);
}

static const ss_iteration iteration = {
    .begin = begin, .apply = apply, .write = begin, .velocity = velocity};

const ss_outer_solver ss_outer_nlgs = {
    .name = "nlgs",
    .title = "non-linear Gauss-Seidel in contact order, the papers' outer loop",
    .reference = "[D] 3.1; [M]",
    .needs = SS_NEEDS_LOCAL,
    .workspace_size = workspace_size,
    .open = open,
    .close = close,
    .iteration = &iteration,
};

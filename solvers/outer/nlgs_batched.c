/* NLGS in groups: neighbouring contacts of spheres that share no moving body are visited several at
 * once, by vector instructions (solvers/sphere/packed.h; method section 5).
 *
 * The workspace, cut by lay; the records themselves are a block of their own (pack_records.c),
 * since only grouping tells how many there are:
 *
 *     balls    | memory | arm | bodies (at first the groups' marks, then v) | place | space |
 *     others   | memory | v |
 *
 * open groups the contacts, once a problem; begin fills in what depends on r, once a solve.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"
#include "solvers/parts/relaxed.h"
#include "solvers/parts/space.h"
#include "solvers/sphere/isa.h"
#include "solvers/sphere/pack.h"
#include "solvers/sphere/whole.h"

#include <assert.h>

typedef struct options {
    int isa;                 /* the first, for ss_isa_check */
    int order, frictionless; /* ss_space_choice; SS_FRICTIONLESS_ */
    double omega;            /* of each visit */
} options;

_Static_assert(offsetof(options, isa) == 0, "ss_isa_check reads the first member");

static const ss_option rows[] = {
    SS_ISA_ROW(options, isa),
    SS_SPACE_ROW(options, order),
    SS_OMEGA_ROW(options, omega, 1.0),
    SS_FRICTIONLESS_ROW(options, frictionless),
};

/* The head of the workspace: the packed problem, and the cost of packing it. */
typedef struct memory {
    ss_packed packed;
    bool batched;          /* the contacts of this problem are in groups, with room for their
                              records; else they are swept one by one */
    ss_lane_sweeps sweeps; /* of the form and the kernel that were picked */
    ss_space space;        /* its arrays are NULL without order=space */
    double *arm;           /* m, of each body */
    double *state;         /* operator state of the problem; in the memory of the bodies, if any */
    ss_pack_records records; /* of `packed` */
} memory;

/* The workspace, all but the head of which is empty. */
static memory *lay(const ss_problem *problem, const options *o, ss_pack_room *room)
{
    const bool balls = problem->form == SS_FORM_BALLS; /* else one by one */
    const size_t length = ss_operator_state_length(problem);
    memory *const m = ss_pack_take(room, 1, sizeof *m);
    /* rigid bodies and blocks: nothing but v, to be swept one by one */
    if (!balls) {
        double *const state = ss_pack_take(room, length, sizeof *state);
        if (m != NULL)
            m->state = state;
        return m;
    }
    const ss_moving *const moving = &problem->balls->moving;
    const size_t n_bodies = moving->n_moving + ss_pack_n_copies(moving);
    double *const arm = ss_pack_take(room, moving->n_bodies, sizeof *arm);
    double *const bodies = ss_pack_take(room, n_bodies, SS_BODY_STRIDE * sizeof *bodies);
    uint32_t *const place = ss_pack_take(room, problem->n_contacts, sizeof *place);
    const bool ordered = o->order == SS_SPACE_SPACE; /* bodies and contacts of their own order */
    const ss_space space = ordered ? ss_space_lay(problem, room) : (ss_space){.rank = NULL};
    double *const state = ordered ? ss_pack_take(room, length, sizeof *state) : bodies;
    if (m != NULL) {
        m->packed =
            (ss_packed){.bodies = bodies, .rank = space.rank, .place = place, .omega = o->omega};
        m->space = space;
        m->arm = arm;
        m->state = state;
    }
    return m;
}

/* lay in a room without a block counts bytes alone */
static size_t workspace_size(const ss_problem *problem, const void *values)
{
    ss_pack_room room = {NULL, 64};
    lay(problem, values, &room);
    return room.used;
}

/* the head of the workspace; the same place as lay took for it */
static memory *memory_of(const ss_outer_task *task)
{
    ss_pack_room room = ss_pack_open(task->workspace);
    return ss_pack_take(&room, 1, sizeof(memory));
}

/* Group the contacts. */
static bool group(memory *m, const ss_problem *problem)
{
    const size_t n_moving = problem->balls->moving.n_moving;
    ss_group_mark *const marks = (ss_group_mark *)(void *)m->packed.bodies; /* not yet there */
    static_assert(sizeof *marks <= SS_BODY_STRIDE * sizeof(double), "marks fit among bodies");
    memset(marks, 0, n_moving * sizeof *marks); /* epoch 0 begins with zeros */
    return ss_pack_group_tightly(&m->packed, problem, m->space.contact, marks, &m->records);
}

static bool open(const ss_outer_task *task, ss_error *error)
{
    const ss_problem *const problem = task->sweep.problem;
    const size_t n = problem->n_contacts;
    ss_pack_room room = ss_pack_open(task->workspace);
    memory *const m = lay(problem, task->options, &room);
    m->batched = false;
    /* a ball with two radii at its contacts cannot be packed: it is swept one by one */
    if (!ss_pack_serves(&task->sweep, task->local) || !ss_pack_arms(m->arm, problem))
        return true;
    if (m->space.rank != NULL)
        ss_space_order(&m->space, problem);
    ss_pack_uniform(&m->packed, problem);
    ss_pack_set_fields(&m->packed, task->local->lanes);
    m->batched = group(m, problem);
    return m->batched || ss_error_set(error, SS_ERROR_MEMORY, "no memory to batch %zu contacts", n);
}

static void close(void *workspace)
{
    ss_pack_room room = ss_pack_open(workspace);
    memory *const m = ss_pack_take(&room, 1, sizeof(memory));
    ss_pack_release(&m->records);
}

/* The task's sweep, with the operator state of this workspace. */
static ss_sweep sweep_of(const ss_outer_task *task)
{
    ss_sweep sweep = task->sweep;
    sweep.operator_state = memory_of(task)->state;
    return sweep;
}

static void begin(const ss_outer_task *task)
{
    const ss_sweep sweep = sweep_of(task);
    const options *const o = task->options;
    memory *const m = memory_of(task);
    if (!m->batched) {
        ss_operator_start(sweep.operator_state, sweep.problem, sweep.r);
        return;
    }
    ss_pack_bodies(&m->packed, &sweep, m->arm, 1);
    m->sweeps = ss_isa_pick(task->local->lanes, o->isa, o->frictionless && m->packed.frictionless);
    ss_pack_fill(&m->packed, &sweep, task->local->lanes, sweep.problem->balls->moving.n_moving);
}

/* one sweep; a copy of the task's sweep carries this workspace's v */
static size_t apply(const ss_outer_task *task)
{
    memory *const m = memory_of(task);
    if (!m->batched) {
        const ss_sweep sweep = sweep_of(task);
        ss_relaxed_sweep(&sweep, task->local, ((const options *)task->options)->omega);
        return 1;
    }
    m->packed.largest = m->packed.largest_u = 0.0;
    /* the groups in their order, then those that stand alone: a Gauss-Seidel sweep in that order */
    m->sweeps.groups(&m->packed, 0, m->packed.n_groups, task->sweep.work);
    m->sweeps.singles(&m->packed, task->sweep.work);
    ss_pack_count(&m->packed, task->sweep.problem->n_contacts, task->local->lanes,
                  task->sweep.work);
    return 1;
}

/* the records are left as they are, and go on from there */
static void read(const ss_outer_task *task)
{
    const memory *const m = memory_of(task);
    if (!m->batched)
        return;
    ss_whole_impulses(task->sweep.r, task->sweep.problem, &m->packed);
    ss_pack_export_held(&m->packed, &task->sweep);
}

/* r has changed: v of all bodies anew, then bodies and records */
static void write(const ss_outer_task *task)
{
    const ss_sweep sweep = sweep_of(task);
    memory *const m = memory_of(task);
    ss_operator_start(sweep.operator_state, sweep.problem, sweep.r);
    if (m->batched) {
        ss_pack_velocities(&m->packed, &sweep, m->arm, 1);
        ss_pack_impulses(&m->packed, &sweep);
    }
}

static void read_one(const ss_outer_task *task, size_t c)
{
    const memory *const m = memory_of(task);
    if (m->batched)
        ss_pack_export_one(&m->packed, task->sweep.problem, task->sweep.r, c);
}

/* on the packed numbers, without reading them */
static bool within(const ss_outer_task *task, double bound)
{
    const memory *const m = memory_of(task);
    const ss_sweep *const sweep = &task->sweep;
    return m->batched ? ss_pack_within(&m->packed, bound)
                      : ss_all_within(sweep->r, 3 * sweep->problem->n_contacts, bound);
}

/* w = a omega is kept in records: the angular part is divided by the arm again */
static void velocity(const ss_outer_task *task, double v[6], size_t b)
{
    const memory *const m = memory_of(task);
    if (m->batched)
        ss_pack_velocity(&m->packed, m->arm, v, b);
    else
        memcpy(v, m->state + 6 * b, 6 * sizeof *v);
}

static ss_packed *packed(const ss_outer_task *task, size_t k)
{
    memory *const m = memory_of(task);
    return m->batched && k == 0 ? &m->packed : NULL;
}

static const ss_iteration iteration = {begin,    apply,  read,     write,
                                       read_one, within, velocity, packed};

const ss_outer_solver ss_outer_nlgs_batched = {
    .name = "nlgs-batched",
    .title = "nlgs in groups of 8 independent contacts of spheres, by vector instructions; local "
             "solvers without vector code, and other bodies, one by one as nlgs",
    .reference = "[D] 3.1; solvers/README.md",
    .look = {0, 3, 3},
    .needs = SS_NEEDS_LOCAL | SS_HAS_STATE,
    .options = SS_OPTION_TABLE(rows, options),
    .check = ss_isa_check,
    .workspace_size = workspace_size,
    .open = open,
    .close = close,
    .iteration = &iteration,
};

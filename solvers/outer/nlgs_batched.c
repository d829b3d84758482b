/* NLGS in groups: neighbouring contacts of spheres that share no moving body are visited several at
 * once, by vector instructions (solvers/sphere/packed.h; method section 5).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"
#include "solvers/parts/space.h"
#include "solvers/sphere/isa.h"
#include "solvers/sphere/pack.h"

typedef struct options {
    int isa; /* ss_isa_choice */
    int order;
} options;

static const ss_option rows[] = {SS_ISA_ROW(options, isa), SS_SPACE_ROW(options, order)};

static bool check(const void *values, ss_error *error)
{
    return ss_isa_check(((const options *)values)->isa, error);
}

/* The head of the workspace: the packed problem, and the cost of packing it. */
typedef struct memory {
    ss_packed packed;
    bool batched; /* else contacts are swept one by one */
    ss_isa isa;
    ss_space space; /* its arrays are NULL without order=space */
    double *arm;
    ss_group_mark *marks;
} memory;

static memory *lay(const ss_problem *problem, const options *o, ss_pack_room *room)
{
    const ss_moving *const moving = &problem->balls->moving;
    memory *const m = ss_pack_take(room, 1, sizeof *m);
    double *const arm = ss_pack_take(room, moving->n_bodies, sizeof *arm);
    ss_group_mark *const marks = ss_pack_take(room, moving->n_bodies, sizeof *marks);
    double *const bodies = ss_pack_take(room, moving->n_moving + ss_pack_n_copies(moving),
                                        SS_BODY_STRIDE * sizeof *bodies);
    uint32_t *const place = ss_pack_take(room, problem->n_contacts, sizeof *place);
    const ss_space space =
        o->order == SS_SPACE_SPACE ? ss_space_lay(problem, room) : (ss_space){.rank = NULL};
    if (m != NULL)
        *m = (memory){.packed = {.bodies = bodies, .rank = space.rank, .place = place},
                      .space = space,
                      .arm = arm,
                      .marks = marks};
    return m;
}

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    static const ss_lane_kernel largest = {.n_state = SS_MAX_LANE_STATE, .holds_velocity = true};
    ss_pack_room room = {NULL, 64};
    ss_packed packed = {.uniform = false};
    if (problem->form != SS_FORM_BALLS) {
        ss_pack_take(&room, 1, sizeof(memory));
        return room.used;
    }
    lay(problem, values, &room);
    ss_pack_lay(&packed, &largest, problem->n_contacts, &room);
    return room.used;
}

static memory *memory_of(const ss_outer_task *task)
{
    ss_pack_room room = ss_pack_open(task->workspace);
    return ss_pack_take(&room, 1, sizeof(memory));
}

/* False if the problem or its bodies do not fit the packed form. */
static bool pack(const ss_outer_task *task)
{
    const ss_problem *const problem = task->sweep.problem;
    ss_pack_room room = ss_pack_open(task->workspace);
    if (!ss_pack_serves(&task->sweep, task->local))
        return false;
    const ss_moving *const moving = &problem->balls->moving;
    memory *const m = lay(problem, task->options, &room);
    if (m->space.rank != NULL)
        ss_space_order(&m->space, problem);
    if (!ss_pack_bodies(&m->packed, &task->sweep, m->arm, 1))
        return false;
    ss_pack_uniform(&m->packed, problem);
    ss_pack_lay(&m->packed, task->local->lanes, problem->n_contacts, &room);
    memset(m->marks, 0, moving->n_bodies * sizeof *m->marks);
    ss_pack_contacts(&m->packed, &task->sweep, task->local->lanes, m->space.contact,
                     problem->n_contacts, moving->n_moving, m->marks, 0);
    return true;
}

static void begin(const ss_outer_task *task)
{
    memory *const m = memory_of(task);
    m->batched = pack(task);
    m->isa = ss_isa_pick(((const options *)task->options)->isa);
    if (!m->batched)
        ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
}

static size_t apply(const ss_outer_task *task)
{
    const memory *const m = memory_of(task);
    const ss_lane_kernel *const lanes = task->local->lanes;
    if (!m->batched) {
        task->local->sweep(&task->sweep);
        return 1;
    }
    lanes->groups[m->isa](&m->packed, 0, m->packed.n_groups, task->sweep.work);
    lanes->singles(&m->packed, task->sweep.work);
    ss_pack_count(&task->sweep, lanes);
    return 1;
}

static void read(const ss_outer_task *task)
{
    const memory *const m = memory_of(task);
    if (m->batched)
        ss_pack_export(&m->packed, &task->sweep);
}

static void write(const ss_outer_task *task)
{
    memory *const m = memory_of(task);
    ss_operator_start(task->sweep.operator_state, task->sweep.problem, task->sweep.r);
    if (m->batched) {
        ss_pack_velocities(&m->packed, &task->sweep, m->arm, 1);
        ss_pack_impulses(&m->packed, &task->sweep);
    }
}

static void read_one(const ss_outer_task *task, size_t c)
{
    const memory *const m = memory_of(task);
    if (m->batched)
        ss_pack_export_one(&m->packed, task->sweep.problem, task->sweep.r, c);
}

static bool within(const ss_outer_task *task, double bound)
{
    const memory *const m = memory_of(task);
    const ss_sweep *const sweep = &task->sweep;
    return m->batched ? ss_pack_within(&m->packed, bound)
                      : ss_all_within(sweep->r, 3 * sweep->problem->n_contacts, bound);
}

static const ss_iteration iteration = {begin, apply, read, write, read_one, within};

const ss_outer_solver ss_outer_nlgs_batched = {
    .name = "nlgs-batched",
    .title = "nlgs in groups of 8 independent contacts of spheres, by vector instructions; local "
             "solvers without lanes, and other bodies, one by one as nlgs",
    .reference = "[D] 3.1; solvers/README.md",
    .needs = SS_NEEDS_LOCAL,
    .options = SS_OPTION_TABLE(rows, options),
    .check = check,
    .workspace_size = workspace_size,
    .iteration = &iteration,
};

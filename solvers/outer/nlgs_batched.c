/* NLGS in groups: neighbouring contacts of spheres that share no moving body are visited several at
 * once, by vector instructions (solvers/sphere/packed.h; method section 5).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"
#include "solvers/sphere/isa.h"
#include "solvers/sphere/pack.h"

typedef struct options {
    int isa; /* ss_isa_choice */
} options;

static const ss_option rows[] = {SS_ISA_ROW(options, isa)};

static bool check(const void *values, ss_error *error)
{
    return ss_isa_check(((const options *)values)->isa, error);
}

/* The parts of the workspace. */
typedef struct memory {
    double *arm;
    ss_group_mark *marks;
} memory;

static memory lay(ss_packed *packed, const ss_moving *moving, ss_pack_room *room)
{
    const memory m = {ss_pack_take(room, moving->n_bodies, sizeof *m.arm),
                      ss_pack_take(room, moving->n_bodies, sizeof *m.marks)};
    packed->bodies = ss_pack_take(room, moving->n_moving + ss_pack_n_copies(moving),
                                  SS_BODY_STRIDE * sizeof *packed->bodies);
    return m;
}

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    static const ss_lane_kernel largest = {.n_state = SS_MAX_LANE_STATE};
    ss_pack_room room = {NULL, 64};
    ss_packed packed = {.uniform = false};
    (void)values;
    if (problem->form != SS_FORM_BALLS)
        return 0;
    lay(&packed, &problem->balls->moving, &room);
    ss_pack_lay(&packed, &largest, problem->n_contacts, &room);
    return room.used;
}

/* False if the bodies do not fit the packed form. */
static bool pack(ss_packed *packed, const ss_outer_task *task)
{
    const ss_problem *const problem = task->sweep.problem;
    const ss_moving *const moving = &problem->balls->moving;
    ss_pack_room room = ss_pack_open(task->workspace);
    const memory m = lay(packed, moving, &room);
    if (!ss_pack_bodies(packed, &task->sweep, m.arm, 1))
        return false;
    ss_pack_uniform(packed, problem);
    ss_pack_lay(packed, task->local->lanes, problem->n_contacts, &room);
    memset(m.marks, 0, moving->n_bodies * sizeof *m.marks);
    ss_pack_contacts(packed, &task->sweep, task->local->lanes, NULL, problem->n_contacts,
                     moving->n_moving, m.marks, 0);
    return true;
}

static void sweep_groups(const ss_outer_task *task, const ss_packed *packed)
{
    const ss_sweep *const sweep = &task->sweep;
    const ss_lane_kernel *const lanes = task->local->lanes;
    const ss_isa isa = ss_isa_pick(((const options *)task->options)->isa);
    do {
        lanes->groups[isa](packed, 0, packed->n_groups);
        lanes->singles(packed);
        ss_pack_count(sweep, lanes);
    } while (!ss_pack_stop(task, packed, 1));
}

static void solve(const ss_outer_task *task)
{
    const ss_sweep *const sweep = &task->sweep;
    ss_packed packed = {.n_groups = 0};
    if (ss_pack_serves(sweep, task->local) && pack(&packed, task)) {
        sweep_groups(task, &packed);
        return;
    }
    ss_operator_start(sweep->operator_state, sweep->problem, sweep->r);
    do
        task->local->sweep(sweep);
    while (!task->watch.stop(task->watch.self, sweep->r, sweep->u));
}

const ss_outer_solver ss_outer_nlgs_batched = {
    .name = "nlgs-batched",
    .title = "nlgs in groups of 8 independent contacts, by vector instructions; sbp, sal and exact "
             "on spheres, others one by one as nlgs",
    .needs = SS_NEEDS_LOCAL,
    .reference = "[D] 3.1; solvers/README.md",
    .options = SS_OPTION_TABLE(rows, options),
    .check = check,
    .workspace_size = workspace_size,
    .solve = solve,
};

/* Anderson's mixing of a sweep (method 11.2, solvers/parts/mixed.h), by stretches of the stopping
 * estimator's value.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/outer_solver.h"
#include "solvers/parts/mixed.h"
#include "solvers/sphere/pack.h"

#include <math.h>

typedef struct options {
    ss_mixed_options mixed;
    size_t patience; /* length of a stretch */
} options;

static const ss_option rows[] = {
    SS_MIXED_ROWS(options),
    SS_COUNT(options, patience, "patience", 100, 1, 1e9,
             "number of sweeps in which the value must halve; else as many plain sweeps follow",
             "method 11.2"),
};

/* The workspace: ss_pack_records, a memory of its own, for only the wrapped solver, once open,
 * tells how many lanes its contacts take. */
static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)problem;
    (void)values;
    ss_pack_room room = {NULL, 0};
    ss_pack_take(&room, 1, sizeof(ss_pack_records));
    return room.used;
}

static void close(void *workspace)
{
    ss_pack_records *const records = workspace;
    ss_pack_release(records);
}

static bool open(const ss_outer_task *task, ss_error *error)
{
    const size_t n = task->sweep.problem->n_contacts;
    const size_t length =
        ss_mixed_length(n, ss_mixed_room(task->inner), &((const options *)task->options)->mixed);
    return ss_pack_reserve(task->workspace, length * sizeof(double)) ||
           ss_error_memory(error, "to mix sweeps over %zu contacts", n);
}

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    ss_mixed mixed = ss_mixed_open(task->inner, &o->mixed, ss_mixed_room(task->inner),
                                   ((const ss_pack_records *)task->workspace)->block);
    ss_stretch stretch = {task->watch.ask, task->watch.self, o->patience, .value = INFINITY};
    ss_mixed_begin(&mixed);
    for (;;) {
        const size_t sweeps = ss_mixed_sweep(&mixed);
        /* packed, it is read only if the watch wants it */
        if (ss_outer_show(mixed.packed ? task->inner : task, sweeps).stop)
            return;
        ss_mixed_go_on(&mixed, &stretch, sweeps);
    }
}

const ss_outer_solver ss_outer_nlgs_anderson = {
    .name = "nlgs-anderson",
    .title = "Anderson's mixing of another outer solver's sweeps (of=, default nlgs)",
    .reference = "method 11.2; Anderson 1965, Walker and Ni 2011",
    .look = {5, 1, 5},
    .needs = SS_NEEDS_LOCAL | SS_NEEDS_INNER,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .open = open,
    .close = close,
    .solve = solve,
};

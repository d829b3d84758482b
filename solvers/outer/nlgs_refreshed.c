/* NLGS that computes the velocities of the bodies anew from the impulses, as [M] section 7 does
 * "from time to time": each visit adds to them, and rounding adds up. Column velocity_drift_last of
 * summary.csv says how far it came without.
 *
 * Invariant: `sweeps` counts those since v was computed from r, and stays below `refresh`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"

extern const ss_outer_solver ss_outer_nlgs;

typedef struct options {
    size_t refresh; /* sweeps */
} options;

static const ss_option rows[] = {
    SS_COUNT(options, refresh, "refresh", 1, 1, 1e9,
             "sweeps from one computation of the velocities to the next", "choice: every sweep"),
};

/* The workspace. */
typedef struct memory {
    size_t sweeps; /* since the velocities were computed */
} memory;

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)problem;
    (void)values;
    return sizeof(memory);
}

static void begin(const ss_outer_task *task)
{
    ((memory *)task->workspace)->sweeps = 0;
    ss_outer_nlgs.iteration->begin(task);
}

/* an nlgs sweep; then v anew, where it is time, which costs a product but where none is kept */
static size_t apply(const ss_outer_task *task)
{
    memory *const m = task->workspace;
    task->local->sweep(&task->sweep);
    ++m->sweeps;
    if (m->sweeps >= ((const options *)task->options)->refresh) {
        begin(task);
        task->sweep.work->products += ss_operator_moving(task->sweep.problem) != NULL;
    }
    return 1;
}

static void velocity(const ss_outer_task *task, double v[6], size_t b)
{
    ss_outer_nlgs.iteration->velocity(task, v, b);
}

static const ss_iteration iteration = {
    .begin = begin, .apply = apply, .write = begin, .velocity = velocity};

const ss_outer_solver ss_outer_nlgs_refreshed = {
    .name = "nlgs-refreshed",
    .title = "nlgs that recomputes its velocities from the impulses at intervals of sweeps",
    .reference = "[M] section 7",
    .look = {0, 2, 2},
    .needs = SS_NEEDS_LOCAL,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .iteration = &iteration,
};

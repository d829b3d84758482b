/* Anderson's mixing of a sweep (method 11.2, solvers/parts/mixed.h), by stretches of the stopping
 * estimator's value.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/outer_solver.h"
#include "solvers/parts/mixed.h"

#include <math.h>

typedef struct options {
    ss_mixed_options mixed;
    size_t patience; /* length of a stretch */
} options;

static const ss_option rows[] = {
    SS_MIXED_ROWS(options),
    SS_COUNT(options, patience, "patience", 100, 1, 1e9,
             "sweeps in which the value must halve; else as many plain ones follow", "method 11.2"),
};

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    const options *const o = values;
    return ss_mixed_length(problem->n_contacts, &o->mixed) * sizeof(double);
}

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    ss_mixed mixed = ss_mixed_open(task->inner, &o->mixed, task->workspace);
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
    .solve = solve,
};

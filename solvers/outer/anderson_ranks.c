/* Anderson's mixing (method 11.2, solvers/parts/mixed.h) of the sweeps of nlgs-ranks, its sums
 * exact: `run --ranks N` has the same iterates for any N, which are those of this process. A
 * stretch is judged by how far a sweep moves its iterate, since the referee's sums have an order.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/outer/nlgs_ranks.h"

typedef ss_anderson_ranks_options options;

static const ss_option rows[] = {
    SS_NLGS_RANKS_ROWS(options, sweeps.),
    SS_MIXED_ROWS(options),
    SS_COUNT(options, patience, "patience", 100, 1, 1e9,
             "number of sweeps in which the change per sweep must halve; else as many plain sweeps "
             "follow",
             "method 11.2"),
};

/* The workspace: that of the sweeps, whole doubles of it, then that of the mixing; these sweeps
 * pack nothing, so that x has the contacts alone. */
static size_t sweeps_size(const ss_problem *problem, const options *o)
{
    const size_t bytes = ss_outer_nlgs_ranks.workspace_size(problem, &o->sweeps);
    return (bytes + 63) / 64 * 64;
}

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    const options *const o = values;
    const size_t n = problem->n_contacts;
    return sweeps_size(problem, o) + ss_mixed_length(n, n, &o->mixed) * sizeof(double);
}

static ss_outer_task sweeps_of(const ss_outer_task *task)
{
    ss_outer_task sweeps = *task;
    sweeps.options = &((const options *)task->options)->sweeps;
    sweeps.iteration = ss_outer_nlgs_ranks.iteration;
    return sweeps;
}

static bool open(const ss_outer_task *task, ss_error *error)
{
    const ss_outer_task sweeps = sweeps_of(task);
    return ss_outer_nlgs_ranks.open(&sweeps, error);
}

static void close(void *workspace)
{
    ss_outer_nlgs_ranks.close(workspace);
}

static void solve(const ss_outer_task *task)
{
    static const ss_share whole = {.mine = NULL};
    const options *const o = task->options;
    const ss_outer_task sweeps = sweeps_of(task);
    double *const memory =
        (double *)((char *)task->workspace + sweeps_size(task->sweep.problem, o));
    ss_mixed mixed = ss_mixed_open(&sweeps, &o->mixed, task->sweep.problem->n_contacts, memory);
    ss_stretch stretch = {ss_mixed_moved, &mixed, o->patience, .value = INFINITY};
    mixed.share = &whole;
    ss_mixed_begin(&mixed);
    for (;;) {
        const size_t made = ss_mixed_sweep(&mixed);
        if (ss_outer_show(task, made).stop)
            return;
        ss_mixed_go_on(&mixed, &stretch, made);
    }
}

const ss_outer_solver ss_outer_anderson_ranks = {
    .name = "anderson-ranks",
    .title = "Anderson's mixing of the sweeps of nlgs-ranks with order-independent sums, for ranks "
             "(run --ranks): the same bits on any number of them",
    .reference = "method 11.2; Anderson 1965; solvers/ranks/README.md",
    .look = {5, 4, 2},
    .needs = SS_NEEDS_LOCAL | SS_OVER_RANKS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .open = open,
    .solve = solve,
    .close = close,
};

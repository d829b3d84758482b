/* Proximal point around mixed sweeps (method 11.3), on bodies and for ranks: the sweeps are those
 * of nlgs-ranks in turns by colour, the shift stands beside the problem
 * (solvers/global/proximal_sweeps.h) and sums are exact: `run --ranks N` has the same iterates for
 * any N, which are those of this process. Unlike ppa-anderson it shows the iterate at hand, not the
 * best so far, and does not know what the user asks for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/proximal_sweeps.h"
#include "solvers/outer/nlgs_ranks.h"

typedef ss_ppa_ranks_options options;

static const ss_option rows[] = {
    SS_RANKS_CUT_ROWS(options, sweeps.),
    SS_RANKS_EQUAL_ROW(options, sweeps.),
    SS_PROXIMAL_ROWS(options),
    SS_MIXED_ROWS(options),
};

/* The workspace: x, in whole lines of a cache; that of the sweeps, whose place so stays from
 * problem to problem; then u and the arrays of the mixing. */
enum { SWEEPS_AT = (sizeof(ss_proximal_sweeps) + 63) / 64 * 64 };

static size_t sweeps_size(const ss_problem *problem, const options *o)
{
    const size_t bytes = ss_outer_nlgs_ranks.workspace_size(problem, &o->sweeps);
    return (bytes + 63) / 64 * 64;
}

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    const options *const o = values;
    const size_t n = problem->n_contacts;
    return SWEEPS_AT + sweeps_size(problem, o) +
           (3 * n + ss_mixed_length(n, n, &o->mixed)) * sizeof(double);
}

/* The sweeps of the shifted problem. */
static ss_outer_task sweeps_of(const ss_outer_task *task)
{
    const options *const o = task->options;
    ss_proximal_sweeps *const x = task->workspace;
    ss_outer_task sweeps = *task;
    sweeps.local = &x->regularized.local;
    sweeps.sweep.options = &x->regularized;
    sweeps.sweep.u = NULL;
    sweeps.options = &o->sweeps;
    sweeps.workspace = (char *)x + SWEEPS_AT;
    sweeps.iteration = ss_outer_nlgs_ranks.iteration;
    return sweeps;
}

static bool open(const ss_outer_task *task, ss_error *error)
{
    ss_proximal_sweeps *const x = task->workspace;
    const ss_outer_task sweeps = sweeps_of(task);
    return ss_regularized_open(&x->regularized, task->local, task->sweep.options,
                               task->sweep.problem->n_contacts, error) &&
           ss_outer_nlgs_ranks.open(&sweeps, error);
}

static void close(void *workspace)
{
    ss_proximal_sweeps *const x = workspace;
    ss_outer_nlgs_ranks.close((char *)workspace + SWEEPS_AT);
    ss_regularized_clear(&x->regularized);
}

static void solve(const ss_outer_task *task)
{
    static const ss_share whole = {.mine = NULL};
    const options *const o = task->options;
    ss_proximal_sweeps *const x = task->workspace;
    const ss_outer_task sweeps = sweeps_of(task);
    const size_t n = task->sweep.problem->n_contacts;
    double *const held = task->sweep.u;
    double *const u =
        (double *)((char *)task->workspace + SWEEPS_AT + sweeps_size(task->sweep.problem, o));
    ss_proximal_sweeps_lay(x, &sweeps, &o->mixed, &whole, u + 3 * n);
    x->options = &o->proximal;
    x->u = held != NULL ? u : NULL;
    ss_proximal_sweeps_begin(x);
    for (;;) {
        const size_t made = ss_proximal_sweeps_apply(x);
        if (held != NULL)
            memcpy(held, u, 3 * n * sizeof *u);
        if (ss_outer_show(task, made).stop)
            return;
    }
}

const ss_outer_solver ss_outer_ppa_ranks = {
    .name = "ppa-ranks",
    .title = "ppa-anderson on bodies around the sweeps of nlgs-ranks, with order-independent sums, "
             "for ranks (run --ranks): the same bits on any number of them",
    .reference = "method 11.3; Rockafellar 1976; solvers/ranks/README.md",
    .look = {9, 3, 2},
    .needs = SS_NEEDS_LOCAL | SS_OVER_RANKS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .open = open,
    .solve = solve,
    .close = close,
};

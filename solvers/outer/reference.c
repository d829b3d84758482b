/* The cascade to use when the answer must be right (method 11.7, 12.7), with one parameter set:
 * Anderson's mixing of exact sweeps; where that is slow, Newton's method from where it came to, and
 * from zero; then long sweeps with attempts of Newton's method between.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/options.h"
#include "solvers/global/cascade.h"

#include <string.h>

typedef struct memory {
    ss_system system;
    size_t n; /* doubles of the cascade, then the workspace of Anderson's mixing */
} memory;

extern const ss_outer_solver ss_outer_nlgs_anderson;

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)values;
    char options[256];
    const ss_outer_solver *const mixing = &ss_outer_nlgs_anderson;
    ss_options_defaults(&mixing->options, options);
    return sizeof(memory) + ss_cascade_length(problem->n_contacts) * sizeof(double) +
           mixing->workspace_size(problem, options);
}

static bool open(const ss_outer_task *task, ss_error *error)
{
    (void)task;
    (void)error;
    return true;
}

static void close(void *workspace)
{
    ss_system_clear(&((memory *)workspace)->system);
}

static void solve(const ss_outer_task *task)
{
    memory *const m = task->workspace;
    double *const room = (double *)(m + 1);
    char options[256];
    ss_options_defaults(&ss_outer_nlgs_anderson.options, options);
    ss_cascade cascade = ss_cascade_open(task, &m->system, room);
    const ss_cascade_stage mixing = {.outer = &ss_outer_nlgs_anderson,
                                     .options = options,
                                     .workspace =
                                         room + ss_cascade_length(task->sweep.problem->n_contacts),
                                     .sweeps = 600,
                                     .leaves = true};
    const ss_ppa_limits warm = {.a = 1e-2, .factorizations = 60, .failures = 3};
    const ss_ppa_limits cold = {.a = 1e-1, .factorizations = 60, .failures = SIZE_MAX};
    ss_path_limits path = {.kappa = 0.01, .step = 0.5, .finish_ratio = 4.0, .factorizations = 1500};
    const ss_cascade_turns turns = {.sweeps = 25000, .rounds = 12, .attempt = warm};
    if (!ss_cascade_run(&cascade, &mixing) || !ss_cascade_newton(&cascade, &warm))
        return;
    memset(task->sweep.r, 0, 3 * task->sweep.problem->n_contacts * sizeof(double));
    if (!ss_cascade_newton(&cascade, &cold))
        return;
    for (;;) {
        if (!ss_cascade_follow_path(&cascade, &path))
            return;
        ss_cascade_keep(&cascade);
        ss_cascade_go_back(&cascade);
        if (!ss_cascade_take_turns(&cascade, &turns))
            return;
        path.factorizations = SIZE_MAX;
    }
}

const ss_outer_solver ss_outer_reference = {
    .name = "reference",
    .title = "the cascade to use when the answer must be right",
    .reference = "method 11.7, 12.7",
    .needs = SS_NEEDS_LOCAL | SS_NEEDS_INNER,
    .inside = "nlgs-batched[local=exact]",
    .workspace_size = workspace_size,
    .open = open,
    .solve = solve,
    .close = close,
};

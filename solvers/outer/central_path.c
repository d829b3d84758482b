/* The central path of the whole problem, followed by arc length (method 12.3):
 * solvers/global/path.h, until the watch says stop. No local solver; an iteration is a
 * factorization.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/cascade.h"

#include <math.h>

typedef struct options {
    double kappa, step, finish; /* see rows */
} options;

static const ss_option rows[] = {
    SS_REAL(options, kappa, "kappa", 0.01, 1e-6, 100.0, "-",
            "smoothing of the tangential velocity, in tau^2/tau_ref", "method 12.2"),
    SS_REAL(options, step, "step", 0.5, 1e-6, 10.0, "-", "first step along the path",
            "method 12.3"),
    SS_REAL(options, finish, "finish", 10.0, 1.1, 1e6, "-",
            "the ppa-newton is tried each time tau has fallen by this factor", "method 12.3"),
};

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    ss_cascade cascade = ss_cascade_begin(task, true);
    /* from the best of the path, which may be all but solved: the limits of `reference` */
    const ss_ppa_limits warm = {.a = 1e-2, .factorizations = 60, .failures = 3};
    ss_path_limits limits = {
        .kappa = o->kappa, .step = o->step, .finish_ratio = o->finish, .factorizations = SIZE_MAX};
    /* A path begins at z = 0, not at a start, which may be the solution already. */
    if (!ss_cascade_is_cold(task) && ss_outer_show(task, 1).stop)
        return;
    /* A path that is lost is tried again with other steps: it shows an iterate at least. */
    while (ss_cascade_path(&cascade, &limits) && ss_cascade_newton(&cascade, &warm))
        limits.step = fmax(0.5 * limits.step, 1e-6);
}

const ss_outer_solver ss_outer_central_path = {
    .name = "central-path",
    .title = "the central path of the whole problem, followed by arc length; no local solver",
    .reference = "method 12.3",
    .look = {8, 4, 4},
    .needs = SS_NEEDS_BLOCKS | SS_NEEDS_FACTORS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = ss_cascade_size,
    .open = ss_cascade_pose,
    .solve = solve,
    .close = ss_cascade_close,
};

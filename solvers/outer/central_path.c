/* The central path of the whole problem, followed by arc length (method 12.3):
 * solvers/global/path.h, until the watch says stop. No local solver; an iteration is a
 * factorization, or with linear=sweeps and linear=multigrid two solves by GMRES (method 12.4).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/global/cascade.h"

#include <math.h>

typedef struct options {
    double kappa, step, finish; /* see rows */
    int linear;                 /* ss_linear */
} options;

static const ss_option rows[] = {
    SS_REAL(options, kappa, "kappa", 0.01, 1e-6, 100.0, "-",
            "smoothing of the tangential velocity, in tau^2/tau_ref", "method 12.2"),
    SS_REAL(options, step, "step", 0.5, 1e-6, 10.0, "-", "length of the first step along the path",
            "method 12.3"),
    SS_REAL(options, finish, "finish", 10.0, 1.1, 1e6, "-",
            "the ppa-newton is tried each time tau has fallen by this factor", "method 12.3"),
    SS_CHOICE(
        options, linear, "linear", SS_LINEAR_FACTOR, "factor|sweeps|multigrid",
        "linear systems by factors; or by GMRES on the rigid bodies to 1e-4 with Gauss-Seidel "
        "sweeps or smoothed aggregation, refused where no bodies are known; then the last "
        "tangent tells which way the path goes on, as there is no sign of det J",
        "method 12.4"),
};

/* No block of W where bodies are the unknowns. */
static unsigned needs_with(const void *values)
{
    const options *const o = values;
    return SS_NEEDS_FACTORS | (o->linear == SS_LINEAR_FACTOR ? SS_NEEDS_BLOCKS : 0U);
}

static bool open(const ss_outer_task *task, ss_error *error)
{
    const options *const o = task->options;
    const bool by_factors = o->linear == SS_LINEAR_FACTOR;
    if (!by_factors && ss_operator_moving(task->sweep.problem) == NULL)
        return ss_error_set(error, SS_ERROR_DATA,
                            "central-path[linear=%s]: this problem does not tell its rigid bodies, "
                            "on which Krylov's method works; linear=factor does not need them",
                            o->linear == SS_LINEAR_SWEEPS ? "sweeps" : "multigrid");
    ss_cascade_set_form(task, by_factors ? SS_SYSTEM_BLOCKS : SS_SYSTEM_BODIES);
    ss_cascade_set_linear(task, (ss_linear)o->linear);
    return ss_cascade_pose(task, error);
}

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
    .needs_with = needs_with,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = ss_cascade_size,
    .open = open,
    .solve = solve,
    .close = ss_cascade_close,
};

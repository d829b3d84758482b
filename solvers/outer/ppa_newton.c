/* The proximal point method with a non-smooth Newton method on the whole problem (method 11.4):
 * solvers/global/ppa.h, until the watch says stop. No local solver; an iteration is a
 * factorization.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/ppa.h"

typedef struct options {
    double alpha, alpha_warm;
} options;

static const ss_option rows[] = {
    SS_REAL(options, alpha, "alpha", 0.1, 1e-14, 10.0, "-",
            "proximal weight at the start from r = 0; the scaled blocks W'_cc are about 1",
            "method 11.4"),
    SS_REAL(options, alpha_warm, "alpha-warm", 0.01, 1e-14, 10.0, "-", "from another start",
            "method 11.4"),
};

/* The workspace: what outlives a problem, then y and the method's memory. */
typedef struct memory {
    ss_system system;
} memory;

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)values;
    return sizeof(memory) +
           (3 * problem->n_contacts + ss_ppa_length(problem->n_contacts)) * sizeof(double);
}

static bool open(const ss_outer_task *task, ss_error *error)
{
    memory *const m = task->workspace;
    return ss_system_pose(&m->system, task->sweep.problem, task->sweep.work, error);
}

static void close(void *workspace)
{
    ss_system_clear(&((memory *)workspace)->system);
}

static ss_seen see(void *self, const double *y)
{
    const ss_outer_task *const task = self;
    const memory *const m = task->workspace;
    ss_system_write_impulse(task->sweep.r, &m->system, y);
    return ss_outer_show(task, 1);
}

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    memory *const m = task->workspace;
    const size_t n = 3 * m->system.n;
    double *const y = (double *)(m + 1);
    ss_outer_task shown = *task;
    ss_system_read_impulse(y, &m->system, task->sweep.r);
    const ss_ppa_limits limits = {.a = ss_system_norm(&m->system, y) > 0.0 ? o->alpha_warm
                                                                           : o->alpha,
                                  .factorizations = SIZE_MAX,
                                  .failures = SIZE_MAX};
    const ss_system_end end =
        ss_ppa_run(&m->system, y, &limits, (ss_system_watch){see, &shown}, y + n);
    ss_system_report(&m->system, &end, task->error);
}

const ss_outer_solver ss_outer_ppa_newton = {
    .name = "ppa-newton",
    .title = "proximal point around a non-smooth Newton method on all contacts; no local solver",
    .reference = "method 11.4; Acary, Bremond and Huber 2018 for Siconos' PROX, of this family",
    .needs = SS_NEEDS_BLOCKS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .open = open,
    .solve = solve,
    .close = close,
};

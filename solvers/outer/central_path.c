/* The central path of the whole problem, followed by arc length (method 12.3):
 * solvers/global/path.h, until the watch says stop. No local solver; an iteration is a
 * factorization.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/path.h"
#include "solvers/global/ppa.h"

#include <math.h>

typedef struct options {
    double kappa, step, finish;
} options;

static const ss_option rows[] = {
    SS_REAL(options, kappa, "kappa", 0.01, 1e-6, 100.0, "-",
            "smoothing of the tangential velocity, in tau^2/tau_ref", "method 12.2"),
    SS_REAL(options, step, "step", 0.5, 1e-6, 10.0, "-", "first step along the path",
            "method 12.3"),
    SS_REAL(options, finish, "finish", 10.0, 1.1, 1e6, "-",
            "the ppa-newton is tried each time tau has fallen by this factor", "method 12.3"),
};

/* The workspace: what outlives a problem, then y and the method's memory. */
typedef struct memory {
    ss_system system;
} memory;

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)values;
    return sizeof(memory) +
           (3 * problem->n_contacts + ss_path_length(problem->n_contacts)) * sizeof(double);
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

static void note_point(void *self, const ss_path_point *p)
{
    const ss_note_value values[] = {{"arc", p->arc},
                                    {"tau", p->tau},
                                    {"slope", p->slope},
                                    {"step", p->step},
                                    {"corrections", (double)p->corrections},
                                    {"e1", p->e1},
                                    {"rejections", (double)p->rejections},
                                    {"refreshes", (double)p->refreshes},
                                    {"turns", (double)p->turns}};
    const ss_note note = {"central-path", "point", values, sizeof values / sizeof values[0]};
    ss_outer_note(self, &note);
}

/* Tell how a stage ended; true if the watch wants no more, or memory ran out. */
static bool is_over(const ss_outer_task *task, const char *stage, ss_system_end end)
{
    const memory *const m = task->workspace;
    ss_system_report(&m->system, &end, task->error);
    const ss_note_value values[] = {{"e1", end.e1}, {"factorizations", (double)end.factorizations}};
    const ss_note note = {stage, ss_system_ending_name(end.ending), values, 2};
    ss_outer_note(task, &note);
    return end.ending == SS_SYSTEM_STOPPED || end.ending == SS_SYSTEM_NO_MEMORY;
}

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    memory *const m = task->workspace;
    double *const y = (double *)(m + 1), *const rest = y + 3 * m->system.n;
    ss_outer_task shown = *task;
    const ss_system_watch watch = {see, &shown};
    const ss_ppa_limits warm = {.a = 1e-2, .factorizations = 60, .failures = 3};
    ss_path_limits limits = {.kappa = o->kappa,
                             .step = o->step,
                             .finish_ratio = o->finish,
                             .factorizations = SIZE_MAX,
                             .note = note_point,
                             .self = &shown};
    /* A path begins at z = 0, not at a start, which may be the solution already. */
    ss_system_read_impulse(y, &m->system, task->sweep.r);
    if (ss_system_norm(&m->system, y) > 0.0 && ss_outer_show(task, 1).stop)
        return;
    /* A path that is lost is tried again with other steps: it shows an iterate at least. */
    while (!is_over(task, "central-path", ss_path_run(&m->system, y, &limits, watch, rest)) &&
           !is_over(task, "ppa-newton", ss_ppa_run(&m->system, y, &warm, watch, rest)))
        limits.step = fmax(0.5 * limits.step, 1e-6);
}

const ss_outer_solver ss_outer_central_path = {
    .name = "central-path",
    .title = "the central path of the whole problem, followed by arc length; no local solver",
    .reference = "method 12.3",
    .needs = SS_NEEDS_BLOCKS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .open = open,
    .solve = solve,
    .close = close,
};

/* Local repair of an iterate near a solution (method 12.7): solvers/global/repair.h, from the
 * start, or from the best that the ppa-newton finds from r = 0; until the watch says stop. No local
 * solver; an iteration is a factorization, of the whole or of a part.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/repair.h"

#include "solvers/global/ppa.h"

typedef struct options {
    double alpha;
    size_t factorizations;
} options;

static const ss_option rows[] = {
    SS_REAL(options, alpha, "alpha", 0.1, 1e-14, 10.0, "-",
            "proximal weight of the ppa-newton that comes first, from r = 0", "method 11.4"),
    SS_COUNT(options, factorizations, "factorizations", 60, 1, 1000000,
             "of the ppa-newton that comes first, at most", "method 12.7"),
};

/* The workspace: what outlives a problem, then y and the memory of the ppa-newton. */
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

static void note_attempt(void *self, const ss_repair_attempt *a)
{
    const ss_note_value values[] = {{"share", a->share},
                                    {"layers", (double)a->layers},
                                    {"contacts", (double)a->contacts},
                                    {"part_e1", a->part_e1},
                                    {"e1_before", a->before},
                                    {"e1_after", a->after},
                                    {"factorizations", (double)a->factorizations}};
    const ss_note note = {"repair", a->after <= 0.5 * a->before ? "gained" : "lost", values,
                          sizeof values / sizeof values[0]};
    ss_outer_note(self, &note);
}

/* True if the watch wants no more, or memory ran out. */
static bool is_over(const ss_outer_task *task, ss_system_end end)
{
    const memory *const m = task->workspace;
    ss_system_report(&m->system, &end, task->error);
    return end.ending == SS_SYSTEM_STOPPED || end.ending == SS_SYSTEM_NO_MEMORY;
}

static void solve(const ss_outer_task *task)
{
    static const double weights[] = {1e-1, 1e-3, 1e-5, 1e-7};
    const options *const o = task->options;
    memory *const m = task->workspace;
    double *const y = (double *)(m + 1), *const rest = y + 3 * m->system.n;
    ss_outer_task shown = *task;
    const ss_system_watch watch = {see, &shown};
    const ss_repair_limits limits = {
        .factorizations = SIZE_MAX, .note = note_attempt, .self = &shown};
    ss_ppa_limits ppa = {.a = o->alpha, .factorizations = o->factorizations, .failures = SIZE_MAX};
    ss_system_read_impulse(y, &m->system, task->sweep.r);
    if (ss_system_norm(&m->system, y) > 0.0) {
        if (ss_outer_show(task, 1).stop)
            return;
    } else if (is_over(task, ss_ppa_run(&m->system, y, &ppa, watch, rest)))
        return;
    /* Where no part gains, the whole goes on with another weight: it shows an iterate at least. */
    for (size_t k = 0; !is_over(task, ss_repair_run(&m->system, y, &limits, watch)); ++k) {
        ppa.a = weights[k % (sizeof weights / sizeof weights[0])];
        if (is_over(task, ss_ppa_run(&m->system, y, &ppa, watch, rest)))
            return;
    }
}

const ss_outer_solver ss_outer_repair = {
    .name = "repair",
    .title = "local repair of the start: the contacts of the residual solved alone",
    .reference = "method 12.7",
    .needs = SS_NEEDS_BLOCKS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .open = open,
    .solve = solve,
    .close = close,
};

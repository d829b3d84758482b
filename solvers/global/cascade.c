/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/cascade.h"

#include <math.h>
#include <string.h>

size_t ss_cascade_length(size_t n)
{
    const size_t ppa = ss_ppa_length(n), path = ss_path_length(n);
    return 9 * n + (ppa > path ? ppa : path);
}

ss_cascade ss_cascade_open(const ss_outer_task *task, ss_system *system, double *memory)
{
    const size_t n = 3 * task->sweep.problem->n_contacts;
    return (ss_cascade){.task = task,
                        .system = system,
                        .y = memory,
                        .best = memory + n,
                        .swept = memory + 2 * n,
                        .memory = memory + 3 * n,
                        .best_value = NAN};
}

static size_t bytes(const ss_cascade *m)
{
    return 3 * m->task->sweep.problem->n_contacts * sizeof(double);
}

void ss_cascade_keep(ss_cascade *m)
{
    const ss_watch *const watch = &m->task->watch;
    const double value = watch->ask != NULL ? watch->ask(watch->self, m->task->sweep.r) : 0.0;
    if (value < m->best_value || isnan(m->best_value)) {
        m->best_value = value;
        memcpy(m->best, m->task->sweep.r, bytes(m));
    }
}

void ss_cascade_go_back(ss_cascade *m)
{
    if (!isnan(m->best_value))
        memcpy(m->task->sweep.r, m->best, bytes(m));
}

bool ss_cascade_sweep(ss_cascade *m, size_t n)
{
    const ss_outer_task *const inner = m->task->inner;
    inner->iteration->begin(inner);
    for (size_t done = 0; done < n && !m->seen.stop;) {
        const size_t sweeps = inner->iteration->apply(inner);
        ss_iterate at = {inner, sweeps, false};
        m->seen = m->task->watch.see(m->task->watch.self, &at);
        done += sweeps;
        if (m->seen.stop || done >= n)
            ss_iterate_read(&at);
    }
    return !m->seen.stop;
}

/* ---- another outer solver ---- */

/* The watch of a stage. */
typedef struct stage_watch {
    ss_cascade *cascade;
    const ss_cascade_stage *stage;
    size_t sweeps;
    double asked; /* the last value; infinite before */
    bool slow;
} stage_watch;

static ss_seen see(void *self, ss_iterate *at)
{
    stage_watch *const l = self;
    const ss_watch *const watch = &l->cascade->task->watch;
    ss_seen seen = watch->see(watch->self, at);
    l->cascade->seen = seen;
    l->sweeps += at->sweeps;
    seen.stop = seen.stop || l->sweeps >= l->stage->sweeps || (l->slow && l->stage->leaves);
    return seen;
}

static double ask(void *self, const double *r)
{
    stage_watch *const l = self;
    const ss_watch *const watch = &l->cascade->task->watch;
    const double value = watch->ask(watch->self, r);
    l->slow = !(value <= 0.5 * l->asked);
    l->asked = value;
    return value;
}

static void note(void *self, const ss_note *said)
{
    const stage_watch *const l = self;
    ss_outer_note(l->cascade->task, said);
}

bool ss_cascade_run(ss_cascade *m, const ss_cascade_stage *stage)
{
    stage_watch l = {.cascade = m, .stage = stage, .asked = INFINITY};
    ss_outer_task task = *m->task;
    task.watch = (ss_watch){see, m->task->watch.ask != NULL ? ask : NULL, &l, note};
    task.options = stage->options;
    task.workspace = stage->workspace;
    task.iteration = stage->outer->iteration;
    stage->outer->solve(&task);
    return !m->seen.stop;
}

/* ---- Newton's methods ---- */

static ss_seen see_newton(void *self, const double *y)
{
    ss_cascade *const m = self;
    ss_system_write_impulse(m->task->sweep.r, m->system, y);
    m->seen = ss_outer_show(m->task, 1);
    return m->seen;
}

/* The system of the task, made when it is needed first. False without memory. */
static bool pose(ss_cascade *m)
{
    ss_error error = {.code = SS_ERROR_NONE};
    m->is_posed = m->is_posed ||
                  ss_system_pose(m->system, m->task->sweep.problem, m->task->sweep.work, &error);
    return m->is_posed;
}

bool ss_cascade_newton(ss_cascade *m, const ss_ppa_limits *limits)
{
    if (!pose(m))
        return true;
    ss_system_read_impulse(m->y, m->system, m->task->sweep.r);
    ss_ppa_run(m->system, m->y, limits, (ss_system_watch){see_newton, m}, m->memory);
    if (!m->seen.stop)
        ss_system_write_impulse(m->task->sweep.r, m->system, m->y);
    return !m->seen.stop;
}

bool ss_cascade_follow_path(ss_cascade *m, const ss_path_limits *limits)
{
    if (!pose(m))
        return true;
    ss_path_run(m->system, m->y, limits, (ss_system_watch){see_newton, m}, m->memory);
    if (!m->seen.stop)
        ss_system_write_impulse(m->task->sweep.r, m->system, m->y);
    return !m->seen.stop;
}

bool ss_cascade_take_turns(ss_cascade *m, const ss_cascade_turns *turns)
{
    for (size_t k = 0; k < turns->rounds; ++k) {
        if (!ss_cascade_sweep(m, turns->sweeps))
            return false;
        memcpy(m->swept, m->task->sweep.r, bytes(m));
        ss_cascade_keep(m);
        if (!ss_cascade_newton(m, &turns->attempt))
            return false;
        ss_cascade_keep(m);
        memcpy(m->task->sweep.r, m->swept, bytes(m));
    }
    return true;
}

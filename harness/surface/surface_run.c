/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/surface/surface_run.h"

#include "harness/process/interrupt.h"
#include "harness/process/progress.h"
#include "harness/surface/surface_files.h"

/* The tables and the bar while piles grow. */
typedef struct scene {
    ss_surface_files files;
    ss_progress progress;
    size_t done; /* steps of all solvers */
} scene;

void ss_surface_order_begin(ss_surface_order *order)
{
    *order = (ss_surface_order){.n_solvers = 0};
    ss_options_defaults(&ss_growing_pile.params, &order->params);
}

static bool keep_step(void *context, const ss_grown *grown, ss_error *error)
{
    scene *const s = context;
    (void)error;
    ss_surface_files_add(&s->files, grown);
    ++s->done;
    return true;
}

static bool stop(void *context)
{
    scene *const s = context;
    const ss_progress_state state = {.work_done = (double)s->done, .done = s->done, .running = 1};
    ss_progress_update(&s->progress, state);
    return ss_interrupted();
}

bool ss_surface_run(const ss_surface_order *order, const char *folder,
                    void (*print)(const ss_grow_task *task, const ss_grow_result *result),
                    ss_error *error)
{
    const size_t steps = order->params.steps, n_jobs = order->n_solvers * steps;
    scene s = {.done = 0};
    bool grown = true;
    if (!ss_surface_files_open(&s.files, folder, order->every > 0 ? order->every : (steps + 9) / 10,
                               error))
        return false;
    ss_progress_begin(&s.progress, "growing", n_jobs, (double)n_jobs);
    for (size_t k = 0; grown && k < order->n_solvers; ++k) {
        const ss_grow_task task = {order->params, order->solvers[k], {keep_step, stop, &s}};
        ss_grow_result result;
        grown = ss_grow(&task, &result, error);
        ss_progress_end(&s.progress);
        if (grown && print != NULL)
            print(&task, &result);
    }
    ss_error closing = {.code = SS_ERROR_NONE}; /* `error` may be another's already */
    if (!ss_surface_files_close(&s.files, &closing))
        return ss_error_set(error, closing.code, "%s", closing.text);
    return grown;
}

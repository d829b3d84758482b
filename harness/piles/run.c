/* The tables of growing piles, written and read.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/piles/piles.h"

#include "harness/process/interrupt.h"
#include "harness/process/progress.h"
#include "harness/tables/record.h"

#include <string.h>

/* The tables and the bar while piles grow. */
typedef struct growth {
    ss_output steps, nodes; /* sandpile.csv, surface.csv */
    size_t every;           /* steps whose heights are kept, and the last */
    ss_progress progress;
    size_t done; /* steps of all solvers */
} growth;

void ss_surface_order_begin(ss_surface_order *order)
{
    *order = (ss_surface_order){.n_solvers = 0};
    ss_options_defaults(&ss_growing_pile.params, &order->params);
}

/* A step's rows. */
static bool keep_step(void *context, const ss_grown *grown, ss_error *error)
{
    growth *const g = context;
    const ss_sandpile_row *const row = grown->row;
    (void)error;
    ++g->done;
    ss_sandpile_write(g->steps.file, row);
    if (row->step % g->every != 0 && row->step != grown->params->steps)
        return true;
    for (size_t i = 0; i < grown->mesh->n_nodes; ++i) {
        const double *const x = grown->mesh->x + 2 * i;
        ss_surface_write(
            g->nodes.file,
            &(ss_surface_row){.solver = row->solver,
                              .step = row->step,
                              .time_s = row->time_s,
                              .x_m = x[0],
                              .y_m = x[1],
                              .height_m = grown->s[i],
                              .exact_m = ss_pile_exact(grown->params, x[0], x[1], row->time_s)});
    }
    return true;
}

static bool stop(void *context)
{
    growth *const g = context;
    const ss_progress_state state = {.work_done = (double)g->done, .done = g->done, .running = 1};
    ss_progress_update(&g->progress, state);
    return ss_interrupted();
}

bool ss_surface_run(const ss_surface_order *order, const char *folder,
                    void (*print)(const ss_grow_task *task, const ss_grow_result *result),
                    ss_error *error)
{
    const size_t steps = order->params.steps, n_jobs = order->n_solvers * steps;
    growth g = {.every = order->every > 0 ? order->every : (steps + 9) / 10};
    ss_error closing = {.code = SS_ERROR_NONE}; /* `error` may be another's already */
    bool grown = ss_output_open(&g.steps, folder, "sandpile.csv", error) &&
                 ss_output_open(&g.nodes, folder, "surface.csv", error);
    if (grown) {
        ss_sandpile_header(g.steps.file);
        ss_surface_header(g.nodes.file);
        ss_progress_begin(&g.progress, "growing", n_jobs, (double)n_jobs);
        for (size_t k = 0; grown && k < order->n_solvers; ++k) {
            const ss_grow_task task = {order->params, order->solvers[k], {keep_step, stop, &g}};
            ss_grow_result result;
            grown = ss_grow(&task, &result, error);
            ss_progress_end(&g.progress);
            if (grown && print != NULL)
                print(&task, &result);
        }
        if (!ss_output_close(&g.nodes, &closing) || !ss_output_close(&g.steps, &closing))
            grown = ss_error_set(error, closing.code, "%s", closing.text);
    }
    ss_output_discard(&g.nodes);
    ss_output_discard(&g.steps);
    return grown;
}

bool ss_surface_params_read(ss_pile_params *params, const ss_csv *steps, const char *solver,
                            ss_error *error)
{
    char text[1024] = "";
    if (!ss_record_require(steps, "solver,parameters", error))
        return false;
    for (size_t k = 0; k < steps->n_rows && text[0] == '\0'; ++k)
        if (strcmp(ss_csv_text(steps, k, "solver"), solver) == 0)
            snprintf(text, sizeof text, "%s", ss_csv_text(steps, k, "parameters"));
    ss_options_defaults(&ss_growing_pile.params, params);
    return ss_options_set_list(&ss_growing_pile.params, params, steps->path, text, error);
}

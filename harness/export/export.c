/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/export.h"

#include "harness/campaign/store.h"
#include "harness/tables/new_folder.h"
#include "problems/files/source.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

/* The tables of the task's run in the store, or without one of all runs in the folder. */
static bool name_tables(ss_export_task *task, const char *store, ss_error *error)
{
    const struct {
        ss_campaign_series series;
        const char *file;
        char *path;
    } tables[] = {{SS_CAMPAIGN_SERIES_bodies, "bodies.csv", task->bodies_csv},
                  {SS_CAMPAIGN_SERIES_shapes, "shapes.csv", task->shapes_csv},
                  {SS_CAMPAIGN_SERIES_forces, "forces.csv", task->forces_csv}};
    bool ok = true;
    for (size_t k = 0; ok && k < sizeof tables / sizeof *tables; ++k)
        ok = task->run != NULL ? ss_campaign_store_series_path(
                                     store, task->run->run, tables[k].series, tables[k].path, error)
                               : ss_path_join(tables[k].path, SS_PATH_SIZE, task->order->folder,
                                              tables[k].file, error);
    return ok;
}

static bool is_there(const char *folder, const char *name)
{
    char path[SS_PATH_SIZE];
    return ss_path_join(path, sizeof path, folder, name, NULL) && access(path, F_OK) == 0;
}

static bool nothing(const ss_export_order *order, const ss_summary *summary, const char *what,
                    ss_error *error)
{
    const char *const lacks =
        summary->n > 0 ? ss_problem_lacks_places(summary->records[0].row.problem) : NULL;
    if (lacks != NULL)
        return ss_error_set(error, SS_ERROR_DATA, "'%s' has no %s: %s", order->folder, what, lacks);
    const bool chosen = order->problem != NULL || order->solver != NULL || order->instance > 0;
    return ss_error_set(error, SS_ERROR_DATA, "'%s' has no %s%s", order->folder, what,
                        chosen ? " of the chosen runs"
                               : "; run with --frames (campaign: frames: N, keep: [bodies, shapes, "
                                 "forces])");
}

static bool export_runs(ss_export_task *task, ss_error *error)
{
    const ss_export_order *const order = task->order;
    ss_summary summary = {.n = 0};
    char found[SS_PATH_SIZE], path[SS_PATH_SIZE];
    if (!ss_summary_folder(found, order->folder, error) ||
        !ss_path_join(path, sizeof path, found, "summary.csv", error) ||
        !ss_summary_read(&summary, path, "", error))
        return false;
    task->summary = &summary;
    const bool stored = summary.n > 0 && summary.records[0].row.run[0] != '\0';
    bool ok = stored || is_there(order->folder, "bodies.csv") ||
              nothing(order, &summary, "bodies.csv", error);
    for (size_t k = 0; ok && k < (stored ? summary.n : 1); ++k) {
        task->run = stored ? &summary.records[k].row : NULL;
        ok = name_tables(task, found, error);
        if (ok && (!stored ||
                   (ss_export_is_wanted(order, task->run) && access(task->bodies_csv, F_OK) == 0)))
            ok = ss_export_run(task, error);
    }
    ok = ok && (task->n_written > 0 || nothing(order, &summary, "bodies", error));
    ss_summary_free(&summary);
    return ok;
}

bool ss_export_vtk(const ss_export_order *order, ss_error *error)
{
    ss_new_folder folder;
    ss_export_task task = {.order = order};
    if (access(order->folder, F_OK) != 0)
        return ss_error_set(error, SS_ERROR_DATA, "cannot read '%s': %s", order->folder,
                            strerror(errno));
    bool ok = ss_new_folder_begin(&folder, order->out, error);
    task.folder = folder.hidden;
    ok = ok &&
         (is_there(order->folder, ss_export_surfaces.table) ? ss_export_surfaces.write(&task, error)
                                                            : export_runs(&task, error)) &&
         ss_new_folder_finish(&folder, error);
    ss_new_folder_discard(&folder);
    return ok;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/surface/surface_files.h"

bool ss_surface_files_open(ss_surface_files *files, const char *folder, size_t every,
                           ss_error *error)
{
    files->every = every;
    if (!ss_output_open(&files->steps, folder, "sandpile.csv", error))
        return false;
    if (!ss_output_open(&files->nodes, folder, "surface.csv", error)) {
        ss_output_discard(&files->steps);
        return false;
    }
    ss_sandpile_header(files->steps.file);
    ss_surface_header(files->nodes.file);
    return true;
}

void ss_surface_files_add(ss_surface_files *files, const ss_grown *grown)
{
    const ss_sandpile_row *const row = grown->row;
    ss_sandpile_write(files->steps.file, row);
    if (row->step % files->every != 0 && row->step != grown->params->steps)
        return;
    for (size_t i = 0; i < grown->mesh->n_nodes; ++i) {
        const double *const x = grown->mesh->x + 2 * i;
        ss_surface_write(
            files->nodes.file,
            &(ss_surface_row){.solver = row->solver,
                              .step = row->step,
                              .time_s = row->time_s,
                              .x_m = x[0],
                              .y_m = x[1],
                              .height_m = grown->s[i],
                              .exact_m = ss_pile_exact(grown->params, x[0], x[1], row->time_s)});
    }
}

bool ss_surface_files_close(ss_surface_files *files, ss_error *error)
{
    const bool nodes = ss_output_close(&files->nodes, error);
    if (!nodes)
        ss_output_discard(&files->steps);
    return nodes && ss_output_close(&files->steps, error);
}

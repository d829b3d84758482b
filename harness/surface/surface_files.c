/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/surface/surface_files.h"

#include "harness/tables/record.h"

#include <string.h>

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

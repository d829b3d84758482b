/* Growing surfaces for ParaView: the mesh of the table, lifted to the heights that surface.csv has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/piles/piles.h"

#include "harness/export/export.h"
#include "harness/process/interrupt.h"

#include <stdlib.h>
#include <string.h>

enum { HEIGHT, EXACT, N_FIELDS };

static const ss_vtp_field fields[N_FIELDS] = {
    [HEIGHT] = {"height (m)", 1, false, NULL}, [EXACT] = {"exact height (m)", 1, false, NULL}};

/* An export under way: of one solver's surfaces, and the one at hand. */
typedef struct state {
    ss_export_task *task;
    ss_csv steps; /* sandpile.csv: parameters */
    ss_stream in; /* surface.csv */
    ss_surface_mesh mesh;
    ss_vtp vtp;
    char solver[1024];
    bool wanted;
    ss_export_collection files;
} state;

static bool begin_solver(state *s, const char *solver, ss_error *error)
{
    const char *const chosen = s->task->order->solver;
    ss_pile_params params;
    snprintf(s->solver, sizeof s->solver, "%s", solver);
    s->wanted = chosen == NULL || strcmp(chosen, solver) == 0;
    ss_surface_mesh_free(&s->mesh);
    return ss_surface_params_read(&params, &s->steps, solver, error) &&
           ss_pile_mesh(&s->mesh, &params, error) &&
           ss_export_collection_begin(&s->files, solver, NULL, s->wanted, error);
}

static bool end_solver(state *s, ss_error *error)
{
    const ss_export_series series = {
        .name = s->files.name, .n_moments = s->files.n, .n_nodes = s->mesh.n_nodes};
    return s->files.n == 0 || ss_export_series_end(s->task, &s->files, &series, error);
}

/* The nodes of the next surface, of which `row` is the first, and its triangles. */
static bool take_surface(state *s, ss_surface_row *row, ss_error *error)
{
    const size_t step = row->step, first_line = s->in.n_lines;
    const double time_s = row->time_s;
    size_t n = 0;
    if (ss_interrupted())
        return ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted; nothing is written");
    ss_vtp_clear(&s->vtp);
    do {
        const double x[3] = {row->x_m, row->y_m, row->height_m};
        ss_vtp_point(&s->vtp, x);
        ss_vtp_real(&s->vtp, HEIGHT, &row->height_m);
        ss_vtp_real(&s->vtp, EXACT, &row->exact_m);
    } while (++n < s->mesh.n_nodes && ss_record_next(&s->in, ss_rows_find("surface"), row, error) &&
             row->step == step);
    if (error->code != SS_ERROR_NONE)
        return false;
    if (n < s->mesh.n_nodes)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu: step %zu has %zu nodes from here; the mesh has %zu",
                            s->in.path, first_line, step, n, s->mesh.n_nodes);
    for (size_t k = 0; k < 3 * s->mesh.n_triangles; ++k) {
        ss_vtp_corner(&s->vtp, s->mesh.corner[k]);
        if (k % 3 == 2)
            ss_vtp_end_cell(&s->vtp);
    }
    ss_export_moment *const moment =
        s->wanted ? ss_export_collection_add(&s->files, step, time_s, error) : NULL;
    return !s->wanted ||
           (moment != NULL &&
            ss_export_part_write(&s->files, moment, SS_EXPORT_surface, &s->vtp, error));
}

static bool write_surfaces(ss_export_task *task, ss_error *error)
{
    const char *const folder = task->order->folder, *const solver = task->order->solver;
    char steps_csv[SS_PATH_SIZE], nodes_csv[SS_PATH_SIZE];
    state s = {.task = task, .files.out = task->folder};
    ss_surface_row row;
    s.vtp =
        (ss_vtp){.fields = fields, .n_fields = N_FIELDS, .cells = SS_VTP_POLYS, .at_points = true};
    bool ok = ss_path_join(steps_csv, sizeof steps_csv, folder, "sandpile.csv", error) &&
              ss_path_join(nodes_csv, sizeof nodes_csv, folder, "surface.csv", error) &&
              ss_csv_read(&s.steps, steps_csv, error) &&
              ss_record_stream(&s.in, ss_rows_find("surface"), nodes_csv,
                               "solver,step,time_s,x_m,y_m,height_m", error);
    while (ok && ss_record_next(&s.in, ss_rows_find("surface"), &row, error))
        ok = (strcmp(row.solver, s.solver) == 0 ||
              (end_solver(&s, error) && begin_solver(&s, row.solver, error))) &&
             take_surface(&s, &row, error);
    ok = ok && error->code == SS_ERROR_NONE && end_solver(&s, error);
    ss_csv_free(&s.steps);
    ss_stream_close(&s.in);
    ss_surface_mesh_free(&s.mesh);
    ss_vtp_free(&s.vtp);
    free(s.files.moments);
    return ok && (task->n_written > 0 ||
                  ss_error_set(error, SS_ERROR_DATA, "%s has no heights%s%s", nodes_csv,
                               solver != NULL ? " of solver " : "", solver != NULL ? solver : ""));
}

const ss_export_kind ss_export_surfaces = {.table = "surface.csv", .write = write_surfaces};

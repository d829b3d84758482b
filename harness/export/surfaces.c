/* Growing surfaces: the mesh of the table, lifted to the heights that surface.csv has.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/collection.h"
#include "harness/export/run.h"
#include "harness/export/vtp.h"
#include "harness/process/interrupt.h"
#include "harness/surface/surface_files.h"
#include "problems/base/memory.h"

#include <string.h>

enum { HEIGHT, EXACT, N_FIELDS };

static const ss_vtp_field fields[N_FIELDS] = {
    [HEIGHT] = {"height (m)", 1, false, NULL}, [EXACT] = {"exact height (m)", 1, false, NULL}};

/* An export under way: of one solver's surfaces, and the one at hand. */
typedef struct state {
    ss_export_task *task;
    ss_csv steps; /* sandpile.csv: parameters */
    char nodes_csv[SS_PATH_SIZE];
    ss_stream in;
    ss_surface_mesh mesh;
    ss_vtp vtp;
    char solver[1024], name[SS_LABEL_FILE], folder[SS_PATH_SIZE];
    bool wanted;
    ss_export_moment *moments;
    size_t n, room;
} state;

static bool begin_solver(state *s, const char *solver, ss_error *error)
{
    const ss_export_order *const order = s->task->order;
    ss_pile_params params;
    snprintf(s->solver, sizeof s->solver, "%s", solver);
    s->n = 0;
    s->wanted = order->solver == NULL || strcmp(order->solver, solver) == 0;
    ss_export_name(s->name, solver, NULL);
    ss_surface_mesh_free(&s->mesh);
    return ss_surface_params_read(&params, &s->steps, solver, error) &&
           ss_pile_mesh(&s->mesh, &params, error) &&
           (!s->wanted ||
            (ss_path_join(s->folder, sizeof s->folder, s->task->folder, s->name, error) &&
             ss_output_make_folder(s->folder, error)));
}

static bool end_solver(state *s, ss_error *error)
{
    const ss_export_collection collection = {
        .folder = s->task->folder, .name = s->name, .moments = s->moments, .n = s->n};
    const ss_export_series series = {
        .name = s->name, .n_moments = s->n, .n_nodes = s->mesh.n_nodes};
    if (s->n == 0)
        return true;
    ++s->task->n_written;
    if (!ss_export_collection_write(&collection, error))
        return false;
    if (s->task->order->print != NULL)
        s->task->order->print(&series);
    return true;
}

/* All nodes of a surface are there: its triangles, and the file. */
static bool write_surface(state *s, size_t step, double time_s, ss_error *error)
{
    char name[64];
    ss_export_moment *const more = ss_memory_grow(s->moments, &s->room, s->n + 1, sizeof *more);
    if (more == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu surfaces", s->n + 1);
    s->moments = more;
    s->moments[s->n++] = (ss_export_moment){.step = step,
                                            .time_s = time_s,
                                            .has = {[SS_EXPORT_surface] = true},
                                            .file_step = {[SS_EXPORT_surface] = step}};
    for (size_t k = 0; k < 3 * s->mesh.n_triangles; ++k) {
        ss_vtp_corner(&s->vtp, s->mesh.corner[k]);
        if (k % 3 == 2)
            ss_vtp_end_cell(&s->vtp);
    }
    ss_export_part_file(name, sizeof name, SS_EXPORT_surface, step);
    return ss_vtp_write(&s->vtp, s->folder, name, time_s, error);
}

/* The nodes of the next surface, of which `row` is the first. */
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
                            s->nodes_csv, first_line, step, n, s->mesh.n_nodes);
    return !s->wanted || write_surface(s, step, time_s, error);
}

static bool take_all(state *s, ss_error *error)
{
    ss_surface_row row;
    while (ss_record_next(&s->in, ss_rows_find("surface"), &row, error)) {
        if (strcmp(row.solver, s->solver) != 0 &&
            (!end_solver(s, error) || !begin_solver(s, row.solver, error)))
            return false;
        if (!take_surface(s, &row, error))
            return false;
    }
    return error->code == SS_ERROR_NONE && end_solver(s, error);
}

bool ss_export_surfaces(ss_export_task *task, ss_error *error)
{
    char steps_csv[SS_PATH_SIZE];
    state s = {.task = task};
    s.vtp =
        (ss_vtp){.fields = fields, .n_fields = N_FIELDS, .cells = SS_VTP_POLYS, .at_points = true};
    const bool ok =
        ss_path_join(steps_csv, sizeof steps_csv, task->order->folder, "sandpile.csv", error) &&
        ss_path_join(s.nodes_csv, sizeof s.nodes_csv, task->order->folder, "surface.csv", error) &&
        ss_csv_read(&s.steps, steps_csv, error) &&
        ss_record_stream(&s.in, ss_rows_find("surface"), s.nodes_csv,
                         "solver,step,time_s,x_m,y_m,height_m", error) &&
        take_all(&s, error);
    ss_csv_free(&s.steps);
    ss_stream_close(&s.in);
    ss_surface_mesh_free(&s.mesh);
    ss_vtp_free(&s.vtp);
    free(s.moments);
    return ok && (task->n_written > 0 ||
                  ss_error_set(error, SS_ERROR_DATA, "%s has no heights%s%s", s.nodes_csv,
                               task->order->solver != NULL ? " of solver " : "",
                               task->order->solver != NULL ? task->order->solver : ""));
}

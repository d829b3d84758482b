/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/run.h"

#include "harness/export/collection.h"
#include "harness/export/contacts.h"
#include "harness/process/interrupt.h"
#include "harness/tables/pairs.h"
#include "problems/base/memory.h"

#include <string.h>
#include <unistd.h>

/* A moment, and which of all walls are its own. */
typedef struct frame {
    size_t first_wall, n_walls;
} frame;

/* An export under way: the tables are read side by side, a moment at a time. */
typedef struct state {
    ss_export_task *task;
    ss_outlines outlines;
    ss_stream bodies_in, forces_in;
    bool has_forces; /* there is a table of them, */
    bool pending;    /* and a row of it that belongs to no moment yet: */
    ss_forces_row force;
    /* the solver under way */
    char solver[1024], name[SS_LABEL_FILE], folder[SS_PATH_SIZE], moment[16];
    bool wanted, seen[SS_EXPORT_PARTS];
    ss_export_bodies bodies;
    ss_export_contacts contacts;
    ss_export_moment *moments;
    frame *frames;
    size_t n, moments_room, frames_room;
    bool repeated; /* the moment at hand is the one before: the end, which is a frame too */
} state;

/* ---- a part of a moment ---- */

/* A part that the run has had once has a file at every moment: else an older one would be shown. */
static bool write_part(state *s, ss_export_part part, const ss_vtp *vtp, ss_error *error)
{
    ss_export_moment *const m = &s->moments[s->n - 1];
    char name[64];
    s->seen[part] = s->seen[part] || vtp->n_points > 0 || part == SS_EXPORT_contacts ||
                    part == SS_EXPORT_chains;
    if (!s->seen[part])
        return true;
    m->has[part] = true;
    m->file_step[part] = m->step;
    ss_export_part_file(name, sizeof name, part, m->step);
    return ss_vtp_write(vtp, s->folder, name, m->time_s, error);
}

/* ---- contacts ---- */

static bool next_force(state *s, ss_error *error)
{
    s->pending = ss_record_next(&s->forces_in, ss_rows_find("forces"), &s->force, error);
    return error->code == SS_ERROR_NONE;
}

/* Pass over the solver's contacts up to `step`, and take those of it. A solver's rows are together,
 * by step, in the order of the bodies' table. */
static bool take_forces(state *s, size_t step, ss_error *error)
{
    while (s->pending && strcmp(s->force.solver, s->solver) == 0 && s->force.step <= step) {
        if (s->force.step == step && s->wanted &&
            !ss_export_contacts_add(&s->contacts, &s->force, s->task->forces_csv,
                                    s->forces_in.n_lines, error))
            return false;
        if (!next_force(s, error))
            return false;
    }
    return true;
}

/* ---- moments ---- */

static bool begin_moment(state *s, const ss_bodies_row *row, ss_error *error)
{
    if (row->moment[0] == '\0' || strlen(row->moment) >= sizeof s->moment)
        return ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu: '%s' is no moment: start, frame or last",
                            s->task->bodies_csv, s->bodies_in.n_lines, row->moment);
    snprintf(s->moment, sizeof s->moment, "%s", row->moment);
    s->repeated = s->n > 0 && s->moments[s->n - 1].step == row->step;
    if (s->repeated || !s->wanted)
        return true;
    if (ss_interrupted())
        return ss_error_set(error, SS_ERROR_INTERRUPTED, "interrupted; nothing is written");
    ss_export_moment *const moments =
        ss_memory_grow(s->moments, &s->moments_room, s->n + 1, sizeof *moments);
    s->moments = moments != NULL ? moments : s->moments;
    frame *const frames = ss_memory_grow(s->frames, &s->frames_room, s->n + 1, sizeof *frames);
    s->frames = frames != NULL ? frames : s->frames;
    if (moments == NULL || frames == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu moments", s->n + 1);
    moments[s->n] =
        (ss_export_moment){.step = row->step, .time_s = (double)row->step * s->contacts.h};
    frames[s->n++] = (frame){.first_wall = s->bodies.n_walls};
    ss_export_bodies_frame(&s->bodies);
    ss_export_contacts_frame(&s->contacts);
    return true;
}

static bool end_moment(state *s, ss_error *error)
{
    if (s->n == 0 || s->repeated || !s->wanted)
        return true;
    frame *const f = &s->frames[s->n - 1];
    f->n_walls = s->bodies.n_walls - f->first_wall;
    return take_forces(s, s->moments[s->n - 1].step, error) &&
           write_part(s, SS_EXPORT_balls, &s->bodies.balls, error) &&
           write_part(s, SS_EXPORT_solids, &s->bodies.solids, error) &&
           (!s->has_forces || (write_part(s, SS_EXPORT_contacts, &s->contacts.points, error) &&
                               write_part(s, SS_EXPORT_chains, &s->contacts.chains, error)));
}

/* ---- walls: when it is known how far the bodies go ---- */

/* Are the walls of moment k where they were at moment k - 1, and as fast? */
static bool are_still(const state *s, size_t k)
{
    const frame *const a = &s->frames[k - 1], *const b = &s->frames[k];
    bool still = a->n_walls == b->n_walls;
    for (size_t w = 0; still && w < a->n_walls; ++w) {
        const ss_export_wall *const p = &s->bodies.walls[a->first_wall + w];
        const ss_export_wall *const q = &s->bodies.walls[b->first_wall + w];
        const size_t n = sizeof p->row.x_m;
        still = p->row.body == q->row.body && p->outline == q->outline &&
                memcmp(&p->row.x_m, &q->row.x_m, n) == 0 &&
                memcmp(&p->row.y_m, &q->row.y_m, n) == 0 &&
                memcmp(&p->row.z_m, &q->row.z_m, n) == 0 &&
                memcmp(&p->row.vx_m_per_s, &q->row.vx_m_per_s, n) == 0 &&
                memcmp(&p->row.vy_m_per_s, &q->row.vy_m_per_s, n) == 0 &&
                memcmp(&p->row.vz_m_per_s, &q->row.vz_m_per_s, n) == 0 &&
                memcmp(&p->row.wx_rad_per_s, &q->row.wx_rad_per_s, n) == 0 &&
                memcmp(&p->row.wy_rad_per_s, &q->row.wy_rad_per_s, n) == 0 &&
                memcmp(&p->row.wz_rad_per_s, &q->row.wz_rad_per_s, n) == 0;
    }
    return still;
}

static bool write_walls(state *s, ss_error *error)
{
    ss_export_bodies *const b = &s->bodies;
    ss_vtp vtp = {
        .fields = ss_export_body_fields, .n_fields = SS_EXPORT_BODY_FIELDS, .cells = SS_VTP_POLYS};
    const size_t part = SS_EXPORT_walls;
    bool ok = true;
    if (b->n_walls == 0 || !(b->low[0] <= b->high[0]))
        return true;
    ss_export_walls_widen(b->walls, b->n_walls, b->low, b->high);
    for (size_t k = 0; ok && k < s->n; ++k) {
        ss_export_moment *const m = &s->moments[k];
        m->has[part] = true;
        if (k > 0 && are_still(s, k)) {
            m->file_step[part] = s->moments[k - 1].file_step[part];
            continue;
        }
        char name[64];
        m->file_step[part] = m->step;
        ss_vtp_clear(&vtp);
        ss_export_walls_add(&vtp, b->walls + s->frames[k].first_wall, s->frames[k].n_walls, b->low,
                            b->high);
        ss_export_part_file(name, sizeof name, SS_EXPORT_walls, m->step);
        ok = ss_vtp_write(&vtp, s->folder, name, m->time_s, error);
    }
    ss_vtp_free(&vtp);
    return ok;
}

/* ---- solvers ---- */

/* The time step of a run that was killed: it has a history, and no row. */
static bool read_time_step(const state *s, double *h)
{
    static const char *const columns[] = {"solver", "step", "time_s", NULL};
    char path[SS_PATH_SIZE];
    ss_stream in = {.file = NULL};
    ss_error none = {.code = SS_ERROR_NONE};
    size_t step = 0;
    *h = 0.0;
    bool ok = ss_path_join(path, sizeof path, s->task->order->folder, "history.csv", &none) &&
              ss_stream_open(&in, path, columns, 3, &none);
    while (ok && !(*h > 0.0) && ss_stream_next(&in, &none))
        if (strcmp(in.field[0], s->solver) == 0 && ss_stream_count(&in, 1, &step, &none) &&
            ss_stream_real(&in, 2, h, &none) && step > 0)
            *h /= (double)step;
    ss_stream_close(&in);
    return *h > 0.0;
}

static bool find_time_step(const state *s, const ss_summary_row *run, double *h, ss_error *error)
{
    if (run == NULL)
        return read_time_step(s, h) ||
               ss_error_set(error, SS_ERROR_DATA,
                            "%s, line %zu: neither summary.csv nor history.csv has a row of "
                            "solver '%s', which tells the time step",
                            s->task->bodies_csv, s->bodies_in.n_lines, s->solver);
    return (ss_pairs_number(run->parameters, "h", h) && *h > 0.0) ||
           ss_error_set(error, SS_ERROR_DATA,
                        "summary.csv: the parameters of solver '%s' have no time step h > 0 "
                        "(%s)",
                        s->solver, run->parameters);
}

static bool begin_solver(state *s, const char *solver, ss_error *error)
{
    const ss_export_task *const task = s->task;
    const ss_summary_row *const run =
        task->run != NULL ? task->run : ss_summary_of(task->summary, solver);
    double h = 0.0;
    snprintf(s->solver, sizeof s->solver, "%s", solver);
    s->moment[0] = '\0';
    s->n = 0;
    s->repeated = false;
    memset(s->seen, 0, sizeof s->seen);
    s->bodies = (ss_export_bodies){.outlines = &s->outlines};
    if (!find_time_step(s, run, &h, error))
        return false;
    s->contacts = (ss_export_contacts){.bodies = &s->bodies, .h = h};
    s->wanted = (run == NULL || ss_export_is_wanted(task->order, run)) &&
                (task->order->solver == NULL || strcmp(solver, task->order->solver) == 0);
    ss_export_name(s->name, solver, run);
    return !s->wanted || (ss_path_join(s->folder, sizeof s->folder, task->folder, s->name, error) &&
                          ss_output_make_folder(s->folder, error));
}

static void report(const state *s)
{
    const ss_export_bodies *const b = &s->bodies;
    const ss_export_series series = {.name = s->name,
                                     .n_moments = s->n,
                                     .n_bodies = b->balls.n_cells + b->solids.n_cells,
                                     .n_walls = s->frames[s->n - 1].n_walls,
                                     .lacks_walls = b->n_walls == 0,
                                     .n_contacts = s->contacts.points.n_points,
                                     .lacks_contacts = !s->has_forces};
    if (s->task->order->print != NULL)
        s->task->order->print(&series);
}

static bool end_solver(state *s, ss_error *error)
{
    const ss_export_collection collection = {
        .folder = s->task->folder, .name = s->name, .moments = s->moments, .n = s->n};
    bool ok = end_moment(s, error);
    if (ok && s->n > 0) {
        ok = write_walls(s, error) && ss_export_collection_write(&collection, error);
        if (ok)
            report(s);
        ++s->task->n_written;
    }
    ok = ok && take_forces(s, SIZE_MAX, error);
    ss_export_bodies_free(&s->bodies);
    ss_export_contacts_free(&s->contacts);
    return ok;
}

/* ---- the tables ---- */

static bool take_row(state *s, const ss_bodies_row *row, ss_error *error)
{
    if (strcmp(row->solver, s->solver) != 0 &&
        (!end_solver(s, error) || !begin_solver(s, row->solver, error)))
        return false;
    const bool is_new = s->moment[0] == '\0' || strcmp(row->moment, s->moment) != 0 ||
                        (s->wanted && row->step != s->moments[s->n - 1].step);
    if (is_new && (!end_moment(s, error) || !begin_moment(s, row, error)))
        return false;
    return s->repeated || !s->wanted ||
           ss_export_bodies_add(&s->bodies, row, s->task->bodies_csv, s->bodies_in.n_lines, error);
}

static bool open_tables(state *s, ss_error *error)
{
    const ss_export_task *const task = s->task;
    s->has_forces = access(task->forces_csv, F_OK) == 0;
    return ss_outlines_read(&s->outlines, task->shapes_csv, error) &&
           ss_record_stream(&s->bodies_in, ss_rows_find("bodies"), task->bodies_csv,
                            "solver,moment,body,radius_m,x_m,y_m,z_m,step", error) &&
           (!s->has_forces ||
            (ss_record_stream(&s->forces_in, ss_rows_find("forces"), task->forces_csv,
                              "solver,step,i,j,x_m,y_m,z_m,nx,ny,nz,rn_ns,px_ns,py_ns,pz_ns,status",
                              error) &&
             next_force(s, error)));
}

bool ss_export_is_wanted(const ss_export_order *order, const ss_summary_row *run)
{
    return (order->problem == NULL || strcmp(run->problem, order->problem) == 0) &&
           (order->instance == 0 || run->instance == order->instance);
}

bool ss_export_run(ss_export_task *task, ss_error *error)
{
    state s = {.task = task};
    ss_bodies_row row;
    bool ok = open_tables(&s, error);
    while (ok && ss_record_next(&s.bodies_in, ss_rows_find("bodies"), &row, error))
        ok = take_row(&s, &row, error);
    ok = ok && error->code == SS_ERROR_NONE && end_solver(&s, error);
    ss_export_bodies_free(&s.bodies);
    ss_export_contacts_free(&s.contacts);
    ss_outlines_free(&s.outlines);
    ss_stream_close(&s.bodies_in);
    ss_stream_close(&s.forces_in);
    free(s.moments);
    free(s.frames);
    return ok;
}

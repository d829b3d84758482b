/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/export.h"

#include "harness/export/bodies.h"
#include "harness/tables/pairs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An export under way: the tables are read side by side, a moment at a time. */
typedef struct state {
    ss_export_task *task;
    ss_outlines outlines;
    ss_stream bodies_in, forces_in;
    bool has_forces; /* there is a table of them, */
    bool pending;    /* and a row of it that belongs to no moment yet: */
    ss_forces_row force;
    /* the solver under way */
    char solver[1024], moment[16];
    bool wanted, seen[SS_EXPORT_PARTS];
    ss_export_collection files;
    ss_export_bodies bodies;
    ss_export_contacts contacts;
    bool repeated; /* the moment at hand is the one before: the end, which is a frame too */
} state;

/* ---- a part of a moment ---- */

static ss_export_moment *last_moment(const state *s)
{
    return &s->files.moments[s->files.n - 1];
}

/* A part that the run has had once has a file at every moment: else an older one would be shown. */
static bool write_part(state *s, ss_export_part part, const ss_vtp *vtp, ss_error *error)
{
    s->seen[part] = s->seen[part] || vtp->n_points > 0 || part == SS_EXPORT_contacts ||
                    part == SS_EXPORT_chains;
    return !s->seen[part] || ss_export_part_write(&s->files, last_moment(s), part, vtp, error);
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
    s->repeated = s->files.n > 0 && last_moment(s)->step == row->step;
    if (s->repeated || !s->wanted)
        return true;
    ss_export_moment *const moment =
        ss_export_collection_add(&s->files, row->step, (double)row->step * s->contacts.h, error);
    if (moment == NULL)
        return false;
    moment->first_wall = s->bodies.n_walls;
    ss_export_bodies_frame(&s->bodies);
    ss_export_contacts_frame(&s->contacts);
    return true;
}

static bool end_moment(state *s, ss_error *error)
{
    if (s->files.n == 0 || s->repeated || !s->wanted)
        return true;
    ss_export_moment *const m = last_moment(s);
    m->n_walls = s->bodies.n_walls - m->first_wall;
    return take_forces(s, m->step, error) &&
           write_part(s, SS_EXPORT_balls, &s->bodies.balls, error) &&
           write_part(s, SS_EXPORT_solids, &s->bodies.solids, error) &&
           (!s->has_forces || (write_part(s, SS_EXPORT_contacts, &s->contacts.points, error) &&
                               write_part(s, SS_EXPORT_chains, &s->contacts.chains, error)));
}

/* ---- walls: when it is known how far the bodies go ---- */

/* The columns of a place and its motion. */
static const size_t motion[] = {
    offsetof(ss_bodies_row, x_m),          offsetof(ss_bodies_row, y_m),
    offsetof(ss_bodies_row, z_m),          offsetof(ss_bodies_row, vx_m_per_s),
    offsetof(ss_bodies_row, vy_m_per_s),   offsetof(ss_bodies_row, vz_m_per_s),
    offsetof(ss_bodies_row, wx_rad_per_s), offsetof(ss_bodies_row, wy_rad_per_s),
    offsetof(ss_bodies_row, wz_rad_per_s)};

/* Are the walls of the moment where they were at the one before, and as fast? */
static bool are_still(const ss_export_bodies *bodies, const ss_export_moment *m)
{
    const ss_export_moment *const before = m - 1;
    bool still = before->n_walls == m->n_walls;
    for (size_t w = 0; still && w < m->n_walls; ++w) {
        const ss_export_wall *const p = &bodies->walls[before->first_wall + w];
        const ss_export_wall *const q = &bodies->walls[m->first_wall + w];
        still = p->row.body == q->row.body && p->outline == q->outline;
        for (size_t k = 0; still && k < sizeof motion / sizeof *motion; ++k)
            still = memcmp((const char *)&p->row + motion[k], (const char *)&q->row + motion[k],
                           sizeof(double)) == 0;
    }
    return still;
}

static bool write_walls(state *s, ss_error *error)
{
    ss_export_bodies *const b = &s->bodies;
    ss_vtp vtp = {
        .fields = ss_export_body_fields, .n_fields = SS_EXPORT_BODY_FIELDS, .cells = SS_VTP_POLYS};
    bool ok = true;
    if (b->n_walls == 0 || !(b->low[0] <= b->high[0]))
        return true;
    ss_export_walls_widen(b->walls, b->n_walls, b->low, b->high);
    for (size_t k = 0; ok && k < s->files.n; ++k) {
        ss_export_moment *const m = &s->files.moments[k];
        if (k > 0 && are_still(b, m)) {
            m->has[SS_EXPORT_walls] = true;
            m->file_step[SS_EXPORT_walls] = m[-1].file_step[SS_EXPORT_walls];
            continue;
        }
        ss_vtp_clear(&vtp);
        ss_export_walls_add(&vtp, b->walls + m->first_wall, m->n_walls, b->low, b->high);
        ok = ss_export_part_write(&s->files, m, SS_EXPORT_walls, &vtp, error);
    }
    ss_vtp_free(&vtp);
    return ok;
}

/* ---- solvers ---- */

/* The time step; of a run that was killed, which has a history and no row, by its first step. */
static bool find_time_step(const state *s, const ss_summary_row *run, double *h, ss_error *error)
{
    static const char *const columns[] = {"solver", "step", "time_s", NULL};
    char path[SS_PATH_SIZE];
    ss_stream in = {.file = NULL};
    ss_error none = {.code = SS_ERROR_NONE};
    size_t step = 0;
    *h = 0.0;
    if (run != NULL)
        return (ss_pairs_number(run->parameters, "h", h) && *h > 0.0) ||
               ss_error_set(error, SS_ERROR_DATA,
                            "summary.csv: the parameters of solver '%s' have no time step h > 0 "
                            "(%s)",
                            s->solver, run->parameters);
    bool ok = ss_path_join(path, sizeof path, s->task->order->folder, "history.csv", &none) &&
              ss_stream_open(&in, path, columns, 3, &none);
    while (ok && !(*h > 0.0) && ss_stream_next(&in, &none))
        if (strcmp(in.field[0], s->solver) == 0 && ss_stream_count(&in, 1, &step, &none) &&
            ss_stream_real(&in, 2, h, &none) && step > 0)
            *h /= (double)step;
    ss_stream_close(&in);
    return *h > 0.0 ||
           ss_error_set(error, SS_ERROR_DATA,
                        "%s, line %zu: neither summary.csv nor history.csv has a row of "
                        "solver '%s', which tells the time step",
                        s->task->bodies_csv, s->bodies_in.n_lines, s->solver);
}

static bool begin_solver(state *s, const char *solver, ss_error *error)
{
    const ss_export_task *const task = s->task;
    const ss_summary_row *const run =
        task->run != NULL ? task->run : ss_summary_of(task->summary, solver);
    double h = 0.0;
    snprintf(s->solver, sizeof s->solver, "%s", solver);
    s->moment[0] = '\0';
    s->files.n = 0;
    s->repeated = false;
    memset(s->seen, 0, sizeof s->seen);
    s->bodies = (ss_export_bodies){.outlines = &s->outlines};
    if (!find_time_step(s, run, &h, error))
        return false;
    s->contacts = (ss_export_contacts){.bodies = &s->bodies, .h = h};
    s->wanted = (run == NULL || ss_export_is_wanted(task->order, run)) &&
                (task->order->solver == NULL ||
                 ss_label_names(task->order->solver, run != NULL ? run->solver : solver,
                                run != NULL ? run->outer : ""));
    return ss_export_collection_begin(&s->files, solver, run, s->wanted, error);
}

static bool end_solver(state *s, ss_error *error)
{
    const ss_export_bodies *const b = &s->bodies;
    bool ok = end_moment(s, error);
    if (ok && s->files.n > 0) {
        const ss_export_series series = {.name = s->files.name,
                                         .n_moments = s->files.n,
                                         .n_bodies = b->n_bodies,
                                         .n_walls = last_moment(s)->n_walls,
                                         .n_contacts = s->contacts.points.n_points,
                                         .lacks_contacts = !s->has_forces};
        ok = write_walls(s, error) && ss_export_series_end(s->task, &s->files, &series, error);
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
                        (s->wanted && row->step != last_moment(s)->step);
    if (is_new && (!end_moment(s, error) || !begin_moment(s, row, error)))
        return false;
    return s->repeated || !s->wanted ||
           ss_export_bodies_add(&s->bodies, row, s->task->bodies_csv, s->bodies_in.n_lines, error);
}

bool ss_export_is_wanted(const ss_export_order *order, const ss_summary_row *run)
{
    return (order->problem == NULL || strcmp(run->problem, order->problem) == 0) &&
           (order->instance == 0 || run->instance == order->instance);
}

bool ss_export_series_end(ss_export_task *task, const ss_export_collection *files,
                          const ss_export_series *series, ss_error *error)
{
    ++task->n_written;
    if (!ss_export_collection_write(files, error))
        return false;
    if (task->order->print != NULL)
        task->order->print(series);
    return true;
}

bool ss_export_run(ss_export_task *task, ss_error *error)
{
    state s = {.task = task, .files.out = task->folder};
    ss_bodies_row row;
    s.has_forces = access(task->forces_csv, F_OK) == 0;
    bool ok = ss_outlines_read(&s.outlines, task->shapes_csv, error) &&
              ss_record_stream(&s.bodies_in, ss_rows_find("bodies"), task->bodies_csv,
                               "solver,moment,body,radius_m,x_m,y_m,z_m,step", error) &&
              (!s.has_forces ||
               (ss_record_stream(
                    &s.forces_in, ss_rows_find("forces"), task->forces_csv,
                    "solver,step,i,j,x_m,y_m,z_m,nx,ny,nz,rn_ns,px_ns,py_ns,pz_ns,status", error) &&
                next_force(&s, error)));
    while (ok && ss_record_next(&s.bodies_in, ss_rows_find("bodies"), &row, error))
        ok = take_row(&s, &row, error);
    ok = ok && error->code == SS_ERROR_NONE && end_solver(&s, error);
    ss_export_bodies_free(&s.bodies);
    ss_export_contacts_free(&s.contacts);
    ss_outlines_free(&s.outlines);
    ss_stream_close(&s.bodies_in);
    ss_stream_close(&s.forces_in);
    free(s.files.moments);
    return ok;
}

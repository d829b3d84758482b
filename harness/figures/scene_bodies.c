/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/scene.h"

#include "harness/tables/record.h"
#include "problems/base/memory.h"
#include "problems/bodies/shape.h"
#include "problems/contact/vec3.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows of one moment being looked for, line by line. */
typedef struct search {
    ss_stream in;
    const ss_table *table;
    size_t solver_at, moment_at, step_at; /* columns */
    const char *solver;
    size_t step;                    /* wanted */
    char moment[16], number[24];    /* found: "" until then; and wanted: "" any step */
    char steps[200], last_step[24]; /* that the solver has, in words */
    size_t n_steps, used;
} search;

/* The next line of the moment: the first of the solver, or of the solver and step. False at the
 * end, too. Notes the steps that the solver has: "; it has the steps 0, 20, 40, ..., 200". */
static bool next_line(search *s, ss_error *error)
{
    enum { SHOWN = 8 };
    while (ss_stream_next(&s->in, error)) {
        const char *const moment = s->in.field[s->moment_at], *const step = s->in.field[s->step_at];
        if (strcmp(s->in.field[s->solver_at], s->solver) != 0)
            continue;
        if (step != NULL && strcmp(step, s->last_step) != 0) {
            const char *const before = s->n_steps == 0      ? "; it has the steps "
                                       : s->n_steps > SHOWN ? ", ..., "
                                                            : ", ";
            snprintf(s->last_step, sizeof s->last_step, "%s", step);
            const int n =
                snprintf(s->steps + s->used, sizeof s->steps - s->used, "%s%.20s", before, step);
            s->used += ++s->n_steps <= SHOWN ? (size_t)n : 0;
        }
        if (s->number[0] != '\0' && (step == NULL || strcmp(step, s->number) != 0))
            continue;
        if (s->moment[0] == '\0')
            snprintf(s->moment, sizeof s->moment, "%s", moment);
        if (strcmp(moment, s->moment) == 0)
            return true;
    }
    return false;
}

/* Of the square of a size: faces of less area in the view are seen edge on. */
static const double edge_on = 1e-9;

/* A solid is seen from the front by its faces that look there, each closed; turned already. */
static bool take_faces(ss_drawn_body *b, const ss_bodies_row *row, const ss_outline *o,
                       ss_error *error)
{
    double R[9], size = 0.0;
    double(*const point)[2] = malloc((2 * o->n + 1) * sizeof *point);
    b->face = malloc((2 * o->n + 1) * sizeof *b->face); /* a face has three corners and one again */
    b->outline = (ss_outline){.point = point};
    if (point == NULL || b->face == NULL) {
        free(point);
        free(b->face);
        return ss_error_memory(error, "the faces of a figure");
    }
    const bool known = isfinite(row->qw + row->qx + row->qy + row->qz);
    ss_turn_matrix(R, known ? (double[]){row->qw, row->qx, row->qy, row->qz}
                            : (double[]){1.0, 0.0, 0.0, 0.0});
    for (size_t k = 0, end; k < o->n; k = end) {
        const size_t first = b->outline.n;
        double area = 0.0; /* twice, in the view: below 0 from behind */
        end = ss_outline_face_end(o, k);
        for (size_t i = k; i <= end; ++i) {
            const size_t c = i < end ? i : k, to = b->outline.n++;
            const double at[3] = {o->point[c][0], o->depth[c], o->point[c][1]};
            point[to][0] = ss_dot(R, at);
            point[to][1] = ss_dot(R + 6, at);
            b->face[to] = o->face[c];
            size = fmax(size, ss_norm(at));
            if (i > k)
                area += point[to - 1][0] * point[to][1] - point[to - 1][1] * point[to][0];
        }
        if (!(area > edge_on * size * size))
            b->outline.n = first;
    }
    return true;
}

static bool take_shape(ss_drawn_body *b, const ss_bodies_row *row, const ss_outlines *shapes,
                       const char *path, ss_error *error)
{
    const ss_shape_kind *const kind = ss_shape_kind_named(row->shape);
    if (row->outline < shapes->n)
        b->outline = shapes->at[row->outline];
    if (b->outline.solid) {
        const ss_outline all = b->outline;
        b->kind = SS_DRAWN_SOLID;
        b->turn[0] = 1.0;
        b->turn[1] = 0.0;
        return take_faces(b, row, &all, error);
    }
    b->endless = kind->endless;
    b->open = kind->open;
    b->mirrored = kind->turned;
    b->kind = isfinite(row->radius_m)                             ? SS_DRAWN_ROUND
              : !b->mirrored && ss_outline_is_closed(&b->outline) ? SS_DRAWN_SOLID
                                                                  : SS_DRAWN_WALL;
    if (b->kind == SS_DRAWN_WALL) { /* its direction in the view: that of its axis, z without one */
        const double *const axis = b->outline.axis;
        const double length = hypot(axis[0], axis[2]);
        b->turn[0] = b->mirrored && length > 0.0 ? axis[2] / length : 1.0;
        b->turn[1] = b->mirrored && length > 0.0 ? axis[0] / length : 0.0;
        b->ring = b->mirrored && fabs(axis[1]) > length;
        for (size_t k = 0; b->ring && k < b->outline.n; ++k)
            b->radius = fmax(b->outline.point[k][0], k > 0 ? b->radius : 0.0);
    }
    /* a plane across the view had no outline; walls are not drawn where no table has any */
    const bool hidden = shapes->n > 0 ? b->endless : kind->bound == NULL && kind->size > 0;
    return b->kind != SS_DRAWN_WALL || b->outline.n > 0 || hidden ||
           ss_error_set(error, SS_ERROR_DATA,
                        "%s: body %zu is a %s, and shapes.csv has no outline %zu for it "
                        "(campaign: keep: [bodies, shapes, forces])",
                        path, b->body, row->shape, row->outline);
}

static bool take_body(ss_drawn_body *b, const search *s, const ss_outlines *shapes, ss_error *error)
{
    ss_bodies_row r;
    if (!ss_record_take(&s->in, s->table, &r, error))
        return false;
    *b = (ss_drawn_body){.body = r.body,
                         .at = {r.x_m, r.y_m, r.z_m},
                         .radius = r.radius_m,
                         .v = {r.vx_m_per_s, r.vz_m_per_s},
                         .speed = hypot(hypot(r.vx_m_per_s, r.vy_m_per_s), r.vz_m_per_s),
                         .turn = {r.qw * r.qw - r.qy * r.qy, 2.0 * r.qw * r.qy}};
    const bool known = isfinite(r.radius_m) || r.shape[0] != '\0';
    if (!known || !isfinite(r.x_m) || !isfinite(r.y_m) || !isfinite(r.z_m))
        return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: a body without a finite place",
                            s->in.path, s->in.n_lines);
    return take_shape(b, &r, shapes, s->in.path, error);
}

static int by_number(const void *left, const void *right)
{
    const ss_drawn_body *const a = left, *const b = right;
    return (a->body > b->body) - (a->body < b->body);
}

/* The farthest first, for later ones cover earlier ones. Ties by place, so that the order depends
 * on the bodies alone. */
static int farther_first(const void *left, const void *right)
{
    const ss_drawn_body *const a = *(const ss_drawn_body *const *)left;
    const ss_drawn_body *const b = *(const ss_drawn_body *const *)right;
    static const size_t axes[] = {1, 2, 0};
    for (size_t k = 0; k < 3; ++k) {
        const double da = a->at[axes[k]], db = b->at[axes[k]];
        if (da != db)
            return da > db ? -1 : 1;
    }
    return 0;
}

static bool take_bodies(ss_drawn_moment *m, search *s, const ss_outlines *shapes, ss_error *error)
{
    size_t room = 0;
    char wanted[40];
    while (next_line(s, error)) {
        const char *const step = s->in.field[s->step_at];
        ss_drawn_body *const more = ss_memory_grow(m->at, &room, m->n + 1, sizeof *more);
        if (more == NULL)
            return ss_error_memory(error, "the bodies of a figure");
        m->at = more;
        m->step = step != NULL ? strtoul(step, NULL, 10) : s->step;
        if (!take_body(&m->at[m->n], s, shapes, error))
            return false;
        ++m->n;
    }
    if (m->n > 0 || error->code != SS_ERROR_NONE)
        return error->code == SS_ERROR_NONE;
    snprintf(wanted, sizeof wanted, s->step == SS_SCENE_LAST ? "moment last" : "step %zu", s->step);
    return ss_error_set(error, SS_ERROR_DATA, "%s has no body of solver %s, %s%s", s->in.path,
                        s->solver, s->step == 0 ? "moment first" : wanted, s->steps);
}

bool ss_drawn_moment_read(ss_drawn_moment *m, const char *bodies_csv, const char *solver,
                          size_t step, const ss_outlines *shapes, ss_error *error)
{
    const ss_table *const table = ss_rows_find("bodies");
    search s = {.table = table,
                .solver_at = ss_table_column(table, "solver"),
                .moment_at = ss_table_column(table, "moment"),
                .step_at = ss_table_column(table, "step"),
                .solver = solver,
                .step = step};
    *m = (ss_drawn_moment){.n = 0};
    if (step == 0 || step == SS_SCENE_LAST)
        snprintf(s.moment, sizeof s.moment, "%s", step == 0 ? "first" : "last");
    else
        snprintf(s.number, sizeof s.number, "%zu", step);
    const bool read = ss_record_stream(&s.in, table, bodies_csv,
                                       "solver,moment,body,radius_m,x_m,y_m,z_m", error) &&
                      take_bodies(m, &s, shapes, error);
    ss_stream_close(&s.in);
    if (!read)
        return false;
    m->back = malloc(m->n * sizeof *m->back);
    if (m->back == NULL)
        return ss_error_memory(error, "the bodies of a figure");
    qsort(m->at, m->n, sizeof *m->at, by_number);
    for (size_t k = 0; k < m->n; ++k)
        m->back[k] = &m->at[k];
    qsort(m->back, m->n, sizeof *m->back, farther_first);
    return true;
}

void ss_drawn_moment_free(ss_drawn_moment *moment)
{
    for (size_t k = 0; k < moment->n; ++k)
        if (moment->at[k].face != NULL) {
            free(moment->at[k].face);
            free(moment->at[k].outline.point);
        }
    free(moment->at);
    free((void *)moment->back);
    *moment = (ss_drawn_moment){.n = 0};
}

const ss_drawn_body *ss_drawn_find(const ss_drawn_moment *moment, size_t body)
{
    const ss_drawn_body key = {.body = body};
    return bsearch(&key, moment->at, moment->n, sizeof key, by_number);
}

void ss_drawn_point(double point[2], const ss_drawn_body *b, size_t k, double side)
{
    const double x = side * b->outline.point[k][0], z = b->outline.point[k][1];
    point[0] = b->at[0] + b->turn[0] * x + b->turn[1] * z;
    point[1] = b->at[2] - b->turn[1] * x + b->turn[0] * z;
}

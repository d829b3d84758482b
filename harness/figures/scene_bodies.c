/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/scene_bodies.h"

#include "harness/tables/record.h"
#include "problems/base/memory.h"
#include "problems/bodies/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The moment, in words of the table, that has the bodies after `step`; NULL: none. */
static const char *moment_of(const ss_csv *csv, const char *solver, size_t step)
{
    const char *found = NULL;
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%zu", step);
    if (step == 0 || step == SS_SCENE_LAST)
        return step == 0 ? "first" : "last";
    for (size_t row = 0; row < csv->n_rows && found == NULL; ++row) {
        const char *const at = ss_csv_text(csv, row, "step");
        if (at != NULL && strcmp(at, wanted) == 0 &&
            strcmp(ss_csv_text(csv, row, "solver"), solver) == 0)
            found = ss_csv_text(csv, row, "moment");
    }
    return found;
}

/* "; it has the steps 0, 20, 40, ..., 200": those of the solver. */
static void name_steps(char *text, size_t size, const ss_csv *csv, const char *solver)
{
    enum { SHOWN = 8 };
    const char *last = "";
    size_t n = 0, used = 0;
    text[0] = '\0';
    for (size_t row = 0; row < csv->n_rows && used < size; ++row) {
        const char *const step = ss_csv_text(csv, row, "step");
        if (step == NULL || strcmp(ss_csv_text(csv, row, "solver"), solver) != 0 ||
            strcmp(step, last) == 0)
            continue;
        last = step;
        if (++n <= SHOWN)
            used += (size_t)snprintf(text + used, size - used, "%s%.20s",
                                     n == 1 ? "; it has the steps " : ", ", step);
    }
    if (n > SHOWN && used < size)
        snprintf(text + used, size - used, "%s%.20s", n > SHOWN + 1 ? ", ..., " : ", ", last);
}

static bool no_moment(const ss_csv *csv, const char *solver, size_t step, ss_error *error)
{
    char steps[200], wanted[40];
    name_steps(steps, sizeof steps, csv, solver);
    snprintf(wanted, sizeof wanted, step == SS_SCENE_LAST ? "moment last" : "step %zu", step);
    return ss_error_set(error, SS_ERROR_DATA, "%.300s has no body of solver %.60s, %s%s", csv->path,
                        solver, step == 0 ? "moment first" : wanted, steps);
}

static bool take_shape(ss_drawn_body *b, const ss_bodies_row *row, const ss_outlines *shapes,
                       const ss_csv *csv, ss_error *error)
{
    if (row->outline < shapes->n)
        b->outline = shapes->at[row->outline];
    b->endless = strcmp(row->shape, ss_shape_plane.name) == 0;
    b->open = strcmp(row->shape, ss_shape_cylinder.name) == 0;
    b->mirrored = b->open || strcmp(row->shape, ss_shape_revolved.name) == 0;
    b->kind = isfinite(row->radius_m)                             ? SS_DRAWN_ROUND
              : !b->mirrored && ss_outline_is_closed(&b->outline) ? SS_DRAWN_SOLID
                                                                  : SS_DRAWN_WALL;
    /* a plane across the view has no outline */
    return b->kind != SS_DRAWN_WALL || b->outline.n > 0 || (b->endless && shapes->n > 0) ||
           ss_error_set(error, SS_ERROR_DATA,
                        "%.300s: body %zu is a %.40s, and shapes.csv has no outline %zu for it "
                        "(campaign: keep: [bodies, shapes, forces])",
                        csv->path, b->body, row->shape, row->outline);
}

static bool take_body(ss_drawn_body *b, const ss_csv *csv, size_t row, const ss_outlines *shapes,
                      ss_error *error)
{
    ss_bodies_row r;
    if (!ss_bodies_row_read(csv, row, &r, error))
        return false;
    *b = (ss_drawn_body){.body = r.body,
                         .at = {r.x_m, r.y_m, r.z_m},
                         .radius = r.radius_m,
                         .v = {r.vx_m_per_s, r.vz_m_per_s},
                         .speed = hypot(hypot(r.vx_m_per_s, r.vy_m_per_s), r.vz_m_per_s),
                         .turn = {r.qw * r.qw - r.qy * r.qy, 2.0 * r.qw * r.qy}};
    const bool known = isfinite(r.radius_m) || r.shape[0] != '\0';
    if (!known || !isfinite(r.x_m) || !isfinite(r.y_m) || !isfinite(r.z_m))
        return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: a body without a finite place",
                            csv->path, ss_csv_line(csv, row));
    return take_shape(b, &r, shapes, csv, error);
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

/* Is the row of the solver and moment, and, of frames, of the step? */
static bool is_of(const ss_csv *csv, size_t row, const char *solver, const char *moment,
                  const char *step)
{
    return strcmp(ss_csv_text(csv, row, "solver"), solver) == 0 &&
           strcmp(ss_csv_text(csv, row, "moment"), moment) == 0 &&
           (step[0] == '\0' || strcmp(ss_csv_text(csv, row, "step"), step) == 0);
}

static bool take_bodies(ss_drawn_moment *m, const ss_csv *csv, const char *solver, size_t step,
                        const ss_outlines *shapes, ss_error *error)
{
    const char *const moment = moment_of(csv, solver, step);
    size_t room = 0;
    char wanted[32] = "";
    if (step > 0 && step != SS_SCENE_LAST)
        snprintf(wanted, sizeof wanted, "%zu", step);
    for (size_t row = 0; moment != NULL && row < csv->n_rows; ++row) {
        if (!is_of(csv, row, solver, moment, wanted))
            continue;
        const char *const at = ss_csv_text(csv, row, "step");
        ss_drawn_body *const more = ss_memory_grow(m->at, &room, m->n + 1, sizeof *more);
        if (more == NULL)
            return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the bodies of a figure");
        m->at = more;
        m->step = at != NULL ? strtoul(at, NULL, 10) : step;
        if (!take_body(&m->at[m->n], csv, row, shapes, error))
            return false;
        ++m->n;
    }
    return m->n > 0 || no_moment(csv, solver, step, error);
}

bool ss_drawn_moment_read(ss_drawn_moment *m, const ss_csv *csv, const char *solver, size_t step,
                          const ss_outlines *shapes, ss_error *error)
{
    *m = (ss_drawn_moment){.n = 0};
    if (!take_bodies(m, csv, solver, step, shapes, error))
        return false;
    m->back = malloc(m->n * sizeof *m->back);
    if (m->back == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the bodies of a figure");
    qsort(m->at, m->n, sizeof *m->at, by_number);
    for (size_t k = 0; k < m->n; ++k)
        m->back[k] = &m->at[k];
    qsort(m->back, m->n, sizeof *m->back, farther_first);
    return true;
}

void ss_drawn_moment_free(ss_drawn_moment *moment)
{
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

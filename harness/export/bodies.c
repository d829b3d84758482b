/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/bodies.h"

#include "problems/base/memory.h"
#include "problems/contact/vec3.h"

#include <math.h>
#include <string.h>

enum { MOST_BODIES = 20000000 }; /* their places are kept by number */

enum { RADIUS, VELOCITY, SPIN, ORIENTATION, BODY, MATERIAL, CENTRE };

const ss_vtp_field ss_export_body_fields[SS_EXPORT_BODY_FIELDS] = {
    [RADIUS] = {"radius (m)", 1, false, NULL},
    [VELOCITY] = {"velocity (m/s)", 3, false, "x y z"},
    [SPIN] = {"spin (rad/s)", 3, false, "x y z"},
    [ORIENTATION] = {"orientation (quaternion)", 4, false, "w x y z"},
    [BODY] = {"body", 1, true, NULL},
    [MATERIAL] = {"material", 1, true, NULL},
    [CENTRE] = {"centre (m)", 3, false, "x y z"}};

void ss_export_body_values(ss_vtp *vtp, const ss_bodies_row *r, size_t n)
{
    ss_vtp_real(vtp, RADIUS, &r->radius_m);
    ss_vtp_real(vtp, VELOCITY, (double[]){r->vx_m_per_s, r->vy_m_per_s, r->vz_m_per_s});
    ss_vtp_real(vtp, SPIN, (double[]){r->wx_rad_per_s, r->wy_rad_per_s, r->wz_rad_per_s});
    ss_vtp_real(vtp, ORIENTATION, (double[]){r->qw, r->qx, r->qy, r->qz});
    ss_vtp_count(vtp, BODY, r->body);
    ss_vtp_count(vtp, MATERIAL, r->material);
    if (n > CENTRE)
        ss_vtp_real(vtp, CENTRE, (double[]){r->x_m, r->y_m, r->z_m});
}

void ss_export_bodies_frame(ss_export_bodies *b)
{
    if (b->frame++ == 0) {
        b->balls = (ss_vtp){.fields = ss_export_body_fields,
                            .n_fields = CENTRE,
                            .cells = SS_VTP_VERTS,
                            .at_points = true};
        b->solids = (ss_vtp){.fields = ss_export_body_fields,
                             .n_fields = SS_EXPORT_BODY_FIELDS,
                             .cells = SS_VTP_POLYS};
        for (size_t axis = 0; axis < 3; ++axis) {
            b->low[axis] = INFINITY;
            b->high[axis] = -INFINITY;
        }
    }
    b->n_bodies = 0;
    ss_vtp_clear(&b->balls);
    ss_vtp_clear(&b->solids);
}

/* The box around all bodies holds a ball of this radius there. */
static void include(ss_export_bodies *b, const double x[3], double radius)
{
    for (size_t axis = 0; axis < 3; ++axis) {
        b->low[axis] = fmin(b->low[axis], x[axis] - radius);
        b->high[axis] = fmax(b->high[axis], x[axis] + radius);
    }
}

/* The n points (x, z) of its frame, with their y or NULL, turned and moved as the body is. */
static void add_solid(ss_export_bodies *b, const ss_bodies_row *row, const double (*point)[2],
                      const double *y, size_t n)
{
    double R[9], x[3];
    const double centre[3] = {row->x_m, row->y_m, row->z_m};
    const bool known = isfinite(row->qw) && isfinite(row->qx) && isfinite(row->qz);
    ss_turn_matrix(R, (double[]){known ? row->qw : 1.0, known ? row->qx : 0.0,
                                 known ? row->qy : 0.0, known ? row->qz : 0.0});
    for (size_t k = 0; k < n; ++k) {
        ss_copy3(x, centre);
        const double depth = y != NULL ? y[k] : 0.0;
        ss_muladd3(x, R, (double[]){point[k][0], depth, point[k][1]});
        ss_vtp_corner(&b->solids, ss_vtp_point(&b->solids, x));
        include(b, x, 0.0);
        include(b, centre, hypot(hypot(point[k][0], point[k][1]), depth));
    }
    ss_vtp_end_cell(&b->solids);
    ss_export_body_values(&b->solids, row, SS_EXPORT_BODY_FIELDS);
}

static bool keep_place(ss_export_bodies *b, const ss_bodies_row *row, bool is_wall, ss_error *error)
{
    const size_t old = b->n_places;
    ss_export_place *const more =
        ss_memory_grow(b->places, &b->n_places, row->body + 1, sizeof *more);
    if (more == NULL)
        return ss_error_memory(error, "%zu bodies", row->body + 1);
    b->places = more;
    if (b->n_places > old)
        memset(more + old, 0, (b->n_places - old) * sizeof *more);
    more[row->body] = (ss_export_place){{row->x_m, row->y_m, row->z_m}, b->frame, is_wall};
    return true;
}

/* A polygon, or the faces of a solid, in cells of their own. */
static void add_outline(ss_export_bodies *b, const ss_bodies_row *row, const ss_outline *o)
{
    if (!o->solid)
        add_solid(b, row, (const double(*)[2])o->point, NULL, o->n - 1);
    for (size_t k = 0, end; o->solid && k < o->n; k = end) {
        end = ss_outline_face_end(o, k);
        add_solid(b, row, (const double(*)[2])o->point + k, o->depth + k, end - k);
    }
}

/* One that is neither round nor a wall must have a closed outline or faces, and a wall some. */
static bool add_shape(ss_export_bodies *b, const ss_bodies_row *row, const char *path, size_t line,
                      ss_error *error)
{
    const ss_outline *const outline =
        row->outline < b->outlines->n ? &b->outlines->at[row->outline] : NULL;
    const bool known = outline != NULL && outline->n > 0;
    if (known &&
        (outline->solid || (ss_outline_is_closed(outline) && ss_norm(outline->axis) == 0.0))) {
        add_outline(b, row, outline);
        return true;
    }
    if (known && ss_norm(outline->axis) > 0.0) {
        ss_export_wall *const more =
            ss_memory_grow(b->walls, &b->walls_room, b->n_walls + 1, sizeof *more);
        if (more == NULL)
            return ss_error_memory(error, "the walls");
        b->walls = more;
        more[b->n_walls] = (ss_export_wall){
            .row = *row, .outline = outline, .kind = ss_shape_kind_named(row->shape)};
        more[b->n_walls].row.solver = more[b->n_walls].row.moment = NULL;
        more[b->n_walls++].row.shape = NULL;
        return true;
    }
    const ss_shape_kind *const kind = ss_shape_kind_named(row->shape);
    if (b->outlines->n > 0 ? kind->endless
                           : kind->bound == NULL && !kind->round && kind->size > 0) {
        ++b->n_hidden; /* across the view, in a table of an older build; or no outlines are kept */
        return true;
    }
    return ss_error_set(error, SS_ERROR_DATA,
                        "%s, line %zu: body %zu is a %s, and shapes.csv has no outline %zu "
                        "for it (campaign: keep: [bodies, shapes, forces])",
                        path, line, row->body, row->shape, row->outline);
}

bool ss_export_bodies_add(ss_export_bodies *b, const ss_bodies_row *row, const char *path,
                          size_t line, ss_error *error)
{
    const double x[3] = {row->x_m, row->y_m, row->z_m};
    const bool round = isfinite(row->radius_m);
    for (size_t axis = 0; axis < 3; ++axis)
        if (!isfinite(x[axis]))
            return ss_error_set(error, SS_ERROR_DATA,
                                "%s, line %zu: body %zu has %c_m = %g, which is no place", path,
                                line, row->body, "xyz"[axis], x[axis]);
    if (row->body > MOST_BODIES)
        return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: body %zu has a number above %d",
                            path, line, row->body, MOST_BODIES);
    const size_t n_walls = b->n_walls;
    if (round && ss_shape_kind_named(row->shape)->dim == 2) {
        double point[SS_EXPORT_DISC_CORNERS][2];
        for (size_t k = 0; k < SS_EXPORT_DISC_CORNERS; ++k) {
            const double angle = 2.0 * M_PI * (double)k / SS_EXPORT_DISC_CORNERS;
            point[k][0] = row->radius_m * cos(angle);
            point[k][1] = row->radius_m * sin(angle);
        }
        add_solid(b, row, (const double(*)[2])point, NULL, SS_EXPORT_DISC_CORNERS);
    } else if (round) {
        ss_vtp_corner(&b->balls, ss_vtp_point(&b->balls, x));
        ss_vtp_end_cell(&b->balls);
        ss_export_body_values(&b->balls, row, CENTRE);
        include(b, x, row->radius_m);
    } else if (!add_shape(b, row, path, line, error))
        return false;
    b->n_bodies += b->n_walls == n_walls;
    return keep_place(b, row, b->n_walls > n_walls, error);
}

const ss_export_place *ss_export_bodies_find(const ss_export_bodies *b, size_t body)
{
    return body < b->n_places && b->places[body].frame == b->frame ? &b->places[body] : NULL;
}

void ss_export_bodies_free(ss_export_bodies *b)
{
    ss_vtp_free(&b->balls);
    ss_vtp_free(&b->solids);
    free(b->walls);
    free(b->places);
    *b = (ss_export_bodies){.frame = 0};
}

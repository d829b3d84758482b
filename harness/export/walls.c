/* Walls as surfaces: what has no end is cut a little beyond the box of the bodies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/export/bodies.h"

#include "problems/contact/vec3.h"

#include <math.h>

enum { FACETS = 48 }; /* around an axis */

/* A box, and how far walls reach beyond it: a twentieth of its diagonal, m. */
typedef struct room {
    const double *low, *high;
    double beyond;
} room;

static room room_of(const double low[3], const double high[3])
{
    double diagonal[3];
    ss_sub3(diagonal, high, low);
    return (room){low, high, 0.05 * ss_norm(diagonal)};
}

/* Two unit vectors that make a frame with `axis`: the first as level as can be. */
static void complete(double a[3], double b[3], const double axis[3])
{
    const bool upright = fabs(axis[2]) > 0.9;
    ss_cross(b, upright ? (const double[3]){0.0, 1.0, 0.0} : (const double[3]){0.0, 0.0, 1.0},
             axis);
    const double length = ss_norm(b);
    for (size_t k = 0; k < 3; ++k)
        b[k] /= length;
    ss_cross(a, axis, b);
}

/* The reach of the box along a unit vector, from a point. */
static void reach(double range[2], const room *box, const double x[3], const double along[3])
{
    range[0] = INFINITY;
    range[1] = -INFINITY;
    for (unsigned corner = 0; corner < 8; ++corner) {
        double to[3];
        for (size_t k = 0; k < 3; ++k)
            to[k] = (corner >> k & 1u ? box->high : box->low)[k] - x[k];
        range[0] = fmin(range[0], ss_dot(to, along));
        range[1] = fmax(range[1], ss_dot(to, along));
    }
    range[0] -= box->beyond;
    range[1] += box->beyond;
}

void ss_export_walls_widen(const ss_export_wall *walls, size_t n, double low[3], double high[3])
{
    enum { DIAGONALS = 4 };
    const double first[2][3] = {{low[0], low[1], low[2]}, {high[0], high[1], high[2]}};
    const room box = {first[0], first[1], DIAGONALS * 20.0 * room_of(low, high).beyond};
    for (const ss_export_wall *w = walls; w < walls + n; ++w) {
        const double *const axis = w->outline->axis;
        const double x[3] = {w->row.x_m, w->row.y_m, w->row.z_m};
        double range[2];
        reach(range, &box, x, axis);
        for (size_t k = 0; !w->kind->endless && k < w->outline->n; ++k) {
            const double *const at = w->outline->point[k];
            for (size_t i = 0; i < 3 && range[0] <= at[1] && at[1] <= range[1]; ++i) {
                const double across = at[0] * sqrt(fmax(0.0, 1.0 - axis[i] * axis[i]));
                low[i] = fmin(low[i], x[i] + at[1] * axis[i] - across);
                high[i] = fmax(high[i], x[i] + at[1] * axis[i] + across);
            }
        }
    }
}

static void add_facet(ss_vtp *vtp, const ss_bodies_row *row, double (*corner)[3], size_t n)
{
    for (size_t k = 0; k < n; ++k)
        ss_vtp_corner(vtp, ss_vtp_point(vtp, corner[k]));
    ss_vtp_end_cell(vtp);
    ss_export_body_values(vtp, row, SS_EXPORT_BODY_FIELDS);
}

static void add_plane(ss_vtp *vtp, const ss_export_wall *wall, const room *box)
{
    static const unsigned ends[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
    const ss_outline *const o = wall->outline;
    const double x[3] = {wall->row.x_m + o->point[0][0], wall->row.y_m + o->y,
                         wall->row.z_m + o->point[0][1]};
    double a[3], b[3], along_a[2], along_b[2], corner[4][3];
    complete(a, b, o->axis);
    reach(along_a, box, x, a);
    reach(along_b, box, x, b);
    for (size_t k = 0; k < 4; ++k) {
        ss_copy3(corner[k], x);
        ss_axpy(corner[k], along_a[ends[k][0]], a);
        ss_axpy(corner[k], along_b[ends[k][1]], b);
    }
    add_facet(vtp, &wall->row, corner, 4);
}

/* A piece of the meridian, from `p` to `q` (distance from the axis, place along it), all around. */
static void add_ring(ss_vtp *vtp, const ss_export_wall *wall, const double p[2], const double q[2])
{
    double a[3], b[3];
    const double *const axis = wall->outline->axis;
    complete(a, b, axis);
    for (size_t k = 0; k < FACETS; ++k) {
        double corner[4][3];
        size_t n = 0;
        for (size_t c = 0; c < 4; ++c) {
            const double *const at = c < 2 ? p : q;
            const double angle = 2.0 * M_PI * (double)(k + (c == 1 || c == 2)) / FACETS;
            if (at[0] == 0.0 && (c == 1 || c == 3)) /* a corner on the axis is one point */
                continue;
            ss_copy3(corner[n], (const double[3]){wall->row.x_m, wall->row.y_m, wall->row.z_m});
            ss_axpy(corner[n], at[0] * cos(angle), a);
            ss_axpy(corner[n], at[0] * sin(angle), b);
            ss_axpy(corner[n++], at[1], axis);
        }
        add_facet(vtp, &wall->row, corner, n);
    }
}

/* Cut the piece to the range along the axis; false: nothing of it is within. */
static bool cut(double p[2], double q[2], const double range[2])
{
    double *const low = p[1] <= q[1] ? p : q, *const high = p[1] <= q[1] ? q : p;
    if (low[1] > range[1] || high[1] < range[0])
        return false;
    const double slope = high[1] > low[1] ? (high[0] - low[0]) / (high[1] - low[1]) : 0.0;
    if (low[1] < range[0]) {
        low[0] += slope * (range[0] - low[1]);
        low[1] = range[0];
    }
    if (high[1] > range[1]) {
        high[0] += slope * (range[1] - high[1]);
        high[1] = range[1];
    }
    return true;
}

/* An open end of a cylinder goes on to the end of the range. */
static void go_on(double end[2], const double next[2], const double range[2])
{
    if (end[0] > 0.0)
        end[1] = end[1] > next[1] ? fmax(end[1], range[1]) : fmin(end[1], range[0]);
}

static void add_turned(ss_vtp *vtp, const ss_export_wall *wall, const room *box)
{
    const ss_outline *const o = wall->outline;
    double range[2];
    reach(range, box, (const double[3]){wall->row.x_m, wall->row.y_m, wall->row.z_m}, o->axis);
    for (size_t k = 0; k + 1 < o->n; ++k) {
        double p[2] = {o->point[k][0], o->point[k][1]};
        double q[2] = {o->point[k + 1][0], o->point[k + 1][1]};
        if (wall->kind->open && k == 0)
            go_on(p, q, range);
        if (wall->kind->open && k + 2 == o->n)
            go_on(q, p, range);
        if (cut(p, q, range))
            add_ring(vtp, wall, p, q);
    }
}

void ss_export_walls_add(ss_vtp *vtp, const ss_export_wall *walls, size_t n, const double low[3],
                         const double high[3])
{
    const room box = room_of(low, high);
    for (size_t k = 0; k < n; ++k)
        if (walls[k].kind->endless)
            add_plane(vtp, &walls[k], &box);
        else
            add_turned(vtp, &walls[k], &box);
}

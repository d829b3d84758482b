/* A convex polygon in the x-z plane (method 13.5; shoelace sums).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/shape.h"

#include <math.h>

/* Of the bounding radius: how far the centre of mass may lie from the origin. */
static const double centred = 1e-9;

static double bound(const void *shape)
{
    const ss_polygon *const p = shape;
    double radius = 0.0; /* of the farthest vertex */
    for (size_t k = 0; k < p->n; ++k)
        radius = fmax(radius, hypot(p->vertex[k][0], p->vertex[k][1]));
    return radius;
}

static double cross(const double a[2], const double b[2])
{
    return a[0] * b[1] - a[1] * b[0];
}

static bool mass(ss_mass *out, const void *shape, double density)
{
    const ss_polygon *const p = shape;
    /* Sums over the triangles (origin, p_k, p_{k+1}) of signed area c_k/2: area, first moments, and
     * the moment of inertia about the origin, of density 1 (method 13.5) */
    double area = 0.0, x = 0.0, z = 0.0, second = 0.0;
    for (size_t k = 0; k < p->n; ++k) {
        const double *const a = p->vertex[k], *const b = p->vertex[k + 1 < p->n ? k + 1 : 0];
        const double c = cross(a, b); /* twice the signed area, m^2 */
        area += c / 2.0;
        x += (a[0] + b[0]) * c / 6.0;
        z += (a[1] + b[1]) * c / 6.0;
        second +=
            c / 12.0 *
            (a[0] * a[0] + a[1] * a[1] + a[0] * b[0] + a[1] * b[1] + b[0] * b[0] + b[1] * b[1]);
    }
    x /= area;
    z /= area;
    /* by Steiner from the origin to the centre of mass */
    const double inertia = density * (second - area * (x * x + z * z));
    *out = (ss_mass){.mass = density * area,
                     .centre = {x, 0.0, z},
                     .inertia = {INFINITY, inertia, INFINITY}}; /* turns about y only */
    return area > 0.0;
}

static bool check(const void *shape, ss_error *error)
{
    const ss_polygon *const p = shape;
    ss_mass m;
    if (p->n < 3 || p->n > SS_MAX_VERTICES)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "a polygon of %zu vertices: it must have 3 to %d", p->n,
                            SS_MAX_VERTICES);
    if (p->face_points == 1 || p->face_points > SS_MAX_FACE_POINTS)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "a polygon of %zu points a face: it must have 2 to %d", p->face_points,
                            SS_MAX_FACE_POINTS);
    for (size_t k = 0; k < p->n; ++k) {
        const double *const a = p->vertex[k], *const b = p->vertex[(k + 1) % p->n];
        const double *const c = p->vertex[(k + 2) % p->n];
        /* a left turn at every vertex; NaN is none */
        const double ab[2] = {b[0] - a[0], b[1] - a[1]}, bc[2] = {c[0] - b[0], c[1] - b[1]};
        if (!(cross(ab, bc) > 0.0))
            return ss_error_set(error, SS_ERROR_USAGE,
                                "a polygon turns clockwise or not at all at vertex %zu (%g, %g); "
                                "it must be convex, counterclockwise from x to z",
                                (k + 1) % p->n, b[0], b[1]);
    }
    return (mass(&m, shape, 1.0) && hypot(m.centre[0], m.centre[2]) <= centred * bound(shape)) ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "the centre of mass of a polygon lies at (%g, %g); it must be the origin "
                        "(ss_polygon_centre)",
                        m.centre[0], m.centre[2]);
}

static size_t outline(ss_polyline *out, const void *shape)
{
    const ss_polygon *const p = shape;
    *out = (ss_polyline){.n = p->n + 1};
    for (size_t k = 0; k < out->n; ++k) {
        out->point[k][0] = p->vertex[k % p->n][0];
        out->point[k][1] = p->vertex[k % p->n][1];
    }
    return out->n;
}

void ss_polygon_centre(ss_polygon *polygon)
{
    ss_mass m;
    for (int pass = 0; pass < 2; ++pass) { /* once more: far out the sums cancel */
        mass(&m, polygon, 1.0);
        for (size_t k = 0; k < polygon->n; ++k) {
            polygon->vertex[k][0] -= m.centre[0];
            polygon->vertex[k][1] -= m.centre[2];
        }
    }
}

ss_polygon ss_polygon_box(double width, double height)
{
    const double x = 0.5 * width, z = 0.5 * height;
    return (ss_polygon){.n = 4, .vertex = {{-x, -z}, {x, -z}, {x, z}, {-x, z}}};
}

const ss_shape_kind ss_shape_polygon = {.name = "polygon",
                                        .dim = 2,
                                        .size = sizeof(ss_polygon),
                                        .check = check,
                                        .bound = bound,
                                        .mass = mass,
                                        .outline = outline};

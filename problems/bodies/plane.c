/* A plane that bounds a half-space: a floor, a side of a box, a lid.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/shape.h"
#include "problems/contact/vec3.h"

static bool check(const void *shape, ss_error *error)
{
    const ss_plane *const plane = shape;
    const double length = ss_norm(plane->normal);
    return fabs(length - 1.0) <= 1e-12 ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "the normal of a plane has length %.17g; it must be 1", length);
}

static void clearance(double *out, const void *shape, const double centre[3], const double *x,
                      size_t n)
{
    const ss_plane plane = *(const ss_plane *)shape;
    const double offset = plane.offset + ss_dot(plane.normal, centre);
    for (size_t k = 0; k < n; ++k)
        out[k] = ss_dot(plane.normal, x + 3 * k) - offset;
}

/* Two metres of its line in the x-z plane; of a plane that is not upright on it its point nearest
 * to the centre alone. */
static size_t outline(ss_polyline *out, const void *shape)
{
    const ss_plane *const plane = shape;
    const double along[2] = {plane->normal[2], -plane->normal[0]}; /* of the line, in x-z */
    const bool line = plane->normal[1] == 0.0;
    *out = (ss_polyline){.n = line ? 2 : 1, .y = plane->offset * plane->normal[1]};
    ss_copy3(out->axis, plane->normal);
    for (size_t k = 0; k < out->n; ++k)
        for (size_t i = 0; i < 2; ++i)
            out->point[k][i] = plane->offset * plane->normal[2 * i] +
                               (line ? (k == 0 ? -1.0 : 1.0) * along[i] : 0.0);
    return out->n;
}

const ss_shape_kind ss_shape_plane = {.name = "plane",
                                      .dim = 3,
                                      .size = sizeof(ss_plane),
                                      .check = check,
                                      .outline = outline,
                                      .clearance = clearance,
                                      .endless = true};

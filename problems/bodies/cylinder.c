/* A hollow cylinder with the balls inside, and its flat ends, if it has any
 * (method 13.4).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/shape.h"
#include "problems/contact/vec3.h"

static bool check(const void *shape, ss_error *error)
{
    const ss_cylinder *const c = shape;
    const double length = ss_norm(c->axis);
    if (!(fabs(length - 1.0) <= 1e-12))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "the axis of a cylinder has length %.17g; it must be 1", length);
    return (c->radius > 0.0 && c->low < c->high) ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "a cylinder of radius %g m from %g to %g m along its axis; the radius must "
                        "be positive and the ends in this order (-INFINITY, INFINITY: open)",
                        c->radius, c->low, c->high);
}

static void clearance(double *out, const void *shape, const double centre[3], const double *x,
                      size_t n)
{
    const ss_cylinder *const c = shape;
    for (size_t k = 0; k < n; ++k) {
        /* from the centre to the point; less its part along the axis it is the radial vector */
        double out_to[3];
        ss_sub3(out_to, x + 3 * k, centre);
        const double along = ss_dot(out_to, c->axis);
        ss_axpy(out_to, -along, c->axis);
        /* to the side, to the lower end and to the upper one: the nearest counts */
        const double side = c->radius - ss_norm(out_to);
        out[k] = fmin(side, fmin(along - c->low, c->high - along));
    }
}

/* The meridian; an open end is drawn two radii from the centre. */
static size_t outline(ss_polyline *out, const void *shape)
{
    const ss_cylinder *const c = shape;
    const double reach = 2.0 * c->radius;
    const double ends[2] = {isfinite(c->low) ? c->low : -reach,
                            isfinite(c->high) ? c->high : reach};
    *out = (ss_polyline){.n = 0};
    ss_copy3(out->axis, c->axis);
    for (int end = 0; end < 2; ++end) {
        const bool closed = isfinite(end == 0 ? c->low : c->high);
        for (int inner = end; inner < end + 2; ++inner) { /* in, out; then out, in */
            const bool on_axis = inner % 2 == 0;
            if (on_axis && !closed)
                continue;
            out->point[out->n][0] = on_axis ? 0.0 : c->radius;
            out->point[out->n++][1] = ends[end];
        }
    }
    return out->n;
}

const ss_shape_kind ss_shape_cylinder = {.name = "cylinder",
                                         .dim = 3,
                                         .size = sizeof(ss_cylinder),
                                         .check = check,
                                         .outline = outline,
                                         .clearance = clearance,
                                         .turned = true,
                                         .open = true};

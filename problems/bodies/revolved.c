/* A profile turned about the vertical axis: the walls of a silo, a hopper, a funnel. It is a sheet
 * without thickness that a ball touches from either side (method 13.4).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/shape.h"

#include <math.h>

static bool check(const void *shape, ss_error *error)
{
    const ss_revolved *const r = shape;
    if (r->n < 2 || r->n > SS_MAX_VERTICES)
        return ss_error_set(error, SS_ERROR_USAGE, "a profile of %zu points: it must have 2 to %d",
                            r->n, SS_MAX_VERTICES);
    for (size_t k = 0; k < r->n; ++k) {
        const double *const p = r->profile[k], *const before = r->profile[k > 0 ? k - 1 : 0];
        /* a segment of no length has no normal */
        if (!(p[0] >= 0.0) || !isfinite(p[0]) || !isfinite(p[1]) ||
            (k > 0 && p[0] == before[0] && p[1] == before[1]))
            return ss_error_set(error, SS_ERROR_USAGE,
                                "point %zu of a profile is (%g, %g); it must be finite, not the "
                                "one before it, and not left of the axis",
                                k, p[0], p[1]);
    }
    return true;
}

double ss_revolved_nearest(const ss_revolved *r, size_t k, const double p[2], double foot[2])
{
    const double *const a = r->profile[k], *const b = r->profile[k + 1];
    const double along[2] = {b[0] - a[0], b[1] - a[1]};
    const double length2 = along[0] * along[0] + along[1] * along[1];
    /* the projection of p on the line, in lengths of the segment */
    const double t = ((p[0] - a[0]) * along[0] + (p[1] - a[1]) * along[1]) / length2;
    /* the foot on the segment: the projection, or the nearer end */
    const double within = fmin(fmax(t, 0.0), 1.0);
    for (int i = 0; i < 2; ++i) /* an end to the bit: it may be the end of two segments */
        foot[i] = within == 1.0 ? b[i] : a[i] + within * along[i];
    return t;
}

static void clearance(double *out, const void *shape, const double centre[3], const double *x,
                      size_t n)
{
    const ss_revolved *const r = shape;
    for (size_t k = 0; k < n; ++k) {
        const double *const at = x + 3 * k;
        /* the point in its meridian plane: distance from the axis, height */
        const double p[2] = {hypot(at[0] - centre[0], at[1] - centre[1]), at[2] - centre[2]};
        double least = INFINITY, foot[2];
        for (size_t s = 0; s + 1 < r->n; ++s) {
            ss_revolved_nearest(r, s, p, foot);
            least = fmin(least, hypot(p[0] - foot[0], p[1] - foot[1]));
        }
        out[k] = least;
    }
}

static size_t outline(ss_polyline *out, const void *shape)
{
    const ss_revolved *const r = shape;
    *out = (ss_polyline){.n = r->n, .axis = {0.0, 0.0, 1.0}};
    for (size_t k = 0; k < r->n; ++k) {
        out->point[k][0] = r->profile[k][0];
        out->point[k][1] = r->profile[k][1];
    }
    return out->n;
}

const ss_shape_kind ss_shape_revolved = {.name = "revolved",
                                         .dim = 3,
                                         .thin = true,
                                         .size = sizeof(ss_revolved),
                                         .check = check,
                                         .outline = outline,
                                         .clearance = clearance,
                                         .turned = true};

/* A ball at a profile turned about the vertical axis: segment k of the profile is feature 2 k,
 * point k feature 2 k + 1; where two segments make a hollow, the ball touches both. It is narrower
 * than the ring where it touches: not the other side at the same time. On the axis any side is the
 * nearest; x is taken.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "problems/detect/touch.h"

/* A ball in its meridian plane: p is its centre, (distance from the axis, height), and `out` points
 * from the axis to it. */
typedef struct meridian {
    double p[2], out[2], radius;
} meridian;

static ss_touch touch_foot(const ss_placed *b, const meridian *m, const double foot[2],
                           const double along[2], uint32_t feature)
{
    double n[2] = {m->p[0] - foot[0], m->p[1] - foot[1]};
    const double distance = hypot(n[0], n[1]), length = hypot(along[0], along[1]);
    if (distance > 0.0) {
        n[0] /= distance;
        n[1] /= distance;
    } else { /* in the sheet: to the left of the profile */
        n[0] = -along[1] / length;
        n[1] = along[0] / length;
    }
    return (ss_touch){
        .point = {b->x[0] + foot[0] * m->out[0], b->x[1] + foot[0] * m->out[1], b->x[2] + foot[1]},
        .n = {n[0] * m->out[0], n[0] * m->out[1], n[1]},
        .gap = distance - m->radius,
        .feature = feature};
}

size_t ss_touch_ball_revolved(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                              double margin)
{
    const ss_revolved *const r = b->shape;
    /* the ball in its meridian plane */
    const double x[2] = {a->x[0] - b->x[0], a->x[1] - b->x[1]}, rho = hypot(x[0], x[1]);
    const meridian m = {{rho, a->x[2] - b->x[2]},
                        {rho > 0.0 ? x[0] / rho : 1.0, rho > 0.0 ? x[1] / rho : 0.0},
                        ((const ss_ball *)a->shape)->radius};
    size_t n = 0;
    double before = INFINITY; /* where along the segment before the foot lies: past its end */
    for (size_t k = 0; k < r->n && n < SS_MAX_TOUCH; ++k) {
        const bool last = k + 1 == r->n;
        const double *const p = r->profile[k], *const q = r->profile[last ? k - 1 : k + 1];
        const double sign = last ? -1.0 : 1.0;
        const double along[2] = {sign * (q[0] - p[0]), sign * (q[1] - p[1])};
        double foot[2];
        const double t = last ? -INFINITY : ss_revolved_nearest(r, k, m.p, foot);
        /* past the end of the segment before and before the beginning of this one: the corner is
         * nearest; between both ends of this segment: its face is */
        const bool corner = before >= 1.0 && t <= 0.0, face = t > 0.0 && t < 1.0;
        if (corner || face)
            touch[n] =
                touch_foot(b, &m, corner ? p : foot, along, (uint32_t)(2 * k) + (corner ? 1 : 0));
        n += (corner || face) && touch[n].gap <= margin;
        before = t;
    }
    return n;
}

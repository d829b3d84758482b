/* A ball in a hollow cylinder: its side (feature 0) and its ends, low (1) and high (2). The ball is
 * narrower than the cylinder: it touches the side once.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "problems/detect/touch.h"

#include <string.h>

/* The side at the distance `rho` from the axis, `radial` from the axis to the centre of the ball.
 */
static ss_touch touch_side(const ss_placed *a, const ss_cylinder *c, const double radial[3],
                           double rho)
{
    ss_touch t = {.feature = 0, .gap = c->radius - rho - ((const ss_ball *)a->shape)->radius};
    if (rho > 0.0)
        ss_axpy(t.n, -1.0 / rho, radial);
    else /* on the axis any side is the nearest: one across it */
        ss_cross(t.n, c->axis,
                 fabs(c->axis[0]) < 0.5 ? (double[3]){1, 0, 0} : (double[3]){0, 1, 0});
    const double unit = 1.0 / ss_norm(t.n);
    ss_copy3(t.point, a->x);
    for (int k = 0; k < 3; ++k)
        t.n[k] *= unit;
    ss_axpy(t.point, -(c->radius - rho), t.n);
    return t;
}

static ss_touch touch_end(const ss_placed *a, const double axis[3], double sign, double height)
{
    ss_touch t = {.feature = sign > 0.0 ? 1 : 2,
                  .gap = height - ((const ss_ball *)a->shape)->radius};
    ss_axpy(t.n, sign, axis);
    ss_copy3(t.point, a->x);
    ss_axpy(t.point, -height, t.n);
    return t;
}

size_t ss_touch_ball_cylinder(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                              double margin)
{
    const ss_cylinder *const c = b->shape;
    double radial[3];
    ss_sub3(radial, a->x, b->x);
    /* the centre of the ball by its height along the axis and its radial vector */
    const double along = ss_dot(radial, c->axis);
    ss_axpy(radial, -along, c->axis);
    const ss_touch all[3] = {touch_side(a, c, radial, ss_norm(radial)),
                             touch_end(a, c->axis, 1.0, along - c->low),
                             touch_end(a, c->axis, -1.0, c->high - along)};
    size_t n = 0;
    for (int k = 0; k < 3; ++k)
        if (all[k].gap <= margin)
            touch[n++] = all[k];
    return n;
}

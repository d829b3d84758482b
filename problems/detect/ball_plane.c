/* A ball on the free side of a plane.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "problems/detect/touch.h"

size_t ss_touch_ball_plane(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                           double margin)
{
    const ss_plane *const plane = b->shape;
    const double offset = plane->offset + ss_dot(plane->normal, b->x);
    const double height = ss_dot(plane->normal, a->x) - offset;
    ss_touch t = {.gap = height - ((const ss_ball *)a->shape)->radius};
    ss_copy3(t.n, plane->normal);
    ss_copy3(t.point, a->x);
    ss_axpy(t.point, -height, t.n);
    touch[0] = t;
    return t.gap <= margin;
}

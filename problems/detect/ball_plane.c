/* A ball on the free side of a plane.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/touch.h"

size_t ss_touch_ball_plane(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                           double margin)
{
    const ss_plane *const plane = b->shape;
    const double height = ss_plane_height(plane, b->x, a->x);
    touch->gap = height - ((const ss_ball *)a->shape)->radius;
    touch->feature = 0;
    for (int k = 0; k < 3; ++k) {
        touch->n[k] = plane->normal[k];
        touch->point[k] = a->x[k] - height * plane->normal[k];
    }
    return touch->gap <= margin;
}

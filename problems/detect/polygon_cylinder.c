/* A convex polygon in a hollow cylinder, a drum about y or a cup: its vertices, each as a ball
 * without radius. The feature is 3 times the vertex, and which surface.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/polygons.h"

#include <string.h>

/* Leave out the touch with the largest gap. */
static size_t drop_shallowest(ss_touch *touch, size_t n)
{
    size_t k = 0;
    for (size_t other = 1; other < n; ++other)
        if (touch[other].gap > touch[k].gap)
            k = other;
    memmove(touch + k, touch + k + 1, (n - k - 1) * sizeof *touch);
    return n - 1;
}

size_t ss_touch_polygon_cylinder(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a,
                                 const ss_placed *b, double margin)
{
    const ss_placed_polygon p = ss_placed_polygon_of(a);
    const ss_ball point = {0.0};
    ss_touch all[SS_MAX_TOUCH + 1];
    size_t n = 0;
    for (size_t k = 0; k < p.n; ++k) {
        const double x[3] = {p.vertex[k][0], p.y, p.vertex[k][1]};
        const ss_placed vertex = {x, a->orientation, &point, &ss_shape_ball};
        ss_touch of_vertex[SS_MAX_TOUCH];
        const size_t found = ss_touch_ball_cylinder(of_vertex, &vertex, b, margin);
        for (size_t i = 0; i < found; ++i) {
            all[n] = of_vertex[i];
            all[n].feature += 3 * (uint32_t)k;
            n = n < SS_MAX_TOUCH ? n + 1 : drop_shallowest(all, n + 1);
        }
    }
    memcpy(touch, all, n * sizeof *touch);
    return n;
}

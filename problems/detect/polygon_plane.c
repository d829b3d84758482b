/* A convex polygon on a plane whose normal lies in the x-z plane: its two lowest vertices at most,
 * and between them as many points as the polygon asks for. The feature of a vertex is its number.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "problems/detect/polygons.h"

size_t ss_touch_polygon_plane(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                              double margin)
{
    const ss_placed_polygon p = ss_placed_polygon_of(a);
    const ss_plane *const plane = b->shape;
    size_t n = 0;
    for (size_t k = 0; k < p.n; ++k) {
        const double x[3] = {p.vertex[k][0], p.y, p.vertex[k][1]};
        ss_touch t = {.gap = ss_plane_height(plane, b->x, x), .feature = (uint32_t)k};
        ss_copy3(t.n, plane->normal);
        ss_copy3(t.point, x);
        ss_axpy(t.point, -t.gap, t.n);
        if (!(t.gap <= margin))
            continue;
        if (n < 2) {
            touch[n++] = t;
            continue;
        }
        /* a third vertex within the margin: it takes the place of the higher one if it is lower */
        const size_t upper = touch[0].gap > touch[1].gap ? 0 : 1;
        if (t.gap < touch[upper].gap) { /* keep the order of the vertices */
            touch[upper] = touch[1];
            touch[1] = t;
        }
    }
    return n < 2 ? n
                 : ss_polygon_fill_face(touch, p.face_points,
                                        touch[0].feature * SS_MAX_VERTICES + touch[1].feature);
}

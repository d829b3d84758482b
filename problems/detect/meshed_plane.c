/* The nodes around a mesh on a plane whose normal lies in the x-z plane. The feature is the node.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/meshes.h"

size_t ss_touch_meshed_plane(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                             double margin)
{
    const ss_plane *const plane = b->shape;
    size_t n = 0;
    for (size_t k = 0; k < ((const ss_meshed *)a->shape)->n; ++k) {
        double p[2];
        ss_mesh_node(p, a, k);
        ss_touch one = {.point = {p[0], a->x[1], p[1]}, .feature = (uint32_t)k};
        ss_copy3(one.n, plane->normal);
        one.gap = ss_plane_height(plane, b->x, one.point);
        ss_axpy(one.point, -one.gap, one.n);
        if (one.gap <= margin)
            n = ss_mesh_keep(touch, n, &one);
    }
    return n;
}

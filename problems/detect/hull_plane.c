/* A convex solid on a plane: all its vertices within the margin. The feature is the vertex.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/solids.h"

size_t ss_touch_hull_plane(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                           double margin)
{
    const ss_plane *const plane = b->shape;
    ss_placed_solid solid;
    size_t n = 0;
    ss_solid_place(&solid, a);
    for (size_t v = 0; v < solid.faces->n_vertices; ++v) {
        ss_touch *const t = &touch[n];
        *t = (ss_touch){.gap = ss_plane_height(plane, b->x, solid.vertex[v]),
                        .feature = ss_solid_feature(SS_SOLID_VERTEX_A, v, 0)};
        ss_copy3(t->n, plane->normal);
        ss_copy3(t->point, solid.vertex[v]);
        ss_axpy(t->point, -t->gap, t->n);
        n += t->gap <= margin;
    }
    return n;
}

/* A ball at a convex solid: one touch, at the nearest face, edge or vertex. Features are faces,
 * then edges, then vertices.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/solids.h"

size_t ss_touch_ball_hull(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                          double margin)
{
    static const uint32_t first[] = {[SS_SOLID_FACE] = 0,
                                     [SS_SOLID_EDGE] = SS_MAX_FACES,
                                     [SS_SOLID_VERTEX] = SS_MAX_FACES + SS_MAX_EDGES};
    ss_placed_solid solid;
    ss_solid_place(&solid, b);
    const ss_solid_foot foot = ss_solid_nearest(&solid, a->x);
    *touch = (ss_touch){.gap = foot.distance - ((const ss_ball *)a->shape)->radius,
                        .feature = first[foot.part] + (uint32_t)foot.number};
    ss_copy3(touch->point, foot.p);
    ss_copy3(touch->n, foot.n);
    return touch->gap <= margin;
}

/* A ball, which is a disc here, at a convex polygon: edge k is feature k, vertex k feature
 * SS_MAX_VERTICES + k.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/polygons.h"

size_t ss_touch_ball_polygon(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a, const ss_placed *b,
                             double margin)
{
    /* The edge whose line the centre is farthest beyond: inside the polygon the nearest edge,
     * outside the one that separates best. */
    const ss_placed_polygon p = ss_placed_polygon_of(b);
    const double x[2] = {a->x[0], a->x[2]}; /* of the ball, in x-z */
    double n[2] = {0.0, 0.0}, beyond = -INFINITY;
    size_t edge = 0;
    for (size_t k = 0; k < p.n; ++k) {
        double own[2];
        ss_polygon_normal(own, &p, k);
        const double out = ss_polygon_beyond(&p, k, own, x);
        if (out > beyond) {
            beyond = out;
            edge = k;
            n[0] = own[0];
            n[1] = own[1];
        }
    }
    /* Over one of the corners of that edge the corner is nearer than the edge. */
    const size_t next = ss_polygon_next(&p, edge);
    const double *const from = p.vertex[edge], *const to = p.vertex[next];
    /* where the centre is along the edge, m from its first corner */
    const double along = -n[1] * (x[0] - from[0]) + n[0] * (x[1] - from[1]);
    const double length = hypot(to[0] - from[0], to[1] - from[1]);
    uint32_t feature = (uint32_t)edge;
    if (beyond > 0.0 && (along < 0.0 || along > length)) {
        const double *const corner = along < 0.0 ? from : to;
        feature = (uint32_t)(SS_MAX_VERTICES + (along < 0.0 ? edge : next));
        beyond = hypot(x[0] - corner[0], x[1] - corner[1]);
        n[0] = (x[0] - corner[0]) / beyond;
        n[1] = (x[1] - corner[1]) / beyond;
    }
    touch[0] = (ss_touch){.point = {x[0] - beyond * n[0], p.y, x[1] - beyond * n[1]},
                          .n = {n[0], 0.0, n[1]},
                          .gap = beyond - ((const ss_ball *)a->shape)->radius,
                          .feature = feature};
    return touch[0].gap <= margin;
}

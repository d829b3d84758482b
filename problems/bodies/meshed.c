/* A body in the x-z plane that deforms: the polygon of its boundary's nodes, in the body's frame,
 * as they are now. Whoever moves the nodes writes them here (motion/elastic.h), at every step; the
 * mass is that of the mesh.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/shape.h"

static double bound(const void *shape)
{
    return ((const ss_meshed *)shape)->bound;
}

static bool check(const void *shape, ss_error *error)
{
    const ss_meshed *const s = shape;
    return (s->n >= 3 && s->n <= SS_MAX_BOUNDARY) ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "a mesh of %zu nodes around it: it must have 3 to %d", s->n,
                        SS_MAX_BOUNDARY);
}

/* Of many nodes each second one, or third. */
static size_t outline(ss_polyline *out, const void *shape)
{
    const ss_meshed *const s = shape;
    const size_t stride = (s->n + SS_MAX_OUTLINE - 1) / SS_MAX_OUTLINE;
    *out = (ss_polyline){.n = (s->n + stride - 1) / stride + 1};
    for (size_t k = 0; k < out->n; ++k)
        for (size_t i = 0; i < 2; ++i)
            out->point[k][i] = s->node[k + 1 < out->n ? k * stride : 0][i];
    return out->n;
}

const ss_shape_kind ss_shape_meshed = {.name = "meshed",
                                       .dim = 2,
                                       .size = sizeof(ss_meshed),
                                       .check = check,
                                       .bound = bound,
                                       .outline = outline};

/* The boundary of a meshed body where the body is, and its point that is nearest to another's node:
 * what contacts of meshes are made of (method 13.12).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_DETECT_MESHES_H
#define SS_PROBLEMS_DETECT_MESHES_H

#include "problems/detect/touch.h"

/* The nearest point of a boundary: on the segment from node `segment` to node `next`, at
 * (1 - xi) of the one and xi of the other. */
typedef struct ss_mesh_foot {
    size_t segment, next;
    double xi;   /* 0 to 1 */
    double n[2]; /* unit normal there, outwards, (x, z) */
    double gap;  /* m, along n; negative inside */
} ss_mesh_foot;

/* Node k of the boundary, (x, z) in the fixed frame. A positive turn about y takes z towards x. */
static inline void ss_mesh_node(double out[2], const ss_placed *body, size_t k)
{
    const ss_meshed *const mesh = body->shape;
    const double *const q = body->orientation, *const p = mesh->node[k];
    const double c = q[0] * q[0] - q[2] * q[2], s = 2.0 * q[0] * q[2];
    out[0] = body->x[0] + c * p[0] + s * p[1];
    out[1] = body->x[2] - s * p[0] + c * p[1];
}

/* The point of the boundary of `body` nearest to p (x, z): of a segment, whose normal it has; or a
 * corner, with the direction from there, when p is outside. */
ss_mesh_foot ss_mesh_nearest(const ss_placed *body, const double p[2]);

/* Names of contacts: `feature` k is node k of the first body, n + k node k of the second one, n
 * being the nodes around the first. Keep one touch more, in ascending order of feature; of more
 * than there is room for those of the smallest gaps. Returns the number kept. */
size_t ss_mesh_keep(ss_touch touch[SS_MAX_TOUCH], size_t n_kept, const ss_touch *one);

#endif

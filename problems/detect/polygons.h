/* A polygon where its body is: what the pairs of polygons share.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_DETECT_POLYGONS_H
#define SS_PROBLEMS_DETECT_POLYGONS_H

#include "problems/detect/touch.h"

#include <math.h>

typedef struct ss_placed_polygon {
    size_t n;
    double vertex[SS_MAX_VERTICES][2]; /* (x, z) in the fixed frame, counterclockwise */
    double y;                          /* m, of the plane it lies in: its body's */
    size_t face_points;                /* 2 or more */
} ss_placed_polygon;

/* A positive turn about y takes z towards x. */
static inline ss_placed_polygon ss_placed_polygon_of(const ss_placed *body)
{
    const ss_polygon *const p = body->shape;
    const double w = body->orientation[0], y = body->orientation[2];
    const double c = w * w - y * y, s = 2.0 * w * y;
    ss_placed_polygon placed = {
        .n = p->n, .y = body->x[1], .face_points = p->face_points > 2 ? p->face_points : 2};
    for (size_t k = 0; k < p->n; ++k) {
        const double *const v = p->vertex[k];
        placed.vertex[k][0] = body->x[0] + c * v[0] + s * v[1];
        placed.vertex[k][1] = body->x[2] - s * v[0] + c * v[1];
    }
    return placed;
}

static inline size_t ss_polygon_next(const ss_placed_polygon *p, size_t k)
{
    return k + 1 < p->n ? k + 1 : 0;
}

/* The outward unit normal of edge k, from vertex k to the next. */
static inline void ss_polygon_normal(double n[2], const ss_placed_polygon *p, size_t k)
{
    const double *const a = p->vertex[k], *const b = p->vertex[ss_polygon_next(p, k)];
    const double length = hypot(b[0] - a[0], b[1] - a[1]);
    n[0] = (b[1] - a[1]) / length;
    n[1] = -(b[0] - a[0]) / length;
}

/* Distance of point p beyond the line of edge k, whose outward normal is n. */
static inline double ss_polygon_beyond(const ss_placed_polygon *polygon, size_t k,
                                       const double n[2], const double p[2])
{
    const double *const a = polygon->vertex[k];
    return n[0] * (p[0] - a[0]) + n[1] * (p[1] - a[1]);
}

/* Add to the two touches of a face's ends, in their order along it, those between them, so that it
 * has `points`; returns that. To be asked where both ends touch: one alone is a corner, and points
 * beside it would hold what two do not. `face` names the face, below SS_MAX_VERTICES^2; features of
 * ends are below SS_END_FEATURES. */
enum { SS_END_FEATURES = 4 * SS_MAX_VERTICES * SS_MAX_VERTICES };
size_t ss_polygon_fill_face(ss_touch touch[SS_MAX_TOUCH], size_t points, size_t face);

#endif

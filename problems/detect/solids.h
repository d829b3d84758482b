/* A convex solid where its body is: what the pairs of hulls share. Boxes are hulls here.
 *
 * A contact is named by what makes it, which does not depend on whose face was the reference: a
 * vertex of a, a vertex of b, or an edge of a across an edge of b.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_DETECT_SOLIDS_H
#define SS_PROBLEMS_DETECT_SOLIDS_H

#include "problems/detect/touch.h"

/* Of the size of a solid: points nearer than this are at the same place. */
#define SS_SOLID_ON 1e-9

typedef struct ss_placed_solid {
    const ss_faces *faces;
    double size;                                               /* m: the farthest vertex */
    double vertex[SS_MAX_CORNERS][3], normal[SS_MAX_FACES][3]; /* fixed frame */
    double along[SS_MAX_EDGES][3];                             /* unit vectors of edges */
} ss_placed_solid;

enum ss_solid_feature { SS_SOLID_VERTEX_A, SS_SOLID_VERTEX_B, SS_SOLID_EDGES };

/* The number of vertex i of one body, or of edge i of a and edge j of b. */
static inline uint32_t ss_solid_feature(enum ss_solid_feature kind, size_t i, size_t j)
{
    return (uint32_t)((size_t)kind << 16 | i << 8 | j);
}

void ss_solid_place(ss_placed_solid *solid, const ss_placed *body);

/* Distance, m, of p beyond the plane of face f. */
static inline double ss_solid_beyond(const ss_placed_solid *s, size_t f, const double p[3])
{
    double from[3];
    ss_sub3(from, p, s->vertex[s->faces->corner[s->faces->begin[f]]]);
    return ss_dot(s->normal[f], from);
}

/* Which part of a solid is nearest to a point: face, edge or vertex `number`. */
enum ss_solid_part { SS_SOLID_FACE, SS_SOLID_EDGE, SS_SOLID_VERTEX };

typedef struct ss_solid_foot {
    double p[3];     /* on the surface, m */
    double n[3];     /* unit vector from there to the point; of a point inside or on it, the outward
                      * normal of the nearest face */
    double distance; /* m; negative inside */
    enum ss_solid_part part;
    size_t number;
} ss_solid_foot;

/* The point of the surface nearest to p. */
ss_solid_foot ss_solid_nearest(const ss_placed_solid *solid, const double p[3]);

/* The face of p that separates it best from q: returns by how much, m, negative where they overlap.
 */
double ss_solid_separate(const ss_placed_solid *p, const ss_placed_solid *q, size_t *face);

/* A plane along an edge of each of two solids: how far apart it shows them, its unit normal from b
 * to a. */
typedef struct ss_solid_edges {
    double gap, n[3];
    size_t of_a, of_b;
} ss_solid_edges;

/* The pair of edges that separates best, of those that a plane can lie against in both solids; gap
 * -INFINITY: there is none. Parallel edges are none: faces tell as much. */
ss_solid_edges ss_solid_separate_edges(const ss_placed_solid *a, const ss_placed_solid *b);

/* The points of edge i of a and edge j of b that are nearest to each other. False when they are
 * parallel, or one of the points is beyond an end. */
bool ss_solid_edges_meet(double on_a[3], double on_b[3], const ss_placed_solid *a, size_t i,
                         const ss_placed_solid *b, size_t j);

/* The nearest points of two solids that are apart. */
ss_touch ss_solid_nearest_touch(const ss_placed_solid *a, const ss_placed_solid *b);

#endif

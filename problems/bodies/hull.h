/* Hulls: what makes one shares with the shape. Inside bodies/ only.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BODIES_HULL_H
#define SS_PROBLEMS_BODIES_HULL_H

#include "problems/bodies/shape.h"

/* Of a size: points nearer to a plane or a line than this are on it. */
#define SS_HULL_ON 1e-9

/* The moments of a hull filled evenly with density 1: volume (m^3), centre of mass (m), and inertia
 * about it, a symmetric 3 x 3 matrix (m^5). */
typedef struct ss_hull_moments {
    double volume, centre[3], inertia[9];
} ss_hull_moments;

ss_hull_moments ss_hull_moments_of(const ss_hull *hull);

/* Set the normals anew from the vertices and the faces. */
void ss_hull_set_normals(ss_hull *hull);

/* Distance of the farthest vertex from the origin, m. */
double ss_hull_bound(const ss_hull *hull);

/* Find vertices and faces of the n points, 4 to SS_MAX_CORNERS, whose mean is the origin, no two of
 * them alike. SS_ERROR_USAGE for points in one plane, or whose faces do not close to rounding. */
bool ss_hull_find_faces(ss_hull *hull, const double (*point)[3], size_t n, ss_error *error);

#endif

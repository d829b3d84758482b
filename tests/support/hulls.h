/* Convex solids by their vertices alone: what the faces of a hull are tested against. Slow: every
 * three vertices are taken for a face, and every two for an edge.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_HULLS_H
#define SS_TESTS_SUPPORT_HULLS_H

#include "problems/bodies/bodies.h"

#include <gsl/gsl_rng.h>

/* Points anywhere in an ellipsoid whose axes are up to a factor of ten different; 4 to 12 of them.
 */
ss_hull test_hull_random(gsl_rng *rng);

/* Give body b a shape, or fail the test. */
void test_hull_set(ss_bodies *bodies, size_t b, const ss_shape_kind *kind, const void *record);

/* Two bodies without a shape. */
void test_hull_two(ss_bodies *bodies);

/* Two boxes, the first with its lower face a gap above the upper face of the second, which is about
 * the origin. */
void test_hull_boxes(ss_bodies *bodies, const ss_box *upper, const ss_box *lower, double gap);

/* Turn body b about an axis by an angle, from how it was made. */
void test_hull_turn(ss_bodies *bodies, size_t b, const double axis[3], double angle);

typedef struct test_hull {
    double point[SS_MAX_CORNERS][3];
    size_t n;
} test_hull;

test_hull test_hull_of(const ss_bodies *bodies, size_t b);

/* The gap between them by the best of all planes, m: exact where they overlap, then negative. */
double test_hulls_apart(const test_hull *a, const test_hull *b);

/* The distance of two that are apart, m. */
double test_hulls_distance(const test_hull *a, const test_hull *b);

/* Distance of p from the surface, m; negative inside. */
double test_hull_from(const test_hull *solid, const double p[3]);

#endif

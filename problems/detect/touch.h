/* The geometry of two bodies that touch. A pair of shapes is one file, detect/NAME_NAME.c, with one
 * function, and one line in pairs.def. Two shapes without bound never touch each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_DETECT_TOUCH_H
#define SS_PROBLEMS_DETECT_TOUCH_H

#include "problems/bodies/bodies.h"

enum { SS_MAX_TOUCH = 8 }; /* of two bodies */

/* A touch of body a by body b. The surfaces are at `point` and, on a, at point + gap n. */
typedef struct ss_touch {
    double point[3];  /* on the surface of b, fixed frame, m */
    double n[3];      /* unit normal from b to a */
    double gap;       /* distance of the surfaces, m; negative when they overlap */
    uint32_t feature; /* which corner, edge or side: the same while the bodies move a little */
} ss_touch;

/* A body as the functions of the pairs see it. */
typedef struct ss_placed {
    const double *x, *orientation; /* centre, m, and unit quaternion, as in ss_bodies */
    const void *shape;             /* its record */
} ss_placed;

static inline ss_placed ss_placed_of(const ss_bodies *bodies, size_t b)
{
    return (ss_placed){bodies->x + 3 * b, bodies->orientation + 4 * b, ss_bodies_record(bodies, b)};
}

/* All touches with gap <= margin (m), in ascending order of feature; returns their number. The
 * functions of pairs.def have this type. */
typedef size_t ss_touch_function(ss_touch touch[SS_MAX_TOUCH], const ss_placed *a,
                                 const ss_placed *b, double margin);

#define SS_PAIR(a, b) ss_touch_function ss_touch_##a##_##b;
#include "problems/detect/pairs.def"
#undef SS_PAIR

/* True when the shapes are a pair of pairs.def, in either order. */
bool ss_touch_known(const ss_shape *a, const ss_shape *b);

/* The touches of two bodies, a by b, whichever order their shapes have in pairs.def. */
size_t ss_touch_find(ss_touch touch[SS_MAX_TOUCH], const ss_bodies *bodies, size_t a, size_t b,
                     double margin);

#endif

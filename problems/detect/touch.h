/* The geometry of two bodies that touch. A pair of shapes is one file, detect/NAME_NAME.c, with one
 * function, and one line in pairs.def. Two shapes without bound never touch each other.
 *
 * Three kinds of names lead from bodies to a contact:
 *
 *     pair (a, b)             near enough to be looked at     candidates.h
 *     (a, b, feature)         a contact: ss_contact_name      found by ss_detect, kept from step to
 *                                                             step (warm starts)
 *     ss_touch                its geometry at the present positions, made anew where it is needed
 *
 * Invariant for a touch: n has length 1, points from b to a, and the two surfaces are at
 * `point` and at point + gap n.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_DETECT_TOUCH_H
#define SS_PROBLEMS_DETECT_TOUCH_H

#include "problems/bodies/bodies.h"
#include "problems/contact/vec3.h"

enum { SS_MAX_TOUCH = 64 }; /* of two bodies: faces of 32 corners clipped by each other */

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
    const ss_shape_kind *kind;
} ss_placed;

static inline ss_placed ss_placed_of(const ss_bodies *bodies, size_t b)
{
    return (ss_placed){bodies->x + 3 * b, bodies->orientation + 4 * b, ss_bodies_record(bodies, b),
                       ss_bodies_shape(bodies, b)->kind};
}

/* The touch of two balls, and the height of a ball over a plane: inline, since most bodies are
 * balls. */
static inline void ss_touch_balls(ss_touch *t, const double x_a[3], double r_a, const double x_b[3],
                                  double r_b)
{
    ss_sub3(t->n, x_a, x_b);
    const double distance = sqrt(ss_dot(t->n, t->n));
    t->gap = distance - (r_a + r_b);
    t->feature = 0;
    for (int k = 0; k < 3; ++k) { /* concentric balls have no normal: take x */
        t->n[k] = distance > 0.0 ? t->n[k] / distance : (double)(k == 0);
        t->point[k] = x_b[k] + r_b * t->n[k];
    }
}

/* The height of point x over a plane that is carried by `centre`. */
static inline double ss_plane_height(const ss_plane *plane, const double centre[3],
                                     const double x[3])
{
    return ss_dot(plane->normal, x) - (plane->offset + ss_dot(plane->normal, centre));
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

/* The name of a contact, the same from step to step: a < b, a moves. */
typedef struct ss_contact_name {
    uint32_t a, b, feature;
} ss_contact_name;

/* A walk through contacts that detection has found with this margin, the bodies being where they
 * were then. Contacts of a pair stand together: its touches are found once. */
typedef struct ss_touch_walk {
    const ss_bodies *bodies;
    double margin; /* m */
    size_t a, b;   /* the pair whose touches are */
    size_t n;      /* so many; 0 at the beginning */
    ss_touch touch[SS_MAX_TOUCH];
} ss_touch_walk;

static inline void ss_touch_walk_begin(ss_touch_walk *walk, const ss_bodies *bodies, double margin)
{
    walk->bodies = bodies;
    walk->margin = margin;
    walk->n = 0;
}

/* The geometry of the contact: any order is right, that of detection is fast. */
const ss_touch *ss_touch_walk_find(ss_touch_walk *walk, const ss_contact_name *name);
static inline ss_touch ss_touch_at(ss_touch_walk *walk, const ss_contact_name *name)
{
    const ss_bodies *const bodies = walk->bodies;
    const size_t a = name->a, b = name->b;
    if (bodies->shape[a] != 0 || bodies->shape[b] != 0)
        return *ss_touch_walk_find(walk, name);
    ss_touch touch; /* of balls */
    ss_touch_balls(&touch, bodies->x + 3 * a, bodies->radius[a], bodies->x + 3 * b,
                   bodies->radius[b]);
    return touch;
}

/* The same of one contact alone. */
static inline ss_touch ss_touch_of(const ss_bodies *bodies, const ss_contact_name *name,
                                   double margin)
{
    ss_touch_walk walk;
    ss_touch_walk_begin(&walk, bodies, margin);
    return ss_touch_at(&walk, name);
}

#endif

/* Contact laws that engines follow, each as a natural map: zero where impulse and velocity obey it.
 *
 *     coulomb       Signorini and Coulomb: what the rest of this program solves
 *     associated    the convex cone: sliding lifts, u in the dual cone (no shift of De Saxce)
 *     square        |r_t1| <= mu r_n and |r_t2| <= mu r_n, each direction by itself
 *     pyramid       |r_t1| + |r_t2| <= mu r_n, convex: four edges along the tangents
 *     frictionless  r_t = 0
 *
 * Sources: method 1 and 4 (coulomb); Anitescu 2006 (associated), Todorov 2012 (also pyramid); the
 * Open Dynamics Engine and Bullet, whose friction is a box whose sides follow r_n (square).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_ENGINE_LAWS_H
#define SS_HARNESS_ENGINE_LAWS_H

#include "problems/contact/problem.h"

typedef struct ss_engine_law {
    const char *name, *what; /* what: in a line */
    bool has_directions;     /* the tangents matter */
    /* r less its projection, in scaled variables (method 7): r kg^(1/2) m/s, u the same, both in
     * (n, t1, t2). */
    void (*map)(double map[3], const double r[3], const double u[3], double mu);
} ss_engine_law;

enum {
    SS_ENGINE_COULOMB,
    SS_ENGINE_ASSOCIATED,
    SS_ENGINE_SQUARE,
    SS_ENGINE_PYRAMID,
    SS_ENGINE_FRICTIONLESS,
    SS_ENGINE_LAWS
};

extern const ss_engine_law ss_engine_laws[SS_ENGINE_LAWS];

/* |map| of all contacts over |q'|, as E1 is (method 7): E1 itself for coulomb. `softness` (1/kg) is
 * added to W: u + softness r stands for u. NaN on nonsense. */
double ss_engine_law_residual(const ss_engine_law *law, const ss_problem *problem, const double *r,
                              const double *u, double softness);

/* The softness, at least 0 (1/kg), with which Coulomb's law is met best, and its residual: springs
 * of one stiffness at all contacts. */
typedef struct ss_engine_soft {
    double softness, residual;
} ss_engine_soft;
ss_engine_soft ss_engine_soften(const ss_problem *problem, const double *r, const double *u);

#endif

/* The evidence of which estimators are made: an impulse and its velocities, contact by contact.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_ESTIMATORS_EVIDENCE_H
#define SS_HARNESS_ESTIMATORS_EVIDENCE_H

#include "problems/contact/cone.h"
#include "problems/contact/operator.h"

#include <math.h>

/* All that an estimator may look at. Arrays hold 3 n_contacts numbers in order (n, t1, t2). */
typedef struct ss_evidence {
    const ss_problem *problem;
    const double *r;      /* N s */
    const double *u_true; /* W r + q, recomputed by the referee, m/s */
    const double *u_held; /* the velocity the local solver holds ([D] eq. 37), m/s */
} ss_evidence;

/* The evidence at one contact, c. What several estimators need is computed when the first asks for
 * it and kept for the rest: ask by the functions below. */
typedef struct ss_contact_evidence {
    const ss_evidence *all;
    size_t c;
    bool has_natural, has_unscaled2, has_eps;
    double map[3], d; /* the natural map of E1, kg^(1/2) m/s, and the scale of the contact */
    ss_zone zone;     /* of its projection */
    double unscaled2; /* |natural map|^2 without scaling */
    double eps[4];    /* the terms of eps' parts: motion, proj, b, pen */
} ss_contact_evidence;

/* The natural map of contact c in scaled variables, r' - proj_K(r' - uh), with
 * d = (tr(W_cc)/3)^(-1/2), r' = r/d, u' = d u and uh = u' + mu |u'_t| n, u = u_true (method 7).
 * Returns the zone of its projection: the status of the contact. */
static inline ss_zone ss_evidence_natural_map(double map[3], double *d, const ss_evidence *e,
                                              size_t c)
{
    const double *const r = e->r + 3 * c, *const u = e->u_true + 3 * c;
    double block[9];
    const double *const W = ss_operator_block(block, e->problem, c);
    const double mu = e->problem->mu[c];
    *d = 1.0 / sqrt((W[0] + W[4] + W[8]) / 3.0);
    const double r1[3] = {r[0] / *d, r[1] / *d, r[2] / *d};
    const double tau[3] = {r1[0] - *d * (u[0] + mu * ss_norm_t(u)), r1[1] - *d * u[1],
                           r1[2] - *d * u[2]};
    const ss_zone zone = ss_cone_project(map, tau, mu);
    ss_sub3(map, r1, map);
    return zone;
}

/* The same, kept in `e` with its zone and d. */
static inline void ss_evidence_want_natural(ss_contact_evidence *e)
{
    if (!e->has_natural)
        e->zone = ss_evidence_natural_map(e->map, &e->d, e->all, e->c);
    e->has_natural = true;
}

/* |r - proj_K(r - u - mu |u_t| n)|^2 as it stands, rho = 1 kg; kept likewise. */
static inline double ss_evidence_unscaled2(ss_contact_evidence *e)
{
    if (!e->has_unscaled2) {
        const double *const r = e->all->r + 3 * e->c, *const u = e->all->u_true + 3 * e->c;
        const double mu = e->all->problem->mu[e->c];
        const double tau[3] = {r[0] - u[0] - mu * ss_norm_t(u), r[1] - u[1], r[2] - u[2]};
        double map[3];
        ss_cone_project(map, tau, mu);
        ss_sub3(map, r, map);
        e->unscaled2 = ss_dot(map, map);
    }
    e->has_unscaled2 = true;
    return e->unscaled2;
}

/* residual / scale, 0 where nothing is left. */
static inline double ss_ratio(double residual, double scale)
{
    return residual == 0.0 ? 0.0 : residual / scale;
}

/* sum + x_1^2 + x_2^2 + x_3^2, added one by one. */
static inline double ss_add_squares(double sum, const double x[3])
{
    return sum + x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

#endif

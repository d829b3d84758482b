/* Projections onto the impulses that other laws of friction admit, beside the cone and the disc of
 * problems/contact/cone.h. All are of (n, t1, t2).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_LAWS_PROJECT_H
#define SS_SOLVERS_LAWS_PROJECT_H

#include "problems/contact/vec3.h"

#include <math.h>
#include <stddef.h>

/* r = the point of the pyramid |r_t1| + |r_t2| <= mu r_n nearest to tau. */
static inline void ss_pyramid_project(double r[3], const double tau[3], double mu)
{
    /* by symmetry in the corner where both tangential parts are positive, the first the larger */
    const int first = fabs(tau[1]) >= fabs(tau[2]) ? 1 : 2, second = 3 - first;
    const double n = tau[0], a = fabs(tau[first]), b = fabs(tau[second]);
    const double out = a + b - mu * n; /* beyond the face */
    double p = n, x = a, y = b;
    if (out > 0.0) {
        const double t = out / (2.0 + mu * mu);
        p = n + mu * t;
        x = a - t;
        y = b - t;
        if (y < 0.0) { /* the edge along the larger part; else the apex */
            p = fmax(0.0, (n + mu * a) / (1.0 + mu * mu));
            x = mu * p;
            y = 0.0;
        }
        if (p < 0.0)
            p = x = y = 0.0;
    }
    r[0] = p;
    r[first] = copysign(x, tau[first]);
    r[second] = copysign(y, tau[second]);
}

/* The tangential part of r, in place, to the nearest point of the regular polygon of k corners on
 * the circle of radius `limit`, the first corner along t1. */
static inline void ss_polygon_project(double r[3], double limit, size_t k)
{
    const double sector = 2.0 * M_PI / (double)k, angle = atan2(r[2], r[1]);
    /* the edge of the sector where the point is, from its corner on, outwards */
    const double from = sector * floor(angle / sector), middle = from + 0.5 * sector;
    const double across[2] = {cos(middle), sin(middle)};
    const double along[2] = {-across[1], across[0]};
    const double apothem = limit * cos(0.5 * sector), half = limit * sin(0.5 * sector);
    const double out = across[0] * r[1] + across[1] * r[2] - apothem;
    if (out <= 0.0)
        return;
    const double at = fmax(-half, fmin(half, along[0] * r[1] + along[1] * r[2]));
    r[1] = apothem * across[0] + at * along[0];
    r[2] = apothem * across[1] + at * along[1];
}

/* The tangential part of r, in place, into the square |r_t1| <= limit, |r_t2| <= limit. */
static inline void ss_square_project(double r[3], double limit)
{
    for (int k = 1; k < 3; ++k)
        r[k] = fmax(-limit, fmin(limit, r[k]));
}

#endif

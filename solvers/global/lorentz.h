/* The friction cone in Lorentz form (method 11.4, 12.2): with T = diag(mu, 1, 1), times any number,
 * y = T r' lies in L = {|t| <= n} for every mu, and x = T^-1 (u' + mu |u'_t| n) lies in L too,
 * orthogonal to y. With v = T^-1 u' that is x = v + |v_t| e, e = (1, 0, 0). Components are
 * (n, t1, t2), matrices 3x3 row-major.
 *
 * The three cases of the projection on L, in the plane of n (up) and |t|:
 *
 *         \   L   /        z_n >= |z_t|     z itself, P = I
 *          \     /
 *     else  \   /  else    z_n <= -|z_t|    0, P = 0
 *            \ /
 *            / \          else             p = half of z_n + |z_t| along (1, d), d = z_t/|z_t|,
 *           / -L\                          P = [[1, d'], [d, I + (z_n/|z_t|) (I - d d')]]/2
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_LORENTZ_H
#define SS_SOLVERS_GLOBAL_LORENTZ_H

#include "problems/contact/vec3.h"

#include <string.h>

/* p = the point of L nearest to z, P = an element of the generalized derivative dp/dz. */
static inline void ss_lorentz_project(double p[3], double P[9], const double z[3])
{
    const double z_t = ss_norm_t(z);
    memset(P, 0, 9 * sizeof *P);
    if (z_t <= z[0]) {
        ss_copy3(p, z);
        P[0] = P[4] = P[8] = 1.0;
        return;
    }
    if (z_t <= -z[0]) {
        p[0] = p[1] = p[2] = 0.0;
        return;
    }
    /* z_t > |z_n| >= 0: p = (z_n + |z_t|)/2 (1, d) */
    const double d[2] = {z[1] / z_t, z[2] / z_t}, ratio = z[0] / z_t, half = 0.5 * (z[0] + z_t);
    p[0] = half;
    p[1] = half * d[0];
    p[2] = half * d[1];
    P[0] = 0.5;
    P[1] = P[3] = 0.5 * d[0];
    P[2] = P[6] = 0.5 * d[1];
    P[4] = 0.5 * (1.0 + ratio * (1.0 - d[0] * d[0]));
    P[8] = 0.5 * (1.0 + ratio * (1.0 - d[1] * d[1]));
    P[5] = P[7] = -0.5 * ratio * d[0] * d[1];
}

/* x = v + |v_t| e and, in g = (1, v_t/|v_t|), the first row of dx/dv = I + e (v_t/|v_t|)^T; its
 * tangential part is 0 where v_t = 0. */
static inline void ss_lorentz_shift(double x[3], double g[3], const double v[3])
{
    const double v_t = ss_norm_t(v);
    x[0] = v[0] + v_t;
    x[1] = v[1];
    x[2] = v[2];
    g[0] = 1.0;
    g[1] = v_t > 0.0 ? v[1] / v_t : 0.0;
    g[2] = v_t > 0.0 ? v[2] / v_t : 0.0;
}

/* The map of an x in the place of x(v), F = y - proj_L(y - x), and an element of its derivatives,
 * by_y = I - P and by_x = P, where P is the derivative of the projection. */
static inline void ss_lorentz_held_map(double F[3], double by_y[9], double P[9], const double y[3],
                                       const double x[3])
{
    double z[3], p[3];
    ss_sub3(z, y, x);
    ss_lorentz_project(p, P, z);
    ss_sub3(F, y, p);
    for (size_t i = 0; i < 9; ++i)
        by_y[i] = (i % 4 == 0 ? 1.0 : 0.0) - P[i];
}

/* The natural map F = y - proj_L(y - x(v)), 0 where y and v solve the contact, and an element of
 * its derivatives: by_y = I - P and by_v = P G, where G is that of x. */
static inline void ss_lorentz_natural_map(double F[3], double by_y[9], double by_v[9],
                                          const double y[3], const double v[3])
{
    double x[3], g[3];
    ss_lorentz_shift(x, g, v);
    ss_lorentz_held_map(F, by_y, by_v, y, x);
    for (size_t i = 0; i < 3; ++i)
        for (size_t j = 1; j < 3; ++j)
            by_v[3 * i + j] += by_v[3 * i] * g[j];
}

#endif

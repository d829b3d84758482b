/* One time step of a growing surface as solvers see it (method 13.11). Heights s (linear in each
 * triangle, 0 on the boundary) and one vector sigma = dt m grad s in each triangle T, in m^2:
 *
 *     s = g - M^-1 sum_T |T| G_T^t sigma_T,        p_T = G_T s, the slope in T
 *     |p_T| <= k,   sigma_T = 0 or sigma_T = lambda p_T with |p_T| = k, lambda >= 0
 *
 * That is contact with the roles of impulse and velocity exchanged: sigma is the impulse, p the
 * velocity, W_T its local operator, and the velocity is what is confined, to a disc of radius k. A
 * solution is a minimum of J(sigma) = s.M s/2 + k sum |T| |sigma_T| over all sigma.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SURFACE_DUAL_H
#define SS_PROBLEMS_SURFACE_DUAL_H

#include "problems/surface/mesh.h"

/* A view; everything is borrowed. */
typedef struct ss_surface_dual {
    const ss_surface_mesh *mesh;
    double slope;    /* k: the steepest that sand stands, - */
    const double *g; /* n_nodes: heights before and what was poured on them, m; 0 on the boundary */
} ss_surface_dual;

/* p = G_T s. */
static inline void ss_surface_slope(double p[2], const ss_surface_mesh *mesh, const double *s,
                                    size_t t)
{
    const size_t *const corner = mesh->corner + 3 * t;
    const double *const e = mesh->gradient + 6 * t;
    const double a = s[corner[0]], b = s[corner[1]], c = s[corner[2]];
    p[0] = a * e[0] + b * e[2] + c * e[4];
    p[1] = a * e[1] + b * e[3] + c * e[5];
}

/* s -= M^-1 |T| G_T^t d: sigma_T has grown by d. */
static inline void ss_surface_move(double *s, const ss_surface_mesh *mesh, size_t t,
                                   const double d[2])
{
    const size_t *const corner = mesh->corner + 3 * t;
    const double *const e = mesh->gradient + 6 * t;
    for (size_t k = 0; k < 3; ++k)
        s[corner[k]] -= mesh->inv_area[corner[k]] * mesh->triangle_area[t] *
                        (e[2 * k] * d[0] + e[2 * k + 1] * d[1]);
}

/* The heights of sigma, n_nodes. */
void ss_surface_heights(double *s, const ss_surface_dual *dual, const double *sigma);

/* J(sigma), m^4, of the heights s of sigma. */
double ss_surface_energy(const ss_surface_dual *dual, const double *sigma, const double *s);

/* The largest |p_T|, -. */
double ss_surface_steepest(const ss_surface_mesh *mesh, const double *s);

/* sum |T| (k |sigma_T| - sigma_T.p_T) / (k sum |T| |sigma_T|), -: 0 at a solution, negative by no
 * more than the part by which a slope exceeds k; 0 where nothing flows. */
double ss_surface_gap(const ss_surface_dual *dual, const double *sigma, const double *s);

#endif

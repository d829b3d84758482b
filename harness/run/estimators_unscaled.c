/* The estimators that need no scaling: Siconos' residuals, penetration, cone, power.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/estimators.h"

#include "harness/run/estimator_parts.h"
#include "problems/contact/cone.h"

#include <float.h>
#include <math.h>

/* |x| of n numbers. */
static double norm(const double *x, size_t n)
{
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += x[k] * x[k];
    return sqrt(sum);
}

/* |r - proj_K(r - u - mu |u_t| n)|, as it stands: rho = 1 kg. */
static double unscaled_map(const ss_evidence *e)
{
    double sum = 0.0;
    for (size_t c = 0; c < e->problem->n_contacts; ++c) {
        const double *const r = e->r + 3 * c, *const u = e->u_true + 3 * c;
        const double mu = e->problem->mu[c];
        const double tau[3] = {r[0] - u[0] - mu * ss_norm_t(u), r[1] - u[1], r[2] - u[2]};
        double map[3];
        ss_cone_project(map, tau, mu);
        ss_sub3(map, r, map);
        sum += ss_dot(map, map);
    }
    return sqrt(sum);
}

double ss_estimate_siconos_rel(const ss_evidence *e)
{
    const size_t n = 3 * e->problem->n_contacts;
    const double scale = fmax(norm(e->problem->q, n), fmax(norm(e->r, n), norm(e->u_true, n)));
    return unscaled_map(e) / (scale > DBL_EPSILON ? scale : 1.0);
}

double ss_estimate_abh_rel(const ss_evidence *e)
{
    return ss_ratio(unscaled_map(e), norm(e->problem->q, 3 * e->problem->n_contacts));
}

static double largest_penetration(const ss_evidence *e, const double *u)
{
    double largest = 0.0;
    for (size_t c = 0; c < e->problem->n_contacts; ++c)
        largest = ss_larger(largest, -u[3 * c]);
    return largest;
}

double ss_estimate_pen_local(const ss_evidence *e)
{
    return largest_penetration(e, e->u_held);
}

double ss_estimate_pen_true(const ss_evidence *e)
{
    return largest_penetration(e, e->u_true);
}

/* Largest |r_t| - mu r_n, at least 0: how far an impulse is outside the cone. */
double ss_estimate_cone(const ss_evidence *e)
{
    double largest = 0.0;
    for (size_t c = 0; c < e->problem->n_contacts; ++c) {
        const double *const r = e->r + 3 * c;
        largest = ss_larger(largest, ss_norm_t(r) - e->problem->mu[c] * r[0]);
    }
    return largest;
}

/* |sum of uh.r|, uh = u + mu |u_t| n: the complementarity of the whole problem. */
double ss_estimate_power(const ss_evidence *e)
{
    double sum = 0.0;
    for (size_t c = 0; c < e->problem->n_contacts; ++c) {
        const double *const r = e->r + 3 * c, *const u = e->u_true + 3 * c;
        sum += ss_dot(u, r) + e->problem->mu[c] * ss_norm_t(u) * r[0];
    }
    return fabs(sum);
}

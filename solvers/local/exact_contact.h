/* The exact solution of one contact, any positive definite 3x3 block, slightly unsymmetric allowed
 * (method 11.1): closed form for spheres, a bracketed root search in the sliding case
 * otherwise. Used to make a failed Newton visit safe.
 *
 *   separation  q_n >= 0:  r = 0
 *   otherwise u_n = 0 eliminates r_n, and with u_t = -s t (s >= 0, s = 0: sticking)
 *       t(s) = (A + s I)^-1 b,        A = W_tt - w_tn w_nt/W_nn,  b = -(q_t - w_tn q_n/W_nn)
 *       r_n(s) = -(q_n + w_nt.t)/W_nn,   f(s) = |t| - mu r_n = 0
 *
 * f over s, where the contact slides (f(0) > 0); the bracket grows by 4 until f(high) <= 0:
 *
 *     f |*
 *       | \___                    Newton where it stays within the bracket, else its middle;
 *       |     \___                f(inf) = mu q_n/W_nn < 0, so that a root exists
 *     0 +--low-----\--high--- s
 *       |           \______      where f is not monotone there are several roots, each a
 *       |                        solution: the search picks one, always the same
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_LOCAL_EXACT_CONTACT_H
#define SS_SOLVERS_LOCAL_EXACT_CONTACT_H

#include "problems/contact/vec3.h"

#include <float.h>
#include <stddef.h>

typedef struct ss_slip {
    double A[4], b[2]; /* the 2x2 system, row-major */
    double w_nt[2];    /* W_nt / W_nn */
    double r_n0;       /* -q_n / W_nn > 0, N s */
    double mu;
} ss_slip;

/* x = (A + s I)^-1 y; false when singular. */
static inline bool ss_slip_solve(double x[2], const ss_slip *p, double s, const double y[2])
{
    const double D[2] = {p->A[0] + s, p->A[3] + s};
    const int i = fabs(D[0]) >= fabs(D[1]) ? 0 : 1, j = 1 - i; /* eliminate with the larger */
    const double factor = p->A[1 + j] / D[i]; /* A_ji / A_ii: A[2] for i = 0, A[1] for i = 1 */
    const double pivot = D[j] - factor * p->A[1 + i]; /* A_ij: A[1] for i = 0 */
    if (!(fabs(D[i]) > 0.0) || !(fabs(pivot) > 0.0))
        return false;
    x[j] = (y[j] - factor * y[i]) / pivot;
    x[i] = (y[i] - p->A[1 + i] * x[j]) / D[i];
    return true;
}

static inline double ss_slip_normal(const ss_slip *p, const double t[2])
{
    return p->r_n0 - (p->w_nt[0] * t[0] + p->w_nt[1] * t[1]);
}

/* f(s) and its derivative f' = -t.z/|t| - mu w_nt.z, z = (A + s I)^-1 t. A singular matrix counts
 * as f = inf: the sticking impulse would be infinite, so the contact slides. */
static inline double ss_slip_value(const ss_slip *p, double s, double t[2], double *slope)
{
    double z[2];
    if (!ss_slip_solve(t, p, s, p->b) || !ss_slip_solve(z, p, s, t))
        return INFINITY;
    const double length = sqrt(t[0] * t[0] + t[1] * t[1]);
    *slope = length > 0.0 ? -(t[0] * z[0] + t[1] * z[1]) / length : 0.0;
    *slope -= p->mu * (p->w_nt[0] * z[0] + p->w_nt[1] * z[1]);
    return length - p->mu * ss_slip_normal(p, t);
}

/* The root of f, with f(0) > 0: grow a bracket, then Newton kept inside it. Leaves t(s); returns
 * how many values of f it took. */
static inline size_t ss_slip_root(const ss_slip *p, double t[2])
{
    /* |A_11| + |A_22| is the size at which s I begins to outweigh A */
    double slope = 0.0, low = 0.0, high = fabs(p->A[0]) + fabs(p->A[3]);
    double f = ss_slip_value(p, high, t, &slope);
    size_t values = 1;
    for (int k = 0; k < 200 && f > 0.0; ++k, ++values) {
        low = high;
        high *= 4.0;
        f = ss_slip_value(p, high, t, &slope);
    }
    double s = high, step = high;
    for (int k = 0; k < 200 && fabs(step) > 2.0 * DBL_EPSILON * s && f != 0.0; ++k, ++values) {
        /* f' >= 0 tells nothing of the root: the middle */
        const double newton = slope < 0.0 ? s - f / slope : low;
        const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
        step = next - s;
        s = next;
        f = ss_slip_value(p, s, t, &slope);
        if (f > 0.0)
            low = s;
        else
            high = s;
    }
    return values;
}

/* The sticking or sliding impulse of a contact with q_n < 0; returns how many values of f it took.
 */
static inline size_t ss_contact_closed(double r[3], const double W[9], const double q[3], double mu)
{
    /* the column of W below W_nn, over it: what eliminating r_n takes from the rows below */
    const double k[2] = {W[3] / W[0], W[6] / W[0]};
    ss_slip p = {
        .A = {W[4] - k[0] * W[1], W[5] - k[0] * W[2], W[7] - k[1] * W[1], W[8] - k[1] * W[2]},
        .b = {k[0] * q[0] - q[1], k[1] * q[0] - q[2]},
        .w_nt = {W[1] / W[0], W[2] / W[0]},
        .r_n0 = -q[0] / W[0],
        .mu = mu};
    /* A tangential direction that W does not resist (A singular) gets a resistance of rounding's
     * size: backward stable, and then sticking is finite and found where b asks nothing of it. */
    const double least = 16.0 * DBL_EPSILON * (fabs(W[4]) + fabs(W[8]) + DBL_EPSILON * W[0]);
    p.A[0] += least;
    p.A[3] += least;
    double t[2] = {0.0, 0.0}, slope = 0.0;
    const bool slides = mu > 0.0 && ss_slip_value(&p, 0.0, t, &slope) > 0.0;
    const size_t values = 1 + (slides ? ss_slip_root(&p, t) : 0);
    if (!(mu > 0.0))
        t[0] = t[1] = 0.0;
    const double length = sqrt(t[0] * t[0] + t[1] * t[1]);
    /* On the cone exactly, by way of the component that loses fewer digits. */
    r[0] = slides && mu > 1.0 ? length / mu : ss_slip_normal(&p, t);
    const double scale = slides && mu <= 1.0 && length > 0.0 ? mu * r[0] / length : 1.0;
    r[1] = scale * t[0];
    r[2] = scale * t[1];
    return values;
}

/* Spheres: W_cc = diag(w_n, w_t, w_t). No iteration. */
static inline void ss_contact_diagonal(double r[3], double w_n, double w_t, const double q[3],
                                       double mu)
{
    /* each component by itself, since W couples none; then onto the disc, which keeps the
     * direction */
    r[0] = fmax(0.0, -q[0] / w_n);
    r[1] = -q[1] / w_t;
    r[2] = -q[2] / w_t;
    const double length = ss_norm_t(r);
    if (length > mu * r[0]) {
        r[1] *= mu * r[0] / length;
        r[2] *= mu * r[0] / length;
    }
}

static inline bool ss_contact_is_diagonal(const double W[9])
{
    return W[1] == 0.0 && W[2] == 0.0 && W[3] == 0.0 && W[5] == 0.0 && W[6] == 0.0 && W[7] == 0.0 &&
           W[4] == W[8] && W[4] > 0.0;
}

/* r solves u = W r + q with Signorini's and Coulomb's laws; returns how many values of f it
 * took, none where a closed form serves. */
static inline size_t ss_contact_exact(double r[3], const double W[9], const double q[3], double mu)
{
    size_t values = 0;
    if (q[0] >= -1e-100 * (fabs(q[1]) + fabs(q[2]))) /* 0 but for rounding */
        r[0] = r[1] = r[2] = 0.0;
    else if (ss_contact_is_diagonal(W))
        ss_contact_diagonal(r, W[0], W[4], q, mu);
    else
        values = ss_contact_closed(r, W, q, mu);
    return values;
}

#endif

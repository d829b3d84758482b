/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/path_map.h"

#include "problems/contact/vec3.h"

/* One contact's z by its two eigenvalues z_n + |z_t| and z_n - |z_t|, in this order. */
typedef struct spectrum {
    double z_t, d[2]; /* |z_t|, and its direction: any if z_t = 0 */
    double R[2];      /* sqrt(lambda^2 + 4 tau^2) */
    double f[2];      /* of y: (lambda + R)/2 */
    double h[2];      /* of x: tau^2/f */
} spectrum;

static spectrum split(const double z[3], double tau)
{
    spectrum a = {.z_t = ss_norm_t(z)};
    a.d[0] = a.z_t > 0.0 ? z[1] / a.z_t : 1.0;
    a.d[1] = a.z_t > 0.0 ? z[2] / a.z_t : 0.0;
    for (size_t k = 0; k < 2; ++k) {
        const double lambda = z[0] + (k == 0 ? a.z_t : -a.z_t);
        a.R[k] = sqrt(lambda * lambda + 4.0 * tau * tau);
        /* two forms of one number: the first has no difference of large numbers where lambda < 0 */
        a.f[k] = lambda < 0.0 ? 2.0 * tau * tau / (a.R[k] - lambda) : 0.5 * (lambda + a.R[k]);
        a.h[k] = tau * tau / a.f[k];
    }
    return a;
}

/* The vector of two eigenvalues: ((f+ + f-)/2, (f+ - f-)/2 d). */
static void join(double y[3], const double f[2], const double d[2])
{
    y[0] = 0.5 * (f[0] + f[1]);
    y[1] = 0.5 * (f[0] - f[1]) * d[0];
    y[2] = 0.5 * (f[0] - f[1]) * d[1];
}

/* [[b, c d'], [c d, a I + (b - a) d d']] with b and c of the slopes of two eigenvalues. `across` is
 * a; where z_t is too small for it, a = b. */
static void slope(double D[9], const spectrum *at, const double slopes[2], double across)
{
    const double b = 0.5 * (slopes[0] + slopes[1]), c = 0.5 * (slopes[0] - slopes[1]);
    const double a = 2.0 * at->z_t <= 1e-12 * (at->R[0] + at->R[1]) ? b : across;
    D[0] = b;
    for (size_t i = 0; i < 2; ++i) {
        D[1 + i] = D[3 * (i + 1)] = c * at->d[i];
        for (size_t j = 0; j < 2; ++j)
            D[3 * (i + 1) + 1 + j] = (i == j ? a : 0.0) + (b - a) * at->d[i] * at->d[j];
    }
}

ss_path_map ss_path_map_lay(ss_system *s, double kappa, double *memory)
{
    const size_t n = 3 * s->n;
    return (ss_path_map){.s = s,
                         .kappa = kappa,
                         .y = memory,
                         .v = memory + n,
                         .G = memory + 2 * n,
                         .G_l = memory + 3 * n,
                         .p = memory + 4 * n,
                         .scratch = memory + 5 * n,
                         .D = memory + 7 * n,
                         .K = memory + 10 * n};
}

static double smoothing(const ss_path_map *m, double tau)
{
    return m->kappa * tau * tau / m->s->tau_ref;
}

/* s = sqrt(|x_t|^2 + eps^2). */
static double smooth_length(const double x[3], double eps)
{
    return sqrt(x[1] * x[1] + x[2] * x[2] + eps * eps);
}

void ss_path_map_value(ss_path_map *m, const double *z, double l)
{
    const double tau = exp(l), eps = smoothing(m, tau);
    for (size_t c = 0; c < m->s->n; ++c) {
        const spectrum at = split(z + 3 * c, tau);
        double x[3];
        join(m->y + 3 * c, at.f, at.d);
        join(x, at.h, at.d);
        m->G[3 * c] = smooth_length(x, eps) - x[0];
        m->G[3 * c + 1] = -x[1];
        m->G[3 * c + 2] = -x[2];
    }
    ss_system_velocity(m->v, m->s, m->y);
    for (size_t i = 0; i < 3 * m->s->n; ++i)
        m->G[i] += m->v[i];
    m->norm = ss_norm_of(m->G, 3 * m->s->n);
}

void ss_path_map_derivative(ss_path_map *m, const double *z, double l)
{
    const double tau = exp(l), eps = smoothing(m, tau);
    for (size_t c = 0; c < m->s->n; ++c) {
        const spectrum at = split(z + 3 * c, tau);
        double x[3], p[2], rise[2], fall[2], C[9];
        /* slopes of phi, f/R for y and h/R = 1 - f/R for x, without a difference; dphi/dl = 2
         * tau^2/R */
        for (size_t k = 0; k < 2; ++k) {
            rise[k] = at.f[k] / at.R[k];
            fall[k] = at.h[k] / at.R[k];
            p[k] = 2.0 * tau * tau / at.R[k];
        }
        join(x, at.h, at.d);
        join(m->p + 3 * c, p, at.d);
        slope(m->D + 9 * c, &at, rise, (at.f[0] - at.f[1]) / (2.0 * at.z_t));
        slope(C, &at, fall, (at.h[1] - at.h[0]) / (2.0 * at.z_t));
        const double s = smooth_length(x, eps);
        for (size_t i = 0; i < 9; ++i) /* K = (I - e g^T) C, g = (0, x_t/s) */
            m->K[9 * c + i] = C[i] - (i < 3 ? (x[1] * C[3 + i] + x[2] * C[6 + i]) / s : 0.0);
    }
    /* G_l = W~ p - p + e (x_t.p_t + 2 eps^2)/s: dx/dl = dy/dl = p, since z = y - x stays
     * (method 12.2) */
    ss_system_multiply(m->G_l, m->s, m->p);
    for (size_t c = 0; c < m->s->n; ++c) {
        const double *const p = m->p + 3 * c;
        double x[3];
        const spectrum at = split(z + 3 * c, tau);
        join(x, at.h, at.d);
        m->G_l[3 * c] += (x[1] * p[1] + x[2] * p[2] + 2.0 * eps * eps) / smooth_length(x, eps);
        ss_sub3(m->G_l + 3 * c, m->G_l + 3 * c, p);
    }
}

double ss_path_map_residual(ss_path_map *m, const double *dz, double dl)
{
    double *const dy = m->scratch, *const sum = m->scratch + 3 * m->s->n;
    for (size_t c = 0; c < m->s->n; ++c)
        ss_mul3(dy + 3 * c, m->D + 9 * c, dz + 3 * c);
    ss_system_multiply(sum, m->s, dy);
    for (size_t c = 0; c < m->s->n; ++c)
        ss_muladd3(sum + 3 * c, m->K + 9 * c, dz + 3 * c);
    for (size_t i = 0; i < 3 * m->s->n; ++i)
        sum[i] += m->G_l[i] * dl + m->G[i];
    return ss_norm_of(sum, 3 * m->s->n);
}

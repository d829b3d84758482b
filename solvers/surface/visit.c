/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/surface/visit.h"

#include <math.h>

/* Newton on 1/|p(lambda)| - 1/k, which is concave and grows: from lambda = 0 it climbs to the root
 * from below, in three to six steps. */
void ss_surface_solve_triangle(double sigma[2], const double W[3], const double p[2], double k)
{
    enum { MOST = 60 };
    double lambda = 0.0, q[2] = {p[0], p[1]};
    for (int step = 0; step < MOST; ++step) {
        const double a = 1.0 + lambda * W[0], b = lambda * W[1], c = 1.0 + lambda * W[2];
        /* q = (I + lambda W)^-1 p, its length, and where that is k: done */
        const double det = a * c - b * b;
        q[0] = (c * p[0] - b * p[1]) / det;
        q[1] = (a * p[1] - b * p[0]) / det;
        const double length = sqrt(q[0] * q[0] + q[1] * q[1]);
        if (!(length - k > 4e-16 * k))
            break;
        /* d|q|/dlambda = -q.(I + lambda W)^-1 W q/|q|: `fall` is that without the length and
         * the sign */
        const double w[2] = {W[0] * q[0] + W[1] * q[1], W[1] * q[0] + W[2] * q[1]};
        const double fall = (q[0] * (c * w[0] - b * w[1]) + q[1] * (a * w[1] - b * w[0])) / det;
        /* Newton on 1/|q| - 1/k: lambda - (1/|q| - 1/k)/(fall/|q|^3) */
        const double next = lambda + length * length * (length / k - 1.0) / fall;
        if (!(next > lambda)) /* rounding */
            break;
        lambda = next;
    }
    sigma[0] = lambda * q[0];
    sigma[1] = lambda * q[1];
}

ss_surface_change ss_surface_sweep(const ss_surface_task *task, bool back, double relax)
{
    const ss_surface_mesh *const mesh = task->dual->mesh;
    ss_surface_change change = {.sweeps = 1};
    for (size_t k = 0; k < mesh->n_triangles; ++k) {
        const size_t t = back ? mesh->n_triangles - 1 - k : k;
        const double *const W = mesh->W + 3 * t;
        double *const sigma = task->sigma + 2 * t, p[2], now[2];
        ss_surface_slope(p, mesh, task->s, t);
        /* the slope that T would have without its own sigma */
        p[0] += W[0] * sigma[0] + W[1] * sigma[1];
        p[1] += W[1] * sigma[0] + W[2] * sigma[1];
        ss_surface_solve_triangle(now, W, p, task->dual->slope);
        const double d[2] = {relax * (now[0] - sigma[0]), relax * (now[1] - sigma[1])};
        change.size += mesh->triangle_area[t] * sqrt(now[0] * now[0] + now[1] * now[1]);
        if (d[0] == 0.0 && d[1] == 0.0)
            continue;
        change.moved += mesh->triangle_area[t] * sqrt(d[0] * d[0] + d[1] * d[1]);
        ss_surface_move(task->s, mesh, t, d);
        sigma[0] = relax == 1.0 ? now[0] : sigma[0] + d[0]; /* to the bit */
        sigma[1] = relax == 1.0 ? now[1] : sigma[1] + d[1];
    }
    return change;
}

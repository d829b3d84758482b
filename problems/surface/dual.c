/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/surface/dual.h"

#include <math.h>
#include <string.h>

void ss_surface_heights(double *s, const ss_surface_dual *dual, const double *sigma)
{
    memcpy(s, dual->g, dual->mesh->n_nodes * sizeof *s);
    for (size_t t = 0; t < dual->mesh->n_triangles; ++t)
        ss_surface_move(s, dual->mesh, t, sigma + 2 * t);
}

double ss_surface_energy(const ss_surface_dual *dual, const double *sigma, const double *s)
{
    const ss_surface_mesh *const mesh = dual->mesh;
    double square = 0.0, flow = 0.0;
    for (size_t i = 0; i < mesh->n_nodes; ++i)
        square += mesh->area[i] * s[i] * s[i];
    for (size_t t = 0; t < mesh->n_triangles; ++t)
        flow += mesh->triangle_area[t] *
                sqrt(sigma[2 * t] * sigma[2 * t] + sigma[2 * t + 1] * sigma[2 * t + 1]);
    return 0.5 * square + dual->slope * flow;
}

double ss_surface_steepest(const ss_surface_mesh *mesh, const double *s)
{
    double square = 0.0;
    for (size_t t = 0; t < mesh->n_triangles; ++t) {
        double p[2];
        ss_surface_slope(p, mesh, s, t);
        square = fmax(square, p[0] * p[0] + p[1] * p[1]);
    }
    return sqrt(square);
}

double ss_surface_gap(const ss_surface_dual *dual, const double *sigma, const double *s)
{
    double gap = 0.0, flow = 0.0;
    for (size_t t = 0; t < dual->mesh->n_triangles; ++t) {
        const double *const q = sigma + 2 * t;
        double p[2];
        ss_surface_slope(p, dual->mesh, s, t);
        const double length = dual->mesh->triangle_area[t] * sqrt(q[0] * q[0] + q[1] * q[1]);
        flow += dual->slope * length;
        gap += dual->slope * length - dual->mesh->triangle_area[t] * (q[0] * p[0] + q[1] * p[1]);
    }
    return flow > 0.0 ? gap / flow : 0.0;
}

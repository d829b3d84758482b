/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/elastic/frame.h"

#include <math.h>

/* The mean of plane vectors, each node by its area. */
static void mean(double out[2], const ss_elastic_mesh *mesh, const double *v)
{
    double area = 0.0;
    out[0] = out[1] = 0.0;
    for (size_t k = 0; k < mesh->n_nodes; ++k) {
        area += mesh->area[k];
        out[0] += mesh->area[k] * v[2 * k];
        out[1] += mesh->area[k] * v[2 * k + 1];
    }
    out[0] /= area;
    out[1] /= area;
}

ss_elastic_frame ss_elastic_frame_of(const ss_elastic_mesh *mesh, const double *x)
{
    ss_elastic_frame frame;
    double across = 0.0, along = 0.0; /* sum A X x xi, sum A X . xi */
    mean(frame.centre, mesh, x);
    for (size_t k = 0; k < mesh->n_nodes; ++k) {
        const double *const X = mesh->x + 2 * k;
        const double xi[2] = {x[2 * k] - frame.centre[0], x[2 * k + 1] - frame.centre[1]};
        across += mesh->area[k] * (X[0] * xi[1] - X[1] * xi[0]);
        along += mesh->area[k] * (X[0] * xi[0] + X[1] * xi[1]);
    }
    const double length = hypot(across, along);
    frame.cosine = along / length;
    frame.sine = across / length;
    return frame;
}

void ss_elastic_turn(double *out, const ss_elastic_frame *frame, const double *in, size_t n)
{
    for (size_t k = 0; k < n; ++k) {
        const double x = in[2 * k], z = in[2 * k + 1];
        out[2 * k] = frame->cosine * x - frame->sine * z;
        out[2 * k + 1] = frame->sine * x + frame->cosine * z;
    }
}

void ss_elastic_turn_back(double *out, const ss_elastic_frame *frame, const double *in, size_t n)
{
    const ss_elastic_frame back = {.cosine = frame->cosine, .sine = -frame->sine};
    ss_elastic_turn(out, &back, in, n);
}

void ss_elastic_displacement(double *d, const ss_elastic_mesh *mesh, double size,
                             const ss_elastic_frame *frame, const double *x)
{
    for (size_t k = 0; k < 2 * mesh->n_nodes; ++k)
        d[k] = x[k] - frame->centre[k % 2];
    ss_elastic_turn_back(d, frame, d, mesh->n_nodes);
    for (size_t k = 0; k < 2 * mesh->n_nodes; ++k)
        d[k] -= size * mesh->x[k];
}

void ss_elastic_rigid_part(double out[3], const ss_elastic_mesh *mesh,
                           const ss_elastic_frame *frame, const double *x, const double *v)
{
    double spin = 0.0, inertia = 0.0;
    mean(out, mesh, v);
    for (size_t k = 0; k < mesh->n_nodes; ++k) {
        const double xi[2] = {x[2 * k] - frame->centre[0], x[2 * k + 1] - frame->centre[1]};
        spin += mesh->area[k] * (xi[0] * v[2 * k + 1] - xi[1] * v[2 * k]);
        inertia += mesh->area[k] * (xi[0] * xi[0] + xi[1] * xi[1]);
    }
    out[2] = spin / inertia;
}

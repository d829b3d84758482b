/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/elastic/mesh.h"

#include <math.h>
#include <stdlib.h>

#define AT 0.57735026918962576 /* 1/sqrt(3) */
const double ss_elastic_gauss[4][2] = {{-AT, -AT}, {AT, -AT}, {AT, AT}, {-AT, AT}};
#undef AT

/* Corners of the square [-1, 1]^2, counterclockwise. */
static const double reference[4][2] = {{-1.0, -1.0}, {1.0, -1.0}, {1.0, 1.0}, {-1.0, 1.0}};

static bool take_memory(ss_elastic_mesh *mesh, ss_error *error)
{
    mesh->x = calloc(2 * mesh->n_nodes, sizeof *mesh->x);
    mesh->area = calloc(mesh->n_nodes, sizeof *mesh->area);
    mesh->corner = calloc(4 * mesh->n_quads, sizeof *mesh->corner);
    mesh->boundary = calloc(mesh->n_boundary, sizeof *mesh->boundary);
    return (mesh->x != NULL && mesh->area != NULL && mesh->corner != NULL &&
            mesh->boundary != NULL) ||
           ss_error_memory(error, "a mesh of %zu quadrilaterals", mesh->n_quads);
}

void ss_elastic_mesh_free(ss_elastic_mesh *mesh)
{
    free(mesh->x);
    free(mesh->area);
    free(mesh->corner);
    free(mesh->boundary);
    *mesh = (ss_elastic_mesh){.n_nodes = 0};
}

double ss_elastic_shape(double shape[4], double gradient[8], const ss_elastic_mesh *mesh,
                        size_t quad, const double at[2])
{
    const size_t *const corner = mesh->corner + 4 * quad;
    double d[4][2], J[2][2] = {{0.0, 0.0}, {0.0, 0.0}}; /* dN/d(xi, eta); dx/dxi, dz/dxi; ... */
    for (size_t k = 0; k < 4; ++k) {
        const double *const r = reference[k];
        shape[k] = 0.25 * (1.0 + r[0] * at[0]) * (1.0 + r[1] * at[1]);
        d[k][0] = 0.25 * r[0] * (1.0 + r[1] * at[1]);
        d[k][1] = 0.25 * r[1] * (1.0 + r[0] * at[0]);
        for (size_t i = 0; i < 4; ++i)
            J[i / 2][i % 2] += d[k][i / 2] * mesh->x[2 * corner[k] + i % 2];
    }
    const double det = J[0][0] * J[1][1] - J[0][1] * J[1][0];
    for (size_t k = 0; gradient != NULL && k < 4; ++k) {
        gradient[2 * k] = (J[1][1] * d[k][0] - J[0][1] * d[k][1]) / det;
        gradient[2 * k + 1] = (J[0][0] * d[k][1] - J[1][0] * d[k][0]) / det;
    }
    return det;
}

/* The lumped areas: of each node, the integral of its shape function. */
static void share_areas(ss_elastic_mesh *mesh)
{
    double shape[4];
    for (size_t k = 0; k < 4 * mesh->n_quads; ++k) {
        const double area = ss_elastic_shape(shape, NULL, mesh, k / 4, ss_elastic_gauss[k % 4]);
        for (size_t i = 0; i < 4; ++i)
            mesh->area[mesh->corner[k - k % 4 + i]] += area * shape[i];
    }
}

/* The quadrilaterals of a grid whose nodes are numbered row by row, from 0. */
static void fill_grid(ss_elastic_mesh *mesh, size_t along, size_t across)
{
    for (size_t k = 0; k < along * across; ++k) {
        const size_t a = (along + 1) * (k / along) + k % along;
        const size_t corner[4] = {a, a + 1, a + along + 2, a + along + 1};
        for (size_t i = 0; i < 4; ++i)
            mesh->corner[4 * k + i] = corner[i];
    }
}

/* Node k of the 2 (along + across) around a grid, counterclockwise from its lower left one. */
static size_t around(size_t along, size_t across, size_t k)
{
    const size_t row = along + 1;
    if (k < along)
        return k;
    if (k < along + across)
        return along + row * (k - along);
    if (k < 2 * along + across)
        return row * across + (2 * along + across - k);
    return row * (2 * (along + across) - k);
}

bool ss_elastic_mesh_bar(ss_elastic_mesh *mesh, size_t along, size_t across, double height,
                         ss_error *error)
{
    *mesh = (ss_elastic_mesh){.n_nodes = (along + 1) * (across + 1),
                              .n_quads = along * across,
                              .n_boundary = 2 * (along + across)};
    if (!take_memory(mesh, error))
        return false;
    for (size_t k = 0; k < mesh->n_nodes; ++k) { /* mirror images to the bit */
        const double i = (double)(k % (along + 1)), j = (double)(k / (along + 1));
        mesh->x[2 * k] = 0.5 * (2.0 * i - (double)along) / (double)along;
        mesh->x[2 * k + 1] = 0.5 * height * (2.0 * j - (double)across) / (double)across;
    }
    fill_grid(mesh, along, across);
    for (size_t k = 0; k < mesh->n_boundary; ++k)
        mesh->boundary[k] = around(along, across, k);
    share_areas(mesh);
    return true;
}

/* Node (u, v) of the core, within [-1, 1]^2: from the square whose corners are on the circle of 1/2
 * to that circle, as s = max(|u|, |v|) grows from 0 to 1. */
static void place_core(double x[2], double u, double v)
{
    const double s = fmax(fabs(u), fabs(v));
    if (s == 0.0)
        return;
    /* along a side of the square angles grow evenly, pi/4 to its middle */
    const double turn = fabs(u) >= fabs(v) ? M_PI_4 * v / u : M_PI_2 - M_PI_4 * u / v;
    const double side = fabs(u) >= fabs(v) ? u : v;
    const double circle[2] = {side * cos(turn), side * sin(turn)};
    const double square[2] = {M_SQRT1_2 * u, M_SQRT1_2 * v};
    for (size_t i = 0; i < 2; ++i)
        x[i] = 0.5 * (s * circle[i] + (1.0 - s) * square[i]);
}

static void place_disc(ss_elastic_mesh *mesh, size_t m)
{
    const size_t row = 2 * m + 1, core = row * row, n = 8 * m;
    for (size_t k = 0; k < core; ++k)
        place_core(mesh->x + 2 * k, ((double)(k % row) - (double)m) / (double)m,
                   ((double)(k / row) - (double)m) / (double)m);
    for (size_t ring = 1; ring <= m; ++ring)
        for (size_t k = 0; k < n; ++k) {
            const double r = 0.5 + 0.5 * (double)ring / (double)m;
            const double turn = M_PI_4 * ((double)k / (double)m - 3.0); /* from the lower left */
            mesh->x[2 * (core + n * (ring - 1) + k)] = r * cos(turn);
            mesh->x[2 * (core + n * (ring - 1) + k) + 1] = r * sin(turn);
        }
}

bool ss_elastic_mesh_disc(ss_elastic_mesh *mesh, size_t m, ss_error *error)
{
    const size_t core = (2 * m + 1) * (2 * m + 1), n = 8 * m;
    *mesh = (ss_elastic_mesh){.n_nodes = core + n * m, .n_quads = 12 * m * m, .n_boundary = n};
    if (!take_memory(mesh, error))
        return false;
    place_disc(mesh, m);
    fill_grid(mesh, 2 * m, 2 * m);
    for (size_t q = 0; q < n * m; ++q) {
        const size_t ring = q / n, k = q % n, next = (k + 1) % n, outer = core + n * ring;
        const bool first = ring == 0; /* its inner nodes are those around the core */
        const size_t corner[4] = {first ? around(2 * m, 2 * m, k) : outer - n + k, outer + k,
                                  outer + next,
                                  first ? around(2 * m, 2 * m, next) : outer - n + next};
        for (size_t i = 0; i < 4; ++i)
            mesh->corner[4 * (4 * m * m + q) + i] = corner[i];
    }
    for (size_t k = 0; k < n; ++k)
        mesh->boundary[k] = core + n * (m - 1) + k;
    share_areas(mesh);
    return true;
}

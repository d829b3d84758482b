/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/surface/mesh.h"

#include <math.h>
#include <stdlib.h>

static bool take_memory(ss_surface_mesh *mesh, ss_error *error)
{
    mesh->x = calloc(2 * mesh->n_nodes, sizeof *mesh->x);
    mesh->area = calloc(mesh->n_nodes, sizeof *mesh->area);
    mesh->inv_area = calloc(mesh->n_nodes, sizeof *mesh->inv_area);
    mesh->corner = calloc(3 * mesh->n_triangles, sizeof *mesh->corner);
    mesh->triangle_area = calloc(mesh->n_triangles, sizeof *mesh->triangle_area);
    mesh->gradient = calloc(6 * mesh->n_triangles, sizeof *mesh->gradient);
    mesh->W = calloc(3 * mesh->n_triangles, sizeof *mesh->W);
    return (mesh->x != NULL && mesh->area != NULL && mesh->inv_area != NULL &&
            mesh->corner != NULL && mesh->triangle_area != NULL && mesh->gradient != NULL &&
            mesh->W != NULL) ||
           ss_error_memory(error, "a mesh of %zu triangles", mesh->n_triangles);
}

/* The two triangles of square (i, j), counter-clockwise. A diagonal that rises points to the centre
 * in the lower left and the upper right quadrant. */
static void cut(ss_surface_mesh *mesh, size_t i, size_t j, ss_diagonals diagonals)
{
    const size_t n = mesh->n, a = (n + 1) * j + i, b = a + 1, c = a + n + 2, d = a + n + 1;
    const bool rises = diagonals == SS_DIAGONALS_ALIKE || (2 * i < n) == (2 * j < n);
    const size_t rising[6] = {a, b, c, a, c, d}, falling[6] = {a, b, d, b, c, d};
    for (size_t k = 0; k < 6; ++k)
        mesh->corner[6 * (n * j + i) + k] = rises ? rising[k] : falling[k];
}

/* Area and gradients of a triangle; its share in the nodes' areas. */
static void measure(ss_surface_mesh *mesh, size_t t)
{
    const size_t *const corner = mesh->corner + 3 * t;
    const double *const a = mesh->x + 2 * corner[0], *const b = mesh->x + 2 * corner[1],
                        *const c = mesh->x + 2 * corner[2];
    const double *const at[5] = {a, b, c, a, b};
    const double twice = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    mesh->triangle_area[t] = 0.5 * twice;
    for (size_t k = 0; k < 3; ++k) {
        mesh->gradient[6 * t + 2 * k] = (at[k + 1][1] - at[k + 2][1]) / twice;
        mesh->gradient[6 * t + 2 * k + 1] = (at[k + 2][0] - at[k + 1][0]) / twice;
        mesh->area[corner[k]] += 0.5 * twice / 3.0;
    }
}

/* W_T = |T| sum over the corners of grad phi (x) grad phi / M. */
static void fill_block(ss_surface_mesh *mesh, size_t t)
{
    double *const W = mesh->W + 3 * t;
    for (size_t k = 0; k < 3; ++k) {
        const double *const e = mesh->gradient + 6 * t + 2 * k;
        const double weight = mesh->triangle_area[t] * mesh->inv_area[mesh->corner[3 * t + k]];
        W[0] += weight * e[0] * e[0];
        W[1] += weight * e[0] * e[1];
        W[2] += weight * e[1] * e[1];
    }
}

/* The norm of M^-1 K, K the stiffness, is that of the operator; no eigenvalue is beyond the largest
 * sum of magnitudes in a row (Gershgorin). However equal squares are cut, K is the five-point star:
 * 4 on the diagonal, -1 at four neighbours. */
static double bound_norm(const ss_surface_mesh *mesh)
{
    double largest = 0.0;
    for (size_t i = 0; i < mesh->n_nodes; ++i)
        largest = fmax(largest, 8.0 * mesh->inv_area[i]);
    return largest;
}

bool ss_surface_mesh_make(ss_surface_mesh *mesh, size_t n, double half_width,
                          ss_diagonals diagonals, ss_error *error)
{
    *mesh = (ss_surface_mesh){
        .n = n, .n_nodes = (n + 1) * (n + 1), .n_triangles = 2 * n * n, .half_width = half_width};
    if (!take_memory(mesh, error))
        return false;
    for (size_t k = 0; k < mesh->n_nodes; ++k) { /* mirror images to the bit */
        mesh->x[2 * k] = half_width * (2.0 * (double)(k % (n + 1)) - (double)n) / (double)n;
        mesh->x[2 * k + 1] = half_width * (2.0 * (double)(k / (n + 1)) - (double)n) / (double)n;
    }
    for (size_t k = 0; k < n * n; ++k)
        cut(mesh, k % n, k / n, diagonals);
    for (size_t t = 0; t < mesh->n_triangles; ++t)
        measure(mesh, t);
    for (size_t k = 0; k < mesh->n_nodes; ++k)
        mesh->inv_area[k] = ss_surface_mesh_is_edge(mesh, k) ? 0.0 : 1.0 / mesh->area[k];
    for (size_t t = 0; t < mesh->n_triangles; ++t)
        fill_block(mesh, t);
    mesh->norm_bound = bound_norm(mesh);
    return true;
}

void ss_surface_mesh_free(ss_surface_mesh *mesh)
{
    free(mesh->x);
    free(mesh->area);
    free(mesh->inv_area);
    free(mesh->corner);
    free(mesh->triangle_area);
    free(mesh->gradient);
    free(mesh->W);
    *mesh = (ss_surface_mesh){.n = 0};
}

/* A box. Bit k of a vertex' number is set where it is on the positive side of axis k; faces are -x,
 * x, -y, y, -z, z.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/shape.h"

#include <math.h>
#include <string.h>

static const ss_faces box_faces = {
    .n_vertices = 8,
    .n_faces = 6,
    .n_edges = 12,
    .begin = {0, 4, 8, 12, 16, 20, 24},
    .corner = {0, 4, 6, 2, 1, 3, 7, 5, 0, 1, 5, 4, 2, 6, 7, 3, 0, 2, 3, 1, 4, 5, 7, 6},
    .side = {0, 1, 2, 3, 4, 5, 6, 7, 8, 7, 9, 0, 2, 10, 5, 11, 3, 11, 4, 8, 9, 6, 10, 1},
    .end = {{0, 4},
            {4, 6},
            {6, 2},
            {2, 0},
            {1, 3},
            {3, 7},
            {7, 5},
            {5, 1},
            {0, 1},
            {5, 4},
            {6, 7},
            {3, 2}},
    .beside = {{0, 2},
               {0, 5},
               {0, 3},
               {0, 4},
               {1, 4},
               {1, 3},
               {1, 5},
               {1, 2},
               {2, 4},
               {2, 5},
               {3, 5},
               {3, 4}},
};

static double bound(const void *shape)
{
    const double *const a = ((const ss_box *)shape)->half;
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static bool mass(ss_mass *out, const void *shape, double density)
{
    const double *const a = ((const ss_box *)shape)->half;
    const double m = 8.0 * density * a[0] * a[1] * a[2];
    *out = (ss_mass){.mass = m};
    for (size_t k = 0; k < 3; ++k) { /* m/12 of the squares of the whole widths across */
        const double b = a[(k + 1) % 3], c = a[(k + 2) % 3];
        out->inertia[k] = m / 3.0 * (b * b + c * c);
    }
    return true;
}

static bool check(const void *shape, ss_error *error)
{
    const double *const a = ((const ss_box *)shape)->half;
    bool positive = true;
    for (size_t k = 0; k < 3; ++k)
        positive = positive && a[k] > 0.0 && isfinite(a[k]);
    return positive || ss_error_set(error, SS_ERROR_USAGE,
                                    "a box of half widths (%g, %g, %g) m: each must be above 0 and "
                                    "finite",
                                    a[0], a[1], a[2]);
}

static const ss_faces *solid(double vertex[SS_MAX_CORNERS][3], double normal[SS_MAX_FACES][3],
                             const void *shape)
{
    const double *const a = ((const ss_box *)shape)->half;
    memset(normal, 0, 6 * sizeof *normal);
    for (size_t v = 0; v < 8; ++v)
        for (size_t k = 0; k < 3; ++k)
            vertex[v][k] = (v >> k & 1) != 0 ? a[k] : -a[k];
    for (size_t f = 0; f < 6; ++f)
        normal[f][f / 2] = f % 2 == 1 ? 1.0 : -1.0;
    return &box_faces;
}

const ss_shape_kind ss_shape_box = {.name = "box",
                                    .dim = 3,
                                    .size = sizeof(ss_box),
                                    .check = check,
                                    .bound = bound,
                                    .mass = mass,
                                    .solid = solid};

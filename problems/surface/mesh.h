/* A square cut into triangles, for functions that are linear in each (P1): nodes with their lumped
 * areas, triangles with the gradients of their corners' hat functions (method 13.11).
 *
 * Node numbers of n = 2, and the cut of the squares by the diagonal that points to the centre:
 *
 *     6---7---8        triangles 0, 1: square (0, 0), whose diagonal 0-4 rises
 *     | \ | / |        triangles 2, 3: square (1, 0), whose diagonal 2-4 falls
 *     3---4---5
 *     | / | \ |        Invariant: the sum of `area` is that of the square, as is the sum of
 *     0---1---2        `triangle_area`; the three gradients of a triangle add up to 0.
 *
 * The mesh is made once a run and const from then on; its maker frees it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SURFACE_MESH_H
#define SS_PROBLEMS_SURFACE_MESH_H

#include "problems/base/error.h"

#include <stddef.h>

/* The cut of the squares. By the diagonal that points to the centre the distance from the boundary
 * is linear in each triangle; with all diagonals alike it is not, in two quadrants of four. */
typedef enum ss_diagonals { SS_DIAGONALS_CENTRE, SS_DIAGONALS_ALIKE } ss_diagonals;

typedef struct ss_surface_mesh {
    size_t n;              /* squares a side: node (i, j) is number (n + 1) j + i */
    size_t n_nodes;        /* (n + 1)^2 */
    size_t n_triangles;    /* 2 n^2, square by square, row by row */
    double half_width;     /* m: the square is (-half_width, half_width)^2 */
    double *x;             /* 2 n_nodes, m */
    double *area;          /* n_nodes: a third of the triangles around each, m^2 */
    double *inv_area;      /* n_nodes: 1/area, and 0 on the boundary, where nothing moves */
    size_t *corner;        /* 3 n_triangles: nodes, counter-clockwise */
    double *triangle_area; /* n_triangles, m^2 */
    double *gradient;      /* 6 n_triangles: of the corners' hat functions, 1/m */
    double *W;             /* 3 n_triangles: W_T as xx, xy, yy (ss_surface_dual), 1/m^2 */
    double
        norm_bound; /* of the operator -grad div in the triangles: its norm is no larger, 1/m^2 */
} ss_surface_mesh;

/* `n` squares a side, an even number, so that the centre is a node. Release with
 * ss_surface_mesh_free, also after a failure: SS_ERROR_MEMORY. */
bool ss_surface_mesh_make(ss_surface_mesh *mesh, size_t n, double half_width,
                          ss_diagonals diagonals, ss_error *error);
void ss_surface_mesh_free(ss_surface_mesh *mesh);

/* Is a node on the boundary? */
static inline bool ss_surface_mesh_is_edge(const ss_surface_mesh *mesh, size_t node)
{
    const size_t i = node % (mesh->n + 1), j = node / (mesh->n + 1);
    return i == 0 || j == 0 || i == mesh->n || j == mesh->n;
}

/* The node at the centre. */
static inline size_t ss_surface_mesh_centre(const ss_surface_mesh *mesh)
{
    return (mesh->n_nodes - 1) / 2;
}

#endif

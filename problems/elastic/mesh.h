/* Meshes of quadrilaterals in the x-z plane, of which bodies that deform are made (method 13.12):
 *
 *     a disc of radius 1                    a bar of length 1
 *
 *       core: 2m x 2m, its square             +--+--+--+--+
 *       blended to the circle of 1/2          |  |  |  |  |  height
 *       around it m rings of 8m               +--+--+--+--+
 *
 * A body is the mesh times its size. Plane coordinates are (x, z), counterclockwise from x to z.
 * The mesh is made once and const from then on; its maker frees it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_ELASTIC_MESH_H
#define SS_PROBLEMS_ELASTIC_MESH_H

#include "problems/base/error.h"

#include <stddef.h>

/* Invariant: the centre of the nodes' areas is the origin; the quadrilaterals are convex. */
typedef struct ss_elastic_mesh {
    size_t n_nodes, n_quads, n_boundary;
    double *x;      /* 2 n_nodes, in sizes of the body */
    double *area;   /* n_nodes: each node's part, in squares of the size; their sum is the mesh's */
    size_t *corner; /* 4 n_quads: nodes, counterclockwise */
    size_t *boundary; /* n_boundary: the nodes around it, counterclockwise */
} ss_elastic_mesh;

/* (2m + 1)^2 + 8 m^2 nodes, 12 m^2 quadrilaterals; the 8m boundary nodes are on the circle. m >= 1.
 * Free with ss_elastic_mesh_free in either case: SS_ERROR_MEMORY. */
bool ss_elastic_mesh_disc(ss_elastic_mesh *mesh, size_t m, ss_error *error);

/* `along` x `across` equal rectangles, the length 1 along x, `height` along z. Freed as above. */
bool ss_elastic_mesh_bar(ss_elastic_mesh *mesh, size_t along, size_t across, double height,
                         ss_error *error);
void ss_elastic_mesh_free(ss_elastic_mesh *mesh);

/* A point of quadrilateral `quad`, (xi, eta) within [-1, 1]^2: the four corners' shape functions
 * there and, unless NULL, their gradients (8, x and z of each; 1/size). Returns the area (squares
 * of the size) of d xi d eta = 1. */
double ss_elastic_shape(double shape[4], double gradient[8], const ss_elastic_mesh *mesh,
                        size_t quad, const double at[2]);

/* The four points of the quadrature, each of weight 1. */
extern const double ss_elastic_gauss[4][2];

#endif

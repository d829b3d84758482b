/* The frame of a body that deforms by little while it turns by much (method 13.12): nodes at x, of
 * areas A and places X in the mesh, have the centre c and turn by phi, so that what is left,
 *
 *     d = R(phi)^T (x - c) - size X,       sum A d = 0,   sum A X x d = 0,
 *
 * is small, and 0 under every motion of a rigid body. Angles are from x to z, rad.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_ELASTIC_FRAME_H
#define SS_PROBLEMS_ELASTIC_FRAME_H

#include "problems/elastic/mesh.h"

typedef struct ss_elastic_frame {
    double centre[2];    /* m */
    double cosine, sine; /* of phi */
} ss_elastic_frame;

/* The frame of nodes at x (2 n_nodes, m). */
ss_elastic_frame ss_elastic_frame_of(const ss_elastic_mesh *mesh, const double *x);

/* The plane vectors `in` (2 n) turned by R into the fixed frame, or back by R^T; out may be in. */
void ss_elastic_turn(double *out, const ss_elastic_frame *frame, const double *in, size_t n);
void ss_elastic_turn_back(double *out, const ss_elastic_frame *frame, const double *in, size_t n);

/* d (2 n_nodes, m) of nodes at x. */
void ss_elastic_displacement(double *d, const ss_elastic_mesh *mesh, double size,
                             const ss_elastic_frame *frame, const double *x);

/* The part of the nodes' velocities v (2 n_nodes, m/s; nodes at x around this centre) that is a
 * rigid body's: out = its velocity along x and z (m/s) and its spin (rad/s). It has all momentum.
 */
void ss_elastic_rigid_part(double out[3], const ss_elastic_mesh *mesh,
                           const ss_elastic_frame *frame, const double *x, const double *v);

#endif

/* Meshed bodies in a step (method 13.12): discs, or bars, of one mesh and one material, each of a
 * size of its own, among rigid bodies that do not turn or turn about y. A meshed body is one body
 * of the scene, with the centre, the turn and the rigid part of the velocity of its nodes, beside
 * the nodes themselves, which are kept here. What touches are its boundary's nodes: the shape
 * `meshed`, written at every drift.
 *
 *     ss_bodies         centre, turn, rigid velocity   of the nodes: ss_elastic_frame_of
 *     shape `meshed`    boundary, in the body's frame   detection, gaps, pictures
 *     here              x and v of all nodes            deformation, W and q
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_ELASTIC_H
#define SS_PROBLEMS_MOTION_ELASTIC_H

#include "problems/elastic/frame.h"
#include "problems/elastic/modes.h"
#include "problems/motion/flexible.h"

typedef struct ss_elastic_params {
    ss_elastic_material material;
    double damping_mass;      /* alpha of C = alpha M + beta K, 1/s */
    double damping_stiffness; /* beta, s */
} ss_elastic_params;

/* One of the two bodies of a contact: its velocity there is that of nodes of the boundary, by their
 * weights, or of a rigid body at the end of `arm`; weights and sign are negative of body b. */
typedef struct ss_elastic_side {
    size_t body, meshed; /* meshed: SIZE_MAX if it is not */
    size_t n, node[2];   /* of the boundary, 0 to n_boundary - 1 */
    double weight[2];
    double sign, arm[2]; /* x, z, m */
} ss_elastic_side;

/* Arrays over meshed bodies have n = 2 n_nodes numbers each: x and z of node 0, of node 1, ... All
 * is owned; who reads nodes reads x and v, and may set them before the first step. */
typedef struct ss_elastic {
    ss_flexible base;
    ss_elastic_mesh mesh;
    ss_elastic_modes modes;
    ss_elastic_params params;
    size_t n_meshed, n;
    size_t *body;            /* n_meshed: which body of the scene */
    size_t *of_body;         /* the meshed body that a body is, SIZE_MAX if none */
    double *size;            /* n_meshed, m */
    double *x, *v;           /* m, m/s: at the time of the scene's bodies */
    double *v_free;          /* m/s */
    double *force;           /* scratch */
    ss_elastic_frame *frame; /* n_meshed: of the step's matrix, at q_k + h theta v_k */
    double *weight;          /* diag of Mt^-1 in modes, 1/kg */
    double *response;        /* (2 n_boundary)^2 each: Mt^-1 at the boundary, in the body's frame */
    double h, theta;         /* what these two are made of; h 0: nothing yet */
    ss_elastic_side *side;   /* 2 a contact, of those coupled last */
    size_t room;             /* contacts that there are sides for */
} ss_elastic;

/* Give every moving disc of the scene the mesh: where it stands, turned and moving as it does, of
 * its radius as size, with the mesh's mass. The mesh is taken over, also on failure. NULL and
 * SS_ERROR_USAGE where a boundary has too many nodes, SS_ERROR_DATA or SS_ERROR_MEMORY. Give it to
 * scene->flexible, or free it with ss_flexible_free. */
ss_flexible *ss_elastic_create(ss_bodies *bodies, ss_elastic_mesh *mesh,
                               const ss_elastic_params *params, ss_error *error);

/* After nodes were set from outside: the scene's body of meshed body k, its boundary, place and
 * velocity. */
void ss_elastic_show(const ss_elastic *elastic, ss_bodies *bodies, size_t k);

/* The part of ss_flexible that couples contacts: elastic_contacts.c. */
bool ss_elastic_couple(ss_flexible *flexible, ss_block_problem **blocks,
                       const ss_flexible_contacts *contacts, ss_error *error);
void ss_elastic_push(ss_elastic *elastic, const ss_problem *rigid, const double *r);

/* The part of ss_flexible that shows quadrilaterals: elastic_stress.c. */
void ss_elastic_show_parts(const ss_flexible *flexible, ss_flexible_take *take, void *context);

#endif

/* Bodies that deform, small strains (method 13.7): moving bodies of a scene whose centres are
 * joined by a linear stiffness K. By the theta method
 *
 *     A v+ = M v_k - h K (x_k - x_rest + theta (1 - theta) h v_k) + h F + P r,
 *     A = M + theta^2 h^2 K
 *
 * so that an impulse on one moves them all: the step is posed in block form. Spins are those of
 * rigid bodies. W is kept dense, 9 n_contacts^2: for few contacts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_FLEXIBLE_H
#define SS_PROBLEMS_MOTION_FLEXIBLE_H

#include "problems/bodies/bodies.h"
#include "problems/contact/problem.h"
#include "problems/sparse/triplets.h"

typedef struct ss_flexible_solve ss_flexible_solve;

typedef struct ss_flexible {
    size_t n_dof;             /* 3 n_moving: the centres, x y z of body 0, of body 1, ... */
    ss_triplets K;            /* n_dof x n_dof, symmetric, positive semidefinite, N/m; owned */
    double *rest;             /* n_dof: the centres where K pulls at none, m; owned */
    ss_flexible_solve *solve; /* the factors of A and what they gave; owned */
} ss_flexible;

/* The moving bodies where they stand now, at rest, with room for `most` springs and none yet: K is
 * 0. NULL and an error without memory. Give it to scene->flexible, or free it. */
ss_flexible *ss_flexible_create(const ss_bodies *bodies, size_t most, ss_error *error);
void ss_flexible_free(ss_flexible *flexible);

/* Join the centres of the moving bodies a and b by `stiffness` (N/m) against every displacement of
 * one relative to the other, along their line and across it; at most `most` times. */
void ss_flexible_join(ss_flexible *flexible, size_t a, size_t b, double stiffness);

/* Energy of deformation at the bodies' centres, J. */
double ss_flexible_energy(const ss_flexible *flexible, const ss_bodies *bodies);

/* Add to v_free, 6 a body, the free velocities of rigid bodies, what K does in a step h (s). The
 * bodies stand at q_mid with their velocities v_k. A is factored when h or theta is a new one:
 * SS_ERROR_DATA if it is singular. */
bool ss_flexible_release(ss_flexible *flexible, const ss_bodies *bodies, double *v_free, double h,
                         double theta, ss_error *error);

/* Put in the place of *blocks (NULL or owned) the block form of `rigid`, the same contacts, balls
 * or rigid, between bodies that do not deform: q and mu as there, W with A in the place of M,
 * rho_bar = 1/lambda_max(W_cc). Errors as of ss_block_problem_finish. */
bool ss_flexible_couple(ss_flexible *flexible, ss_block_problem **blocks, const ss_problem *rigid,
                        ss_error *error);

/* v = v_free + A^-1 P r, 6 a body, of the contacts coupled last. */
void ss_flexible_move(double *v, const ss_flexible *flexible, const ss_problem *rigid,
                      const double *r);

#endif

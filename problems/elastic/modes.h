/* The free vibrations of a mesh: K Phi = M_1 Phi Lambda, Phi^T M_1 Phi = 1, where M_1 is the lumped
 * mass of size 1 and density 1, the nodes' areas. A body of size a and density rho has the mass
 * rho a^2 M_1 and the same K, so that one decomposition inverts, for all sizes, every matrix
 *
 *     p M_1 + s K,        (p M_1 + s K)^-1 = Phi diag(1/(p + s lambda_k)) Phi^T
 *
 * The three motions of a rigid body come first, exactly: along x, along z, and the turn, from x to
 * z; their lambda is 0.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_ELASTIC_MODES_H
#define SS_PROBLEMS_ELASTIC_MODES_H

#include "problems/elastic/q4.h"

#include <gsl/gsl_vector.h>

enum { SS_RIGID_MODES = 3 };

typedef struct ss_elastic_modes {
    gsl_matrix *K;      /* n x n, n = 2 n_nodes, N/m; owned, as all */
    gsl_matrix *shape;  /* n x n: Phi, a mode a column */
    gsl_vector *lambda; /* n, Pa, ascending */
    gsl_vector *room;   /* n: of an application */
} ss_elastic_modes;

/* Free with ss_elastic_modes_free in either case: SS_ERROR_MEMORY; SS_ERROR_DATA where a fourth
 * mode costs no energy. */
bool ss_elastic_modes_make(ss_elastic_modes *modes, const ss_elastic_mesh *mesh,
                           const ss_elastic_material *material, ss_error *error);
void ss_elastic_modes_free(ss_elastic_modes *modes);

/* out = Phi diag(weight) Phi^T f; n numbers each, out may be f. */
void ss_elastic_modes_apply(double *out, const ss_elastic_modes *modes, const double *weight,
                            const double *f);

#endif

/* The reduced system of bodies (reduced.h) solved without a factor: GMRES, preconditioned by
 * Gauss-Seidel sweeps over the bodies or by smoothed aggregation (problems/sparse/multigrid.h). It
 * stores no factor, and is slower wherever it was measured; Newton's method gets a step whose
 * residual is 1e-4 of the right side, for its own target is half of |F| (method 12.4).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_KRYLOV_H
#define SS_SOLVERS_GLOBAL_KRYLOV_H

#include "problems/contact/operator.h"
#include "problems/sparse/gmres.h"
#include "solvers/base/work.h"

/* How the linear systems of a Newton method are solved. */
typedef enum ss_linear {
    SS_LINEAR_FACTOR,   /* LU */
    SS_LINEAR_SWEEPS,   /* GMRES, a symmetric Gauss-Seidel sweep */
    SS_LINEAR_MULTIGRID /* GMRES, a cycle of smoothed aggregation */
} ss_linear;

typedef struct ss_krylov {
    ss_multigrid levels; /* of the last matrix */
    double *root;        /* 36 a body: M^1/2 of what moves */
    double *place;       /* 3 a body: its centre, by the lever vectors */
    double *P, *K;       /* 9 a contact: of the frozen matrix */
    double *memory;      /* of GMRES, from a preconditioner to the next; owned */
    size_t room, contacts_room;
} ss_krylov;

/* Make *k, NULL or of another problem, that of a problem of bodies, whose n_bodies are
 * numbered by `number` and by the pairs `body` as in ss_reduced. SS_ERROR_MEMORY. Free with
 * ss_krylov_free. */
bool ss_krylov_pose(ss_krylov **k, const ss_problem *problem, const uint32_t *number,
                    const uint32_t *body, size_t n_bodies, ss_error *error);
void ss_krylov_free(ss_krylov *k);

/* P and K of the symmetric matrix that is J with the shift frozen (method 12.4), from the L = P G
 * and K = I - P + a L of ppa.h: k->P and k->K, 9 a contact. */
void ss_krylov_freeze(ss_krylov *k, const double *L, const double *K, double a, size_t n);

/* Likewise of the central path's J = W~ D + K, K = (I - e g') C (method 12.2): k->K is C. */
void ss_krylov_freeze_path(ss_krylov *k, const double *K, size_t n);

/* Make the preconditioner of A, whose frozen one it is, and the room of GMRES. As
 * ss_multigrid_compute; counts in `work`. */
bool ss_krylov_compute(ss_krylov *k, const ss_blocks *A, ss_linear linear, ss_work *work,
                       ss_error *error);

/* Solve A w = b of the matrix itself, task->memory set here; counts in `work`. Where that is not
 * reached w is the best there is: the line search of who asks judges it. */
bool ss_krylov_solve(ss_krylov *k, double *w, ss_gmres_task task, ss_work *work, ss_error *error);

#endif

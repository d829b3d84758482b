/* GMRES with restarts, preconditioned from the right by a multigrid cycle: A x = b for the matrices
 * of bodies, which are not symmetric (method 12.4). Source: Saad and Schultz, SIAM J. Sci. Stat.
 * Comput. 7 (1986), with modified Gram-Schmidt.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_GMRES_H
#define SS_PROBLEMS_SPARSE_GMRES_H

#include "problems/sparse/multigrid.h"

/* Iterations between restarts, and in all; numbers that a solve needs a body. */
enum { SS_GMRES_LENGTH = 100, SS_GMRES_MOST = 400, SS_GMRES_ROOM = 6 * (SS_GMRES_LENGTH + 3) };

/* The matrix, the right side (6 n), the residual that is enough, and SS_GMRES_ROOM numbers a body;
 * borrowed. */
typedef struct ss_gmres_task {
    const ss_blocks *A;
    const double *b;
    double enough, *memory;
} ss_gmres_task;

/* What a solve came to. */
typedef struct ss_gmres_end {
    size_t iterations; /* cycles */
    double rest;       /* |b - A x| */
    size_t flops;      /* with those of the cycles and products */
    size_t moves;
} ss_gmres_end;

/* x = A^-1 b from x = 0 by a hierarchy, of A or of a matrix near it, to |b - A x| <= enough or
 * SS_GMRES_MOST iterations; 6 n numbers each, apart. Allocates nothing. False where a level cannot
 * be solved. */
bool ss_gmres_solve(ss_multigrid *m, double *x, const ss_gmres_task *task, ss_gmres_end *end,
                    ss_error *error);

#endif

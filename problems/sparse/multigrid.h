/* A preconditioner for a matrix of bodies (solvers/global/reduced.h): smoothed aggregation of the
 * network of contacts. Bodies in touch are grouped, a group moves as one rigid body, and
 *
 *     P = (I - 2/3 D^-1 A) P0,   A' = P^T A P        P0: the rigid motions of the groups, 6 each
 *
 * is the next level, until few are left, which are factored. P smoothed is what makes a coarse
 * space of grains serve at all: a rigid motion of a group that is cut out of the pack stretches
 * every contact of its surface. 2/3 is half of 4/3, as a contact joins two bodies, so that D^-1 A
 * has no value above 2 where A is symmetric. A cycle is a symmetric one: Gauss-Seidel forward, the
 * level below, Gauss-Seidel backward. Source: Vanek, Mandel and Brezina, Computing 56 (1996).
 *
 * Ownership: the hierarchy owns all it has; nothing of the matrix is kept.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_MULTIGRID_H
#define SS_PROBLEMS_SPARSE_MULTIGRID_H

#include "problems/sparse/block_factor.h"
#include "problems/sparse/block_rows.h"

/* The smoother alone, or with the levels below. */
typedef enum ss_multigrid_depth { SS_MULTIGRID_ONE, SS_MULTIGRID_ALL } ss_multigrid_depth;

enum { SS_MULTIGRID_LEVELS = 12 };

typedef struct ss_multigrid_level {
    ss_block_rows A, P;
    double *inverse;   /* 36 n: of the diagonal blocks */
    double *x, *b, *r; /* 6 n each */
    double *place;     /* 3 n: centres, m */
} ss_multigrid_level;

typedef struct ss_multigrid {
    size_t n_levels;
    ss_multigrid_level level[SS_MULTIGRID_LEVELS];
    ss_block_factor *last; /* of the last level's matrix; NULL: smoothed alone */
    ss_blocks last_A;
    size_t setup_flops, cycle_flops; /* of the last compute; of a cycle */
    size_t setup_moves, cycle_moves; /* of the last level's factor */
} ss_multigrid;

/* Make the hierarchy of A, whose unknowns of body b are the velocities of a rigid motion times
 * root[b] (6x6): M^1/2. `place`: the bodies' centres, 3 each, up to one vector for all that touch.
 * What the hierarchy had is released. SS_ERROR_DATA if a diagonal block or the last matrix is
 * singular, SS_ERROR_MEMORY; it is then empty. Release with ss_multigrid_clear. */
bool ss_multigrid_compute(ss_multigrid *m, const ss_blocks *A, const double *root,
                          const double *place, ss_multigrid_depth depth, ss_error *error);
void ss_multigrid_clear(ss_multigrid *m);

/* x = the cycle's approximation of A^-1 b, 6 n numbers each, apart; linear in b. Allocates nothing.
 * False where the last level cannot be solved. */
bool ss_multigrid_cycle(ss_multigrid *m, double *x, const double *b, ss_error *error);

#endif

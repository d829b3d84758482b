/* LU factorization of a square matrix of small dense blocks whose pattern is symmetric, its values
 * not: a Newton matrix of contacts, 3x3 blocks a contact or 6x6 a body. CHOLMOD orders the blocks
 * and finds the supernodes; the numbers are ours, multifrontal, in dense panels that BLAS
 * multiplies:
 *
 *     front of a supernode of w columns that fills r rows below
 *
 *              w     r
 *         w  L11\U11 U12     kept: L11\U11 over L21 in one panel, U12 in another
 *         r   L21     C      C = -L21 U12, what the parent's front gets
 *
 * Why not a library: no sparse LU in Debian multiplies in dense blocks at this size. On the
 * matrices of five problems MUMPS takes 0.7 to 0.9 of UMFPACK's time, SuperLU 0.7 to 1.7 times as
 * much; this takes 0.1 to 0.2 (method 12.4).
 *
 * Pivots: rows are scaled by the sum of their sizes, and a pivot is the largest in its column among
 * the rows of its supernode. The rows below are not looked at, so that the pattern holds: an
 * unlucky matrix is factored badly or not at all. Who solves looks at the residual, and has UMFPACK
 * (problems/sparse/factor.h) for such a matrix.
 *
 * Ownership: the panels own all that they have; nothing of a matrix is kept by reference. All
 * memory is allocated by ss_panels_create.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_PANELS_H
#define SS_PROBLEMS_SPARSE_PANELS_H

#include "problems/sparse/blocks.h"

#include <stdbool.h>

typedef struct ss_panels ss_panels;

/* What panels are and cost, by the pattern alone: pivots do not change it. */
typedef struct ss_panels_facts {
    double entries; /* of L and U, with the zeros that panels hold */
    double flops;   /* of a factorization */
    double bytes;   /* of the numbers of the panels */
    double peak;    /* bytes: with the fronts, the indices and scratch */
} ss_panels_facts;

/* Order and lay out the pattern of A, whose values are not read; a place that only its mirror image
 * names counts as named. In *facts what it takes, as far as it is known where memory fails. NULL
 * without memory, also where it passes the limit of the process. Free with ss_panels_free. */
ss_panels *ss_panels_create(const ss_blocks *A, ss_panels_facts *facts);
void ss_panels_free(ss_panels *panels);

/* Are these the blocks, by place and in this order, that the panels were made for? */
bool ss_panels_fit(const ss_panels *panels, const ss_blocks *A);

/* Factor the matrix of that pattern whose blocks are `a`. The sign of its determinant, -1 or 1; 0 if
 * a pivot is 0 or not finite: there are no factors then. Allocates nothing. */
int ss_panels_compute(ss_panels *panels, const double *a);

/* x = A^-1 b, size n numbers each, which may be one array; as it comes, without refinement.
 * Allocates nothing. */
void ss_panels_solve(ss_panels *panels, double *x, const double *b);

/* How far x is from solving A x = b, the matrix that is factored and its blocks `a`: the largest of
 * all rows of |b - A x| over what the row could reach, sum |A_ij| max |x| + |b|. Rounding alone
 * makes some 1e-15. Infinite where x is not finite. Allocates nothing. */
double ss_panels_error(const ss_panels *panels, const double *a, const double *x, const double *b);

#endif

/* Solving with the mass matrix of a global problem: M x = b and M^T x = b.
 *
 * Where M is diagonal, as that of free bodies in their principal axes is, dividing keeps the zeros
 * of H exact; any other M costs a factorization.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_MASS_SOLVE_H
#define SS_PROBLEMS_SPARSE_MASS_SOLVE_H

#include "problems/sparse/triplets.h"

typedef struct ss_mass_solve ss_mass_solve;

/* Factor the square matrix M: nothing to do where all its entries are on the diagonal, sparse LU by
 * UMFPACK otherwise. NULL and SS_ERROR_DATA if M is singular, SS_ERROR_MEMORY. Free with
 * ss_mass_solve_free. */
ss_mass_solve *ss_mass_solve_create(const ss_triplets *M, ss_error *error);
void ss_mass_solve_free(ss_mass_solve *solve);

/* x = M^-1 b, or M^-T b if `transposed`, n numbers each; x and b do not overlap. */
bool ss_mass_solve_apply(ss_mass_solve *solve, double *x, const double *b, bool transposed,
                         ss_error *error);

/* The diagonal of M (n numbers), or NULL if M is not diagonal. */
const double *ss_mass_solve_diagonal(const ss_mass_solve *solve);

#endif

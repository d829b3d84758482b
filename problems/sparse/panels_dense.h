/* Dense matrices that panels (panels.h) are worked with: column-major views, LU by BLAS. The one
 * file that calls BLAS.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_PANELS_DENSE_H
#define SS_PROBLEMS_SPARSE_PANELS_DENSE_H

#include <stdbool.h>
#include <stddef.h>

/* Entry (i, j) is x[i + lead j]; borrowed. */
typedef struct ss_dense {
    double *x;
    size_t rows, columns, lead;
} ss_dense;

/* The rows x columns of A that begin at its entry (i, j). */
static inline ss_dense ss_dense_part(ss_dense A, size_t i, size_t j, size_t rows, size_t columns)
{
    A.x += i + A.lead * j;
    A.rows = rows;
    A.columns = columns;
    return A;
}

/* C -= A B; nothing where one of them is empty. */
void ss_dense_subtract(ss_dense C, ss_dense A, ss_dense B);

/* A = P L U, at least as many rows as columns, L with a unit diagonal. Pivot j, the largest of its
 * column, came from row j + pivot[j]. False if a pivot is 0 or not finite. */
bool ss_dense_factor(ss_dense A, int *pivot);

/* The exchanges of n pivots in other columns of these rows. */
void ss_dense_exchange(ss_dense A, const int *pivot, size_t n);

/* By the factors LU: B = L^-1 B, x = U^-1 x, and B = B U^-1. */
void ss_dense_solve_lower(ss_dense LU, ss_dense B);
void ss_dense_solve_upper(ss_dense LU, double *x);
void ss_dense_divide_upper(ss_dense B, ss_dense LU);

#endif

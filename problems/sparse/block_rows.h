/* Sparse matrices of 6x6 blocks by rows, of bodies and of groups of bodies: what a multigrid
 * hierarchy (multigrid.h) multiplies. Sums go in the order of rows and of their entries.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_BLOCK_ROWS_H
#define SS_PROBLEMS_SPARSE_BLOCK_ROWS_H

#include "problems/sparse/blocks.h"

#include <stdbool.h>

/* n x m blocks, 6x6 row-major each; those of row i are start[i] .. start[i + 1] - 1, one a place.
 * Owned; release with ss_block_rows_clear. */
typedef struct ss_block_rows {
    size_t n, m, count;
    size_t *start; /* n + 1 */
    uint32_t *col; /* count */
    double *x;     /* 36 count */
} ss_block_rows;

/* Make a zeroed matrix one of n x m with `count` blocks, all zero. False without memory. */
bool ss_block_rows_make(ss_block_rows *A, size_t n, size_t m, size_t count);
void ss_block_rows_clear(ss_block_rows *A);

/* The list A by rows, blocks of one place added in the order of the list; into a zeroed matrix, as
 * the two below. False without memory. */
bool ss_block_rows_from_list(ss_block_rows *rows, const ss_blocks *A);
bool ss_block_rows_product(ss_block_rows *C, const ss_block_rows *A, const ss_block_rows *B);
bool ss_block_rows_transpose(ss_block_rows *T, const ss_block_rows *A);

/* y += sign A x; 6 m and 6 n numbers, apart. */
void ss_block_rows_add(double *y, const ss_block_rows *A, double sign, const double *x);

/* Y += X B and y += sign X z of one block. */
void ss_block_add_product(double Y[36], const double X[36], const double B[36]);
void ss_block_add(double y[6], const double X[36], double sign, const double z[6]);

/* The inverse by Gauss' elimination with row pivots. False where a pivot is 0 or no number. */
bool ss_block_invert(double inverse[36], const double X[36]);

#endif

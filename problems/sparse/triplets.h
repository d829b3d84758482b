/* Sparse matrices as lists of entries (row, column, value): what all forms of a file become, and
 * what blocks and condensed problems are made of. Entries may come in any order; those of one place
 * add up, in the order of the list.
 *
 * Invariant for a matrix that a file gave (files/fclib_matrix.c): indices are within m and
 * n, values finite. The arrays have `count` elements in use, perhaps with room for more. Whoever
 * made a list frees it, by ss_triplets_free, which leaves it empty.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_TRIPLETS_H
#define SS_PROBLEMS_SPARSE_TRIPLETS_H

#include "problems/contact/problem.h"

#include <stdint.h>

typedef struct ss_triplets {
    size_t m, n;        /* rows, columns */
    size_t count;       /* entries */
    int64_t *row, *col; /* count each, within m and n; owned */
    double *x;          /* count; owned */
} ss_triplets;

void ss_triplets_free(ss_triplets *triplets);

/* Entries by row: those of row i are order[start[i]] .. order[start[i+1]-1], in the order of the
 * list. Both arrays are owned. */
typedef struct ss_row_order {
    size_t *start; /* m + 1 */
    size_t *order; /* count */
} ss_row_order;

/* Group the entries by row/size (size 1: by row; size 3: by block row of 3). SS_ERROR_MEMORY. */
bool ss_row_order_create(ss_row_order *rows, const ss_triplets *triplets, size_t size,
                         ss_error *error);
void ss_row_order_free(ss_row_order *rows);

/* Start a block problem with W from a matrix of `dim` rows a contact (3, or 2: the third component
 * is then decoupled, W_t2t2 = (W_nn + W_tt)/2, so that Coulomb's disc is the interval of 2D). A
 * block exists where W has an entry. q, mu and rho_bar are left to the caller, who also calls
 * ss_block_problem_finish. NULL and SS_ERROR_MEMORY when memory runs out. */
ss_block_problem *ss_block_problem_from_triplets(const ss_triplets *W, size_t dim,
                                                 ss_block_arrays *arrays, ss_error *error);

/* Copy dim numbers a contact into 3, the third 0 where dim is 2. */
void ss_embed_vector(double *out, const double *in, size_t n_contacts, size_t dim);

#endif

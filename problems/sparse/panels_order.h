/* The order in which the panels (panels.h) eliminate blocks, their supernodes and the tree of
 * fronts: found by CHOLMOD on the graph of blocks, whose vertices are a contact or body each, so
 * that it costs little beside one factorization. The one file that calls CHOLMOD.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_PANELS_ORDER_H
#define SS_PROBLEMS_SPARSE_PANELS_ORDER_H

#include "problems/sparse/blocks.h"

#include <stdbool.h>

/* Block rows are counted in the new order from here on. Supernode k has the block columns
 * first[k] .. first[k+1]-1, and in rows[rows_at[k] .. rows_at[k+1]-1] its block rows, ascending,
 * its own columns first. The supernodes are in postorder: the fronts of the children of k are the
 * last that are not yet used up when k comes. */
typedef struct ss_panels_order {
    size_t n, size, count; /* block rows, rows of a block, blocks of the list */
    size_t supernodes;
    uint32_t *place;         /* n: of each block row of the matrix */
    uint32_t *owner;         /* n: supernode of each block column */
    size_t *first, *rows_at; /* supernodes + 1 */
    uint32_t *rows;
    uint32_t *up;            /* as rows: where the row is in the parent's list */
    uint32_t *parent;        /* supernodes; UINT32_MAX: none */
    size_t *children_square; /* supernodes: numbers in the children's C */
} ss_panels_order;

/* Make a zeroed order that of A's pattern. False without memory; it is then to be freed. */
bool ss_panels_order_make(ss_panels_order *order, const ss_blocks *A);
void ss_panels_order_free(ss_panels_order *order);

/* Where block row i stands in the rows of supernode k, which has it. */
size_t ss_panels_find(const ss_panels_order *order, size_t k, uint32_t i);

#endif

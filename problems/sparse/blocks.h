/* Matrices of small dense blocks, as lists of them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SPARSE_BLOCKS_H
#define SS_PROBLEMS_SPARSE_BLOCKS_H

#include <stddef.h>
#include <stdint.h>

/* A matrix of n x n blocks, size x size each, as a list; blocks of one place add up. The blocks
 * are row-major. Who made it owns the arrays. */
typedef struct ss_blocks {
    size_t size, n, count;
    uint32_t *row, *col; /* count each, below n */
    double *x;           /* size^2 count */
} ss_blocks;

#endif

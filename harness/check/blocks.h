/* A small problem in block form whose arrays may be changed: contacts put in another order, NaN put
 * in a place. (ss_block_problem_finish rightly refuses such things.)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_BLOCKS_H
#define SS_HARNESS_CHECK_BLOCKS_H

#include "problems/contact/problem.h"

/* The largest number of contacts. */
enum { SS_CHECK_BLOCKS_MOST = 64 };

/* Owns its arrays (shapes: ss_problem and ss_block_form); `problem` points into it: not to be
 * copied. */
typedef struct ss_check_blocks {
    double *q, *mu, *rho_bar, *W_cc, *blocks;
    size_t *row_start, *column;
    ss_block_form form;
    ss_problem problem;
} ss_check_blocks;

/* The block form of a random cluster of 8 balls with walls, friction 0.3. False and an error
 * without memory; free in either case. */
bool ss_check_blocks_random(ss_check_blocks *blocks, unsigned long seed, ss_error *error);

/* Contact c of `to` is contact order[c] of `from`. */
bool ss_check_blocks_reorder(ss_check_blocks *to, const ss_check_blocks *from, const size_t *order,
                             ss_error *error);

/* Are the numbers of two problems of the same structure the same bits? */
bool ss_check_blocks_equal(const ss_check_blocks *a, const ss_check_blocks *b);

/* Accepts a zeroed struct. */
void ss_check_blocks_free(ss_check_blocks *blocks);

#endif

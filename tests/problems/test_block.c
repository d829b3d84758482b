/* Block problems that are refused.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/problem.h"

#include <criterion/criterion.h>
#include <string.h>

/* Two contacts, W = I but for what a test changes. */
static ss_block_problem *begin(ss_block_arrays *arrays, size_t n_blocks)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_problem *const blocks = ss_block_problem_create(2, n_blocks, arrays, &error);
    cr_assert_not_null(blocks);
    memset(arrays->q, 0, 6 * sizeof *arrays->q);
    for (size_t k = 0; k < n_blocks; ++k)
        for (size_t i = 0; i < 9; ++i)
            arrays->blocks[9 * k + i] = i % 4 == 0 ? 1.0 : 0.0;
    for (size_t c = 0; c < 2; ++c)
        arrays->mu[c] = arrays->rho_bar[c] = 0.5;
    return blocks;
}

static void expect_fault(ss_block_problem *blocks, const char *fault)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_expect_eq(ss_block_problem_finish(blocks, &error), fault == NULL, "%s", error.text);
    if (fault != NULL)
        cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, fault) != NULL, "%s",
                  error.text);
    ss_block_problem_free(blocks);
}

/* Columns of contact 0, then 1 of contact 1. */
static void expect_columns(size_t first, size_t second, const char *fault)
{
    ss_block_arrays arrays;
    ss_block_problem *const blocks = begin(&arrays, 3);
    memcpy(arrays.row_start, (size_t[]){0, 2, 3}, 3 * sizeof(size_t));
    memcpy(arrays.column, (size_t[]){first, second, 1}, 3 * sizeof(size_t));
    expect_fault(blocks, fault);
}

Test(block, columns_ascend)
{
    expect_columns(0, 1, NULL);
    expect_columns(0, 0, "contact 0: the block columns of its row do not ascend");
    expect_columns(1, 0, "contact 0: the block columns of its row do not ascend");
    expect_columns(0, 2, "contact 0: the block columns of its row do not ascend within W");
}

Test(block, diagonals_are_positive)
{
    static const struct {
        double normal, tangent;
        const char *fault;
    } cases[] = {{1.0, 0.0, NULL},
                 {1.0, -1e-17, NULL},
                 {0.0, 1.0, "contact 1: W_nn"},
                 {-1.0, 9.0, "contact 1: W_nn"},
                 {1.0, -3.0, "contact 1: the trace"}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_block_arrays arrays;
        ss_block_problem *const blocks = begin(&arrays, 2);
        memcpy(arrays.row_start, (size_t[]){0, 1, 2}, 3 * sizeof(size_t));
        memcpy(arrays.column, (size_t[]){0, 1}, 2 * sizeof(size_t));
        arrays.blocks[9] = cases[k].normal;
        arrays.blocks[13] = cases[k].tangent;
        expect_fault(blocks, cases[k].fault);
    }
}

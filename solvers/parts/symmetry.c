/* By a search for the block across: O(blocks log blocks a row), once a problem.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/symmetry.h"

#include <math.h>

/* The block W_cb, or zeros where there is none. */
static const double *find_block(const ss_block_form *form, size_t c, size_t b)
{
    static const double none[9] = {0.0};
    size_t low = form->row_start[c], high = form->row_start[c + 1];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (form->column[middle] < b)
            low = middle + 1;
        else
            high = middle;
    }
    return low < form->row_start[c + 1] && form->column[low] == b ? form->blocks + 9 * low : none;
}

static double trace(const ss_problem *problem, size_t c)
{
    const double *const W = problem->W_cc + 9 * c;
    return W[0] + W[4] + W[8];
}

bool ss_symmetry_require(const ss_problem *problem, const char *solver, ss_error *error)
{
    const ss_block_form *const form = problem->blocks;
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k) {
            const size_t b = form->column[k];
            const double *const here = form->blocks + 9 * k;
            const double *const there = find_block(form, b, c);
            /* far above what rounding leaves of assembled blocks */
            const double limit = 1e-9 * fmax(trace(problem, c), trace(problem, b));
            for (size_t i = 0; i < 9; ++i)
                if (fabs(here[i] - there[3 * (i % 3) + i / 3]) > limit)
                    return ss_error_set(error, SS_ERROR_DATA,
                                        "solver %s needs a symmetric W; that of contacts %zu and "
                                        "%zu is not (another solver, or e_t = e_n)",
                                        solver, c, b);
        }
    }
    return true;
}

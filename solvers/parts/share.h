/* What a solver must know of a problem that ranks share, of which it sees a part. Its sums are
 * exact, so that neither their order nor the cut changes a bit; alone, with all of it NULL, such
 * sums are the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_SHARE_H
#define SS_SOLVERS_PARTS_SHARE_H

#include "solvers/parts/exact_sum.h"

#include <stddef.h>

typedef struct ss_share {
    const unsigned char *mine; /* a contact: 1 where sums count it; NULL: all */
    const int64_t *number;     /* a contact: its number in the whole problem; NULL: its own */
    void (*fetch)(void *context, double *state); /* velocities of bodies that others sum */
    void (*add)(void *context, ss_exact_sum *sums,
                int n); /* n sums of all ranks, from those here */
    void *context;
} ss_share;

/* Add x of contact c, where sums count it. */
static inline void ss_share_add(const ss_share *share, ss_exact_sum *sum, size_t c, double x)
{
    if (share->mine == NULL || share->mine[c])
        ss_exact_add(sum, x);
}

/* The values of n sums, of all ranks. Collective. */
static inline void ss_share_finish(const ss_share *share, ss_exact_sum *sums, double *values, int n)
{
    for (int k = 0; k < n; ++k)
        ss_exact_carry(&sums[k]);
    if (share->add != NULL)
        share->add(share->context, sums, n);
    for (int k = 0; k < n; ++k)
        values[k] = ss_exact_value(&sums[k]);
}

#endif

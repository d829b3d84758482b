/* SplitMix64 (Steele, Lea, Flood 2014): the random numbers of solvers. One word of state, which
 * stands in a workspace: the same state gives the same numbers everywhere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_SPLITMIX_H
#define SS_SOLVERS_PARTS_SPLITMIX_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t ss_splitmix_draw(uint64_t *state)
{
    uint64_t z = (*state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A number below n. */
static inline size_t ss_splitmix_below(uint64_t *state, size_t n)
{
    /* not quite uniform, by n/2^64 */
    return (size_t)(ss_splitmix_draw(state) % n);
}

/* A number in [0, 1). */
static inline double ss_splitmix_uniform(uint64_t *state)
{
    /* 53 bits, all that a double holds */
    return (double)(ss_splitmix_draw(state) >> 11) * 0x1p-53;
}

#endif

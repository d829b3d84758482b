/* Sums of doubles that do not depend on the order: each number is added, whole, into a fixed-point
 * number wide enough for all doubles. So any cut of a problem gives the same 17 digits, and ranks
 * add their sums as integers.
 *
 *     bit 0 is 2^-1074; word k holds bits 32 k and up, as a signed 64-bit integer
 *     a double m 2^e is three neighbouring words
 *
 * A word has room for 2^30 numbers of one rank; ss_exact_carry then makes it less than 2^32, so
 * that 2^31 ranks can be added.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_EXACT_SUM_H
#define SS_SOLVERS_PARTS_EXACT_SUM_H

#include <math.h>
#include <stdint.h>
#include <string.h>

enum { SS_EXACT_WORDS = 68, SS_EXACT_LEAST = 1074 };

typedef struct ss_exact_sum {
    int64_t word[SS_EXACT_WORDS];
    int64_t not_finite; /* numbers that were inf or NaN: the sum is NaN */
} ss_exact_sum;

static inline void ss_exact_add(ss_exact_sum *sum, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 52) & 0x7ff; /* 0: below the normal numbers, as if 1 */
    if (exponent == 0x7ff) {                        /* inf, NaN */
        ++sum->not_finite;
        return;
    }
    const int64_t sign = bits >> 63 != 0 ? -1 : 1;
    const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
    const uint64_t size = exponent > 0 ? fraction | UINT64_C(1) << 52 : fraction;
    const int bit = exponent > 0 ? exponent - 1 : 0; /* x = sign size 2^(bit - 1074) */
    const int shift = bit % 32;
    int64_t *const at = sum->word + bit / 32;
    const uint64_t low = (size & UINT32_MAX) << shift, high = (size >> 32) << shift;
    at[0] += sign * (int64_t)(low & UINT32_MAX);
    at[1] += sign * (int64_t)((low >> 32) + (high & UINT32_MAX));
    at[2] += sign * (int64_t)(high >> 32);
}

/* Bring all words but the last into [0, 2^32). */
static inline void ss_exact_carry(ss_exact_sum *sum)
{
    int64_t carry = 0;
    for (int k = 0; k < SS_EXACT_WORDS - 1; ++k) {
        const int64_t word = sum->word[k] + carry;
        carry = word >> 32; /* rounds down: gcc and clang shift the sign in */
        sum->word[k] = word - carry * ((int64_t)1 << 32);
    }
    sum->word[SS_EXACT_WORDS - 1] += carry;
}

/* The sum, rounded once; NaN where a number was not finite. */
static inline double ss_exact_value(ss_exact_sum *sum)
{
    ss_exact_sum less = {.not_finite = 0}; /* of a negative sum: less it */
    ss_exact_carry(sum);
    if (sum->not_finite != 0)
        return NAN;
    if (sum->word[SS_EXACT_WORDS - 1] < 0) {
        for (int k = 0; k < SS_EXACT_WORDS; ++k)
            less.word[k] = -sum->word[k];
        return -ss_exact_value(&less);
    }
    int top = SS_EXACT_WORDS - 1;
    while (top > 2 && sum->word[top] == 0)
        --top;
    /* the 96 highest bits, then 64 of them from the first that is set; those below are as good as
     * one that says whether any is set */
    uint64_t high = ((uint64_t)sum->word[top] << 32) | (uint64_t)sum->word[top - 1];
    uint64_t low = (uint64_t)sum->word[top - 2] << 32;
    int64_t below = 0;
    int exponent = 32 * (top - 1) - SS_EXACT_LEAST; /* of bit 0 of `high` */
    for (int k = 0; k < top - 2; ++k)
        below |= sum->word[k];
    for (; (high | low) != 0 && high >> 63 == 0; --exponent) {
        high = (high << 1) | (low >> 63);
        low <<= 1;
    }
    return ldexp((double)(high | (uint64_t)((low | (uint64_t)below) != 0)), exponent);
}

#endif

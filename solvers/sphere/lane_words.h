/* The words in which a step for several contacts at once is written: numbers and masks, one a
 * contact, in vectors of SS_LANES_WIDTH. Included by solvers/sphere/lanes.c, which says how it is
 * compiled; vectors are the compilers' own (GCC, clang).
 *
 * A step names no width: the same source makes one contact at a time (real is double, mask is
 * bool), four, or eight. What makes all forms alike to the bit: each word rounds as its scalar
 * does, nothing is contracted, and lanes never add to each other; masks choose between two results
 * that are both computed, and a NaN in the one that is not chosen is lost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef SS_LANES_AVX
#include <immintrin.h>
#endif

#define INLINE static inline __attribute__((always_inline))

#if defined(SS_LANES_AVX) && SS_LANES_WIDTH == 8
#define SS_LANES_MASKED /* a mask is a bit a contact, in a register of its own */
#endif

#if SS_LANES_WIDTH == 1
typedef double real;
typedef bool mask;
#else
typedef double real __attribute__((vector_size(8 * SS_LANES_WIDTH)));
typedef double real_at __attribute__((vector_size(8 * SS_LANES_WIDTH), aligned(8), may_alias));
#ifdef SS_LANES_MASKED
typedef __mmask8 mask;
#else
typedef long long mask __attribute__((vector_size(8 * SS_LANES_WIDTH)));
#endif
#endif

INLINE real lane_splat(double x)
{
#if SS_LANES_WIDTH == 1
    return x;
#else
    return x - (real){0.0}; /* not 0 + x, which loses the sign of -0 */
#endif
}

/* eight bytes of alignment are enough */
INLINE real lane_load(const double *at)
{
#if SS_LANES_WIDTH == 1
    return *at;
#else
    return *(const real_at *)at;
#endif
}

INLINE void lane_store(double *at, real x)
{
#if SS_LANES_WIDTH == 1
    *at = x;
#else
    *(real_at *)at = x;
#endif
}

/* a <= b and a < b; false with a NaN. */
INLINE mask lane_le(real a, real b)
{
#ifdef SS_LANES_MASKED
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LE_OS);
#else
    return a <= b;
#endif
}

INLINE mask lane_lt(real a, real b)
{
#ifdef SS_LANES_MASKED
    return _mm512_cmp_pd_mask((__m512d)a, (__m512d)b, _CMP_LT_OS);
#else
    return a < b;
#endif
}

INLINE mask lane_and(mask a, mask b)
{
    return (mask)(a & b);
}

INLINE mask lane_or(mask a, mask b)
{
    return (mask)(a | b);
}

/* a and not b */
INLINE mask lane_without(mask a, mask b)
{
#if SS_LANES_WIDTH == 1
    return a && !b;
#else
    return (mask)(a & ~b);
#endif
}

/* which ? a : b */
INLINE real lane_select(mask which, real a, real b)
{
#if SS_LANES_WIDTH == 1
    return which ? a : b;
#elif defined(SS_LANES_MASKED)
    return (real)_mm512_mask_blend_pd(which, (__m512d)b, (__m512d)a);
#else
    return (real)((which & (mask)a) | (~which & (mask)b));
#endif
}

/* A bit a contact. */
INLINE unsigned lane_bits(mask a)
{
#if SS_LANES_WIDTH == 1 || defined(SS_LANES_MASKED)
    return a;
#elif defined(SS_LANES_AVX)
    return (unsigned)_mm256_movemask_pd((__m256d)a);
#else
    unsigned bits = 0;
    for (int k = 0; k < SS_LANES_WIDTH; ++k)
        bits |= (unsigned)(a[k] & 1) << k;
    return bits;
#endif
}

INLINE bool lane_any(mask a)
{
    return lane_bits(a) != 0;
}

/* how many contacts a mask has: counters are those of visits one by one */
INLINE size_t lane_count(mask a)
{
#if SS_LANES_WIDTH == 1
    return a;
#else
    return (size_t)__builtin_popcount(lane_bits(a));
#endif
}

/* rounded correctly in every form, as IEEE 754 asks */
INLINE real lane_sqrt(real x)
{
#if SS_LANES_WIDTH == 1
    return sqrt(x);
#elif defined(SS_LANES_AVX) && SS_LANES_WIDTH == 4
    return (real)_mm256_sqrt_pd((__m256d)x);
#elif defined(SS_LANES_AVX) && SS_LANES_WIDTH == 8
    return (real)_mm512_sqrt_pd((__m512d)x);
#else
    for (int k = 0; k < SS_LANES_WIDTH; ++k)
        x[k] = sqrt(x[k]);
    return x;
#endif
}

/* left to right, as ss_dot */
INLINE real lane_dot(const real a[3], const real b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* r = tau onto the cone of mu: ss_cone_project. On entry (r_n, r_t) is tau. */
INLINE void lane_project(real *r_n, real r_t[3], real mu)
{
    const real zero = lane_splat(0.0), one = lane_splat(1.0), tau_n = *r_n;
    const real tau_t = lane_sqrt(lane_dot(r_t, r_t));
    const mask separates = lane_le(mu * tau_t, -tau_n), sticks = lane_le(tau_t, mu * tau_n);
    const real slide = (tau_n + mu * tau_t) * (one / (one + mu * mu));
    const real scale = lane_select(sticks, one, mu * slide / tau_t);
    *r_n = lane_select(separates, zero, lane_select(sticks, tau_n, slide));
    for (int k = 0; k < 3; ++k)
        r_t[k] = lane_select(separates, zero, scale * r_t[k]);
}

/* The lanes of each zone of ss_zone but the sliding one. */
typedef struct lane_zones {
    mask separates, sticks;
} lane_zones;

/* r = tau = (n, t1, t2) onto the cone: ss_cone_project_given, to the bit. */
INLINE lane_zones lane_cone(real r[3], const real tau[3], real tau_t, real mu)
{
    const real zero = lane_splat(0.0), one = lane_splat(1.0);
    const mask separates = lane_le(mu * tau_t, -tau[0]);
    const mask sticks = lane_without(lane_le(tau_t, mu * tau[0]), separates);
    const real slide = (tau[0] + mu * tau_t) / (one + mu * mu), scale = mu * slide / tau_t;
    r[0] = lane_select(separates, zero, lane_select(sticks, tau[0], slide));
    for (int k = 1; k < 3; ++k)
        r[k] = lane_select(separates, zero, lane_select(sticks, tau[k], scale * tau[k]));
    return (lane_zones){separates, sticks};
}

/* of all lanes, from the first on */
INLINE double lane_sum(real x)
{
#if SS_LANES_WIDTH == 1
    return x;
#else
    double sum = x[0];
    for (int k = 1; k < SS_LANES_WIDTH; ++k)
        sum += x[k];
    return sum;
#endif
}

/* The sizes of numbers, as bits: they are in the order of |x|, a NaN above all. */
#if SS_LANES_WIDTH == 1
typedef long long lane_size;
#else
typedef long long lane_size __attribute__((vector_size(8 * SS_LANES_WIDTH)));
#endif

INLINE lane_size lane_larger(lane_size most, real x)
{
#if SS_LANES_WIDTH == 1
    const double magnitude = fabs(x);
    lane_size size = 0;
    memcpy(&size, &magnitude, sizeof size);
    return size > most ? size : most;
#else
    const lane_size size = (lane_size)x & ((lane_size){0} + INT64_MAX);
#ifdef SS_LANES_MASKED
    return (lane_size)_mm512_max_epi64((__m512i)size, (__m512i)most);
#else
    const lane_size which = size > most;
    return (which & size) | (~which & most);
#endif
#endif
}

/* The largest of all lanes, as a number. */
INLINE double lane_most(lane_size most)
{
    long long largest = 0;
    double x = 0.0;
#if SS_LANES_WIDTH == 1
    largest = most;
#else
    for (int k = 0; k < SS_LANES_WIDTH; ++k)
        largest = most[k] > largest ? most[k] : largest;
#endif
    memcpy(&x, &largest, sizeof x);
    return x;
}

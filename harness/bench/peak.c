/* Multiplications and additions one by one, as the build has them: it forbids a * b + c in one
 * (-ffp-contract=off). Intrinsics, because a compiler may vectorise what is meant to be scalar.
 * Twelve independent sums: the latency of the two (8 cycles at most) times two units over the two
 * operations, and some to spare.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/bench/peak.h"

#if defined(__x86_64__)
#include <immintrin.h>

enum { N_SUMS = 12 };

/* The sums begin with different numbers, or the compiler makes one of several. */
#define DEFINE_PEAK(name, isa, vector, bits, set1, kind, store, width)                             \
    __attribute__((target(isa))) static double run_##name(size_t turns)                            \
    {                                                                                              \
        const vector a = set1(0.999999), b = set1(1e-6);                                           \
        vector sums[N_SUMS];                                                                       \
        for (size_t i = 0; i < N_SUMS; ++i)                                                        \
            sums[i] = set1((double)i);                                                             \
        for (size_t k = 0; k < turns; ++k) {                                                       \
            _Pragma("GCC unroll 12") /* into registers */                                          \
                for (size_t i = 0; i < N_SUMS; ++i) sums[i] =                                      \
                    _mm##bits##_add_##kind(_mm##bits##_mul_##kind(sums[i], a), b);                 \
        }                                                                                          \
        double out[N_SUMS * (width)], sum = 0.0;                                                   \
        for (size_t i = 0; i < N_SUMS; ++i)                                                        \
            store(out + (width)*i, sums[i]);                                                       \
        for (size_t i = 0; i < N_SUMS * (width); ++i)                                              \
            sum += out[i];                                                                         \
        return sum;                                                                                \
    }

DEFINE_PEAK(scalar, "sse2", __m128d, , _mm_set_sd, sd, _mm_store_sd, 1)
DEFINE_PEAK(baseline, "sse2", __m128d, , _mm_set1_pd, pd, _mm_storeu_pd, 2)
DEFINE_PEAK(avx2, "avx2", __m256d, 256, _mm256_set1_pd, pd, _mm256_storeu_pd, 4)
DEFINE_PEAK(avx512, "avx512f", __m512d, 512, _mm512_set1_pd, pd, _mm512_storeu_pd, 8)
#else
enum { N_SUMS = 8 };

/* As the compiler has it. */
static double run_baseline(size_t turns)
{
    double s[N_SUMS] = {1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0}, sum = 0.0;
    for (size_t k = 0; k < turns; ++k)
        for (size_t i = 0; i < N_SUMS; ++i)
            s[i] = s[i] * 0.999999 + 1e-6;
    for (size_t i = 0; i < N_SUMS; ++i)
        sum += s[i];
    return sum;
}
#endif

/* Features of the CPU that an instruction set needs, by bits. */
enum { AVX2 = 1, AVX512 = 2 };

bool ss_bench_peak_is_available(const ss_bench_peak *peak)
{
    unsigned has = 0;
#if defined(__x86_64__)
    has |= __builtin_cpu_supports("avx2") ? AVX2 : 0;
    has |= __builtin_cpu_supports("avx512f") ? AVX512 : 0;
#endif
    return (peak->needs & ~has) == 0;
}

/* The triad in the vectors of an instruction set. */
#define DEFINE_TRIAD(name, ...)                                                                    \
    __VA_ARGS__ static void triad_##name(double *restrict a, const double *restrict b,             \
                                         const double *restrict c, double s, size_t n)             \
    {                                                                                              \
        for (size_t i = 0; i < n; ++i)                                                             \
            a[i] = b[i] + s * c[i];                                                                \
    }

DEFINE_TRIAD(plain, )
#if defined(__x86_64__)
DEFINE_TRIAD(avx2, __attribute__((target("avx2"))))
DEFINE_TRIAD(avx512, __attribute__((target("avx512f"))))
#endif

static const ss_bench_peak peaks[] = {
#if defined(__x86_64__)
    {"scalar", 2.0 * N_SUMS, 0, run_scalar, triad_plain},
    {"baseline", 4.0 * N_SUMS, 0, run_baseline, triad_plain},
    {"avx2", 8.0 * N_SUMS, AVX2, run_avx2, triad_avx2},
    {"avx512", 16.0 * N_SUMS, AVX512, run_avx512, triad_avx512},
#else
    {"baseline", 2.0 * N_SUMS, 0, run_baseline, triad_plain},
#endif
};

enum { N_PEAKS = sizeof peaks / sizeof peaks[0] };
_Static_assert((size_t)N_PEAKS <= SS_BENCH_MOST_PEAKS, "room for each");

const ss_bench_peak *ss_bench_peak_at(size_t k)
{
    return k < N_PEAKS ? &peaks[k] : NULL;
}

void ss_bench_triad(double *restrict a, const double *restrict b, const double *restrict c,
                    double s, size_t n)
{
    size_t k = N_PEAKS - 1;
    while (!ss_bench_peak_is_available(&peaks[k]))
        --k;
    peaks[k].triad(a, b, c, s, n);
}

/* Loops whose time the arithmetic units alone decide.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_BENCH_PEAK_H
#define SS_HARNESS_BENCH_PEAK_H

#include <stdbool.h>
#include <stddef.h>

enum { SS_BENCH_MOST_PEAKS = 4 };

/* An instruction set: run `turns` turns of its loop, `flops_a_turn` double operations each, as many
 * multiplications as additions, none fused. Returns a number that depends on all of them. */
typedef struct ss_bench_peak {
    const char *name; /* "scalar", "baseline" (the vectors of the build), "avx2", "avx512" */
    double flops_a_turn;
    unsigned needs; /* of the CPU: for ss_bench_peak_is_available */
    double (*run)(size_t turns);
    /* a = b + s c of n numbers, in its vectors */
    void (*triad)(double *restrict a, const double *restrict b, const double *restrict c, double s,
                  size_t n);
} ss_bench_peak;

/* The k-th instruction set, narrowest first, or NULL past the last. */
const ss_bench_peak *ss_bench_peak_at(size_t k);

/* Has this CPU the instruction set? */
bool ss_bench_peak_is_available(const ss_bench_peak *peak);

/* The triad a = b + s c of n numbers, in the widest vectors that the CPU has. */
void ss_bench_triad(double *restrict a, const double *restrict b, const double *restrict c,
                    double s, size_t n);

#endif

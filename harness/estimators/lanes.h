/* Terms of an estimator (ss_estimator.term) of groups of packed contacts, eight at a time, from the
 * records of a sweep and the velocities that it holds: what a look of the referee costs little by
 * (harness/run/group_look.h). SS_TERMS_OF(e1), in the file of an estimator that has
 * harness/estimators/e1_terms.h, declares its kernels and defines `lane_terms`, an array over
 * ss_isa; CMake compiles lanes.c with every *_terms.h that is there:
 *
 *     e1_terms.h ---- lanes.c, WIDTH 1, 8, 4, 8 ---> ss_terms_e1_scalar, wide8, avx2, avx512
 *     e1.c: SS_TERMS_OF(e1) ---> lane_terms[isa], in its descriptor
 *
 * The terms are those of `term` but for rounding: the numbers are in the fixed frame, not in those
 * of the contacts. How much that can be is in the allowance for held velocities (harness/run/held.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_ESTIMATORS_LANES_H
#define SS_HARNESS_ESTIMATORS_LANES_H

#include "solvers/sphere/packed.h"

/* A walk over groups of one pack: those that order[first] to order[last - 1] number, until their
 * terms come to more than enough. */
typedef struct ss_terms_walk {
    const uint32_t *order;
    size_t first, last;
    double enough;
    double *worth; /* by group: its terms, of those that the walk has looked at */
    double sum;    /* their terms are added */
} ss_terms_walk;

/* Walk; returns the place in the order at which it has ended. */
typedef size_t ss_lane_terms(const ss_packed *packed, ss_terms_walk *walk);

#if defined(__x86_64__)
#define SS_TERMS_X86(id)                                                                           \
    [SS_ISA_AVX2] = ss_terms_##id##_avx2, [SS_ISA_AVX512] = ss_terms_##id##_avx512
#else
#define SS_TERMS_X86(id)
#endif

#define SS_TERMS_OF(id)                                                                            \
    ss_lane_terms ss_terms_##id##_scalar, ss_terms_##id##_wide8, ss_terms_##id##_avx2,             \
        ss_terms_##id##_avx512;                                                                    \
    static ss_lane_terms *const lane_terms[SS_N_ISA] = {[SS_ISA_SCALAR] = ss_terms_##id##_scalar,  \
                                                        [SS_ISA_WIDE8] = ss_terms_##id##_wide8,    \
                                                        SS_TERMS_X86(id)}

#endif

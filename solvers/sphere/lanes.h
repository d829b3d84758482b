/* The kernels of one local solver. SS_LANES_OF(sal), in the file of a solver with a step for
 * several contacts at once (solvers/sphere/sal_step.h), declares them and defines `lane_groups`, an
 * array over ss_isa; ss_lanes_sal_singles sweeps contacts without a group. CMake compiles
 * solvers/sphere/lanes.c with every *_step.h that is there.
 *
 *     sal_step.h ---- lanes.c, WIDTH 1 ------> ss_lanes_sal_scalar, ss_lanes_sal_singles
 *                ---- lanes.c, WIDTH 8 ------> ss_lanes_sal_wide8     vectors, no instruction set
 *                ---- lanes.c, WIDTH 4, AVX -> ss_lanes_sal_avx2
 *                ---- lanes.c, WIDTH 8, AVX -> ss_lanes_sal_avx512
 *     sal.c: SS_LANES_OF(sal) ---> lane_groups[isa], in its ss_lane_kernel
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SPHERE_LANES_H
#define SS_SOLVERS_SPHERE_LANES_H

#include "solvers/sphere/packed.h"

#if defined(__x86_64__)
#define SS_LANES_X86(id)                                                                           \
    [SS_ISA_AVX2] = ss_lanes_##id##_avx2, [SS_ISA_AVX512] = ss_lanes_##id##_avx512
#else
#define SS_LANES_X86(id)
#endif

#define SS_LANES_OF(id)                                                                            \
    ss_lanes_sweep ss_lanes_##id##_scalar, ss_lanes_##id##_wide8, ss_lanes_##id##_avx2,            \
        ss_lanes_##id##_avx512;                                                                    \
    ss_lanes_singles ss_lanes_##id##_singles;                                                      \
    static ss_lanes_sweep *const lane_groups[SS_N_ISA] = {[SS_ISA_SCALAR] =                        \
                                                              ss_lanes_##id##_scalar,              \
                                                          [SS_ISA_WIDE8] = ss_lanes_##id##_wide8,  \
                                                          SS_LANES_X86(id)}

#endif

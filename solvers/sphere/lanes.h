/* The batched sweeps of one local solver, in every form. Its file says
 *
 *     #define SS_LANE_STEP "solvers/sphere/NAME_step.h"
 *     #include "solvers/sphere/lanes.h"
 *
 * and has `lane_groups`, an array over ss_isa, and `lane_singles`. The step and the sweep around it
 * are one source, compiled once for each width; vectors are the compilers' own (GCC and clang).
 *
 * No include guard: the step is the parameter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/packed.h"

#include <math.h>
#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#define SS_LANES_JOIN_(name, suffix) name##_##suffix
#define SS_LANES_JOIN(name, suffix)  SS_LANES_JOIN_(name, suffix)
#define SS_LANES_NAME(name)          SS_LANES_JOIN(name, SS_LANES_FORM)

#define SS_LANES_FORM  scalar
#define SS_LANES_WIDTH 1
#include "solvers/sphere/lane_form.h"
#undef SS_LANES_FORM
#undef SS_LANES_WIDTH

#define SS_LANES_FORM  wide8
#define SS_LANES_WIDTH 8
#include "solvers/sphere/lane_form.h"
#undef SS_LANES_FORM
#undef SS_LANES_WIDTH

#if defined(__x86_64__)
#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx2")
#endif
#define SS_LANES_FORM  avx2
#define SS_LANES_WIDTH 4
#define SS_LANES_AVX
#include "solvers/sphere/lane_form.h"
#undef SS_LANES_FORM
#undef SS_LANES_WIDTH
#undef SS_LANES_AVX
#ifdef __clang__
#pragma clang attribute pop
#pragma clang attribute push(__attribute__((target("avx512f,avx512dq,avx512vl"))),                 \
                             apply_to = function)
#else
#pragma GCC pop_options
#pragma GCC push_options
#pragma GCC target("avx512f,avx512dq,avx512vl")
#endif
#define SS_LANES_FORM  avx512
#define SS_LANES_WIDTH 8
#define SS_LANES_AVX
#include "solvers/sphere/lane_form.h"
#undef SS_LANES_FORM
#undef SS_LANES_WIDTH
#undef SS_LANES_AVX
#ifdef __clang__
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif

static void (*const lane_groups[SS_N_ISA])(const ss_packed *, size_t, size_t) = {
    [SS_ISA_SCALAR] = lane_groups_scalar,
    [SS_ISA_WIDE8] = lane_groups_wide8,
#if defined(__x86_64__)
    [SS_ISA_AVX2] = lane_groups_avx2,
    [SS_ISA_AVX512] = lane_groups_avx512,
#endif
};

static void lane_singles(const ss_packed *packed)
{
    lane_singles_scalar(packed);
}

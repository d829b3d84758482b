/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/vectors.h"

extern const ss_vector_form ss_vector_form_scalar, ss_vector_form_wide8, ss_vector_form_avx2,
    ss_vector_form_avx512;

const ss_vector_form *ss_vector_form_of(ss_isa isa)
{
    switch (isa) {
#if defined(__x86_64__)
    case SS_ISA_AVX512:
        return &ss_vector_form_avx512;
    case SS_ISA_AVX2:
        return &ss_vector_form_avx2;
#endif
    case SS_ISA_WIDE8:
        return &ss_vector_form_wide8;
    default:
        return &ss_vector_form_scalar;
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/mix.h"

extern const ss_mix_form ss_mix_form_scalar, ss_mix_form_wide8, ss_mix_form_avx2,
    ss_mix_form_avx512;

const ss_mix_form *ss_mix_form_of(ss_isa isa)
{
    switch (isa) {
#if defined(__x86_64__)
    case SS_ISA_AVX512:
        return &ss_mix_form_avx512;
    case SS_ISA_AVX2:
        return &ss_mix_form_avx2;
#endif
    case SS_ISA_WIDE8:
        return &ss_mix_form_wide8;
    default:
        return &ss_mix_form_scalar;
    }
}

void ss_mix_scale(double *to, const ss_packed *packed, const double *d)
{
    const size_t in_groups = SS_LANES * packed->n_groups;
    for (size_t at = 0; at < ss_mix_lanes(packed); ++at) {
        const uint32_t c =
            at < in_groups ? packed->contact[at] : packed->single_contact[at - in_groups];
        to[at] = c != SS_NO_CONTACT ? d[c] : 1.0;
    }
}

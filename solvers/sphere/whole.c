/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/whole.h"

extern const ss_whole_form ss_whole_form_scalar, ss_whole_form_wide8, ss_whole_form_avx2,
    ss_whole_form_avx512;

const ss_whole_form *ss_whole_form_of(ss_isa isa)
{
    switch (isa) {
#if defined(__x86_64__)
    case SS_ISA_AVX512:
        return &ss_whole_form_avx512;
    case SS_ISA_AVX2:
        return &ss_whole_form_avx2;
#endif
    case SS_ISA_WIDE8:
        return &ss_whole_form_wide8;
    default:
        return &ss_whole_form_scalar;
    }
}

void ss_whole_impulses(double *r, const ss_problem *problem, const ss_packed *packed)
{
    const size_t c = ss_whole_form_of(ss_isa_of(0))->impulses(r, problem, packed, 0);
    ss_whole_form_scalar.impulses(r, problem, packed, c);
}

/* Contacts of balls: what the widest form leaves the scalar one does. */
static void find_image(double *u, double *state, ss_whole_sums *sums, const ss_problem *problem,
                       const double *r)
{
    const ss_whole_form *const form = ss_whole_form_of(ss_isa_of(0));
    const ss_moving *const moving = &problem->balls->moving;
    memcpy(state, moving->v_free, 6 * moving->n_bodies * sizeof *state);
    ss_whole_form_scalar.start(state, problem, r, form->start(state, problem, r, 0));
    ss_whole_form_scalar.velocities(u, sums, problem, state, r,
                                    form->velocities(u, sums, problem, state, r, 0));
}

void ss_whole_image(double *u, double *state, ss_whole_sums *sums, const ss_problem *problem,
                    const double *r)
{
    const bool balls = problem->form == SS_FORM_BALLS;
    ss_whole_sums made = {balls ? 0.0 : NAN, balls ? 0.0 : NAN};
    if (balls)
        find_image(u, state, &made, problem, r);
    else
        ss_operator_start(state, problem, r);
    for (size_t c = 0; !balls && c < problem->n_contacts; ++c)
        ss_operator_velocity(u + 3 * c, problem, state, r, c);
    if (sums != NULL)
        *sums = made;
}

/* Observables of scenes of many balls ([S] 6.1): how many contacts are posed and how many carry
 * something, in their counts and a ball, and what moves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_GRAINS_H
#define SS_PROBLEMS_SCENES_GRAINS_H

#include "problems/motion/observable.h"

/* N_p, the contacts of the step that were posed, and N_e, those of them with r_n > 0. N_e of a
 * loose solve is noise; its strict form, r_n > 1e-6 m g h with m the smallest mass, is not. */
extern const ss_observable ss_observable_potential;
extern const ss_observable ss_observable_effective;
extern const ss_observable ss_observable_effective_strict;

/* Z: effective contacts a moving body, one between two of them counted twice, over those that have
 * any; NAN where none has. */
extern const ss_observable ss_observable_coordination;

/* Kinetic energy after the step, J. */
extern const ss_observable ss_observable_kinetic_energy;

/* The overlap, in radii of the smallest ball, above which a run of these scenes is unphysical,
 * whatever its residual ([S]'s law does not push overlaps out; choice). */
#define SS_GRAINS_OVERLAP 0.5

/* The observables that all scenes of many balls have. */
#define SS_GRAINS_OBSERVABLES                                                                      \
    &ss_observable_potential, &ss_observable_effective, &ss_observable_effective_strict,           \
        &ss_observable_coordination, &ss_observable_kinetic_energy, &ss_observable_boundary_work,  \
        &ss_observable_contact_work, &ss_observable_energy_balance,                                \
        &ss_observable_momentum_balance

#endif

/* Observables of scenes of many balls ([S] 6.1): how many contacts are posed and how many carry
 * something, in their counts and a ball, and what moves.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_GRAINS_H
#define SS_PROBLEMS_SCENES_GRAINS_H

#include "problems/motion/observable.h"

/* Lines of N_p, the contacts of the step that were posed, and N_e, those of them with r_n > 0. */
#define SS_GRAINS_CONTACTS                                                                         \
    {"potential", "-", "N_p of [S] 6.1: contacts handed to the solver"},                           \
    {                                                                                              \
        "effective", "-", "N_e of [S] 6.1: contacts with r_n > 0"                                  \
    }

/* Lines of Z, effective contacts a moving body, one between two of them counted twice, over those
 * that have any, NAN where none has; and of the kinetic energy after the step, J. */
#define SS_GRAINS_BODIES                                                                           \
    {"coordination", "-",                                                                          \
     "effective contacts a ball, each counted once for each ball it has, of balls that have any"}, \
    {                                                                                              \
        "kinetic_energy", "J", "kinetic energy of translation and rotation"                        \
    }

/* The numbers of one pass over the contacts: N_e; its strict form, r_n > 1e-6 m g h with m the
 * smallest mass, which is not noise where a solve is loose; Z. */
typedef struct ss_grains {
    double effective, strict, coordination;
} ss_grains;
ss_grains ss_grains_of(const ss_moment *moment);

/* Both pairs of lines, with `effective_strict` between them. */
extern const ss_observable ss_observable_grains;

/* The overlap, in radii of the smallest ball, above which a run of these scenes is unphysical,
 * whatever its residual ([S]'s law does not push overlaps out; choice). */
#define SS_GRAINS_OVERLAP 0.5

/* The observables that all scenes of many balls have. */
#define SS_GRAINS_OBSERVABLES                                                                      \
    &ss_observable_grains, &ss_observable_energy, &ss_observable_momentum_balance

#endif

/* A recording of a scene of many balls ([S] section 6): its observables by name, means over steps,
 * the moments of a discharge, and the pressure under a pile.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPRODUCE_GRAINS_H
#define SS_HARNESS_REPRODUCE_GRAINS_H

#include "harness/reproduce/recording.h"

/* An observable after a step, from 1; NaN if the run has none of that name, or no such step. */
double ss_grains_at(const ss_recording *recording, const char *name, size_t step);

/* Its mean over the steps `from` + 1 to `to`, those left out in which it is none; NaN if it is none
 * in all of them. */
double ss_grains_mean(const ss_recording *recording, const char *name, size_t from, size_t to);

/* The same over the last `n` steps, or all if there are fewer. */
double ss_grains_last_mean(const ss_recording *recording, const char *name, size_t n);

/* The first step after which the share `part` of the balls is out of the silo; 0: never. */
size_t ss_grains_out_step(const ss_recording *recording, double part);

enum { SS_GRAINS_RINGS = 12 };

/* Mean pressure (Pa) of the rings of the base, over the last 40 steps, into p; returns their
 * number, 0 where the run has none, or was never at rest. Ring k is from 4 k to 4 (k + 1) mean
 * radii. */
size_t ss_grains_pressure(double p[SS_GRAINS_RINGS], const ss_recording *recording);

/* Hydrostatic pressure under the highest ball (Pa): 0.6 of the density, times gravity and its
 * height; NaN where the run does not tell. */
double ss_grains_hydrostatic(const ss_recording *recording);

#endif

/* What the checks draw at random: numbers, directions, rotations and blocks W of a contact. All
 * from a generator with a seed, so that a check gives the same finding every time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_RANDOM_H
#define SS_HARNESS_CHECK_RANDOM_H

#include "problems/base/error.h"

#include <gsl/gsl_rng.h>

/* A mt19937; free with gsl_rng_free. Turns GSL's aborting error handler off. NULL and an error
 * without memory. */
gsl_rng *ss_check_random_create(unsigned long seed, ss_error *error);

/* Uniform in [low, high]; uniform in its logarithm; a unit vector; a rotation (row-major). */
double ss_check_random_uniform(gsl_rng *rng, double low, double high);
double ss_check_random_log_uniform(gsl_rng *rng, double low, double high);
void ss_check_random_direction(gsl_rng *rng, double n[3]);
void ss_check_random_rotation(gsl_rng *rng, double R[9]);

/* W = scale diag(1, k, k), k of solid spheres (7/2), discs (3) or with e_t = 1 (7/4). */
void ss_check_random_sphere_block(gsl_rng *rng, double W[9], double scale);

/* W positive definite: scale times a rotated diagonal from 1 down to 1/condition, plus a skew
 * part of relative size `skew`, which leaves x.W x as it was. */
void ss_check_random_full_block(gsl_rng *rng, double W[9], double scale, double condition,
                                double skew);

#endif

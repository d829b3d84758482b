/* Rain on a round base: the other way to build a heap than out of a silo, which the pressure under
 * it is compared with (method 13.8; experiments: a heap from a point may have a dip in its
 * middle, one from a rain has none).
 *
 * Balls fall layer after layer from one height, each layer at rest when it begins and its balls
 * anywhere over the base alike, so that chains of force have no way outwards to be laid down
 * along. The base has a free edge: who rolls over it falls into a sink.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_RAIN_H
#define SS_PROBLEMS_SCENES_RAIN_H

#include "problems/scenes/packing.h"

typedef struct ss_rain {
    double base;   /* its radius, about the z axis at z = 0, m */
    double height; /* of the centres of a layer when it begins, m */
} ss_rain;

/* Make the bodies of a scene: `packing.n` balls, of which the radii are used alone, and behind them
 * the base. All balls are parked above `height`, in the layers that they will fall in. Radii and
 * places are drawn from gsl's mt19937 seeded with the scene's instance. False and an error when
 * lengths contradict each other, or balls could pass through the base in a step. */
bool ss_rain_open(ss_scene *scene, const ss_rain *rain, const ss_packing *packing, ss_error *error);

/* Let in the balls whose layer begins before the middle of the step from t (s) on, and park those
 * that have fallen off the base. As an ss_drive. */
bool ss_rain_drive(ss_scene *scene, const ss_rain *rain, const ss_packing *packing, double t,
                   ss_error *error);

#endif

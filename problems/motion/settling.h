/* Balls come to rest by penalty forces instead of steps: a pack of any number of balls in seconds,
 * in equilibrium without friction (method 12.5).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_SETTLING_H
#define SS_PROBLEMS_MOTION_SETTLING_H

#include "problems/motion/scene.h"

/* Move the balls of a scene, which lie anywhere between its walls and may overlap, to where their
 * weights (gravity along -z) and linear springs at their overlaps balance, until the root
 * mean square of the forces left is `still` mean weights. The balls are `swell` (a share of their
 * radii) larger meanwhile, and no spring is shorter by more than that of the smallest one:
 * afterwards none overlap, and those that carried a force are at most 2 swell radii apart.
 * Velocities stay as they are. `layers`: about how many balls lie upon each other, by which the
 * softest springs are as stiff as the pack is heavy: all falls into place the sooner, the softer
 * they are. False and an error without memory, SS_ERROR_DATA when the balls do
 * not come to rest or are wedged. */
bool ss_settling_relax(ss_scene *scene, double swell, double still, double layers, ss_error *error);

#endif

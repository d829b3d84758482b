/* The change of the spin of a body of unequal moments of inertia without torques (method 13.1).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_SPIN_H
#define SS_PROBLEMS_MOTION_SPIN_H

#include "problems/bodies/bodies.h"

/* Make w (rad/s, along the axes of the body) what it is a time h (s) later without torques: Euler's
 * equations by the implicit midpoint rule, which keeps energy and the size of the angular momentum.
 * `inverse`: the inverse moments, 0 about axes that it does not turn about. */
void ss_spin_freely(double w[3], const double inverse[3], double h);

/* The work (J) that this change did in the step that ends now, on body b, whose spin was `before`
 * (fixed frame): 0 without impulses, for half of what they add to the spin is turned with it. */
double ss_spin_work(const ss_bodies *bodies, size_t b, const double before[3], double h,
                    double theta);

#endif

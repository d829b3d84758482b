/* Constants that several scenes have: what their observables are measured by (method 13).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_CONSTANTS_H
#define SS_PROBLEMS_SCENES_CONSTANTS_H

#include "problems/motion/observable.h"

/* Weight (N) of all round bodies that have a bound, from their radii: balls, or with a thickness
 * above 0 (m) discs. */
double ss_constants_weight(const ss_scene *scene, double thickness);

/* Of heaps and piles of balls: weight, and bulk_weight (N/m^3). */
extern const ss_constants ss_constants_heap;

#endif

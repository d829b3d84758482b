/* Constants that several scenes have: what their observables are measured by (method 13).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_SCENES_CONSTANTS_H
#define SS_PROBLEMS_SCENES_CONSTANTS_H

#include "problems/motion/observable.h"

/* Weight (N) of all round bodies that have a bound, from their radii: balls, or with a thickness
 * above 0 (m) discs. */
double ss_constants_weight(const ss_scene *scene, double thickness);
double ss_constants_weight_of_balls(const ss_scene *scene);

/* Weight of a unit of volume (N/m^3): of the material, and of balls that are packed at random, of
 * which it fills 0.6. */
double ss_constants_unit_weight(const ss_scene *scene);
double ss_constants_bulk_weight(const ss_scene *scene);

/* Elements of a scene's list. */
#define SS_CONSTANT_WEIGHT                                                                         \
    {                                                                                              \
        "weight", "N", "M g of all balls", ss_constants_weight_of_balls, 0                         \
    }
#define SS_CONSTANT_BULK_WEIGHT                                                                    \
    {                                                                                              \
        "bulk_weight", "N/m^3", "0.6 rho g: of a volume of packed balls",                          \
            ss_constants_bulk_weight, 0                                                            \
    }

#endif

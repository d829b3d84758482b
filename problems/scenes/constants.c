/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/constants.h"

#include <math.h>

double ss_constants_weight(const ss_scene *scene, double thickness)
{
    const ss_bodies *const bodies = &scene->bodies;
    double volume = 0.0;
    for (size_t b = 0; b < bodies->n; ++b) {
        const double a = bodies->radius[b];
        if (ss_bodies_shape(bodies, b)->kind->round && isfinite(a))
            volume += M_PI * a * a * (thickness > 0.0 ? thickness : 4.0 / 3.0 * a);
    }
    return volume * scene->params.density * scene->params.gravity;
}

static void fill_heap(ss_observed *out, const ss_scene *scene)
{
    const double packed = 0.6; /* of the volume, by balls at random */
    ss_observe(out, "weight", ss_constants_weight(scene, 0.0));
    ss_observe(out, "bulk_weight", packed * scene->params.density * scene->params.gravity);
}

const ss_constants ss_constants_heap =
    SS_OBSERVABLE_GROUP(fill_heap, {"weight", "N", "M g of all balls"},
                        {"bulk_weight", "N/m^3", "0.6 rho g: of a volume of packed balls"});

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

double ss_constants_weight_of_balls(const ss_scene *scene)
{
    return ss_constants_weight(scene, 0.0);
}

double ss_constants_unit_weight(const ss_scene *scene)
{
    return scene->params.density * scene->params.gravity;
}

double ss_constants_bulk_weight(const ss_scene *scene)
{
    const double packed = 0.6;
    return packed * scene->params.density * scene->params.gravity;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/vessel_walls.h"

#include <math.h>

const double ss_vessel_layer_in_radii = 2.5;

bool ss_vessel_set_slot(ss_bodies *bodies, double width, ss_error *error)
{
    const ss_plane sides[SS_VESSEL_SLOT] = {
        {{0.0, 0.0, 1.0}, 0.0}, {{1.0, 0.0, 0.0}, 0.0}, {{-1.0, 0.0, 0.0}, -width}};
    bool set = true;
    for (size_t w = 0; set && w < SS_VESSEL_SLOT; ++w)
        set = ss_bodies_set_shape(bodies, bodies->n_moving + w, &ss_shape_plane, &sides[w], error);
    return set;
}

bool ss_vessel_set_square(ss_bodies *bodies, double width, ss_error *error)
{
    const ss_plane sides[] = {{{0.0, 1.0, 0.0}, 0.0}, {{0.0, -1.0, 0.0}, -width}};
    bool set = ss_vessel_set_slot(bodies, width, error);
    for (size_t w = SS_VESSEL_SLOT; set && w < SS_VESSEL_SQUARE; ++w)
        set = ss_bodies_set_shape(bodies, bodies->n_moving + w, &ss_shape_plane,
                                  &sides[w - SS_VESSEL_SLOT], error);
    return set;
}

double ss_vessel_floor(const ss_scene *scene)
{
    return scene->bodies.x[3 * scene->bodies.n_moving + 2];
}

double ss_vessel_from_side(const ss_scene *scene, const double x[3])
{
    const double half = 0.5 * ((const ss_vessel_params *)scene->own)->packing.width;
    const double aside[2] = {fabs(x[0] - half), fabs(x[1] - half)};
    const size_t n_walls = scene->bodies.n - scene->bodies.n_moving;
    return half - (n_walls == SS_VESSEL_SLOT     ? aside[0]
                   : n_walls == SS_VESSEL_SQUARE ? fmax(aside[0], aside[1])
                                                 : hypot(aside[0], aside[1]));
}

bool ss_vessel_in_layer(const ss_scene *scene, const double x[3])
{
    const double radius = ((const ss_vessel_params *)scene->own)->packing.radius_max;
    return ss_vessel_from_side(scene, x) < ss_vessel_layer_in_radii * radius;
}

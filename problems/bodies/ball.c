/* A solid sphere.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/shape.h"

#include <math.h>

static bool mass(ss_mass *out, const void *shape, double density)
{
    const double a = ((const ss_ball *)shape)->radius, m = density * (4.0 / 3.0) * M_PI * a * a * a;
    const double inertia = 0.4 * m * a * a; /* kg m^2: 2/5 m a^2 of a solid sphere */
    *out = (ss_mass){.mass = m, .inertia = {inertia, inertia, inertia}};
    return true;
}

const ss_shape_kind ss_shape_ball = {
    .name = "ball", .dim = 3, .size = sizeof(ss_ball), .round = true, .mass = mass};

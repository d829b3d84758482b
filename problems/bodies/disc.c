/* A disc in the x-z plane: a ball to all that it touches, with a disc's mass. Its moment of inertia
 * is given to all three axes: it turns about y only, and is then a ball to the solvers too.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/shape.h"

#include <math.h>

static bool mass(ss_mass *out, const void *shape, double density)
{
    const double a = ((const ss_ball *)shape)->radius, m = density * M_PI * a * a;
    const double inertia = 0.5 * m * a * a; /* kg m^2, about y; 1 m thick */
    *out = (ss_mass){.mass = m, .inertia = {inertia, inertia, inertia}};
    return true;
}

const ss_shape_kind ss_shape_disc = {
    .name = "disc", .dim = 2, .size = sizeof(ss_ball), .round = true, .mass = mass};

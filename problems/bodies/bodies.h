/* Rigid spheres and fixed plane walls. SI units.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_BODIES_BODIES_H
#define SS_PROBLEMS_BODIES_BODIES_H

#include "problems/base/error.h"

#include <stddef.h>

/* The spheres, as arrays over bodies. Velocities are 6 numbers a body: linear (m/s), then angular
 * (rad/s), both in the fixed frame. One more entry, index n, is the immobile ground that walls
 * belong to: zero velocity, zero inverse mass. */
typedef struct ss_bodies {
    size_t n;
    double *x;           /* 3 n: centres, m */
    double *orientation; /* 4 n: unit quaternions (w, x, y, z) */
    double *v;           /* 6 (n + 1) */
    double *radius;      /* n, m */
    double *inv_mass;    /* n + 1, 1/kg */
    double *inv_inertia; /* n + 1, 1/(kg m^2) */
} ss_bodies;

/* The fixed half-space normal . x >= offset is free; normal is a unit vector, offset in m. */
typedef struct ss_wall {
    double normal[3];
    double offset;
} ss_wall;

/* Allocate n bodies at the origin, at rest, identity orientation, no mass yet. Free with
 * ss_bodies_free, which accepts a zeroed struct. */
bool ss_bodies_create(ss_bodies *bodies, size_t n, ss_error *error);
void ss_bodies_free(ss_bodies *bodies);

/* What their arrays hold, bytes. */
size_t ss_bodies_bytes(const ss_bodies *bodies);

/* Give body b its radius (m) and the mass and inertia of a ball of that radius. `density` is in
 * kg/m^3; inertia = inertia_factor m a^2, 2/5 for a solid sphere. */
void ss_bodies_set_ball(ss_bodies *bodies, size_t b, double radius, double density,
                        double inertia_factor);

/* Kinetic energy of translation and rotation; potential energy -sum m g.x, zero at the origin. */
double ss_bodies_kinetic_energy(const ss_bodies *bodies);
double ss_bodies_potential_energy(const ss_bodies *bodies, const double gravity[3]);

/* Move every centre by dt times its velocity and turn every orientation with it. */
void ss_bodies_drift(ss_bodies *bodies, double dt);

/* True when all positions and velocities are finite and below 1e100 in size. */
bool ss_bodies_finite(const ss_bodies *bodies);

#endif

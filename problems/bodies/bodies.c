/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/bodies/bodies.h"

#include "problems/contact/vec3.h"

#include <stdlib.h>

bool ss_bodies_create(ss_bodies *bodies, size_t n, ss_error *error)
{
    *bodies = (ss_bodies){.n = n};
    bodies->x = calloc(3 * n + 1, sizeof *bodies->x);
    bodies->orientation = calloc(4 * n + 1, sizeof *bodies->orientation);
    bodies->v = calloc(6 * (n + 1), sizeof *bodies->v);
    bodies->radius = calloc(n + 1, sizeof *bodies->radius);
    bodies->inv_mass = calloc(n + 1, sizeof *bodies->inv_mass);
    bodies->inv_inertia = calloc(n + 1, sizeof *bodies->inv_inertia);
    if (!bodies->x || !bodies->orientation || !bodies->v || !bodies->radius || !bodies->inv_mass ||
        !bodies->inv_inertia) {
        ss_bodies_free(bodies);
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu bodies", n);
    }
    for (size_t b = 0; b < n; ++b)
        bodies->orientation[4 * b] = 1.0;
    return true;
}

void ss_bodies_free(ss_bodies *bodies)
{
    free(bodies->x);
    free(bodies->orientation);
    free(bodies->v);
    free(bodies->radius);
    free(bodies->inv_mass);
    free(bodies->inv_inertia);
    *bodies = (ss_bodies){.n = 0};
}

size_t ss_bodies_bytes(const ss_bodies *b)
{
    return b->n * (3 * sizeof *b->x + 4 * sizeof *b->orientation + sizeof *b->radius) +
           (b->n + 1) * (6 * sizeof *b->v + sizeof *b->inv_mass + sizeof *b->inv_inertia);
}

void ss_bodies_set_ball(ss_bodies *bodies, size_t b, double radius, double density,
                        double inertia_factor)
{
    const double mass = density * (4.0 / 3.0) * M_PI * radius * radius * radius;
    bodies->radius[b] = radius;
    bodies->inv_mass[b] = 1.0 / mass;
    bodies->inv_inertia[b] = 1.0 / (inertia_factor * mass * radius * radius);
}

double ss_bodies_kinetic_energy(const ss_bodies *bodies)
{
    double energy = 0.0;
    for (size_t b = 0; b < bodies->n; ++b) {
        const double *const v = bodies->v + 6 * b;
        energy += 0.5 * (ss_dot(v, v) / bodies->inv_mass[b] +
                         ss_dot(v + 3, v + 3) / bodies->inv_inertia[b]);
    }
    return energy;
}

double ss_bodies_potential_energy(const ss_bodies *bodies, const double gravity[3])
{
    double energy = 0.0;
    for (size_t b = 0; b < bodies->n; ++b)
        energy -= ss_dot(gravity, bodies->x + 3 * b) / bodies->inv_mass[b];
    return energy;
}

/* q <- exp(dt w / 2) q, renormalised; w in the fixed frame. */
static void rotate(double q[4], const double w[3], double dt)
{
    const double half = 0.5 * dt * ss_norm(w);
    if (half == 0.0)
        return;
    const double s = 0.5 * dt * sin(half) / half;
    const double d[4] = {cos(half), s * w[0], s * w[1], s * w[2]};
    const double p[4] = {d[0] * q[0] - d[1] * q[1] - d[2] * q[2] - d[3] * q[3],
                         d[0] * q[1] + d[1] * q[0] + d[2] * q[3] - d[3] * q[2],
                         d[0] * q[2] - d[1] * q[3] + d[2] * q[0] + d[3] * q[1],
                         d[0] * q[3] + d[1] * q[2] - d[2] * q[1] + d[3] * q[0]};
    const double inv = 1.0 / sqrt(p[0] * p[0] + ss_dot(p + 1, p + 1));
    for (int k = 0; k < 4; ++k)
        q[k] = inv * p[k];
}

void ss_bodies_drift(ss_bodies *bodies, double dt)
{
    for (size_t b = 0; b < bodies->n; ++b) {
        ss_axpy(bodies->x + 3 * b, dt, bodies->v + 6 * b);
        rotate(bodies->orientation + 4 * b, bodies->v + 6 * b + 3, dt);
    }
}

bool ss_bodies_finite(const ss_bodies *bodies)
{
    bool finite = true;
    for (size_t k = 0; k < 3 * bodies->n; ++k)
        finite = finite && fabs(bodies->x[k]) < 1e100;
    for (size_t k = 0; k < 6 * bodies->n; ++k)
        finite = finite && fabs(bodies->v[k]) < 1e100;
    return finite;
}

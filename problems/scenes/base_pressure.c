/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/base_pressure.h"

#include "problems/contact/operator.h"

#include <math.h>

static const double ring_width = 4.0; /* mean radii */
static const double same = 1e-9;      /* relative difference of distances that are alike */
static const double still = 1e-2;     /* root mean square of speeds / (g h) */

static double from_axis(const ss_moment *m, size_t b)
{
    return hypot(m->scene->bodies.x[3 * b], m->scene->bodies.x[3 * b + 1]);
}

static size_t floor_of(const ss_scene *scene)
{
    return scene->blocks_at < scene->bodies.n ? scene->blocks_at : scene->bodies.n_moving;
}

/* A range of distances from the axis, m: from <= distance < to. */
typedef struct range {
    double from, to;
} range;

static bool is_within(const ss_moment *m, size_t b, range of)
{
    const double distance = from_axis(m, b);
    return of.from <= distance && distance < of.to;
}

/* Balls of the base and what acts on the base through them. */
typedef struct base {
    size_t n;
    double force;   /* N, downwards */
    double nearest; /* distance of the nearest from the axis, m; INFINITY where there is none */
} base;

static void add_ball(base *sum, const ss_moment *m, size_t b)
{
    ++sum->n;
    sum->nearest = fmin(sum->nearest, from_axis(m, b));
}

static base base_within(const ss_moment *m, range of)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    const double h = m->scene->params.h;
    const size_t ground = floor_of(m->scene);
    base sum = {.nearest = INFINITY};
    for (size_t b = 0; bodies->blocked != NULL && b < bodies->n_moving; ++b)
        if (ss_bodies_is_blocked(bodies, b) && is_within(m, b, of)) {
            add_ball(&sum, m, b);
            sum.force -= ss_bodies_mass(bodies, b) * m->scene->gravity[2];
        }
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const size_t i = contact.i, j = contact.j;
        double p[3];
        ss_rigid_impulse(p, &contact, m->r + 3 * c);
        if (ss_bodies_is_blocked(bodies, i) && is_within(m, i, of)) {
            sum.force -= p[2] / h;
        } else if (j == ground && is_within(m, i, of)) {
            add_ball(&sum, m, i);
            sum.force += p[2] / h;
        }
        if (j < bodies->n_moving && ss_bodies_is_blocked(bodies, j) && is_within(m, j, of))
            sum.force += p[2] / h;
    }
    return sum;
}

static double mean_radius(const ss_bodies *bodies)
{
    double sum = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        sum += bodies->radius[b];
    return sum / (double)bodies->n_moving;
}

ss_base_ring ss_base_ring_of(const ss_moment *m, size_t k)
{
    const double width = ring_width * mean_radius(&m->scene->bodies);
    const range of = {(double)k * width, (double)(k + 1) * width};
    const base sum = base_within(m, of);
    return (ss_base_ring){sum.n, sum.force, M_PI * (of.to * of.to - of.from * of.from)};
}

double ss_base_ring_unknown(const ss_moment *m, size_t k)
{
    (void)m;
    (void)k;
    return NAN;
}

double ss_base_middle(const ss_moment *m)
{
    const base all = base_within(m, (range){0.0, INFINITY});
    base middle = {.nearest = all.nearest};
    range next = {0.0, 0.0};
    if (all.n == 0)
        return NAN;
    while (9 * middle.n < all.n) {
        const double distance = base_within(m, (range){next.to, INFINITY}).nearest;
        next.to = distance * (1.0 + same) + same * mean_radius(&m->scene->bodies);
        middle = base_within(m, (range){0.0, next.to});
    }
    return middle.force / (double)middle.n / (all.force / (double)all.n);
}

static double base_force(const ss_moment *m)
{
    return base_within(m, (range){0.0, INFINITY}).force;
}

static double weight_at_rest(const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    const double fall = m->scene->gravity[2] * m->scene->params.h;
    double mass = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        mass += ss_bodies_is_parked(bodies, b) ? 0.0 : ss_bodies_mass(bodies, b);
    const bool rests = ss_bodies_kinetic_energy(bodies) < 0.5 * mass * pow(still * fall, 2.0);
    return rests ? -mass * m->scene->gravity[2] : NAN;
}

const ss_observable ss_observable_base_force = {
    .name = "base_force",
    .unit = "N",
    .meaning = "force on the base, downwards; exact: the weight, at rest",
    .value = base_force,
    .exact = weight_at_rest};

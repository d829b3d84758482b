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

/* Through the balls at each of n ranges, in one pass over the contacts. */
static void add_bases(base *sums, const ss_moment *m, const range *of, size_t n)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    const double h = m->scene->params.h;
    const size_t ground = floor_of(m->scene);
    for (size_t k = 0; k < n; ++k)
        sums[k] = (base){.nearest = INFINITY};
    for (size_t b = 0; bodies->blocked != NULL && b < bodies->n_moving; ++b)
        for (size_t k = 0; ss_bodies_is_blocked(bodies, b) && k < n; ++k)
            if (is_within(m, b, of[k])) {
                add_ball(&sums[k], m, b);
                sums[k].force -= ss_bodies_mass(bodies, b) * m->scene->gravity[2];
            }
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const size_t i = contact.i, j = contact.j;
        const bool is_j_held = j < bodies->n_moving && ss_bodies_is_blocked(bodies, j);
        double p[3];
        ss_rigid_impulse(p, &contact, m->r + 3 * c);
        for (size_t k = 0; k < n; ++k) {
            if (ss_bodies_is_blocked(bodies, i) && is_within(m, i, of[k])) {
                sums[k].force -= p[2] / h;
            } else if (j == ground && is_within(m, i, of[k])) {
                add_ball(&sums[k], m, i);
                sums[k].force += p[2] / h;
            }
            if (is_j_held && is_within(m, j, of[k]))
                sums[k].force += p[2] / h;
        }
    }
}

static base base_within(const ss_moment *m, range of)
{
    base sum;
    add_bases(&sum, m, &of, 1);
    return sum;
}

static double mean_radius(const ss_bodies *bodies)
{
    double sum = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        sum += bodies->radius[b];
    return sum / (double)bodies->n_moving;
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

void ss_base_fill(ss_observed *out, const ss_moment *m,
                  double (*exact)(const ss_moment *moment, const ss_base_ring *ring))
{
    const double width = ring_width * mean_radius(&m->scene->bodies);
    range of[1 + SS_BASE_RINGS] = {{0.0, INFINITY}}; /* all, and the rings */
    base sums[1 + SS_BASE_RINGS];
    for (size_t k = 0; k < SS_BASE_RINGS; ++k)
        of[1 + k] = (range){(double)k * width, (double)(k + 1) * width};
    add_bases(sums, m, of, 1 + SS_BASE_RINGS);
    ss_observe_exact(out, "base_force", sums[0].force, weight_at_rest(m));
    for (size_t k = 1; k <= SS_BASE_RINGS; ++k) {
        const double area = M_PI * (of[k].to * of[k].to - of[k].from * of[k].from);
        const ss_base_ring ring = {sums[k].n, sums[k].force, area};
        char name[16];
        snprintf(name, sizeof name, "base_%zu", k - 1);
        ss_observe_exact(out, name, ring.force / area, exact != NULL ? exact(m, &ring) : NAN);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/base_pressure.h"

#include <math.h>
#include <stdlib.h>

static const double ring_width = 4.0; /* mean radii */
static const double same = 1e-9;      /* relative difference of distances that are alike */
static const double still = 1e-2;     /* root mean square of speeds / (g h) */

static void add(ss_base *base, const ss_moment *m, size_t b, bool is_ball, double force)
{
    const double *const x = m->scene->bodies.x + 3 * b;
    base->pushes[base->n++] = (ss_base_push){hypot(x[0], x[1]), force, is_ball};
}

bool ss_base_begin(ss_base *base, const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    const double h = m->scene->params.h;
    const size_t at = m->scene->blocks_at, ground = at < bodies->n ? at : bodies->n_moving;
    base->n = 0;
    base->pushes =
        malloc((bodies->n_moving + 2 * m->problem->n_contacts + 1) * sizeof *base->pushes);
    if (base->pushes == NULL)
        return false;
    for (size_t b = 0; bodies->blocked != NULL && b < bodies->n_moving; ++b)
        if (ss_bodies_is_blocked(bodies, b))
            add(base, m, b, true, -(ss_bodies_mass(bodies, b) * m->scene->gravity[2]));
    for (ss_contact_walk w = ss_walk_begin(m, "base", ""); ss_walk_next(&w);) {
        const size_t i = w.contact.i, j = w.contact.j;
        if (ss_bodies_is_blocked(bodies, i))
            add(base, m, i, false, -(w.p[2] / h));
        else if (j == ground)
            add(base, m, i, true, w.p[2] / h);
        if (j < bodies->n_moving && ss_bodies_is_blocked(bodies, j))
            add(base, m, j, false, w.p[2] / h);
    }
    return true;
}

/* Balls of the base and what acts on it through them, from <= distance < to. */
typedef struct part {
    size_t n;
    double force;   /* N, downwards */
    double nearest; /* distance of the nearest from the axis, m; INFINITY where there is none */
} part;

static part part_within(const ss_base *base, double from, double to)
{
    part sum = {.nearest = INFINITY};
    for (const ss_base_push *p = base->pushes; p < base->pushes + base->n; ++p) {
        if (!(from <= p->from_axis && p->from_axis < to))
            continue;
        sum.force += p->force;
        sum.n += p->is_ball;
        if (p->is_ball)
            sum.nearest = fmin(sum.nearest, p->from_axis);
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

double ss_base_middle(const ss_base *base, const ss_moment *m)
{
    const part all = part_within(base, 0.0, INFINITY);
    part middle = {.nearest = all.nearest};
    double to = 0.0;
    if (all.n == 0)
        return NAN;
    while (9 * middle.n < all.n) {
        const double distance = part_within(base, to, INFINITY).nearest;
        to = distance * (1.0 + same) + same * mean_radius(&m->scene->bodies);
        middle = part_within(base, 0.0, to);
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

void ss_base_fill(ss_observed *out, const ss_base *base, const ss_moment *m,
                  double (*exact)(const ss_moment *moment, const ss_base_ring *ring))
{
    const double width = ring_width * mean_radius(&m->scene->bodies);
    ss_observe_exact(out, "base_force", part_within(base, 0.0, INFINITY).force, weight_at_rest(m));
    for (size_t k = 0; k < SS_BASE_RINGS; ++k) {
        const double from = (double)k * width, to = (double)(k + 1) * width;
        const part in = part_within(base, from, to);
        const ss_base_ring ring = {in.n, in.force, M_PI * (to * to - from * from)};
        char name[16];
        snprintf(name, sizeof name, "base_%zu", k);
        ss_observe_exact(out, name, ring.force / ring.area, exact != NULL ? exact(m, &ring) : NAN);
    }
}

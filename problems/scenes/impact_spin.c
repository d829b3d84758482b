/* A ball with spin meets a plane: the three-parameter law (mu, e_n, e_t) in closed form. One step
 * without gravity, posed so that the ball touches the plane at its middle.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    double radius, approach, slip, speed;
    int shape;
} params;

enum { BALL, DISC };

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 5e-3, SS_ABOVE_ZERO, 1e3, "m", "radius", "choice"),
    SS_CHOICE(params, shape, "shape", BALL, "ball|disc",
              "a ball, or a disc in the x-z plane (inertia 1/2 instead of `inertia`)", "choice"),
    SS_REAL(params, approach, "approach", 1.0, SS_ABOVE_ZERO, 1e6, "m/s",
            "velocity towards the plane", "choice"),
    SS_REAL(params, slip, "slip", 2.0, -1e6, 1e6, "m/s",
            "velocity of the point that touches, along x, before the impact",
            "choice: it slides; below 1.275 it sticks"),
    SS_REAL(params, speed, "speed", 0.5, -1e6, 1e6, "m/s",
            "velocity of the centre along x before the impact", "choice: backspin"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.3, "choice"},
    {"e_n", 0.7, "choice"},
    {"e_t", 0.4, "[M] section 8, Figure 3"},
    {"h", 1e-4, "choice"},
    {"steps", 1, "the impact"},
    {"gravity", 0.0, "the impact alone"},
    {"margin", 1e-9, "choice: touches in spite of rounding"},
};

static bool open(ss_scene *scene, const void *values, unsigned long instance, ss_error *error)
{
    const params *const p = values;
    const double up[3] = {0.0, 0.0, 1.0};
    const ss_ball disc = {p->radius};
    ss_bodies *const bodies = &scene->bodies;
    (void)instance;
    if (!ss_bodies_create(bodies, 1, 1, error) || !ss_bodies_set_plane(bodies, 1, up, 0.0, error))
        return false;
    bodies->x[2] = p->radius + (1.0 - p->scene.theta) * p->scene.h * p->approach;
    bodies->v[0] = p->speed;
    bodies->v[2] = -p->approach;
    bodies->v[4] = (p->speed - p->slip) / p->radius;
    if (p->shape == DISC)
        return ss_bodies_set_shape(bodies, 0, &ss_shape_disc, &disc, error) &&
               ss_bodies_set_mass(bodies, 0, p->scene.density);
    ss_bodies_set_ball(bodies, 0, p->radius, p->scene.density, p->scene.inertia_factor);
    return true;
}

static double inertia_factor(const params *p)
{
    return p->shape == DISC ? 0.5 : p->scene.inertia_factor;
}

static double slip(const ss_moment *m)
{
    const params *const p = m->scene->own;
    return m->scene->bodies.v[0] - p->radius * m->scene->bodies.v[4];
}

/* It sticks where friction can turn the slip round to -e_t of it. */
static double exact_slip(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const ss_scene_params *const s = &p->scene;
    const double k = 1.0 + 1.0 / inertia_factor(p);
    const double most = k * s->mu * (1.0 + s->e_n) * p->approach;
    if (s->gravity != 0.0 || (s->restitution != SS_LAW_MENDED && s->restitution != SS_LAW_SUM))
        return NAN;
    return (1.0 + s->e_t) * fabs(p->slip) <= most ? -s->e_t * p->slip
                                                  : p->slip - copysign(most, p->slip);
}

static double speed(const ss_moment *m)
{
    return m->scene->bodies.v[0];
}

static double exact_speed(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double k = 1.0 + 1.0 / inertia_factor(p);
    return p->speed + (exact_slip(m) - p->slip) / k;
}

static double rebound(const ss_moment *m)
{
    return m->scene->bodies.v[2];
}

static double exact_rebound(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const bool known = p->scene.gravity == 0.0 && p->scene.restitution != SS_LAW_IQS;
    return known ? p->scene.e_n * p->approach : NAN;
}

static const ss_observable_name names[] = {
    {"slip", "m/s", "velocity of the point that touches, along x"},
    {"speed", "m/s", "velocity of the centre along x"},
    {"rebound", "m/s", "velocity off the plane"},
    {.name = NULL}};

static void observe(ss_observed *out, const ss_moment *m)
{
    ss_observe_exact(out, "slip", slip(m), exact_slip(m));
    ss_observe_exact(out, "speed", speed(m), exact_speed(m));
    ss_observe_exact(out, "rebound", rebound(m), exact_rebound(m));
}

static const ss_observable observed = {.names = names, .fill = observe};
static const ss_observable *const observables[] = {&observed, &ss_observable_energy_balance, NULL};

const ss_catalogue_entry ss_problem_impact_spin = {
    .name = "impact-spin",
    .title = "a ball with spin meets a plane",
    .reference = "[M] section 2: the three-parameter law of Walton",
    .known = "sticks, with slip -e_t times as large, where (1 + e_t) |slip| <= k mu (1 + e_n) "
             "approach, k = 7/2 (disc: 3); else the slip falls by the right-hand side",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = observables,
};

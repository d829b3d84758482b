/* A ball with spin meets a plane: the three-parameter law (mu, e_n, e_t) in closed form. One step
 * without gravity, posed so that the ball touches the plane at its middle.
 *
 * By its constants it slides: (1 + e_t) slip = 2.8 m/s is above k mu (1 + e_n) approach = 1.785
 * m/s, k = 7/2 of a solid sphere. Exact under the laws `mended` and `sum`, whose impulses are the
 * same here.
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

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    ss_bodies *const bodies = &scene->bodies;
    if (!ss_scene_make_on_floor(scene, 1, error))
        return false;
    bodies->x[2] = p->radius + (1.0 - p->scene.theta) * p->scene.h * p->approach;
    bodies->v[0] = p->speed;
    bodies->v[2] = -p->approach;
    bodies->v[4] = (p->speed - p->slip) / p->radius;
    if (p->shape == DISC)
        return ss_scene_set_disc(scene, 0, p->radius, error);
    ss_scene_set_ball(scene, 0, p->radius);
    return true;
}

/* The slip after the impact: it sticks where friction can turn the slip round to -e_t of it. `k`:
 * of the velocity of the point that touches, what an impulse gives, over that of the centre. */
static double exact_slip(const params *p, double k)
{
    const ss_scene_params *const s = &p->scene;
    const double most = k * s->mu * (1.0 + s->e_n) * p->approach;
    if (s->gravity != 0.0 || (s->restitution != SS_LAW_MENDED && s->restitution != SS_LAW_SUM))
        return NAN;
    return (1.0 + s->e_t) * fabs(p->slip) <= most ? -s->e_t * p->slip
                                                  : p->slip - copysign(most, p->slip);
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double *const v = m->scene->bodies.v;
    const double k = 1.0 + 1.0 / (p->shape == DISC ? 0.5 : p->scene.inertia_factor);
    const double slip = exact_slip(p, k);
    const bool is_known = p->scene.gravity == 0.0 && !SS_LAW_IS_IQS(p->scene.restitution);
    ss_observe_exact(out, "slip", v[0] - p->radius * v[4], slip);
    ss_observe_exact(out, "speed", v[0], p->speed + (slip - p->slip) / k);
    ss_observe_exact(out, "rebound", v[2], is_known ? p->scene.e_n * p->approach : NAN);
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"slip", "m/s", "velocity of the point that touches, along x"},
                        {"speed", "m/s", "velocity of the centre along x"},
                        {"rebound", "m/s", "velocity off the plane"});

const ss_catalogue_entry ss_problem_impact_spin = {
    .name = "impact-spin",
    .title = "a ball with spin meets a plane",
    .reference = "[M] section 2: the three-parameter law of Walton",
    .known = "sticks, with slip -e_t times as large, where (1 + e_t) |slip| <= k mu (1 + e_n) "
             "approach, k = 7/2 (disc: 3); else the slip falls by the right-hand side",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed, &ss_observable_energy_balance),
};

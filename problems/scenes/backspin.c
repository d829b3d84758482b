/* A ball with backspin slides, then rolls, forwards or back to where it came from, in any
 * direction:
 *
 *     v = v0 - mu g t while it slips, and v0 - k (v0 + a w)/(1 + k) from then on, k = I/(m a^2)
 *     (of a solid sphere (5 v0 - 2 a w)/7)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/one_contact.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    double radius, speed, spin, heading;
} params;

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 0.02, SS_ABOVE_ZERO, 1e3, "m", "radius of the ball",
            "choice"),
    SS_REAL(params, speed, "speed", 1.0, 0.0, 1e6, "m/s", "velocity of the centre at the start",
            "choice"),
    SS_REAL(params, spin, "spin", 200.0, 0.0, 1e9, "rad/s", "backspin at the start",
            "choice: above 5 speed/(2 radius), 125: it comes back"),
    SS_REAL(params, heading, "heading", 30.0, -360.0, 360.0, "degree",
            "direction of the launch, from x towards y",
            "choice: between the directions that a frame has"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.3, "choice"},
    SS_ONE_CONTACT_DEFAULTS,
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const double to = p->heading * M_PI / 180.0;
    if (!ss_scene_make_on_floor(scene, 1, error))
        return false;
    ss_scene_set_ball(scene, 0, p->radius);
    scene->bodies.x[2] = p->radius;
    /* rolling along d turns about z x d; backspin the other way */
    scene->bodies.v[0] = p->speed * cos(to);
    scene->bodies.v[1] = p->speed * sin(to);
    scene->bodies.v[3] = p->spin * sin(to);
    scene->bodies.v[4] = -p->spin * cos(to);
    return true;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double to = p->heading * M_PI / 180.0, *const v = m->scene->bodies.v;
    const double slip = p->speed + p->radius * p->spin, k = p->scene.inertia_factor;
    const double rolling = p->speed - k * slip / (1.0 + k);
    ss_observe_exact(out, "speed", cos(to) * v[0] + sin(to) * v[1],
                     fmax(rolling, p->speed - p->scene.mu * p->scene.gravity * m->scene->time));
    ss_observe_exact(out, "sideways", cos(to) * v[1] - sin(to) * v[0], 0.0);
    ss_observe_exact(out, "lift", m->scene->bodies.x[2] - p->radius, 0.0);
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"speed", "m/s", "velocity of the centre along the heading"},
                        {"sideways", "m/s", "velocity of the centre across it"},
                        {"lift", "m", "distance from the floor"});

const ss_catalogue_entry ss_problem_backspin = {
    .name = "backspin",
    .title = "a ball with backspin slides, then rolls, perhaps back",
    .reference = "textbook mechanics of a solid sphere",
    .known = "rolls at speed - k (speed + radius spin)/(1 + k), k the inertia factor, in the end",
    .stop = "e1",
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed),
};

/* A ball is launched along a horizontal plane: it slides, then rolls ([D] 4.1, Table 1).
 *
 * With friction mu the contact point slips until t = 2 v0/(7 mu g); from then on the ball rolls
 * without slipping at 5/7 v0 (solid sphere).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    double radius, speed;
} params;

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 5e-3, SS_ABOVE_ZERO, 1e3, "m", "radius of the ball",
            "[D] 4.1"),
    SS_REAL(params, speed, "speed", 1.5, -1e6, 1e6, "m/s", "initial velocity v0 along x",
            "[D] 4.1"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.7, "[D] 4.1"},
    {"h", 1e-4, "[D] 4.1"},
    {"steps", 2000, "[D] 4.1"},
    {"tol", 1e-10, "[D] 4.1"},
    {"max-sweeps", 5000, "choice: [D] gives none here, 5000 elsewhere"},
    {"restitution", SS_LAW_PRINTED, "choice: under it [D]'s settings work, method 8"},
    {"e_t", 1.0, "choice: not given in [D], method 8"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_scene_make_on_floor(scene, 1, error))
        return false;
    ss_scene_set_ball(scene, 0, p->radius);
    scene->bodies.x[2] = p->radius;
    scene->bodies.v[0] = p->speed;
    return true;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double sliding = fabs(p->speed) - p->scene.mu * p->scene.gravity * m->scene->time;
    const double rolling = fabs(p->speed) / (1.0 + p->scene.inertia_factor);
    ss_observe_exact(out, "speed", m->scene->bodies.v[0],
                     copysign(fmax(rolling, sliding), p->speed));
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"speed", "m/s", "velocity of the centre along x"});

const ss_catalogue_entry ss_problem_sliding_ball = {
    .name = "sliding-ball",
    .title = "a ball launched along a plane slides, then rolls",
    .reference = "[D] 4.1, Table 1, Figures 4 to 7",
    .known = "rolls without slipping from t = 2 v0/(7 mu g) on, at 5/7 v0 (solid sphere)",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed, &ss_observable_energy_balance),
};

/* A block slides on a plane until friction has stopped it: v = v0 - mu g t, without turning as long
 * as mu is below width/height.
 *
 * The smallest problem whose contacts share a body: two corners, of which friction loads the front
 * one more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    double width, height, speed;
} params;

static const ss_option rows[] = {
    SS_REAL(params, width, "width", 0.2, SS_ABOVE_ZERO, 1e3, "m", "width of the block", "choice"),
    SS_REAL(params, height, "height", 0.1, SS_ABOVE_ZERO, 1e3, "m", "height of the block",
            "choice"),
    SS_REAL(params, speed, "speed", 1.0, 0.0, 1e6, "m/s", "initial velocity v0 along x", "choice"),
};

static const ss_option_default defaults[] = {
    {"steps", 400, "choice: it stops at 0.34 s"},
    {"margin", 1e-6, "choice: contacts at rest stay listed in spite of rounding"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_scene_make_on_floor(scene, 1, error))
        return false;
    scene->bodies.x[2] = 0.5 * p->height;
    scene->bodies.v[0] = p->speed;
    return ss_scene_set_block(scene, 0, p->width, p->height, error);
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    ss_observe_exact(out, "speed", m->scene->bodies.v[0],
                     fmax(0.0, p->speed - p->scene.mu * p->scene.gravity * m->scene->time));
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"speed", "m/s", "velocity of the centre along x"});

const ss_catalogue_entry ss_problem_sliding_block = {
    .name = "sliding-block",
    .title = "a block slides on a plane until friction has stopped it",
    .reference = "textbook mechanics",
    .known = "v = v0 - mu g t until it rests",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables =
        SS_OBSERVABLE_GROUPS(&observed, &ss_observable_support, &ss_observable_energy_balance),
};

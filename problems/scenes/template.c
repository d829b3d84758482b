/* template: a scene to begin with, written by `stickslip new-scene`. A ball falls on a plane; put
 * your own bodies into `open`, and what you want to know of them into `observe`.
 *
 * Parameters that all scenes have (mu, h, steps, ...) are listed by `stickslip describe template`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene; /* what all scenes have, first */
    double radius, height;
} params;

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 1e-2, SS_ABOVE_ZERO, 1e3, "m", "radius of the ball",
            "choice"),
    SS_REAL(params, height, "height", 5e-2, 0.0, 1e3, "m", "of its fall", "choice"),
};

/* Other defaults of what all scenes have. */
static const ss_option_default defaults[] = {{"steps", 200, "choice"}};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_scene_make_on_floor(scene, 1, error))
        return false;
    ss_scene_set_ball(scene, 0, p->radius);
    scene->bodies.x[2] = p->radius + p->height; /* x, y, z of body 0 */
    return true;
}

/* After each step a row of observables.csv; the second number is the exact one, nan if not known.
 */
static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double fall = p->scene.gravity * m->scene->time;
    const bool falls = fall * fall < 2.0 * p->scene.gravity * p->height;
    ss_observe_exact(out, "speed", -m->scene->bodies.v[2], falls ? fall : NAN);
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"speed", "m/s", "speed of the fall"});

const ss_catalogue_entry ss_problem_template = {
    .name = "template",
    .title = "a new scene: a ball falls on a plane",
    .reference = "say where it is from",
    .known = "until it touches, v = g t",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed),
};

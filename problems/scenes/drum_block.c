/* A block in a drum that turns about a level axis: it slides, and stays where the slope is that of
 * its friction, tan(angle) = mu, however fast the drum turns. It is a ball that nothing turns, at
 * rest there from the start; a law by which it lifts throws it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/one_contact.h"
#include "problems/scenes/scene_table.h"

#include "problems/contact/vec3.h"

typedef struct params {
    ss_scene_params scene;
    double radius, drum, turning;
} params;

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 0.02, SS_ABOVE_ZERO, 1e3, "m", "radius of the ball",
            "choice"),
    SS_REAL(params, drum, "drum", 0.2, SS_ABOVE_ZERO, 1e3, "m", "radius of the drum", "choice"),
    SS_REAL(params, turning, "turning", 5.0, 0.0, 1e6, "rad/s", "of the drum",
            "choice: its surface moves at 1 m/s"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.5, "choice: at 26.565 degrees"},
    SS_ONE_CONTACT_DEFAULTS,
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const ss_cylinder drum = {{0.0, 1.0, 0.0}, p->drum, -INFINITY, INFINITY};
    const double angle = atan(p->scene.mu), arm = p->drum - p->radius;
    if (arm <= 0.0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "radius %g m: the drum of radius %g m must be larger", p->radius,
                            p->drum);
    if (!ss_bodies_create(&scene->bodies, 1, 1, error) ||
        !ss_bodies_set_shape(&scene->bodies, 1, &ss_shape_cylinder, &drum, error))
        return false;
    ss_one_contact_set_block(scene, p->radius);
    scene->bodies.x[0] = arm * sin(angle);
    scene->bodies.x[2] = -arm * cos(angle);
    scene->bodies.v[6 + 4] = -p->turning; /* the bottom moves along x */
    return true;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double *const x = m->scene->bodies.x;
    ss_observe_exact(out, "angle", atan2(x[0], -x[2]), atan(p->scene.mu));
    ss_observe_exact(out, "speed", ss_norm(m->scene->bodies.v), 0.0);
    ss_observe_exact(out, "lift", p->drum - p->radius - hypot(x[0], x[2]), 0.0);
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"angle", "rad", "of the block, from the bottom"},
                        {"speed", "m/s", "of the block"}, {"lift", "m", "distance from the drum"});

const ss_catalogue_entry ss_problem_drum_block = {
    .name = "drum-block",
    .title = "a block stays at the angle of its friction in a drum that turns",
    .reference = "textbook mechanics of a mass point",
    .known = "tan(angle) = mu, at rest, however fast the drum turns",
    .stop = "e1",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed),
};

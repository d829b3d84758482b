/* A ball is released on an inclined plane: a scene with a known answer in both regimes.
 *
 *   mu >= (2/7) tan(angle)   rolls without slipping:  v = (5/7) g t sin(angle)
 *   mu <  (2/7) tan(angle)   slides:                  v = g t (sin(angle) - mu cos(angle))
 *
 * (solid sphere from rest; v is the velocity of the centre down the slope). The plane, not gravity,
 * is inclined, so that the contact frame is not aligned with the axes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include "problems/contact/vec3.h"

typedef struct params {
    ss_scene_params scene;
    double radius, angle;
} params;

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 5e-3, SS_ABOVE_ZERO, 1e3, "m", "radius of the ball",
            "as sliding-ball"),
    SS_REAL(params, angle, "angle", 30.0, 0.0, 89.0, "degree", "slope of the plane",
            "choice: a textbook slope"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.3, "choice: rolls; 0.1 slides (the limit is (2/7) tan 30 = 0.165)"},
    {"h", 1e-4, "as sliding-ball"},
    {"steps", 1000, "choice: 0.1 s"},
    {"restitution", SS_LAW_PRINTED, "as sliding-ball"},
    {"e_t", 1.0, "choice: as sliding-ball"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const double angle = p->angle * M_PI / 180.0;
    const double normal[3] = {sin(angle), 0.0, cos(angle)};
    if (!ss_bodies_create(&scene->bodies, 1, 1, error) ||
        !ss_bodies_set_plane(&scene->bodies, 1, normal, 0.0, error))
        return false;
    ss_scene_set_ball(scene, 0, p->radius);
    ss_axpy(scene->bodies.x, p->radius, normal);
    return true;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double angle = p->angle * M_PI / 180.0, *const v = m->scene->bodies.v;
    const double rolling = sin(angle) / (1.0 + p->scene.inertia_factor);
    const double sliding = sin(angle) - p->scene.mu * cos(angle);
    ss_observe_exact(out, "speed", v[0] * cos(angle) - v[2] * sin(angle),
                     p->scene.gravity * m->scene->time * fmax(rolling, sliding));
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"speed", "m/s", "velocity of the centre down the slope"});

const ss_catalogue_entry ss_problem_inclined_ball = {
    .name = "inclined-ball",
    .title = "a ball released on an inclined plane rolls, or slides when mu is small",
    .reference = "textbook mechanics of a solid sphere",
    .known = "v = (5/7) g t sin(angle) if mu >= (2/7) tan(angle), "
             "else g t (sin(angle) - mu cos(angle))",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed, &ss_observable_energy_balance),
};

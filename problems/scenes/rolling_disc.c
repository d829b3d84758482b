/* A disc in the x-z plane is released on an inclined plane: from rest it
 *
 *   rolls   with (2/3) g t sin(angle)              if mu >= tan(angle)/3
 *   slides  with g t (sin(angle) - mu cos(angle))  else
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
    SS_REAL(params, radius, "radius", 5e-3, SS_ABOVE_ZERO, 1e3, "m", "radius of the disc",
            "choice"),
    SS_REAL(params, angle, "angle", 30.0, 0.0, 89.0, "degree", "slope of the plane",
            "choice: a textbook slope"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.3, "choice: rolls; 0.1 slides (the limit is tan(30)/3 = 0.192)"},
    {"h", 1e-4, "choice"},
    {"steps", 500, "choice: 0.05 s"},
};

static bool open(ss_scene *scene, const void *values, unsigned long instance, ss_error *error)
{
    const params *const p = values;
    const double angle = p->angle * M_PI / 180.0;
    const double normal[3] = {sin(angle), 0.0, cos(angle)};
    const ss_ball disc = {p->radius};
    (void)instance;
    if (!ss_bodies_create(&scene->bodies, 1, 1, error) ||
        !ss_bodies_set_plane(&scene->bodies, 1, normal, 0.0, error) ||
        !ss_bodies_set_shape(&scene->bodies, 0, &ss_shape_disc, &disc, error))
        return false;
    ss_axpy(scene->bodies.x, p->radius, normal);
    return ss_bodies_set_mass(&scene->bodies, 0, p->scene.density);
}

static double speed(const ss_moment *m)
{
    const double angle = ((const params *)m->scene->own)->angle * M_PI / 180.0;
    return m->scene->bodies.v[0] * cos(angle) - m->scene->bodies.v[2] * sin(angle);
}

static double exact_speed(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double angle = p->angle * M_PI / 180.0;
    return p->scene.gravity * m->scene->time *
           fmax(2.0 / 3.0 * sin(angle), sin(angle) - p->scene.mu * cos(angle));
}

static const ss_observable observed = {.name = "speed",
                                       .unit = "m/s",
                                       .meaning = "velocity of the centre down the slope",
                                       .value = speed,
                                       .exact = exact_speed};
static const ss_observable *const observables[] = {&observed, &ss_observable_energy_balance, NULL};

const ss_catalogue_entry ss_problem_rolling_disc = {
    .name = "rolling-disc",
    .title = "a disc released on an inclined plane rolls, or slides when mu is small",
    .reference = "textbook mechanics of a disc",
    .known = "v = (2/3) g t sin(angle) if mu >= tan(angle)/3, "
             "else g t (sin(angle) - mu cos(angle))",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = observables,
};

/* A block slides on a plane until friction has stopped it: v = v0 - mu g t, without turning as long
 * as mu is below width/height.
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

static bool open(ss_scene *scene, const void *values, unsigned long instance, ss_error *error)
{
    const params *const p = values;
    const double up[3] = {0.0, 0.0, 1.0};
    const ss_polygon block = ss_polygon_box(p->width, p->height);
    (void)instance;
    if (!ss_bodies_create(&scene->bodies, 1, 1, error) ||
        !ss_bodies_set_plane(&scene->bodies, 1, up, 0.0, error) ||
        !ss_bodies_set_shape(&scene->bodies, 0, &ss_shape_polygon, &block, error))
        return false;
    scene->bodies.x[2] = 0.5 * p->height;
    scene->bodies.v[0] = p->speed;
    return ss_bodies_set_mass(&scene->bodies, 0, p->scene.density);
}

static double speed(const ss_moment *m)
{
    return m->scene->bodies.v[0];
}

static double exact_speed(const ss_moment *m)
{
    const params *const p = m->scene->own;
    return fmax(0.0, p->speed - p->scene.mu * p->scene.gravity * m->scene->time);
}

static const ss_observable_name names[] = {{"speed", "m/s", "velocity of the centre along x"},
                                           {.name = NULL}};

static void observe(ss_observed *out, const ss_moment *m)
{
    ss_observe_exact(out, "speed", speed(m), exact_speed(m));
}

static const ss_observable observed = {.names = names, .fill = observe};
static const ss_observable *const observables[] = {&observed, &ss_observable_support,
                                                   &ss_observable_energy_balance, NULL};

const ss_catalogue_entry ss_problem_sliding_block = {
    .name = "sliding-block",
    .title = "a block slides on a plane until friction has stopped it",
    .reference = "textbook mechanics",
    .known = "v = v0 - mu g t until it rests",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = observables,
};

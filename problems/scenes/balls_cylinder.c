/* Balls fall into a vessel of revolution, a cylinder or a cup with a conical bottom, and come to
 * rest: wall and bottom together carry their weight.
 *
 * The wall is one curved body, touched from inside, so that contacts have normals in all
 * directions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/packing.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    ss_packing packing;
    int vessel;
} params;

enum { CYLINDER, CUP };

static const ss_option rows[] = {
    SS_PACKING_ROWS(params, 8, 4e-3, 5e-3, 2.2e-2),
    SS_CHOICE(params, vessel, "vessel", CYLINDER, "cylinder|cup",
              "a flat bottom, or a cone of 45 degrees around a flat middle", "choice"),
};

static const ss_option_default defaults[] = {
    {"h", 5e-4, "choice"},
    {"steps", 600, "choice: at rest by then"},
    {"max-sweeps", 20000, "choice"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    ss_packing packing = p->packing;
    const double r = packing.width / sqrt(2.0); /* around the square of the start */
    const ss_cylinder cylinder = {{0.0, 0.0, 1.0}, r, 0.0, INFINITY};
    const ss_revolved cup = {4, {{0.0, 0.0}, {0.5 * r, 0.0}, {r, 0.5 * r}, {r, 1e3 * r}}};
    const bool round = p->vessel == CUP;
    packing.jitter = 0.9;
    packing.first_layer = round ? 0.5 * r : 0.0;
    if (!ss_bodies_create(&scene->bodies, packing.n, 1, error) ||
        !ss_packing_fill(scene, &packing, error))
        return false;
    scene->bodies.x[3 * packing.n] = scene->bodies.x[3 * packing.n + 1] = 0.5 * packing.width;
    return ss_bodies_set_shape(&scene->bodies, packing.n,
                               round ? &ss_shape_revolved : &ss_shape_cylinder,
                               round ? (const void *)&cup : &cylinder, error);
}

const ss_catalogue_entry ss_problem_balls_cylinder = {
    .name = "balls-cylinder",
    .title = "balls come to rest in a cylinder or a cup",
    .reference = "statics",
    .known = "at rest the vessel carries the weight of the balls",
    .seeded = true,
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&ss_observable_support, &ss_observable_momentum_balance,
                                        &ss_observable_energy_balance),
};

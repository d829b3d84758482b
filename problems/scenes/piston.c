/* Balls in a box under a lid, a plane of its own mass without friction that is pressed down: at
 * rest the floor carries the weight of all and the load.
 *
 * The lid is a plane that moves: a body without bound, with a mass and no inverse inertia, so that
 * it stays level, and all balls may press on it at once. Its law is its own, by its material.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/packing.h"
#include "problems/scenes/scene_table.h"

typedef struct params {
    ss_scene_params scene;
    ss_packing packing;
    double mass, load;
} params;

static const ss_option rows[] = {
    SS_PACKING_ROWS(params, 8, 4e-3, 5e-3, 2.2e-2),
    SS_REAL(params, mass, "lid-mass", 0.05, SS_ABOVE_ZERO, 1e6, "kg", "mass of the lid", "choice"),
    SS_REAL(params, load, "lid-load", 1.0, 0.0, 1e9, "N", "force that presses the lid down",
            "choice: twice the weight of the lid"),
};

static const ss_option_default defaults[] = {
    {"h", 5e-4, "choice"},
    {"steps", 600, "choice: at rest by then"},
    {"tol", 1e-10, "choice"},
    {"max-sweeps", 20000, "choice"},
};

enum { LID_MATERIAL = 1 };

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const double down[3] = {0.0, 0.0, -1.0};
    const ss_law smooth = {.kind = p->scene.restitution};
    ss_packing packing = p->packing;
    const size_t lid = packing.n;
    packing.jitter = 0.9;
    if (!ss_bodies_create(&scene->bodies, packing.n + 1, 5, error) ||
        !ss_bodies_set_box(&scene->bodies, packing.width, packing.width, error) ||
        !ss_packing_fill(scene, &packing, error) ||
        !ss_bodies_set_plane(&scene->bodies, lid, down, 0.0, error) ||
        !ss_scene_make_loads(scene, error))
        return false;
    scene->box_width = packing.width;
    scene->bodies.x[3 * lid + 2] = ss_packing_height(&packing);
    scene->bodies.inv_mass[lid] = 1.0 / p->mass;
    scene->bodies.material[lid] = LID_MATERIAL;
    ss_scene_set_law(scene, 0, LID_MATERIAL, &smooth);
    scene->loads[6 * lid + 2] = -p->load;
    return true;
}

const ss_catalogue_entry ss_problem_piston = {
    .name = "piston",
    .title = "balls in a box under a lid with a mass and a load",
    .reference = "statics",
    .known = "at rest the floor carries the weight of balls and lid, and the load",
    .seeded = true,
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&ss_observable_support, &ss_observable_momentum_balance,
                                        &ss_observable_energy_balance),
};

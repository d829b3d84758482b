/* Balls in a box that is shaken up and down, z = A (1 - cos 2 pi f t), with laws of their own
 * between balls and walls ([M] sections 7 and 8: shaken vessels). They come to rest before.
 *
 * A period is 500 steps. The box begins at its lowest point, at rest, as what is in it does.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/packing.h"
#include "problems/scenes/scene_table.h"

#include <math.h>
#include <string.h>

typedef struct params {
    ss_scene_params scene;
    ss_packing packing;
    double amplitude, frequency, mu_wall, e_n_wall;
    int size;
} params;

static const ss_option rows[] = {
    SS_PACKING_ROWS(params, 30, 0.75e-3, 1e-3, 7e-3),
    SS_SCENE_SIZE(params, size),
    SS_REAL(params, amplitude, "amplitude", 1e-3, 0.0, 1e3, "m", "A", "[M] section 8, Figure 3"),
    SS_REAL(params, frequency, "frequency", 25.0, SS_ABOVE_ZERO, 1e6, "Hz", "f",
            "[M] section 8, Figure 3"),
    SS_REAL(params, mu_wall, "mu-wall", 0.8, 0.0, 1e3, "-", "mu between balls and walls",
            "[M] section 8, Figure 2"),
    SS_REAL(params, e_n_wall, "e_n-wall", 0.6, 0.0, 1.0, "-", "e_n between balls and walls",
            "[M] section 8, Figure 2"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.8, "[M] section 8, Figure 2"},
    {"e_n", 0.9, "[M] section 8, Figure 2"},
    {"h", 8e-5, "choice: 500 steps per period; [M] has 2000"},
    {"steps", 500, "choice: one period"},
    {"tol", 1e-10, "choice"},
};

static const ss_option_preset sizes[] = {SS_SCENE_FULL("balls", 1200),
                                         SS_SCENE_FULL("box", 1.4e-2)};

enum { WALLS = 1 };

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const ss_law law = {p->mu_wall, p->e_n_wall, p->scene.e_t, p->scene.restitution};
    ss_packing packing = p->packing;
    packing.jitter = 0.9;
    if (!ss_packing_open(scene, &packing, error))
        return false;
    memset(scene->bodies.material + packing.n, WALLS, 5);
    ss_scene_set_law(scene, 0, WALLS, &law);
    return true;
}

static bool drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const params *const p = scene->own;
    const double speed = 2.0 * M_PI * p->frequency, phase = speed * (t + 0.5 * h);
    (void)error;
    for (size_t b = scene->bodies.n_moving; b < scene->bodies.n; ++b) {
        scene->bodies.x[3 * b + 2] = p->amplitude * (1.0 - cos(phase));
        scene->bodies.v[6 * b + 2] = p->amplitude * speed * sin(phase);
    }
    return true;
}

const ss_catalogue_entry ss_problem_shaken_box = {
    .name = "shaken-box",
    .title = "balls in a box that is shaken up and down",
    .reference = "[M] sections 7 and 8",
    .known = "energy changes by the work of the box and of the contacts alone",
    .seeded = true,
    .settles = true,
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = open,
    .drive = drive,
    .observables = SS_OBSERVABLE_GROUPS(&ss_observable_energy, &ss_observable_momentum_balance),
};

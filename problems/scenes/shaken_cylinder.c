/* Spheres in a cylinder that is shaken up and down, and the forces of its wall ([M] section 8,
 * Figure 3).
 *
 * [M] plots N, the sum of the normal forces of the wall, and V, its force along the vertical, as
 * means over the 50 windows of a period: the steps a period are a multiple of 50.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/vessel.h"

#include <math.h>

static const ss_option rows[] = {
    SS_PACKING_BALLS(ss_vessel_params, 450, 1e-3, 1e-3,
                     "[M] Figure 3: 2 mm in diameter; 3630 of them in size=full, an eighth here"),
    SS_REAL(ss_vessel_params, packing.width, "diameter", 1.75e-2, SS_ABOVE_ZERO, 1e6, "m",
            "diameter of the cylinder", "choice: half that of size=full, 35 mm in [M] Figure 3"),
    SS_SCENE_SIZE(ss_vessel_params, vessel.size),
    SS_VESSEL_MOTION(ss_vessel_params, 1e-3, 25.0, 0.2, "[M] Figure 3: 25 Hz, 2 mm peak to peak"),
    SS_VESSEL_LAW(ss_vessel_params, 0.8, "choice: as between the balls", 0.95,
                  "choice: as between the balls", 0.4, "choice: as between the balls"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.8, "[M] Figure 3"},
    {"e_n", 0.95, "[M] Figure 3"},
    {"e_t", 0.4, "[M] Figure 3"},
    {"density", 2500.0, "choice: not given in [M], changes no motion"},
    {"h", 8e-5, "choice: 500 steps per period; [M] Figure 3 has 2000, as size=full"},
    {"steps", 9000, "choice: settling and 13 periods"},
    {"tol", 1e-8, "choice: eps has units, and the bodies are light; E1 has none"},
    {"max-sweeps", 300, "choice"},
};

/* A 2000th of a period a step; settling and as many periods as [M]. */
static const ss_option_preset sizes[] = {
    SS_SCENE_FULL("balls", 3630),
    SS_SCENE_FULL("diameter", 3.5e-2),
    SS_SCENE_FULL("h", 2e-5),
    SS_SCENE_FULL("steps", 50000),
};

/* A cell all of which is inside; in one that is as wide as the cylinder, all that a ball reaches.
 */
static bool is_inside(const void *vessel, const double centre[3], const double size[3])
{
    const ss_packing *const packing = &((const ss_vessel_params *)vessel)->packing;
    const double axis = 0.5 * packing->width, room = 0.5 * hypot(size[0], size[1]);
    const double spare = axis - hypot(centre[0] - axis, centre[1] - axis);
    return spare >= room || size[0] == packing->width;
}

static bool open(ss_scene *scene, ss_error *error)
{
    const ss_vessel_params *const p = scene->own;
    if (!ss_vessel_open(scene, SS_VESSEL_CYLINDER, error))
        return false;
    ss_packing packing = p->packing;
    const size_t wall = packing.n;
    const double radius = 0.5 * packing.width;
    const ss_cylinder cylinder = {{0.0, 0.0, 1.0}, radius, 0.0, INFINITY};
    packing.jitter = M_SQRT1_2; /* no corner of a cell as wide as the cylinder */
    packing.takes = is_inside;
    packing.vessel = p;
    scene->bodies.x[3 * wall] = scene->bodies.x[3 * wall + 1] = radius;
    return ss_packing_fill(scene, &packing, error) &&
           ss_bodies_set_shape(&scene->bodies, wall, &ss_shape_cylinder, &cylinder, error);
}

/* The mean stress of the bulk by the virial of the contacts, over the part of the cylinder up to
 * the highest centre. */
static double pressure(const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    const double radius = 0.5 * ((const ss_vessel_params *)m->scene->own)->packing.width;
    double top = 0.0, sum = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        top = fmax(top, bodies->x[3 * b + 2] - ss_vessel_floor(m->scene));
    for (ss_contact_walk w = ss_walk_begin(m, "pressure", ""); ss_walk_next(&w);) {
        const bool is_wall = w.contact.j >= bodies->n_moving;
        sum +=
            w.r[0] * (bodies->radius[w.contact.i] + (is_wall ? 0.0 : bodies->radius[w.contact.j]));
    }
    return sum / (3.0 * m->scene->params.h * M_PI * radius * radius * top);
}

static void observe(ss_observed *out, const ss_moment *m)
{
    ss_observe(out, "pressure", pressure(m));
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe,
    {"pressure", "Pa", "mean pressure in the balls, by their contacts, up to the highest centre"});

const ss_catalogue_entry ss_problem_shaken_cylinder = {
    .name = "shaken-cylinder",
    .title = "spheres in a shaken cylinder, and the forces of its wall",
    .reference = "[M] section 8, Figure 3",
    .known = "energy changes by the work of the cylinder and of the contacts alone; one ball with "
             "e_n = 0 leaves the floor at cos(2 pi f t) = -g/(A (2 pi f)^2)",
    .seeded = true,
    .params = SS_SCENE_TABLE_PRESET(rows, ss_vessel_params, defaults, sizes),
    .open = open,
    .drive = ss_vessel_drive,
    .observables =
        SS_OBSERVABLE_GROUPS(&observed, &ss_observable_mean_height, SS_VESSEL_OBSERVABLES),
    .constants = &ss_vessel_constants,
};

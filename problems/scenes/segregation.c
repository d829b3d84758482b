/* One large disc among small ones in a vessel that is shaken up and down: it rises with them in
 * the middle, and is too large to come down with them along the walls ([M] section 8, Figure 2).
 *
 * mu-wall=0 is the control of [M]: without friction at the walls nothing goes round in the vessel.
 * The large disc is the last body that moves; the others begin in the cells that it does not reach
 * into.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/vessel.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    ss_vessel vessel;
    ss_packing packing; /* n counts the large disc, the last body that moves */
    double large, depth;
} params;

static const ss_option rows[] = {
    SS_PACKING_BALLS(params, 125, 0.375e-3, 0.75e-3,
                     "[M] Figure 2: small discs, 0.75 to 1.5 mm in diameter; 500 with the large "
                     "one in size=full, a quarter here"),
    SS_REAL(params, large, "large-radius", 2.5e-3, SS_ABOVE_ZERO, 1e3, "m",
            "radius of the large disc, one of the balls", "[M] Figure 2: 5 mm in diameter"),
    SS_REAL(params, depth, "large-start", 5e-3, 0.0, 1e6, "m",
            "height of the lowest point of the large disc above the floor at the start",
            "choice: drawn low in [M] Figure 2"),
    SS_REAL(params, packing.width, "width", 1.25e-2, SS_ABOVE_ZERO, 1e6, "m", "width of the vessel",
            "choice: half that of size=full, 25 mm, which [M] does not give: the pack is then "
            "about as high as wide"),
    SS_REAL(params, vessel.thickness, "thickness", 1e-3, SS_ABOVE_ZERO, 1e6, "m",
            "thickness of the discs", "choice: changes no motion"),
    SS_SCENE_SIZE(params, vessel.size),
    SS_VESSEL_MOTION(params, 1.25e-3, 20.0, 0.3, "[M] Figure 2: 20 Hz, 2.5 mm peak to peak"),
    SS_VESSEL_LAW(params, 0.8, "[M] Figure 2; 0 in its control", 0.6, "[M] Figure 2", 0.0,
                  "[M] Figure 2"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.8, "[M] Figure 2"},
    {"e_n", 0.9, "[M] Figure 2"},
    {"e_t", 0.0, "[M] Figure 2"},
    {"density", 2500.0, "choice: not given in [M], changes no motion"},
    {"inertia", 0.5, "discs; not used: their shape says so"},
    {"h", 1e-4, "choice: 500 steps a period, 2000 in size=full"},
    {"steps", 11000, "choice: settling and 16 periods"},
    {"tol", 1e-8, "choice: eps has units, and the bodies are light; E1 has none"},
    {"max-sweeps", 300, "choice"},
};

/* A 2000th of a period a step; settling and as many periods as [M]. */
static const ss_option_preset sizes[] = {
    SS_SCENE_FULL("balls", 500),
    SS_SCENE_FULL("width", 2.5e-2),
    SS_SCENE_FULL("h", 2.5e-5),
    SS_SCENE_FULL("steps", 64000),
};

static void large_place(double x[3], const params *p)
{
    x[0] = 0.5 * p->packing.width;
    x[1] = 0.0;
    x[2] = p->depth + p->large - p->vessel.amplitude;
}

/* A cell that the large disc does not reach into. */
static bool is_beside(const void *vessel, const double centre[3], const double size[3])
{
    const params *const p = vessel;
    double x[3];
    large_place(x, p);
    return hypot(centre[0] - x[0], centre[2] - x[2]) > p->large + 0.5 * hypot(size[0], size[2]);
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_vessel_open(scene, 3, error) ||
        !ss_vessel_set_slot(&scene->bodies, p->packing.width, error))
        return false;
    ss_packing small = p->packing;
    small.n -= 1;
    small.planar = true;
    small.takes = is_beside;
    small.vessel = p;
    scene->box_width = small.width;
    large_place(scene->bodies.x + 3 * small.n, p);
    scene->bodies.radius[small.n] = p->large;
    return ss_packing_fill(scene, &small, error) &&
           ss_packing_set_discs(scene, p->packing.n, p->vessel.thickness, error);
}

/* Mean height (m) of the small discs above the mean of the bounds of their radii less that of the
 * others; NAN where one class is empty. */
static double coarse_above(const ss_scene *scene)
{
    const params *const p = scene->own;
    const double middle = 0.5 * (p->packing.radius_min + p->packing.radius_max);
    double height[2] = {0.0, 0.0}, n[2] = {0.0, 0.0};
    for (size_t b = 0; b + 1 < scene->bodies.n_moving; ++b) {
        const int coarse = scene->bodies.radius[b] > middle;
        height[coarse] += scene->bodies.x[3 * b + 2];
        n[coarse] += 1.0;
    }
    return height[1] / n[1] - height[0] / n[0];
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const double n = (double)m->scene->bodies.n_moving, mean = ss_vessel_mean_height(m->scene);
    const double large =
        m->scene->bodies.x[3 * m->scene->bodies.n_moving - 1] - ss_vessel_floor(m->scene);
    ss_observe(out, "large_height", large);
    ss_observe(out, "small_height", n > 1.0 ? (n * mean - large) / (n - 1.0) : NAN);
    ss_observe(out, "coarse_above", coarse_above(m->scene));
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"large_height", "m", "height of the centre of the large disc above the floor"},
    {"small_height", "m", "mean height of the centres of the small discs above the floor"},
    {"coarse_above", "m",
     "mean height of those small discs whose radius is above the middle of the range less that of "
     "the others"});

const ss_catalogue_entry ss_problem_segregation = {
    .name = "segregation",
    .title = "a large disc among small ones in a shaken vessel rises",
    .reference = "[M] section 8, Figure 2",
    .known = "energy changes by the work of the vessel and of the contacts alone; the large disc "
             "rises in hundreds of periods, and with mu-wall=0 it does not",
    .seeded = true,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = open,
    .drive = ss_vessel_drive,
    .observables = SS_OBSERVABLE_GROUPS(&observed, SS_VESSEL_OBSERVABLES),
    .constants = &ss_vessel_constants,
};

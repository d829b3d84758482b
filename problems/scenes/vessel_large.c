/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/vessel_large.h"

#include <math.h>

static void large_place(double x[3], const ss_scene *scene)
{
    const ss_vessel_large_params *const p = scene->own;
    x[0] = 0.5 * p->packing.width;
    x[1] = scene->variant == SS_VESSEL_LARGE_SQUARE ? x[0] : 0.0;
    x[2] = p->depth + p->large - p->vessel.amplitude;
}

/* A cell that the large body does not reach into. */
static bool is_beside(const void *of, const double centre[3], const double size[3])
{
    const ss_scene *const scene = of;
    const double large = ((const ss_vessel_large_params *)scene->own)->large;
    double x[3];
    large_place(x, scene);
    return hypot(hypot(centre[0] - x[0], centre[2] - x[2]), centre[1] - x[1]) >
           large + 0.5 * hypot(hypot(size[0], size[2]), size[1]);
}

bool ss_vessel_large_open(ss_scene *scene, ss_error *error)
{
    const ss_vessel_large_params *const p = scene->own;
    const bool is_square = scene->variant == SS_VESSEL_LARGE_SQUARE;
    ss_packing small = p->packing;
    if (!ss_vessel_open(scene, is_square ? SS_VESSEL_SQUARE : SS_VESSEL_SLOT, error) ||
        !(is_square ? ss_vessel_set_square : ss_vessel_set_slot)(&scene->bodies, small.width,
                                                                 error))
        return false;
    small = p->packing; /* as the vessel has set it */
    small.n -= 1;
    small.planar = !is_square;
    small.takes = is_beside;
    small.vessel = scene;
    scene->box_width = small.width;
    large_place(scene->bodies.x + 3 * small.n, scene);
    scene->bodies.radius[small.n] = p->large;
    if (!ss_packing_fill(scene, &small, error))
        return false;
    if (is_square)
        ss_scene_set_ball(scene, small.n, p->large);
    return is_square || ss_packing_set_discs(scene, p->packing.n, p->vessel.thickness, error);
}

/* Mean height (m) of the small bodies above the mean of the bounds of their radii less that of the
 * others; NAN where one class is empty. */
static double coarse_above(const ss_scene *scene)
{
    const ss_vessel_large_params *const p = scene->own;
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
    const ss_scene *const scene = m->scene;
    const ss_packing *const packing = &((const ss_vessel_large_params *)scene->own)->packing;
    const size_t last = scene->bodies.n_moving - 1;
    const double n = (double)last + 1.0, mean = ss_vessel_mean_height(scene);
    const double *const x = scene->bodies.x + 3 * last, radius = scene->bodies.radius[last];
    const double height = x[2] - ss_vessel_floor(scene);
    const bool ends = ss_vessel_period_ends(scene, 0.0);
    const bool aside = ss_vessel_from_side(scene, x) - radius < 2.0 * packing->radius_max;
    const double depth = 2.0 * mean - height - radius;
    ss_observe(out, "large_height", height);
    ss_observe(out, "small_height", n > 1.0 ? (n * mean - height) / (n - 1.0) : NAN);
    ss_observe(out, "coarse_above", coarse_above(scene));
    ss_observe(out, "large_depth", ends ? depth : NAN);
    ss_observe(out, "large_aside", ends ? (double)aside : NAN);
    ss_observe(out, "corner_depth", ends && aside ? depth : NAN);
}

const ss_observable ss_observable_vessel_large = SS_OBSERVABLE_GROUP(
    observe, {"large_height", "m", "height of the centre of the large body above the floor"},
    {"small_height", "m", "mean height of the centres of the small ones above the floor"},
    {"coarse_above", "m",
     "mean height of those small ones whose radius is above the middle of the range less that of "
     "the others"},
    {"large_depth", "m",
     "in the last step of a period: from the level surface, twice the mean height of the centres, "
     "down to the top of the large body; below 0: it sticks out; else not a number"},
    {"large_aside", "-",
     "in the last step of a period: 1 where the large body is less than the largest small diameter "
     "from a side wall, 0 where not; else not a number"},
    {"corner_depth", "m", "large_depth where large_aside is 1; else not a number"});

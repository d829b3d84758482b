/* Three equal balls in a row, the left one moving: all impacts of a step are solved together, where
 * one after the other would leave the middle ball at rest. Posed so that the left ball touches at
 * the middle of the first step; with a gap before the last ball the impacts are successive.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

enum { BALLS = 3 };

typedef struct params {
    ss_scene_params scene;
    double radius, speed, gap;
} params;

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 5e-3, SS_ABOVE_ZERO, 1e3, "m", "radius of the balls",
            "choice"),
    SS_REAL(params, speed, "speed", 1.0, SS_ABOVE_ZERO, 1e6, "m/s",
            "velocity of the left ball along x", "choice"),
    SS_REAL(params, gap, "gap", 0.0, 0.0, 1e3, "m",
            "between the second and the third ball; 2 speed h makes the impacts successive",
            "choice: they touch"),
};

static const ss_option_default defaults[] = {
    {"e_n", 1.0, "choice: energy is conserved"},
    {"h", 1e-4, "choice"},
    {"steps", 1, "the impact"},
    {"gravity", 0.0, "the impact alone"},
    {"margin", 1e-9, "choice: balls touch in spite of rounding"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    ss_bodies *const bodies = &scene->bodies;
    if (!ss_bodies_create(bodies, BALLS, 0, error))
        return false;
    for (size_t b = 0; b < BALLS; ++b)
        ss_scene_set_ball(scene, b, p->radius);
    bodies->x[0] = -2.0 * p->radius - (1.0 - p->scene.theta) * p->scene.h * p->speed;
    bodies->x[6] = 2.0 * p->radius + p->gap;
    bodies->v[0] = p->speed;
    return true;
}

/* The share of the speed that ball b has, by r_1 = 2 (1 + e)/3 m v and r_2 = (1 + e)/3 m v; with a
 * gap, where nothing is lost, it goes to the last ball once that is reached. */
static double exact_share(const ss_moment *m, size_t b)
{
    const params *const p = m->scene->own;
    const double one_third = (1.0 + p->scene.e_n) / 3.0;
    const double reached = p->gap / p->speed + 1.5 * p->scene.h;
    if (p->scene.gravity != 0.0 || SS_LAW_IS_IQS(p->scene.restitution))
        return NAN;
    if (p->gap == 0.0)
        return b == 0 ? 1.0 - 2.0 * one_third : one_third;
    return p->scene.e_n == 1.0 && m->scene->time > reached ? (double)(b == BALLS - 1) : NAN;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const double speed = ((const params *)m->scene->own)->speed, *const v = m->scene->bodies.v;
    ss_observe_exact(out, "speed_left", v[0], speed * exact_share(m, 0));
    ss_observe_exact(out, "speed_middle", v[6], speed * exact_share(m, 1));
    ss_observe_exact(out, "speed_right", v[12], speed * exact_share(m, 2));
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"speed_left", "m/s", "velocity of the left ball along x"},
                        {"speed_middle", "m/s", "velocity of the middle ball along x"},
                        {"speed_right", "m/s", "velocity of the right ball along x"});

const ss_catalogue_entry ss_problem_impact_row = {
    .name = "impact-row",
    .title = "a ball meets two that touch: all impacts of a step at once",
    .reference = "[M] section 6",
    .known = "velocities (1 - 2 (1 + e)/3, (1 + e)/3, (1 + e)/3) of the first; with a gap and "
             "e_n = 1 the last ball takes it all",
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed, &ss_observable_momentum_balance,
                                        &ss_observable_energy_balance),
};

/* A column of balls on springs falls on a plane and comes to rest on its foot: the floor carries
 * all, and each spring is shorter by what stands on it (method 13.7).
 *
 * The only scene of bodies that deform: W then couples contacts through the springs as well
 * (method 13.7), though the column touches the plane with one ball.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/springs.h"
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

typedef struct params {
    ss_scene_params scene;
    size_t n;
    double radius, spacing, stiffness, drop;
} params;

static const ss_option rows[] = {
    SS_COUNT(params, n, "balls", 5, 1, 10000, "number of balls", "choice"),
    SS_REAL(params, radius, "radius", 5e-3, SS_ABOVE_ZERO, 1e3, "m", "radius of the balls",
            "choice"),
    SS_REAL(params, spacing, "spacing", 2e-2, SS_ABOVE_ZERO, 1e3, "m",
            "distance from centre to centre; shorter at rest", "choice"),
    SS_REAL(params, stiffness, "stiffness", 1e3, 0.0, 1e15, "N/m",
            "of a spring, along the column and across it", "choice"),
    SS_REAL(params, drop, "drop", 1e-3, 0.0, 1e3, "m", "height of the start above the plane",
            "choice"),
};

static const ss_option_default defaults[] = {
    {"h", 1e-3, "choice"},
    {"theta", 1.0, "choice: implicit Euler damps the springs; 0.5 keeps their energy"},
    {"steps", 800, "choice: at rest by then"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_scene_make_on_floor(scene, p->n, error))
        return false;
    for (size_t b = 0; b < p->n; ++b) {
        ss_scene_set_ball(scene, b, p->radius);
        scene->bodies.x[3 * b + 2] = p->drop + p->radius + (double)b * p->spacing;
    }
    scene->flexible = ss_springs_create(&scene->bodies, p->n - 1, error);
    if (scene->flexible == NULL)
        return false;
    for (size_t b = 0; b + 1 < p->n; ++b)
        ss_springs_join(scene->flexible, b, b + 1, p->stiffness);
    return true;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double n = (double)p->n, *const x = m->scene->bodies.x;
    /* the spring below ball b carries n - b of them: m g/k times 1 + ... + n - 1 in all */
    const double shorter = 0.5 * (n - 1.0) * ss_scene_weight(m->scene) / p->stiffness;
    ss_observe_exact(out, "length", x[3 * p->n - 1] - x[2], (n - 1.0) * p->spacing - shorter);
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"length", "m", "from the lowest centre to the highest; exact: at rest"});

const ss_catalogue_entry ss_problem_spring_column = {
    .name = "spring-column",
    .title = "a column of balls on springs falls on a plane",
    .reference = "statics",
    .known = "at rest the floor carries the weight, the spring below k balls is k m g/stiffness "
             "shorter",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables =
        SS_OBSERVABLE_GROUPS(&observed, &ss_observable_support, &ss_observable_momentum_balance,
                             &ss_observable_energy_balance),
};

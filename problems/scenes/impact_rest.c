/* A bead is dropped, bounces, and comes to rest after infinitely many impacts in finite time.
 *
 * Impacts become dense before the bead rests; a step that is longer than a flight has to take all
 * of them at once, without the bead sinking or coming alive again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    double radius, drop;
} params;

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 5e-3, SS_ABOVE_ZERO, 1e3, "m", "radius of the bead",
            "choice"),
    SS_REAL(params, drop, "drop", 5e-2, SS_ABOVE_ZERO, 1e3, "m",
            "height of the bead's lowest point over the plane at the start", "choice"),
};

static const ss_option_default defaults[] = {
    {"e_n", 0.7, "choice: between 0.5 and 0.9"},
    {"steps", 700, "choice: it rests at 0.572 s"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_scene_make_on_floor(scene, 1, error))
        return false;
    ss_scene_set_ball(scene, 0, p->radius);
    scene->bodies.x[2] = p->radius + p->drop;
    return true;
}

/* Impacts at the speeds e^k v0, v0 = sqrt(2 g drop): flight k from one to the next lasts
 * 2 e^k v0/g, and all of them sqrt(2 drop/g) (1 + e)/(1 - e). */
static double exact_height(const ss_moment *m)
{
    enum { MOST_FLIGHTS = 100000 };
    const params *const p = m->scene->own;
    const double g = p->scene.gravity, e = p->scene.e_n;
    double speed = sqrt(2.0 * g * p->drop), since = m->scene->time - speed / g;
    if (g == 0.0 || SS_LAW_IS_IQS(p->scene.restitution))
        return NAN;
    if (since < 0.0)
        return p->drop - 0.5 * g * m->scene->time * m->scene->time;
    if (e < 1.0 && since >= 2.0 * speed / g * e / (1.0 - e))
        return 0.0;
    for (size_t k = 0; k < MOST_FLIGHTS; ++k) {
        speed *= e;
        if (since <= 2.0 * speed / g)
            return since * (speed - 0.5 * g * since);
        since -= 2.0 * speed / g;
    }
    return NAN;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const double radius = ((const params *)m->scene->own)->radius;
    ss_observe_exact(out, "height", m->scene->bodies.x[2] - radius, exact_height(m));
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"height", "m", "height of the bead's lowest point over the plane; below 0: overlap"});

const ss_catalogue_entry ss_problem_impact_rest = {
    .name = "impact-rest",
    .title = "a bead is dropped, bounces and comes to rest",
    .reference = "[M] section 2",
    .known = "rests at t = sqrt(2 drop/g) (1 + e)/(1 - e); peaks of e^2k drop; errors of first "
             "order in h",
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed, &ss_observable_contact_energy),
};

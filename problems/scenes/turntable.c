/* A ball rolls on a table that turns: its centre goes around a circle at k/(1 + k) of the table's
 * speed of turning, 2/7 of it for a solid sphere, wherever the circle is.
 *
 * Rolling without slip on a surface of velocity W x r gives v' = k/(1 + k) W x v; the start is the
 * one whose circle is about the axis.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/one_contact.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    double radius, distance, turning;
} params;

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 0.02, SS_ABOVE_ZERO, 1e3, "m", "radius of the ball",
            "choice"),
    SS_REAL(params, distance, "distance", 0.2, SS_ABOVE_ZERO, 1e3, "m",
            "of the centre from the axis", "choice"),
    SS_REAL(params, turning, "turning", 6.0, -1e6, 1e6, "rad/s", "of the table",
            "choice: a turn a second"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.5, "choice: it rolls"},
    SS_ONE_CONTACT_DEFAULTS,
};

static double share(const params *p)
{
    return p->scene.inertia_factor / (1.0 + p->scene.inertia_factor);
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_scene_make_on_floor(scene, 1, error))
        return false;
    ss_scene_set_ball(scene, 0, p->radius);
    scene->bodies.x[0] = p->distance;
    scene->bodies.x[2] = p->radius;
    scene->bodies.v[1] = share(p) * p->turning * p->distance;
    /* the point that touches has the table's velocity */
    scene->bodies.v[3] = (1.0 - share(p)) * p->turning * p->distance / p->radius;
    scene->bodies.v[6 + 5] = p->turning;
    return true;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double *const x = m->scene->bodies.x;
    const double angle = share(p) * p->turning * m->scene->time;
    /* how far it is ahead of where it should be, in that turn */
    const double ahead =
        atan2(x[1] * cos(angle) - x[0] * sin(angle), x[0] * cos(angle) + x[1] * sin(angle));
    ss_observe_exact(out, "distance", hypot(x[0], x[1]), p->distance);
    ss_observe_exact(out, "angle", angle + ahead, angle);
    ss_observe_exact(out, "lift", x[2] - p->radius, 0.0);
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"distance", "m", "of the centre from the axis"},
                        {"angle", "rad", "that the centre has gone around the axis"},
                        {"lift", "m", "distance from the table"});

const ss_catalogue_entry ss_problem_turntable = {
    .name = "turntable",
    .title = "a ball rolls on a table that turns, around a circle at 2/7 of its turning",
    .reference = "textbook mechanics of a solid sphere",
    .known = "the centre goes around at k/(1 + k) of the table's turning, k the inertia factor",
    .stop = "e1",
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed),
};

/* A block on a plane: it holds, breaks away, or slides until friction has stopped it, and never
 * lifts. It is a ball that nothing turns, one contact at one point, so that the answer is that of a
 * mass point; the direction is free, because laws with directions of their own are wrong between
 * them.
 *
 *     v = max(0, v0 + g t (sin a - mu cos a)) along the heading,  held from rest where
 *     tan a <= mu
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/one_contact.h"
#include "problems/scenes/scene_table.h"

#include "problems/contact/vec3.h"

typedef struct params {
    ss_scene_params scene;
    double radius, angle, heading, speed;
} params;

static const ss_option rows[] = {
    SS_REAL(params, radius, "radius", 0.05, SS_ABOVE_ZERO, 1e3, "m", "radius of the ball",
            "choice"),
    SS_REAL(params, angle, "angle", 0.0, 0.0, 89.0, "degree", "slope of the plane",
            "choice: level; with mu 0.5 it holds up to 26.565"),
    SS_REAL(params, heading, "heading", 30.0, -360.0, 360.0, "degree",
            "direction down the slope and of the launch, from x towards y",
            "choice: between the directions that a frame has"),
    SS_REAL(params, speed, "speed", 0.0, 0.0, 1e6, "m/s", "velocity along the heading at the start",
            "choice: at rest"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.5, "choice"},
    SS_ONE_CONTACT_DEFAULTS,
};

/* The normal of the plane, and the way down it. */
typedef struct frame {
    double n[3], down[3];
} frame;

static frame frame_of(const params *p)
{
    const double a = p->angle * M_PI / 180.0, to = p->heading * M_PI / 180.0;
    return (frame){{sin(a) * cos(to), sin(a) * sin(to), cos(a)},
                   {cos(a) * cos(to), cos(a) * sin(to), -sin(a)}};
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const frame f = frame_of(p);
    if (!ss_bodies_create(&scene->bodies, 1, 1, error) ||
        !ss_bodies_set_plane(&scene->bodies, 1, f.n, 0.0, error))
        return false;
    ss_one_contact_set_block(scene, p->radius);
    ss_axpy(scene->bodies.x, p->radius, f.n);
    ss_axpy(scene->bodies.v, p->speed, f.down);
    return true;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const frame f = frame_of(p);
    const double *const x = m->scene->bodies.x, *const v = m->scene->bodies.v;
    const double a = p->angle * M_PI / 180.0, t = m->scene->time;
    const double pull = p->scene.gravity * (sin(a) - p->scene.mu * cos(a));
    const double stops = pull < 0.0 ? p->speed / -pull : INFINITY; /* when, s */
    const double until = fmin(t, stops);
    double across[3];
    ss_cross(across, f.n, f.down);
    ss_observe_exact(out, "speed", ss_dot(f.down, v), p->speed + pull * until);
    ss_observe_exact(out, "sideways", ss_dot(across, v), 0.0);
    ss_observe_exact(out, "way", ss_dot(f.down, x), until * (p->speed + 0.5 * pull * until));
    ss_observe_exact(out, "astray", ss_dot(across, x), 0.0);
    ss_observe_exact(out, "lift", ss_dot(f.n, x) - p->radius, 0.0);
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe,
    {"speed", "m/s", "velocity along the heading; of a block that should hold it is creep"},
    {"sideways", "m/s", "velocity across the heading"}, {"way", "m", "along the heading"},
    {"astray", "m", "way across the heading"}, {"lift", "m", "distance from the plane"});

const ss_catalogue_entry ss_problem_slope_block = {
    .name = "slope-block",
    .title = "a block on a plane holds, breaks away or slides to a stop, in any direction",
    .reference = "textbook mechanics of a mass point",
    .known = "holds where tan(angle) <= mu; else v = speed + g t (sin - mu cos), until it rests",
    .stop = "e1",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed),
};

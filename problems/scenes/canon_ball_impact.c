/* A larger ball falls on a pile of cannonballs ([S] 6.3, Figure 11).
 *
 * The ball begins in flight where it meets the highest one at the middle of the first step, so
 * that the impact is that step. [S] gives its speed and no lengths: they are in radii of the
 * pile's balls.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "problems/scenes/catalogue.h"
#include "problems/scenes/grains.h"
#include "problems/scenes/pyramid.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    ss_pyramid pyramid;
    double ball, speed, offset;
    int size;
} params;

static const ss_option rows[] = {
    SS_PYRAMID_ROWS(params, 5, "choice: 55 balls; not given in [S]",
                    "choice: at mu = 0.2 such piles do not stand on a plane by themselves"),
    SS_REAL(params, ball, "ball", 3.0, 1e-3, 1e3, "-",
            "radius of the larger ball, the last one that moves, in radii of the others",
            "choice: larger in [S] 6.3"),
    SS_REAL(params, speed, "speed", 5.0, SS_ABOVE_ZERO, 1e6, "m/s",
            "velocity of the ball, downwards", "[S] 6.3"),
    SS_REAL(params, offset, "offset", 0.0, -1e3, 1e3, "-",
            "distance of its centre from the axis along x, in radii of the others; less than 1 + "
            "ball, so that it meets the highest ball",
            "choice: not given in [S]"),
    SS_SCENE_SIZE(params, size),
};

static const ss_option_default defaults[] = {
    {"mu", 0.2, "[S] 6.3"},
    {"e_n", 0.0, "[S] 6.3"},
    {"e_t", 0.0, "[S] 6.3"},
    {"h", 5e-4, "[S] 6.3"},
    {"steps", 2000, "choice: not given in [S]"},
    {"tol", 1e-4, "choice: not given in [S]"},
    {"max-sweeps", 10000, "choice: one step in nine needs more than 1000 with exact, some 5000"},
};

static const ss_option_preset sizes[] = {SS_SCENE_FULL("layers", 8)};

/* So far up that it meets the highest ball, without overlap, at the first middle of a step. */
static void place_ball(ss_scene *scene, const params *p)
{
    const size_t big = scene->bodies.n_moving - 1;
    const double reach = (1.0 + p->ball) * p->pyramid.radius;
    double *const x = scene->bodies.x + 3 * big;
    ss_scene_set_ball(scene, big, p->ball * p->pyramid.radius);
    ss_pyramid_place(x, &p->pyramid, big - 1);
    x[0] += p->offset * p->pyramid.radius;
    x[2] += sqrt(reach * reach - pow(p->offset * p->pyramid.radius, 2.0)) +
            (1.0 - p->scene.theta) * p->scene.h * p->speed;
    scene->bodies.v[6 * big + 2] = -p->speed;
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!(fabs(p->offset) < 1.0 + p->ball))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "problem canon-ball-impact: with an offset of %g radii the ball passes "
                            "by the pile; it must be less than 1 + ball = %g",
                            p->offset, 1.0 + p->ball);
    if (!ss_pyramid_open(scene, &p->pyramid, 1, error))
        return false;
    place_ball(scene, p);
    return true;
}

/* Of the pile, not the larger ball. */
static double moved(const ss_moment *m)
{
    const ss_pyramid *const pile = &((const params *)m->scene->own)->pyramid;
    const ss_bodies *const bodies = &m->scene->bodies;
    size_t n = 0;
    for (size_t b = 0; b + 1 < bodies->n_moving; ++b) {
        double way[3];
        ss_pyramid_place(way, pile, b);
        ss_sub3(way, bodies->x + 3 * b, way);
        n += ss_norm(way) > 2.0 * pile->radius;
    }
    return (double)n;
}

/* Of the first step, where the ball falls on the highest one from right above: its impulse is
 * handed straight on to the held base, as all loads are, and no other velocity than 0 solves the
 * step. */
static double exact_ball_speed(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const bool is_held = p->pyramid.base == SS_PYRAMID_BLOCKED && p->offset == 0.0;
    return is_held && p->scene.e_n == 0.0 && m->scene->time < 1.5 * p->scene.h ? 0.0 : NAN;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const double *const v = m->scene->bodies.v + 6 * (m->scene->bodies.n_moving - 1);
    ss_observe(out, "moved", moved(m));
    ss_observe_exact(out, "ball_speed", ss_norm(v), exact_ball_speed(m));
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"moved", "-", "balls of the pile that are more than 2 radii from where they began"},
    {"ball_speed", "m/s", "velocity of the larger ball's centre"});

const ss_catalogue_entry ss_problem_canon_ball_impact = {
    .name = "canon-ball-impact",
    .title = "a larger ball falls on a pile of cannonballs",
    .reference = "[S] 6.3, Figure 11",
    .known = "the first step: with the base held and offset 0 all stand still, in unstable "
             "equilibrium; with mu 0 v is always "
             "the one nearest to v_free without approach at contacts, in the metric of the masses; "
             "for any mu T(v_free) - "
             "T(v) = T(v_free - v) - sum r.u, T the kinetic energy. Later the motion is chaotic",
    .most_overlap = SS_GRAINS_OVERLAP,
    .stop = "e1",
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed, SS_GRAINS_OBSERVABLES),
};

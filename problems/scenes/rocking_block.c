/* A slender block that turns about one corner meets the floor with the other: the old corner lifts,
 * and the spin falls to (1 - (3/2) sin^2 a) of it, tan a = width/height (Housner; inelastic law on
 * both corners). One step without gravity, posed so that the block is upright at its middle; or,
 * from a tilt at rest or on ground that is pushed, the whole motion.
 *
 * Housner's block: until the impact it turns about the corner that it leaves, after it about the
 * one that it meets. With a tilt, or on ground that is pushed by a pulse of constant acceleration,
 * the same block rocks on, and nothing is known in closed form.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    double width, height, spin, tilt, acceleration, pulse;
} params;

static const ss_option rows[] = {
    SS_REAL(params, width, "width", 0.2, SS_ABOVE_ZERO, 1e3, "m", "width of the block",
            "choice: a = 14 degrees"),
    SS_REAL(params, height, "height", 0.8, SS_ABOVE_ZERO, 1e3, "m", "height of the block",
            "choice: a = 14 degrees"),
    SS_REAL(params, spin, "spin", 0.1, SS_ABOVE_ZERO, 1e3, "rad/s", "spin before the impact",
            "choice"),
    SS_REAL(params, tilt, "tilt", 0.0, 0.0, 0.999, "-",
            "above 0: at the start the block stands tilted by this share of a, at rest instead of "
            "with `spin` (with gravity=9.81 and steps it rocks; 0.5 in the studies)",
            "choice: the impact alone"),
    SS_REAL(
        params, acceleration, "acceleration", 0.0, 0.0, 1e6, "m/s^2",
        "above 0: the block stands at rest and the ground is pushed along x, which rocks it iff "
        "this is above gravity width/height, and mu above width/height",
        "choice: ground at rest"),
    SS_REAL(params, pulse, "pulse", 1.0, 0.0, 1e6, "s",
            "how long the ground is pushed; it then keeps its velocity", "choice"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.8, "choice: above 3 sin a cos a/(4 - 3 sin^2 a) = 0.19 it does not slip"},
    {"h", 1e-4, "choice"},
    {"steps", 1, "the impact"},
    {"gravity", 0.0, "the impact alone"},
    {"margin", 1e-6, "choice: both corners are contacts"},
};

/* Turned anticlockwise about its left corner by the tilt, at rest. */
static void stand_tilted(ss_bodies *bodies, const params *p)
{
    const double a = atan2(p->width, p->height), angle = p->tilt * a;
    const double radius = 0.5 * hypot(p->width, p->height);
    bodies->x[0] = radius * sin(a - angle) - 0.5 * p->width;
    bodies->x[2] = radius * cos(a - angle);
    bodies->orientation[0] = cos(0.5 * angle);
    bodies->orientation[2] = -sin(0.5 * angle);
}

/* Turns clockwise about its left corner, upright after half a step. */
static void turn_upright(ss_bodies *bodies, const params *p)
{
    const double half = 0.5 * p->scene.h;
    bodies->v[0] = 0.5 * p->spin * p->height;
    bodies->v[2] = -0.5 * p->spin * p->width;
    bodies->v[4] = p->spin;
    bodies->x[0] = -half * bodies->v[0];
    bodies->x[2] = 0.5 * p->height - half * bodies->v[2];
    bodies->orientation[0] = cos(0.5 * half * p->spin);
    bodies->orientation[2] = -sin(0.5 * half * p->spin);
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    if (!ss_scene_make_on_floor(scene, 1, error))
        return false;
    if (p->tilt > 0.0 || p->acceleration > 0.0)
        stand_tilted(&scene->bodies, p);
    else
        turn_upright(&scene->bodies, p);
    return ss_scene_set_block(scene, 0, p->width, p->height, error);
}

/* Constant acceleration, then constant velocity. */
static bool drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const params *const p = scene->own;
    const double middle = t + 0.5 * h, pushed = fmin(middle, p->pulse);
    (void)error;
    scene->bodies.x[3] = p->acceleration * pushed * (middle - 0.5 * pushed);
    scene->bodies.v[6] = p->acceleration * pushed;
    return true;
}

/* A squat block stops dead on both corners; friction must hold the corner that is met. */
static double exact_spin(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const ss_scene_params *const s = &p->scene;
    const double w2 = p->width * p->width, h2 = p->height * p->height, sin2 = w2 / (w2 + h2);
    const double holds = sin2 < 2.0 / 3.0
                             ? 3.0 * p->width * p->height / (w2 + h2) / (4.0 - 3.0 * sin2)
                             : p->height / p->width;
    const bool known = s->gravity == 0.0 && p->tilt == 0.0 && p->acceleration == 0.0 &&
                       s->e_n == 0.0 && s->e_t == 0.0 && s->mu >= holds;
    return known ? p->spin * fmax(0.0, 1.0 - 1.5 * sin2) : NAN;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    ss_observe_exact(out, "spin", m->scene->bodies.v[4], exact_spin(m));
    ss_observe(out, "angle", -2.0 * asin(m->scene->bodies.orientation[2]));
}

static const ss_observable observed =
    SS_OBSERVABLE_GROUP(observe, {"spin", "rad/s", "spin of the block, clockwise"},
                        {"angle", "rad", "angle of the block to upright, anticlockwise"});

const ss_catalogue_entry ss_problem_rocking_block = {
    .name = "rocking-block",
    .title = "a slender block meets the floor with its other corner",
    .reference = "[M] sections 2 and 6; Housner 1963",
    .known =
        "spin after = (1 - (3/2) sin^2 a) spin before, tan a = width/height, if friction holds; "
        "0 for a block so squat that this is below 0",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .drive = drive,
    .observables = SS_OBSERVABLE_GROUPS(&observed, &ss_observable_energy_balance),
};

/* A velocity jump without collision (Painleve's rod): a slender rectangle slides on one corner, its
 * diagonal at a slope to the plane. With mu > 4/3 friction can press the corner into the plane
 * harder than it is carried; then no sliding solves the problem, and the corner sticks at once,
 * with an impulse that does not vanish with h.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    double width, height, slope, speed;
} params;

static const ss_option rows[] = {
    SS_REAL(params, width, "width", 0.02, SS_ABOVE_ZERO, 1e3, "m", "width of the rectangle",
            "choice"),
    SS_REAL(params, height, "height", 0.2, SS_ABOVE_ZERO, 1e3, "m", "height of the rectangle",
            "choice"),
    SS_REAL(params, slope, "slope", 2.0, SS_ABOVE_ZERO, 1e6, "-",
            "tan of the angle between the plane and the diagonal to the corner that touches, the "
            "centre to the right of it; more than width/height",
            "choice: friction presses the corner in most easily"),
    SS_REAL(params, speed, "speed", -1.0, -1e6, 1e6, "m/s", "velocity along x before",
            "choice: to the left, where it jams; to the right it slides"),
};

static const ss_option_default defaults[] = {
    {"mu", 1.5, "choice: above 4/3 it can jam; 1.2 does not"},
    {"density", 2000.0, "choice: as other blocks"},
    {"steps", 1, "the jump"},
    {"margin", 1e-9, "choice: touches in spite of rounding"},
};

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const double angle = atan(p->slope);
    const double turn = M_PI - atan2(p->height, p->width) - angle; /* clockwise, to lean right */
    ss_bodies *const bodies = &scene->bodies;
    if (!(p->width < p->slope * p->height))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "problem catastrophe: slope %g is not above width/height = %g, and "
                            "another corner is lower",
                            p->slope, p->width / p->height);
    if (!ss_scene_make_on_floor(scene, 1, error))
        return false;
    bodies->x[2] = 0.5 * hypot(p->width, p->height) * sin(angle);
    bodies->v[0] = p->speed;
    bodies->orientation[0] = cos(0.5 * turn);
    bodies->orientation[2] = sin(0.5 * turn);
    return ss_scene_set_block(scene, 0, p->width, p->height, error);
}

/* The contact of the corner per unit of mass: W (normal, along x), and the free velocity. */
typedef struct corner {
    double nn, nx, xx, q_n, q_x;
} corner;

static corner corner_of(const params *p)
{
    const double angle = atan(p->slope), c = cos(angle), s = sin(angle);
    return (corner){.nn = 1.0 + 3.0 * c * c,
                    .nx = -3.0 * s * c,
                    .xx = 1.0 + 3.0 * s * s,
                    .q_n = -p->scene.gravity * p->scene.h,
                    .q_x = p->speed};
}

/* Slipping in the direction `sense` (+1, -1): false where it does not solve the problem. */
static bool slips(double r[2], const corner *w, double mu, double sense)
{
    const double carried = w->nn - sense * mu * w->nx;
    r[0] = -w->q_n / carried;
    r[1] = -sense * mu * r[0];
    return carried > 0.0 && sense * (w->q_x + w->nx * r[0] + w->xx * r[1]) >= 0.0;
}

/* Impulses over mass in the first step (m/s): normal, along x. Under gravity and without
 * restitution the corner stays on the plane, and one of three branches holds. */
static void exact_impulse(double r[2], const ss_moment *m)
{
    const params *const p = m->scene->own;
    const ss_scene_params *const s = &p->scene;
    const corner w = corner_of(p);
    const double det = w.nn * w.xx - w.nx * w.nx, sense = copysign(1.0, p->speed);
    r[0] = r[1] = NAN;
    if (!(s->gravity > 0.0) || s->e_n != 0.0 || s->e_t != 0.0 || m->scene->time > 1.5 * s->h)
        return;
    if (slips(r, &w, s->mu, sense))
        return;
    r[0] = (w.nx * w.q_x - w.xx * w.q_n) / det;
    r[1] = (w.nx * w.q_n - w.nn * w.q_x) / det;
    if (fabs(r[1]) > s->mu * r[0] && !slips(r, &w, s->mu, -sense))
        r[0] = r[1] = NAN;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const double per_mass = m->scene->bodies.inv_mass[0];
    double force[3], r[2];
    ss_moment_forces(&force, m, 0, 1);
    exact_impulse(r, m);
    ss_observe_exact(out, "normal", force[2] * m->scene->params.h * per_mass, r[0]);
    ss_observe_exact(out, "friction", force[0] * m->scene->params.h * per_mass, r[1]);
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"normal", "m/s", "impulse of the plane on the block, upwards, over the block's mass"},
    {"friction", "m/s", "impulse of the plane on the block along x, over the block's mass"});

const ss_catalogue_entry ss_problem_catastrophe = {
    .name = "catastrophe",
    .title = "a slender block that slides on a corner jams: a velocity jump without collision",
    .reference = "[M] sections 6 and 7 (remarks); Painleve 1895",
    .known = "jams iff mu > (1 + 3 cos^2 a)/(3 sin a cos a), 4/3 at its least, tan a = slope = 2: "
             "then the normal impulse is 0.3 m |speed| however small h is",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed, &ss_observable_energy_balance),
};

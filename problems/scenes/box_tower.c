/* Boxes on top of each other on a slope, in three dimensions: they rest, slide down together, or
 * topple. The slope may go down between the sides of the boxes, so that they would topple over a
 * corner.
 *
 * Everything stays upright while the line of the force on the base goes through it. With t the
 * lesser of tan(angle) and mu, the force goes through the centre of mass and leaves the base at t
 * H/2 down the slope from its middle, H the height of the tower: upright iff that is within the
 * base. Then
 *
 *     v = max(0, g t (sin a - mu cos a)) down the slope
 *
 * of all boxes alike: each joint has to hold what the base holds. Four contacts a joint, with sides
 * that are one plane: impulses of single contacts are not unique.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/scene_table.h"

#include "problems/contact/vec3.h"

#include <string.h>

typedef struct params {
    ss_scene_params scene;
    double width, depth, height, angle, heading;
    size_t boxes;
} params;

static const ss_option rows[] = {
    SS_COUNT(params, boxes, "boxes", 3, 1, 1e6, "number of boxes", "choice"),
    SS_REAL(params, width, "width", 0.4, SS_ABOVE_ZERO, 1e3, "m",
            "of a box, along x on level ground", "choice"),
    SS_REAL(params, depth, "depth", 0.3, SS_ABOVE_ZERO, 1e3, "m", "of a box, along y", "choice"),
    SS_REAL(params, height, "height", 0.2, SS_ABOVE_ZERO, 1e3, "m", "of a box", "choice"),
    SS_REAL(params, angle, "angle", 10.0, 0.0, 89.0, "degree", "slope of the ground",
            "choice: it rests; 35 slides, 40 topples with mu above 0.77"),
    SS_REAL(params, heading, "heading", 30.0, -360.0, 360.0, "degree",
            "direction down the slope, from x towards y", "choice: along no side of the boxes"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.5, "choice"},
    {"h", 1e-3, "choice"},
    {"steps", 200, "choice: 0.2 s"},
    {"tol", 1e-12, "choice: the answer is known"},
    {"max-sweeps", 1000000, "choice"},
    {"margin", 1e-6, "choice: contacts at rest stay listed in spite of rounding"},
    {"restitution", SS_LAW_MENDED, "choice: without restitution"},
    {"e_t", 0.0, "choice: without restitution"},
};

/* The normal of the ground, the way down it, and how the boxes are turned with it. */
typedef struct frame {
    double n[3], down[3], turn[4];
} frame;

static frame frame_of(const params *p)
{
    const double a = p->angle * M_PI / 180.0, to = p->heading * M_PI / 180.0;
    return (frame){{sin(a) * cos(to), sin(a) * sin(to), cos(a)},
                   {cos(a) * cos(to), cos(a) * sin(to), -sin(a)},
                   {cos(0.5 * a), -sin(0.5 * a) * sin(to), sin(0.5 * a) * cos(to), 0.0}};
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const ss_box box = {{0.5 * p->width, 0.5 * p->depth, 0.5 * p->height}};
    const frame f = frame_of(p);
    if (!ss_bodies_create(&scene->bodies, p->boxes, 1, error) ||
        !ss_bodies_set_plane(&scene->bodies, p->boxes, f.n, 0.0, error))
        return false;
    for (size_t b = 0; b < p->boxes; ++b) {
        if (!ss_scene_set_box(scene, b, &box, error))
            return false;
        ss_axpy(scene->bodies.x + 3 * b, ((double)b + 0.5) * p->height, f.n);
        memcpy(scene->bodies.orientation + 4 * b, f.turn, sizeof f.turn);
    }
    return true;
}

/* Nearer to the edge of the base than this share of the way, nothing is said. */
static const double surely = 1e-6;

static bool is_upright(const params *p)
{
    const double to = p->heading * M_PI / 180.0;
    const double t = fmin(tan(p->angle * M_PI / 180.0), p->scene.mu);
    const double over = fmax(fabs(cos(to)) / p->width, fabs(sin(to)) / p->depth);
    return t * p->height * (double)p->boxes * over < 1.0 - surely;
}

/* Beside what a tower at rest, a sliding or a toppling one does in closed form. */
static void observe(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const ss_bodies *const bodies = &m->scene->bodies;
    const frame f = frame_of(p);
    const double a = p->angle * M_PI / 180.0, time = m->scene->time;
    const double pull = fmax(0.0, p->scene.gravity * (sin(a) - p->scene.mu * cos(a)));
    double across[3], sideways = 0.0, lean = 0.0;
    const bool upright = is_upright(p);
    ss_cross(across, f.n, f.down);
    for (size_t b = 0; b < p->boxes; ++b) {
        double R[9], off[3];
        ss_turn_matrix(R, bodies->orientation + 4 * b);
        const double axis[3] = {R[2], R[5], R[8]};
        ss_cross(off, f.n, axis);
        lean = fmax(lean, ss_norm(off));
        sideways = fmax(sideways, fabs(ss_dot(across, bodies->v + 6 * b)));
    }
    const double *const top = bodies->v + 6 * (p->boxes - 1);
    ss_observe_exact(out, "way", ss_dot(f.down, bodies->x),
                     upright ? 0.5 * pull * time * time : NAN);
    ss_observe_exact(out, "speed", ss_dot(f.down, top), upright ? pull * time : NAN);
    ss_observe_exact(out, "sideways", sideways, upright ? 0.0 : NAN);
    ss_observe_exact(out, "lean", lean, upright ? 0.0 : NAN);
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"way", "m", "of the lowest box, down the slope"},
    {"speed", "m/s",
     "of the uppermost box down the slope; of a tower that should rest it is creep"},
    {"sideways", "m/s", "largest velocity of a box across the slope"},
    {"lean", "-", "largest sine of the angle between a box and the normal of the ground"});

const ss_catalogue_entry ss_problem_box_tower = {
    .name = "box-tower",
    .title = "boxes on top of each other on a slope rest, slide or topple, in 3D",
    .reference = "statics of a rigid body",
    .known =
        "upright iff min(tan(angle), mu) times the height of the tower is less than the base is "
        "wide along the slope; then at rest where tan(angle) <= mu, else v = g t (sin - mu cos)",
    .stop = "e1",
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .observables = SS_OBSERVABLE_GROUPS(&observed, &ss_observable_momentum_balance,
                                        &ss_observable_energy_balance),
};

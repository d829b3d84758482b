/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/compression.h"

#include "problems/contact/vec3.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

enum { DISCS, WALLS }; /* materials */

static const double full_size = 2000.0; /* discs that `force` is meant for */
static const double thickness = 1.0;    /* m */

/* Lattice cells leave a twentieth of a diameter of room (packing.h). */
static const double cell_per_radius = 2.1;

/* ---- opening ---- */

static double area_of_discs(const ss_bodies *bodies, size_t n)
{
    double area = 0.0;
    for (size_t b = 0; b < n; ++b)
        area += M_PI * bodies->radius[b] * bodies->radius[b];
    return area;
}

/* Wall `wall`, a plane with this normal; the centres that carry them stand at the corners x = z = 0
 * and (width, height). */
static bool set_walls(ss_scene *scene, double width, double height, ss_error *error)
{
    static const double normals[SS_COMPRESSION_WALLS][3] = {
        {0.0, 0.0, -1.0}, {-1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}};
    const ss_compression_params *const p = scene->own;
    ss_bodies *const bodies = &scene->bodies;
    const size_t n = p->packing.n;
    bool set = true;
    for (size_t w = 0; set && w < SS_COMPRESSION_WALLS; ++w) {
        set = ss_bodies_set_plane(bodies, n + w, normals[w], 0.0, error);
        bodies->material[n + w] = WALLS;
    }
    bodies->x[3 * (n + SS_COMPRESSION_RIGHT)] = width;
    bodies->x[3 * (n + SS_COMPRESSION_TOP) + 2] = height;
    for (size_t w = 0; w <= SS_COMPRESSION_RIGHT; ++w)
        bodies->inv_mass[n + w] = 1.0 / p->wall_mass;
    return set;
}

/* Steps are of `margin` too: it follows from the law. */
static bool choose_margin(ss_scene *scene, ss_error *error)
{
    const ss_compression_params *const p = scene->own;
    if (p->scene.margin != 0.0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "margin = %g m: here alert is the margin of iqs and iqs-clamped, "
                            "rst-margin that of the other laws",
                            p->scene.margin);
    scene->params.margin = SS_LAW_IS_IQS(p->scene.restitution) ? p->alert : p->rst_margin;
    return true;
}

bool ss_compression_open(ss_scene *scene, ss_error *error)
{
    ss_compression_params *const p = scene->own;
    ss_packing *const packing = &p->packing;
    const size_t n = packing->n;
    const double cell = cell_per_radius * packing->radius_max;
    const ss_law smooth = {0.0, p->scene.e_n, p->scene.e_t, p->scene.restitution};
    packing->planar = true;
    packing->width = ceil(sqrt((double)n)) * cell;
    scene->box_width = packing->width;
    ss_scene_set_law(scene, DISCS, WALLS, &smooth);
    if (p->wall_mass == 0.0)
        p->wall_mass = p->scene.density * 2.0 * packing->radius_max * packing->width * thickness;
    if (!choose_margin(scene, error) ||
        !ss_bodies_create(&scene->bodies, n + 2, SS_COMPRESSION_WALLS - 2, error) ||
        !ss_packing_fill(scene, packing, error) ||
        !ss_packing_set_discs(scene, n, thickness, error) ||
        !set_walls(scene, packing->width, ss_packing_height(packing), error) ||
        !ss_scene_make_loads(scene, error))
        return false;
    p->full_force = p->force * sqrt((double)n / full_size);
    p->disc_area = area_of_discs(&scene->bodies, n);
    scene->keeps_gaps = true;
    return true;
}

/* ---- phase 1 ---- */

/* What grows evenly over the ramp to 1, at time t; and its integral over time, s. */
typedef struct ramp {
    double now, way;
} ramp;

static ramp ramp_at(const ss_compression_params *p, double t)
{
    if (t < p->ramp)
        return (ramp){t / p->ramp, t * t / (2.0 * p->ramp)};
    return (ramp){1.0, t - 0.5 * p->ramp};
}

/* Presses wall w inwards by `force` against a dash-pot c (kg/s) that is implicit: with 1/(m + h c)
 * for the inverse mass, v_free = v + h (F - c v)/(m + h c) is (m v + h F)/(m + h c). */
static void press(ss_scene *scene, size_t w, double force, double c)
{
    const ss_compression_params *const p = scene->own;
    const size_t b = p->packing.n + w, axis = w == SS_COMPRESSION_TOP ? 2 : 0;
    scene->bodies.inv_mass[b] = 1.0 / (p->wall_mass + scene->params.h * c);
    scene->loads[6 * b + axis] = -force - c * scene->bodies.v[6 * b + axis];
}

bool ss_compression_press(ss_scene *scene, double t, double h, ss_error *error)
{
    const ss_compression_params *const p = scene->own;
    const double F = p->full_force, now = F * ramp_at(p, t + 0.5 * h).now;
    (void)error;
    press(scene, SS_COMPRESSION_TOP, now, F / p->cap);
    press(scene, SS_COMPRESSION_RIGHT, now, F / p->cap);
    return true;
}

/* One state for all laws: laws are compared from it. */
void ss_compression_calm(ss_scene *scene)
{
    const ss_compression_params *const p = scene->own;
    const ss_law inner = {.mu = p->scene.mu, .kind = SS_LAW_IQS}, outer = {.kind = SS_LAW_IQS};
    ss_scene_set_law(scene, DISCS, DISCS, &inner);
    ss_scene_set_law(scene, DISCS, WALLS, &outer);
    scene->params.margin = p->alert;
}

const ss_rest ss_compression_rest = {.calm = ss_compression_calm,
                                     .ignores = SS_COMPRESSION_FREE,
                                     .keeps_impulses = true,
                                     .shared = "isotropic",
                                     .drive = ss_compression_press,
                                     .steps = offsetof(ss_compression_params, phase1),
                                     .limits = {1e-5, 2000}};

/* ---- phase 2 ---- */

/* The right wall comes in: at its place of the middle of the step, with the speed of its end, by
 * which the next middle is reached exactly while the speed grows evenly. */
static void close_in(ss_scene *scene, double t, double h)
{
    const ss_compression_params *const p = scene->own;
    const size_t b = p->packing.n + SS_COMPRESSION_RIGHT;
    scene->bodies.x[3 * b] = p->from - p->speed * ramp_at(p, t + 0.5 * h).way;
    scene->bodies.v[6 * b] = -p->speed * ramp_at(p, t + h).now;
}

/* Left and right turn about their lower ends, y being the axis: the upper ends go to the right. */
static void turn(ss_scene *scene, double t, double h)
{
    const ss_compression_params *const p = scene->own;
    const double angle = p->spin * ramp_at(p, t + 0.5 * h).way;
    const double right[3] = {-cos(angle), 0.0, sin(angle)},
                 left[3] = {cos(angle), 0.0, -sin(angle)};
    for (size_t side = SS_COMPRESSION_RIGHT; side <= SS_COMPRESSION_LEFT; side += 2) {
        const size_t b = p->packing.n + side;
        const double turned[4] = {cos(0.5 * angle), 0.0, sin(0.5 * angle), 0.0};
        ss_bodies_turn_plane(&scene->bodies, b, side == SS_COMPRESSION_RIGHT ? right : left);
        memcpy(scene->bodies.orientation + 4 * b, turned, sizeof turned); /* for pictures */
        scene->bodies.v[6 * b + 4] = p->spin * ramp_at(p, t + h).now;
    }
}

bool ss_compression_load(ss_scene *scene, double t, double h, ss_error *error)
{
    ss_compression_params *const p = scene->own;
    const size_t right = p->packing.n + SS_COMPRESSION_RIGHT;
    if (!p->begun) {
        if (!ss_scene_block(scene, right, error))
            return false;
        p->from = scene->bodies.x[3 * right];
        p->begun = true;
    }
    press(scene, SS_COMPRESSION_TOP,
          p->full_force * (p->force_ramp ? ramp_at(p, t + 0.5 * h).now : 1.0), 0.0);
    if (scene->variant == SS_COMPRESSION_BIAXIAL)
        close_in(scene, t, h);
    else
        turn(scene, t, h);
    return true;
}

/* ---- constants ---- */

static void tell(ss_observed *out, const ss_scene *scene)
{
    const ss_compression_params *const p = scene->own;
    ss_observe(out, "disturbed_at", p->ramp);
    ss_observe(out, "disc_area", p->disc_area);
    ss_observe(out, "pressed_by", p->full_force);
    ss_observe(out, "pressed_mass", p->wall_mass);
    ss_observe(out, "radius_mean", 0.5 * (p->packing.radius_min + p->packing.radius_max));
}

const ss_constants ss_compression_constants = SS_OBSERVABLE_GROUP(
    tell, {"disturbed_at", "s", "end of the ramp"}, {"disc_area", "m^2", "of all discs, as drawn"},
    {"pressed_by", "N", "force on a pressed wall at the end of the ramp"},
    {"pressed_mass", "kg", "mass of a pressed wall"},
    {"radius_mean", "m", "mean of the least and the largest radius"});

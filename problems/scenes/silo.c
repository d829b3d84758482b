/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/silo.h"

#include <math.h>

/* Of the largest radius: a ball's room in its cell, from the middle to a side (method section 8).
 */
static const double half_cell = 1.05;

double ss_silo_top(const ss_silo *silo)
{
    const double slope = silo->bottom == SS_SILO_FLAT ? 0.0 : silo->slope * M_PI / 180.0;
    return silo->z + (silo->radius - 0.5 * silo->orifice) * tan(slope);
}

/* A ball must be narrower than any ring that it touches, for it touches one side alone. */
static bool check(const ss_silo_params *p, ss_error *error)
{
    const double widest = p->packing.radius_max;
    if (p->silo.orifice >= 2.0 * p->silo.radius)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "orifice=%g m is as wide as the silo: it must be less than twice "
                            "cylinder=%g m",
                            p->silo.orifice, p->silo.radius);
    if (p->silo.orifice <= 2.0 * widest)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "orifice=%g m lets no ball of radius-max=%g m through: it must be "
                            "wider than 2 radius-max",
                            p->silo.orifice, widest);
    if (p->silo.z <= widest)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "orifice-height=%g m leaves no room below it for a ball of "
                            "radius-max=%g m",
                            p->silo.z, widest);
    return true;
}

/* A cell whose ball cannot reach the wall. */
static bool is_inside(const void *vessel, const double centre[3], const double size[3])
{
    const ss_silo_params *const p = vessel;
    (void)size;
    return hypot(centre[0], centre[1]) <= p->silo.radius - half_cell * p->packing.radius_max;
}

/* Cells of 2.1 largest radii about the axis, one on it, displacements that stay in a circle. */
static bool fill(ss_scene *scene, const ss_silo_params *p, ss_error *error)
{
    const double cell = 2.0 * half_cell * p->packing.radius_max;
    const double beside = floor((p->silo.radius - 0.5 * cell) / cell);
    ss_packing packing = p->packing;
    packing.width = (2.0 * beside + 1.0) * cell;
    packing.corner[0] = packing.corner[1] = -0.5 * packing.width;
    packing.first_layer = ss_silo_top(&p->silo);
    packing.jitter = M_SQRT1_2;
    packing.takes = is_inside;
    packing.vessel = p;
    return ss_packing_fill(scene, &packing, error);
}

static double highest(const ss_bodies *bodies)
{
    double z = -INFINITY;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        z = fmax(z, bodies->x[3 * b + 2]);
    return z;
}

static bool set_walls(ss_bodies *bodies, const ss_silo *silo, double top, ss_error *error)
{
    const double out = 0.5 * silo->orifice;
    const ss_revolved shell = {
        .n = 3,
        .profile = {{silo->radius, top}, {silo->radius, ss_silo_top(silo)}, {out, silo->z}}};
    const ss_revolved gate = {.n = 2, .profile = {{0.0, silo->z}, {out, silo->z}}};
    const size_t n = bodies->n_moving;
    return ss_bodies_set_shape(bodies, n + SS_SILO_SHELL, &ss_shape_revolved, &shell, error) &&
           ss_bodies_set_shape(bodies, n + SS_SILO_GATE, &ss_shape_revolved, &gate, error);
}

bool ss_silo_open(ss_scene *scene, size_t n_walls, ss_error *error)
{
    const ss_silo_params *const p = scene->own;
    if (!check(p, error) ||
        !ss_bodies_create(&scene->bodies, p->packing.n, SS_SILO_WALLS + n_walls, error) ||
        !fill(scene, p, error))
        return false;
    const double top = highest(&scene->bodies) + 2.0 * p->packing.radius_max;
    /* nobody falls farther than through the silo as it is filled, or from its bottom to the floor
     */
    const double fall = fmax(ss_silo_top(&p->silo), top - p->silo.z);
    return ss_packing_check_fall(scene, &p->packing, fall, error) &&
           set_walls(&scene->bodies, &p->silo, top, error);
}

void ss_silo_calm(ss_scene *scene)
{
    const ss_law dead = {((const ss_silo_params *)scene->own)->silo.mu_start, 0.0, 0.0,
                         SS_LAW_MENDED};
    ss_scene_set_laws(scene, &dead);
}

bool ss_silo_drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const size_t gate = scene->bodies.n_moving + SS_SILO_GATE;
    if (t + 0.5 * h < ((const ss_silo_params *)scene->own)->silo.opens ||
        ss_bodies_is_parked(&scene->bodies, gate))
        return true;
    return ss_scene_park(scene, gate, error);
}

static void fill_out(ss_observed *out, const ss_moment *m)
{
    const ss_silo_params *const p = m->scene->own;
    double n = 0.0;
    for (size_t b = 0; b < m->scene->bodies.n_moving; ++b)
        n += m->scene->bodies.x[3 * b + 2] < p->silo.z ? 1.0 : 0.0;
    ss_observe(out, "out", n);
}

const ss_observable ss_observable_out = {
    (const ss_observable_name[]){
        {"out", "-", "n_out of [S] 6.1: balls whose centre is below the orifice"}, {.name = NULL}},
    fill_out, false};

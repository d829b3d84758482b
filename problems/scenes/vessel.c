/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/vessel.h"

#include "problems/scenes/constants.h"

#include <math.h>
#include <string.h>

enum { WALLS = 1 };

bool ss_vessel_open(ss_scene *scene, size_t n_walls, ss_error *error)
{
    ss_vessel_params *const p = scene->own;
    const ss_vessel *const vessel = &p->vessel;
    const ss_law law = {vessel->mu, vessel->e_n, vessel->e_t, p->scene.restitution};
    p->packing.first_layer = vessel->above_floor - vessel->amplitude;
    p->packing.jitter = 0.9;
    if (!ss_bodies_create(&scene->bodies, p->packing.n, n_walls, error))
        return false;
    ss_scene_set_law(scene, 0, WALLS, &law);
    for (size_t b = p->packing.n; b < scene->bodies.n; ++b) {
        scene->bodies.material[b] = WALLS;
        scene->bodies.x[3 * b + 2] = -vessel->amplitude;
    }
    return ss_vessel_periods_open(scene, error);
}

bool ss_vessel_drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const ss_vessel *const vessel = &((const ss_vessel_params *)scene->own)->vessel;
    const double speed = 2.0 * M_PI * vessel->frequency;
    const double phase = speed * fmax(0.0, t + 0.5 * h - vessel->start);
    (void)error;
    for (size_t b = scene->bodies.n_moving; b < scene->bodies.n; ++b) {
        scene->bodies.x[3 * b + 2] = -vessel->amplitude * cos(phase);
        scene->bodies.v[6 * b + 2] = vessel->amplitude * speed * sin(phase);
    }
    ss_vessel_periods_keep(scene, t + 0.5 * h);
    return true;
}

void ss_vessel_impulses(ss_vessel_impulse of[SS_VESSEL_PARTS], const ss_moment *m)
{
    const size_t n_moving = m->scene->bodies.n_moving;
    memset(of, 0, SS_VESSEL_PARTS * sizeof *of);
    for (ss_contact_walk w = ss_walk_begin(m, "forces of the vessel", ""); ss_walk_next(&w);) {
        const bool is_floor = fabs(w.contact.n[2]) > M_SQRT1_2;
        ss_vessel_impulse *const sum = &of[is_floor ? SS_VESSEL_FLOOR : SS_VESSEL_SIDES];
        if (w.contact.i < n_moving && w.contact.j < n_moving)
            continue;
        sum->normal += w.r[0];
        sum->up += w.contact.j >= n_moving ? w.p[2] : -w.p[2];
    }
}

static double mean_velocity(const ss_moment *m, bool in_layer)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    double sum = 0.0, n = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        const bool is_near = ss_vessel_in_layer(m->scene, bodies->x + 3 * b);
        sum += is_near == in_layer ? bodies->v[6 * b + 2] : 0.0;
        n += is_near == in_layer ? 1.0 : 0.0;
    }
    return n > 0.0 ? sum / n : NAN;
}

double ss_vessel_mean_height(const ss_scene *scene)
{
    const ss_bodies *const bodies = &scene->bodies;
    double sum = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        sum += bodies->x[3 * b + 2];
    return sum / (double)bodies->n_moving - ss_vessel_floor(scene);
}

static void fill_forces(ss_observed *out, const ss_moment *m)
{
    const double h = m->scene->params.h;
    ss_vessel_impulse of[SS_VESSEL_PARTS];
    ss_vessel_impulses(of, m);
    ss_observe(out, "wall_push", of[SS_VESSEL_SIDES].normal / h);
    ss_observe(out, "wall_drag", of[SS_VESSEL_SIDES].up / h);
    ss_observe(out, "floor_push", of[SS_VESSEL_FLOOR].up / h);
}

static void fill_flow(ss_observed *out, const ss_moment *m)
{
    ss_observe(out, "layer_velocity", mean_velocity(m, true));
    ss_observe(out, "core_velocity", mean_velocity(m, false));
}

static void fill_height(ss_observed *out, const ss_moment *m)
{
    ss_observe(out, "mean_height", ss_vessel_mean_height(m->scene));
}

const ss_observable ss_observable_vessel_forces = {
    (const ss_observable_name[]){
        {"wall_push", "N", "N of [M] Figure 3: sum of the normal forces of the side walls"},
        {"wall_drag", "N",
         "V of [M] Figure 3: force of the side walls along the vertical, upwards"},
        {"floor_push", "N", "force of the floor, upwards"},
        {.name = NULL}},
    fill_forces, false};

const ss_observable ss_observable_vessel_flow = {
    (const ss_observable_name[]){
        {"layer_velocity", "m/s",
         "mean vertical velocity of what is within 2.5 radius-max of a side wall"},
        {"core_velocity", "m/s",
         "mean vertical velocity of all that is farther from the side walls"},
        {.name = NULL}},
    fill_flow, false};

const ss_observable ss_observable_mean_height = {
    (const ss_observable_name[]){{"mean_height", "m", "mean height of the centres above the floor"},
                                 {.name = NULL}},
    fill_height, false};

/* ---- constants ---- */

static double large_body(const ss_scene *scene)
{
    const ss_vessel_params *const p = scene->own;
    for (size_t b = 0; b < scene->bodies.n_moving; ++b)
        if (scene->bodies.radius[b] > (1.0 + 1e-9) * p->packing.radius_max)
            return (double)b;
    return NAN;
}

static void tell(ss_observed *out, const ss_scene *scene)
{
    const ss_vessel_params *const p = scene->own;
    const ss_vessel *const vessel = &p->vessel;
    const ss_packing *const packing = &p->packing;
    const double speed = 2.0 * M_PI * vessel->frequency;
    const size_t n_walls = scene->bodies.n - scene->bodies.n_moving;
    ss_observe(out, "weight", ss_constants_weight(scene, vessel->thickness));
    ss_observe(out, "amplitude", vessel->amplitude);
    ss_observe(out, "frequency", vessel->frequency);
    ss_observe(out, "steps_per_period", 1.0 / (scene->params.h * vessel->frequency));
    ss_observe(out, "gamma", vessel->amplitude * speed * speed / scene->params.gravity);
    ss_observe(out, "disturbed_at", vessel->start);
    ss_observe(out, "wall_layer", ss_vessel_layer_in_radii * packing->radius_max);
    ss_observe(out, "mean_diameter", packing->radius_min + packing->radius_max);
    const double width = packing->width;
    ss_observe(out, "slot_width", n_walls == SS_VESSEL_CYLINDER ? NAN : width);
    ss_observe(out, "slot_depth", n_walls == SS_VESSEL_SQUARE ? width : NAN);
    ss_observe(out, "cylinder_diameter", n_walls == SS_VESSEL_CYLINDER ? width : NAN);
    ss_observe(out, "large_body", large_body(scene));
}

const ss_constants ss_vessel_constants = SS_OBSERVABLE_GROUP(
    tell, {"weight", "N", "M g of all that is in the vessel"},
    {"amplitude", "m", "A, half the peak-to-peak displacement of the vessel"},
    {"frequency", "Hz", "f of the vessel"}, {"steps_per_period", "-", "time steps per period"},
    {"gamma", "-", "peak acceleration A (2 pi f)^2 over that of gravity"},
    {"disturbed_at", "s", "when the vessel, at its lowest point, begins to move"},
    {"wall_layer", "m", "depth of the layer at the side walls, 2.5 radius-max"},
    {"mean_diameter", "m", "of what is in the vessel but for a large body"},
    {"slot_width", "m", "distance of the side walls of a slot or a square box"},
    {"slot_depth", "m", "distance of the side walls of a square box along y"},
    {"cylinder_diameter", "m", "of a vessel that is neither"},
    {"large_body", "-", "number of the body that is larger than the range of the others"});

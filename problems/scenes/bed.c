/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/bed.h"

#include "problems/scenes/vessel.h"

#include <math.h>
#include <string.h>

enum { DISCS, WALLS }; /* materials */

static const double thickness = 1.0;              /* m */
static const double along_x[3] = {1.0, 0.0, 0.0}; /* no friction of the bulk is one-sided */

/* The discs stay on their lattice. */
static bool stay(ss_scene *scene, ss_error *error)
{
    (void)scene;
    (void)error;
    return true;
}

bool ss_bed_open(ss_scene *scene, ss_error *error)
{
    ss_bed_params *const p = scene->own;
    ss_bodies *const bodies = &scene->bodies;
    const ss_law law = {p->bed.mu_wall, p->scene.e_n, p->scene.e_t, p->scene.restitution};
    p->packing.planar = true;
    p->packing.jitter = 0.9;
    scene->box_width = p->packing.width;
    if (p->bed.start == SS_BED_DROPPED)
        scene->settle = stay;
    ss_scene_set_law(scene, DISCS, WALLS, &law);
    if (!ss_bodies_create(bodies, p->packing.n, SS_BED_WALLS, error) ||
        !ss_vessel_set_slot(bodies, p->packing.width, error) ||
        !ss_packing_fill(scene, &p->packing, error) ||
        !ss_packing_set_discs(scene, p->packing.n, thickness, error))
        return false;
    memset(bodies->material + bodies->n_moving, WALLS, SS_BED_WALLS);
    return ss_packing_check_fall(scene, &p->packing, ss_packing_height(&p->packing), error);
}

void ss_bed_calm(ss_scene *scene)
{
    for (size_t a = 0; a <= WALLS; ++a)
        for (size_t b = 0; b <= a; ++b) {
            const ss_law dead = {scene->laws[a][b].mu, 0.0, 0.0, SS_LAW_MENDED};
            ss_scene_set_law(scene, a, b, &dead);
        }
}

bool ss_bed_is_disturbed(const ss_scene *scene, double t, double h)
{
    return t + 0.5 * h >= ((const ss_bed_params *)scene->own)->bed.begins;
}

double ss_bed_weight(const ss_scene *scene)
{
    double mass = 0.0;
    for (size_t b = 0; b < scene->bodies.n_moving; ++b)
        mass += ss_bodies_mass(&scene->bodies, b);
    return mass * scene->params.gravity;
}

double ss_bed_height(const ss_scene *scene)
{
    const ss_bodies *const bodies = &scene->bodies;
    double mass = 0.0, moment = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        mass += ss_bodies_mass(bodies, b);
        moment += ss_bodies_mass(bodies, b) * bodies->x[3 * b + 2];
    }
    return 2.0 * (moment / mass - bodies->x[3 * (bodies->n_moving + SS_BED_FLOOR) + 2]);
}

/* ---- zones ---- */

static size_t at_side(const void *of, const ss_moment *m, const ss_rigid_contact *contact)
{
    (void)of;
    return contact->j > m->scene->bodies.n_moving + SS_BED_FLOOR ? 0 : SIZE_MAX;
}

static size_t between_discs(const void *of, const ss_moment *m, const ss_rigid_contact *contact)
{
    (void)of;
    return contact->j < m->scene->bodies.n_moving ? 0 : SIZE_MAX;
}

const ss_contact_zones ss_bed_sides = {"side walls", 1, at_side, NULL};
const ss_contact_zones ss_bed_bulk = {"between discs", 1, between_discs, NULL};

/* ---- observables ---- */

double ss_bed_solid_fraction(const ss_scene *scene, double height)
{
    const ss_bodies *const bodies = &scene->bodies;
    double area = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        area += M_PI * bodies->radius[b] * bodies->radius[b];
    return area / (scene->box_width * height);
}

static const ss_observable_name names[] = {
    {"p_n_bulk", "-", "P_n of the contacts between discs"},
    {"p_b", "-",
     "share of the discs that have most of their normal forces on the boundary of the cone"},
    {"floor_over_weight", "-", "vertical force of the floor on the discs over their weight"},
    {"wall_over_weight", "-", "vertical force of the side walls on the discs over their weight"},
    {"balance", "-",
     "force of walls, weight and change of momentum of all discs, what is left of their sum over "
     "the weight"},
    {"height", "m", "height of the free surface above the floor: twice that of the centre of mass"},
    {"solid_fraction", "-", "area of the discs over that between walls, floor and free surface"},
    {.name = NULL}};

static void fill(ss_observed *out, const ss_moment *m)
{
    const double height = ss_bed_height(m->scene), weight = ss_bed_weight(m->scene);
    double on[SS_BED_WALLS][3]; /* forces of the discs on the walls, N */
    ss_polarization bulk;
    ss_polarization_of(&bulk, m, &ss_bed_bulk, along_x);
    ss_moment_forces(on, m, m->scene->bodies.n_moving, SS_BED_WALLS);
    ss_observe(out, "p_n_bulk", bulk.p_n[SS_POLARIZATION_EDGE]);
    ss_observe(out, "p_b", ss_polarization_bodies(m));
    ss_observe(out, "floor_over_weight", (0.0 - on[SS_BED_FLOOR][2]) / weight);
    ss_observe(out, "wall_over_weight", (0.0 - on[SS_BED_LEFT][2] - on[SS_BED_RIGHT][2]) / weight);
    ss_observe_scaled(out, "balance", ss_moment_momentum_balance(m) / (weight * m->scene->params.h),
                      0.0, 1.0);
    ss_observe(out, "height", height);
    ss_observe(out, "solid_fraction", ss_bed_solid_fraction(m->scene, height));
}

const ss_observable ss_observable_bed = {names, fill, false};

/* ---- constants ---- */

static void tell(ss_observed *out, const ss_scene *scene)
{
    const ss_bed_params *const p = scene->own;
    ss_observe(out, "disturbed_at", p->bed.begins);
    ss_observe(out, "unit_weight", scene->params.density * scene->params.gravity);
    ss_observe(out, "slot_width", p->packing.width);
    ss_observe(out, "mu_wall", p->bed.mu_wall);
}

const ss_constants ss_bed_constants = SS_OBSERVABLE_GROUP(
    tell, {"disturbed_at", "s", "when the floor begins to sink, or gravity turns"},
    {"unit_weight", "N/m^3", "rho g of the material of the discs"},
    {"slot_width", "m", "distance of the side walls"},
    {"mu_wall", "-", "mu at the walls and the floor"});

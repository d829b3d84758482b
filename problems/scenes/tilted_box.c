/* A bed of discs in a box that is tilted: gravity turns, the upper layers flow over the others, and
 * the forces of what moves are those that lie on the boundary of the cone ([P] 5.2 and 6, Figure
 * 8). Gravity turns at once, or at a `rate`: then the free surface steepens until an avalanche
 * starts, and is less steep where it stops ([P] 2.1).
 *
 * Flow and rest are told apart by speed: a contact is of the flow where one of its discs is faster
 * than the root mean square of all. p_n near 1 in the flow and small in the rest is what [P]
 * speaks of. Something is always faster than that, at rest too: what moves is told by `moving`,
 * which compares with a speed of the discs' size.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/bed_profile.h"
#include "problems/scenes/catalogue.h"
#include "problems/scenes/grains.h"

#include "problems/contact/vec3.h"

#include <math.h>

typedef struct params {
    ss_scene_params scene;
    ss_bed bed;
    ss_packing packing;
    double angle; /* degrees */
    double rate;  /* degrees/s; 0: at once */
    bool slides;  /* an avalanche had started and not stopped before this step */
    double still; /* solid fraction before this step, when no disc moved last */
    double loose; /* the least since then */
} params;

static const ss_option rows[] = {
    SS_BED_ROWS(params, 3.6e-2,
                "choice: 12 diameters; 30 in size=full, 90 mm, the bed 35 mm deep; not given in "
                "[P]",
                3e-3, "choice: a diameter"),
    SS_REAL(params, bed.begins, "turns", 1e-2, 0.0, 1e6, "s", "time at which gravity turns",
            "choice: 100 steps at rest before"),
    SS_REAL(params, angle, "phi", 30.0, -90.0, 90.0, "degrees", "by which gravity turns towards x",
            "choice: [P] shows a shear flow over a pile without numbers"),
    SS_REAL(params, rate, "rate", 0.0, 0.0, 1e6, "degrees/s", "at which it turns; 0: at once",
            "choice: at once; about 1 for avalanches"),
};

static const ss_option_default defaults[] = {
    SS_BED_DEFAULTS,
    {"steps", 1100, "choice: 0.1 s of flow; 3100, 0.3 s, in size=full"},
};

static const ss_option_preset sizes[] = {
    SS_SCENE_FULL("balls", 350),
    SS_SCENE_FULL("width", 9e-2),
    SS_SCENE_FULL("steps", 3100),
};

static bool open(ss_scene *scene, ss_error *error)
{
    params *const p = scene->own;
    p->bed.flows = true;
    p->slides = false;
    p->still = p->loose = 0.0;
    return ss_bed_open(scene, error);
}

/* By how much gravity has turned in the step that begins at t (s), radians. */
static double turned(const ss_scene *scene, double t)
{
    const params *const p = scene->own;
    const double h = p->scene.h, way = p->rate * (t + h - p->bed.begins);
    if (!ss_bed_is_disturbed(scene, t, h))
        return 0.0;
    return (p->rate > 0.0 ? copysign(fmin(way, fabs(p->angle)), p->angle) : p->angle) * M_PI /
           180.0;
}

/* Share of the discs that are faster than a tenth of sqrt(g d), d the mean
 * diameter: a disc that falls by a two-hundredth of it is. */
static double share_moving(const ss_scene *scene)
{
    const params *const p = scene->own;
    const double diameter = p->packing.radius_min + p->packing.radius_max;
    const double speed = 0.1 * sqrt(p->scene.gravity * diameter);
    double n = 0.0;
    for (size_t b = 0; b < scene->bodies.n_moving; ++b)
        n += ss_norm(scene->bodies.v + 6 * b) > speed ? 1.0 : 0.0;
    return n / (double)scene->bodies.n_moving;
}

/* A bed with a straight free surface z = depth + steep (x - width/2), whose centre of mass is
 * where that of the discs is. */
typedef struct bed_shape {
    double depth, steep; /* m, - */
} bed_shape;

static bed_shape shape_of(const ss_scene *scene)
{
    const ss_bodies *const bodies = &scene->bodies;
    const double width = scene->box_width, twice = ss_bed_height(scene);
    double mass = 0.0, moment = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        mass += ss_bodies_mass(bodies, b);
        moment += ss_bodies_mass(bodies, b) * (bodies->x[3 * b] - 0.5 * width);
    }
    /* x_c = steep width^2 / (12 depth), 2 z_c = depth + steep^2 width^2 / (12 depth) */
    const double aside = moment / (mass * width);
    const double depth = twice / (1.0 + 12.0 * aside * aside);
    return (bed_shape){depth, 12.0 * aside * depth / width};
}

/* An avalanche starts when this share of the discs moves, and stops when less than that does. */
static const double starts_at = 0.1, stops_at = 0.01;

static bool drive(ss_scene *scene, double t, double h, ss_error *error)
{
    params *const p = scene->own;
    const double angle = turned(scene, t), moving = share_moving(scene);
    /* area of the discs over that under the straight surface */
    const double solid = ss_bed_solid_fraction(scene, shape_of(scene).depth);
    p->loose = moving > 0.0 ? fmin(p->loose, solid) : solid;
    p->still = moving > 0.0 ? p->still : solid;
    p->slides = moving >= (p->slides ? stops_at : starts_at);
    (void)h;
    (void)error;
    scene->gravity[0] = p->scene.gravity * sin(angle);
    scene->gravity[2] = -p->scene.gravity * cos(angle);
    return true;
}

/* ---- polarization of what moves, and of the rest ---- */

/* Root mean square of the speeds, m/s. */
static double mean_speed(const ss_scene *scene)
{
    const ss_bodies *const bodies = &scene->bodies;
    double sum = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        sum += ss_dot(bodies->v + 6 * b, bodies->v + 6 * b);
    return sqrt(sum / (double)bodies->n_moving);
}

/* Zone 0: contacts of which a disc is faster than `of`, m/s; 1: the others. */
static size_t by_motion(const void *of, const ss_moment *m, const ss_rigid_contact *contact)
{
    const double speed = *(const double *)of;
    const size_t pair[2] = {contact->i, contact->j};
    bool fast = false;
    for (int end = 0; end < 2; ++end)
        fast = fast || (pair[end] < m->scene->bodies.n_moving &&
                        ss_norm(m->scene->bodies.v + 6 * pair[end]) > speed);
    return fast ? 0 : 1;
}

/* In the step in which gravity turns the potential of the discs changes where they are. */
static double no_turn(const ss_moment *m)
{
    const double h = m->scene->params.h, begin = m->scene->time - h;
    const double before = begin <= 0.5 * h ? 0.0 : turned(m->scene, begin - h);
    return turned(m->scene, begin) != before ? NAN : ss_moment_energy_balanced(m);
}

static const ss_observable_name motion_names[] = {
    {"p_n", "-",
     "[P] 1: normal force of contacts on the boundary of the cone, |r_t| >= 0.999 mu r_n, over "
     "that of all, where one disc is faster than the root mean square of all"},
    {"p_c", "-", "p_n by number"},
    {"p_n_rest", "-", "p_n of all other contacts"},
    {"p_c_rest", "-", "p_n_rest by number"},
    {"speed", "m/s", "root mean square of the speeds of the discs"},
    {.name = NULL}};

static void fill_motion(ss_observed *out, const ss_moment *m)
{
    const double along[3] = {1.0, 0.0, 0.0}; /* of no meaning: friction between discs has no side */
    const double speed = mean_speed(m->scene);
    const ss_contact_zones zones = {"moving and resting", 2, by_motion, &speed};
    ss_polarization p[2];
    ss_polarization_of(p, m, &zones, along);
    ss_observe(out, "p_n", p[0].p_n[SS_POLARIZATION_EDGE]);
    ss_observe(out, "p_c", p[0].p_c);
    ss_observe(out, "p_n_rest", p[1].p_n[SS_POLARIZATION_EDGE]);
    ss_observe(out, "p_c_rest", p[1].p_c);
    ss_observe(out, "speed", speed);
}

/* ---- avalanches ---- */

static const ss_observable_name avalanche_names[] = {
    {"moving", "-", "share of the discs that are faster than sqrt(g d)/10, d their mean diameter"},
    {"slope", "degrees",
     "of the free surface against what is level, downwards to x: straight, with the centre of mass "
     "of the discs"},
    {"slope_start", "degrees",
     "slope in the step in which an avalanche starts: a tenth of the discs moves; else not a "
     "number"},
    {"slope_stop", "degrees",
     "slope in the step in which it stops: less than a hundredth moves; else not a number"},
    {"solid", "-", "area of the discs over that under the straight surface"},
    {"solid_start", "-", "the same in the steps of slope_start; else not a number"},
    {"opens", "-",
     "in the steps of slope_stop: 1 - the least of solid since no disc moved over what it was "
     "then; else not a number"},
    {.name = NULL}};

static void fill_avalanche(ss_observed *out, const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double moving = share_moving(m->scene);
    const bed_shape bed = shape_of(m->scene);
    const double slope =
        (turned(m->scene, m->scene->time - m->scene->params.h) - atan(bed.steep)) * 180.0 / M_PI;
    const double solid = ss_bed_solid_fraction(m->scene, bed.depth);
    const bool now = moving >= (p->slides ? stops_at : starts_at);
    const bool starts = now && !p->slides, stops = !now && p->slides;
    ss_observe(out, "moving", moving);
    ss_observe(out, "slope", slope);
    ss_observe(out, "slope_start", starts ? slope : NAN);
    ss_observe(out, "slope_stop", stops ? slope : NAN);
    ss_observe(out, "solid", solid);
    ss_observe(out, "solid_start", starts ? solid : NAN);
    ss_observe(out, "opens", stops ? 1.0 - p->loose / p->still : NAN);
}

static const ss_observable_name energy_names[] = {
    SS_GRAINS_CONTACTS,
    SS_GRAINS_BODIES,
    SS_OBSERVABLE_BOUNDARY_WORK,
    SS_OBSERVABLE_CONTACT_WORK,
    {"energy_balance", "J",
     "change of the energy in the step less boundary_work and contact_work; not known in steps in "
     "which gravity turns"},
    {.name = NULL}};

static void fill_energy(ss_observed *out, const ss_moment *m)
{
    const ss_grains of = ss_grains_of(m);
    const ss_contact_sums work = ss_moment_sums(m);
    ss_observe(out, "potential", (double)m->problem->n_contacts);
    ss_observe(out, "effective", of.effective);
    ss_observe(out, "coordination", of.coordination);
    ss_observe(out, "kinetic_energy", ss_bodies_kinetic_energy(&m->scene->bodies));
    ss_observe(out, "boundary_work", work.boundary);
    ss_observe(out, "contact_work", work.contact);
    ss_observe_exact(out, "energy_balance", ss_moment_energy_balance(m), no_turn(m));
}

static const ss_observable in_motion = {.names = motion_names, .fill = fill_motion};
static const ss_observable avalanche = {.names = avalanche_names, .fill = fill_avalanche};
static const ss_observable energy = {.names = energy_names, .fill = fill_energy};

static const ss_rest rest = {
    .calm = ss_bed_calm, .ignores = SS_BED_FREE " turns phi rate", .keeps_impulses = true};

const ss_catalogue_entry ss_problem_tilted_box = {
    .name = "tilted-box",
    .title = "a bed of discs in a box that is tilted: a shear flow over a pile",
    .reference = "[P] 5.2 and 6, Figure 8",
    .known = "walls, weight and momentum balance in every step, whatever the solver; the mean "
             "stress of every disc and window is symmetric with its inertia part, at any "
             "tolerance, and without it is not",
    .settles = true,
    .rest = &rest,
    .stop = "e1",
    .seeded = true,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = open,
    .drive = drive,
    .observables =
        SS_OBSERVABLE_GROUPS(&in_motion, &avalanche, &ss_observable_bed, &ss_observable_asymmetry,
                             &energy, &ss_observable_momentum_balance, SS_BED_PROFILES),
    .constants = &ss_bed_constants,
};

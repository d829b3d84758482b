/* A bed of discs in a box that is tilted: gravity turns, the upper layers flow over the others, and
 * the forces of what moves are those that lie on the boundary of the cone ([P] 5.2 and 6, Figure
 * 8).
 *
 * Flow and rest are told apart by speed: a contact is of the flow where one of its discs is faster
 * than the root mean square of all. p_n near 1 in the flow and small in the rest is what [P]
 * speaks of.
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
} params;

static const ss_option rows[] = {
    SS_BED_ROWS(params, 3.6e-2,
                "choice: 12 diameters; 30 in size=full, 90 mm, the bed 35 mm deep; not given in "
                "[P]",
                3e-3, "choice: a diameter"),
    SS_REAL(params, bed.begins, "turns", 1e-2, 0.0, 1e6, "s", "time at which gravity turns",
            "choice: 100 steps at rest before"),
    SS_REAL(params, angle, "phi", 30.0, -90.0, 90.0, "degrees",
            "by which gravity turns towards x, at once",
            "choice: [P] shows a shear flow over a pile without numbers"),
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
    ((params *)scene->own)->bed.flows = true;
    return ss_bed_open(scene, error);
}

static bool drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const params *const p = scene->own;
    const double angle = ss_bed_is_disturbed(scene, t, h) ? p->angle * M_PI / 180.0 : 0.0;
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
    const bool turns = ss_bed_is_disturbed(m->scene, begin, h) &&
                       (begin <= 0.5 * h || !ss_bed_is_disturbed(m->scene, begin - h, h));
    return turns ? NAN : ss_moment_energy_balanced(m);
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

static const ss_observable_name energy_names[] = {
    SS_GRAINS_CONTACTS,
    SS_GRAINS_BODIES,
    SS_OBSERVABLE_BOUNDARY_WORK,
    SS_OBSERVABLE_CONTACT_WORK,
    {"energy_balance", "J",
     "change of the energy in the step less boundary_work and contact_work; not known in the step "
     "in which gravity turns"},
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
static const ss_observable energy = {.names = energy_names, .fill = fill_energy};

static const ss_rest rest = {
    .calm = ss_bed_calm, .ignores = SS_BED_FREE " turns phi", .keeps_impulses = true};

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
    .observables = SS_OBSERVABLE_GROUPS(&in_motion, &ss_observable_bed, &ss_observable_asymmetry,
                                        &energy, &ss_observable_momentum_balance, SS_BED_PROFILES),
    .constants = &ss_bed_constants,
};

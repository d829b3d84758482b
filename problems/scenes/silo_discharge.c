/* Spheres flow out of a silo ([S] 6.1, Figures 4 to 7): onto a floor inside a rim, or into a sink.
 *
 * The orifice is five balls wide, so that none arch over it, and the flow is to be compared with
 * Beverloo's law. Balls that are out heap up on the floor, or are parked in a cellar below z = 0,
 * where they touch nothing and cost nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/silo.h"

#include "problems/contact/operator.h"

#include <math.h>

enum { FLOOR, SINK };                           /* the receiver */
enum { GROUND = SS_SILO_WALLS, RIM, WITH_RIM }; /* the walls of the floor */

typedef struct params {
    ss_scene_params scene;
    ss_silo silo;
    ss_packing packing;
    double rim, rim_height; /* m */
    int receiver;
} params;

static const ss_option rows[] = {
    SS_SCENE_SIZE(params, silo.size),
    SS_PACKING_BALLS(params, 300, 5e-3, 5e-3, "[S] 6.1: 1000 of 5 mm in size=full, 300 here"),
    SS_SILO_ROWS(params, 4e-2,
                 "choice: eight balls wide; ten in size=full, 50 mm, filled to 1.2 widths", 5e-2,
                 "choice: 5 balls wide, clear of arching", 0.15,
                 "choice: 15 ball diameters, room for the heap below", 0.2,
                 "[S] 6.1; one start serves all mu"),
    SS_CHOICE(params, receiver, "receiver", FLOOR, "floor|sink",
              "what is below: a floor z = 0 inside a rim, or nothing, and balls below z = 0 are "
              "counted and gone",
              "[S] Figure 4(b): a heap; a sink for Beverloo's law"),
    SS_REAL(params, rim, "rim", 0.1, SS_ABOVE_ZERO, 1e3, "m", "radius of the rim",
            "choice: spheres roll for ever on a plane"),
    SS_REAL(params, rim_height, "rim-height", 9e-2, SS_ABOVE_ZERO, 1e3, "m", "height of the rim",
            "choice"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.2, "[S] 6.1; varied in Figures 6b and 7"},
    {"e_n", 0.0, "[S] 6.1"},
    {"e_t", 1.0, "[S] 6.1: the reversing law; 0 is the dead one"},
    {"density", 2500.0, "choice: not given in [S], changes no motion"},
    {"h", 1e-3, "[S] 6.1"},
    {"steps", 1000, "choice: all balls out and down; 3000 in size=full"},
    {"tol", 1e-4, "choice: [S] prints none; of E1, which has no unit"},
    {"max-sweeps", 5000,
     "choice: [S] prints none; from r = 0 the first steps take sbp up to 1739 sweeps"},
};

static const ss_option_preset sizes[] = {
    SS_SCENE_FULL("balls", 1000),
    SS_SCENE_FULL("cylinder", 5e-2),
    SS_SCENE_FULL("steps", 3000),
};

static bool check_rim(const params *p, ss_error *error)
{
    if (p->rim <= 0.5 * p->silo.orifice)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "rim=%g m is within the orifice above it: it must be wider than half "
                            "of orifice=%g m",
                            p->rim, p->silo.orifice);
    return p->rim > p->silo.radius || p->rim_height < p->silo.z ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "rim=%g m is under the silo and rim-height=%g m reaches up to it: it must "
                        "be wider than cylinder=%g m or end below orifice-height=%g m",
                        p->rim, p->rim_height, p->silo.radius, p->silo.z);
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const double up[3] = {0.0, 0.0, 1.0};
    const ss_revolved rim = {.n = 2, .profile = {{p->rim, 0.0}, {p->rim, p->rim_height}}};
    ss_bodies *const bodies = &scene->bodies;
    const size_t n = p->packing.n;
    if (p->receiver == SINK)
        return ss_silo_open(scene, 0, error);
    return check_rim(p, error) && ss_silo_open(scene, WITH_RIM - SS_SILO_WALLS, error) &&
           ss_bodies_set_plane(bodies, n + GROUND, up, 0.0, error) &&
           ss_bodies_set_shape(bodies, n + RIM, &ss_shape_revolved, &rim, error);
}

static bool drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const params *const p = scene->own;
    ss_bodies *const bodies = &scene->bodies;
    if (!ss_silo_drive(scene, t, h, error))
        return false;
    for (size_t b = 0; p->receiver == SINK && b < bodies->n_moving; ++b) {
        if (bodies->x[3 * b + 2] >= 0.0 || ss_bodies_is_parked(bodies, b))
            continue;
        if (!ss_packing_sink(scene, b, 4.0 * p->packing.radius_max, error))
            return false;
    }
    return true;
}

/* The floor and the rim are below the orifice, the silo and its gate are not. */
static bool is_below(const ss_scene *scene, size_t b)
{
    const ss_bodies *const bodies = &scene->bodies;
    const params *const p = scene->own;
    return b < bodies->n_moving ? bodies->x[3 * b + 2] < p->silo.z : b >= bodies->n_moving + GROUND;
}

/* Mean velocity downwards of the balls with their centre up to four diameters above the bottom,
 * within 0.4 R of the axis or within three radii of the wall. */
static double mean_speed(const ss_moment *m, bool at_wall)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    const params *const p = m->scene->own;
    const double a = p->packing.radius_max, low = ss_silo_top(&p->silo);
    double sum = 0.0, n = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        const double *const x = bodies->x + 3 * b, from_axis = hypot(x[0], x[1]);
        const bool is_there =
            at_wall ? from_axis > p->silo.radius - 3.0 * a : from_axis < 0.4 * p->silo.radius;
        if (!is_there || x[2] < low || x[2] > low + 8.0 * a)
            continue;
        sum -= bodies->v[6 * b + 2];
        n += 1.0;
    }
    return n > 0.0 ? sum / n : NAN;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    size_t potential = 0, effective = 0;
    for (ss_contact_walk w = ss_walk_begin(m, "below the orifice", ""); ss_walk_next(&w);) {
        const bool below = is_below(m->scene, w.contact.i) && is_below(m->scene, w.contact.j);
        potential += below;
        effective += below && w.r[0] > 0.0;
    }
    ss_observe(out, "effective_below", (double)effective);
    ss_observe(out, "potential_below", (double)potential);
    ss_observe(out, "speed_centre", mean_speed(m, false));
    ss_observe(out, "speed_wall", mean_speed(m, true));
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe,
    {"effective_below", "-",
     "[S] Figure 7: contacts with r_n > 0, both bodies below the orifice, floor and rim included"},
    {"potential_below", "-", "the same of all contacts posed"},
    {"speed_centre", "m/s",
     "mean velocity downwards, four diameters of the cylinder from the cone up, nearer than 0.4 R "
     "to the axis"},
    {"speed_wall", "m/s", "the same within three radii of the wall"});

static const ss_rest rest = {.calm = ss_silo_calm, .ignores = SS_SILO_FREE};

const ss_catalogue_entry ss_problem_silo_discharge = {
    .name = "silo-discharge",
    .title = "spheres flow out of a silo",
    .reference = "[S] 6.1, Figures 4 to 7",
    .known = "at rest the walls carry the weight; with bottom=flat and receiver=sink the flow is "
             "Beverloo's, C rho_b sqrt(g) (D - k d)^(5/2) with C 0.42 to 0.68 and k 1 to 1.8, "
             "whatever the height left; lengths x 4, h x 2 and density x 8 give the same contacts, "
             "sweeps and n_out at every step",
    .settles = true,
    .rest = &rest,
    .most_overlap = SS_GRAINS_OVERLAP,
    .stop = "e1",
    .seeded = true,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = open,
    .drive = drive,
    .observables = SS_OBSERVABLE_GROUPS(&ss_observable_out, &observed, &ss_observable_support,
                                        SS_GRAINS_OBSERVABLES),
};

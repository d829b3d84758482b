/* A silo of discs whose floor is lowered, so that the walls hold the discs up by all the friction
 * that they have ([P] 2.2 and 5.2, Figure 7).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/bed_profile.h"
#include "problems/scenes/catalogue.h"
#include "problems/scenes/grains.h"
#include "problems/scenes/janssen.h"

#include <math.h>
#include <stdlib.h>

typedef struct params {
    ss_scene_params scene;
    ss_bed bed;
    ss_packing packing;
    double speed; /* of the floor, m/s */
} params;

static const ss_option rows[] = {
    SS_BED_ROWS(params, 1.5e-2, "choice: 5 diameters; 10 in size=full, 30 mm; not given in [P]",
                1e-2, "choice: 3.3 diameters, ten windows in size=full"),
    SS_REAL(params, bed.begins, "lowers", 1e-2, 0.0, 1e6, "s",
            "time at which the floor begins to sink", "choice: 100 steps at rest before"),
    SS_REAL(params, speed, "speed", 5e-3, 0.0, 1e6, "m/s", "of the floor, downwards",
            "choice: [P] 5.2 says lowering the bottom wall"),
};

static const ss_option_default defaults[] = {
    SS_BED_DEFAULTS,
    {"steps", 1100, "choice: 0.1 s of lowering, half a millimetre; 3100 in size=full"},
};

static const ss_option_preset sizes[] = {
    SS_SCENE_FULL("balls", 350),
    SS_SCENE_FULL("width", 3e-2),
    SS_SCENE_FULL("steps", 3100),
};

static bool open(ss_scene *scene, const void *values, unsigned long instance, ss_error *error)
{
    (void)values;
    scene->drives_to_end = true;
    return ss_bed_open(scene, instance, error);
}

static size_t floor_of(const ss_scene *scene)
{
    return scene->bodies.n_moving + SS_BED_FLOOR;
}

static bool drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const params *const p = scene->own;
    (void)error;
    scene->bodies.v[6 * floor_of(scene) + 2] = ss_bed_is_disturbed(scene, t, h) ? -p->speed : 0.0;
    return true;
}

/* ---- polarization of the contacts with the side walls ---- */

static ss_polarization of_sides(const ss_moment *m, double edge)
{
    const double up[3] = {0.0, 0.0, 1.0};
    return ss_polarization_of(m, &ss_bed_sides, up, edge);
}

static double p_n(const ss_moment *m)
{
    return of_sides(m, SS_POLARIZATION_EDGE).p_n;
}

static double p_n_wide(const ss_moment *m)
{
    return of_sides(m, 1e-2).p_n;
}

static double p_n_narrow(const ss_moment *m)
{
    return of_sides(m, 1e-6).p_n;
}

static double p_c(const ss_moment *m)
{
    return of_sides(m, SS_POLARIZATION_EDGE).p_c;
}

static double p_s(const ss_moment *m)
{
    return of_sides(m, SS_POLARIZATION_EDGE).p_s;
}

static double lowered(const ss_moment *m)
{
    return -m->scene->bodies.x[3 * floor_of(m->scene) + 2];
}

/* ---- Janssen ---- */

/* Eq. 4 of [P] for this bed. */
static ss_janssen silo_of(const ss_moment *m)
{
    const params *const p = m->scene->own;
    const double width = m->scene->box_width, depth = ss_bed_height(m->scene);
    return (ss_janssen){.gamma = ss_bed_weight(m->scene) / (width * depth),
                        .R_h = 0.5 * width,
                        .mu = p->bed.mu_wall};
}

/* Fit, and the windows that it is made of: `points`, to be freed; NULL without memory. */
typedef struct janssen {
    ss_janssen silo;
    ss_bed_windows windows;
    ss_janssen_point *points;
    ss_janssen_fitted fit;
} janssen;

static janssen janssen_of(const ss_moment *m)
{
    janssen j = {.silo = silo_of(m), .windows = ss_bed_windows_of(m->scene)};
    j.points = calloc(j.windows.n + 1, sizeof *j.points);
    if (j.points == NULL) {
        j.fit = (ss_janssen_fitted){NAN, NAN, NAN};
        return j;
    }
    for (size_t k = 0; k < j.windows.n; ++k) {
        const double from = (double)k * j.windows.height;
        j.points[k] = (ss_janssen_point){from, from + j.windows.height,
                                         ss_bed_wall_stress_of(m, &j.windows, k).normal};
    }
    j.fit = ss_janssen_fit(&j.silo, j.points, j.windows.n);
    return j;
}

/* The fit of a profile; NAN at steps without one. */
static ss_janssen_fitted fit_of(const ss_moment *m)
{
    if (!ss_bed_has_profile(m))
        return (ss_janssen_fitted){NAN, NAN, NAN};
    const janssen j = janssen_of(m);
    free(j.points);
    return j.fit;
}

static double lambda(const ss_moment *m)
{
    return fit_of(m).lambda;
}

static double lambda_error(const ss_moment *m)
{
    return fit_of(m).error;
}

static double rms(const ss_moment *m)
{
    return fit_of(m).rms;
}

/* Of the lowest window: what a stress that grows with depth alone would be is 1. */
static double saturation(const ss_moment *m)
{
    double share = NAN;
    if (!ss_bed_has_profile(m))
        return NAN;
    const janssen j = janssen_of(m);
    if (j.points != NULL && j.windows.n > 0) {
        const ss_janssen_point *const low = &j.points[j.windows.n - 1];
        share = low->sigma_xx / (0.5 * j.silo.gamma * j.fit.lambda * (low->from + low->to));
    }
    free(j.points);
    return share;
}

static void each_janssen(const ss_moment *m, ss_observed *out)
{
    if (!ss_bed_has_profile(m))
        return;
    const janssen j = janssen_of(m);
    for (size_t k = 0; j.points != NULL && k < j.windows.n; ++k)
        ss_bed_add(out, &j.windows, k,
                   ss_janssen_mean(&j.silo, j.fit.lambda, j.points[k].from, j.points[k].to));
    free(j.points);
}

static const ss_observable of_walls_n = {
    .name = "p_n",
    .unit = "-",
    .meaning = "[P] 1: normal force of the contacts with the side walls that are on the boundary "
               "of the cone, |r_t| >= 0.999 mu r_n, over that of all",
    .value = p_n};
static const ss_observable of_walls_n_wide = {
    .name = "p_n_wide", .unit = "-", .meaning = "p_n with 0.99 for 0.999", .value = p_n_wide};
static const ss_observable of_walls_n_narrow = {.name = "p_n_narrow",
                                                .unit = "-",
                                                .meaning = "p_n with 0.999999 for 0.999",
                                                .value = p_n_narrow};
static const ss_observable of_walls_c = {
    .name = "p_c", .unit = "-", .meaning = "p_n by number", .value = p_c};
static const ss_observable of_walls_s = {
    .name = "p_s",
    .unit = "-",
    .meaning = "friction of the side walls, upwards, over mu r_n: 1 is what Janssen assumes",
    .value = p_s};
static const ss_observable of_floor = {
    .name = "lowered", .unit = "m", .meaning = "way of the floor, downwards", .value = lowered};
static const ss_observable of_lambda = {
    .name = "janssen_lambda",
    .unit = "-",
    .meaning = "lambda of [P] eq. 4, fitted to the stresses on the side walls by depth, at steps "
               "with a profile",
    .value = lambda};
static const ss_observable of_lambda_error = {.name = "janssen_lambda_error",
                                              .unit = "-",
                                              .meaning = "its standard error",
                                              .value = lambda_error};
static const ss_observable of_rms = {
    .name = "janssen_rms",
    .unit = "-",
    .meaning = "root mean square of the stresses less the fit, over their mean",
    .value = rms};
static const ss_observable of_saturation = {
    .name = "saturation",
    .unit = "-",
    .meaning = "stress on the side walls in the lowest window over gamma lambda z, the fit without "
               "friction",
    .value = saturation};
static const ss_observable of_janssen = {
    .name = "janssen",
    .unit = "Pa",
    .meaning = "the fit of [P] eq. 4 by depth: stress on the side walls, compression positive",
    .each = each_janssen};

static const ss_observable *const observables[] = {&of_walls_n,
                                                   &of_walls_c,
                                                   &of_walls_s,
                                                   &of_walls_n_wide,
                                                   &of_walls_n_narrow,
                                                   SS_BED_OBSERVABLES,
                                                   &of_floor,
                                                   &of_lambda,
                                                   &of_lambda_error,
                                                   &of_rms,
                                                   &of_saturation,
                                                   SS_BED_ASYMMETRY,
                                                   SS_GRAINS_OBSERVABLES,
                                                   SS_BED_WALL_PROFILES,
                                                   &of_janssen,
                                                   SS_BED_PROFILES,
                                                   NULL};

static const ss_rest rest = {
    .calm = ss_bed_calm, .ignores = SS_BED_FREE " lowers speed", .keeps_impulses = true};

const ss_catalogue_entry ss_problem_silo_lowered = {
    .name = "silo-lowered",
    .title = "a silo of discs whose floor is lowered: friction of the walls, Janssen's stress",
    .reference = "[P] 2.2 and 5.2, Figure 7",
    .known = "floor, walls, weight and momentum balance in every step, whatever the solver; the "
             "mean stress of every disc and window is symmetric with its inertia part, at any "
             "tolerance; a floor slower than g h is followed from the first step on, from a faster "
             "one what is on it falls free",
    .settles = true,
    .rest = &rest,
    .stop = "e1",
    .seeded = true,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = open,
    .drive = drive,
    .observables = observables,
    .constants = ss_bed_constants,
};

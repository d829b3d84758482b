/* A silo of discs whose floor is lowered, so that the walls hold the discs up by all the friction
 * that they have ([P] 2.2 and 5.2, Figure 7).
 *
 * Faster than g h, 1 mm/s at the default h, the floor leaves the discs to fall free after it in
 * the first steps; slower, they follow at once. Then all contacts with the side walls slip one
 * way: polarized, as Janssen's formula assumes. The velocity of the floor is that of the end of a
 * step, so that a disc on it keeps its gap to rounding.
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
    SS_REAL(params, speed, "speed", 5e-3, 0.0, 1e6, "m/s", "velocity of the floor, downwards",
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

static bool open(ss_scene *scene, ss_error *error)
{
    scene->drives_to_end = true;
    return ss_bed_open(scene, error);
}

static bool drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const params *const p = scene->own;
    (void)error;
    scene->bodies.v[6 * (scene->bodies.n_moving + SS_BED_FLOOR) + 2] =
        ss_bed_is_disturbed(scene, t, h) ? -p->speed : 0.0;
    return true;
}

/* ---- polarization of the contacts with the side walls ---- */

static const ss_observable_name side_names[] = {
    {"p_n", "-",
     "[P] 1: normal force of the contacts with the side walls that are on the boundary of the "
     "cone, |r_t| >= 0.999 mu r_n, over that of all"},
    {"p_c", "-", "p_n by number"},
    {"p_s", "-", "friction of the side walls, upwards, over mu r_n: 1 is what Janssen assumes"},
    {"p_n_wide", "-", "p_n with 0.99 for 0.999"},
    {"p_n_narrow", "-", "p_n with 0.999999 for 0.999"},
    {.name = NULL}};

static void fill_sides(ss_observed *out, const ss_moment *m)
{
    const double up[3] = {0.0, 0.0, 1.0};
    ss_polarization p;
    ss_polarization_of(&p, m, &ss_bed_sides, up);
    ss_observe(out, "p_n", p.p_n[SS_POLARIZATION_EDGE]);
    ss_observe(out, "p_c", p.p_c);
    ss_observe(out, "p_s", p.p_s);
    ss_observe(out, "p_n_wide", p.p_n[SS_POLARIZATION_WIDE]);
    ss_observe(out, "p_n_narrow", p.p_n[SS_POLARIZATION_NARROW]);
}

static const ss_observable sides = {.names = side_names, .fill = fill_sides};

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

/* Fit, and what it is made of, by window. */
typedef struct janssen {
    ss_janssen silo;
    ss_bed_windows windows;
    ss_janssen_fitted fit;
    ss_bed_wall_stress *walls; /* both windows.n, in the memory behind this */
    ss_janssen_point points[];
} janssen;

/* For ss_moment_shared: numbers and profiles are of the same fit. NULL at steps without a profile,
 * and without memory. */
static void *make_janssen(const ss_moment *m)
{
    if (!ss_bed_has_profile(m))
        return NULL;
    const ss_bed_windows w = ss_bed_windows_of(m->scene);
    janssen *const j = calloc(1, sizeof *j + w.n * (sizeof j->points[0] + sizeof j->walls[0]));
    if (j == NULL)
        return NULL;
    j->silo = silo_of(m);
    j->windows = w;
    j->walls = (ss_bed_wall_stress *)(j->points + w.n);
    ss_bed_wall_stresses(j->walls, m, &w);
    for (size_t k = 0; k < w.n; ++k) {
        const double from = (double)k * w.height;
        j->points[k] = (ss_janssen_point){from, from + w.height, j->walls[k].normal};
    }
    j->fit = ss_janssen_fit(&j->silo, j->points, w.n);
    return j;
}

/* Of the lowest window: what a stress that grows with depth alone would be is 1. */
static double saturation(const janssen *j)
{
    if (j == NULL || j->windows.n == 0)
        return NAN;
    const ss_janssen_point *const low = &j->points[j->windows.n - 1];
    return low->sigma_xx / (0.5 * j->silo.gamma * j->fit.lambda * (low->from + low->to));
}

static const ss_observable_name fit_names[] = {
    {"lowered", "m", "displacement of the floor, downwards"},
    {"janssen_lambda", "-",
     "lambda of [P] eq. 4, fitted to the stresses on the side walls by depth, at steps with a "
     "profile"},
    {"janssen_lambda_error", "-", "its standard error"},
    {"janssen_rms", "-", "root mean square of the stresses less the fit, over their mean"},
    {"saturation", "-",
     "stress on the side walls in the lowest window over gamma lambda z, the fit without "
     "friction"},
    {.name = NULL}};

static void fill_fit(ss_observed *out, const ss_moment *m)
{
    const janssen *const j = ss_moment_shared(m, make_janssen);
    const ss_janssen_fitted of = j != NULL ? j->fit : (ss_janssen_fitted){NAN, NAN, NAN};
    ss_observe(out, "lowered",
               -m->scene->bodies.x[3 * (m->scene->bodies.n_moving + SS_BED_FLOOR) + 2]);
    ss_observe(out, "janssen_lambda", of.lambda);
    ss_observe(out, "janssen_lambda_error", of.error);
    ss_observe(out, "janssen_rms", of.rms);
    ss_observe(out, "saturation", saturation(j));
}

static const ss_observable fit = {.names = fit_names, .fill = fill_fit};

/* ---- profiles of the side walls ---- */

static const ss_observable_name wall_names[] = {
    {"sigma_xx_wall", "Pa", "normal stress on the side walls by window, compression positive"},
    {"tau_wall", "Pa", "shear stress of the side walls on the discs by window, upwards"},
    {"mobilised", "-", "tau_wall over mu sigma_xx_wall, by window"},
    {"janssen", "Pa",
     "the fit of [P] eq. 4 by depth: stress on the side walls, compression positive"},
    {.name = NULL}};
enum { N_WALL_NAMES = sizeof wall_names / sizeof wall_names[0] - 1 };

static void fill_walls(ss_observed *out, const ss_moment *m)
{
    const janssen *const j = ss_moment_shared(m, make_janssen);
    const size_t n = j != NULL ? j->windows.n : 0;
    double(*const values)[N_WALL_NAMES] = calloc(n + 1, sizeof *values);
    for (size_t k = 0; values != NULL && k < n; ++k) {
        const ss_bed_wall_stress *const s = &j->walls[k];
        values[k][0] = s->normal;
        values[k][1] = s->up;
        values[k][2] = s->up / (j->silo.mu * s->normal);
        values[k][3] = ss_janssen_mean(&j->silo, j->fit.lambda, j->points[k].from, j->points[k].to);
    }
    if (values != NULL && n > 0)
        ss_bed_add(out, wall_names, &j->windows, values[0]);
    free(values);
}

static const ss_observable walls = {wall_names, fill_walls, true};

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
    .observables = SS_OBSERVABLE_GROUPS(&sides, &ss_observable_bed, &fit, &ss_observable_asymmetry,
                                        SS_GRAINS_OBSERVABLES, &walls, SS_BED_PROFILES),
    .constants = &ss_bed_constants,
};

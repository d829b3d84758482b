/* Balls of several radii flow out of a silo and heap up on a floor that holds whoever touches it
 * ([S] 6.2, Figures 8 and 9).
 *
 * [S] prints lengths of metres with h = 5e-3 s. Balls of 5 mm would fly through each other in such
 * a step: with scale=small all lengths are a twentieth, and h is 1e-3 s. Who touches the floor is
 * held there for good (`blocks_at`), so that the base is as rough as the balls are large.
 *
 * source=rain builds the other heap, that of a rain over its whole base (rain.h): [S] says that the
 * dip comes of how a heap forms, and this one forms without a point that chains go out from.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/base_pressure.h"
#include "problems/scenes/catalogue.h"
#include "problems/scenes/constants.h"
#include "problems/scenes/rain.h"
#include "problems/scenes/silo.h"

#include <math.h>
#include <stdlib.h>

enum { GROUND = SS_SILO_WALLS, WITH_GROUND };

enum { PAPER, SMALL }; /* the scale */
enum { POINT, RAIN };  /* the source */

typedef struct params {
    ss_scene_params scene;
    ss_silo silo;
    ss_packing packing;
    int scale, source;
    ss_rain rain; /* its height is that of the orifice */
} params;

static const double small_scale = 0.05; /* of the lengths */

static const ss_option rows[] = {
    SS_SCENE_SIZE(params, silo.size),
    SS_CHOICE(params, scale, "scale", PAPER, "paper|small",
              "small: all lengths a twentieth of what their rows say, balls of 5 mm, h=1e-3 s",
              "choice: h as printed and balls of 5 mm would fly through each other"),
    SS_CHOICE(params, source, "source", POINT, "point|rain",
              "where balls come from: the silo, or layer after layer, each at rest, anywhere over "
              "the base alike from orifice-height; the silo's other parameters then say nothing",
              "[S] 6.2: a silo; rain to compare it with"),
    SS_REAL(params, rain.base, "base", 2.0, SS_ABOVE_ZERO, 1e3, "m",
            "radius of the base of source=rain, with a free edge: who rolls over it is gone",
            "choice: 20 mean balls wide; 3.5 in size=full"),
    SS_PACKING_BALLS(params, 800, 8e-2, 0.12,
                     "[S] 6.2: 5600 in size=full, 800 here, of different radii; the range is "
                     "choice: 20 % breaks crystals"),
    SS_SILO_ROWS(params, 1.2, "choice: 12 balls wide; 20 in size=full, 2 m", 1.2,
                 "choice: 6 mean balls wide, 8 in size=full, 1.6 m", 1.8,
                 "choice: above the top of the final heap; 3 m in size=full", 0.6,
                 "[S] 6.2: as in the flow"),
};

static const ss_option_default defaults[] = {
    {"mu", 0.6, "[S] 6.2"},
    {"e_n", 0.0, "[S] 6.2"},
    {"e_t", 1.0, "[S] 6.2: the reversing law; 0 is the dead one"},
    {"density", 2500.0, "choice: not given in [S], changes no motion"},
    {"h", 5e-3, "[S] 6.2; 1e-3 in scale=small"},
    {"steps", 1700, "choice: 1500 and 200 at rest; 4000 and 200 in size=full"},
    {"tol", 1e-4, "choice: [S] prints none; of E1, which has no unit"},
    {"max-sweeps", 1000, "choice: [S] prints none"},
};

static const ss_option_preset presets[] = {
    SS_SCENE_FULL("balls", 5600),  SS_SCENE_FULL("cylinder", 2.0),
    SS_SCENE_FULL("orifice", 1.6), SS_SCENE_FULL("orifice-height", 3.0),
    SS_SCENE_FULL("steps", 4200),  SS_SCENE_FULL("base", 3.5),
    {"scale", SMALL, "h", 1e-3},
};

static void shrink(params *p, double by)
{
    double *const lengths[] = {&p->packing.radius_min,
                               &p->packing.radius_max,
                               &p->silo.radius,
                               &p->silo.orifice,
                               &p->silo.z,
                               &p->rain.base};
    for (size_t k = 0; k < sizeof lengths / sizeof lengths[0]; ++k)
        *lengths[k] *= by;
}

static bool open(ss_scene *scene, ss_error *error)
{
    const double up[3] = {0.0, 0.0, 1.0};
    params *const p = scene->own;
    if (p->scale == SMALL)
        shrink(p, small_scale);
    if (p->source == RAIN) {
        scene->blocks_at = p->packing.n;
        p->rain.height = p->silo.z;
        return ss_rain_open(scene, &p->rain, &p->packing, error);
    }
    scene->blocks_at = p->packing.n + GROUND;
    return ss_silo_open(scene, WITH_GROUND - SS_SILO_WALLS, error) &&
           ss_bodies_set_plane(&scene->bodies, p->packing.n + GROUND, up, 0.0, error);
}

static bool drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const params *const p = scene->own;
    return p->source == RAIN ? ss_rain_drive(scene, &p->rain, &p->packing, t, error)
                             : ss_silo_drive(scene, t, h, error);
}

static double apex(const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    const params *const p = m->scene->own;
    double top = -INFINITY;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        const double z = bodies->x[3 * b + 2];
        top = z < p->silo.z ? fmax(top, z + bodies->radius[b]) : top;
    }
    return isfinite(top) ? top : NAN;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    ss_observe(out, "apex", apex(m));
    ss_base base;
    if (ss_base_begin(&base, m))
        ss_base_fill(out, &base, m, NULL);
    free(base.pushes);
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe, {"apex", "m", "height of the highest ball that is below the orifice, its top"},
    SS_BASE_NAMES);

static const ss_rest rest = {.calm = ss_silo_calm, .ignores = SS_SILO_FREE};

const ss_catalogue_entry ss_problem_sand_pile = {
    .name = "sand-pile",
    .title = "balls out of a silo heap up on a floor that holds them",
    .reference = "[S] 6.2, Figures 8 and 9",
    .known = "at rest the forces on the base sum up to the weight; poured from a point, a heap may "
             "have less pressure in its middle than around it, but no number is known; one from a "
             "rain has none in experiments. No solver brings every step to E1 1e-4: under the "
             "reversing law balls are wedged in some, "
             "under the dead one (e_t=0) sweeps are slow in fewer",
    .settles = true,
    .rest = &rest,
    .most_overlap = SS_GRAINS_OVERLAP,
    .stop = "e1",
    .seeded = true,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, presets),
    .open = open,
    .drive = drive,
    .observables = SS_OBSERVABLE_GROUPS(&ss_observable_out, &observed, SS_GRAINS_OBSERVABLES),
    .constants = &ss_constants_heap,
};

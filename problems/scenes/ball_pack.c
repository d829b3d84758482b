/* Balls at rest in an open box whose shape is the same for any number of them, as the problem of
 * the next time step: for studies of growth; and the same packs as they begin to slip, each ball
 * with a random velocity (method 12.5).
 *
 * How much a solver's cost grows with the problem is asked of packs that differ in nothing but
 * their number of balls: the box is about as high as wide at any n, so the depth of the pack, and
 * with it the number of layers that an error has to cross, is n^(1/3).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/packing.h"
#include "problems/scenes/scene_table.h"
#include "problems/motion/settling.h"

#include <gsl/gsl_randist.h>
#include <math.h>

typedef struct params {
    ss_scene_params scene;
    ss_packing packing;
    double base, v, gap, still;
} params;

static const ss_option rows[] = {
    SS_PACKING_BALLS(params, 500, 1e-2, 1e-2, "choice"),
    SS_REAL(params, base, "base", 0.96, 0.1, 100.0, "-",
            "width of the square box / (largest diameter * cube root of the number of balls)",
            "choice: about as high as wide; no row of balls fits exactly"),
    SS_REAL(params, v, "v", 0.0, 0.0, 1e6, "m/s",
            "standard deviation of each component of the balls' velocities, normal",
            "choice: at rest; method 12.5 has 0, 0.01 and 0.1"),
    SS_REAL(params, gap, "gap", 1e-2, 1e-6, 0.1, "-",
            "contacts are gaps up to this, in largest radii; more than `margin`", "method 12.5"),
    SS_REAL(params, still, "still", 0.1, 1e-3, 1.0, "-",
            "root mean square of the forces left in a pack at rest / mean weight",
            "choice; of many balls those below 0.3 take half of the time or more"),
};

static const ss_option_default defaults[] = {
    {"steps", 1, "choice: the next step"},
    {"theta", 1.0, "choice: the contacts are those of the start, whatever the velocities"},
    {"max-sweeps", 100000, "choice"},
};

/* A kind of its own, so that no velocity goes with a place. */
static bool push(ss_scene *scene, double v, ss_error *error)
{
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_taus2);
    if (rng == NULL)
        return ss_error_memory(error, "a random generator");
    gsl_rng_set(rng, scene->instance);
    for (size_t b = 0; b < scene->bodies.n_moving; ++b)
        for (size_t k = 0; k < 3; ++k)
            scene->bodies.v[6 * b + k] = v * gsl_ran_gaussian(rng, 1.0);
    gsl_rng_free(rng);
    return true;
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    ss_packing packing = p->packing;
    packing.width = 2.0 * p->base * packing.radius_max * cbrt((double)packing.n);
    packing.jitter = 0.9;
    scene->params.margin = fmax(scene->params.margin, p->gap * packing.radius_max);
    return ss_packing_open(scene, &packing, error) && push(scene, p->v, error);
}

/* Places that are uniform in a box as high as a loose pack, without an order to remember. */
static void strew(ss_bodies *bodies, double width, gsl_rng *rng)
{
    const double loose = 0.58;
    double volume = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b)
        volume += 4.0 / 3.0 * M_PI * pow(bodies->radius[b], 3.0);
    for (size_t b = 0; b < bodies->n_moving; ++b)
        for (size_t k = 0; k < 3; ++k) {
            const double side = k < 2 ? width : volume / (loose * width * width);
            bodies->x[3 * b + k] = side * gsl_rng_uniform_pos(rng);
        }
}

/* A few balls may wedge between the walls, which is SS_ERROR_DATA: then from other places. */
static bool settle(ss_scene *scene, ss_error *error)
{
    enum { TRIES = 20 };
    const params *const p = scene->own;
    /* in a box that is wider than high by its base, as many fewer as fit into it */
    const double layers = cbrt((double)scene->bodies.n_moving) / pow(fmax(p->base, 1.0), 2.0);
    ss_error last = {SS_ERROR_NONE, ""};
    bool done = false, is_wedged = true;
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (rng == NULL)
        return ss_error_memory(error, "a random generator");
    gsl_rng_set(rng, scene->instance);
    for (size_t k = 0; k < TRIES && !done && is_wedged; ++k) {
        last.code = SS_ERROR_NONE;
        strew(&scene->bodies, scene->box_width, rng);
        done = ss_settling_relax(scene, 0.5 * p->gap, p->still, layers, &last);
        is_wedged = last.code == SS_ERROR_DATA;
    }
    gsl_rng_free(rng);
    return done || ss_error_set(error, last.code, "%s", last.text);
}

const ss_catalogue_entry ss_problem_ball_pack = {
    .name = "ball-pack",
    .title = "a pack of balls in a box, at rest or beginning to slip: the next time step",
    .reference = "method 12.5",
    .known = "with v = 0 the impulses hold all balls: next to nothing moves after the step",
    .seeded = true,
    .settles = true,
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE(rows, params, defaults),
    .open = open,
    .settle = settle,
};

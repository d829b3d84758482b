/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/rain.h"

#include <gsl/gsl_rng.h>
#include <math.h>

enum { MOST_TRIES = 1000, MOST_IN_LAYER = 2000 }; /* the latter so that placing stays cheap */

static const double cell_per_radius = 2.1; /* as of all fillings, method section 8 */
static const double coverage = 0.35;       /* of the base by a layer: far from where places end */
static const double ahead = 1.5;           /* cells that a layer has fallen when the next begins */

static bool check(const ss_scene *scene, const ss_rain *rain, const ss_packing *p, ss_error *error)
{
    const double cell = cell_per_radius * p->radius_max;
    if (!(scene->params.gravity > 0.0))
        return ss_error_set(error, SS_ERROR_USAGE, "gravity=0 m/s^2: no rain falls without it");
    if (rain->base <= p->radius_max)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "base=%g m is too narrow for a ball of radius-max=%g m", rain->base,
                            p->radius_max);
    if (rain->height <= cell)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "orifice-height=%g m leaves no room for two layers of balls of "
                            "radius-max=%g m: it must be more than %g m",
                            rain->height, p->radius_max, cell);
    return ss_packing_check_radii(p, error) && ss_packing_check_fall(scene, p, rain->height, error);
}

/* A place for ball b, uniform over the base, apart from the balls of its layer, which began with
 * `first`. False when there is none. */
static bool find_place(const ss_bodies *bodies, const ss_rain *rain, double apart, size_t first,
                       size_t b, gsl_rng *rng)
{
    double *const x = bodies->x + 3 * b;
    bool is_free = false;
    for (int tries = 0; !is_free && tries < MOST_TRIES; ++tries) {
        const double from_axis = rain->base * sqrt(gsl_rng_uniform(rng));
        const double angle = 2.0 * M_PI * gsl_rng_uniform(rng);
        x[0] = from_axis * cos(angle);
        x[1] = from_axis * sin(angle);
        is_free = true;
        for (const double *other = bodies->x + 3 * first; is_free && other < x; other += 3)
            is_free = hypot(other[0] - x[0], other[1] - x[1]) >= apart;
    }
    return is_free;
}

static bool fill(ss_scene *scene, const ss_rain *rain, const ss_packing *p, gsl_rng *rng,
                 ss_error *error)
{
    ss_bodies *const bodies = &scene->bodies;
    const double share = coverage * pow(rain->base / p->radius_max, 2.0);
    const double cell = cell_per_radius * p->radius_max;
    const size_t most = share < MOST_IN_LAYER ? (size_t)fmax(share, 1.0) : MOST_IN_LAYER;
    size_t first = 0, layer = 0;
    for (size_t b = 0; b < p->n; ++b) {
        const double range = p->radius_max - p->radius_min;
        ss_scene_set_ball(scene, b, p->radius_min + range * gsl_rng_uniform(rng));
        if (b - first == most || !find_place(bodies, rain, cell, first, b, rng)) {
            first = b;
            ++layer;
            find_place(bodies, rain, cell, first, b, rng); /* an empty layer has room */
        }
        bodies->x[3 * b + 2] = rain->height + (double)layer * cell;
        if (!ss_scene_park(scene, b, error))
            return false;
    }
    return true;
}

bool ss_rain_open(ss_scene *scene, const ss_rain *rain, const ss_packing *p, ss_error *error)
{
    const ss_revolved base = {.n = 2, .profile = {{0.0, 0.0}, {rain->base, 0.0}}};
    if (!check(scene, rain, p, error) || !ss_bodies_create(&scene->bodies, p->n, 1, error) ||
        !ss_bodies_set_shape(&scene->bodies, p->n, &ss_shape_revolved, &base, error))
        return false;
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (rng == NULL)
        return ss_error_memory(error, "a random generator");
    gsl_rng_set(rng, scene->instance);
    const bool filled = fill(scene, rain, p, rng, error);
    gsl_rng_free(rng);
    return filled;
}

bool ss_rain_drive(ss_scene *scene, const ss_rain *rain, const ss_packing *p, double t,
                   ss_error *error)
{
    const double cell = cell_per_radius * p->radius_max, half = 0.5 * scene->params.h;
    const double interval = sqrt(2.0 * ahead * cell / scene->params.gravity);
    ss_bodies *const bodies = &scene->bodies;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        const double *const x = bodies->x + 3 * b, place[3] = {x[0], x[1], rain->height};
        const bool parked = ss_bodies_is_parked(bodies, b);
        if (parked && x[2] >= rain->height && (x[2] - rain->height) / cell * interval <= t + half)
            ss_scene_wake(scene, b, place, (double[6]){0.0});
        if (!parked && x[2] < -cell && !ss_bodies_is_blocked(bodies, b) &&
            !ss_packing_sink(scene, b, 2.0 * cell, error))
            return false;
    }
    return true;
}

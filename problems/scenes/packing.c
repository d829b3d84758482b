/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/packing.h"

#include <gsl/gsl_rng.h>
#include <math.h>

/* Cells leave a twentieth of a diameter of room around the largest ball (method section 8). */
static const double cell_per_radius = 2.1;

/* Cells along a side; the small surplus keeps 5.25/1.05 from rounding down to 4. */
static double cells_along(const ss_packing *p, double side)
{
    return floor(side / (cell_per_radius * p->radius_max) * (1.0 + 1e-9));
}

static double depth_of(const ss_packing *p)
{
    return p->depth > 0.0 ? p->depth : p->width;
}

bool ss_packing_check_radii(const ss_packing *p, ss_error *error)
{
    if (p->radius_min > p->radius_max)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "radius-min = %g m is larger than radius-max = %g m", p->radius_min,
                            p->radius_max);
    return true;
}

static bool check(const ss_packing *p, ss_error *error)
{
    if (!ss_packing_check_radii(p, error))
        return false;
    if (cells_along(p, fmin(p->width, depth_of(p))) < 1.0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "a box of width %g m is too narrow: it must be at least %g m, 2.1 "
                            "radii of the largest ball",
                            fmin(p->width, depth_of(p)), cell_per_radius * p->radius_max);
    if (cells_along(p, fmax(p->width, depth_of(p))) > 1e6)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "a box of width %g m is more than a million balls wide",
                            fmax(p->width, depth_of(p)));
    return true;
}

typedef struct cell {
    double centre[3], size[3]; /* m */
} cell;

static cell cell_at(const ss_packing *p, size_t k)
{
    const size_t nx = (size_t)cells_along(p, p->width);
    const size_t ny = p->planar ? 1 : (size_t)cells_along(p, depth_of(p));
    const size_t at[3] = {k % nx, k / nx % ny, k / (nx * ny)};
    cell c = {.size = {p->width / (double)nx, p->planar ? 0.0 : depth_of(p) / (double)ny,
                       cell_per_radius * p->radius_max}};
    for (int i = 0; i < 3; ++i)
        c.centre[i] = ((double)at[i] + 0.5) * c.size[i] + (i < 2 ? p->corner[i] : 0.0);
    return c;
}

/* The number of the first cell from k on that takes a ball, or SIZE_MAX when there is none. */
static size_t next_cell(const ss_packing *p, size_t k)
{
    const size_t most = 1000000; /* in a row */
    for (size_t skipped = 0; p->takes != NULL && skipped <= most; ++skipped, ++k) {
        cell c = cell_at(p, k);
        c.centre[2] += p->first_layer;
        if (p->takes(p->vessel, c.centre, c.size))
            return k;
    }
    return p->takes == NULL ? k : SIZE_MAX;
}

/* Centre of a ball of radius a in its cell, moved within its free room along each axis. */
static void place(double x[3], const ss_packing *p, size_t k, double a, gsl_rng *rng)
{
    const cell c = cell_at(p, k);
    for (int i = 0; i < 3; ++i) {
        if (p->planar && i == 1)
            continue;
        const double room = 0.5 * c.size[i] - a;
        const double shift = p->jitter * room * (2.0 * gsl_rng_uniform(rng) - 1.0);
        x[i] = c.centre[i] + shift;
    }
    x[2] += p->first_layer;
}

double ss_packing_height(const ss_packing *p)
{
    const double along_y = p->planar ? 1.0 : cells_along(p, depth_of(p));
    const double layers = ceil((double)p->n / (cells_along(p, p->width) * along_y));
    return p->first_layer + layers * cell_per_radius * p->radius_max;
}

bool ss_packing_open(ss_scene *scene, const ss_packing *p, ss_error *error)
{
    scene->box_width = p->width;
    const size_t n = scene->share != NULL ? scene->share->n : p->n;
    return ss_bodies_create(&scene->bodies, n, 5, error) &&
           ss_bodies_set_box(&scene->bodies, p->width, depth_of(p), error) &&
           ss_packing_fill(scene, p, error);
}

bool ss_packing_fill(ss_scene *scene, const ss_packing *p, ss_error *error)
{
    const ss_scene_share all = {0, p->n}, share = scene->share != NULL ? *scene->share : all;
    const size_t end = share.first + share.n;
    if (!check(p, error))
        return false;
    if (scene->share != NULL && p->jitter > 1.0)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "jitter = %g: balls of two shares may overlap, which nobody would see; "
                            "with --ranks it must be at most 1",
                            p->jitter);
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (rng == NULL)
        return ss_error_memory(error, "a random generator");
    gsl_rng_set(rng, scene->instance);
    size_t k = 0;
    /* each ball takes as many numbers, so that those of the balls before a share are passed over */
    for (size_t b = 0; b < end && (k = next_cell(p, k)) != SIZE_MAX; ++b, ++k) {
        const double range = p->radius_max - p->radius_min;
        const double radius = p->radius_min + range * gsl_rng_uniform(rng);
        double before[3] = {0.0}, *const x = scene->bodies.x;
        if (b >= share.first)
            ss_scene_set_ball(scene, b - share.first, radius);
        place(b >= share.first ? x + 3 * (b - share.first) : before, p, k, radius, rng);
    }
    gsl_rng_free(rng);
    return k != SIZE_MAX ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "no cell of a lattice %g m wide has room for a ball of radius-max = %g m",
                        p->width, p->radius_max);
}

bool ss_packing_set_discs(ss_scene *scene, size_t n, double thickness, ss_error *error)
{
    ss_bodies *const bodies = &scene->bodies;
    for (size_t b = 0; b < n; ++b) {
        const ss_ball disc = {bodies->radius[b]};
        if (!ss_bodies_set_shape(bodies, b, &ss_shape_disc, &disc, error) ||
            !ss_bodies_set_mass(bodies, b, scene->params.density * thickness))
            return false;
    }
    return true;
}

bool ss_packing_check_fall(const ss_scene *scene, const ss_packing *p, double fall, ss_error *error)
{
    const double step = sqrt(2.0 * scene->params.gravity * fall) * scene->params.h;
    return step < p->radius_min ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "a ball that falls %g m moves %g m in a step of h=%g s, and could pass "
                        "through a wall: that must be less than radius-min=%g m",
                        fall, step, scene->params.h, p->radius_min);
}

bool ss_packing_sink(ss_scene *scene, size_t b, double room, ss_error *error)
{
    double *const x = scene->bodies.x + 3 * b;
    const size_t n = (size_t)ceil(cbrt((double)scene->bodies.n_moving));
    if (!ss_scene_park(scene, b, error))
        return false;
    x[0] = room * (double)(b % n);
    x[1] = room * (double)(b / n % n);
    x[2] = -room * (double)(1 + b / (n * n));
    return true;
}

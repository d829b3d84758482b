/* Balls of three sizes in a box that is shaken up and down: do the large ones end on top? ([S] 6.4,
 * Figure 12)
 *
 * Whether large balls rise is told by ranks of height, not by heights, which the shaking changes:
 * rank_index is (mean rank of the large - mean rank of the small) over the largest that it can be,
 * 0 where the classes are mixed and 1 where all large ones are above all small ones. start=dyed is
 * the control: labels on equal balls, whose index can only scatter.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "problems/scenes/grains.h"
#include "problems/scenes/packing.h"
#include "problems/scenes/scene_table.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SMALL, MIDDLE, LARGE, CLASSES }; /* of balls; their materials */
enum { WALLS = CLASSES };
enum { MIXED, INVERTED, DYED };

typedef struct params {
    ss_scene_params scene;
    ss_packing packing;
    double diameter[CLASSES], share[CLASSES - 1];
    double amplitude, frequency, mu_wall, mu_start;
    int start, size;
} params;

static const ss_option rows[] = {
    SS_COUNT(params, packing.n, "balls", 240, 1, 1e7, "number of balls",
             "[S] 6.4: 960, as in size=full; a quarter here"),
    SS_REAL(params, diameter[SMALL], "diameter-small", 1.6e-3, SS_ABOVE_ZERO, 1e3, "m",
            "diameter of the small balls", "[S] 6.4"),
    SS_REAL(params, diameter[MIDDLE], "diameter-middle", 1.8e-3, SS_ABOVE_ZERO, 1e3, "m",
            "diameter of the middle balls", "[S] 6.4"),
    SS_REAL(params, diameter[LARGE], "diameter-large", 2e-3, SS_ABOVE_ZERO, 1e3, "m",
            "diameter of the large balls", "[S] 6.4"),
    SS_REAL(params, share[SMALL], "share-small", 1.0 / 3.0, 0.0, 1.0, "-",
            "share of the small balls in the number of all", "choice: not given in [S]"),
    SS_REAL(params, share[MIDDLE], "share-middle", 1.0 / 3.0, 0.0, 1.0, "-",
            "share of the middle balls; the others are large", "choice: not given in [S]"),
    SS_REAL(params, packing.width, "width", 1e-2, SS_ABOVE_ZERO, 1e6, "m",
            "width of the box along x", "choice: half that of size=full; not given in [S]"),
    SS_REAL(params, packing.depth, "depth", 8e-3, SS_ABOVE_ZERO, 1e6, "m",
            "width of the box along y", "choice: half that of size=full; not given in [S]"),
    SS_REAL(params, amplitude, "amplitude", 0.951e-3, 0.0, 1e3, "m",
            "A of the box's height A (1 - cos 2 pi f t)",
            "choice: A (2 pi f)^2 = 3 g, between take-off and the first doubling of the period; "
            "no value in [S]"),
    SS_REAL(params, frequency, "frequency", 28.0, SS_ABOVE_ZERO, 1e6, "Hz", "f", "[S] 6.4"),
    SS_REAL(params, mu_wall, "mu-wall", 0.5, 0.0, 1e3, "-", "mu at the walls",
            "choice: as between the balls, [S] 6.4"),
    SS_REAL(params, mu_start, "mu-start", 0.5, 0.0, 1e3, "-",
            "mu of all contacts while the balls come to rest before",
            "choice: one start for all mu"),
    SS_CHOICE(params, start, "start", MIXED, "mixed|inverted|dyed",
              "where the classes begin: at random; the large ones below and the small ones above; "
              "at random, and all balls as large as the middle ones",
              "choice: mixed"),
    SS_SCENE_SIZE(params, size),
};

static const ss_option_default defaults[] = {
    {"mu", 0.5, "[S] 6.4"},
    {"e_n", 0.0, "[S] 6.4"},
    {"e_t", 0.0, "[S] 6.4"},
    {"h", 5e-4, "[S] 6.4"},
    {"steps", 2000, "choice: 28 periods; 560, [S] 6.4, in size=full"},
    {"tol", 5e-3,
     "choice: at 1e-2 balls overlap more and more with sbp; 1e-4 is not met by sweeps of nlgs, "
     "however many, in one step of 25"},
    {"max-sweeps", 10000, "choice: at rest some steps need 3000"},
};

static const ss_option_preset sizes[] = {
    SS_SCENE_FULL("balls", 960),
    SS_SCENE_FULL("width", 2e-2),
    SS_SCENE_FULL("depth", 1.6e-2),
    SS_SCENE_FULL("steps", 40000),
};

/* Balls of each class; false if the shares are more than there is. */
static bool count_classes(size_t n[CLASSES], const params *p, ss_error *error)
{
    const double balls = (double)p->packing.n;
    n[SMALL] = (size_t)round(p->share[SMALL] * balls);
    n[MIDDLE] = (size_t)round(p->share[MIDDLE] * balls);
    if (n[SMALL] + n[MIDDLE] > p->packing.n)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "problem brazil-nut: share-small = %g and share-middle = %g are more "
                            "than all balls",
                            p->share[SMALL], p->share[MIDDLE]);
    n[LARGE] = p->packing.n - n[SMALL] - n[MIDDLE];
    return true;
}

/* A kind of its own, so that no class goes with a place. */
static bool shuffle(ss_scene *scene, ss_error *error)
{
    gsl_rng *const rng = gsl_rng_alloc(gsl_rng_taus2);
    if (rng == NULL)
        return ss_error_memory(error, "a random generator");
    gsl_rng_set(rng, scene->instance);
    gsl_ran_shuffle(rng, scene->bodies.material, scene->bodies.n_moving, 1);
    gsl_rng_free(rng);
    return true;
}

/* Balls stand layer by layer from below: first the large ones, unless they are shuffled. */
static bool set_classes(ss_scene *scene, const params *p, ss_error *error)
{
    ss_bodies *const bodies = &scene->bodies;
    size_t n[CLASSES], b = 0;
    if (!count_classes(n, p, error))
        return false;
    for (int k = LARGE; k >= SMALL; --k)
        for (size_t i = 0; i < n[k]; ++i)
            bodies->material[b++] = (uint8_t)k;
    if (p->start != INVERTED && !shuffle(scene, error))
        return false;
    for (b = 0; b < bodies->n_moving; ++b) {
        const int as = p->start == DYED ? MIDDLE : bodies->material[b];
        ss_scene_set_ball(scene, b, 0.5 * p->diameter[as]);
    }
    return true;
}

static bool open(ss_scene *scene, ss_error *error)
{
    const params *const p = scene->own;
    const ss_law law = {p->mu_wall, p->scene.e_n, p->scene.e_t, p->scene.restitution};
    ss_packing packing = p->packing;
    packing.jitter = 0.9;
    for (size_t k = 0; k < CLASSES; ++k)
        packing.radius_max = fmax(packing.radius_max, 0.5 * p->diameter[k]);
    packing.radius_min = packing.radius_max;
    if (!ss_packing_open(scene, &packing, error))
        return false;
    memset(scene->bodies.material + packing.n, WALLS, scene->bodies.n - packing.n);
    for (size_t k = 0; k < CLASSES; ++k)
        ss_scene_set_law(scene, k, WALLS, &law);
    scene->drives_to_end = true;
    return set_classes(scene, p, error);
}

static void calm(ss_scene *scene)
{
    const ss_law law = {((const params *)scene->own)->mu_start, 0.0, 0.0, SS_LAW_MENDED};
    ss_scene_set_laws(scene, &law);
}

static const ss_rest rest = {.calm = calm,
                             .ignores = "mu mu-wall e_n e_t restitution amplitude frequency size"};

static bool drive(ss_scene *scene, double t, double h, ss_error *error)
{
    const params *const p = scene->own;
    const double speed = 2.0 * M_PI * p->frequency;
    (void)error;
    for (size_t b = scene->bodies.n_moving; b < scene->bodies.n; ++b)
        scene->bodies.v[6 * b + 2] = p->amplitude * speed * sin(speed * (t + h));
    return true;
}

/* The classes by height: sums over their balls. */
typedef struct heights {
    double n[CLASSES], height[CLASSES], rank[CLASSES]; /* height: m above the floor of the box */
    double large_on_top; /* among as many of the highest balls as there are large ones */
} heights;

/* False without memory. */
static bool add_ranks(heights *sum, const ss_bodies *bodies)
{
    const size_t n = bodies->n_moving;
    size_t *const order = malloc(n * sizeof *order);
    if (order == NULL)
        return false;
    gsl_sort_index(order, bodies->x + 2, 3, n);
    for (size_t k = 0; k < n; ++k) {
        const uint8_t class = bodies->material[order[k]];
        sum->rank[class] += (double)(k + 1);
        sum->large_on_top += class == LARGE && (double)(n - k) <= sum->n[LARGE];
    }
    free(order);
    return true;
}

static void observe(ss_observed *out, const ss_moment *m)
{
    const ss_bodies *const bodies = &m->scene->bodies;
    const double *const floor = bodies->x + 3 * bodies->n_moving;
    heights sum = {.large_on_top = 0.0};
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        sum.n[bodies->material[b]] += 1.0;
        sum.height[bodies->material[b]] += bodies->x[3 * b + 2] - floor[2];
    }
    const double most = (double)bodies->n_moving - 0.5 * (sum.n[LARGE] + sum.n[SMALL]);
    const bool ranked = add_ranks(&sum, bodies);
    const double rise = sum.rank[LARGE] / sum.n[LARGE] - sum.rank[SMALL] / sum.n[SMALL];
    ss_observe(out, "rank_index", ranked ? rise / most : NAN);
    ss_observe(out, "large_on_top", ranked ? sum.large_on_top / sum.n[LARGE] : NAN);
    ss_observe(out, "height_small", sum.height[SMALL] / sum.n[SMALL]);
    ss_observe(out, "height_middle", sum.height[MIDDLE] / sum.n[MIDDLE]);
    ss_observe(out, "height_large", sum.height[LARGE] / sum.n[LARGE]);
}

static const ss_observable observed = SS_OBSERVABLE_GROUP(
    observe,
    {"rank_index", "-",
     "mean rank by height of the large balls less that of the small ones, over the most that it "
     "can be: 0 mixed, 1 with the large ones on top"},
    {"large_on_top", "-",
     "share of the large balls among the highest, as many as there are large ones: 1 when all are "
     "on top"},
    {"height_small", "m", "mean height of the small balls above the floor of the box"},
    {"height_middle", "m", "mean height of the middle balls above the floor of the box"},
    {"height_large", "m", "mean height of the large balls above the floor of the box"});

static void tell(ss_observed *out, const ss_scene *scene)
{
    ss_observe(out, "frequency", ((const params *)scene->own)->frequency);
}

static const ss_constants constants =
    SS_OBSERVABLE_GROUP(tell, {"frequency", "Hz", "f of the box"});

const ss_catalogue_entry ss_problem_brazil_nut = {
    .name = "brazil-nut",
    .title = "balls of three sizes in a shaken box: do the large ones rise?",
    .reference = "[S] 6.4, Figure 12",
    .known = "where A (2 pi f)^2 < g nothing leaves the floor and no ball passes another; one ball "
             "leaves it at sin(2 pi f t) = g/(A (2 pi f)^2), the phase counted from the upward "
             "passage of the mean height; with start=dyed rank_index stays within 3.2 over the "
             "root of the number of balls",
    .seeded = true,
    .settles = true,
    .rest = &rest,
    .most_overlap = SS_GRAINS_OVERLAP,
    .stop = "e1",
    .alpha_bound = SS_ALPHA_BOUND_OF_SPHERES,
    .params = SS_SCENE_TABLE_PRESET(rows, params, defaults, sizes),
    .open = open,
    .drive = drive,
    .observables = SS_OBSERVABLE_GROUPS(&observed, SS_GRAINS_OBSERVABLES),
    .constants = &constants,
};

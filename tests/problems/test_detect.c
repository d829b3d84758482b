/* Contact detection against brute force, its order, and its cost counted in pairs looked at.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"
#include "problems/contact/vec3.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <stdlib.h>

typedef struct cloud {
    ss_bodies bodies; /* balls and three walls */
    double margin;
} cloud;

/* Balls in a cube of side `side` around `centre`, radii from 1 to `ratio`, log-uniform. */
static void make_cloud(cloud *c, gsl_rng *rng, size_t n, double ratio, double side)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const double centre = test_uniform(rng, -side, side);
    cr_assert(ss_bodies_create(&c->bodies, n, 3, &error));
    for (size_t b = 0; b < n; ++b) {
        c->bodies.radius[b] = test_log_uniform(rng, 1.0, ratio);
        for (size_t k = 0; k < 3; ++k)
            c->bodies.x[3 * b + k] = centre + test_uniform(rng, -0.5 * side, 0.5 * side);
    }
    for (size_t w = n; w < n + 3; ++w) {
        double normal[3];
        test_direction(rng, normal);
        cr_assert(ss_bodies_set_plane(&c->bodies, w, normal,
                                      test_uniform(rng, -0.5 * side, 0.5 * side), &error));
    }
    c->margin = gsl_rng_uniform_int(rng, 2) == 0 ? 0.0 : test_log_uniform(rng, 1e-3, 3.0 * ratio);
}

static double brute_gap(const cloud *c, size_t i, size_t j, double n[3])
{
    const ss_bodies *const bodies = &c->bodies;
    if (j >= bodies->n_moving) {
        const ss_plane *const wall = ss_bodies_record(bodies, j);
        ss_copy3(n, wall->normal);
        return ss_dot(n, bodies->x + 3 * i) - wall->offset - bodies->radius[i];
    }
    ss_sub3(n, bodies->x + 3 * i, bodies->x + 3 * j);
    const double distance = ss_norm(n);
    for (int k = 0; k < 3; ++k)
        n[k] /= distance;
    return distance - bodies->radius[i] - bodies->radius[j];
}

/* The pairs found are all pairs there are, each once, in the order of (a, b). */
static void check_cloud(ss_detector *detector, const cloud *c, unsigned long seed)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_bodies *const bodies = &c->bodies;
    const ss_contact_name *names = NULL;
    size_t n = 0, at = 0;
    cr_assert(ss_detect(detector, bodies, c->margin, &names, &n, &error), "%s", error.text);
    for (size_t i = 0; i < bodies->n_moving; ++i)
        for (size_t j = i + 1; j < bodies->n; ++j) {
            double normal[3];
            const double gap = brute_gap(c, i, j, normal);
            if (gap > c->margin)
                continue;
            TEST_REQUIRE(at < n && names[at].a == i && names[at].b == j && names[at].feature == 0,
                         "seed %lu, %zu bodies, margin %g: pair %zu-%zu is missing or out of order",
                         seed, bodies->n, c->margin, i, j);
            const ss_touch touch = ss_touch_of(bodies, &names[at++], c->margin);
            TEST_REQUIRE(fabs(touch.gap - gap) <= 1e-12 * 300.0, "seed %lu: gap of %zu-%zu", seed,
                         i, j);
            TEST_REQUIRE(test_distance(touch.n, normal, 3) <= 1e-14, "seed %lu: normal of %zu-%zu",
                         seed, i, j);
        }
    TEST_REQUIRE(at == n, "seed %lu: %zu pairs found, there are %zu", seed, n, at);
}

Test(detect, finds_what_brute_force_finds)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_detector *const detector = ss_detector_create(403, &error);
    for (unsigned long seed = 1; seed <= 200; ++seed) {
        gsl_rng *const rng = test_rng(seed);
        const size_t n = gsl_rng_uniform_int(rng, 400) + (seed > 2 ? 1 : 0);
        const double ratio = test_log_uniform(rng, 1.0, 100.0);
        cloud c;
        make_cloud(&c, rng, n, ratio, ratio * test_log_uniform(rng, 2.0, 40.0));
        check_cloud(detector, &c, seed); /* one detector for all: its buffers are used again */
        ss_bodies_free(&c.bodies);
        gsl_rng_free(rng);
    }
    const ss_detector_work work = ss_detector_work_of(detector); /* a change of it is to be meant */
    cr_expect(work.lists == 200 && work.distances == 2622636 && work.met == 3280257,
              "%zu, %zu, %zu", work.lists, work.distances, work.met);
    ss_detector_free(detector);
}

/* Equal balls in a row, each just touching the next at a gap of 0 or less: the worst case for the
 * rounding of cell indices, since their distance is the width of a cell. */
Test(detect, loses_no_pair_on_a_lattice_that_just_touches)
{
    ss_error error = {SS_ERROR_NONE, ""};
    enum { n = 300 };
    ss_bodies row;
    ss_detector *const detector = ss_detector_create(n, &error);
    cr_assert(ss_bodies_create(&row, n, 0, &error));
    gsl_rng *const rng = test_rng(7);
    for (int k = 0; k < 300; ++k) {
        const double radius = test_log_uniform(rng, 1e-4, 1e2);
        const ss_contact_name *names = NULL;
        size_t found = 0, touching = 0;
        for (size_t b = 0; b < n; ++b) {
            row.radius[b] = radius;
            row.x[3 * b] = ((double)b - n / 3) * 2.0 * radius;
        }
        for (size_t b = 0; b + 1 < n; ++b)
            touching += row.x[3 * b + 3] - row.x[3 * b] - 2.0 * radius <= 0.0;
        cr_assert(ss_detect(detector, &row, 0.0, &names, &found, &error));
        TEST_REQUIRE(found == touching, "radius %.17g: %zu of %zu touching pairs found", radius,
                     found, touching);
    }
    ss_bodies_free(&row);
    ss_detector_free(detector);
    gsl_rng_free(rng);
}

/* Pair (a, b) of a cloud is pair (name[a], name[b]) of the same cloud with its bodies renamed. */
static void check_renamed(const cloud *c, const cloud *renamed, const size_t *name)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_contact_name *names = NULL, *others = NULL;
    size_t n = 0, n_others = 0, common = 0;
    ss_detector *const one = ss_detector_create(c->bodies.n, &error);
    ss_detector *const two = ss_detector_create(c->bodies.n, &error);
    cr_assert(ss_detect(one, &c->bodies, c->margin, &names, &n, &error));
    cr_assert(ss_detect(two, &renamed->bodies, c->margin, &others, &n_others, &error));
    for (size_t k = 0; k < n; ++k)
        for (size_t m = 0; m < n_others; ++m) {
            const size_t i = name[names[k].a], j = name[names[k].b];
            common += others[m].a == (i < j ? i : j) && others[m].b == (i < j ? j : i) &&
                      ss_touch_of(&renamed->bodies, &others[m], c->margin).gap ==
                          ss_touch_of(&c->bodies, &names[k], c->margin).gap;
        }
    cr_expect(n == n_others && common == n && n > 0, "%zu, %zu pairs, %zu common", n, n_others,
              common);
    ss_detector_free(one);
    ss_detector_free(two);
}

Test(detect, depends_on_no_order_of_the_bodies)
{
    for (unsigned long seed = 1; seed <= 10; ++seed) {
        gsl_rng *const rng = test_rng(seed);
        ss_error error = {SS_ERROR_NONE, ""};
        size_t name[203];
        cloud c, renamed;
        make_cloud(&c, rng, 200, 20.0, 100.0);
        renamed = c;
        cr_assert(ss_bodies_create(&renamed.bodies, 200, 3, &error));
        for (size_t b = 0; b < 203; ++b)
            name[b] = b;
        gsl_ran_shuffle(rng, name, 200, sizeof *name);
        for (size_t b = 0; b < 200; ++b) {
            renamed.bodies.radius[name[b]] = c.bodies.radius[b];
            ss_copy3(renamed.bodies.x + 3 * name[b], c.bodies.x + 3 * b);
        }
        for (size_t w = 200; w < 203; ++w)
            cr_assert(ss_bodies_set_shape(&renamed.bodies, w, &ss_shape_plane,
                                          ss_bodies_record(&c.bodies, w), &error));
        check_renamed(&c, &renamed, name);
        ss_bodies_free(&c.bodies);
        ss_bodies_free(&renamed.bodies);
        gsl_rng_free(rng);
    }
}

/* Work of a first detection of n balls without walls. */
static ss_detector_work work_of(const cloud *c, size_t n)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_bodies balls = c->bodies;
    const ss_contact_name *names = NULL;
    size_t n_names = 0;
    ss_detector *const detector = ss_detector_create(n, &error);
    balls.n = n; /* the walls are behind them */
    cr_assert(ss_detect(detector, &balls, 0.0, &names, &n_names, &error));
    const ss_detector_work work = ss_detector_work_of(detector);
    ss_detector_free(detector);
    return work;
}

/* Distances looked at, and bodies met in the chains of the hash, a body. */
static void count_work(size_t n, double ratio, double *distances, double *chain)
{
    gsl_rng *const rng = test_rng(n);
    cloud c;
    make_cloud(&c, rng, n, ratio, 2.5 * cbrt((double)n)); /* the density does not depend on n */
    const ss_detector_work work = work_of(&c, n);
    *distances = (double)work.distances / (double)n;
    *chain = (double)work.met / (double)n;
    ss_bodies_free(&c.bodies);
    gsl_rng_free(rng);
}

Test(detect, work_is_linear_in_the_number_of_bodies)
{
    static const double ratios[] = {1.0, 1.9, 4.0}; /* the last one is for the hash */
    static const size_t many[] = {128000, 128000, 32000};
    for (int k = 0; k < 3; ++k) {
        double small = 0.0, large = 0.0, small_chain = 0.0, large_chain = 0.0;
        count_work(2000, ratios[k], &small, &small_chain);
        cr_assert(small < (k == 2 ? 300.0 : 100.0) && small_chain < 600.0 &&
                      (small_chain > 0.0) == (k == 2),
                  "ratio %g: %g distances, hash chains %g", ratios[k], small, small_chain);
        count_work(many[k], ratios[k], &large, &large_chain);
        cr_expect(large < 2.0 * small, "ratio %g: %g distances a body of 2000, %g of %zu",
                  ratios[k], small, large, many[k]);
        cr_expect(large_chain <= 2.0 * small_chain, "ratio %g: hash chains %g, %g", ratios[k],
                  small_chain, large_chain);
    }
}

/* A few giants among many dwarfs: one grid for all would compare every dwarf with every other. */
Test(detect, work_is_linear_for_mixtures)
{
    enum { n = 50000 };
    gsl_rng *const rng = test_rng(9);
    cloud c;
    make_cloud(&c, rng, n, 1.0, 150.0);
    for (size_t b = 0; b < 5; ++b)
        c.bodies.radius[b * 9999] = 50.0;
    const size_t distances = work_of(&c, n).distances;
    cr_expect(distances < 40 * (size_t)n, "%zu distances for %d bodies", distances, n);
    ss_bodies_free(&c.bodies);
    gsl_rng_free(rng);
}

/* Next to nothing has moved: only pairs whose gap is about the margin are looked at again. */
Test(detect, looks_at_few_pairs_again)
{
    ss_error error = {SS_ERROR_NONE, ""};
    enum { n = 2000 };
    static const double moved[] = {0.0, 1e-3, 1.0};
    gsl_rng *const rng = test_rng(11);
    const ss_contact_name *names = NULL;
    size_t n_names = 0, looked[3];
    cloud c;
    make_cloud(&c, rng, n, 1.9, 30.0);
    ss_detector *const detector = ss_detector_create(n + 3, &error);
    for (size_t k = 0; k < 3; ++k) {
        const size_t before = ss_detector_work_of(detector).distances;
        c.bodies.x[0] += moved[k];
        cr_assert(ss_detect(detector, &c.bodies, 0.0, &names, &n_names, &error));
        looked[k] = ss_detector_work_of(detector).distances - before;
    }
    cr_expect(looked[1] > 0 && 10 * looked[1] < n_names, "%zu distances for %zu pairs", looked[1],
              n_names);
    cr_expect(looked[2] > 5 * n_names, "%zu distances for %zu pairs", looked[2], n_names);
    cr_expect_eq(ss_detector_work_of(detector).lists, 2);
    ss_detector_free(detector);
    ss_bodies_free(&c.bodies);
    gsl_rng_free(rng);
}

/* Balls 0, 1, 2 in a row that touch, all on a floor: of ghosts only what touches others is found.
 */
Test(detect, finds_no_contact_between_ghosts)
{
    static const double up[3] = {0.0, 0.0, 1.0};
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_contact_name *names = NULL;
    size_t n = 0;
    ss_bodies row;
    ss_detector *const detector = ss_detector_create(4, &error);
    cr_assert(ss_bodies_create(&row, 3, 1, &error) &&
              ss_bodies_set_plane(&row, 3, up, -1.0, &error));
    for (size_t b = 0; b < 3; ++b) {
        row.radius[b] = 1.0;
        row.x[3 * b] = 2.0 * (double)b;
    }
    cr_assert(ss_detect(detector, &row, 0.0, &names, &n, &error));
    cr_expect(n == 5, "%zu contacts without ghosts", n);
    row.ghost = calloc(4, 1);
    cr_assert(row.ghost != NULL);
    row.ghost[0] = row.ghost[1] = 1;
    cr_assert(ss_detect(detector, &row, 0.0, &names, &n, &error));
    cr_assert(n == 2, "%zu contacts beside ghosts", n);
    cr_expect(names[0].a == 1 && names[0].b == 2 && names[1].a == 2 && names[1].b == 3);
    ss_bodies_free(&row);
    ss_detector_free(detector);
}

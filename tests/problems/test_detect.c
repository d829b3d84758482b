/* Contact detection against brute force, its order, and its cost counted in pairs looked at.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"
#include "problems/contact/vec3.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_randist.h>
#include <stdlib.h>

/* A second copy of the code under test in which every distance that is computed is counted. */
static size_t n_distances;
#define ss_dot(a, b)        (++n_distances, ss_dot(a, b))
#define ss_detector_create  counted_create
#define ss_detector_free    counted_free
#define ss_detect           counted_detect
#define ss_cell_grid_create counted_grid_create
#define ss_cell_grid_free   counted_grid_free
#define ss_cell_grid_fill   counted_grid_fill
#define ss_cell_grid_find   counted_grid_find
#define ss_cell_hash_create counted_hash_create
#define ss_cell_hash_free   counted_hash_free
#define ss_cell_hash_find   counted_hash_find
#define ss_detect_names     counted_detect_names
#define ss_near_pair_of     counted_near_pair_of
#define ss_detector_memory  counted_detector_memory
#define ss_cell_grid_bytes  counted_cell_grid_bytes
#define ss_cell_hash_bytes  counted_cell_hash_bytes
void counted_free(ss_detector *detector);
ss_detector *counted_create(size_t n, ss_error *error);
bool counted_detect(ss_detector *detector, const ss_bodies *bodies, const ss_wall *walls,
                    size_t n_walls, double margin, const ss_near_pair **pairs, size_t *n_pairs,
                    ss_error *error);
#include "problems/detect/detect.c"
#include "problems/detect/grid.c"
#include "problems/detect/hash.c"
#undef ss_dot
#undef ss_detector_create
#undef ss_detector_free
#undef ss_detect
#undef ss_cell_grid_create
#undef ss_cell_grid_free
#undef ss_cell_grid_fill
#undef ss_cell_grid_find
#undef ss_cell_hash_create
#undef ss_cell_hash_free
#undef ss_cell_hash_find
#undef ss_detect_names
#undef ss_near_pair_of
#undef ss_detector_memory
#undef ss_cell_grid_bytes
#undef ss_cell_hash_bytes

typedef struct cloud {
    ss_bodies bodies;
    ss_wall walls[3];
    double margin;
} cloud;

/* Balls in a cube of side `side` around `centre`, radii from 1 to `ratio`, log-uniform. */
static void make_cloud(cloud *c, gsl_rng *rng, size_t n, double ratio, double side)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const double centre = test_uniform(rng, -side, side);
    cr_assert(ss_bodies_create(&c->bodies, n, &error));
    for (size_t b = 0; b < n; ++b) {
        c->bodies.radius[b] = test_log_uniform(rng, 1.0, ratio);
        for (size_t k = 0; k < 3; ++k)
            c->bodies.x[3 * b + k] = centre + test_uniform(rng, -0.5 * side, 0.5 * side);
    }
    for (size_t w = 0; w < 3; ++w) {
        test_direction(rng, c->walls[w].normal);
        c->walls[w].offset = test_uniform(rng, -0.5 * side, 0.5 * side);
    }
    c->margin = gsl_rng_uniform_int(rng, 2) == 0 ? 0.0 : test_log_uniform(rng, 1e-3, 3.0 * ratio);
}

static double brute_gap(const cloud *c, size_t i, size_t j, double n[3])
{
    const ss_bodies *const bodies = &c->bodies;
    if (j >= bodies->n) {
        const ss_wall *const wall = &c->walls[j - bodies->n];
        ss_copy3(n, wall->normal);
        return ss_dot(n, bodies->x + 3 * i) - wall->offset - bodies->radius[i];
    }
    ss_sub3(n, bodies->x + 3 * i, bodies->x + 3 * j);
    const double distance = ss_norm(n);
    for (int k = 0; k < 3; ++k)
        n[k] /= distance;
    return distance - bodies->radius[i] - bodies->radius[j];
}

/* The pairs found are all pairs there are, each once, in the order of (i, j). */
static void check_cloud(ss_detector *detector, const cloud *c, unsigned long seed)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_near_pair *pairs = NULL;
    size_t n = 0, at = 0;
    cr_assert(ss_detect(detector, &c->bodies, c->walls, 3, c->margin, &pairs, &n, &error));
    for (size_t i = 0; i < c->bodies.n; ++i)
        for (size_t j = i + 1; j < c->bodies.n + 3; ++j) {
            double normal[3];
            if (brute_gap(c, i, j, normal) > c->margin)
                continue;
            TEST_REQUIRE(at < n && pairs[at].i == i && pairs[at].j == j,
                         "seed %lu, %zu bodies, margin %g: pair %zu-%zu is missing or out of order",
                         seed, c->bodies.n, c->margin, i, j);
            TEST_REQUIRE(fabs(pairs[at].gap - brute_gap(c, i, j, normal)) <= 1e-12 * 300.0,
                         "seed %lu: gap of %zu-%zu", seed, i, j);
            TEST_REQUIRE(test_distance(pairs[at].n, normal, 3) <= 1e-14,
                         "seed %lu: normal of %zu-%zu", seed, i, j);
            ++at;
        }
    TEST_REQUIRE(at == n, "seed %lu: %zu pairs found, there are %zu", seed, n, at);
}

Test(detect, finds_what_brute_force_finds)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_detector *const detector = ss_detector_create(400, &error);
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
    cr_assert(ss_bodies_create(&row, n, &error));
    gsl_rng *const rng = test_rng(7);
    for (int k = 0; k < 300; ++k) {
        const double radius = test_log_uniform(rng, 1e-4, 1e2);
        const ss_near_pair *pairs = NULL;
        size_t found = 0, touching = 0;
        for (size_t b = 0; b < n; ++b) {
            row.radius[b] = radius;
            row.x[3 * b] = ((double)b - n / 3) * 2.0 * radius;
        }
        for (size_t b = 0; b + 1 < n; ++b)
            touching += row.x[3 * b + 3] - row.x[3 * b] - 2.0 * radius <= 0.0;
        cr_assert(ss_detect(detector, &row, NULL, 0, 0.0, &pairs, &found, &error));
        TEST_REQUIRE(found == touching, "radius %.17g: %zu of %zu touching pairs found", radius,
                     found, touching);
    }
    ss_bodies_free(&row);
    ss_detector_free(detector);
    gsl_rng_free(rng);
}

/* Pair (i, j) of a cloud is pair (name[i], name[j]) of the same cloud with its bodies renamed. */
static void check_renamed(const cloud *c, const cloud *renamed, const size_t *name)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_near_pair *pairs = NULL, *others = NULL;
    size_t n = 0, n_others = 0, common = 0;
    ss_detector *const one = ss_detector_create(c->bodies.n, &error);
    ss_detector *const two = ss_detector_create(c->bodies.n, &error);
    cr_assert(ss_detect(one, &c->bodies, c->walls, 3, c->margin, &pairs, &n, &error));
    cr_assert(ss_detect(two, &renamed->bodies, c->walls, 3, c->margin, &others, &n_others, &error));
    for (size_t a = 0; a < n; ++a)
        for (size_t b = 0; b < n_others; ++b) {
            const size_t i = name[pairs[a].i];
            const size_t j = pairs[a].j < c->bodies.n ? name[pairs[a].j] : pairs[a].j;
            common += others[b].i == (i < j ? i : j) && others[b].j == (i < j ? j : i) &&
                      others[b].gap == pairs[a].gap;
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
        size_t name[200];
        cloud c, renamed;
        make_cloud(&c, rng, 200, 20.0, 100.0);
        renamed = c;
        cr_assert(ss_bodies_create(&renamed.bodies, 200, &error));
        for (size_t b = 0; b < 200; ++b)
            name[b] = b;
        gsl_ran_shuffle(rng, name, 200, sizeof *name);
        for (size_t b = 0; b < 200; ++b) {
            renamed.bodies.radius[name[b]] = c.bodies.radius[b];
            ss_copy3(renamed.bodies.x + 3 * name[b], c.bodies.x + 3 * b);
        }
        check_renamed(&c, &renamed, name);
        ss_bodies_free(&c.bodies);
        ss_bodies_free(&renamed.bodies);
        gsl_rng_free(rng);
    }
}

/* Distances computed, and bodies met while walking the hash chains of all cells once, a body. */
static void count_work(size_t n, double ratio, double *distances, double *chain)
{
    ss_error error = {SS_ERROR_NONE, ""};
    gsl_rng *const rng = test_rng(n);
    const ss_near_pair *pairs = NULL;
    size_t n_pairs = 0;
    cloud c;
    make_cloud(&c, rng, n, ratio, 2.5 * cbrt((double)n)); /* the density does not depend on n */
    c.margin = 0.0;
    ss_detector *const detector = counted_create(n, &error);
    n_distances = 0;
    cr_assert(counted_detect(detector, &c.bodies, c.walls, 0, 0.0, &pairs, &n_pairs, &error));
    *distances = (double)n_distances / (double)n;
    *chain = 0.0;
    for (size_t k = 0; detector->hash != NULL && k < detector->hash->n_buckets; ++k) {
        double length = 0.0;
        for (size_t b = detector->hash->head[k]; b != NONE; b = detector->hash->next[b])
            length += 1.0;
        *chain += length * length / (double)n;
    }
    counted_free(detector);
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
        cr_assert(small < (k == 2 ? 300.0 : 100.0) && small_chain < 20.0 &&
                      (small_chain > 0.0) == (k == 2),
                  "ratio %g: %g distances, hash chains %g", ratios[k], small, small_chain);
        count_work(many[k], ratios[k], &large, &large_chain);
        cr_expect(large < 2.0 * small, "ratio %g: %g distances a body of 2000, %g of %zu",
                  ratios[k], small, large, many[k]);
        cr_expect(large_chain < 1.5 * small_chain + 4.0, "ratio %g: hash chains %g, %g", ratios[k],
                  small_chain, large_chain);
    }
}

/* A few giants among many dwarfs: one grid for all would compare every dwarf with every other. */
Test(detect, work_is_linear_for_mixtures)
{
    ss_error error = {SS_ERROR_NONE, ""};
    enum { n = 50000 };
    gsl_rng *const rng = test_rng(9);
    const ss_near_pair *pairs = NULL;
    size_t n_pairs = 0;
    cloud c;
    make_cloud(&c, rng, n, 1.0, 150.0);
    for (size_t b = 0; b < 5; ++b)
        c.bodies.radius[b * 9999] = 50.0;
    ss_detector *const detector = counted_create(n, &error);
    n_distances = 0;
    cr_assert(counted_detect(detector, &c.bodies, c.walls, 0, 0.0, &pairs, &n_pairs, &error));
    cr_expect(n_distances < 40 * (size_t)n, "%zu distances for %d bodies", n_distances, n);
    counted_free(detector);
    ss_bodies_free(&c.bodies);
    gsl_rng_free(rng);
}

/* Nothing has moved: only the pairs within the skin are looked at again. */
Test(detect, looks_at_few_pairs_again)
{
    ss_error error = {SS_ERROR_NONE, ""};
    enum { n = 2000 };
    gsl_rng *const rng = test_rng(11);
    const ss_near_pair *pairs = NULL;
    size_t n_pairs = 0;
    cloud c;
    make_cloud(&c, rng, n, 1.9, 30.0);
    ss_detector *const detector = counted_create(n, &error);
    cr_assert(counted_detect(detector, &c.bodies, c.walls, 3, 0.0, &pairs, &n_pairs, &error));
    const size_t n_first = n_pairs;
    n_distances = 0;
    c.bodies.x[0] += 1e-3;
    cr_assert(counted_detect(detector, &c.bodies, c.walls, 3, 0.0, &pairs, &n_pairs, &error));
    cr_expect(n_distances > 0 && n_distances < 3 * n_first, "%zu distances for %zu pairs",
              n_distances, n_first);
    c.bodies.x[0] += 1.0;
    n_distances = 0;
    cr_assert(counted_detect(detector, &c.bodies, c.walls, 3, 0.0, &pairs, &n_pairs, &error));
    cr_expect(n_distances > 5 * n_first, "%zu distances for %zu pairs", n_distances, n_first);
    counted_free(detector);
    ss_bodies_free(&c.bodies);
    gsl_rng_free(rng);
}

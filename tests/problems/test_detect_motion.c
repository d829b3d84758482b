/* Detection that keeps a list from call to call finds, after every motion, what brute force finds:
 * the same pairs in the same order with the same bits.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"
#include "problems/contact/vec3.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { N_WALLS = 3, N_MAX = 120 };

typedef struct world {
    ss_bodies bodies;
    double margin, side;
} world;

static void make_world(world *w, gsl_rng *rng, double ratio)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(
        ss_bodies_create(&w->bodies, 2 + gsl_rng_uniform_int(rng, N_MAX - 2), N_WALLS, &error));
    w->side = ratio * test_log_uniform(rng, 4.0, 20.0);
    w->margin = gsl_rng_uniform_int(rng, 2) == 0 ? 0.0 : test_log_uniform(rng, 1e-3, 0.5);
    for (size_t b = 0; b < w->bodies.n_moving; ++b) {
        w->bodies.radius[b] = test_log_uniform(rng, 1.0, ratio);
        for (size_t k = 0; k < 3; ++k)
            w->bodies.x[3 * b + k] = test_uniform(rng, 0.0, w->side);
    }
    for (size_t b = w->bodies.n_moving; b < w->bodies.n; ++b) {
        double normal[3];
        test_direction(rng, normal);
        const double offset = test_uniform(rng, -0.5 * w->side, 0.5 * w->side);
        cr_assert(ss_bodies_set_plane(&w->bodies, b, normal, offset, &error));
    }
}

/* The pair (i, j) as detection has always computed it; false when it is farther than the margin. */
static bool brute_pair(const world *w, size_t i, size_t j, ss_touch *pair)
{
    const ss_bodies *const bodies = &w->bodies;
    if (j >= bodies->n_moving) {
        const ss_plane *const wall = ss_bodies_record(bodies, j);
        const double offset = wall->offset + ss_dot(wall->normal, bodies->x + 3 * j);
        ss_copy3(pair->n, wall->normal);
        pair->gap = ss_dot(wall->normal, bodies->x + 3 * i) - offset - bodies->radius[i];
        return pair->gap <= w->margin;
    }
    ss_sub3(pair->n, bodies->x + 3 * i, bodies->x + 3 * j);
    const double reach = bodies->radius[i] + bodies->radius[j];
    const double distance2 = ss_dot(pair->n, pair->n);
    const double distance = sqrt(distance2);
    pair->gap = distance - reach;
    for (int k = 0; k < 3; ++k)
        pair->n[k] = distance > 0.0 ? pair->n[k] / distance : (double)(k == 0);
    return !(distance2 > (reach + w->margin) * (reach + w->margin)) && !(pair->gap > w->margin);
}

static void check_world(ss_detector *detector, const world *w, unsigned long seed, int step)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_contact_name *names = NULL;
    ss_touch brute;
    size_t n = 0, at = 0;
    cr_assert(ss_detect(detector, &w->bodies, w->margin, &names, &n, &error));
    for (size_t i = 0; i < w->bodies.n_moving; ++i)
        for (size_t j = i + 1; j < w->bodies.n; ++j) {
            if (!brute_pair(w, i, j, &brute))
                continue;
            TEST_REQUIRE(at < n && names[at].a == i && names[at].b == j,
                         "world %lu, step %d: pair %zu-%zu is missing or out of order", seed, step,
                         i, j);
            const ss_touch touch = ss_touch_of(&w->bodies, &names[at++], w->margin);
            TEST_REQUIRE(memcmp(&touch.gap, &brute.gap, sizeof brute.gap) == 0 &&
                             memcmp(touch.n, brute.n, sizeof brute.n) == 0,
                         "world %lu, step %d: other bits of %zu-%zu", seed, step, i, j);
        }
    TEST_REQUIRE(at == n, "world %lu, step %d: %zu pairs found, there are %zu", seed, step, n, at);
}

/* Events of a world between two calls: nothing, all drift, some fly, one is elsewhere, a
 * ball grows, a wall goes or jumps or the margin changes, all move together far away. */
static void stir(world *w, gsl_rng *rng, double speed)
{
    ss_bodies *const bodies = &w->bodies;
    const size_t b = gsl_rng_uniform_int(rng, bodies->n_moving);
    for (size_t k = 0; k < 3 * bodies->n; ++k) /* walls move as bodies do */
        bodies->x[k] += speed * test_uniform(rng, -1.0, 1.0);
    switch (gsl_rng_uniform_int(rng, 40)) {
    case 0:
        bodies->x[3 * b] = test_uniform(rng, 0.0, w->side);
        break;
    case 1:
        bodies->radius[b] *= test_uniform(rng, 0.9, 1.2);
        break;
    case 2:
        bodies->x[3 * (bodies->n_moving + b % N_WALLS)] += test_uniform(rng, -1.0, 1.0);
        break;
    case 3:
        w->margin = test_log_uniform(rng, 1e-3, 1.0);
        break;
    case 4:
        bodies->x[3 * b + 2] += 1e7 * w->side;
        break;
    case 5:
        for (size_t k = 0; k < bodies->n; ++k)
            bodies->x[3 * k] += 1e3 * w->side;
        break;
    default:
        break;
    }
}

static void check_motion(unsigned long seed, double ratio, ss_detector *detector)
{
    gsl_rng *const rng = test_rng(seed);
    const double speed = test_log_uniform(rng, 1e-4, 0.5);
    world w;
    make_world(&w, rng, ratio);
    for (int step = 0; step < 60; ++step) {
        const double margin = w.margin;
        check_world(detector, &w, seed, step);
        w.margin = 0.0; /* as ss_step_largest_overlap asks after ss_step_pose */
        check_world(detector, &w, seed, step);
        w.margin = margin;
        stir(&w, rng, speed);
    }
    ss_bodies_free(&w.bodies);
    gsl_rng_free(rng);
}

Test(detect_motion, finds_what_brute_force_finds_after_every_step)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_detector *const detector =
        ss_detector_create(N_MAX + N_WALLS, &error); /* one for all the worlds */
    for (unsigned long seed = 1; seed <= 40; ++seed) {
        check_motion(seed, 2.0, detector);
        check_motion(1000 + seed, 30.0, detector);
    }
    const ss_detector_work work = ss_detector_work_of(detector); /* a change of it is to be meant */
    cr_expect(work.lists == 1372 && work.distances == 1252640 && work.met == 3069992,
              "%zu, %zu, %zu", work.lists, work.distances, work.met);
    ss_detector_free(detector);
}

/* One ball creeps towards another, in steps so small that the list is kept, from beyond the skin.
 */
Test(detect_motion, meets_a_ball_that_creeps_up)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_detector *const detector = ss_detector_create(2, &error);
    world w = {.margin = 0.0};
    cr_assert(ss_bodies_create(&w.bodies, 2, 0, &error));
    w.bodies.radius[0] = w.bodies.radius[1] = 1.0;
    for (int step = 0; step < 4000; ++step) {
        w.bodies.x[0] = 2.5 - 1.5e-4 * step; /* touches at 2 */
        check_world(detector, &w, 0, step);
    }
    ss_bodies_free(&w.bodies);
    ss_detector_free(detector);
}

/* NaN is never lost in a list: the balls that have it are found near each other, as far as anyone
 * can tell, and the others are found as if they were alone. */
Test(detect_motion, recovers_from_nan)
{
    ss_error error = {SS_ERROR_NONE, ""};
    gsl_rng *const rng = test_rng(3);
    ss_detector *const detector = ss_detector_create(N_MAX + N_WALLS, &error);
    const ss_contact_name *names = NULL;
    size_t n = 0, n_broken = 0;
    world w;
    make_world(&w, rng, 2.0);
    check_world(detector, &w, 3, 0);
    const double x = w.bodies.x[0];
    w.bodies.x[0] = NAN;
    cr_assert(ss_detect(detector, &w.bodies, w.margin, &names, &n, &error));
    for (size_t k = 0; k < n; ++k)
        n_broken += names[k].a == 0;
    cr_expect_eq(n_broken, 0, "%zu pairs of a ball that is nowhere", n_broken);
    w.bodies.x[0] = x;
    check_world(detector, &w, 3, 1);
    ss_bodies_free(&w.bodies);
    ss_detector_free(detector);
    gsl_rng_free(rng);
}

enum { N_MIXED = 40, N_GIVEN = 4 };

static void set(ss_bodies *bodies, size_t b, const ss_shape_kind *kind, const void *record)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_bodies_set_shape(bodies, b, kind, record, &error), "%s", error.text);
}

/* Discs and boxes in the plane y = 0, and a lid that moves; given: floor, slanted wall, box, disc.
 */
static void make_mixture(ss_bodies *bodies, gsl_rng *rng)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_plane lid = {{0.0, 0.0, -1.0}, -8.0}, floor_ = {{0.0, 0.0, 1.0}, -8.0};
    const ss_plane slope = {{0.6, 0.0, 0.8}, -6.0};
    cr_assert(ss_bodies_create(bodies, N_MIXED, N_GIVEN, &error));
    for (size_t b = 0; b < N_MIXED + N_GIVEN; ++b) {
        const ss_ball disc = {test_uniform(rng, 0.3, 1.2)};
        const ss_polygon box =
            ss_polygon_box(test_uniform(rng, 0.5, 3.0), test_uniform(rng, 0.5, 1.5));
        const double half = test_uniform(rng, -1.5, 1.5);
        set(bodies, b, b % 2 == 0 ? &ss_shape_polygon : &ss_shape_disc,
            b % 2 == 0 ? (const void *)&box : (const void *)&disc);
        bodies->x[3 * b] = test_uniform(rng, -7.0, 7.0);
        bodies->x[3 * b + 2] = test_uniform(rng, -7.0, 7.0);
        bodies->orientation[4 * b] = cos(half);
        bodies->orientation[4 * b + 2] = sin(half);
    }
    static const size_t walls[] = {7, N_MIXED, N_MIXED + 3};
    const ss_plane *const planes[] = {&lid, &floor_, &slope};
    for (size_t w = 0; w < 3; ++w) {
        set(bodies, walls[w], &ss_shape_plane, planes[w]);
        memset(bodies->x + 3 * walls[w], 0, 3 * sizeof *bodies->x);
    }
}

/* Detection finds what the functions of the pairs find for all pairs, in order. */
static void check_mixture(ss_detector *detector, const ss_bodies *bodies, double margin, int step)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_contact_name *names = NULL;
    size_t n = 0, at = 0;
    cr_assert(ss_detect(detector, bodies, margin, &names, &n, &error), "%s", error.text);
    for (size_t a = 0; a < bodies->n_moving; ++a)
        for (size_t b = a + 1; b < bodies->n; ++b) {
            ss_touch touch[SS_MAX_TOUCH];
            const size_t n_touches = ss_touch_find(touch, bodies, a, b, margin);
            for (size_t k = 0; k < n_touches; ++k, ++at) {
                TEST_REQUIRE(at < n && names[at].a == a && names[at].b == b &&
                                 names[at].feature == touch[k].feature,
                             "step %d: touch %zu of %zu and %zu is missing or out of order", step,
                             k, a, b);
                TEST_REQUIRE(ss_touch_of(bodies, &names[at], margin).gap == touch[k].gap,
                             "step %d: other bits of %zu-%zu", step, a, b);
            }
        }
    TEST_REQUIRE(at == n, "step %d: %zu touches found, there are %zu", step, n, at);
}

/* Every body moves and turns, the given ones too; the list is kept for some of the steps. */
Test(detect_motion, bodies_of_any_shape_among_given_ones_that_move)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_detector *const detector = ss_detector_create(N_MIXED + N_GIVEN, &error);
    for (unsigned long seed = 1; seed <= 20; ++seed) {
        gsl_rng *const rng = test_rng(seed);
        const double speed = test_log_uniform(rng, 1e-3, 0.1);
        ss_bodies bodies;
        make_mixture(&bodies, rng);
        for (size_t k = 0; k < 6 * bodies.n; ++k)
            bodies.v[k] = k % 6 == 0 || k % 6 == 2 || k % 6 == 4 ? test_uniform(rng, -1, 1) : 0.0;
        for (int step = 0; step < 60; ++step) {
            check_mixture(detector, &bodies, 0.01, step);
            ss_bodies_drift(&bodies, speed);
            for (size_t b = bodies.n_moving; b < bodies.n; ++b)
                ss_axpy(bodies.x + 3 * b, speed, bodies.v + 6 * b);
        }
        ss_bodies_free(&bodies);
        gsl_rng_free(rng);
    }
    const ss_detector_work work = ss_detector_work_of(detector);
    cr_expect(work.lists == 453 && work.distances == 232748,
              "%zu lists in 1200 steps, %zu distances", work.lists, work.distances);
    ss_detector_free(detector);
}

/* All walls of a shaken vessel move together: what is in it is not looked for anew. */
Test(detect_motion, a_vessel_carries_its_list)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_contact_name *names = NULL;
    size_t n = 0;
    ss_bodies bodies;
    ss_detector *const detector = ss_detector_create(6, &error);
    cr_assert(ss_bodies_create(&bodies, 1, 5, &error));
    cr_assert(ss_bodies_set_box(&bodies, 4.0, 4.0, &error));
    bodies.radius[0] = 1.0;
    bodies.x[0] = bodies.x[1] = bodies.x[2] = 1.0;
    for (int step = 0; step < 100; ++step) {
        cr_assert(ss_detect(detector, &bodies, 1e-9, &names, &n, &error));
        cr_assert_eq(n, 3, "step %d: %zu contacts", step, n);
        for (size_t b = 0; b < 6; ++b)
            bodies.x[3 * b] += 0.37;
    }
    cr_expect_eq(ss_detector_work_of(detector).lists, 1);
    bodies.x[3 * 2] += 0.37; /* the wall x = 0 alone pushes into the ball */
    cr_assert(ss_detect(detector, &bodies, 0.0, &names, &n, &error));
    cr_expect_eq(ss_detector_work_of(detector).lists, 2);
    ss_bodies_free(&bodies);
    ss_detector_free(detector);
}

Test(detect_motion, shapes_that_are_no_pair_are_refused)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_revolved silo = {.n = 2, .profile = {{2.0, -9.0}, {2.0, 9.0}}};
    const ss_polygon box = ss_polygon_box(1.0, 1.0);
    const ss_contact_name *names = NULL;
    size_t n = 0;
    ss_bodies bodies;
    ss_detector *const detector = ss_detector_create(2, &error);
    cr_assert(ss_bodies_create(&bodies, 1, 1, &error));
    set(&bodies, 0, &ss_shape_polygon, &box);
    set(&bodies, 1, &ss_shape_revolved, &silo);
    bodies.x[0] = 1.5;
    cr_expect_not(ss_detect(detector, &bodies, 0.0, &names, &n, &error));
    cr_expect_eq(error.code, SS_ERROR_USAGE);
    cr_expect_not_null(strstr(error.text, "body 0 is a polygon and body 1 a revolved"), "%s",
                       error.text);
    ss_bodies_free(&bodies);
    ss_detector_free(detector);
}

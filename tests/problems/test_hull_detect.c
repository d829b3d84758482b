/* Convex solids on planes and with balls, at the start of a scene, and in detection.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"
#include "problems/detect/solids.h"
#include "problems/motion/scene.h"
#include "tests/support/hulls.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <string.h>

static const double up[3] = {0.0, 0.0, 1.0};
static const ss_box cube = {{1.0, 1.0, 1.0}};

/* On planes all low vertices touch; balls meet faces, edges and corners, from inside the nearest
 * face. */
Test(hull_detect, planes_and_balls)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_ball ball = {0.5};
    const double r3 = sqrt(1.0 / 3.0), r2 = sqrt(0.5);
    const struct {
        double x[3], n[3], gap;
    } cases[] = {{{0.25, 0.0, 2.0}, {0, 0, 1}, 0.5},
                 {{1.0 + r2, 0.5, 1.0 + r2}, {r2, 0, r2}, 0.5},
                 {{-1.0 - r3, 1.0 + r3, 1.0 + r3}, {-r3, r3, r3}, 0.5},
                 {{0.0, -0.75, 0.5}, {0, -1, 0}, -0.75},
                 {{1.0, 0.0, 0.0}, {1, 0, 0}, -0.5}};
    ss_touch t[SS_MAX_TOUCH];
    ss_bodies bodies;
    uint32_t feature[5];
    test_hull_boxes(&bodies, &cube, &cube, 0.0);
    cr_assert(ss_bodies_set_plane(&bodies, 1, up, 1.0, &error));
    cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 1e-9), 4);
    for (size_t k = 0; k < 4; ++k)
        cr_expect(fabs(t[k].gap) < 1e-15 && t[k].n[2] == 1.0 && t[k].feature == k << 8);
    ss_bodies_free(&bodies);
    test_hull_boxes(&bodies, &cube, &cube, 0.0);
    test_hull_set(&bodies, 0, &ss_shape_ball, &ball);
    for (size_t k = 0; k < 5; ++k) {
        ss_copy3(bodies.x, cases[k].x);
        cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 1.0), 1);
        cr_expect(fabs(t->gap - cases[k].gap) < 1e-12 && test_distance(t->n, cases[k].n, 3) < 1e-12,
                  "case %zu: gap %g", k, t->gap);
        feature[k] = t->feature;
    }
    cr_expect(feature[0] < SS_MAX_FACES && feature[1] >= SS_MAX_FACES &&
              feature[2] >= SS_MAX_FACES + SS_MAX_EDGES);
    ss_bodies_free(&bodies);
}

/* A start with boxes in each other is refused by name and depth, also where one is within the
 * other; boxes that just touch are not; places that are no numbers are no touch. */
Test(hull_detect, overlap_at_the_start_is_refused)
{
    ss_touch t[SS_MAX_TOUCH];
    const ss_box small = {{0.1, 0.1, 0.1}};
    for (int k = 0; k < 3; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_scene scene = {.params = {.margin = 0.0}};
        test_hull_boxes(&scene.bodies, k == 2 ? &small : &cube, &cube, k == 0 ? 0.0 : -1e-3);
        if (k == 2)
            ss_copy3(scene.bodies.x, (double[3]){0.2, 0.1, 0.0});
        cr_expect_eq(ss_scene_check_start(&scene, &error), k == 0, "%s", error.text);
        if (k > 0)
            cr_expect_not_null(strstr(error.text, k == 1 ? "box 0 and box 1 overlap by 0.001 m"
                                                         : "box 0 and box 1 overlap by 0.9 m"),
                               "%s", error.text);
        scene.bodies.x[0] = NAN;
        cr_expect_eq(ss_touch_find(t, &scene.bodies, 0, 1, 1.0), 0);
        ss_scene_free(&scene);
    }
}

/* Boxes of like sizes (in a grid) and of very different ones (in a hash), over a floor: detection
 * finds the touches of all pairs. */
Test(hull_detect, detection_finds_what_all_pairs_have)
{
    enum { N = 60 };
    gsl_rng *const rng = test_rng(21);
    for (int turn = 0; turn < 6; ++turn) {
        ss_error error = {SS_ERROR_NONE, ""};
        const ss_contact_name *names = NULL;
        size_t n_names = 0, k = 0;
        ss_bodies bodies;
        cr_assert(ss_bodies_create(&bodies, N, 1, &error));
        cr_assert(ss_bodies_set_plane(&bodies, N, up, -2.0, &error));
        for (size_t b = 0; b < N; ++b) {
            double axis[3];
            ss_box box;
            for (size_t i = 0; i < 3; ++i) {
                box.half[i] = test_log_uniform(rng, turn % 2 == 0 ? 0.3 : 0.02, 0.6);
                bodies.x[3 * b + i] = test_uniform(rng, -2.0, 2.0);
            }
            test_hull_set(&bodies, b, &ss_shape_box, &box);
            test_direction(rng, axis);
            test_hull_turn(&bodies, b, axis, test_uniform(rng, -3.0, 3.0));
        }
        ss_detector *const detector = ss_detector_create(N + 1, &error);
        cr_assert(ss_detect(detector, &bodies, 0.05, &names, &n_names, &error), "%s", error.text);
        for (size_t a = 0; a < N; ++a)
            for (size_t b = a + 1; b <= N; ++b) {
                ss_touch t[SS_MAX_TOUCH];
                const size_t n = ss_touch_find(t, &bodies, a, b, 0.05);
                for (size_t i = 0; i < n; ++i, ++k)
                    TEST_REQUIRE(k < n_names && names[k].a == a && names[k].b == b &&
                                     names[k].feature == t[i].feature,
                                 "touch %zu of %zu and %zu is not found", i, a, b);
            }
        cr_expect(k == n_names && k > 15, "%zu touches, %zu names", k, n_names);
        ss_detector_free(detector);
        ss_bodies_free(&bodies);
    }
    gsl_rng_free(rng);
}

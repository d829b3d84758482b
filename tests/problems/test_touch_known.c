/* Touches that are known: boxes on boxes and planes, balls in silos and cylinders.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

/* Two boxes, the upper one 2 wide and 1 high, the lower one `width` wide and 1 high. */
static void make_stack(ss_bodies *bodies, double width, double x, double gap)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_polygon upper = ss_polygon_box(2.0, 1.0), lower = ss_polygon_box(width, 1.0);
    cr_assert(ss_bodies_create(bodies, 2, 0, &error));
    cr_assert(ss_bodies_set_shape(bodies, 0, &ss_shape_polygon, &upper, &error));
    cr_assert(ss_bodies_set_shape(bodies, 1, &ss_shape_polygon, &lower, &error));
    bodies->x[0] = x;
    bodies->x[2] = 1.0 + gap;
}

Test(touch_known, a_box_on_a_box_stands_on_two_corners)
{
    static const struct {
        double width, x, left, right; /* the touches */
    } cases[] = {{4.0, 0.0, -1.0, 1.0},
                 {4.0, 0.5, -0.5, 1.5},
                 {4.0, 1.5, 0.5, 2.0},
                 {1.0, 0.0, -0.5, 0.5},
                 {1.0, -0.75, -0.5, 0.25}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        ss_touch t[SS_MAX_TOUCH];
        ss_bodies bodies;
        make_stack(&bodies, cases[k].width, cases[k].x, -1e-3);
        cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 0.0), 2, "case %zu", k);
        const double left = fmin(t[0].point[0], t[1].point[0]);
        const double right = fmax(t[0].point[0], t[1].point[0]);
        cr_expect(fabs(left - cases[k].left) < 1e-12 && fabs(right - cases[k].right) < 1e-12,
                  "case %zu: from %g to %g", k, left, right);
        for (size_t i = 0; i < 2; ++i)
            cr_expect(fabs(t[i].gap + 1e-3) < 1e-12 && t[i].n[2] == 1.0 &&
                          fabs(t[i].point[2] - 0.5) < 1e-12,
                      "case %zu: n_z = %g, gap %g", k, t[i].n[2], t[i].gap);
        ss_bodies_free(&bodies);
    }
}

/* Beside the strip of an edge corners touch where they overlap, not where they are only near. */
Test(touch_known, corners_side_by_side_touch_once_they_overlap)
{
    static const double x[] = {2.999, 3.001, -2.999, -3.001};
    for (size_t k = 0; k < 4; ++k) {
        ss_touch t[SS_MAX_TOUCH];
        ss_bodies bodies;
        make_stack(&bodies, 4.0, x[k], k % 2 == 0 ? -1e-3 : 1e-3);
        const size_t n = ss_touch_find(t, &bodies, 0, 1, 0.1);
        cr_expect_eq(n == 0, k % 2 != 0, "x = %g: %zu touches", x[k], n);
        ss_bodies_free(&bodies);
    }
}

/* Positive turns take z towards x: a box so turned stands on its corner at +x. */
Test(touch_known, a_turned_box_stands_on_the_corner_it_leans_to)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const double up[3] = {0.0, 0.0, 1.0}, angle = 0.2;
    ss_touch t[SS_MAX_TOUCH];
    ss_bodies bodies;
    make_stack(&bodies, 4.0, 0.0, 0.0);
    cr_assert(ss_bodies_set_plane(&bodies, 1, up, 0.0, &error));
    bodies.orientation[0] = cos(0.5 * angle);
    bodies.orientation[2] = sin(0.5 * angle);
    bodies.x[2] = 0.5 * cos(angle) + sin(angle);
    cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 1e-9), 1);
    cr_expect(fabs(t[0].gap) < 1e-12 && t[0].point[0] > 0.5 && t[0].feature == 1);
    ss_bodies_free(&bodies);
}

/* Of which face the touches are does not depend on where the two stand. */
Test(touch_known, a_pair_far_away_touches_alike)
{
    ss_touch here[SS_MAX_TOUCH], there[SS_MAX_TOUCH];
    ss_bodies bodies;
    make_stack(&bodies, 4.0, 0.0, -1e-3);
    bodies.orientation[2] = 1e-6;
    const size_t n = ss_touch_find(here, &bodies, 0, 1, 0.0);
    for (size_t k = 0; k < 6; k += k % 3 == 0 ? 2 : 1)
        bodies.x[k] += 8192.0;
    cr_expect_eq(n, ss_touch_find(there, &bodies, 0, 1, 0.0));
    for (size_t k = 0; k < n; ++k)
        cr_expect_eq(here[k].feature, there[k].feature, "touch %zu", k);
    ss_bodies_free(&bodies);
}

/* Small moves, at a face that lies on a face, change no feature: a warm start finds its contacts.
 */
Test(touch_known, features_last)
{
    gsl_rng *const rng = test_rng(5);
    for (int turn = 0; turn < 200; ++turn) {
        ss_touch t[SS_MAX_TOUCH], moved[SS_MAX_TOUCH];
        ss_bodies bodies;
        make_stack(&bodies, turn % 2 == 0 ? 4.0 : 2.0, turn % 2 == 0 ? 0.3 : 0.2, -1e-6);
        cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 1e-4), 2);
        for (int k = 0; k < 50; ++k) {
            bodies.x[0] += test_uniform(rng, -1e-4, 1e-4);
            bodies.x[2] = 1.0 + test_uniform(rng, -1e-6, 1e-6);
            bodies.orientation[2] = 0.5e-10 * test_uniform(rng, -1.0, 1.0);
            cr_assert_eq(ss_touch_find(moved, &bodies, 0, 1, 1e-4), 2);
            for (size_t i = 0; i < 2; ++i)
                TEST_REQUIRE(moved[i].feature == t[i].feature, "turn %d: feature %u for %u", turn,
                             moved[i].feature, t[i].feature);
        }
        ss_bodies_free(&bodies);
    }
    gsl_rng_free(rng);
}

/* A ball in the corner of a silo lies on the cone and at the cylinder; at the outlet, on its rim.
 */
Test(touch_known, a_ball_in_a_silo)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_revolved silo = {.n = 3, .profile = {{1.0, 0.0}, {3.0, 2.0}, {3.0, 9.0}}};
    const ss_ball ball = {0.5};
    const double n_cone = sqrt(0.5);
    ss_touch t[SS_MAX_TOUCH];
    ss_bodies bodies;
    cr_assert(ss_bodies_create(&bodies, 1, 1, &error));
    cr_assert(ss_bodies_set_shape(&bodies, 0, &ss_shape_ball, &ball, &error));
    cr_assert(ss_bodies_set_shape(&bodies, 1, &ss_shape_revolved, &silo, &error));
    bodies.x[1] = -2.5;                     /* 0.5 from the cylinder, at -y */
    bodies.x[2] = 2.0 - 0.5 + 0.5 / n_cone; /* 0.5 from the cone */
    cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 1e-9), 2);
    cr_expect(t[0].feature == 0 && fabs(t[0].gap) < 1e-12 && fabs(t[0].n[1] - n_cone) < 1e-12 &&
              fabs(t[0].n[2] - n_cone) < 1e-12);
    cr_expect(t[1].feature == 2 && fabs(t[1].gap) < 1e-12 && fabs(t[1].n[1] - 1.0) < 1e-12);
    bodies.x[1] = -0.7;
    bodies.x[2] = -0.4; /* below and inside of the rim: (0.3, 0.4) from it */
    cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 1e-9), 1);
    cr_expect(t[0].feature == 1 && fabs(t[0].gap) < 1e-12 && fabs(t[0].n[1] - 0.6) < 1e-12 &&
              fabs(t[0].n[2] + 0.8) < 1e-12);
    ss_bodies_free(&bodies);
}

/* With its centre in the sheet a ball is pushed to the left of the profile: off a cone, a flat
 * floor and a wall. */
Test(touch_known, a_ball_in_the_midst_of_a_sheet)
{
    static const struct {
        double profile[2][2], x[3], n[3];
    } cases[] = {{{{1, 0}, {4, 4}}, {0, 2.5, 2}, {0, -0.8, 0.6}},
                 {{{0, 0}, {4, 0}}, {2, 0, 0}, {0, 0, 1}},
                 {{{3, 0}, {3, 4}}, {0, -3, 1}, {0, 1, 0}}};
    const ss_ball ball = {0.5};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_revolved sheet = {.n = 2};
        ss_touch t[SS_MAX_TOUCH];
        ss_bodies bodies;
        memcpy(sheet.profile, cases[k].profile, sizeof cases[k].profile);
        cr_assert(ss_bodies_create(&bodies, 1, 1, &error));
        cr_assert(ss_bodies_set_shape(&bodies, 0, &ss_shape_ball, &ball, &error));
        cr_assert(ss_bodies_set_shape(&bodies, 1, &ss_shape_revolved, &sheet, &error));
        memcpy(bodies.x, cases[k].x, sizeof cases[k].x);
        cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 0.0), 1, "case %zu", k);
        cr_expect(t[0].gap == -0.5 && test_distance(t[0].n, cases[k].n, 3) < 1e-15, "case %zu", k);
        ss_bodies_free(&bodies);
    }
}

/* In a cylinder: g = R - rho - a, n to the axis; and on its flat end. */
Test(touch_known, a_ball_in_a_cylinder)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_cylinder cup = {{0.0, 0.0, 1.0}, 2.0, 1.0, INFINITY};
    const ss_ball ball = {0.5};
    ss_touch t[SS_MAX_TOUCH];
    ss_bodies bodies;
    cr_assert(ss_bodies_create(&bodies, 1, 1, &error));
    cr_assert(ss_bodies_set_shape(&bodies, 0, &ss_shape_ball, &ball, &error));
    cr_assert(ss_bodies_set_shape(&bodies, 1, &ss_shape_cylinder, &cup, &error));
    const double x[3] = {0.9, -1.2, 1.4};
    ss_copy3(bodies.x, x);
    cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 0.1), 2);
    cr_expect(t[0].feature == 0 && fabs(t[0].gap - 0.0) < 1e-12 && fabs(t[0].n[0] + 0.6) < 1e-12 &&
              fabs(t[0].n[1] - 0.8) < 1e-12 && t[0].n[2] == 0.0);
    cr_expect(t[1].feature == 1 && fabs(t[1].gap + 0.1) < 1e-12 && t[1].n[2] == 1.0);
    bodies.x[0] = bodies.x[1] = 0.0; /* on the axis: far from all sides, no NaN */
    cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 0.0), 1);
    cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 9.0), 2);
    cr_expect(fabs(t[0].gap - 1.5) < 1e-12 && fabs(ss_norm(t[0].n) - 1.0) < 1e-12);
    ss_bodies_free(&bodies);
}

/* In a drum about y a box touches with the vertices that reach the side, and an octagon with all.
 */
Test(touch_known, blocks_in_a_drum)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_cylinder drum = {{0.0, 1.0, 0.0}, 2.0, -INFINITY, INFINITY};
    const ss_polygon box = ss_polygon_box(2.0, 1.0);
    ss_polygon octagon = {.n = 8};
    ss_touch t[SS_MAX_TOUCH];
    ss_bodies bodies;
    for (size_t k = 0; k < 8; ++k) {
        octagon.vertex[k][0] = 2.0 * cos(0.25 * M_PI * (double)k);
        octagon.vertex[k][1] = 2.0 * sin(0.25 * M_PI * (double)k);
    }
    cr_assert(ss_bodies_create(&bodies, 1, 1, &error));
    cr_assert(ss_bodies_set_shape(&bodies, 0, &ss_shape_polygon, &box, &error) &&
              ss_bodies_set_shape(&bodies, 1, &ss_shape_cylinder, &drum, &error));
    bodies.x[2] = 0.5 - sqrt(3.0); /* its lower corners are 2 m from the axis */
    cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 1e-9), 2);
    for (size_t k = 0; k < 2; ++k)
        cr_expect(fabs(t[k].gap) < 1e-12 && t[k].feature == 3 * k && t[k].n[1] == 0.0 &&
                      fabs(t[k].n[0] - (k == 0 ? 0.5 : -0.5)) < 1e-12,
                  "feature %u, n_x = %g", t[k].feature, t[k].n[0]);
    cr_assert(ss_bodies_set_shape(&bodies, 0, &ss_shape_polygon, &octagon, &error), "%s",
              error.text);
    bodies.x[2] = 0.0;
    cr_expect_eq(ss_touch_find(t, &bodies, 0, 1, 1e-9), 8);
    ss_bodies_free(&bodies);
}

/* The point is on the second body: who is asked first decides on which side of the gap. */
Test(touch_known, a_pair_may_be_asked_either_way)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const double up[3] = {0.0, 0.0, 1.0};
    const ss_ball ball = {0.5};
    ss_touch t[SS_MAX_TOUCH];
    ss_bodies bodies;
    cr_assert(ss_bodies_create(&bodies, 1, 1, &error));
    cr_assert(ss_bodies_set_shape(&bodies, 0, &ss_shape_ball, &ball, &error) &&
              ss_bodies_set_plane(&bodies, 1, up, 0.0, &error));
    bodies.x[2] = 0.75;
    cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 1.0), 1);
    cr_expect(t->gap == 0.25 && t->point[2] == 0.0 && t->n[2] == 1.0);
    cr_assert_eq(ss_touch_find(t, &bodies, 1, 0, 1.0), 1);
    cr_expect(t->gap == 0.25 && t->point[2] == 0.25 && t->n[2] == -1.0);
    ss_bodies_free(&bodies);
}

/* A corner has one name, from whichever of its edges a disc comes, and each corner its own. */
Test(touch_known, corners_of_a_box_have_names)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_polygon box = ss_polygon_box(2.0, 2.0);
    const ss_ball disc = {0.5};
    ss_bodies bodies;
    uint32_t name[8];
    cr_assert(ss_bodies_create(&bodies, 2, 0, &error));
    cr_assert(ss_bodies_set_shape(&bodies, 0, &ss_shape_ball, &disc, &error) &&
              ss_bodies_set_shape(&bodies, 1, &ss_shape_polygon, &box, &error));
    for (int k = 0; k < 8; ++k) {
        const double corner = M_PI_2 * (k / 2) + M_PI_4, angle = corner + (k % 2 ? 0.2 : -0.2);
        ss_touch t[SS_MAX_TOUCH];
        bodies.x[0] = M_SQRT2 * cos(corner) + 0.6 * cos(angle);
        bodies.x[2] = M_SQRT2 * sin(corner) + 0.6 * sin(angle);
        cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 0.2), 1);
        cr_expect(fabs(t->gap - 0.1) < 1e-12 && t->feature >= SS_MAX_VERTICES);
        name[k] = t->feature;
    }
    for (int k = 0; k < 8; k += 2)
        cr_expect(name[k] == name[k + 1] && name[k] != name[(k + 2) % 8], "corner %d: %u and %u",
                  k / 2, name[k], name[k + 1]);
    ss_bodies_free(&bodies);
}

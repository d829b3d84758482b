/* Touches of convex solids: random ones against brute force over all their vertices, in any frame
 * and either order, and the edge cases. SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"
#include "tests/support/hulls.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <string.h>

enum { N_PLACEMENTS = 1500 };

/* A random box, thin plate or hull, turned and placed at random. */
static void set_random(ss_bodies *bodies, size_t b, gsl_rng *rng)
{
    const ss_hull hull = test_hull_random(rng);
    ss_box box;
    double axis[3];
    for (size_t k = 0; k < 3; ++k)
        box.half[k] = test_log_uniform(rng, k == 2 ? 0.01 : 0.2, 2.0);
    if (gsl_rng_uniform_int(rng, 2) == 0)
        test_hull_set(bodies, b, &ss_shape_box, &box);
    else
        test_hull_set(bodies, b, &ss_shape_hull, &hull);
    test_direction(rng, axis);
    test_hull_turn(bodies, b, axis, test_uniform(rng, -3.0, 3.0));
    for (size_t k = 0; k < 3; ++k)
        bodies->x[3 * b + k] = test_uniform(rng, -1.5, 1.5);
}

/* The distance of p beyond the surface by planes, at a vertex, an edge or a face alike: 0 on it. */
static double beyond(const test_hull *solid, const double p[3])
{
    return test_hull_from(solid, p);
}

static void check_touches(const ss_touch *t, size_t n, const test_hull solid[2])
{
    for (size_t k = 0; k < n; ++k) {
        double on_a[3];
        ss_copy3(on_a, t[k].point);
        ss_axpy(on_a, t[k].gap, t[k].n);
        const double a = beyond(&solid[0], on_a), b = beyond(&solid[1], t[k].point);
        TEST_REQUIRE(fabs(ss_norm(t[k].n) - 1.0) < 1e-12, "a normal of length %g", ss_norm(t[k].n));
        TEST_REQUIRE(fmax(fabs(a), fabs(b)) < 1e-8, "touch %zu of %zu: %g and %g off the surfaces",
                     k, n, a, b);
        TEST_REQUIRE(k == 0 || t[k].feature > t[k - 1].feature, "order");
    }
}

static double least_of(const ss_touch *t, size_t n)
{
    double least = INFINITY;
    for (size_t k = 0; k < n; ++k)
        least = fmin(least, t[k].gap);
    return least;
}

/* In a world that is turned and moved: the same touches under the same names. */
static void check_turned(ss_bodies *bodies, const ss_touch *t, size_t n, double margin,
                         gsl_rng *rng)
{
    ss_touch turned[SS_MAX_TOUCH];
    double R[9], q[4], by[3], axis[3];
    test_direction(rng, axis);
    const double angle = test_uniform(rng, -3.0, 3.0);
    q[0] = cos(0.5 * angle);
    for (size_t k = 0; k < 3; ++k) {
        q[1 + k] = sin(0.5 * angle) * axis[k];
        by[k] = test_uniform(rng, -5.0, 5.0);
    }
    ss_turn_matrix(R, q);
    for (size_t b = 0; b < 2; ++b) {
        double *const x = bodies->x + 3 * b, *const p = bodies->orientation + 4 * b, at[3], old[4];
        ss_mul3(at, R, x);
        for (size_t k = 0; k < 3; ++k)
            x[k] = at[k] + by[k];
        memcpy(old, p, sizeof old);
        ss_cross(at, q + 1, old + 1);
        p[0] = q[0] * old[0] - ss_dot(q + 1, old + 1);
        for (size_t k = 0; k < 3; ++k)
            p[1 + k] = q[0] * old[1 + k] + old[0] * q[1 + k] + at[k];
    }
    const size_t m = ss_touch_find(turned, bodies, 0, 1, margin);
    TEST_REQUIRE(m == n, "%zu touches, %zu in a turned world", n, m);
    for (size_t k = 0; k < n; ++k) {
        double normal[3];
        ss_mul3(normal, R, t[k].n);
        TEST_REQUIRE(turned[k].feature == t[k].feature && fabs(turned[k].gap - t[k].gap) < 1e-12 &&
                         test_distance(normal, turned[k].n, 3) < 1e-10,
                     "touch %zu in a turned world", k);
    }
}

/* Of (b, a): the same points with opposite normals. */
static void check_swapped(const ss_bodies *bodies, const ss_touch *t, size_t n, double margin)
{
    ss_touch swapped[SS_MAX_TOUCH];
    const size_t m = ss_touch_find(swapped, bodies, 1, 0, margin);
    TEST_REQUIRE(m == n, "%zu touches, %zu in the other order", n, m);
    for (size_t k = 0; k < n; ++k) {
        double on_a[3], best = INFINITY;
        ss_copy3(on_a, t[k].point);
        ss_axpy(on_a, t[k].gap, t[k].n);
        for (size_t i = 0; i < n; ++i) {
            double sum[3];
            ss_copy3(sum, t[k].n);
            ss_axpy(sum, 1.0, swapped[i].n);
            best = fmin(best, ss_norm(sum) + fabs(swapped[i].gap - t[k].gap) +
                                  test_distance(swapped[i].point, on_a, 3));
        }
        TEST_REQUIRE(best < 1e-8, "touch %zu in the other order: off by %g", k, best);
    }
}

/* The least gap is the distance, or the depth by the best of all planes. Faces a little tilted show
 * the crossing of their edges shorter by the cosine. */
Test(hull_touch, random_solids_against_brute_force)
{
    gsl_rng *const rng = test_rng(11);
    size_t n_deep = 0, n_apart = 0, n_far = 0;
    for (int k = 0; k < N_PLACEMENTS; ++k) {
        ss_touch t[SS_MAX_TOUCH];
        ss_bodies bodies;
        test_hull_two(&bodies);
        set_random(&bodies, 0, rng);
        set_random(&bodies, 1, rng);
        const double margin = test_log_uniform(rng, 1e-3, 3.0);
        const test_hull solid[2] = {test_hull_of(&bodies, 0), test_hull_of(&bodies, 1)};
        const double apart = test_hulls_apart(&solid[0], &solid[1]);
        const double gap = apart > 0.0 ? test_hulls_distance(&solid[0], &solid[1]) : apart;
        const size_t n = ss_touch_find(t, &bodies, 0, 1, margin);
        TEST_REQUIRE((n > 0) == (gap <= margin), "placement %d: %zu touches at gap %g, margin %g",
                     k, n, gap, margin);
        const double off = n > 0 ? least_of(t, n) - gap : 0.0;
        TEST_REQUIRE(fabs(off) < 1e-8 + (n > 1 ? 0.01 * fabs(gap) : 0.0),
                     "placement %d: %zu touches, least gap off by %g of %g", k, n, off, gap);
        check_touches(t, n, solid);
        check_swapped(&bodies, t, n, margin);
        check_turned(&bodies, t, n, margin, rng);
        n_deep += gap < 0.0;
        n_apart += gap >= 0.0 && n > 0;
        n_far += n == 0;
        ss_bodies_free(&bodies);
    }
    cr_expect(n_deep > N_PLACEMENTS / 10 && n_apart > N_PLACEMENTS / 10 &&
                  n_far > N_PLACEMENTS / 10,
              "%zu overlap, %zu are near, %zu far", n_deep, n_apart, n_far);
    gsl_rng_free(rng);
}

/* Expect n touches with this gap and normal, at the corners given by (x, y). */
static void expect(const ss_bodies *bodies, double margin, size_t n, const double (*at)[2],
                   const double normal[3], double gap)
{
    ss_touch t[SS_MAX_TOUCH];
    const test_hull solid[2] = {test_hull_of(bodies, 0), test_hull_of(bodies, 1)};
    const size_t found = ss_touch_find(t, bodies, 0, 1, margin);
    cr_assert_eq(found, n, "%zu touches, not %zu", found, n);
    check_touches(t, n, solid);
    for (size_t k = 0; k < n; ++k) {
        double best = INFINITY;
        for (size_t i = 0; i < n; ++i)
            best = fmin(best, hypot(t[i].point[0] - at[k][0], t[i].point[1] - at[k][1]));
        cr_expect(best < 1e-8, "no touch at (%g, %g): %g", at[k][0], at[k][1], best);
        cr_expect(fabs(t[k].gap - gap) < 1e-9, "gap %g, not %g", t[k].gap, gap);
        cr_expect(test_distance(t[k].n, normal, 3) < 1e-8, "normal (%g, %g, %g)", t[k].n[0],
                  t[k].n[1], t[k].n[2]);
    }
    check_swapped(bodies, t, n, margin);
}

static const double up[3] = {0.0, 0.0, 1.0};
static const ss_box cube = {{1.0, 1.0, 1.0}}, bar = {{3.0, 0.5, 0.25}};

/* Face on face: the corners of what both cover, on top, overlapping, apart within the margin, and
 * with sides that are one plane. */
Test(hull_touch, face_on_face)
{
    static const double gaps[] = {0.0, -1e-3, 1e-3};
    static const struct {
        double x, y, at[4][2];
    } cases[] = {{0.0, 0.0, {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}},
                 {0.5, 0.0, {{-0.5, -1}, {1, -1}, {1, 1}, {-0.5, 1}}},
                 {0.5, -0.75, {{-0.5, -1}, {1, -1}, {1, 0.25}, {-0.5, 0.25}}}};
    for (size_t k = 0; k < 9; ++k) {
        ss_bodies bodies;
        test_hull_boxes(&bodies, &cube, &cube, gaps[k % 3]);
        bodies.x[0] = cases[k / 3].x;
        bodies.x[1] = cases[k / 3].y;
        expect(&bodies, 2e-3, 4, cases[k / 3].at, up, gaps[k % 3]);
        ss_bodies_free(&bodies);
    }
}

/* A square on a square turned by 45 degrees: an octagon; a bar across a bar: where edges cross. */
Test(hull_touch, clipped_faces)
{
    const double c = M_SQRT2 - 1.0;
    const double octagon[8][2] = {{1, c},   {c, 1},   {-c, 1}, {-1, c},
                                  {-1, -c}, {-c, -1}, {c, -1}, {1, -c}};
    const double crossing[4][2] = {{0.5, 0.5}, {-0.5, 0.5}, {-0.5, -0.5}, {0.5, -0.5}};
    ss_touch t[SS_MAX_TOUCH];
    ss_bodies bodies;
    test_hull_boxes(&bodies, &cube, &cube, -1e-6);
    test_hull_turn(&bodies, 0, up, 0.25 * M_PI);
    expect(&bodies, 0.0, 8, octagon, up, -1e-6);
    ss_bodies_free(&bodies);
    test_hull_boxes(&bodies, &bar, &bar, 0.0);
    test_hull_turn(&bodies, 0, up, 0.5 * M_PI);
    expect(&bodies, 1e-6, 4, crossing, up, 0.0);
    const size_t n = ss_touch_find(t, &bodies, 0, 1, 1e-6);
    for (size_t k = 0; k < n; ++k)
        cr_expect_eq(t[k].feature >> 16, 2, "edges cross");
    ss_bodies_free(&bodies);
}

/* An edge on a face, a vertex on a face, an edge across an edge: two, one and one. */
Test(hull_touch, edges_and_vertices)
{
    const double y[3] = {0.0, 1.0, 0.0}, diagonal[3] = {1.0, -1.0, 0.0};
    const double edge[2][2] = {{0.0, -1.0}, {0.0, 1.0}}, middle[1][2] = {{0.0, 0.0}};
    const ss_box plate = {{5.0, 5.0, 1.0}};
    ss_bodies bodies;
    test_hull_boxes(&bodies, &cube, &plate, 0.0);
    test_hull_turn(&bodies, 0, y, 0.25 * M_PI);
    bodies.x[2] = 1.0 + M_SQRT2 - 1e-4;
    expect(&bodies, 0.0, 2, edge, up, -1e-4);
    test_hull_turn(&bodies, 0, diagonal, atan(M_SQRT2)); /* on a corner */
    bodies.x[2] = 1.0 + sqrt(3.0) + 1e-4;
    expect(&bodies, 2e-4, 1, middle, up, 1e-4);
    ss_bodies_free(&bodies);
    test_hull_boxes(&bodies, &cube, &cube, 0.0); /* ridge across ridge */
    test_hull_turn(&bodies, 0, (double[3]){1.0, 0.0, 0.0}, 0.25 * M_PI);
    test_hull_turn(&bodies, 1, y, 0.25 * M_PI);
    for (int k = -1; k < 2; ++k) {
        bodies.x[2] = 2.0 * M_SQRT2 + 1e-3 * k;
        expect(&bodies, 2e-3, 1, middle, up, 1e-3 * k);
    }
    ss_bodies_free(&bodies);
}

/* Beside each other, corner to corner, the nearest points decide; at no distance, a plane does. */
Test(hull_touch, corners_beside_each_other)
{
    const double corner[1][2] = {{1.0, 1.0}},
                 n[3] = {sqrt(1.0 / 3.0), sqrt(1.0 / 3.0), sqrt(1.0 / 3.0)};
    ss_touch t[SS_MAX_TOUCH];
    ss_bodies bodies;
    test_hull_boxes(&bodies, &cube, &cube, 1e-3);
    bodies.x[0] = bodies.x[1] = 2.0 + 1e-3;
    expect(&bodies, 2e-3, 1, corner, n, 1e-3 * sqrt(3.0));
    cr_expect_eq(ss_touch_find(t, &bodies, 0, 1, 1.5e-3), 0, "they are farther apart");
    for (int axes = 1; axes < 4;
         ++axes) { /* faces, edges and corners that just meet, and overlap */
        for (int deep = 0; deep < 2; ++deep) {
            for (int k = 0; k < 3; ++k)
                bodies.x[k] = k < axes ? 2.0 - 1e-9 * deep : 0.3;
            const size_t n_found = ss_touch_find(t, &bodies, 0, 1, 1e-6);
            cr_assert(n_found >= 1, "%d axes", axes);
            for (size_t i = 0; i < n_found; ++i)
                cr_expect(fabs(t[i].gap) < 2e-9 && fabs(ss_norm(t[i].n) - 1.0) < 1e-12 &&
                          t[i].n[0] + t[i].n[1] + t[i].n[2] > 0.99);
        }
    }
    ss_bodies_free(&bodies);
}

/* Edges along each other, ridge on ridge, are touches at both ends; slightly turned, one or both.
 */
Test(hull_touch, parallel_edges)
{
    const double y[3] = {0.0, 1.0, 0.0};
    ss_touch t[SS_MAX_TOUCH];
    ss_bodies bodies;
    test_hull_boxes(&bodies, &cube, &cube, 0.0);
    test_hull_turn(&bodies, 0, y, 0.25 * M_PI);
    test_hull_turn(&bodies, 1, y, 0.25 * M_PI);
    bodies.x[2] = 2.0 * M_SQRT2;
    bodies.x[1] = 0.5;
    cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 1e-6), 2);
    for (size_t k = 0; k < 2; ++k)
        cr_expect(fabs(t[k].gap) < 1e-9 && fabs(fabs(t[k].point[1] - 0.25) - 0.75) < 1e-8 &&
                  t[k].n[2] > 0.7);
    for (double angle = 1e-12; angle < 0.1; angle *= 3.0) {
        test_hull_turn(&bodies, 0, up, angle);
        double *const q = bodies.orientation; /* about y first, then about z */
        const double c = cos(M_PI / 8.0), s = sin(M_PI / 8.0), w = q[0], z = q[3];
        q[0] = w * c;
        q[1] = -z * s;
        q[2] = w * s;
        q[3] = z * c;
        const size_t n = ss_touch_find(t, &bodies, 0, 1, 1e-6);
        cr_assert(n > 0 && n <= 3, "turned by %g: %zu touches", angle, n);
        for (size_t k = 0; k < n; ++k)
            cr_expect(fabs(t[k].gap) < 1e-6 && t[k].n[2] > 0.7, "turned by %g: gap %g, n_z %g",
                      angle, t[k].gap, t[k].n[2]);
    }
    ss_bodies_free(&bodies);
}

/* A plate a thousandth as thick as it is wide stands on its edge, lies, and leans. */
Test(hull_touch, thin_plates)
{
    const ss_box plate = {{1.0, 1.0, 1e-3}};
    const double y[3] = {0.0, 1.0, 0.0};
    const double flat[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
    const double standing[4][2] = {{-1e-3, -1}, {1e-3, -1}, {1e-3, 1}, {-1e-3, 1}};
    ss_bodies bodies;
    test_hull_boxes(&bodies, &plate, &plate, -1e-5);
    expect(&bodies, 0.0, 4, flat, up, -1e-5);
    test_hull_turn(&bodies, 0, y, 0.5 * M_PI);
    bodies.x[2] = 1e-3 + 1.0;
    expect(&bodies, 1e-6, 4, standing, up, 0.0);
    test_hull_turn(&bodies, 0, y, 0.5); /* the lower side is at +x */
    bodies.x[2] = 1e-3 + sin(0.5) + 1e-3 * cos(0.5);
    bodies.x[0] = -0.5;
    const double leaning[2][2] = {{-0.5 + cos(0.5) - 1e-3 * sin(0.5), -1},
                                  {-0.5 + cos(0.5) - 1e-3 * sin(0.5), 1}};
    expect(&bodies, 1e-9, 2, leaning, up, 0.0);
    ss_bodies_free(&bodies);
}

/* Rocked a little about any axis the normal turns as little, and the lowest corner stays a touch;
 * moved by less than the margin the touches keep their names. */
Test(hull_touch, small_moves_change_little)
{
    const double turns[3][3] = {{0.0, 1.0, 0.0}, {1.0, 1.0, 0.0}, {0.3, -1.0, 0.7}};
    gsl_rng *const rng = test_rng(5);
    ss_touch t[SS_MAX_TOUCH], before[SS_MAX_TOUCH];
    ss_bodies bodies;
    for (size_t k = 0; k < 3; ++k) {
        test_hull_boxes(&bodies, &bar, &bar, 0.0);
        const double z = bodies.x[2];
        for (double angle = 1e-10; angle < 0.05; angle *= 1.5) {
            double lowest = -INFINITY;
            test_hull_turn(&bodies, 0, turns[k], angle);
            bodies.x[2] = z;
            bodies.x[0] = 0.5;
            const test_hull solid[2] = {test_hull_of(&bodies, 0), test_hull_of(&bodies, 1)};
            lowest = test_hulls_apart(&solid[0], &solid[1]);
            const size_t n = ss_touch_find(t, &bodies, 0, 1, 1e-6);
            cr_assert(n > 0, "turned by %g", angle);
            cr_expect(fabs(least_of(t, n) - lowest) < 1e-8 + 0.01 * fabs(lowest));
            for (size_t i = 0; i < n; ++i)
                cr_expect(hypot(t[i].n[0], t[i].n[1]) <= 2.0 * angle, "turned by %g: normal by %g",
                          angle, hypot(t[i].n[0], t[i].n[1]));
        }
        ss_bodies_free(&bodies);
    }
    test_hull_boxes(&bodies, &bar, &cube, -1e-7);
    bodies.x[1] = 0.1;
    test_hull_turn(&bodies, 0, up, 0.3);
    const size_t n = ss_touch_find(before, &bodies, 0, 1, 1e-5);
    cr_assert_eq(n, 4);
    for (int k = 0; k < 300; ++k) {
        const double axis[3] = {test_uniform(rng, -1e-6, 1e-6), test_uniform(rng, -1e-6, 1e-6),
                                1.0};
        test_hull_turn(&bodies, 0, axis, 0.3);
        bodies.x[2] = 1.25 + test_uniform(rng, -1e-6, 1e-6);
        cr_assert_eq(ss_touch_find(t, &bodies, 0, 1, 1e-5), n);
        for (size_t i = 0; i < n; ++i)
            TEST_REQUIRE(t[i].feature == before[i].feature, "move %d: %x for %x", k, t[i].feature,
                         before[i].feature);
    }
    ss_bodies_free(&bodies);
    gsl_rng_free(rng);
}

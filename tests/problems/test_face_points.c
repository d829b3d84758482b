/* Faces that touch at more than two points: the points, their names, and that they change no
 * motion.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <stdlib.h>

/* A box 2 wide and 1 high on a plane at z = -1/2, or on a box 4 wide and 1 high. */
static void make_two(ss_bodies *bodies, size_t upper_points, size_t lower_points, bool on_plane)
{
    static const double up[3] = {0.0, 0.0, 1.0};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_polygon upper = ss_polygon_box(2.0, 1.0), lower = ss_polygon_box(4.0, 1.0);
    upper.face_points = upper_points;
    lower.face_points = lower_points;
    cr_assert(ss_bodies_create(bodies, 1, 1, &error));
    cr_assert(ss_bodies_set_shape(bodies, 0, &ss_shape_polygon, &upper, &error));
    cr_assert(on_plane ? ss_bodies_set_plane(bodies, 1, up, 0.5, &error)
                       : ss_bodies_set_shape(bodies, 1, &ss_shape_polygon, &lower, &error));
    bodies->x[2] = 1.0;
}

/* Moved by x and turned about y (rad). */
static size_t touches(ss_touch t[SS_MAX_TOUCH], ss_bodies *bodies, double x, double turn,
                      double margin)
{
    bodies->x[0] = x;
    bodies->orientation[0] = cos(0.5 * turn);
    bodies->orientation[2] = sin(0.5 * turn);
    return ss_touch_find(t, bodies, 0, 1, margin);
}

static int by_place(const void *a, const void *b)
{
    const double difference = ((const ss_touch *)a)->point[0] - ((const ss_touch *)b)->point[0];
    return (difference > 0.0) - (difference < 0.0);
}

/* Evenly spaced from end to end; each has a name of its own, ascending, that small motions keep,
 * though the face that is the reference may become the other's. */
static void expect_points(size_t upper, size_t lower, bool on_plane)
{
    const size_t n = upper > lower ? upper : lower;
    ss_bodies bodies;
    ss_touch t[SS_MAX_TOUCH], moved[SS_MAX_TOUCH];
    make_two(&bodies, upper, lower, on_plane);
    cr_assert_eq(touches(t, &bodies, 0.25, 1e-7, 1e-6), n);
    cr_assert_eq(touches(moved, &bodies, 0.26, 2e-7, 1e-6), n);
    for (size_t k = 0; k < n; ++k) {
        cr_expect_eq(t[k].feature, moved[k].feature);
        cr_expect_leq(fabs(moved[k].point[0] - t[k].point[0] - 0.01), 1e-6);
        cr_expect(k == 0 || t[k].feature > t[k - 1].feature);
    }
    qsort(t, n, sizeof *t, by_place);
    for (size_t k = 0; k < n; ++k) {
        const double share = (double)k / (double)(n - 1);
        cr_expect_leq(fabs(t[k].point[0] - (-0.75 + 2.0 * share)), 1e-6, "point %zu", k);
        /* turned towards +x, which is lower: z -= 1e-7 (x - 0.25) */
        cr_expect_leq(fabs(t[k].gap - -1e-7 * (t[k].point[0] - 0.25)), 1e-12, "gap %zu", k);
    }
    /* on one corner there is no face: one touch, however many points */
    cr_expect_eq(touches(t, &bodies, 0.25, 1e-3, 1e-6), 1);
    ss_bodies_free(&bodies);
}

Test(face_points, are_even_and_keep_their_names)
{
    static const size_t points[] = {3, 4, SS_MAX_FACE_POINTS};
    for (size_t k = 0; k < 3; ++k) {
        expect_points(points[k], 0, true);
        expect_points(points[k], 0, false);
        expect_points(2, points[k], false);
    }
}

Test(face_points, that_are_too_few_or_too_many_are_refused)
{
    static const size_t wrong[] = {1, SS_MAX_FACE_POINTS + 1};
    for (size_t k = 0; k < 2; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_polygon box = ss_polygon_box(2.0, 1.0);
        box.face_points = wrong[k];
        cr_expect_not(ss_shape_polygon.check(&box, &error));
        cr_expect_not_null(strstr(error.text, "points a face"), "%s", error.text);
    }
}

/* One step of a scene: its velocities, and the resultant of the contacts on each body, N; both
 * owned by the caller. */
static size_t advance(test_packing *p, double (**forces)[3], double **v)
{
    const size_t n = p->scene.bodies.n_moving;
    test_still_step step;
    test_still_step_by(&step, p, "reference", 1e-12, 100000);
    cr_assert_eq(step.solution.report.outcome, SS_OUTCOME_SOLVED);
    *forces = calloc(n, sizeof **forces);
    *v = malloc(6 * n * sizeof **v);
    cr_assert(*forces != NULL && *v != NULL);
    ss_moment_forces(*forces, &step.moment, 0, n);
    memcpy(*v, p->scene.bodies.v, 6 * n * sizeof **v);
    test_still_step_free(&step);
    return n;
}

/* Velocities and resultants on bodies agree at every step with those of two points; forces of
 * single contacts are not unique and are not compared. */
static void expect_same_motion(const char *problem, const char *settings, size_t steps)
{
    static const char *const points[] = {"face-points=2", "face-points=4", "face-points=8",
                                         "face-points=16", "solid=box"};
    test_packing p[5];
    double fastest = 0.0;
    for (size_t k = 0; k < 5; ++k) {
        char text[200];
        snprintf(text, sizeof text, "%s,%s", settings, points[k]);
        test_scene_create(&p[k], problem, text, 1);
    }
    for (size_t step = 0; step < steps; ++step) {
        double(*two)[3], (*many)[3], *v_two, *v_many;
        const size_t n = advance(&p[0], &two, &v_two), n_contacts = p[0].problem->n_contacts;
        const double weight = 9.81 / p[0].scene.bodies.inv_mass[0];
        fastest = fmax(fastest, test_norm(v_two, 6 * n));
        for (size_t k = 1; k < 5; ++k) {
            advance(&p[k], &many, &v_many);
            cr_expect_gt(p[k].problem->n_contacts, n_contacts);
            cr_expect_leq(test_distance(v_many, v_two, 6 * n), 1e-9, "step %zu, %s: %g m/s", step,
                          points[k], test_distance(v_many, v_two, 6 * n));
            cr_expect_leq(test_distance(many[0], two[0], 3 * n), 1e-8 * weight,
                          "step %zu, %s: %g N", step, points[k],
                          test_distance(many[0], two[0], 3 * n));
            free(many);
            free(v_many);
        }
        free(two);
        free(v_two);
    }
    cr_expect_gt(fastest, 0.02, "%s does not move", problem);
    for (size_t k = 0; k < 5; ++k)
        test_packing_free(&p[k]);
}

Test(face_points, change_no_motion_of_a_wall_that_slides)
{
    expect_same_motion("block-wall", "acceleration=1", 10);
}

/* A pillar of narrow blocks, whose faces open. */
Test(face_points, change_no_motion_of_a_wall_that_rocks)
{
    expect_same_motion("block-wall", "acceleration=0.5,blocks=1,courses=3,width=0.1", 10);
}

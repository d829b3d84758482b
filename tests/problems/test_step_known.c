/* Steps whose parts are known: springs with another theta, impulses of a warm start, dimensions.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/cone.h"
#include "problems/motion/scene.h"
#include "problems/motion/springs.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

/* One spring of 3 N/m between two balls, one of them displaced: free velocities of a step. */
static void release(ss_flexible *flexible, ss_bodies *bodies, double theta, double h, double v[12])
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_scene scene = {.params = {.h = h, .theta = theta}, .bodies = *bodies};
    memset(v, 0, 12 * sizeof *v);
    cr_assert(flexible->kind->release(flexible, &scene, v, &error), "%s", error.text);
}

Test(step_known, springs_follow_a_new_theta_or_h)
{
    static const double steps[][2] = {{1.0, 0.5}, {0.5, 0.5}, {0.5, 0.25}, {1.0, 0.25}};
    ss_error error = {SS_ERROR_NONE, ""};
    ss_bodies bodies;
    cr_assert(ss_bodies_create(&bodies, 2, 0, &error));
    for (size_t b = 0; b < 2; ++b) {
        ss_bodies_set_ball(&bodies, b, 0.5, 1.0, 0.4);
        bodies.inv_mass[b] = 1.0;
        bodies.x[3 * b] = (double)b;
    }
    ss_flexible *const kept = ss_springs_create(&bodies, 1, &error);
    cr_assert_not_null(kept);
    ss_springs_join(kept, 0, 1, 3.0);
    bodies.x[0] += 0.1;
    for (size_t k = 0; k < 4; ++k) {
        const double theta = steps[k][0], h = steps[k][1];
        double v[12];
        release(kept, &bodies, theta, h, v);
        /* in x: (1 + 6 theta^2 h^2) (v_0 - v_1) = -2 * 3 h 0.1, and v_0 = -v_1 */
        const double wanted = -0.3 * h / (1.0 + 6.0 * theta * theta * h * h);
        cr_expect(fabs(v[0] - wanted) <= 1e-15 && fabs(v[6] + wanted) <= 1e-15,
                  "theta %g, h %g: %.17g, not %.17g", theta, h, v[0], wanted);
    }
    ss_flexible_free(kept);
    ss_bodies_free(&bodies);
}

/* A warm start begins on the border of a cone that has become too narrow for the last impulse. */
Test(step_known, a_warm_start_is_in_the_cone)
{
    test_packing p;
    test_scene_create(&p, "sliding-ball", "", 1);
    test_packing_pose(&p);
    cr_assert_eq(p.problem->n_contacts, 1);
    const double r[3] = {1e-6, 3e-6, 4e-6}, mu = p.problem->mu[0];
    double start[3], wanted[3];
    cr_assert(mu > 0.0 && mu < 5.0);
    ss_cone_project(wanted, r, mu);
    ss_step_finish(p.step, r);
    test_packing_pose(&p);
    cr_assert_eq(p.problem->n_contacts, 1);
    ss_step_guess(p.step, start);
    cr_expect_leq(test_distance(start, wanted, 3), 1e-15 * test_norm(wanted, 3));
    cr_expect_gt(test_norm(start, 3), 0.0);
    test_packing_free(&p);
}

/* The predictor's formula on one contact: p1 where there is one past, 2 p1 - p0 where there are
 * two, and the nearest point of the cone where that is outside of it or pulls. */
Test(step_known, the_predictor_goes_on_along_the_line)
{
    static const double past[][3] = {
        {3e-9, 1e-10, 0.0}, {4e-9, 3e-10, 1e-10}, {1e-9, 3e-10, 1e-10}};
    static const double next[][3] = {
        {3e-9, 1e-10, 0.0}, {5e-9, 5e-10, 2e-10}, {-2e-9, 3e-10, 1e-10}};
    test_packing p;
    test_scene_create(&p, "sliding-ball", "mu=0.5", 1);
    ss_step_keep(p.step, SS_GUESS_PREDICTOR);
    test_packing_pose(&p);
    for (size_t k = 0; k < 3; ++k) {
        double start[3], wanted[3];
        ss_cone_project(wanted, next[k], 0.5);
        ss_step_finish(p.step, past[k]);
        test_packing_pose(&p);
        cr_assert_eq(p.problem->n_contacts, 1);
        ss_step_guess(p.step, start);
        cr_expect_leq(test_distance(start, wanted, 3), 1e-24, "after %zu steps: %g %g %g", k + 1,
                      start[0], start[1], start[2]);
    }
    test_packing_free(&p);
}

/* The answer of another is kept in place of the one that moved the scene, for one step and for two.
 */
Test(step_known, a_follower_starts_from_its_own_answers)
{
    static const double moved[3] = {1e-9, 0.0, 0.0},
                        own[][3] = {{2e-9, 1e-10, 0.0}, {3e-9, 0.0, 0.0}};
    static const double next[3] = {4e-9, -1e-10, 0.0};
    test_packing p;
    test_scene_create(&p, "sliding-ball", "mu=0.5", 1);
    ss_step_keep(p.step, SS_GUESS_PREDICTOR);
    for (size_t k = 0; k < 2; ++k) {
        test_packing_pose(&p);
        ss_step_finish(p.step, moved);
        ss_step_remember(p.step, own[k]);
    }
    double start[3];
    test_packing_pose(&p);
    ss_step_guess(p.step, start);
    cr_expect_leq(test_distance(start, next, 3), 1e-24, "%g %g %g", start[0], start[1], start[2]);
    test_packing_free(&p);
}

/* A disc that moves across its plane slides in three dimensions. */
Test(step_known, a_velocity_across_the_plane_has_three_dimensions)
{
    for (int across = 0; across < 2; ++across) {
        test_packing p;
        test_scene_create(&p, "rolling-disc", "", 1);
        p.scene.bodies.v[1] = (double)across;
        test_packing_pose(&p);
        cr_assert_gt(p.problem->n_contacts, 0);
        cr_expect_eq(p.problem->dim, 2 + across);
        test_packing_free(&p);
    }
}

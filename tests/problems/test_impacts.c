/* Impacts of one or three bodies, and the jump without impact, in closed form, by every local
 * solver.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

static const char *local_at(size_t k)
{
    const ss_local_solver *const local = ss_local_solver_at(k);
    return local != NULL ? local->name : NULL;
}

/* At a corner that slides where it presses least, mu W_nt > W_nn: ac, at alpha = 1, cycles there.
 */
static const char *damped_at(size_t k)
{
    const char *const local = local_at(k);
    return local != NULL && strcmp(local, "ac") == 0 ? "ac[alpha=0.5]" : local;
}

/* One still step of the scene: each of the named observables within tol of its exact value. */
static void check_step(const char *problem, const char *settings, const char *const *names,
                       double tol)
{
    const char *(*const at)(size_t) = strcmp(problem, "catastrophe") == 0 ? damped_at : local_at;
    for (size_t k = 0; at(k) != NULL; ++k) {
        test_packing p;
        test_still_step step;
        test_scene_create(&p, problem, settings, 1);
        test_still_step_take(&step, &p, at(k));
        for (const char *const *name = names; *name != NULL; ++name)
            cr_expect_leq(test_still_step_miss(&step, problem, *name), tol, "%s %s by %s: %s",
                          problem, settings, at(k), *name);
        test_still_step_free(&step);
        test_packing_free(&p);
    }
}

Test(impacts, spin_obeys_the_three_parameter_law)
{
    static const char *const names[] = {"slip", "speed", "rebound", NULL};
    static const char *const settings[] = {"slip=0.1",
                                           "slip=0.5",
                                           "slip=1.2",
                                           "slip=1.3",
                                           "slip=5",
                                           "slip=-2",
                                           "slip=1,shape=disc",
                                           "slip=2,shape=disc",
                                           "slip=-5,shape=disc",
                                           "mu=0,slip=1",
                                           "e_t=0",
                                           "e_n=0,e_t=1,slip=1",
                                           "e_n=0.4,e_t=0.9,mu=1"};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; ++k)
        check_step("impact-spin", settings[k], names, 1e-12);
}

/* 0.5 - (2/7) 1.4 u for what sticks, here u = 1.25 m/s: the ball stops; beyond it comes back. */
Test(impacts, backspin_makes_a_ball_return)
{
    static const struct {
        const char *settings;
        double speed;
    } cases[] = {{"slip=1.25,speed=0.5", 0.0}, {"slip=1.25,speed=0.4", -0.1}};
    for (size_t k = 0; k < 2; ++k) {
        test_packing p;
        test_still_step step;
        test_scene_create(&p, "impact-spin", cases[k].settings, 1);
        test_still_step_take(&step, &p, "exact");
        cr_expect_float_eq(test_still_step_value(&step, "impact-spin", "speed"), cases[k].speed,
                           1e-12);
        test_still_step_free(&step);
        test_packing_free(&p);
    }
}

Test(impacts, three_balls_in_a_row_share_at_once)
{
    static const char *const names[] = {"speed_left", "speed_middle", "speed_right", NULL};
    static const char *const settings[] = {"e_n=1", "e_n=0", "e_n=0.5", "e_n=0.9,speed=3"};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; ++k)
        check_step("impact-row", settings[k], names, 1e-12);
}

Test(impacts, three_balls_with_a_gap_hit_one_after_the_other)
{
    for (size_t k = 0; local_at(k) != NULL; ++k) {
        test_packing p;
        test_still_step step;
        test_scene_create(&p, "impact-row", "gap=2e-4", 1);
        for (int n = 0; n < 6; ++n) {
            test_still_step_take(&step, &p, local_at(k));
            if (n == 5)
                for (size_t b = 0; b < 3; ++b)
                    cr_expect_float_eq(p.scene.bodies.v[6 * b], b == 2 ? 1.0 : 0.0, 1e-12, "%s: %g",
                                       local_at(k), p.scene.bodies.v[6 * b]);
            test_still_step_free(&step);
        }
        test_packing_free(&p);
    }
}

/* The time at which a bead that bounces for ever falls below 1e-4 of the drop for the last time. */
static double last_time(double drop, double e, double g)
{
    const double v0 = sqrt(2.0 * g * drop);
    double t = v0 / g, v = e * v0;
    while (e * e * v * v > 1e-4 * v0 * v0) {
        t += 2.0 * v / g;
        v *= e;
    }
    return t + (v + sqrt(v * v - 1e-4 * v0 * v0)) / g;
}

static void check_rest(const char *local, double e, double h)
{
    char settings[64];
    test_packing p;
    double last = 0.0, deepest = 0.0;
    snprintf(settings, sizeof settings, "tol=1e-14,e_n=%g,h=%g", e, h);
    test_scene_create(&p, "impact-rest", settings, 1);
    const double drop = 0.05, g = p.scene.params.gravity, v0 = sqrt(2.0 * g * drop);
    const double rest = v0 / g * (1.0 + e) / (1.0 - e);
    const double *const z = &p.scene.bodies.x[2];
    const double radius = p.scene.bodies.radius[0];
    while (p.scene.time < rest + 200.0 * h) {
        test_packing_advance(&p, local, 1);
        if (*z - radius > 1e-4 * drop)
            last = p.scene.time;
        deepest = fmax(deepest, radius - *z);
    }
    const double off = fabs(last - last_time(drop, e, g)) / h;
    cr_expect_leq(off, 2.0 * (1.0 + e) / (1.0 - e), "%s, e %g, h %g: %g h", local, e, h, off);
    cr_expect_leq(deepest, h * v0, "%s, e %g, h %g: overlap %g h v0", local, e, h,
                  deepest / (h * v0));
    cr_expect_leq(fabs(p.scene.bodies.v[2]), 1e-12, "%s, e %g, h %g: %g m/s", local, e, h,
                  p.scene.bodies.v[2]);
    test_packing_free(&p);
}

Test(impacts, a_bead_comes_to_rest_in_time)
{
    static const double e[] = {0.5, 0.7, 0.9};
    for (size_t i = 0; i < 3; ++i) {
        for (size_t k = 0; local_at(k) != NULL; ++k)
            check_rest(local_at(k), e[i], 1e-3);
        check_rest("exact", e[i], 5e-5);
    }
}

/* A rectangle's corner on fixed ground: W = (1/m)(I + 3 e e^T) for any slope and shape. */
Test(impacts, a_corner_has_the_mass_of_a_rod)
{
    static const char *const settings[] = {"slope=2", "slope=0.3", "width=0.1,slope=1",
                                           "width=0.2,slope=1.5"};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; ++k) {
        test_packing p;
        double own[9];
        test_scene_create(&p, "catastrophe", settings[k], 1);
        test_packing_pose(&p);
        cr_assert_eq(p.problem->n_contacts, 1);
        const double *const W = ss_operator_block(own, p.problem, 0);
        const double m = 1.0 / p.scene.bodies.inv_mass[0];
        const double a = m * W[0], b = m * W[1], d = m * W[4];
        const double mean = 0.5 * (a + d), half = hypot(0.5 * (a - d), b);
        cr_expect(fabs(mean - half - 1.0) <= 1e-13 && fabs(mean + half - 4.0) <= 1e-13,
                  "%s: eigenvalues %.17g and %.17g", settings[k], mean - half, mean + half);
        cr_expect(fabs(b - m * W[3]) <= 1e-13 && fabs(m * W[8] - 1.0) <= 1e-13);
        test_packing_free(&p);
    }
}

Test(impacts, a_rod_jams_without_collision)
{
    static const char *const names[] = {"normal", "friction", NULL};
    static const char *const settings[] = {
        "h=1e-3",         "h=1e-4",         "h=1e-5",  "speed=1",         "h=1e-5,speed=1",
        "mu=1.2",         "mu=1.2,h=1e-5",  "mu=0.3",  "mu=1.2,speed=1",  "slope=1,mu=1.8",
        "mu=1.5,slope=3", "width=0.1,mu=2", "speed=0", "speed=-3,h=1e-4", "mu=1.3"};
    for (size_t k = 0; k < sizeof settings / sizeof *settings; ++k)
        check_step("catastrophe", settings[k], names, 1e-10);
}

/* The same contact by itself: r_n = 0.3 m |u_t| and more by the approach, however slow that is. */
Test(impacts, the_impulse_of_a_jam_does_not_vanish_with_the_approach)
{
    static const double approach[] = {1e-2, 1e-4, 1e-6};
    for (size_t i = 0; i < 3; ++i)
        for (size_t k = 0; local_at(k) != NULL; ++k) {
            const double W[2][2] = {{1.6, -1.2}, {-1.2, 3.4}}, det = 4.0;
            test_contact c = {.W = {W[0][0], W[0][1], 0, W[1][0], W[1][1], 0, 0, 0, 1},
                              .q = {-approach[i], -1.0, 0.0},
                              .mu = 1.5,
                              .rho_bar = 0.25};
            test_solution s;
            test_contact_pose(&c);
            test_solve_still(&s, &c.problem, local_at(k), NULL, 200000);
            cr_expect_float_eq(s.r[0], (1.2 + W[1][1] * approach[i]) / det, 1e-10, "%s: %.17g",
                               local_at(k), s.r[0]);
            cr_expect_float_eq(s.r[1], (1.6 + 1.2 * approach[i]) / det, 1e-10, "%s: %.17g",
                               local_at(k), s.r[1]);
            test_solution_free(&s);
        }
}

/* Near a jam, before it touches: at u_free,n > 0 opening, slipping and sticking all obey the law.
 * The columns are impulses. */
Test(impacts, of_three_answers_each_solver_finds_one)
{
    const double approach = 0.01, far_away[3] = {5.0, 3.0, 0.0};
    const double opens[3] = {0.0}, slips[3] = {5.0 * approach, 7.5 * approach, 0.0};
    const double sticks[3] = {0.25 * (1.2 - 3.4 * approach), 0.25 * (1.6 - 1.2 * approach), 0.0};
    const double *const answers[] = {opens, slips, sticks};
    const double *const starts[] = {opens, slips, sticks, far_away};
    for (size_t k = 0; local_at(k) != NULL; ++k)
        for (size_t i = 0; i < 4; ++i) {
            test_contact c = {.W = {1.6, -1.2, 0, -1.2, 3.4, 0, 0, 0, 1},
                              .q = {approach, -1.0, 0.0},
                              .mu = 1.5,
                              .rho_bar = 0.25};
            test_solution s;
            double off = INFINITY;
            test_contact_pose(&c);
            test_solve_still(&s, &c.problem, local_at(k), starts[i], 20000);
            for (size_t a = 0; a < 3; ++a)
                off = fmin(off, test_distance(s.r, answers[a], 3));
            cr_expect_leq(off, 1e-10, "%s from start %zu: r = (%g, %g, %g), %g off", local_at(k), i,
                          s.r[0], s.r[1], s.r[2], off);
            test_solution_free(&s);
        }
}

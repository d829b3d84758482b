/* Blocks on ground that is pushed: who rocks, who falls, who slides, and the impact of one corner.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

static const double gravity = 9.81, slope = 0.1; /* tan of it is width/height of the slender one */

static void open_block(test_packing *p, double width, double mu, double acceleration, double pulse,
                       double h)
{
    char settings[200];
    snprintf(settings, sizeof settings,
             "gravity=9.81,tol=1e-12,height=0.8,width=%.17g,mu=%.17g,acceleration=%.17g,"
             "pulse=%.17g,h=%.17g",
             width, mu, acceleration, pulse, h);
    test_scene_create(p, "rocking-block", settings, 1);
}

static double angle_of(const test_packing *p)
{
    return -2.0 * asin(p->scene.bodies.orientation[2]);
}

Test(ground, an_upright_block_stands_still)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        test_packing p;
        open_block(&p, 0.2, 0.8, 1e-12, 1e-9, 1e-3);
        test_packing_advance(&p, ss_local_solver_at(k)->name, 50);
        cr_expect(test_norm(p.scene.bodies.v, 6) <= 1e-6 && fabs(angle_of(&p)) <= 1e-6,
                  "%s: moves at %g", ss_local_solver_at(k)->name, test_norm(p.scene.bodies.v, 6));
        test_packing_free(&p);
    }
}

/* The largest angle in 0.1 s on ground pushed at `share` of g tan(slope). */
static double rocks_by(const char *local, double share, double mu)
{
    test_packing p;
    double most = 0.0;
    open_block(&p, 0.8 * tan(slope), mu, share * gravity * tan(slope), 1.0, 1e-3);
    for (int n = 0; n < 100; ++n) {
        test_packing_advance(&p, local, 1);
        most = fmax(most, fabs(angle_of(&p)));
    }
    test_packing_free(&p);
    return most;
}

/* Iff a > g tan(slope) and mu > tan(slope); at 1 % above, by 0.01 slope p^2 t^2/2 = 9e-5 and more
 * at the end. */
Test(ground, a_slender_block_begins_to_rock_when_it_must)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const char *const local = ss_local_solver_at(k)->name;
        const double calm = rocks_by(local, 0.99, 0.8), hard = rocks_by(local, 1.01, 0.8);
        const double smooth = rocks_by(local, 1.5, 0.9 * tan(slope));
        cr_expect(calm <= 1e-6 && smooth <= 1e-6, "%s: rocks by %g, and by %g where it slides",
                  local, calm, smooth);
        cr_expect(hard > 8e-5, "%s: rocks by %g", local, hard);
    }
}

/* Does it fall when pushed at 1.5 g tan(slope) for `share` of the time that is marginal in the
 * slender limit, (1/p) ln 3? What does not comes back to upright. */
static bool falls(const char *local, double share, double h)
{
    const double radius = 0.4 / cos(slope), p = sqrt(0.75 * gravity / radius);
    test_packing packing;
    double angle = 0.0;
    open_block(&packing, 0.8 * tan(slope), 0.8, 1.5 * gravity * tan(slope), share * log(3.0) / p,
               h);
    while (packing.scene.time < 4.0 && fabs(angle) < 1.5 * slope &&
           (packing.scene.time < 0.1 || angle > 0.0)) {
        test_packing_advance(&packing, local, 1);
        angle = angle_of(&packing);
    }
    test_packing_free(&packing);
    return angle > slope;
}

Test(ground, a_push_that_lasts_overturns_a_slender_block)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const char *const local = ss_local_solver_at(k)->name;
        cr_expect_not(falls(local, 0.97, 1e-3), "%s", local);
        cr_expect(falls(local, 1.03, 1e-3), "%s", local);
    }
    cr_expect_not(falls("exact", 0.97, 1e-4));
    cr_expect(falls("exact", 1.03, 1e-4));
}

/* Distance of a squat block from -(a - mu g) t^2/2 on a plate after t = 1 s, m; it does not turn.
 */
static double slide_miss(const char *local, double a, double mu, double h)
{
    test_packing p;
    open_block(&p, 1.6, mu, a, 2.0, h);
    while (p.scene.time < 1.0 - 0.5 * h)
        test_packing_advance(&p, local, 1);
    const double t = p.scene.time, plate = 0.5 * a * t * t;
    cr_expect_leq(fabs(angle_of(&p)), 1e-9, "%s, h %g: turns by %g", local, h, angle_of(&p));
    const double miss = p.scene.bodies.x[0] - plate + 0.5 * fmax(0.0, a - mu * gravity) * t * t;
    test_packing_free(&p);
    return fabs(miss);
}

/* Half a step of velocity is what the first step sticks for. */
Test(ground, a_block_slides_on_a_plate_to_first_order_in_h)
{
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const char *const local = ss_local_solver_at(k)->name;
        const double coarse = slide_miss(local, 5.0, 0.3, 1e-2);
        const double fine = slide_miss(local, 5.0, 0.3, 1e-3);
        cr_expect(coarse <= 5e-3 && fine <= 5e-4, "%s: %g, then %g m", local, coarse, fine);
        cr_expect(fine / coarse >= 0.05 && fine / coarse <= 0.2, "%s: %g, then %g m", local, coarse,
                  fine);
        const double stuck = slide_miss(local, 2.9, 0.3, 1e-2); /* mu g = 2.94 m/s^2 */
        cr_expect_leq(stuck, 2.9e-2, "%s: %g m off a plate that holds it", local, stuck);
    }
}

/* Corners of the block of one impact: the one it turns about lifts without an impulse, and the
 * other takes r_n = m b w (2 - (3/2) sin^2 a), |r_t| = (3/2) m c w sin^2 a. Newton's law on both,
 * u_n+ = 0, would stop it dead: no block would rock. */
static void check_impact(const char *local, double width)
{
    char settings[64];
    test_packing p;
    test_still_step step;
    snprintf(settings, sizeof settings, "height=0.8,width=%.17g", width);
    test_scene_create(&p, "rocking-block", settings, 1);
    const double w = p.scene.bodies.v[4], m = 1.0 / p.scene.bodies.inv_mass[0];
    const double sin2 = width * width / (width * width + 0.64), b = 0.5 * width, c = 0.4;
    test_still_step_take(&step, &p, local);
    const double *const r = step.solution.r, *const u = step.solution.u;
    const double after = (1.0 - 1.5 * sin2) * w;
    cr_assert_eq(p.problem->n_contacts, 2);
    const size_t met = r[0] > r[3] ? 0 : 3, old = 3 - met;
    cr_expect_leq(ss_norm(r + old), 1e-10 * m * c * w, "%s, width %g: old corner", local, width);
    cr_expect_float_eq(u[old], width * after, 1e-10 * w, "%s, width %g: it lifts at %g m/s", local,
                       width, u[old]);
    cr_expect_float_eq(r[met] / (m * b * w), 2.0 - 1.5 * sin2, 1e-10, "%s, width %g: r_n", local,
                       width);
    cr_expect_float_eq(hypot(r[met + 1], r[met + 2]) / (m * c * w), 1.5 * sin2, 1e-10,
                       "%s, width %g: r_t", local, width);
    test_still_step_free(&step);
    test_packing_free(&p);
}

Test(ground, the_law_is_complementary_and_not_newtons)
{
    static const double widths[] = {0.05, 0.2, 0.5};
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k)
        for (size_t i = 0; i < 3; ++i)
            check_impact(ss_local_solver_at(k)->name, widths[i]);
}

Test(ground, a_squat_block_stops_dead)
{
    static const char *const settings[] = {"width=1.2,height=0.8", "width=0.4,height=0.2"};
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k)
        for (size_t i = 0; i < 2; ++i) {
            test_packing p;
            test_still_step step;
            test_scene_create(&p, "rocking-block", settings[i], 1);
            test_still_step_take(&step, &p, ss_local_solver_at(k)->name);
            cr_expect_leq(test_still_step_miss(&step, "rocking-block", "spin"), 1e-10, "%s, %s: %g",
                          ss_local_solver_at(k)->name, settings[i],
                          test_still_step_value(&step, "rocking-block", "spin"));
            cr_expect_leq(test_norm(step.solution.u, step.solution.n), 1e-9);
            test_still_step_free(&step);
            test_packing_free(&p);
        }
}

/* A block on ground that quakes as X (1 - cos 2 pi f t) sticks iff X (2 pi f)^2 <= mu g. */
Test(ground, a_block_sticks_on_a_sine_as_long_as_friction_holds)
{
    static const char *const settings[] = {"courses=1,blocks=1,acceleration=0.59,tol=1e-9,h=2e-3",
                                           "courses=1,blocks=1,acceleration=0.9,tol=1e-9,h=2e-3"};
    const double lag = 0.9 * gravity / (4.0 * M_PI) * 2e-3; /* h max |v_w| */
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k)
        for (size_t i = 0; i < 2; ++i) {
            test_packing p;
            test_still_step step;
            double slide = 0.0;
            test_scene_create(&p, "block-wall", settings[i], 1);
            for (int n = 0; n < 125; ++n) {
                test_still_step_take(&step, &p, ss_local_solver_at(k)->name);
                slide = fmax(slide, test_still_step_value(&step, "block-wall", "slide"));
                test_still_step_free(&step);
            }
            cr_expect(i == 0 ? slide <= lag : slide > 2.0 * lag, "%s, %s: slides by %g m",
                      ss_local_solver_at(k)->name, settings[i], slide);
            test_packing_free(&p);
        }
}

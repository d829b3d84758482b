/* Convex solids in scenes: a tower of boxes rests, slides and topples as statics says, a box that
 * falls over gains the spin that its energy gives, an arch of solids stands as one of polygons.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "tests/support/random_problem.h"
#include "tests/support/scene_run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

/* `sure`: the largest miss of the exact values that a tower upright may have. */
static void expect_upright(const char *const *settings, double sure)
{
    static const char *const names[] = {"way", "speed", "sideways", "lean", "energy_balance"};
    test_run f;
    test_run_scene(&f, "box-tower", settings, "exact", false);
    cr_expect_str_eq(f.status, "solved");
    for (size_t k = 0; k < 5; ++k)
        cr_expect_leq(test_largest_miss(&f, names[k], 1), sure, "%s, %s: %s", settings[0],
                      settings[1], names[k]);
    test_run_free(&f);
}

Test(box_tower, rests_and_slides)
{
    static const char *const rests[] = {"boxes=2", "steps=2", NULL};
    static const char *const level[] = {"angle=0", "boxes=2", "steps=2", NULL};
    static const char *const slides[] = {"angle=35", "boxes=1", "steps=100", NULL};
    static const char *const together[] = {"angle=35", "boxes=2", "steps=2", NULL};
    expect_upright(rests, 1e-9);
    expect_upright(level, 1e-9);
    expect_upright(slides, 1e-9);
    expect_upright(together, 1e-6); /* each joint at the border of its cone */
}

/* On both sides of the angle at which it topples, down a side and over a corner. */
Test(box_tower, topples_where_the_force_leaves_the_base)
{
    static const struct {
        double heading, over; /* degree; 1/m: of the base along the slope */
    } ways[] = {{0.0, 1.0 / 0.4}, {90.0, 1.0 / 0.3}, {30.0, 0.8660254037844386 / 0.4}};
    for (size_t k = 0; k < 6; ++k) {
        const double share = k % 2 == 0 ? 0.98 : 1.02;
        const double angle = atan(share / ways[k / 2].over / 0.6) * 180.0 / M_PI;
        char of_angle[40], heading[40];
        snprintf(of_angle, sizeof of_angle, "angle=%.15g", angle);
        snprintf(heading, sizeof heading, "heading=%g", ways[k / 2].heading);
        const char *const settings[] = {of_angle,     heading,    "mu=2", "boxes=1",
                                        "height=0.6", "steps=10", NULL};
        test_run f;
        test_run_scene(&f, "box-tower", settings, "exact", false);
        const size_t last = f.bodies.n_rows - 2; /* the box; the ground is last */
        const double spin = hypot(test_number(&f.bodies, last, "wx_rad_per_s"),
                                  test_number(&f.bodies, last, "wy_rad_per_s"));
        cr_expect_str_eq(f.status, "solved");
        cr_expect(share < 1.0 ? spin < 1e-9 : spin > 1e-4, "%s, %s: spin %g", of_angle, heading,
                  spin);
        test_run_free(&f);
    }
}

/* A box on one edge, from rest: m (k^2 + l^2) w^2/2 = m g (rise of its centre), with first order in
 * h. */
Test(box_tower, falls_over_an_edge_as_energy_says)
{
    double miss[2];
    for (int k = 0; k < 2; ++k) {
        const char *const settings[] = {"boxes=1",
                                        "angle=30",
                                        "heading=0",
                                        "mu=5",
                                        "height=1",
                                        k == 0 ? "h=1e-3" : "h=5e-4",
                                        k == 0 ? "steps=300" : "steps=600",
                                        NULL};
        test_run f;
        test_run_scene(&f, "box-tower", settings, "exact", false);
        const size_t row = f.bodies.n_rows - 2;
        const double x = test_number(&f.bodies, row, "x_m"), z = test_number(&f.bodies, row, "z_m");
        const double start = 0.5 * cos(M_PI / 6.0), w = test_number(&f.bodies, row, "wy_rad_per_s");
        const double l2 = (0.16 + 1.0) / 4.0, k2 = (0.16 + 1.0) / 12.0;
        const double exact = sqrt(2.0 * 9.81 * (start - z) / (k2 + l2));
        cr_expect(fabs(w) > 0.3 && fabs(test_number(&f.bodies, row, "wx_rad_per_s")) < 1e-10 &&
                  x > 0.0);
        miss[k] = fabs(fabs(w) - exact);
        cr_expect_leq(test_largest_miss(&f, "energy_balance", 1), 1e-10);
        test_run_free(&f);
    }
    cr_expect(miss[0] < 0.01 && miss[1] < 0.7 * miss[0], "off by %g, with half the step by %g",
              miss[0], miss[1]);
}

/* Over a corner, turning about all axes: the balances of momentum and energy close, of whatever
 * impulses the sweeps have come to. */
Test(box_tower, balances_close_while_it_tumbles)
{
    static const char *const settings[] = {"angle=40",  "mu=1.2",         "boxes=2", "height=0.5",
                                           "steps=200", "max-sweeps=100", NULL};
    test_run f;
    test_run_scene(&f, "box-tower", settings, "exact", false);
    cr_expect_leq(test_largest_miss(&f, "energy_balance", 1), 1e-10);
    cr_expect_leq(test_largest_miss(&f, "momentum_balance", 1), 1e-10);
    test_run_free(&f);
}

/* The same arch as polygons and as solids: it stands, and its feet carry the same; the density goes
 * by the depth. */
Test(box_tower, an_arch_of_solids_stands)
{
    static const char *const kinds[][5] = {
        {"steps=2", "stones=5", NULL},
        {"steps=2", "stones=5", "solid=hull", NULL},
        {"steps=2", "stones=5", "solid=hull", "depth=0.3", NULL}};
    double support[3];
    for (size_t k = 0; k < 3; ++k) {
        test_run f;
        test_run_scene(&f, "arch", kinds[k], "exact", false);
        cr_expect_str_eq(f.status, "solved");
        cr_expect_leq(test_largest_miss(&f, "sag", 1), 1e-10);
        cr_expect_leq(test_largest_miss(&f, "fastest", 1), 1e-8);
        support[k] = test_number(&f.observables, f.observables.n_rows - 2, "value");
        test_run_free(&f);
    }
    cr_expect(fabs(support[1] / support[0] - 1.0) < 1e-8 &&
                  fabs(support[2] / support[0] - 0.3) < 1e-8,
              "%g, %g and %g N", support[0], support[1], support[2]);
}

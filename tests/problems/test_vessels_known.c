/* The shaken vessels of [M], what is known of them: the flight of one ball, what stands still, what
 * smooth walls carry, the settings of the paper.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/start.h"
#include "problems/scenes/vessel.h"
#include "tests/support/scene_run.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

typedef struct flight {
    double leaves, lands; /* s, from the lowest point of the vessel */
} flight;

/* The times of a ball without restitution: it leaves where the floor's acceleration is -g, and
 * flies a parabola. */
static flight exact_flight(double a, double f)
{
    const double g = 9.81, speed = 2.0 * M_PI * f;
    const double leaves = acos(-g / (a * speed * speed)) / speed;
    const double z = -a * cos(speed * leaves), v = a * speed * sin(speed * leaves);
    double low = 0.25 / f, high = 1.0 / f; /* still above the floor, and below it */
    for (int k = 0; k < 60; ++k) {
        const double s = 0.5 * (low + high);
        *(z + v * s - 0.5 * g * s * s > -a * cos(speed * (leaves + s)) ? &low : &high) = s;
    }
    return (flight){leaves, leaves + low};
}

/* The longest time without a force of the floor, from `start` on. */
static flight seen_flight(const test_run *f, double start)
{
    flight longest = {0.0, 0.0};
    double last = 0.0;
    for (size_t row = 0; row < f->observables.n_rows; ++row) {
        const double time = test_number(&f->observables, row, "time_s") - start;
        if (strcmp(ss_csv_text(&f->observables, row, "name"), "floor_push") != 0 || time < 0.0 ||
            test_number(&f->observables, row, "value") == 0.0)
            continue;
        if (time - last > longest.lands - longest.leaves)
            longest = (flight){last, time};
        last = time;
    }
    return longest;
}

Test(vessels_known, a_ball_without_restitution_flies_as_long_as_it_must)
{
    static const struct {
        const char *problem;
        double a, f, h;
    } cases[] = {{"shaken-cell", 1.5e-3, 15.0, 1.0 / 7500.0},
                 {"shaken-cylinder", 1e-3, 25.0, 8e-5},
                 {"segregation", 1.25e-3, 20.0, 1e-4}};
    static const char *const settings[][2] = {
        {"balls=1,start=0.04,e_n-wall=0,e_t-wall=0,mu-wall=0,steps=1300", NULL},
        {"balls=1,start=0.04,e_n-wall=0,e_t-wall=0,mu-wall=0,large-start=1e-4,steps=1300", NULL}};
    for (size_t k = 0; k < 3; ++k) {
        test_run f;
        test_run_scene(&f, cases[k].problem, settings[k / 2], "exact", true);
        const flight exact = exact_flight(cases[k].a, cases[k].f), seen = seen_flight(&f, 0.04);
        cr_expect(fabs(seen.leaves - exact.leaves) <= 2.0 * cases[k].h &&
                      fabs(seen.lands - exact.lands) <= 2.0 * cases[k].h,
                  "%s: flies from %.6g to %.6g s, not from %.6g to %.6g s", cases[k].problem,
                  seen.leaves, seen.lands, exact.leaves, exact.lands);
        test_run_free(&f);
    }
}

/* Down near the sides, up elsewhere. */
static void circulate(ss_bodies *bodies, double half, double layer)
{
    const size_t n_walls = bodies->n - bodies->n_moving;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        const double x = fabs(bodies->x[3 * b] - half), y = fabs(bodies->x[3 * b + 1] - half);
        const double aside = n_walls == 3 ? x : n_walls == 5 ? fmax(x, y) : hypot(x, y);
        bodies->v[6 * b + 2] = half - aside < layer ? -0.5 : 0.25;
    }
}

Test(vessels_known, layer_and_core_have_velocities_of_their_own)
{
    static const struct {
        const char *problem;
        double half, radius;
    } vessels[] = {{"shaken-cell", 7.5e-3, 0.75e-3},
                   {"segregation", 6.25e-3, 0.75e-3},
                   {"shaken-square", 4e-3, 0.75e-3},
                   {"shaken-cylinder", 8.75e-3, 1e-3}};
    for (size_t k = 0; k < 4; ++k) {
        test_packing p;
        test_scene_create(&p, vessels[k].problem, "", 1);
        const ss_moment m = {.scene = &p.scene};
        circulate(&p.scene.bodies, vessels[k].half, 2.5 * vessels[k].radius);
        cr_expect_eq(test_observed(&ss_observable_vessel_flow, &m, "layer_velocity"), -0.5, "%s",
                     vessels[k].problem);
        cr_expect_eq(test_observed(&ss_observable_vessel_flow, &m, "core_velocity"), 0.25, "%s",
                     vessels[k].problem);
        test_packing_free(&p);
    }
}

/* In a vessel at rest what has settled is carried by floor and sides; a few that are loose fall,
 * and no faster than freely. */
Test(vessels_known, what_has_settled_stands_still)
{
    static const char *const vessels[] = {"segregation", "shaken-square", "shaken-cell",
                                          "shaken-cylinder"};
    for (size_t k = 0; k < 4; ++k) {
        test_packing p;
        test_still_step step;
        ss_error error = {SS_ERROR_NONE, ""};
        test_scene_create(&p, vessels[k], "balls=40,start=1e3,margin=1e-7,e_n=0,e_n-wall=0", 1);
        cr_assert(ss_start_settle(&p.scene, vessels[k], "", "", &error), "%s", error.text);
        test_still_step_solve(&step, &p, "exact", 1e-10, 20000);
        const ss_moment *const m = &step.moment;
        const double weight = ss_scene_weight(&p.scene) * p.scene.params.h;
        ss_vessel_impulse of[SS_VESSEL_PARTS];
        ss_vessel_impulses(of, m);
        const double up = of[SS_VESSEL_SIDES].up + of[SS_VESSEL_FLOOR].up;
        const double g = p.scene.params.gravity * p.scene.params.h;
        double fastest = 0.0;
        for (size_t b = 0; b < p.scene.bodies.n_moving; ++b)
            fastest = fmax(fastest, ss_norm(p.scene.bodies.v + 6 * b));
        cr_expect(fabs(up / weight - 1.0) < 0.05 && fastest < g,
                  "%s: %g of the weight is carried, the fastest falls %g times as fast as freely",
                  vessels[k], up / weight, fastest / g);
        test_still_step_free(&step);
        test_packing_free(&p);
    }
}

/* One body on the floor of a vessel at rest stays, by any solver. */
Test(vessels_known, one_body_lies_still)
{
    static const char *const vessels[] = {"segregation", "shaken-cell", "shaken-cylinder"};
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k)
        for (size_t i = 0; i < 3; ++i) {
            test_packing p;
            test_still_step step;
            test_scene_create(&p, vessels[i], "balls=1,start=1e3,margin=1e-7", 1);
            const double floor = ss_vessel_floor(&p.scene), *const v = p.scene.bodies.v;
            p.scene.bodies.x[2] = floor + p.scene.bodies.radius[0];
            for (int n = 0; n < 5; ++n) {
                test_still_step_take(&step, &p, ss_local_solver_at(k)->name);
                ss_vessel_impulse of[SS_VESSEL_PARTS];
                ss_vessel_impulses(of, &step.moment);
                const double up = of[SS_VESSEL_FLOOR].up / p.scene.params.h;
                const double weight = ss_scene_weight(&p.scene);
                TEST_REQUIRE(fabs(up / weight - 1.0) <= 1e-12, "%s by %s: %g of the weight",
                             vessels[i], ss_local_solver_at(k)->name, up / weight);
                test_still_step_free(&step);
            }
            cr_expect(test_norm(v, 6) <= 1e-12, "%s by %s: %g m/s", vessels[i],
                      ss_local_solver_at(k)->name, test_norm(v, 6));
            test_packing_free(&p);
        }
}

/* Smooth walls push and do not drag, bit for bit. */
static void check_smooth(const char *problem)
{
    static const char *const settings[] = {"start=0.02,mu-wall=0,steps=600,max-sweeps=30", NULL};
    test_run f;
    double pushed = 0.0;
    test_run_scene(&f, problem, settings, "exact", true);
    for (size_t row = 0; row < f.observables.n_rows; ++row) {
        const char *const name = ss_csv_text(&f.observables, row, "name");
        const double value = test_number(&f.observables, row, "value");
        TEST_REQUIRE(strcmp(name, "wall_drag") != 0 || value == 0.0, "%s, row %zu: V = %g N",
                     problem, row, value);
        if (strcmp(name, "wall_push") == 0)
            pushed = fmax(pushed, value);
    }
    cr_expect(pushed > 1e-3, "%s: N = %g N", problem, pushed);
    test_run_free(&f);
}

Test(vessels_known, smooth_walls_carry_nothing)
{
    check_smooth("shaken-cylinder");
    check_smooth("segregation");
    check_smooth("shaken-square");
}

/* [M] Figures 1 to 3. */
Test(vessels_known, size_full_is_the_setting_of_the_paper)
{
    static const struct {
        const char *problem;
        size_t n;
        double h, largest_radius;
    } settings[] = {{"shaken-cell", 1650, 1.0 / 30000.0, 0.75e-3},
                    {"segregation", 500, 2.5e-5, 2.5e-3},
                    {"shaken-cylinder", 3630, 2e-5, 1e-3}};
    for (size_t k = 0; k < 3; ++k)
        for (unsigned long seed = 1; seed <= 3; ++seed) {
            test_packing p;
            double largest = 0.0;
            test_scene_create(&p, settings[k].problem, "size=full", seed);
            for (size_t b = 0; b < p.scene.bodies.n_moving; ++b)
                largest = fmax(largest, p.scene.bodies.radius[b]);
            cr_expect(p.scene.bodies.n_moving == settings[k].n &&
                          p.scene.params.h == settings[k].h &&
                          largest == settings[k].largest_radius,
                      "%s: %zu bodies, h = %g s, largest radius %g m", settings[k].problem,
                      p.scene.bodies.n_moving, p.scene.params.h, largest);
            test_packing_free(&p);
        }
}

/* A value that the user gives stands. */
Test(vessels_known, size_full_replaces_defaults_alone)
{
    test_packing p;
    test_scene_create(&p, "segregation", "size=full,balls=200,steps=3", 1);
    cr_expect(p.scene.bodies.n_moving == 200 && p.scene.params.steps == 3 &&
              p.scene.params.h == 2.5e-5);
    test_packing_free(&p);
}

Test(vessels_known, refuse_what_has_no_room)
{
    static const char *const settings[][2] = {
        {"shaken-cylinder", "diameter=2e-3"},
        {"segregation", "width=1e-3"},
        {"segregation", "width=4e-3"},
        {"shaken-cell", "radius-min=1e-3"},
    };
    for (size_t k = 0; k < sizeof settings / sizeof settings[0]; ++k) {
        test_packing p;
        ss_error error = {SS_ERROR_NONE, ""};
        cr_expect_not(ss_check_cluster_open(&p, settings[k][0], settings[k][1], 1, &error));
        cr_expect_eq(error.code, SS_ERROR_USAGE, "%s %s: %s", settings[k][0], settings[k][1],
                     error.text);
    }
}

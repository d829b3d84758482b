/* What vessels tell once a period: landings and flights of a ball whose parabola is known, turns of
 * corners that are turned, surfaces and depths that are placed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/vessel_large.h"
#include "tests/support/scene_run.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

/* The values of an observable that are numbers: how many, and of them the first. */
static size_t told(const test_run *f, const char *name, double *first)
{
    size_t n = 0;
    for (size_t row = 0; row < f->observables.n_rows; ++row) {
        const double value = test_number(&f->observables, row, "value");
        if (strcmp(ss_csv_text(&f->observables, row, "name"), name) != 0 || isnan(value))
            continue;
        *first = n++ == 0 ? value : *first;
    }
    return n;
}

/* [M] Figure 3's motion: a ball that does not bounce leaves where the floor's acceleration is -g,
 * and lands 7.0 ms after the lowest point; it rises from z = 0, where the floor is 10 ms after it.
 * The ball is at the wall. */
Test(vessel_periods, a_ball_lands_and_flies_as_its_parabola)
{
    static const char *const settings[] = {
        "balls=1,start=0.04,e_n-wall=0,e_t-wall=0,mu-wall=0,steps=2250", NULL};
    const double a = 1e-3, g = 9.81, speed = 50.0 * M_PI, period = 0.04, h = 8e-5;
    const double phase = acos(-g / (a * speed * speed)), v = a * speed * sin(phase);
    const double flight = -a * cos(phase) + 0.5 * v * v / g;
    double low = 1.5 * M_PI, high = 3.0 * M_PI; /* still above the floor, and below it */
    for (int k = 0; k < 60; ++k) {
        const double middle = 0.5 * (low + high), s = (middle - phase) / speed;
        const double ball = -a * cos(phase) + v * s - 0.5 * g * s * s;
        *(ball > -a * cos(middle) ? &low : &high) = middle;
    }
    test_run f;
    double landing = NAN, rise = NAN, none = NAN;
    test_run_scene(&f, "shaken-cylinder", settings, "exact", true);
    cr_expect_eq(told(&f, "layer_landing", &landing), 3, "once a period after the first quarter");
    cr_expect_eq(told(&f, "layer_flight", &rise), 3);
    cr_expect_eq(told(&f, "core_landing", &none) + told(&f, "core_flight", &none), 0);
    cr_expect(fabs(landing - (low / speed - period)) <= 2.0 * h, "lands at %g s, not %g s", landing,
              low / speed - period);
    cr_expect(fabs(rise - flight) <= 2.0 * h * v, "rises by %g m, not %g m", rise, flight);
    test_run_free(&f);
}

/* A scene at rest whose first period begins, and the moment at which it ends. */
static ss_moment begin_period(test_packing *p, const char *problem)
{
    test_scene_create(p, problem, "start=0", 1);
    const ss_vessel *const vessel = &((const ss_vessel_params *)p->scene.own)->vessel;
    memset(p->scene.bodies.v, 0, 6 * p->scene.bodies.n * sizeof *p->scene.bodies.v);
    ss_vessel_periods_keep(&p->scene, 0.5 * p->scene.params.h);
    p->scene.time = 1.0 / vessel->frequency;
    return (ss_moment){.scene = &p->scene};
}

/* Each half turns by an angle, the left one x into z, the right one the other way; about any point.
 */
Test(vessel_periods, corners_that_turn_tell_their_angle)
{
    const double angle = 0.01, s = sin(angle), c = cos(angle);
    test_packing p;
    const ss_moment m = begin_period(&p, "shaken-cell");
    for (size_t b = 0; b < p.scene.bodies.n_moving; ++b) {
        double *const at = p.scene.bodies.x + 3 * b, x = at[0], z = at[2];
        const double way = x < 7.5e-3 ? s : -s;
        at[0] = 1e-3 + c * x - way * z;
        at[2] = 2e-3 + way * x + c * z;
    }
    const ss_observable *const o = &ss_observable_vessel_surface;
    cr_expect_float_eq(test_observed(o, &m, "corner_turn"), s, 1e-12 * s);
    cr_expect_float_eq(test_observed(o, &m, "corner_square"), s * s, 1e-12 * s * s);
    cr_expect_float_eq(test_observed(o, &m, "corner_fourth"), s * s * s * s, 1e-12 * s * s);
    cr_expect_float_eq(test_observed(o, &m, "floor_square"), s * s, 1e-12 * s * s);
    test_packing_free(&p);
}

Test(vessel_periods, what_is_not_at_a_periods_end_is_no_number)
{
    test_packing p;
    const ss_moment m = begin_period(&p, "shaken-cell");
    cr_expect_eq(test_observed(&ss_observable_vessel_surface, &m, "corner_turn"), 0.0);
    p.scene.time -= p.scene.params.h;
    cr_expect(isnan(test_observed(&ss_observable_vessel_surface, &m, "corner_turn")) &&
              isnan(test_observed(&ss_observable_vessel_surface, &m, "heap")) &&
              isnan(test_observed(&ss_observable_vessel_periods, &m, "core_flight")));
    test_packing_free(&p);
}

/* The cell is four columns wide: the middle two are higher by 2 mm, then lower. */
Test(vessel_periods, a_heap_is_as_high_as_it_is_made)
{
    test_packing p;
    const ss_moment m = begin_period(&p, "shaken-cell");
    for (int way = -1; way <= 1; ++way) {
        for (size_t b = 0; b < p.scene.bodies.n_moving; ++b) {
            const bool middle = b % 4 == 1 || b % 4 == 2;
            p.scene.bodies.x[3 * b] = ((double)(b % 4) + 0.5) * 3.75e-3;
            p.scene.bodies.x[3 * b + 2] = 1e-2 + (middle ? way * 2e-3 : 0.0);
        }
        cr_expect_float_eq(test_observed(&ss_observable_vessel_surface, &m, "heap"), way * 2e-3,
                           1e-15);
    }
    test_packing_free(&p);
}

/* All small discs lie at one height, so that the level surface is twice that, but for the large
 * disc's share. */
Test(vessel_periods, the_large_body_is_as_deep_as_it_is_placed)
{
    test_packing p;
    const ss_moment m = begin_period(&p, "segregation");
    const ss_observable *const o = &ss_observable_vessel_large;
    const size_t last = p.scene.bodies.n_moving - 1;
    for (size_t b = 0; b <= last; ++b)
        p.scene.bodies.x[3 * b + 2] = ss_vessel_floor(&p.scene) + 6e-3;
    cr_expect_float_eq(test_observed(o, &m, "large_depth"), 6e-3 - 2.5e-3, 1e-15);
    cr_expect_eq(test_observed(o, &m, "large_aside"), 0.0);
    cr_expect(isnan(test_observed(o, &m, "corner_depth")));
    p.scene.bodies.x[3 * last] = 1.25e-2 - 2.5e-3 - 1e-3; /* its rim 1 mm from a wall */
    cr_expect_eq(test_observed(o, &m, "large_aside"), 1.0);
    cr_expect_float_eq(test_observed(o, &m, "corner_depth"), 6e-3 - 2.5e-3, 1e-15);
    test_packing_free(&p);
}

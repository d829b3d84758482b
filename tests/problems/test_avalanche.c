/* What the tilted box tells of its free surface and of avalanches ([P] 2.1), against surfaces
 * integrated by hand and discs that are set in motion.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/bed_profile.h"

#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

static const char box[] = "tilted-box";

static double value_of(const test_still_step *step, const char *name)
{
    return test_still_step_value(step, box, name);
}

static double floor_of(const ss_bodies *bodies)
{
    return bodies->x[3 * (bodies->n_moving + SS_BED_FLOOR) + 2];
}

/* The centre of mass of the discs over the floor, x from the middle of the box. */
static void find_centre(double centre[2], const ss_scene *scene)
{
    const ss_bodies *const bodies = &scene->bodies;
    double mass = 0.0, x = 0.0, z = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        mass += ss_bodies_mass(bodies, b);
        x += ss_bodies_mass(bodies, b) * bodies->x[3 * b];
        z += ss_bodies_mass(bodies, b) * bodies->x[3 * b + 2];
    }
    centre[0] = x / mass - 0.5 * scene->box_width;
    centre[1] = z / mass - floor_of(bodies);
}

/* The same of what lies under z = depth + steep x, by the midpoint rule. */
static void integrate(double centre[2], double width, double depth, double steep)
{
    enum { PARTS = 4000 };
    double area = 0.0, x = 0.0, z = 0.0;
    for (size_t k = 0; k < PARTS; ++k) {
        const double at = width * (((double)k + 0.5) / PARTS - 0.5), height = depth + steep * at;
        area += height;
        x += height * at;
        z += 0.5 * height * height;
    }
    centre[0] = x / area;
    centre[1] = z / area;
}

/* A bed that has flowed to one side: its surface has the slope that is told, and its discs their
 * centre of mass under it. */
Test(avalanches, a_surface_lies_over_the_centre_of_mass)
{
    static const double phi[] = {25.0, -40.0};
    for (size_t k = 0; k < sizeof phi / sizeof phi[0]; ++k) {
        test_packing p;
        test_still_step step;
        char settings[80];
        double of_discs[2], of_area[2];
        snprintf(settings, sizeof settings, "balls=30,turns=1e-3,h=1e-3,phi=%g", phi[k]);
        test_scene_create(&p, box, settings, 1);
        for (size_t n = 0; n < 60; ++n) {
            test_still_step_solve(&step, &p, "exact", 1e-4, 100);
            if (n + 1 < 60)
                test_still_step_free(&step);
        }
        const double width = p.scene.box_width;
        const double steep = tan((phi[k] - value_of(&step, "slope")) * M_PI / 180.0);
        find_centre(of_discs, &p.scene);
        /* x_c = steep width^2 / (12 depth) */
        const double depth = steep * width * width / (12.0 * of_discs[0]);
        integrate(of_area, width, depth, steep);
        cr_expect_gt(fabs(steep), 0.01, "the bed has not flowed: %g", steep);
        for (int i = 0; i < 2; ++i)
            cr_expect_float_eq(of_area[i], of_discs[i], 1e-6 * width, "phi %g: %g, not %g", phi[k],
                               of_area[i], of_discs[i]);
        test_still_step_free(&step);
        test_packing_free(&p);
    }
}

/* A step, after which `fast` discs alone move, and their heights are so many times larger. */
static void take(test_still_step *step, test_packing *p, size_t fast, double higher)
{
    ss_bodies *const bodies = &p->scene.bodies;
    const double floor_z = floor_of(bodies);
    test_still_step_solve(step, p, "exact", 1e-4, 10);
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        double *const z = &bodies->x[3 * b + 2];
        for (size_t i = 0; i < 6; ++i)
            bodies->v[6 * b + i] = 0.0;
        bodies->v[6 * b] = b < fast ? 0.11 * sqrt(9.81 * 4.0 * bodies->radius[b]) : 0.0;
        *z = floor_z + higher * (*z - floor_z);
    }
}

/* Of 20 discs two are a tenth, and one is more than a hundredth. */
Test(avalanches, start_with_a_tenth_of_the_discs_and_stop_below_a_hundredth)
{
    static const struct {
        size_t fast;
        double higher;
        bool starts, stops;
    } steps[] = {{0, 1.0, false, false}, {1, 1.0, false, false}, {0, 1.0, false, false},
                 {2, 1.1, true, false},  {1, 1.0, false, false}, {20, 1.0 / 1.1, false, false},
                 {0, 1.0, false, true},  {0, 1.0, false, false}};
    enum { STEPS = sizeof steps / sizeof steps[0] };
    test_packing p;
    double solid[STEPS];
    test_scene_create(&p, box, "balls=20", 1);
    for (size_t k = 0; k < STEPS; ++k) {
        test_still_step step;
        take(&step, &p, steps[k].fast, steps[k].higher);
        const double slope = value_of(&step, "slope"), start = value_of(&step, "slope_start"),
                     stop = value_of(&step, "slope_stop");
        solid[k] = value_of(&step, "solid");
        cr_expect_float_eq(value_of(&step, "moving"), (double)steps[k].fast / 20.0, 1e-12);
        cr_expect(steps[k].starts ? start == slope : isnan(start), "step %zu starts at %g", k,
                  start);
        cr_expect(steps[k].stops ? stop == slope : isnan(stop), "step %zu stops at %g", k, stop);
        cr_expect(steps[k].starts == !isnan(value_of(&step, "solid_start")), "step %zu", k);
        if (steps[k].stops) /* against the rest before it, half a step after the loosest */
            cr_expect_float_eq(value_of(&step, "opens"), 1.0 - solid[3] / solid[2], 1e-4);
        else
            cr_expect(isnan(value_of(&step, "opens")), "step %zu", k);
        test_still_step_free(&step);
    }
    cr_expect_lt(solid[3], 0.95 * solid[2]);
    test_packing_free(&p);
}

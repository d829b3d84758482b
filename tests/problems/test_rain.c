/* Rain on a base, the sand pile's other source: where its balls begin, that they come down layer by
 * layer, and that each is on the base or gone in the end.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/catalogue.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const double cell = 2.1 * 0.12, height = 1.8, base = 2.0; /* m, of the scene's defaults */

static void open_rain(test_packing *p, const char *more, unsigned long instance)
{
    char settings[200];
    snprintf(settings, sizeof settings, "source=rain%s%s", more[0] != '\0' ? "," : "", more);
    test_scene_create(p, "sand-pile", settings, instance);
}

/* The layer of a ball that waits. */
static double layer_of(const ss_bodies *bodies, size_t b)
{
    return (bodies->x[3 * b + 2] - height) / cell;
}

/* Apart from all of its layer by the room of the largest ball, within the base, out of the scene.
 */
Test(rain, balls_wait_in_layers_that_are_apart)
{
    test_packing p;
    ss_error error = {SS_ERROR_NONE, ""};
    open_rain(&p, "", 1);
    const ss_bodies *const bodies = &p.scene.bodies;
    cr_assert_eq(bodies->n_moving, 800);
    for (size_t b = 0; b < 800; ++b) {
        const double *const x = bodies->x + 3 * b, layer = layer_of(bodies, b);
        cr_expect(ss_bodies_is_parked(bodies, b) && hypot(x[0], x[1]) <= base, "ball %zu", b);
        cr_expect_float_eq(layer, round(layer), 1e-9);
        cr_expect(bodies->radius[b] >= 0.08 && bodies->radius[b] <= 0.12);
        for (size_t c = 0; c < b; ++c)
            cr_expect(hypot(x[0] - bodies->x[3 * c], x[1] - bodies->x[3 * c + 1]) >= cell ||
                          fabs(layer - layer_of(bodies, c)) > 0.5,
                      "balls %zu and %zu", c, b);
    }
    cr_expect(ss_scene_check_start(&p.scene, &error), "%s", error.text);
    test_packing_free(&p);
}

/* The share of the base within a distance grows with its square, and no side has more: five
 * standard errors of 800 places. */
Test(rain, falls_anywhere_alike)
{
    enum { N = 800 };
    const double deviation = 5.0 / sqrt(12.0 * N);
    for (unsigned long instance = 1; instance <= 3; ++instance) {
        test_packing p;
        double inside = 0.0, side[2] = {0.0, 0.0};
        open_rain(&p, "", instance);
        for (size_t b = 0; b < N; ++b) {
            const double *const x = p.scene.bodies.x + 3 * b;
            inside += (x[0] * x[0] + x[1] * x[1]) / (base * base) / N;
            side[0] += x[0] > 0.0 ? 1.0 / N : 0.0;
            side[1] += x[1] > 0.0 ? 1.0 / N : 0.0;
        }
        cr_expect(fabs(inside - 0.5) <= deviation, "seed %lu: %g", instance, inside);
        for (size_t k = 0; k < 2; ++k)
            cr_expect(fabs(side[k] - 0.5) <= 2.5 / sqrt(N), "seed %lu: %g", instance, side[k]);
        test_packing_free(&p);
    }
}

Test(rain, a_seed_says_all)
{
    test_packing one, same, other;
    open_rain(&one, "", 1);
    open_rain(&same, "", 1);
    open_rain(&other, "", 2);
    const size_t size = 3 * one.scene.bodies.n_moving * sizeof(double);
    cr_expect_eq(memcmp(one.scene.bodies.x, same.scene.bodies.x, size), 0);
    cr_expect_neq(memcmp(one.scene.bodies.x, other.scene.bodies.x, size), 0);
    test_packing_free(&one);
    test_packing_free(&same);
    test_packing_free(&other);
}

/* A layer begins at rest when the one before has fallen by one cell and a half, and falls freely:
 * its time to within a step. One ball a layer, for the base is hardly wider than it. */
Test(rain, a_layer_falls_when_the_one_before_is_away)
{
    enum { BALLS = 3, STEPS = 100 };
    const double h = 5e-3, g = 9.81, interval = sqrt(3.0 * cell / g);
    test_packing p;
    open_rain(&p, "balls=3,base=0.13", 1);
    const ss_bodies *const bodies = &p.scene.bodies;
    for (size_t step = 1; step <= STEPS; ++step) {
        test_packing_advance(&p, "exact", 1);
        for (size_t b = 0; b < BALLS; ++b) {
            const double t = (double)step * h - (double)b * interval;
            const double z = bodies->x[3 * b + 2], falls = 0.5 * g * t * t;
            if (t < -h || (t > h && falls < height - 2.0 * cell)) /* else it is near a beginning */
                cr_expect_eq(ss_bodies_is_parked(bodies, b), t < 0.0, "ball %zu, step %zu", b,
                             step);
            if (t > h && falls < height - 2.0 * cell)
                cr_expect(fabs(height - falls - z) <= 1.01 * h * g * t, "ball %zu, step %zu: %g", b,
                          step, z);
        }
    }
    test_packing_free(&p);
}

/* What becomes of the balls of a heap. */
typedef struct fate {
    size_t waits, gone, stays, held;
    size_t held_at[4];     /* in each quadrant */
    double weight, widest; /* of what stays, N; of the held, m */
} fate;

static fate fate_of(const ss_bodies *bodies)
{
    fate f = {.waits = 0};
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        const double *const x = bodies->x + 3 * b;
        const bool parked = ss_bodies_is_parked(bodies, b), held = ss_bodies_is_blocked(bodies, b);
        f.waits += parked && x[2] >= height;
        f.gone += parked && x[2] < 0.0;
        f.stays += !parked;
        f.held += held;
        f.held_at[(x[0] > 0.0) + 2 * (x[1] > 0.0)] += held;
        f.widest = held ? fmax(f.widest, hypot(x[0], x[1])) : f.widest;
        f.weight += parked ? 0.0 : 9.81 * ss_bodies_mass(bodies, b);
    }
    return f;
}

/* No ball is lost: it waits, is on the base or gone. In the end none waits, the base is covered to
 * its edge in all quadrants, and what stays on it presses with its weight. */
Test(rain, every_ball_is_on_the_base_or_gone)
{
    enum { BALLS = 100, STEPS = 2000 };
    test_packing p;
    test_still_step now;
    open_rain(&p, "balls=100,base=0.6,e_t=0", 1);
    const ss_bodies *const bodies = &p.scene.bodies;
    for (size_t k = 0; k < STEPS / 100; ++k) {
        test_packing_advance(&p, "exact", 100);
        const fate f = fate_of(bodies);
        cr_expect_eq(f.waits + f.gone + f.stays, BALLS, "step %zu", 100 * (k + 1));
    }
    test_still_step_by(&now, &p, "nlgs-batched[local=exact]", 1e-6, 20000);
    const fate end = fate_of(bodies);
    cr_expect_eq(end.waits, 0);
    cr_expect(end.gone > 0 && end.held > 0 && end.stays > end.held, "%zu gone, %zu held of %zu",
              end.gone, end.held, end.stays);
    for (size_t k = 0; k < 4; ++k)
        cr_expect(end.held_at[k] > 0, "quadrant %zu", k);
    cr_expect(end.widest > 0.45 && end.widest <= 0.6 + 0.12, "%g m", end.widest);
    const double force = test_still_step_value(&now, "sand-pile", "base_force");
    cr_expect(fabs(force - end.weight) <= 1e-2 * end.weight, "%g of the weight",
              force / end.weight);
    test_still_step_free(&now);
    test_packing_free(&p);
}

Test(rain, contradictions_are_one_error)
{
    static const char *const refused[][2] = {
        {"source=rain,base=0.1", "base=0.1 m"},
        {"source=rain,orifice-height=0.2", "orifice-height=0.2 m"},
        {"source=rain,radius-min=0.2", "radius-min = 0.2 m"},
        {"source=rain,gravity=0", "gravity=0 m/s^2"},
        {"source=rain,h=0.02", "could pass through a wall"},
    };
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; ++k) {
        test_packing p;
        ss_error error = {SS_ERROR_NONE, ""};
        cr_expect_not(ss_check_cluster_open(&p, "sand-pile", refused[k][0], 1, &error), "%s",
                      refused[k][0]);
        cr_expect_eq(error.code, SS_ERROR_USAGE, "%s", refused[k][0]);
        cr_expect_not_null(strstr(error.text, refused[k][1]), "%s: %s", refused[k][0], error.text);
    }
}

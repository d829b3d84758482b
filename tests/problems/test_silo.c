/* Silos as their parameters say: walls, gate, balls of several sizes, what is refused, and what is
 * counted of what leaves them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/scenes/silo.h"

#include "problems/contact/operator.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>

static const ss_revolved *wall(const ss_scene *scene, size_t w)
{
    return ss_bodies_record(&scene->bodies, scene->bodies.n_moving + w);
}

static bool has_point(const ss_revolved *wall, size_t k, double p, double z)
{
    return hypot(wall->profile[k][0] - p, wall->profile[k][1] - z) < 1e-12;
}

/* Every ball is inside of the cylinder and above its bottom; the radii fill their range. */
static void check_balls(const ss_scene *scene, double radius, double low, double from, double to)
{
    const ss_bodies *const bodies = &scene->bodies;
    double least = INFINITY, most = 0.0;
    for (size_t b = 0; b < bodies->n_moving; ++b) {
        const double *const x = bodies->x + 3 * b, a = bodies->radius[b];
        cr_expect(hypot(x[0], x[1]) + a <= radius * (1.0 + 1e-12) && x[2] - a >= low, "ball %zu",
                  b);
        least = fmin(least, a);
        most = fmax(most, a);
    }
    const double range = to - from;
    cr_expect(least >= from && most <= to && most - least >= 0.8 * range, "radii %g to %g m", least,
              most);
}

Test(silo, any_silo_is_posed_by_parameters)
{
    static const struct {
        const char *problem, *settings;
        size_t n;
        double radius, out, z, top, from, to; /* m; top: where the cylinder begins */
    } silos[] = {
        {"silo-discharge", "", 300, 0.04, 0.025, 0.15, 0.165, 5e-3, 5e-3},
        {"silo-discharge", "size=full", 1000, 0.05, 0.025, 0.15, 0.175, 5e-3, 5e-3},
        {"silo-discharge",
         "balls=200,cylinder=0.08,orifice=0.04,slope=60,radius-min=3e-3,radius-max=6e-3,"
         "orifice-height=0.2",
         200, 0.08, 0.02, 0.2, 0.303923048454133, 3e-3, 6e-3},
        {"silo-discharge", "balls=100,bottom=flat,receiver=sink,cylinder=0.06", 100, 0.06, 0.025,
         0.15, 0.15, 5e-3, 5e-3},
        {"sand-pile", "", 800, 1.2, 0.6, 1.8, 2.4, 0.08, 0.12},
        {"sand-pile", "size=full", 5600, 2.0, 0.8, 3.0, 4.2, 0.08, 0.12},
        {"sand-pile", "size=full,scale=small", 5600, 0.1, 0.04, 0.15, 0.21, 4e-3, 6e-3},
        {"sand-pile", "balls=150,slope=30,radius-min=0.05,radius-max=0.15", 150, 1.2, 0.6, 1.8,
         2.146410161513775, 0.05, 0.15},
    };
    for (size_t k = 0; k < sizeof silos / sizeof silos[0]; ++k) {
        test_packing p;
        ss_error error = {SS_ERROR_NONE, ""};
        test_scene_create(&p, silos[k].problem, silos[k].settings, 1);
        const ss_revolved *const shell = wall(&p.scene, SS_SILO_SHELL);
        const ss_revolved *const gate = wall(&p.scene, SS_SILO_GATE);
        cr_expect_eq(p.scene.bodies.n_moving, silos[k].n, "%s", silos[k].settings);
        cr_expect(shell->n == 3 && shell->profile[0][0] == silos[k].radius &&
                      has_point(shell, 1, silos[k].radius, silos[k].top) &&
                      has_point(shell, 2, silos[k].out, silos[k].z),
                  "%s: the shell", silos[k].settings);
        cr_expect(gate->n == 2 && has_point(gate, 0, 0.0, silos[k].z) &&
                      has_point(gate, 1, silos[k].out, silos[k].z),
                  "%s: the gate", silos[k].settings);
        check_balls(&p.scene, silos[k].radius, silos[k].top, silos[k].from, silos[k].to);
        cr_expect(ss_scene_check_start(&p.scene, &error), "%s: %s", silos[k].settings, error.text);
        test_packing_free(&p);
    }
}

Test(silo, contradictions_are_one_error)
{
    static const char *const refused[][3] = {
        {"silo-discharge", "orifice=0.08", "orifice=0.08 m"},
        {"silo-discharge", "orifice=0.01", "orifice=0.01 m"},
        {"silo-discharge", "cylinder=0.005,orifice=0.0099,radius-min=4e-3", "orifice=0.0099 m"},
        {"silo-discharge", "orifice-height=0.004", "orifice-height=0.004 m"},
        {"silo-discharge", "rim=0.02", "rim=0.02 m"},
        {"silo-discharge", "rim=0.04,rim-height=0.15", "rim-height=0.15 m"},
        {"silo-discharge", "radius-min=6e-3", "radius-min = 0.006 m"},
        {"silo-discharge", "h=3e-3", "h=0.003 s"},
        {"silo-discharge", "balls=100000", "through a wall"},
        {"sand-pile", "orifice=2.4", "orifice=2.4 m"},
        {"sand-pile", "scale=small,h=5e-3", "h=0.005 s"},
    };
    for (size_t k = 0; k < sizeof refused / sizeof refused[0]; ++k) {
        test_packing p;
        ss_error error = {SS_ERROR_NONE, ""};
        cr_expect_not(ss_check_cluster_open(&p, refused[k][0], refused[k][1], 1, &error), "%s",
                      refused[k][1]);
        cr_expect_eq(error.code, SS_ERROR_USAGE, "%s", refused[k][1]);
        cr_expect_not_null(strstr(error.text, refused[k][2]), "%s: %s", refused[k][1], error.text);
    }
}

/* It is closed in every step that begins before `opens`, and open from then on. */
Test(silo, the_gate_opens_when_it_is_told)
{
    test_packing p;
    test_scene_create(&p, "silo-discharge", "balls=20,opens=5e-3", 1);
    const size_t gate = 20 + SS_SILO_GATE;
    for (size_t step = 1; step <= 8; ++step) {
        test_packing_advance(&p, "exact", 1);
        cr_expect_eq(ss_bodies_is_parked(&p.scene.bodies, gate), step > 5, "step %zu", step);
    }
    test_packing_free(&p);
}

/* A ball from rest on a cone of 45 degrees rolls along a line of it, or slides where mu < 2/7; the
 * other side of the silo is far. */
static void check_descent(const char *mu, double share_of_g, double spin_share)
{
    enum { STEPS = 200 };
    const double radius = 0.1, rho = 0.8, angle = 0.7, gap = -1e-9 * radius;
    char settings[200];
    test_packing p;
    snprintf(settings, sizeof settings,
             "balls=1,cylinder=1,orifice=0.3,radius-min=0.1,radius-max=0.1,orifice-height=0.5,"
             "rim=2,opens=10,h=5e-4,e_t=0,mu=%s",
             mu);
    test_scene_create(&p, "silo-discharge", settings, 1);
    ss_bodies *const b = &p.scene.bodies;
    const double out = rho - M_SQRT1_2 * (radius + gap); /* from a point of the cone, to the axis */
    b->x[0] = out * cos(angle);
    b->x[1] = out * sin(angle);
    b->x[2] = 0.5 + (rho - 0.15) + M_SQRT1_2 * (radius + gap);
    test_packing_advance(&p, "exact", STEPS);
    const double v = share_of_g * 9.81 * STEPS * 5e-4; /* down the line */
    const double exact[6] = {
        -v * M_SQRT1_2 * cos(angle),          -v * M_SQRT1_2 * sin(angle),           -v * M_SQRT1_2,
        spin_share * v / radius * sin(angle), -spin_share * v / radius * cos(angle), 0.0};
    cr_expect(test_distance(b->v, exact, 3) <= 1e-9 * v &&
                  test_distance(b->v + 3, exact + 3, 3) <= 1e-9 * v / radius,
              "mu = %s: v = (%g, %g, %g), not (%g, %g, %g)", mu, b->v[0], b->v[1], b->v[2],
              exact[0], exact[1], exact[2]);
    test_packing_free(&p);
}

Test(silo, a_ball_on_the_cone_rolls_or_slides)
{
    check_descent("0.29", 5.0 / 7.0 * M_SQRT1_2, 1.0);
    check_descent("0.6", 5.0 / 7.0 * M_SQRT1_2, 1.0);
    const double sliding = M_SQRT1_2 * (1.0 - 0.2); /* a, and 5/2 mu g cos as the spin's */
    check_descent("0.2", sliding, 2.5 * 0.2 * M_SQRT1_2 / sliding);
}

/* Balls put by hand: what is out, and the speeds above the bottom, in the middle and at the wall.
 */
Test(silo, speeds_are_of_the_layer_above_the_bottom)
{
    static const double place[][4] = {
        /* x, y, z, v_z; the bottom's top is at 0.165, the layer ends 0.04 above */
        {0.0, 0.0, 0.17, -0.5},   {0.0, 0.0155, 0.2, -0.25}, {0.0, 0.0165, 0.2, 9.0},
        {0.0, 0.0, 0.164, 9.0},   {0.0, 0.0, 0.206, 9.0},    {0.026, 0.0, 0.2, -0.1},
        {0.0, -0.034, 0.17, 0.3}, {0.035, 0.0, 0.149, 9.0},  {0.0, 0.0, 0.02, 9.0},
    };
    enum { BALLS = sizeof place / sizeof place[0] };
    test_packing p;
    char settings[16];
    snprintf(settings, sizeof settings, "balls=%d", (int)BALLS);
    test_scene_create(&p, "silo-discharge", settings, 1);
    for (size_t b = 0; b < BALLS; ++b) {
        memcpy(p.scene.bodies.x + 3 * b, place[b], 3 * sizeof *place[b]);
        p.scene.bodies.v[6 * b + 2] = place[b][3];
    }
    const ss_problem none = {.n_contacts = 0};
    const test_still_step now = {.moment = {.scene = &p.scene, .problem = &none}};
    cr_expect_float_eq(test_still_step_value(&now, "silo-discharge", "speed_centre"), 0.375, 1e-15);
    cr_expect_float_eq(test_still_step_value(&now, "silo-discharge", "speed_wall"), -0.1, 1e-15);
    cr_expect_eq(test_still_step_value(&now, "silo-discharge", "out"), 2.0);
    for (size_t b = 0; b < BALLS; ++b)
        p.scene.bodies.x[3 * b + 2] = 0.1;
    cr_expect(isnan(test_still_step_value(&now, "silo-discharge", "speed_centre")));
    test_packing_free(&p);
}

static bool is_below(const ss_scene *scene, size_t b)
{
    return b < scene->bodies.n_moving ? scene->bodies.x[3 * b + 2] < 0.06
                                      : b - scene->bodies.n_moving >= SS_SILO_WALLS;
}

/* While balls flow: contacts below the orifice, counted pair by pair. */
Test(silo, contacts_below_are_between_what_is_below)
{
    test_packing p;
    test_still_step step;
    double found[2] = {0.0, 0.0}, out = 0.0;
    test_scene_create(&p, "silo-discharge",
                      "balls=150,orifice-height=0.06,rim-height=0.05,tol=1e-6,max-sweeps=100", 1);
    test_packing_advance(&p, "exact", 150);
    test_still_step_solve(&step, &p, "exact", 1e-8, 500);
    const ss_moment *const m = &step.moment;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        const bool both = is_below(m->scene, contact.i) && is_below(m->scene, contact.j);
        found[0] += both ? 1.0 : 0.0;
        found[1] += both && m->r[3 * c] > 0.0 ? 1.0 : 0.0;
    }
    for (size_t b = 0; b < m->scene->bodies.n_moving; ++b)
        out += m->scene->bodies.x[3 * b + 2] < 0.06 ? 1.0 : 0.0;
    cr_expect_eq(test_still_step_value(&step, "silo-discharge", "potential_below"), found[0]);
    cr_expect_eq(test_still_step_value(&step, "silo-discharge", "effective_below"), found[1]);
    cr_expect_eq(test_still_step_value(&step, "silo-discharge", "out"), out);
    cr_expect(found[1] > 0.0 && found[0] > found[1] && out > 10.0 && out < 150.0,
              "%g of %g contacts, %g balls out", found[1], found[0], out);
    test_still_step_free(&step);
    test_packing_free(&p);
}

/* Into the sink: whoever is below z = 0 is out for good, and weighs nothing more. */
Test(silo, a_sink_takes_balls_and_counts_them)
{
    test_packing p;
    size_t before = 0, parked = 0;
    test_scene_create(&p, "silo-discharge",
                      "balls=40,receiver=sink,orifice-height=0.03,tol=1e-6,max-sweeps=100", 1);
    const double weight = ss_scene_weight(&p.scene);
    for (size_t k = 0; k < 300 && parked < 40; ++k) {
        test_packing_advance(&p, "exact", 1);
        parked = 0;
        for (size_t b = 0; b < 40; ++b) {
            const bool gone = ss_bodies_is_parked(&p.scene.bodies, b);
            parked += gone;
            TEST_REQUIRE(gone == (p.scene.bodies.x[3 * b + 2] < 0.0) ||
                             p.scene.bodies.x[3 * b + 2] > -5e-3,
                         "ball %zu", b);
        }
        TEST_REQUIRE(parked >= before, "one came back");
        before = parked;
        const ss_problem none = {.n_contacts = 0};
        const test_still_step now = {.moment = {.scene = &p.scene, .problem = &none}};
        TEST_REQUIRE(test_still_step_value(&now, "silo-discharge", "out") >= (double)parked,
                     "not counted");
        TEST_REQUIRE(fabs(ss_scene_weight(&p.scene) - weight * (1.0 - (double)parked / 40.0)) <
                         1e-12 * weight,
                     "weight");
    }
    cr_expect_eq(parked, 40, "%zu of 40 are gone", parked);
    test_packing_free(&p);
}

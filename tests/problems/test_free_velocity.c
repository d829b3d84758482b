/* Bodies that no contact touches: gyroscopic torques, loads, parked and given bodies, by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/free_velocity.h"
#include "problems/motion/spin.h"
#include "problems/contact/vec3.h"
#include "problems/motion/observable.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

static const double inverse[3] = {1.0, 0.5, 0.25}, spin[3] = {0.3, -0.7, 1.1};

/* Two bodies of unequal inertias, turned, that spin. */
static void make_scene(ss_scene *scene)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_scene_params params = test_scene_params();
    ss_scene_begin(scene, &params);
    memset(scene->gravity, 0, sizeof scene->gravity);
    cr_assert(ss_bodies_create(&scene->bodies, 2, 0, &error) && ss_scene_make_loads(scene, &error));
    for (size_t b = 0; b < 2; ++b) {
        const double q[4] = {0.5, 0.1, -0.7, 0.5};
        scene->bodies.inv_mass[b] = 0.5;
        ss_copy3(scene->bodies.inv_inertia + 3 * b, inverse);
        memcpy(scene->bodies.orientation + 4 * b, q, sizeof q);
        ss_copy3(scene->bodies.v + 6 * b + 3, spin);
    }
}

/* y = R x or R^T x. */
static void turn(double y[3], const double R[9], bool back, const double x[3])
{
    for (int i = 0; i < 3; ++i)
        y[i] = back ? R[i] * x[0] + R[3 + i] * x[1] + R[6 + i] * x[2] : ss_dot(R + 3 * i, x);
}

/* In the axes of the body: I dw/dt = -w x I w, by the midpoint rule. */
Test(free_velocity, spins_as_euler_says)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_scene scene;
    double v[18], J[18], R[9], w[3], later[3], mean[3], L[3], torque[3];
    make_scene(&scene);
    cr_assert(ss_free_velocity(v, J, &scene, SS_FORM_RIGID, &error));
    ss_turn_matrix(R, scene.bodies.orientation);
    turn(w, R, true, spin);
    turn(later, R, true, v + 3);
    for (int k = 0; k < 3; ++k) {
        mean[k] = 0.5 * (w[k] + later[k]);
        L[k] = mean[k] / inverse[k];
    }
    ss_cross(torque, L, mean);
    for (int k = 0; k < 3; ++k) {
        const double gain = scene.params.h * inverse[k] * torque[k];
        cr_expect_float_eq(later[k], w[k] + gain, 1e-15, "w_%d", k);
        cr_expect(fabs(gain) > 1e-4, "nothing is tested");
    }
    static const int at[9] = {0, 3, 4, 3, 1, 5, 4, 5, 2}; /* xx yy zz xy xz yz */
    for (int i = 0; i < 9; ++i) {
        double sum = 0.0;
        for (int k = 0; k < 3; ++k)
            sum += R[3 * (i / 3) + k] * inverse[k] * R[3 * (i % 3) + k];
        cr_expect_float_eq(J[at[i]], sum, 1e-15, "entry %d of the inverse inertia", i);
    }
    ss_scene_free(&scene);
}

/* The momentum I w of body b in the fixed frame. */
static void momentum_of(double L[3], const ss_bodies *bodies, size_t b)
{
    double R[9], w[3];
    ss_turn_matrix(R, bodies->orientation + 4 * b);
    turn(w, R, true, bodies->v + 6 * b + 3);
    for (size_t k = 0; k < 3; ++k)
        w[k] /= bodies->inv_inertia[3 * b + k];
    turn(L, R, false, w);
}

/* Free for 8 s, near the middle axis, where it tumbles: its energy stays to rounding, so does the
 * size of its angular momentum, and the way that points is off by the square of the step. */
Test(free_velocity, what_tumbles_keeps_energy_and_momentum)
{
    double off[2];
    for (int k = 0; k < 2; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        const double h = k == 0 ? 0.02 : 0.01;
        const size_t steps = k == 0 ? 400 : 800;
        ss_scene scene;
        double v[18], J[18], before[3], after[3];
        make_scene(&scene);
        scene.params.h = h;
        const double about[3] = {0.02, 1.0, 0.01};
        ss_copy3(scene.bodies.v + 3, about);
        const double energy = ss_bodies_kinetic_energy_of(&scene.bodies, 0);
        momentum_of(before, &scene.bodies, 0);
        for (size_t step = 0; step < steps; ++step) {
            ss_bodies_drift(&scene.bodies, 0.5 * h);
            cr_assert(ss_free_velocity(v, J, &scene, SS_FORM_RIGID, &error));
            memcpy(scene.bodies.v, v, 12 * sizeof *v);
            ss_bodies_drift(&scene.bodies, 0.5 * h);
        }
        momentum_of(after, &scene.bodies, 0);
        cr_expect_float_eq(ss_bodies_kinetic_energy_of(&scene.bodies, 0), energy, 1e-12);
        cr_expect_float_eq(ss_norm(after), ss_norm(before), 1e-12);
        off[k] = test_distance(after, before, 3) / ss_norm(before);
        ss_scene_free(&scene);
    }
    cr_expect(off[0] > 1e-7 && off[0] < 1e-3 && off[1] > off[0] / 4.5 && off[1] < off[0] / 3.5,
              "off by %g, with half the step by %g", off[0], off[1]);
}

/* A load moves what is in the scene, and has a potential; not so of a parked body. */
Test(free_velocity, loads_move_what_is_not_parked)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_scene scene;
    double v[18], J[18];
    make_scene(&scene);
    memset(scene.bodies.v, 0, 12 * sizeof *scene.bodies.v);
    for (size_t b = 0; b < 2; ++b) {
        scene.loads[6 * b + 2] = 3.0;
        scene.bodies.x[3 * b + 2] = 2.0;
    }
    cr_expect_float_eq(ss_scene_energy(&scene), -12.0, 1e-15);
    cr_assert(ss_scene_park(&scene, 1, &error));
    cr_assert(ss_free_velocity(v, J, &scene, SS_FORM_RIGID, &error));
    cr_expect_float_eq(v[2], scene.params.h * 0.5 * 3.0, 1e-15);
    for (int k = 6; k < 12; ++k)
        cr_expect(v[k] == 0.0, "a parked body moves: %g", v[k]);
    cr_expect_float_eq(ss_scene_energy(&scene), -6.0, 1e-15);
    ss_scene_free(&scene);
}

/* Without a drive a body of given motion goes on with its velocity, a whole step a step. */
Test(free_velocity, given_bodies_go_on)
{
    gsl_rng *const rng = test_rng(3);
    test_packing p;
    static const double none[300];
    test_packing_create(&p, rng, 3, true, NULL);
    const double before = p.scene.bodies.x[3 * 3 + 2];
    p.scene.bodies.v[6 * 3 + 2] = -0.5;
    test_packing_pose(&p);
    cr_assert(3 * p.problem->n_contacts <= 300);
    ss_step_finish(p.step, none);
    cr_expect_float_eq(p.scene.bodies.x[3 * 3 + 2] - before, -0.5 * p.scene.params.h, 1e-15);
    test_packing_free(&p);
    gsl_rng_free(rng);
}

/* Spins that turn the body by radians in a step keep their energy and momentum, too. */
Test(free_velocity, fast_spins_keep_energy_and_momentum)
{
    static const double moments[3] = {1.0, 1.0 / 2.0, 1.0 / 2.9}; /* inverse */
    for (int fast = 1; fast <= 12; ++fast)
        for (int way = 0; way < 30; ++way) {
            double w[3] = {sin(way), cos(2.0 * way), sin(3.0 * way + 1.0)}, later[3];
            double energy[2] = {0.0, 0.0}, L[2] = {0.0, 0.0};
            const double size = ss_norm(w);
            for (size_t k = 0; k < 3; ++k)
                later[k] = w[k] *= fast / size;
            ss_spin_freely(later, moments, 1.0);
            for (size_t k = 0; k < 3; ++k) {
                energy[0] += w[k] * w[k] / moments[k];
                energy[1] += later[k] * later[k] / moments[k];
                L[0] += w[k] * w[k] / (moments[k] * moments[k]);
                L[1] += later[k] * later[k] / (moments[k] * moments[k]);
            }
            cr_expect_float_eq(energy[1] / energy[0], 1.0, 1e-12, "h|w| = %d, energy", fast);
            cr_expect_float_eq(L[1] / L[0], 1.0, 1e-12, "h|w| = %d, momentum", fast);
        }
}

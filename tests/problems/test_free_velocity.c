/* Bodies that no contact touches: gyroscopic torques, loads, parked and given bodies, by hand.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/free_velocity.h"
#include "problems/contact/vec3.h"
#include "problems/motion/observable.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
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

/* In the axes of the body: I dw/dt = -w x I w. */
Test(free_velocity, spins_as_euler_says)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_scene scene;
    double v[18], J[18], R[9], w[3], L[3], torque[3], gain[3], fixed[3];
    make_scene(&scene);
    cr_assert(ss_free_velocity(v, J, &scene, SS_FORM_RIGID, &error));
    ss_turn_matrix(R, scene.bodies.orientation);
    turn(w, R, true, spin);
    for (int k = 0; k < 3; ++k)
        L[k] = w[k] / inverse[k];
    ss_cross(torque, L, w);
    for (int k = 0; k < 3; ++k)
        gain[k] = scene.params.h * inverse[k] * torque[k];
    turn(fixed, R, false, gain);
    for (int k = 0; k < 3; ++k) {
        cr_expect_float_eq(v[3 + k], spin[k] + fixed[k], 1e-15, "w_%d", k);
        cr_expect(fabs(fixed[k]) > 1e-4, "nothing is tested");
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

/* Meshed bodies that move: modes under the theta scheme, flight, impact (method 13.12).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/motion/observable.h"
#include "tests/support/meshed.h"

#include <criterion/criterion.h>
#include <math.h>

static const size_t fineness[] = {1, 2, 4};

/* The amplitude (m) and its speed (m/s) of mode k of body 0. */
static void amplitude(double a[2], const ss_elastic *e, size_t k)
{
    const ss_elastic_frame frame = ss_elastic_frame_of(&e->mesh, e->x);
    a[0] = a[1] = 0.0;
    ss_elastic_displacement(e->force, &e->mesh, e->size[0], &frame, e->x);
    for (size_t i = 0; i < e->n; ++i) {
        const double weight = e->mesh.area[i / 2] * gsl_matrix_get(e->modes.shape, i, k);
        a[0] += weight * e->force[i];
        a[1] += weight * e->v[i];
    }
}

/* Displace body 0, at rest at the origin, by mode k. */
static void excite(ss_elastic *e, ss_bodies *bodies, size_t k, const double a[2])
{
    for (size_t i = 0; i < e->n; ++i) {
        e->x[i] += a[0] * gsl_matrix_get(e->modes.shape, i, k);
        e->v[i] += a[1] * gsl_matrix_get(e->modes.shape, i, k);
    }
    ss_elastic_show(e, bodies, 0);
}

static void check_mode(size_t m, double theta, double omega_h, double beta)
{
    static const double place[1][3] = {{0.012, 0.0, 0.0}};
    test_meshed_start start = test_meshed_usual();
    test_packing p;
    const size_t k = 3 + m;
    start.n = 1;
    start.m = m;
    start.place = place;
    start.elastic.damping_stiffness = beta;
    start.scene.theta = theta;
    ss_elastic *const e = test_meshed_open(&p, &start);
    const double omega =
        sqrt(gsl_vector_get(e->modes.lambda, k) / e->params.material.density) / place[0][0];
    const double h = omega_h / omega, stiff = omega * omega, damp = beta * stiff;
    double a[2] = {1e-5, 2e-6 * omega}, seen[2];
    p.scene.params.h = h;
    excite(e, &p.scene.bodies, k, a);
    const double before = ss_scene_energy(&p.scene);
    for (int step = 0; step < 20; ++step) {
        /* per unit of mass: v' of (1 + h theta c + h^2 theta^2 k) (v' - v) = -h c v - h k (q + h
         * theta v) */
        const double old = a[1];
        a[1] -= (h * damp * old + h * stiff * (a[0] + h * theta * old)) /
                (1.0 + h * theta * damp + h * h * theta * theta * stiff);
        a[0] += h * ((1.0 - theta) * old + theta * a[1]);
        test_packing_advance(&p, "exact", 1);
        amplitude(seen, e, k);
        cr_expect(hypot(seen[0] - a[0], (seen[1] - a[1]) / omega) <= 1e-10 * 1e-5, "%g, %g for %g",
                  theta, seen[0], a[0]);
    }
    /* the impulses of a step, omega h times the mode's, are rounded, too */
    const double bound = 1e-12 * fmax(1.0, omega_h * omega_h);
    if (theta == 0.5 && beta == 0.0)
        cr_expect_float_eq(ss_scene_energy(&p.scene) / before, 1.0, bound);
    test_packing_free(&p);
}

Test(elastic_steps, one_mode_moves_as_the_theta_scheme_says)
{
    static const double thetas[] = {0.5, 0.7, 1.0}, steps[] = {0.1, 1.0, 77.0};
    for (size_t k = 0; k < 9; ++k) {
        check_mode(fineness[k / 3], thetas[k % 3], steps[(k + k / 3) % 3], 0.0);
        check_mode(fineness[k / 3], thetas[k % 3], steps[(k + k / 3) % 3], 1e-7);
    }
}

/* An impulse of time 2 L/c, and the speed at the end, in those of the start. */
static void hit(double out[2], size_t along, double theta, double length, double speed)
{
    const double place[1][3] = {{length, 0.5 * length, 0.0}}, velocity[1][3] = {{-speed, 0.0, 0.0}};
    static const double wall[1][3] = {{1.0, 0.0, 0.0}};
    test_meshed_start start = test_meshed_usual();
    test_packing p;
    start.n = start.n_walls = 1;
    start.place = place;
    start.velocity = velocity;
    start.wall = wall;
    start.m = 0;
    start.along = along;
    start.elastic.material.poisson = 0.0;
    start.scene.theta = theta;
    const double c = sqrt(start.elastic.material.young / start.elastic.material.density);
    start.scene.h = 0.2 * length / (double)along / c;
    start.scene.margin = 10.0 * speed * start.scene.h;
    ss_elastic *const e = test_meshed_open(&p, &start);
    size_t first = SIZE_MAX, last = 0;
    for (size_t step = 0; step < 15 * along; ++step) {
        double momentum[2][3], r = 0.0;
        test_solution s;
        test_meshed_momentum(momentum[0], e);
        test_packing_pose(&p);
        test_solve(&s, p.problem, "exact", 1e-13, 10000);
        ss_step_finish(p.step, s.r);
        for (size_t k = 0; k < p.problem->n_contacts; ++k)
            r += s.r[3 * k];
        test_meshed_momentum(momentum[1], e);
        const double mass = 1.0 / p.scene.bodies.inv_mass[0];
        cr_expect_float_eq(momentum[1][0] - momentum[0][0], r, 1e-13 * mass * speed);
        if (r > 0.0) {
            first = first == SIZE_MAX ? step : first;
            last = step;
        }
        test_solution_free(&s);
    }
    out[0] = (double)(last - first + 1) * start.scene.h * c / (2.0 * length);
    out[1] = p.scene.bodies.v[0] / speed;
    test_packing_free(&p);
}

Test(elastic_steps, a_bar_that_hits_a_wall_leaves_after_two_passages_of_its_wave)
{
    static const size_t parts[] = {20, 80};
    static const double lasts[] = {1.015, 1.006}, leaves[2][2] = {{0.956, 0.984}, {0.884, 0.943}};
    for (size_t k = 0; k < 2; ++k) { /* other lengths and speeds give the same */
        double half[2], one[2], other[2];
        hit(half, parts[k], 0.5, 0.4, 1.0);
        hit(one, parts[k], 1.0, 0.4, 1.0);
        hit(other, parts[k], 0.5, 3.0, 0.02);
        cr_expect_float_eq(half[0], lasts[k], 1e-3, "%g", half[0]);
        cr_expect_float_eq(half[1], leaves[0][k], 1e-3, "%g", half[1]);
        cr_expect_float_eq(one[0], 1.0, 0.01, "%g", one[0]);
        cr_expect_float_eq(one[1], leaves[1][k], 1e-3, "%g", one[1]);
        cr_expect_float_eq(other[0], half[0], 1e-3, "%g", other[0]);
        cr_expect_float_eq(other[1], half[1], 1e-3, "%g", other[1]);
    }
}

/* As theta = 1 damps what omega h >> 1, a step of [R] reverses the force of a mode at theta = 1/2.
 */
Test(elastic_steps, stiff_modes_turn_round_at_every_step_or_are_damped)
{
    static const double thetas[] = {0.5, 0.8, 1.0}, place[1][3] = {{0.012, 0.0, 0.0}};
    for (size_t k = 0; k < 3; ++k) {
        test_meshed_start start = test_meshed_usual();
        test_packing p;
        start.n = 1;
        start.place = place;
        start.scene.theta = thetas[k];
        start.scene.h = 1.0; /* omega h = 770 000 */
        ss_elastic *const e = test_meshed_open(&p, &start);
        double a[2] = {1e-6, 0.0}, before = a[0];
        excite(e, &p.scene.bodies, SS_RIGID_MODES, a);
        for (size_t step = 0; step < 3; ++step) {
            test_packing_advance(&p, "exact", 1);
            amplitude(a, e, SS_RIGID_MODES);
            cr_expect_float_eq(a[0] / before, -(1.0 - thetas[k]) / thetas[k], 1e-6, "%g", a[0]);
            before = thetas[k] < 1.0 ? a[0] : 1e-6;
        }
        test_packing_free(&p);
    }
}

/* Thrown and spinning: the centre flies as a point does, the spin stays, and what turns is not
 * deformed but by its centrifugal force. */
Test(elastic_steps, a_free_disc_flies_and_turns_as_a_rigid_one)
{
    static const double place[2][3] = {{0.012, 0.3, 0.2}, {0.016, -0.2, 0.1}};
    static const double velocity[2][3] = {{1.0, 2.0, 3.0}, {-0.5, 0.0, -7.0}};
    test_meshed_start start = test_meshed_usual();
    test_packing p;
    start.n = 2;
    start.place = place;
    start.velocity = velocity;
    start.scene.gravity = 10.0;
    start.scene.theta = 0.5;
    ss_elastic *const e = test_meshed_open(&p, &start);
    const size_t steps = 500;
    const double t = (double)steps * start.scene.h;
    test_packing_advance(&p, "exact", steps);
    for (size_t b = 0; b < 2; ++b) {
        const double *const x = p.scene.bodies.x + 3 * b, *const v = p.scene.bodies.v + 6 * b;
        const double *const q = p.scene.bodies.orientation + 4 * b;
        cr_expect_float_eq(v[0], velocity[b][0], 1e-12);
        cr_expect_float_eq(v[2], velocity[b][1] - 10.0 * t, 1e-12);
        /* a step goes straight where the disc turns: by (h w)^2 of what it is */
        const double turn = start.scene.h * velocity[b][2];
        cr_expect_float_eq(v[4] / velocity[b][2], 1.0, 0.1 * (double)steps * turn * turn);
        cr_expect_float_eq(x[0], place[b][1] + velocity[b][0] * t, 1e-12);
        cr_expect_float_eq(x[2], place[b][2] + velocity[b][1] * t - 5.0 * t * t, 1e-12);
        cr_expect_float_eq(2.0 * atan2(q[2], q[0]), velocity[b][2] * t, 1e-5);
        const ss_elastic_frame frame = ss_elastic_frame_of(&e->mesh, e->x + e->n * b);
        ss_elastic_displacement(e->force, &e->mesh, e->size[b], &frame, e->x + e->n * b);
        for (size_t i = 0; i < e->n; ++i)
            cr_expect_lt(fabs(e->force[i]), turn * turn * e->size[b], "%g", e->force[i]);
    }
    test_packing_free(&p);
}

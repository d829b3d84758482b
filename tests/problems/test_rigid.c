/* Rigid bodies with lever vectors: what spheres are a case of, known blocks, symmetries, given
 * motion, and the way through a file.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "problems/files/fclib.h"
#include "tests/support/files.h"
#include "tests/support/hdf5_files.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { n_samples = 60, most = 3 * SS_CHECK_RIGID_CONTACTS };

static void draw(ss_check_rigid *s, unsigned long seed)
{
    gsl_rng *const rng = test_rng(seed);
    ss_check_rigid_draw(s, rng, 1 + seed % SS_CHECK_RIGID_MOVING);
    gsl_rng_free(rng);
}

static void draw_vector(double *x, size_t n, unsigned long seed)
{
    gsl_rng *const rng = test_rng(seed);
    for (size_t k = 0; k < n; ++k)
        x[k] = test_uniform(rng, -1.0, 1.0);
    gsl_rng_free(rng);
}

/* Balls said as rigid bodies: levers along n, inertias times the unit matrix. */
static void check_balls(const ss_problem *balls, unsigned long seed)
{
    const ss_moving *const moving = &balls->balls->moving;
    const size_t n = balls->n_contacts;
    double *const J = calloc(6 * moving->n_bodies, sizeof *J);
    ss_rigid_contact *const contacts = calloc(n + 1, sizeof *contacts);
    double *const x = calloc(15 * n + 1, sizeof *x), *const u = x + 3 * n, *const v = u + 3 * n;
    double W[9], own[9];
    for (size_t k = 0; k < 3 * moving->n_bodies; ++k)
        J[6 * (k / 3) + k % 3] = balls->balls->inv_inertia[k / 3];
    for (size_t c = 0; c < n; ++c)
        contacts[c] = ss_operator_contact(balls, c);
    const ss_rigid_form form = {*moving, J, contacts};
    ss_problem rigid = *balls;
    rigid.form = SS_FORM_RIGID;
    rigid.rigid = &form;
    rigid.W_cc = v + 3 * n;
    draw_vector(x, 3 * n, seed);
    test_velocity(u, balls, x);
    test_velocity(v, &rigid, x);
    TEST_REQUIRE(test_distance(u, v, 3 * n) <= 1e-13 * test_norm(u, 3 * n), "packing %lu: u", seed);
    for (size_t c = 0; c < n; ++c) {
        ss_rigid_block(W, &form, c);
        ss_operator_block(own, balls, c);
        TEST_REQUIRE(test_distance(W, own, 9) <= 1e-14 * test_block_norm(own),
                     "packing %lu, contact %zu: W_cc", seed, c);
    }
    free(J);
    free(contacts);
    free(x);
}

Test(rigid, levers_along_n_are_balls)
{
    for (unsigned long seed = 1; seed <= n_samples; ++seed) {
        gsl_rng *const rng = test_rng(seed);
        ss_scene_params params = test_scene_params();
        test_packing p;
        test_packing_create(&p, rng, 2 + seed % 12, seed % 3 != 0, &params);
        test_packing_pose(&p);
        check_balls(p.problem, seed);
        test_packing_free(&p);
        gsl_rng_free(rng);
    }
}

/* W_cc by change and velocity, and W by blocks. */
Test(rigid, blocks_are_what_the_operator_does)
{
    for (unsigned long seed = 1; seed <= n_samples; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        static ss_check_rigid s;
        draw(&s, seed);
        const size_t n = 3 * s.problem.n_contacts;
        double state[6 * SS_CHECK_RIGID_BODIES], r[most] = {0.0}, u[most], v[most];
        for (size_t c = 0; c < s.problem.n_contacts; ++c)
            for (size_t k = 0; k < 3; ++k) {
                double unit[3] = {0.0, 0.0, 0.0}, before[3], after[3];
                unit[k] = 1.0;
                ss_operator_start(state, &s.problem, r);
                ss_operator_velocity(before, &s.problem, state, r, c);
                ss_operator_change(state, &s.problem, c, unit);
                ss_operator_velocity(after, &s.problem, state, r, c);
                for (size_t i = 0; i < 3; ++i)
                    TEST_REQUIRE(fabs(after[i] - before[i] - s.W_cc[9 * c + 3 * i + k]) <= 1e-13,
                                 "sample %lu, contact %zu: W_cc[%zu][%zu]", seed, c, i, k);
            }
        ss_block_problem *const blocks = ss_block_problem_from_body(&s.problem, &error);
        cr_assert_not_null(blocks, "%s", error.text);
        draw_vector(r, n, seed);
        test_velocity(u, &s.problem, r);
        test_velocity(v, ss_block_problem_view(blocks), r);
        TEST_REQUIRE(test_distance(u, v, n) <= 1e-13 * test_norm(u, n), "sample %lu: u", seed);
        ss_block_problem_free(blocks);
    }
}

/* A rectangle of mass m on one corner, on fixed ground: W = (1/m)(I + 3 e e^T) in the plane (n,
 * t1), e across the lever, whatever its sides (the corner of a rod, [M] section 7). */
Test(rigid, a_corner_of_a_rectangle)
{
    for (unsigned long seed = 1; seed <= n_samples; ++seed) {
        gsl_rng *const rng = test_rng(seed);
        const double m = test_log_uniform(rng, 0.1, 10.0), turn = test_uniform(rng, 0.0, 6.3);
        const double a = test_uniform(rng, 0.1, 2.0), b = test_uniform(rng, 0.1, 2.0);
        const double inv_mass[2] = {1.0 / m, 0.0}, v[12] = {0.0};
        const double J[12] = {[1] = 12.0 / (m * (a * a + b * b))}; /* about y: the plane is x, z */
        const double l[3] = {0.5 * (a * cos(turn) - b * sin(turn)), 0.0,
                             0.5 * (a * sin(turn) + b * cos(turn))};
        ss_rigid_contact contact = {.n = {0, 0, 1}, .t1 = {1, 0, 0}, .t2 = {0, 1, 0}, .j = 1};
        contact.scale_n = contact.scale_t = 1.0;
        ss_copy3(contact.arm_i, l);
        const ss_rigid_form form = {{2, 1, v, inv_mass}, J, &contact};
        const double e[2] = {-l[0] / ss_norm(l), l[2] / ss_norm(l)}; /* of (n, t1) */
        const double expected[9] = {(1 + 3 * e[0] * e[0]) / m,
                                    3 * e[0] * e[1] / m,
                                    0,
                                    3 * e[0] * e[1] / m,
                                    (1 + 3 * e[1] * e[1]) / m,
                                    0,
                                    0,
                                    0,
                                    1 / m};
        double W[9];
        ss_rigid_block(W, &form, 0);
        TEST_REQUIRE(test_distance(W, expected, 9) <= 1e-14 * test_block_norm(W), "corner %lu",
                     seed);
        gsl_rng_free(rng);
    }
}

/* The given motion is in u, and no impulse changes it. */
Test(rigid, given_motion_is_read_and_never_written)
{
    static ss_check_rigid s;
    const size_t n_moving = 5;
    gsl_rng *const rng = test_rng(7);
    ss_check_rigid_draw(&s, rng, n_moving);
    double state[6 * SS_CHECK_RIGID_BODIES], r[most], u[most], shifted[most],
        faster[3] = {1, -2, 3};
    draw_vector(r, most, 8);
    ss_operator_start(state, &s.problem, r);
    cr_expect_arr_eq(state + 6 * n_moving, s.v_free + 6 * n_moving, 12 * sizeof *state);
    test_velocity(u, &s.problem, r);
    ss_axpy(s.v_free + 6 * n_moving, 1.0, faster);
    ss_axpy(s.v_free + 6 * (n_moving + 1), 1.0, faster);
    ss_check_rigid_pose(&s);
    test_velocity(shifted, &s.problem, r);
    size_t seen = 0;
    for (size_t c = 0; c < s.problem.n_contacts; ++c) {
        const ss_rigid_contact *const k = &s.contacts[c];
        const double sign = (double)(k->i >= n_moving) - (double)(k->j >= n_moving);
        const double expected = u[3 * c] + sign * k->scale_n * ss_dot(k->n, faster);
        cr_expect_float_eq(shifted[3 * c], expected, 1e-13);
        seen += sign != 0.0;
    }
    cr_expect(seen > 0);
    gsl_rng_free(rng);
}

/* A contact between moving bodies keeps linear and angular momentum. */
Test(rigid, a_pair_keeps_its_momentum)
{
    for (unsigned long seed = 1; seed <= n_samples; ++seed) {
        static ss_check_rigid s;
        draw(&s, seed);
        for (size_t c = 0; c < s.problem.n_contacts; ++c) {
            const ss_rigid_contact *const k = &s.contacts[c];
            double v[6 * SS_CHECK_RIGID_BODIES] = {0.0}, r[3], p[3] = {0.0}, L[3] = {0.0};
            if (k->i >= s.form.moving.n_moving || k->j >= s.form.moving.n_moving)
                continue;
            draw_vector(r, 3, seed + c);
            ss_operator_change(v, &s.problem, c, r);
            for (int side = 0; side < 2; ++side) {
                const size_t b = side == 0 ? k->i : k->j;
                const double *const J = s.inv_inertia + 6 * b;
                const double full[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
                double spin[3] = {0.0}, orbital[3];
                cr_assert(ss_solve3(spin, full, v + 6 * b + 3));
                ss_cross(orbital, s.x + 3 * b, v + 6 * b);
                ss_axpy(p, 1.0 / s.inv_mass[b], v + 6 * b);
                ss_axpy(L, 1.0 / s.inv_mass[b], orbital);
                ss_axpy(L, 1.0, spin);
            }
            TEST_REQUIRE(ss_norm(p) <= 1e-13 && ss_norm(L) <= 1e-12, "sample %lu, contact %zu",
                         seed, c);
        }
    }
}

/* Everything turned by R. */
static void turn(ss_check_rigid *s, const double R[9])
{
    double x[3];
    for (size_t b = 0; b < 2 * s->form.moving.n_bodies; ++b) { /* linear and angular */
        ss_mul3(x, R, s->v_free + 3 * b);
        ss_copy3(s->v_free + 3 * b, x);
    }
    for (size_t b = 0; b < s->form.moving.n_moving; ++b) {
        double *const J = s->inv_inertia + 6 * b, RJ[9], turned[9];
        const double full[9] = {J[0], J[3], J[4], J[3], J[1], J[5], J[4], J[5], J[2]};
        for (int i = 0; i < 3; ++i) /* full is symmetric: rows are columns */
            ss_mul3(RJ + 3 * i, R, full + 3 * i);
        for (int i = 0; i < 3; ++i) {
            const double column[3] = {RJ[i], RJ[3 + i], RJ[6 + i]};
            ss_mul3(turned + 3 * i, R, column);
        }
        const double packed[6] = {turned[0], turned[4], turned[8], turned[1], turned[2], turned[5]};
        memcpy(J, packed, sizeof packed);
    }
    for (size_t c = 0; c < s->problem.n_contacts; ++c) {
        double *const vectors[5] = {s->contacts[c].n, s->contacts[c].t1, s->contacts[c].t2,
                                    s->contacts[c].arm_i, s->contacts[c].arm_j};
        for (int k = 0; k < 5; ++k) {
            ss_mul3(x, R, vectors[k]);
            ss_copy3(vectors[k], x);
        }
    }
    ss_check_rigid_pose(s);
}

/* Contacts and bodies numbered backwards, bodies among those that move. */
static void renumber(ss_check_rigid *to, const ss_check_rigid *s)
{
    const size_t n = s->problem.n_contacts, n_moving = s->form.moving.n_moving;
    *to = *s;
    for (size_t b = 0; b < n_moving; ++b) {
        const size_t old = n_moving - 1 - b;
        to->inv_mass[b] = s->inv_mass[old];
        memcpy(to->v_free + 6 * b, s->v_free + 6 * old, 6 * sizeof(double));
        memcpy(to->inv_inertia + 6 * b, s->inv_inertia + 6 * old, 6 * sizeof(double));
    }
    to->form.moving.v_free = to->v_free;
    to->form.moving.inv_mass = to->inv_mass;
    for (size_t c = 0; c < n; ++c) {
        ss_rigid_contact *const k = &to->contacts[c];
        *k = s->contacts[n - 1 - c];
        k->i = k->i < n_moving ? (uint32_t)(n_moving - 1 - k->i) : k->i;
        k->j = k->j < n_moving ? (uint32_t)(n_moving - 1 - k->j) : k->j;
    }
    ss_check_rigid_pose(to);
}

/* Metres of another length and kilograms of another mass: u scales with length. */
static void change_units(ss_check_rigid *s, double length, double mass)
{
    for (size_t b = 0; b < s->form.moving.n_bodies; ++b) {
        s->inv_mass[b] /= mass;
        for (size_t k = 0; k < 6; ++k)
            s->inv_inertia[6 * b + k] /= mass * length * length;
        for (size_t k = 0; k < 3; ++k)
            s->v_free[6 * b + k] *= length;
    }
    for (size_t c = 0; c < s->problem.n_contacts; ++c)
        for (size_t k = 0; k < 3; ++k) {
            s->contacts[c].arm_i[k] *= length;
            s->contacts[c].arm_j[k] *= length;
            s->contacts[c].shift[k] *= length;
        }
    ss_check_rigid_pose(s);
}

/* u at rest of the exact solver: it is unique, r need not be. */
static void solve(double *u, const ss_problem *problem, const char *solver)
{
    test_solution s;
    test_solve_still(&s, problem, solver, NULL, 50000);
    memcpy(u, s.u, s.n * sizeof *u);
    test_solution_free(&s);
}

Test(rigid, solutions_turn_and_scale_with_the_problem)
{
    for (unsigned long seed = 1; seed <= n_samples; ++seed) {
        static ss_check_rigid s, other;
        double u[most], v[most], R[9];
        gsl_rng *const rng = test_rng(seed);
        ss_check_rigid_draw(&s, rng, 1 + seed % 5);
        test_rotation(rng, R);
        gsl_rng_free(rng);
        const size_t n = s.problem.n_contacts;
        solve(u, &s.problem, "exact");
        renumber(&other, &s);
        solve(v, &other.problem, "exact");
        for (size_t c = 0; c < n; ++c)
            TEST_REQUIRE(test_distance(u + 3 * c, v + 3 * (n - 1 - c), 3) <= 1e-9,
                         "sample %lu renumbered: u of contact %zu", seed, c);
        turn(&s, R);
        solve(v, &s.problem, "exact");
        TEST_REQUIRE(test_distance(u, v, 3 * n) <= 1e-9, "sample %lu turned", seed);
        change_units(&s, 0x1p-7, 0x1p5);
        solve(v, &s.problem, "exact");
        for (size_t k = 0; k < 3 * n; ++k)
            v[k] *= 0x1p7;
        TEST_REQUIRE(test_distance(u, v, 3 * n) <= 1e-9, "sample %lu in other units", seed);
    }
}

/* Into a file and back: the same blocks to the bit, so the same solution. */
Test(rigid, a_frozen_problem_comes_back, .init = test_files_begin, .fini = test_files_end)
{
    const char *const path = test_path("rigid.hdf5");
    for (unsigned long seed = 1; seed <= 5; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        const ss_fclib_text text = {"rigid", "", "", "", NULL, NULL};
        static ss_check_rigid s;
        ss_fclib_problem file;
        double u[most], v[most];
        draw(&s, seed);
        cr_assert(ss_fclib_write(path, &s.problem, &text, NULL, NULL, &error), "%s", error.text);
        cr_assert(ss_fclib_read(&file, path, &error), "%s", error.text);
        const ss_problem *const back = ss_block_problem_view(file.blocks);
        cr_assert_eq(back->n_contacts, s.problem.n_contacts);
        cr_expect_arr_eq(back->W_cc, s.W_cc, 9 * back->n_contacts * sizeof(double));
        cr_expect_arr_eq(back->q, s.q, 3 * back->n_contacts * sizeof(double));
        cr_expect_arr_eq(back->rho_bar, s.rho_bar, back->n_contacts * sizeof(double));
        solve(u, &s.problem, "exact");
        solve(v, back, "exact");
        cr_expect_leq(test_distance(u, v, 3 * back->n_contacts), 1e-10);
        ss_fclib_free(&file);
        remove(path);
    }
}

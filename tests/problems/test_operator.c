/* The contact operator: its two forms, its adjoint, its blocks and frames, and what it conserves.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { n_packings = 100 };

/* A random packing with random restitution and inertia, posed. */
static void make_packing(test_packing *p, unsigned long seed)
{
    gsl_rng *const rng = test_rng(seed);
    ss_scene_params params = test_scene_params();
    params.e_n = gsl_rng_uniform_int(rng, 3) == 0 ? 0.0 : gsl_rng_uniform(rng);
    params.e_t = gsl_rng_uniform_int(rng, 3) == 0 ? 0.0 : gsl_rng_uniform(rng);
    params.restitution = seed % 2 == 0 ? SS_LAW_PRINTED : SS_LAW_MENDED;
    params.inertia_factor = seed % 3 == 0 ? 0.5 : 0.4;
    test_packing_create(p, rng, 2 + seed % 29, seed % 4 != 0, &params);
    test_packing_pose(p);
    gsl_rng_free(rng);
}

static double *random_vector(gsl_rng *rng, size_t n)
{
    double *const x = calloc(n + 1, sizeof *x);
    cr_assert_not_null(x);
    for (size_t k = 0; k < n; ++k)
        x[k] = test_uniform(rng, -1.0, 1.0);
    return x;
}

Test(operator, block_form_is_body_form)
{
    gsl_rng *const rng = test_rng(1);
    size_t n_contacts = 0;
    for (unsigned long seed = 1; seed <= n_packings; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        test_packing p;
        make_packing(&p, seed);
        const size_t n = 3 * p.problem->n_contacts;
        ss_block_problem *const blocks = ss_block_problem_from_body(p.problem, &error);
        cr_assert_not_null(blocks);
        double *const r = random_vector(rng, n), *const u = random_vector(rng, n);
        double *const v = random_vector(rng, n);
        test_velocity(u, p.problem, r);
        test_velocity(v, ss_block_problem_view(blocks), r);
        TEST_REQUIRE(test_distance(u, v, n) <= 1e-13 * test_norm(u, n), "packing %lu: %g of %g",
                     seed, test_distance(u, v, n), test_norm(u, n));
        n_contacts += p.problem->n_contacts;
        free(r);
        free(u);
        free(v);
        ss_block_problem_free(blocks);
        test_packing_free(&p);
    }
    cr_expect(n_contacts > 15 * n_packings, "only %zu contacts", n_contacts);
    gsl_rng_free(rng);
}

/* A fresh computation of relative velocity (method section 2), in the fixed frame. */
static void relative_velocity(double u[3], const ss_ball_contact *c, const double *v)
{
    double w[3] = {0.0, 0.0, 0.0}, turn[3];
    ss_axpy(w, c->arm_i, v + 6 * c->i + 3);
    ss_axpy(w, c->arm_j, v + 6 * c->j + 3);
    ss_cross(turn, w, c->n);
    for (size_t k = 0; k < 3; ++k)
        u[k] = v[6 * c->i + k] - v[6 * c->j + k] - turn[k];
}

/* q = D (u_free + E u-), E = (e_n, e_t, e_t), e_t replaced by e_n in the printed reading. */
static void check_free_velocity(const test_packing *p, size_t c, unsigned long seed)
{
    const ss_ball_contact *const contact = &p->problem->balls->contacts[c];
    const ss_scene_params *const params = &p->scene.params;
    const bool printed = params->restitution == SS_LAW_PRINTED;
    const double E[2] = {params->e_n, printed ? params->e_n : params->e_t};
    const double *const axes[3] = {contact->n, contact->t1, contact->t2};
    double before[3], after[3];
    relative_velocity(before, contact, p->scene.bodies.v);
    relative_velocity(after, contact, p->problem->balls->moving.v_free);
    for (int k = 0; k < 3; ++k) {
        const double e = k == 0 ? params->e_n : params->e_t;
        const double q = (ss_dot(axes[k], after) + E[k > 0] * ss_dot(axes[k], before)) / (1.0 + e);
        TEST_REQUIRE(fabs(p->problem->q[3 * c + (size_t)k] - q) <= 1e-13,
                     "packing %lu, contact %zu: q[%d] is %g, not %g", seed, c, k,
                     p->problem->q[3 * c + (size_t)k], q);
    }
}

Test(operator, free_velocity_carries_restitution_as_the_reading_says)
{
    for (unsigned long seed = 1; seed <= n_packings; ++seed) {
        test_packing p;
        make_packing(&p, seed);
        for (size_t c = 0; c < p.problem->n_contacts; ++c)
            check_free_velocity(&p, c, seed);
        test_packing_free(&p);
    }
}

/* W_cc = D diag(w, k w, k w), k = 1 + 1/inertia_factor: 7/2 for solid spheres, 3 for discs. */
static void check_block(const test_packing *p, size_t c, unsigned long seed)
{
    const ss_ball_contact *const contact = &p->problem->balls->contacts[c];
    const ss_scene_params *const params = &p->scene.params;
    const double w = p->scene.bodies.inv_mass[contact->i] + p->scene.bodies.inv_mass[contact->j];
    const double k = params->inertia_factor == 0.4 ? 3.5 : 3.0;
    const double t = k * w / (1.0 + params->e_t);
    const double expected[9] = {w / (1.0 + params->e_n), 0, 0, 0, t, 0, 0, 0, t};
    double block[9];
    const double *const W = ss_operator_block(block, p->problem, c);
    TEST_REQUIRE(test_distance(W, expected, 9) <= 1e-14 * (w + t), "packing %lu, contact %zu: W_cc",
                 seed, c);
    TEST_REQUIRE(fabs(p->problem->rho_bar[c] * w - 1.0) <= 1e-15, "packing %lu: rho_bar", seed);
}

/* Contacts are coupled through a ball that they share; not through the ground. */
static bool coupled(const test_packing *p, size_t c, size_t b)
{
    const ss_ball_contact *const one = &p->problem->balls->contacts[c];
    const ss_ball_contact *const other = &p->problem->balls->contacts[b];
    const bool balls = one->j == other->j && one->j < p->scene.bodies.n_moving;
    return one->i == other->i || one->i == other->j || one->j == other->i || balls;
}

Test(operator, blocks_stand_where_contacts_share_a_ball)
{
    for (unsigned long seed = 1; seed <= n_packings; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        test_packing p;
        make_packing(&p, seed);
        ss_block_problem *const blocks = ss_block_problem_from_body(p.problem, &error);
        const ss_block_form *const form = ss_block_problem_view(blocks)->blocks;
        for (size_t c = 0; c < p.problem->n_contacts; ++c) {
            size_t k = form->row_start[c];
            for (size_t b = 0; b < p.problem->n_contacts; ++b) {
                if (!coupled(&p, c, b))
                    continue;
                TEST_REQUIRE(k < form->row_start[c + 1] && form->column[k] == b,
                             "packing %lu, row %zu: no block in column %zu", seed, c, b);
                ++k;
            }
            TEST_REQUIRE(k == form->row_start[c + 1], "packing %lu, row %zu: %zu blocks too many",
                         seed, c, form->row_start[c + 1] - k);
        }
        ss_block_problem_free(blocks);
        test_packing_free(&p);
    }
}

Test(operator, diagonal_blocks_are_those_of_spheres)
{
    for (unsigned long seed = 1; seed <= n_packings; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        test_packing p;
        make_packing(&p, seed);
        ss_block_problem *const blocks = ss_block_problem_from_body(p.problem, &error);
        const ss_block_form *const form = ss_block_problem_view(blocks)->blocks;
        for (size_t c = 0; c < p.problem->n_contacts; ++c) {
            double block[9];
            const double *const W = ss_operator_block(block, p.problem, c);
            size_t seen = 0;
            check_block(&p, c, seed);
            for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k) {
                TEST_REQUIRE(k == form->row_start[c] || form->column[k - 1] < form->column[k],
                             "packing %lu, row %zu: columns do not ascend", seed, c);
                seen += form->column[k] == c &&
                        test_distance(form->blocks + 9 * k, W, 9) <= 1e-14 * test_block_norm(W);
            }
            TEST_REQUIRE(seen == 1, "packing %lu, contact %zu: no such diagonal block", seed, c);
        }
        ss_block_problem_free(blocks);
        test_packing_free(&p);
    }
}

/* Frames of every direction, the poles and their neighbourhood too, on one contact. */
static void check_frame(const double n[3])
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing p = {.scene.params = test_scene_params()};
    cr_assert(ss_bodies_create(&p.scene.bodies, 1, 1, &error));
    ss_bodies_set_ball(&p.scene.bodies, 0, 1.0, 1.0, 0.4);
    cr_assert(ss_bodies_set_plane(&p.scene.bodies, 1, n, -0.9, &error));
    p.step = ss_step_create(&p.scene, &error);
    test_packing_pose(&p);
    cr_assert_eq(p.problem->n_contacts, 1);
    const ss_ball_contact *const c = &p.problem->balls->contacts[0];
    double cross[3];
    ss_cross(cross, c->t1, c->t2);
    const double worst = fmax(fmax(fmax(fabs(ss_norm(c->t1) - 1.0), fabs(ss_norm(c->t2) - 1.0)),
                                   fmax(fabs(ss_dot(c->n, c->t1)), fabs(ss_dot(c->n, c->t2)))),
                              fmax(fabs(ss_dot(c->t1, c->t2)), test_distance(cross, n, 3)));
    TEST_REQUIRE(worst <= 1e-14, "n = (%.17g, %.17g, %.17g): off by %g", n[0], n[1], n[2], worst);
    test_packing_free(&p);
}

Test(operator, frames_are_orthonormal_and_right_handed)
{
    gsl_rng *const rng = test_rng(2);
    for (int axis = 0; axis < 3; ++axis)
        for (double sign = -1.0; sign < 2.0; sign += 2.0) {
            double n[3] = {0.0, 0.0, 0.0};
            n[axis] = sign;
            check_frame(n);
        }
    for (int k = 0; k < 2000; ++k) {
        double n[3];
        test_direction(rng, n);
        if (k % 2 == 0) { /* close to a pole or to the equator */
            n[2] = k % 4 == 0 ? n[2] * 1e-9 : copysign(1e9, n[2]) * fabs(n[0]);
            const double length = ss_norm(n);
            for (int i = 0; i < 3; ++i)
                n[i] /= length;
        }
        check_frame(n);
    }
    gsl_rng_free(rng);
}

/* (P* v).r = v.(P r): with unit masses, ss_ball_change adds P r itself. */
Test(operator, impulses_and_velocities_are_adjoint)
{
    gsl_rng *const rng = test_rng(3);
    for (unsigned long seed = 1; seed <= n_packings; ++seed) {
        test_packing p;
        make_packing(&p, seed);
        ss_ball_form unit = *p.problem->balls;
        const size_t nv = 6 * unit.moving.n_bodies;
        double *const ones = random_vector(rng, unit.moving.n_bodies), *const v =
                                                                           random_vector(rng, nv);
        for (size_t b = 0; b < unit.moving.n_bodies; ++b)
            ones[b] = 1.0;
        unit.moving.inv_mass = unit.inv_inertia = ones;
        for (size_t c = 0; c < p.problem->n_contacts; ++c) {
            double *const r = random_vector(rng, 3), *const Pr = calloc(nv, sizeof *Pr);
            double u[3], sum = 0.0;
            ss_ball_change(Pr, &unit, c, r, false);
            ss_ball_relative_velocity(u, &unit.contacts[c], v);
            for (size_t k = 0; k < nv; ++k)
                sum += v[k] * Pr[k];
            TEST_REQUIRE(fabs(ss_dot(u, r) - sum) <= 1e-13, "packing %lu, contact %zu: %g, %g",
                         seed, c, ss_dot(u, r), sum);
            free(r);
            free(Pr);
        }
        free(ones);
        free(v);
        test_packing_free(&p);
    }
    gsl_rng_free(rng);
}

/* Linear momentum, and angular momentum about the origin, of two balls. */
static void momentum(double p[3], double l[3], const test_packing *packing, const double *v,
                     const ss_ball_contact *c)
{
    const ss_bodies *const bodies = &packing->scene.bodies;
    const size_t pair[2] = {c->i, c->j};
    memset(p, 0, 3 * sizeof *p);
    memset(l, 0, 3 * sizeof *l);
    for (int k = 0; k < 2; ++k) {
        const size_t b = pair[k];
        double orbital[3];
        ss_cross(orbital, bodies->x + 3 * b, v + 6 * b);
        ss_axpy(p, 1.0 / bodies->inv_mass[b], v + 6 * b);
        ss_axpy(l, 1.0 / bodies->inv_mass[b], orbital);
        ss_axpy(l, 1.0 / bodies->inv_inertia[3 * b], v + 6 * b + 3);
    }
}

/* The two torque arms end on the two surfaces, a gap g apart: L changes by g n x p, that is not
 * at all when the balls just touch. */
static void check_momentum(const test_packing *p, gsl_rng *rng, size_t c, unsigned long seed)
{
    const ss_ball_form *const body = p->problem->balls;
    const ss_ball_contact *const contact = &body->contacts[c];
    double *const r = random_vector(rng, 3), *const v =
                                                 random_vector(rng, 6 * body->moving.n_bodies);
    double p0[3], l0[3], p1[3], l1[3], apart[3], impulse[3] = {0.0, 0.0, 0.0}, twist[3];
    momentum(p0, l0, p, v, contact);
    ss_ball_change(v, body, c, r, false);
    momentum(p1, l1, p, v, contact);
    ss_sub3(apart, p->scene.bodies.x + 3 * contact->i, p->scene.bodies.x + 3 * contact->j);
    const double gap = ss_norm(apart) - contact->arm_i - contact->arm_j;
    ss_axpy(impulse, r[0], contact->n);
    ss_axpy(impulse, r[1], contact->t1);
    ss_axpy(impulse, r[2], contact->t2);
    ss_cross(twist, contact->n, impulse);
    ss_sub3(l1, l1, l0);
    ss_axpy(l1, -gap, twist);
    TEST_REQUIRE(test_distance(p0, p1, 3) <= 1e-13 && ss_norm(l1) <= 1e-12,
                 "packing %lu, contact %zu: momentum changes by %g, %g", seed, c,
                 test_distance(p0, p1, 3), ss_norm(l1));
    free(r);
    free(v);
}

Test(operator, a_pair_keeps_its_momentum)
{
    gsl_rng *const rng = test_rng(4);
    for (unsigned long seed = 1; seed <= n_packings; ++seed) {
        test_packing p;
        make_packing(&p, seed);
        for (size_t c = 0; c < p.problem->n_contacts; ++c)
            if (p.problem->balls->contacts[c].j < p.scene.bodies.n_moving)
                check_momentum(&p, rng, c, seed);
        test_packing_free(&p);
    }
    gsl_rng_free(rng);
}

/* The ground has no inverse mass: contacts with walls leave it at rest. */
Test(operator, the_ground_stays)
{
    test_packing p;
    make_packing(&p, 57); /* 30 balls, walls */
    const ss_ball_form *const body = p.problem->balls;
    const double r[3] = {1.0, 2.0, -3.0};
    size_t walls = 0;
    for (size_t c = 0; c < p.problem->n_contacts; ++c) {
        const size_t wall = body->contacts[c].j, n_moving = p.scene.bodies.n_moving;
        double *const v = calloc(6 * body->moving.n_bodies, sizeof *v);
        ss_ball_change(v, body, c, r, false);
        walls += wall >= n_moving;
        cr_expect((wall < n_moving || test_norm(v + 6 * wall, 6) == 0.0) &&
                  test_norm(v, 6 * n_moving) > 0.0);
        free(v);
    }
    cr_expect(walls > 0);
    test_packing_free(&p);
}

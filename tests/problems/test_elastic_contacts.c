/* Contacts of meshed bodies: geometry, W and q, momentum (method 13.12).
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/meshes.h"
#include "problems/sparse/condense.h"
#include "tests/support/meshed.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static const size_t fineness[] = {1, 2, 4};

/* Three discs of three sizes that touch each other and two walls, shaken a little out of shape. */
static const double place[3][3] = {
    {0.012, 0.0121, 0.0121}, {0.016, 0.0401, 0.0161}, {0.008, 0.0235, 0.0328}};
static const double velocity[3][3] = {{0.3, -0.2, 5.0}, {-0.5, -0.1, -3.0}, {0.1, -0.9, 20.0}};
static const double walls[2][3] = {{0.0, 1.0, 0.0}, {0.8, 0.6, 0.0}};

static ss_elastic *open_three(test_packing *p, size_t m, double theta, int law)
{
    test_meshed_start start = test_meshed_usual();
    start.n = 3;
    start.place = place;
    start.velocity = velocity;
    start.wall = walls;
    start.n_walls = 2;
    start.m = m;
    start.elastic.damping_mass = 7.0;
    start.elastic.damping_stiffness = 1e-6;
    start.scene.mu = 0.3;
    start.scene.e_n = 0.4;
    start.scene.e_t = 0.2;
    start.scene.restitution = law;
    start.scene.margin = 1e-3;
    start.scene.theta = theta;
    start.scene.gravity = 9.81;
    ss_elastic *const e = test_meshed_open(p, &start);
    gsl_rng *const rng = test_rng(m);
    for (size_t i = 0; i < 3 * e->n; ++i) {
        e->x[i] += 1e-6 * test_uniform(rng, -1.0, 1.0);
        e->v[i] += 0.1 * test_uniform(rng, -1.0, 1.0);
    }
    gsl_rng_free(rng);
    for (size_t k = 0; k < 3; ++k)
        ss_elastic_show(e, &p->scene.bodies, k);
    return e;
}

/* The point p is on the boundary of the unit square of a bar, in its corner's part, or inside. */
Test(elastic_contacts, the_nearest_point_is_on_a_side_or_a_corner)
{
    static const double orientation[4] = {1.0, 0.0, 0.0, 0.0}, centre[3] = {2.0, 0.0, 3.0};
    const ss_meshed square = {
        0, 8, 2.0, {{-1, -1}, {0, -1}, {1, -1}, {1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}}};
    static const struct {
        double p[2], n[2], gap, xi;
        size_t segment;
    } cases[] = {{{2.25, 4.5}, {0.0, 1.0}, 0.5, 0.75, 4},
                 {{2.25, 3.9}, {0.0, 1.0}, -0.1, 0.75, 4},
                 {{3.5, 2.5}, {1.0, 0.0}, 0.5, 0.5, 2},
                 {{3.3, 4.4}, {0.6, 0.8}, 0.5, 1.0, 3},
                 {{0.4, 1.2}, {-0.6, -0.8}, 1.0, 1.0, 7}};
    const ss_placed body = {centre, orientation, &square, &ss_shape_meshed};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; ++k) {
        const ss_mesh_foot foot = ss_mesh_nearest(&body, cases[k].p);
        cr_expect_float_eq(foot.gap, cases[k].gap, 1e-14);
        cr_expect(hypot(foot.n[0] - cases[k].n[0], foot.n[1] - cases[k].n[1]) < 1e-14);
        cr_expect(foot.segment == cases[k].segment && fabs(foot.xi - cases[k].xi) < 1e-14,
                  "case %zu: segment %zu, xi %g", k, foot.segment, foot.xi);
    }
}

/* A touch is a node and the point of the other boundary that is nearest to it, by brute force. */
Test(elastic_contacts, every_node_near_the_other_boundary_is_a_touch)
{
    const double margin = 2e-3;
    for (size_t i = 0; i < 3; ++i) {
        test_packing p;
        ss_elastic *const e = open_three(&p, fineness[i], 1.0, SS_LAW_IQS);
        const ss_bodies *const bodies = &p.scene.bodies;
        ss_touch touch[SS_MAX_TOUCH];
        const size_t n = ss_touch_find(touch, bodies, 0, 1, margin), n_b = e->mesh.n_boundary;
        size_t found = 0;
        for (size_t k = 0; k < 2 * n_b; ++k) {
            const size_t own = k < n_b ? 0 : 1;
            const double *const x = e->x + e->n * own + 2 * e->mesh.boundary[k % n_b];
            const double *const other = e->x + e->n * (1 - own);
            double least = INFINITY;
            for (size_t s = 0; s < 1000 * n_b; ++s) {
                const double *const a = other + 2 * e->mesh.boundary[s / 1000];
                const double *const b = other + 2 * e->mesh.boundary[(s / 1000 + 1) % n_b];
                const double xi = (double)(s % 1000) / 1000.0;
                least = fmin(least, hypot(x[0] - (1.0 - xi) * a[0] - xi * b[0],
                                          x[1] - (1.0 - xi) * a[1] - xi * b[1]));
            }
            const bool is = found < n && touch[found].feature == k;
            cr_expect(is ? fabs(fabs(touch[found].gap) - least) < 1e-5 : least > margin - 1e-5,
                      "m %zu, node %zu: %g", fineness[i], k, least);
            found += is;
        }
        cr_expect(found == n && n > 0);
        test_packing_free(&p);
    }
}

/* H, 3 columns a contact, of the sides that W was made of, in all nodes of all bodies. */
static void fill_H(ss_triplets *H, const ss_elastic *e, const ss_problem *rigid)
{
    for (size_t s = 0; s < 2 * rigid->n_contacts; ++s) {
        const ss_elastic_side *const side = &e->side[s];
        const ss_rigid_contact *const contact = &rigid->rigid->contacts[s / 2];
        for (size_t k = 0; k < 4 * side->n; ++k) {
            const double *const axis = k / 2 % 2 == 0 ? contact->n : contact->t1;
            H->row[H->count] =
                (int64_t)(e->n * side->meshed + 2 * e->mesh.boundary[side->node[k / 4]] + k % 2);
            H->col[H->count] = (int64_t)(2 * (s / 2) + k / 2 % 2);
            H->x[H->count++] = side->weight[k / 4] * axis[2 * (k % 2)];
        }
    }
}

/* Mt = R (M + h theta C + h^2 theta^2 K) R^T of all bodies, node by node, and its product with the
 * free velocity by the same formula: Mt v_free = Mt v_k + h F - h R C R^T v - h R K d. */
static void fill_Mt(ss_triplets *M, double *f, const ss_elastic *e, const ss_scene *scene)
{
    const double h = scene->params.h, theta = scene->params.theta;
    const double alpha = e->params.damping_mass, beta = e->params.damping_stiffness;
    double *const d = calloc(e->n, sizeof *d), *const x = calloc(e->n, sizeof *x);
    for (size_t b = 0; b < e->n_meshed; ++b) {
        const double *const v = e->v + e->n * b;
        const double mass = e->params.material.density * e->size[b] * e->size[b];
        for (size_t i = 0; i < e->n; ++i)
            x[i] = e->x[e->n * b + i] + (2.0 * theta - 1.0) * h * v[i];
        const ss_elastic_frame R = ss_elastic_frame_of(&e->mesh, x);
        const double turn[2][2] = {{R.cosine, -R.sine}, {R.sine, R.cosine}};
        ss_elastic_displacement(d, &e->mesh, e->size[b], &R, x);
        for (size_t i = 0; i < e->n * e->n; ++i) {
            const size_t r = i / e->n, c = i % e->n;
            double K = 0.0, Kd = 0.0; /* (R K R^T)_rc, (R K)_rc */
            for (size_t k = 0; k < 4; ++k) {
                const double entry =
                    gsl_matrix_get(e->modes.K, r - r % 2 + k / 2, c - c % 2 + k % 2);
                K += turn[r % 2][k / 2] * entry * turn[c % 2][k % 2];
                Kd += k % 2 == 0
                          ? turn[r % 2][k / 2] * gsl_matrix_get(e->modes.K, r - r % 2 + k / 2, c)
                          : 0.0;
            }
            const double m = r == c ? mass * e->mesh.area[r / 2] : 0.0;
            const double C = alpha * m + beta * K,
                         Mt = m + h * theta * C + h * h * theta * theta * K;
            M->row[M->count] = (int64_t)(e->n * b + r);
            M->col[M->count] = (int64_t)(e->n * b + c);
            M->x[M->count++] = Mt;
            f[e->n * b + r] += Mt * v[c] - h * C * v[c] - h * Kd * d[c] +
                               (c % 2 == 1 ? h * m * scene->gravity[2] : 0.0);
        }
    }
    free(d);
    free(x);
}

static ss_triplets make_triplets(size_t m, size_t n, size_t room)
{
    return (ss_triplets){.m = m,
                         .n = n,
                         .row = calloc(room, sizeof(int64_t)),
                         .col = calloc(room, sizeof(int64_t)),
                         .x = calloc(room, sizeof(double))};
}

/* Block (c, d) of the problem, 0 where it has none. */
static double entry(const ss_problem *p, size_t row, size_t col)
{
    const ss_block_form *const s = p->blocks;
    for (size_t k = s->row_start[row / 2]; k < s->row_start[row / 2 + 1]; ++k)
        if (s->column[k] == col / 2)
            return s->blocks[9 * k + 3 * (row % 2) + col % 2];
    return 0.0;
}

static void check_condensed(size_t m, double theta)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing p;
    ss_elastic *const e = open_three(&p, m, theta, SS_LAW_IQS);
    test_packing_pose(&p);
    const ss_problem *const rigid = ss_step_contacts(p.step);
    const size_t n = p.problem->n_contacts, all = 3 * e->n;
    ss_triplets M = make_triplets(all, all, 3 * e->n * e->n), H = make_triplets(all, 2 * n, 32 * n);
    ss_triplets W = {0};
    double *const f = calloc(all, sizeof *f), *const w = calloc(2 * n, sizeof *w);
    double *const q = calloc(2 * n, sizeof *q), *const full = calloc(4 * n * n, sizeof *full);
    fill_Mt(&M, f, e, &p.scene);
    fill_H(&H, e, rigid);
    cr_assert(n >= 4, "%zu", n);
    for (size_t c = 0; c < n; ++c)
        w[2 * c] = rigid->rigid->contacts[c].shift[0]; /* g/h */
    const ss_global_form global = {&M, &H, f, w};
    cr_assert(ss_condense(&W, q, &global, &error), "%s", error.text);
    double scale = 0.0;
    for (size_t k = 0; k < W.count; ++k) {
        full[2 * n * (size_t)W.row[k] + (size_t)W.col[k]] += W.x[k];
        scale = fmax(scale, fabs(W.x[k]));
    }
    for (size_t i = 0; i < 2 * n; ++i) {
        const double seen = p.problem->q[3 * (i / 2) + i % 2];
        cr_expect_float_eq(seen, q[i], 1e-9 * (1.0 + fabs(q[i])), "q %zu: %g for %g", i, seen,
                           q[i]);
        for (size_t j = 0; j < 2 * n; ++j) {
            const double x = entry(p.problem, i, j), y = full[2 * n * i + j];
            TEST_REQUIRE(fabs(x - y) <= 1e-9 * scale, "W %zu %zu: %g for %g", i, j, x, y);
        }
    }
    free(f);
    free(w);
    free(q);
    free(full);
    ss_triplets_free(&M);
    ss_triplets_free(&H);
    ss_triplets_free(&W);
    test_packing_free(&p);
}

Test(elastic_contacts, modes_give_the_W_and_q_of_the_condensed_global_problem)
{
    for (size_t i = 0; i < 3; ++i)
        for (int k = 0; k < 2; ++k)
            check_condensed(fineness[i], k == 0 ? 0.5 : 1.0);
}

/* u of the contacts at the end of a step, from the nodes, is W r + q under either law; the momentum
 * of the bodies changes by what the walls give, and by gravity. */
static void check_step(size_t m, int law)
{
    test_packing p;
    ss_elastic *const e = open_three(&p, m, 1.0, law);
    p.scene.params.limits = (ss_limits){1e-10, 100000};
    for (int step = 0; step < 20; ++step) {
        double before[3], after[3], given[3] = {0.0, 0.0, 0.0}, mass = 0.0;
        test_solution s;
        test_meshed_momentum(before, e);
        test_packing_pose(&p);
        test_solve(&s, p.problem, "exact", 1e-10, 100000);
        ss_step_finish(p.step, s.r);
        test_meshed_momentum(after, e);
        const ss_problem *const rigid = ss_step_contacts(p.step);
        for (size_t b = 0; b < 3; ++b)
            mass += 1.0 / p.scene.bodies.inv_mass[b];
        for (size_t c = 0; c < rigid->n_contacts; ++c) {
            double impulse[3];
            ss_rigid_impulse(impulse, &rigid->rigid->contacts[c], s.r + 3 * c);
            for (size_t k = 0; rigid->rigid->contacts[c].j >= 3 && k < 3; ++k)
                given[k] += impulse[k];
            cr_expect(s.r[3 * c + 2] == 0.0);
        }
        given[2] -= mass * 9.81 * p.scene.params.h;
        /* of what passes: 1 m/s of all, the walls' impulses, and h K d inside of 1e-6 m */
        const double inside = p.scene.params.h * e->params.material.young * 1e-6;
        const double bound = 1e-13 * fmax(fmax(mass, ss_norm(given)), inside);
        /* alpha brakes all that moves */
        const double kept = 1.0 / (1.0 + p.scene.params.h * e->params.damping_mass);
        for (size_t k = 0; k < 2; ++k)
            cr_expect_float_eq(after[k], kept * (before[k] + given[2 * k]), bound, "step %d: %g",
                               step, after[k] - kept * (before[k] + given[2 * k]));
        test_solution_free(&s);
    }
    test_packing_free(&p);
}

Test(elastic_contacts, momentum_changes_by_the_impulses_of_the_walls)
{
    for (size_t i = 0; i < 3; ++i) {
        check_step(fineness[i], SS_LAW_IQS);
        check_step(fineness[i], SS_LAW_MENDED);
    }
}

/* The change of a gap by moving all nodes is u h: H is the gap's derivative. */
Test(elastic_contacts, a_gap_changes_by_its_velocity)
{
    for (size_t i = 0; i < 3; ++i) {
        test_packing p;
        ss_elastic *const e = open_three(&p, fineness[i], 1.0, SS_LAW_MENDED);
        p.scene.laws[0][0] = (ss_law){.mu = 0.3, .kind = SS_LAW_SUM}; /* q is u_free */
        test_packing_pose(&p);
        const double dt = 1e-7;
        ss_touch before[SS_MAX_TOUCH], after[SS_MAX_TOUCH];
        const size_t n = ss_touch_find(before, &p.scene.bodies, 0, 1, p.scene.params.margin);
        for (size_t k = 0; k < 3 * e->n; ++k)
            e->x[k] += dt * e->v_free[k];
        for (size_t k = 0; k < 3; ++k)
            ss_elastic_show(e, &p.scene.bodies, k);
        cr_assert_eq(n, ss_touch_find(after, &p.scene.bodies, 0, 1, p.scene.params.margin));
        for (size_t c = 0, k = 0; c < p.problem->n_contacts; ++c) {
            const ss_rigid_contact *const contact = &ss_step_contacts(p.step)->rigid->contacts[c];
            if (contact->i != 0 || contact->j != 1)
                continue;
            cr_assert(k < n && before[k].n[0] == contact->n[0]);
            const double u = (after[k].gap - before[k].gap) / dt;
            cr_expect_float_eq(p.problem->q[3 * c], u, 1e-4 * (1.0 + fabs(u)), "%g for %g",
                               p.problem->q[3 * c], u);
            ++k;
        }
        test_packing_free(&p);
    }
}

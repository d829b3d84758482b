/* Newton's methods on all contacts: the scaled problem in Lorentz form against the referee, its
 * matrices against central differences and against each other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/outer_run.h"

#include "solvers/global/lorentz.h"
#include "solvers/global/system.h"

#include <criterion/criterion.h>
#include <gsl/gsl_statistics.h>
#include <stdlib.h>

enum { MOST = 3 * SS_CHECK_BLOCKS_MOST };

static const double frictions[] = {0.0, 1e-6, 1.0, 10.0};
enum { N_FRICTIONS = sizeof frictions / sizeof frictions[0] };

/* A random cluster by blocks, with these frictions in turn and a slightly unsymmetric W. */
static ss_block_problem *draw_problem(gsl_rng *rng, unsigned long seed)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_check_cluster symmetric;
    cr_assert(ss_check_blocks_random(&symmetric, seed, &error), "%s", error.text);
    const ss_problem *const from = symmetric.problem;
    const size_t n = from->n_contacts, n_blocks = from->blocks->row_start[n];
    ss_block_arrays to;
    ss_block_problem *const problem = ss_block_problem_create(n, n_blocks, &to, &error);
    cr_assert_not_null(problem, "%s", error.text);
    memcpy(to.q, from->q, 3 * n * sizeof *to.q);
    memcpy(to.row_start, from->blocks->row_start, (n + 1) * sizeof *to.row_start);
    memcpy(to.column, from->blocks->column, n_blocks * sizeof *to.column);
    for (size_t i = 0; i < 9 * n_blocks; ++i)
        to.blocks[i] = from->blocks->blocks[i] * test_uniform(rng, 0.95, 1.05);
    for (size_t c = 0; c < n; ++c)
        to.mu[c] = frictions[(c + seed) % N_FRICTIONS];
    cr_assert(ss_block_problem_finish(problem, &error), "%s", error.text);
    ss_check_cluster_free(&symmetric);
    return problem;
}

static void pose(ss_system *s, const ss_problem *problem, ss_work *work)
{
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_system_pose(s, problem, work, &error), "%s", error.text);
}

/* The zones of the projection, and a margin within which its map has a kink. */
enum { OPEN, STICK, SLIDE, N_ZONES, AT_A_KINK = N_ZONES };

static int zone_of(const double y[3], const double v[3])
{
    double x[3], g[3], z[3];
    ss_lorentz_shift(x, g, v);
    ss_sub3(z, y, x);
    const double z_t = ss_norm_t(z), margin = 0.05;
    if (ss_norm_t(v) < margin || fabs(z_t - z[0]) < margin || fabs(z_t + z[0]) < margin)
        return AT_A_KINK;
    return z_t < z[0] ? STICK : z_t < -z[0] ? OPEN : SLIDE;
}

Test(global, the_projection_and_its_derivative)
{
    gsl_rng *const rng = test_rng(1);
    const double h = 1e-6;
    size_t seen[N_ZONES] = {0};
    for (size_t k = 0; k < 20000; ++k) {
        double z[3], p[3], P[9], ends[2][3], ignored[9];
        for (size_t i = 0; i < 3; ++i)
            z[i] = test_uniform(rng, -1.0, 1.0);
        const double z_t = ss_norm_t(z);
        if (fabs(z_t - fabs(z[0])) < 0.01)
            continue;
        ss_lorentz_project(p, P, z);
        ss_cone_project(ends[0], z, 1.0); /* L is the friction cone of mu = 1 */
        TEST_REQUIRE(test_distance(p, ends[0], 3) <= 1e-15, "z (%g, %g, %g)", z[0], z[1], z[2]);
        for (size_t j = 0; j < 3; ++j) {
            double moved[3];
            for (size_t side = 0; side < 2; ++side) {
                ss_copy3(moved, z);
                moved[j] += side == 0 ? -h : h;
                ss_lorentz_project(ends[side], ignored, moved);
            }
            for (size_t i = 0; i < 3; ++i)
                TEST_REQUIRE(fabs((ends[1][i] - ends[0][i]) / (2.0 * h) - P[3 * i + j]) <= 1e-6,
                             "P_%zu%zu at (%g, %g, %g)", i, j, z[0], z[1], z[2]);
        }
        ++seen[z_t < z[0] ? STICK : z_t < -z[0] ? OPEN : SLIDE];
    }
    cr_expect(seen[OPEN] > 1000 && seen[STICK] > 1000 && seen[SLIDE] > 1000);
    gsl_rng_free(rng);
}

/* A point of ppa's inner problem away from all kinks: y, its v (3 n each), the step that changes v
 * by about 1 for each unknown, and a. q~ of the system is what makes v so. */
typedef struct inner {
    double y[MOST], v[MOST], scale[MOST], a;
} inner;

static void draw_inner(inner *at, ss_system *s, gsl_rng *rng, size_t seen[][N_ZONES])
{
    at->a = test_log_uniform(rng, 1e-6, 1.0);
    for (size_t i = 0; i < 3 * s->n; ++i)
        at->scale[i] = 1.0;
    for (size_t k = 0; k < s->n_blocks; ++k)
        for (size_t i = 0; i < 9; ++i) {
            double *const scale = at->scale + 3 * s->column[k] + i % 3;
            *scale = fmin(*scale, 1.0 / fabs(s->W[9 * k + i]));
        }
    for (size_t c = 0; c < s->n; ++c) {
        int zone;
        do {
            for (size_t i = 3 * c; i < 3 * c + 3; ++i) {
                at->y[i] = test_uniform(rng, -1.0, 1.0) * at->scale[i];
                at->v[i] = test_uniform(rng, i % 3 == 0 ? -2.0 : -1.0, 1.0);
            }
            zone = zone_of(at->y + 3 * c, at->v + 3 * c);
        } while (zone == AT_A_KINK);
        for (size_t k = 0; k < N_FRICTIONS; ++k)
            seen[k][zone] += s->mu[c] == frictions[k];
    }
    ss_system_multiply(s->q, s, at->y);
    for (size_t i = 0; i < 3 * s->n; ++i)
        s->q[i] = at->v[i] - s->q[i];
}

/* F of the inner problem around y = at->y at at->y + t d. */
static void map(double *F, const inner *at, const ss_system *s, const double *d, double t)
{
    double y[MOST], v[MOST], ignored[2][9];
    for (size_t i = 0; i < 3 * s->n; ++i)
        y[i] = at->y[i] + t * d[i];
    ss_system_velocity(v, s, y);
    for (size_t i = 0; i < 3 * s->n; ++i)
        v[i] += at->a * t * d[i];
    for (size_t c = 0; c < s->n; ++c)
        ss_lorentz_natural_map(F + 3 * c, ignored[0], ignored[1], y + 3 * c, v + 3 * c);
}

/* The blocks of J at the point of an inner problem. */
static void blocks_of(double *L, double *K, const ss_system *s, const inner *at)
{
    double F[3];
    for (size_t c = 0; c < s->n; ++c) {
        ss_lorentz_natural_map(F, K + 9 * c, L + 9 * c, at->y + 3 * c, at->v + 3 * c);
        for (size_t i = 9 * c; i < 9 * c + 9; ++i)
            K[i] += at->a * L[i];
    }
}

/* Factor J of the inner problem at its point. */
static void factor(ss_system *s, const inner *at)
{
    ss_error error = {SS_ERROR_NONE, ""};
    double L[3 * MOST], K[3 * MOST];
    blocks_of(L, K, s, at);
    cr_assert(ss_system_factor(s, L, NULL, K, &error), "%s", error.text);
}

/* b = J d and size = |J| |d|, from the list that is factored. */
static void multiply_matrix(double *b, double *size, const ss_system *s, const double *d)
{
    memset(b, 0, 3 * s->n * sizeof *b);
    memset(size, 0, 3 * s->n * sizeof *size);
    for (size_t k = 0; k < 9 * s->J.count; ++k) {
        const size_t row = 3 * s->J.row[k / 9] + k % 9 / 3;
        const double term = s->J.x[k] * d[3 * s->J.col[k / 9] + k % 3];
        b[row] += term;
        size[row] += fabs(term);
    }
}

static void check_matrix(ss_system *s, const inner *at, gsl_rng *rng)
{
    const double h = 1e-7;
    ss_error error = {SS_ERROR_NONE, ""};
    double d[MOST], b[MOST], F[2][MOST], x[MOST];
    for (size_t i = 0; i < 3 * s->n; ++i)
        d[i] = test_uniform(rng, -1.0, 1.0) * at->scale[i];
    factor(s, at);
    multiply_matrix(b, F[0], s, d);
    map(F[0], at, s, d, -h);
    map(F[1], at, s, d, h);
    for (size_t i = 0; i < 3 * s->n; ++i) {
        const double measured = (F[1][i] - F[0][i]) / (2.0 * h);
        TEST_REQUIRE(fabs(measured - b[i]) <= 1e-6, "row %zu, mu %g: %g, differences give %g", i,
                     s->mu[i / 3], b[i], measured);
    }
    cr_assert(ss_system_solve(s, x, b, &error), "%s", error.text);
    multiply_matrix(F[0], F[1], s, x);
    const double largest = gsl_stats_max(F[1], 1, 3 * s->n);
    TEST_REQUIRE(test_distance(F[0], b, 3 * s->n) <= 1e-12 * largest, "J x is off by %g of %g",
                 test_distance(F[0], b, 3 * s->n), largest);
}

Test(global, newtons_matrix_is_the_derivative_of_ppas_map)
{
    gsl_rng *const rng = test_rng(2);
    size_t seen[N_FRICTIONS][N_ZONES] = {{0}};
    ss_system s = {0};
    ss_work work = {0};
    for (unsigned long seed = 1; seed <= 200; ++seed) {
        ss_block_problem *const problem = draw_problem(rng, seed);
        inner at;
        pose(&s, ss_block_problem_view(problem), &work);
        draw_inner(&at, &s, rng, seen);
        check_matrix(&s, &at, rng);
        ss_block_problem_free(problem);
    }
    for (size_t k = 0; k < N_FRICTIONS; ++k)
        cr_expect(seen[k][OPEN] > 30 && seen[k][STICK] > 30 && seen[k][SLIDE] > 30,
                  "mu %g: %zu, %zu, %zu", frictions[k], seen[k][OPEN], seen[k][STICK],
                  seen[k][SLIDE]);
    ss_system_clear(&s);
    gsl_rng_free(rng);
}

/* Impulses of order 1, one contact of four open. */
static void draw_impulses(double *r, const ss_problem *problem, gsl_rng *rng)
{
    for (size_t i = 0; i < 3 * problem->n_contacts; ++i)
        r[i] = i / 3 % 4 == 0 || (i % 3 > 0 && problem->mu[i / 3] == 0.0)
                   ? 0.0
                   : test_uniform(rng, -1.0, 1.0);
}

Test(global, velocities_and_e1_are_those_of_the_referee)
{
    gsl_rng *const rng = test_rng(3);
    ss_system s = {0};
    ss_work work = {0};
    for (unsigned long seed = 1; seed <= 100; ++seed) {
        ss_block_problem *const owner = draw_problem(rng, seed);
        const ss_problem *const problem = ss_block_problem_view(owner);
        const size_t n = 3 * problem->n_contacts;
        double r[MOST], u[MOST], y[MOST], v[MOST], back[MOST], scaled[MOST], share[MOST];
        draw_impulses(r, problem, rng);
        test_velocity(u, problem, r);
        pose(&s, problem, &work);
        ss_system_read_impulse(y, &s, r);
        ss_system_write_impulse(back, &s, y);
        TEST_REQUIRE(test_distance(r, back, n) <= 1e-15 * test_norm(r, n), "r comes back");
        ss_system_velocity(v, &s, y);
        for (size_t i = 0; i < n; ++i)
            scaled[i] = s.scale[i] * u[i];
        TEST_REQUIRE(test_distance(v, scaled, n) <= 1e-12 * test_norm(v, n), "v is S u");
        const ss_evidence evidence = {problem, r, u, u};
        const double e1 = ss_estimator_value(&ss_estimator_e1, &evidence);
        const double found = ss_system_e1(&s, y, v, share);
        double sum = 0.0;
        for (size_t c = 0; c < s.n; ++c)
            sum += share[c];
        TEST_REQUIRE(fabs(found - e1) <= 1e-13 * e1, "E1 %.16g, the referee's is %.16g", found, e1);
        TEST_REQUIRE(fabs(sqrt(sum) / s.q_norm - e1) <= 1e-13 * e1, "the shares of E1");
        ss_block_problem_free(owner);
    }
    ss_system_clear(&s);
    gsl_rng_free(rng);
}

Test(global, a_part_is_the_whole_with_the_rest_frozen)
{
    gsl_rng *const rng = test_rng(4);
    ss_system whole = {0}, part = {0};
    ss_work work = {0};
    for (unsigned long seed = 1; seed <= 100; ++seed) {
        ss_block_problem *const owner = draw_problem(rng, seed);
        double y[MOST], v[MOST], y_part[MOST], v_part[MOST];
        size_t contacts[MOST], m = 0;
        ss_error error = {SS_ERROR_NONE, ""};
        pose(&whole, ss_block_problem_view(owner), &work);
        for (size_t i = 0; i < 3 * whole.n; ++i)
            y[i] = test_uniform(rng, -1.0, 1.0);
        for (size_t c = 0; c < whole.n; ++c)
            if (gsl_rng_uniform_int(rng, 2) == 0) {
                memcpy(y_part + 3 * m, y + 3 * c, 3 * sizeof *y);
                contacts[m++] = c;
            }
        if (seed % 2 == 0)
            ss_system_clear(&part);
        cr_assert(ss_system_pose_part(&part, &whole, y, contacts, m, &error), "%s", error.text);
        ss_system_velocity(v, &whole, y);
        ss_system_velocity(v_part, &part, y_part);
        for (size_t i = 0; i < m; ++i) {
            const double *const v_c = v + 3 * contacts[i];
            TEST_REQUIRE(test_distance(v_part + 3 * i, v_c, 3) <= 1e-12 * test_norm(v, 3 * whole.n),
                         "contact %zu of the part", i);
            TEST_REQUIRE(part.mu[i] == whole.mu[contacts[i]], "its mu");
        }
        ss_block_problem_free(owner);
    }
    ss_system_clear(&whole);
    ss_system_clear(&part);
    gsl_rng_free(rng);
}

/* A factorization of W~ + I. */
static void factor_shifted(ss_system *s)
{
    ss_error error = {SS_ERROR_NONE, ""};
    double *const K = calloc(9 * s->n, sizeof *K);
    for (size_t i = 0; i < 9 * s->n; ++i)
        K[i] = i % 9 % 4 == 0 ? 1.0 : 0.0;
    cr_assert(ss_system_factor(s, NULL, NULL, K, &error), "%s", error.text);
    free(K);
}

Test(global, a_contact_graph_is_analysed_once)
{
    gsl_rng *const rng = test_rng(5);
    ss_block_problem *const one = draw_problem(rng, 7), *const same = draw_problem(rng, 7),
                            *const other = draw_problem(rng, 8);
    ss_system s = {0};
    ss_work work = {0};
    pose(&s, ss_block_problem_view(one), &work);
    cr_expect_eq(ss_block_factor_facts_of(s.factor).analyses, 1);
    factor_shifted(&s);
    factor_shifted(&s);
    pose(&s, ss_block_problem_view(same), &work);
    factor_shifted(&s);
    cr_expect_eq(ss_block_factor_facts_of(s.factor).analyses, 1);
    pose(&s, ss_block_problem_view(other), &work);
    factor_shifted(&s);
    cr_expect_eq(ss_block_factor_facts_of(s.factor).analyses, 2);
    cr_expect_eq(work.factorizations, 4);
    ss_system_clear(&s);
    ss_block_problem_free(one);
    ss_block_problem_free(same);
    ss_block_problem_free(other);
    gsl_rng_free(rng);
}

/* Products, solves and the sign of the determinant in both forms. */
static void compare_forms(ss_system *blocks, ss_system *bodies, gsl_rng *rng)
{
    const size_t n = 3 * blocks->n;
    ss_error error = {SS_ERROR_NONE, ""};
    size_t seen[N_FRICTIONS][N_ZONES] = {{0}}; /* not asked for */
    double L[3 * MOST], K[3 * MOST], R[3 * MOST], b[MOST], x[2][MOST];
    inner at;
    draw_inner(&at, blocks, rng, seen);
    blocks_of(L, K, blocks, &at);
    for (size_t i = 0; i < 3 * n; ++i)
        R[i] = (i % 9 % 4 == 0 ? 1.0 : 0.0) + test_uniform(rng, -0.2, 0.2);
    for (size_t i = 0; i < n; ++i)
        b[i] = test_uniform(rng, -1.0, 1.0);
    ss_system_multiply(x[0], blocks, b);
    ss_system_multiply(x[1], bodies, b);
    TEST_REQUIRE(test_distance(x[0], x[1], n) <= 1e-13 * test_norm(x[0], n), "W~ y");
    for (size_t k = 0; k < 4; ++k) {
        const double *const left = k & 1 ? L : NULL, *const right = k & 2 ? R : NULL;
        cr_assert(ss_system_factor(blocks, left, right, K, &error), "%s", error.text);
        cr_assert(ss_system_factor(bodies, left, right, K, &error), "%s", error.text);
        cr_assert(ss_system_solve(blocks, x[0], b, &error), "%s", error.text);
        cr_assert(ss_system_solve(bodies, x[1], b, &error), "%s", error.text);
        TEST_REQUIRE(test_distance(x[0], x[1], n) <= 1e-9 * test_norm(x[0], n),
                     "J^-1 b with a = %g: off by %g of %g", at.a, test_distance(x[0], x[1], n),
                     test_norm(x[0], n));
        TEST_REQUIRE(ss_system_determinant_sign(blocks) == ss_system_determinant_sign(bodies),
                     "sign of det J");
    }
}

/* Spheres and walls, then rigid blocks with restitution, which makes W unsymmetric. */
Test(global, the_form_of_bodies_solves_what_blocks_do)
{
    gsl_rng *const rng = test_rng(7);
    ss_system blocks = {0}, bodies = {.form = SS_SYSTEM_BODIES};
    ss_work work = {0};
    for (size_t k = 0; k < 30; ++k) {
        test_packing pack;
        ss_scene_params params = test_scene_params();
        params.e_n = 0.2 * (double)(k % 3);
        if (k % 2 == 0)
            test_packing_create(&pack, rng, 8, true, &params);
        else
            test_scene_create(&pack, "block-stack", "restitution=mended,e_n=0.5,e_t=0", 1);
        test_packing_pose(&pack);
        pose(&blocks, pack.problem, &work);
        pose(&bodies, pack.problem, &work);
        cr_expect(!blocks.by_bodies && bodies.by_bodies && bodies.n_blocks == 0);
        compare_forms(&blocks, &bodies, rng);
        test_packing_free(&pack);
    }
    ss_system_clear(&blocks);
    ss_system_clear(&bodies);
    gsl_rng_free(rng);
}

/* The existence criterion on problems where the answer is known, both ways.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/existence.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>

enum { PRODUCTS = 4000, MOST = 60 };

static double certificate[3 * MOST];

/* The least u_n - mu |u_t| of u = W x + q, or of W x where q is left out. */
static double margin_of(const ss_problem *problem, const double *x)
{
    double least = INFINITY, u[3 * MOST];
    test_velocity(u, problem, x);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        least = fmin(least, u[3 * c] - problem->mu[c] * hypot(u[3 * c + 1], u[3 * c + 2]));
    return least;
}

static ss_existence decide(const ss_problem *problem)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_existence found;
    cr_assert(problem->n_contacts <= MOST);
    cr_assert(ss_existence_decide(problem, PRODUCTS, &found, certificate, &error), "%s",
              error.text);
    if (found.verdict == SS_EXISTENCE_HOLDS)
        cr_expect_gt(margin_of(problem, certificate), 0.0);
    return found;
}

static void expect(const char *what, const ss_problem *problem, ss_existence_verdict wanted)
{
    const ss_existence found = decide(problem);
    cr_expect_eq(found.verdict, wanted, "%s: %s, margin %g, %zu products", what,
                 ss_existence_name(found.verdict), found.margin, found.products);
}

/* A point mass between walls of normals n_c (n, t1, t2 being right-handed), at free velocities q.
 */
static ss_block_problem *pinch(size_t n, const double (*normal)[3], const double *q, double mu)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_arrays a;
    ss_block_problem *const owner = ss_block_problem_create(n, n * n, &a, &error);
    double H[3 * MOST][3];
    for (size_t c = 0; c < n; ++c) {
        const double *const e = normal[c];
        const double t1[3] = {-e[1], e[0], 0.0}, t2[3] = {0.0, 0.0, 1.0}; /* normals have e_z = 0 */
        for (size_t i = 0; i < 3; ++i) {
            H[3 * c][i] = e[i];
            H[3 * c + 1][i] = t1[i];
            H[3 * c + 2][i] = t2[i];
        }
        a.mu[c] = mu;
        a.row_start[c + 1] = n * (c + 1);
        for (size_t i = 0; i < 3; ++i)
            a.q[3 * c + i] = q[3 * c + i];
    }
    for (size_t i = 0; i < 3 * n; ++i)
        for (size_t j = 0; j < 3 * n; ++j)
            for (size_t k = 0; k < 3; ++k)
                a.blocks[9 * (n * (i / 3) + j / 3) + 3 * (i % 3) + j % 3] += H[i][k] * H[j][k];
    for (size_t k = 0; k < n * n; ++k)
        a.column[k] = k % n;
    cr_assert(ss_block_problem_finish(owner, &error), "%s", error.text);
    return owner;
}

/* Two walls that close on a mass from both sides at speed v1 + v2: no impulse between them helps;
 * where they part, any. With the sum 0 nothing opens both. */
Test(existence, two_walls_without_friction)
{
    static const double normal[2][3] = {{1, 0, 0}, {-1, 0, 0}};
    static const struct {
        double v1, v2;
        ss_existence_verdict wanted;
    } cases[] = {{-1, -1, SS_EXISTENCE_FAILS},    {1, 1, SS_EXISTENCE_HOLDS},
                 {1, -0.5, SS_EXISTENCE_HOLDS},   {-1, 0.5, SS_EXISTENCE_FAILS},
                 {-1, 1, SS_EXISTENCE_FAILS},     {0, 0, SS_EXISTENCE_FAILS},
                 {1e-9, 1e-9, SS_EXISTENCE_HOLDS}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k)
        for (size_t m = 0; m < 2; ++m) {
            const double q[6] = {cases[k].v1, 0, 0, cases[k].v2, 0, 0}, mu = m == 0 ? 0.0 : 0.4;
            ss_block_problem *const owner = pinch(2, normal, q, mu);
            char what[60];
            snprintf(what, sizeof what, "walls at %g and %g, mu %g", cases[k].v1, cases[k].v2, mu);
            expect(what, ss_block_problem_view(owner), cases[k].wanted);
            ss_block_problem_free(owner);
        }
}

/* The margin of the failing criterion is that of the self-stress, which is there: W s = 0. */
Test(existence, the_self_stress_is_one)
{
    static const double normal[3][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}};
    const double q[9] = {-1, 0, 0, -1, 0, 0, -1, 0, 0};
    ss_block_problem *const owner = pinch(3, normal, q, 0.0);
    const ss_existence found = decide(ss_block_problem_view(owner));
    cr_assert_eq(found.verdict, SS_EXISTENCE_FAILS);
    cr_expect_float_eq(found.margin, -1.0, 1e-6);
    cr_expect_float_eq(certificate[0], 0.5, 1e-6);
    cr_expect_float_eq(certificate[3], 0.5, 1e-6);
    cr_expect_float_eq(certificate[6], 0.0, 1e-6);
    ss_block_problem_free(owner);
}

/* A mass in a V of two walls at rest: friction wedges it where the cones reach over the line
 * between the walls, that is mu > tan(half angle), and then only. */
Test(existence, a_wedge)
{
    for (size_t k = 0; k < 12; ++k) {
        const double half = 0.1 + 0.1 * (double)(k / 2), mu = tan(half) * (k % 2 == 0 ? 0.9 : 1.1);
        const double normal[2][3] = {{cos(half), sin(half), 0}, {-cos(half), sin(half), 0}};
        const double v[3] = {0.2, -1.0, 0.3};
        double q[6];
        for (size_t c = 0; c < 2; ++c) {
            const double *const e = normal[c];
            q[3 * c] = e[0] * v[0] + e[1] * v[1];
            q[3 * c + 1] = -e[1] * v[0] + e[0] * v[1];
            q[3 * c + 2] = v[2];
        }
        ss_block_problem *const owner = pinch(2, normal, q, mu);
        char what[60];
        snprintf(what, sizeof what, "half angle %g, mu %g", half, mu);
        expect(what, ss_block_problem_view(owner),
               k % 2 == 0 ? SS_EXISTENCE_HOLDS : SS_EXISTENCE_FAILS);
        ss_block_problem_free(owner);
    }
}

/* W positive definite: r = W^-1 (e - q) opens everything. */
Test(existence, one_contact_always_holds)
{
    gsl_rng *const rng = test_rng(3);
    for (size_t k = 0; k < 200; ++k) {
        test_contact contact;
        ss_check_lone_contact_draw(&contact, rng, true, 1.0);
        expect("one contact", &contact.problem, SS_EXISTENCE_HOLDS);
    }
    gsl_rng_free(rng);
}

/* Balls between walls: whatever it says is certified, and it says something. */
Test(existence, packings)
{
    for (unsigned long seed = 1; seed <= 30; ++seed) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_check_cluster cluster = {.step = NULL};
        cr_assert(ss_check_blocks_random(&cluster, seed, &error), "%s", error.text);
        const ss_existence found = decide(cluster.problem);
        cr_expect_neq(found.verdict, SS_EXISTENCE_UNKNOWN, "seed %lu", seed);
        ss_check_cluster_free(&cluster);
    }
}

/* A matrix that is not symmetric: what holds is checked with W as it is. */
Test(existence, an_unsymmetric_matrix)
{
    test_contact contact = {
        .W = {1, 0.3, 0, 0, 1, 0, 0, 0, 1}, .q = {-1.0, 0.0, 0.0}, .mu = 0.5, .rho_bar = 1.0};
    test_contact_pose(&contact);
    expect("unsymmetric", &contact.problem, SS_EXISTENCE_HOLDS);
}

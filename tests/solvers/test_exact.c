/* The local solver `exact`, called as the sweep calls it, where tests/solvers/test_exact_contact.c
 * does not go: conditions up to 1e12, degenerate blocks, start values to be forgotten; and the
 * quartic of the literature as a cross-check. Judged by backward error: what W r + q lacks of the
 * law, relative to |W||r| + |q|.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <gsl/gsl_poly.h>

/* One contact and what the solver made of it. */
typedef struct visit {
    double W[9], q[3], mu;
    double r[3], u[3];
} visit;

/* Visit it once from the start value in v->r. */
static void solve(visit *v)
{
    ss_error error = {0};
    ss_work work = {0};
    double state[8] = {0.0}; /* of any alignment */
    const char none = 0;
    const ss_local_solver *const exact = ss_local_solver_find("exact", &error);
    const ss_contact contact = {v->W, v->mu, 1.0 / v->W[0]};
    TEST_REQUIRE(exact != NULL && exact->state_size <= sizeof state, "no exact: %s", error.text);
    ss_copy3(v->u, v->q);
    ss_muladd3(v->u, v->W, v->r);
    exact->setup(state, &contact, &none);
    const ss_local_outcome outcome = exact->solve(v->r, v->u, &contact, state, &none, &work);
    TEST_REQUIRE(outcome == SS_LOCAL_DONE, "exact fails");
}

static void forget(visit *v)
{
    v->r[0] = v->r[1] = v->r[2] = 0.0;
}

/* Largest defect of (r, W r + q) under the law, relative; infinite outside the cone. */
static double law_defect(const visit *v)
{
    double u[3];
    ss_copy3(u, v->q);
    ss_muladd3(u, v->W, v->r);
    const double scale = test_block_norm(v->W) * ss_norm(v->r) + ss_norm(v->q);
    const double r_t = ss_norm_t(v->r), bound = v->mu * v->r[0];
    if (!isfinite(v->r[0]) || !isfinite(r_t) || !(v->r[0] >= 0.0) ||
        !(r_t <= bound * (1.0 + 1e-14)))
        return INFINITY;
    if (!(scale > 0.0))
        return 0.0;
    if (!(v->r[0] > 0.0))
        return fmax(0.0, -u[0]) / scale;
    if (r_t < bound * (1.0 - 1e-12))
        return fmax(fabs(u[0]), ss_norm_t(u)) / scale; /* sticking */
    if (!(r_t > 0.0))
        return fabs(u[0]) / scale; /* slides freely */
    const double across = fabs(u[1] * v->r[2] - u[2] * v->r[1]) / r_t;
    const double along = fmax(0.0, u[1] * v->r[1] + u[2] * v->r[2]) / r_t;
    return fmax(fabs(u[0]), fmax(across, along)) / scale;
}

static void expect_law(const visit *v, double bound, const char *what, int k)
{
    const double defect = law_defect(v), *const W = v->W, *const q = v->q;
    TEST_REQUIRE(defect <= bound,
                 "%s %d: mu %.17g, W (%.17g %.17g %.17g; %.17g %.17g %.17g; %.17g %.17g %.17g), q "
                 "(%.17g, %.17g, %.17g): r (%g, %g, %g), defect %g > %g",
                 what, k, v->mu, W[0], W[1], W[2], W[3], W[4], W[5], W[6], W[7], W[8], q[0], q[1],
                 q[2], v->r[0], v->r[1], v->r[2], defect, bound);
}

static double random_mu(gsl_rng *rng)
{
    return gsl_rng_uniform_int(rng, 16) == 0 ? 0.0 : test_log_uniform(rng, 1e-6, 1e3);
}

static void random_q(gsl_rng *rng, double q[3])
{
    const double size = test_log_uniform(rng, 1e-9, 1e9);
    test_direction(rng, q);
    for (int k = 0; k < 3; ++k)
        q[k] *= size * test_log_uniform(rng, 1e-3, 1.0);
}

/* The remainder that rounding may leave: a few eps, times mu where the tangential impulse carries
 * the normal load, and a little of the condition (the 2x2 systems are solved by Cramer's rule).
 * Measured: 3e-11 at 1e12 and mu = 1e3. */
static double rounding(double condition, double mu)
{
    return 1e-14 * (10.0 + mu) + 1e-21 * condition * (1.0 + mu);
}

Test(exact, satisfies_the_law_up_to_condition_1e12)
{
    enum { n_cases = 1200000 };
    gsl_rng *const rng = test_rng(31);
    size_t rough = 0, open = 0, sliding = 0;
    for (int k = 0; k < n_cases; ++k) {
        const double condition = test_log_uniform(rng, 1.0, 1e12);
        const double skew = gsl_rng_uniform_int(rng, 2) == 0 ? 0.0 : 2.5e-3;
        visit v = {.mu = random_mu(rng)};
        test_full_block(rng, v.W, test_log_uniform(rng, 1e-9, 1e9), condition, skew);
        random_q(rng, v.q);
        forget(&v);
        solve(&v);
        expect_law(&v, rounding(condition, v.mu), "case", k);
        rough += law_defect(&v) > 1e-12;
        open += v.r[0] == 0.0;
        sliding += v.r[0] > 0.0 && ss_norm_t(v.r) >= v.mu * v.r[0] * (1.0 - 1e-12);
    }
    cr_expect(open > n_cases / 10 && sliding > n_cases / 10, "%zu open, %zu sliding", open,
              sliding);
    cr_expect(rough < n_cases / 10000, "%zu of %d above 1e-12", rough, n_cases);
    gsl_rng_free(rng);
}

/* The start value is forgotten, but for the rounding of q = u - W r; and u = W r + q is handed
 * back. */
Test(exact, forgets_the_start_value)
{
    gsl_rng *const rng = test_rng(32);
    for (int k = 0; k < 100000; ++k) {
        visit v = {.mu = test_log_uniform(rng, 1e-3, 10.0)};
        test_full_block(rng, v.W, test_log_uniform(rng, 1e-9, 1e9), 10.0, 2.5e-3);
        random_q(rng, v.q);
        visit w = v;
        forget(&v);
        solve(&v);
        test_direction(rng, w.r);
        for (int i = 0; i < 3; ++i)
            w.r[i] *= (ss_norm(v.r) + ss_norm(v.q) / test_block_norm(v.W));
        solve(&w);
        const double scale = test_block_norm(v.W) * ss_norm(v.r) + ss_norm(v.q);
        double u[3];
        ss_copy3(u, v.q);
        ss_muladd3(u, v.W, v.r);
        TEST_REQUIRE(test_distance(u, v.u, 3) <= 1e-15 * scale, "case %d: u is not W r + q", k);
        TEST_REQUIRE(test_distance(v.u, w.u, 3) <= 1e-11 * scale,
                     "case %d: another start, another velocity: %g", k,
                     test_distance(v.u, w.u, 3) / scale);
    }
    gsl_rng_free(rng);
}

/* Turn a block about the normal. */
static void turn(double W[9], double angle)
{
    const double c = cos(angle), s = sin(angle);
    const double Q[9] = {1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c};
    double QW[9] = {0.0}, turned[9] = {0.0};
    for (int i = 0; i < 27; ++i)
        QW[i / 3] += Q[i / 9 * 3 + i % 3] * W[i % 3 * 3 + i / 3 % 3];
    for (int i = 0; i < 27; ++i)
        turned[i / 3] += QW[i / 9 * 3 + i % 3] * Q[i / 3 % 3 * 3 + i % 3];
    for (int i = 0; i < 9; ++i)
        W[i] = turned[i];
}

/* W has no say in one tangential direction, or in both: positive semidefinite, W_nn > 0. With
 * coupling in a rank of one, a wedge (mu |W_nt|/W_nn >= 1) has no solution and is left out. */
static void degenerate_contact(gsl_rng *rng, visit *v)
{
    const double scale = test_log_uniform(rng, 1e-9, 1e9), a = test_uniform(rng, -0.5, 0.5);
    const unsigned long kind = gsl_rng_uniform_int(rng, 4);
    const double coupling = kind == 1 ? a : kind == 2 ? a / (v->mu + 1.0) : 0.0;
    const double own = kind == 0 ? 0.0 : coupling * coupling + (kind == 2 ? 0.0 : 1.0);
    const double W[9] = {1.0, coupling, 0.0, coupling, own, 0.0, 0.0, 0.0, 0.0};
    for (int i = 0; i < 9; ++i)
        v->W[i] = scale * W[i];
    random_q(rng, v->q);
    if (gsl_rng_uniform_int(rng, 2) == 0)
        v->q[2] = 0.0; /* nothing to resist where there is no resistance */
    if (gsl_rng_uniform_int(rng, 4) == 0)
        v->q[1] = kind == 0 ? 0.0 : 0.1 * v->q[1];
}

Test(exact, degenerate_tangential_blocks)
{
    gsl_rng *const rng = test_rng(33);
    for (int k = 0; k < 200000; ++k) {
        visit v = {.mu = random_mu(rng)};
        degenerate_contact(rng, &v);
        if (k % 2 == 1) {
            const double angle = test_uniform(rng, 0.0, 6.283), c = cos(angle), s = sin(angle);
            const double q[2] = {v.q[1], v.q[2]};
            turn(v.W, angle);
            v.q[1] = c * q[0] - s * q[1];
            v.q[2] = s * q[0] + c * q[1];
        }
        forget(&v);
        solve(&v);
        expect_law(&v, 1e-12 * (1.0 + v.mu), "degenerate", k);
    }
    gsl_rng_free(rng);
}

/* A normal velocity of almost nothing, and numbers at the ends of the range. */
Test(exact, tiny_normal_velocities)
{
    gsl_rng *const rng = test_rng(34);
    for (int k = 0; k < 100000; ++k) {
        visit v = {.mu = test_log_uniform(rng, 1e-6, 1e3)};
        test_full_block(rng, v.W, test_log_uniform(rng, 1e-9, 1e9), 100.0, 2.5e-3);
        random_q(rng, v.q);
        v.q[0] = k % 100 == 0 ? -0.0 : -test_log_uniform(rng, 1e-290, 1e-20);
        forget(&v);
        solve(&v);
        expect_law(&v, rounding(100.0, v.mu), "tiny", k);
    }
    gsl_rng_free(rng);
}

/* The quartic in s, c[0] ... c[4]: |t(s)|^2 - mu^2 r_n(s)^2, times det(A + s I)^2, with
 * t = adj(A + s I) b/det and adj(A + s I) = adj(A) + s I. */
static void quartic(double c[5], const visit *v)
{
    const double *const W = v->W;
    const double n = W[0], p = W[1] / n, q = W[2] / n, r_n0 = -v->q[0] / n;
    const double A[4] = {W[4] - W[3] * p, W[5] - W[3] * q, W[7] - W[6] * p, W[8] - W[6] * q};
    const double b[2] = {-v->q[1] - W[3] * r_n0, -v->q[2] - W[6] * r_n0};
    const double a[2] = {A[3] * b[0] - A[1] * b[1], A[0] * b[1] - A[2] * b[0]};
    /* r_n det = N0 + N1 s + N2 s^2 */
    const double N0 = r_n0 * (A[0] * A[3] - A[1] * A[2]) - p * a[0] - q * a[1];
    const double N1 = r_n0 * (A[0] + A[3]) - p * b[0] - q * b[1], N2 = r_n0, m = v->mu * v->mu;
    c[0] = a[0] * a[0] + a[1] * a[1] - m * N0 * N0;
    c[1] = 2.0 * (a[0] * b[0] + a[1] * b[1]) - m * 2.0 * N0 * N1;
    c[2] = b[0] * b[0] + b[1] * b[1] - m * (N1 * N1 + 2.0 * N0 * N2);
    c[3] = -m * 2.0 * N1 * N2;
    c[4] = -m * N2 * N2;
}

/* Relative distance of s to the nearest root of its quartic. */
static double distance_to_root(const visit *v, double s, gsl_poly_complex_workspace *workspace)
{
    double c[5], roots[8], nearest = INFINITY;
    quartic(c, v);
    TEST_REQUIRE(gsl_poly_complex_solve(c, 5, workspace, roots) == 0, "GSL fails");
    for (int k = 0; k < 4; ++k)
        nearest = fmin(nearest, hypot(roots[2 * k] - s, roots[2 * k + 1]));
    return nearest / s;
}

/* Blocks of size 1: the quartic of others loses its digits soon. */
Test(exact, the_slip_is_a_root_of_the_quartic)
{
    gsl_rng *const rng = test_rng(35);
    gsl_poly_complex_workspace *const workspace = gsl_poly_complex_workspace_alloc(5);
    size_t n_sliding = 0;
    for (int k = 0; k < 40000; ++k) {
        visit v = {.mu = test_log_uniform(rng, 0.05, 2.0)};
        test_full_block(rng, v.W, 1.0, 20.0, k % 2 == 0 ? 0.0 : 2.5e-3);
        test_direction(rng, v.q);
        v.q[0] = -fabs(v.q[0]) - 0.1;
        forget(&v);
        solve(&v);
        const double r_t = ss_norm_t(v.r);
        const double s = -(v.u[1] * v.r[1] + v.u[2] * v.r[2]) / (r_t * r_t);
        if (!(s > 1e-2) || r_t < v.mu * v.r[0] * (1.0 - 1e-12))
            continue;
        const double distance = distance_to_root(&v, s, workspace);
        TEST_REQUIRE(distance <= 1e-6, "case %d: s = %.17g is %g from a root", k, s, distance);
        ++n_sliding;
    }
    cr_expect(n_sliding > 10000, "only %zu slide", n_sliding);
    gsl_poly_complex_workspace_free(workspace);
    gsl_rng_free(rng);
}

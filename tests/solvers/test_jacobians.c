/* The Jacobians of ebp and eal against central differences of their own maps Z(r, u), in 3D, in
 * each zone.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_problem.h"

#include "solvers/local/newton.h"

#include <criterion/criterion.h>

enum { n_states = 5000, full = SS_NEWTON_JACOBIAN_FULL, nokink = SS_NEWTON_JACOBIAN_NOKINK };

typedef struct method {
    const char *name;
    bool cone; /* projects on the cone, not on the disc */
} method;

static const method methods[] = {{"ebp", true}, {"eal", false}};

static const struct ss_newton_kernel *kernel_of(const method *m)
{
    return ss_local_solver_find(m->name, NULL)->newton;
}

typedef struct local_state {
    double r[3], u[3], mu, rho;
} local_state;

static const double step = 1e-6;

/* The point of Newton's method at a state. */
static ss_newton_point point_at(const method *m, const local_state *s)
{
    ss_newton_point p = {.tau_t = 0.0};
    memcpy(p.r, s->r, sizeof p.r);
    memcpy(p.u, s->u, sizeof p.u);
    kernel_of(m)->map(&p, s->mu, s->rho);
    return p;
}

/* A state of order 1 whose tau is well inside its zone, so that Z is smooth around it. */
static bool draw(local_state *s, gsl_rng *rng, const method *m, ss_zone *zone)
{
    s->mu = gsl_rng_uniform_int(rng, 10) == 0 ? 0.0 : test_uniform(rng, 0.0, 2.0);
    s->rho = test_log_uniform(rng, 0.1, 10.0);
    for (int k = 0; k < 3; ++k) {
        s->r[k] = test_uniform(rng, -1.0, 1.0);
        s->u[k] = test_uniform(rng, -1.0, 1.0) / s->rho;
    }
    s->r[0] += 0.5;
    const ss_newton_point p = point_at(m, s);
    const double *const tau = p.tau;
    const double tau_t = ss_norm_t(tau);
    *zone = p.zone;
    const double to_stick = tau_t - s->mu * tau[0];
    const double to_open = m->cone ? s->mu * tau_t + tau[0] : tau[0];
    return fabs(to_stick) > 0.05 && fabs(to_open) > 0.05 && tau_t > 0.05 &&
           s->rho * ss_norm_t(s->u) > 0.05;
}

/* Central differences of Z: columns of A = dZ/dr and B = dZ/du. */
static void differences(double A[9], double B[9], const method *m, const local_state *s)
{
    for (int k = 0; k < 6; ++k) {
        ss_newton_point p[2];
        const double h = k < 3 ? step : step / s->rho;
        for (int side = 0; side < 2; ++side) {
            local_state moved = *s;
            *(k < 3 ? &moved.r[k] : &moved.u[k - 3]) += side == 0 ? -h : h;
            p[side] = point_at(m, &moved);
        }
        for (int i = 0; i < 3; ++i)
            *(k < 3 ? &A[3 * i + k] : &B[3 * i + k - 3]) = (p[1].Z[i] - p[0].Z[i]) / (2.0 * h);
    }
}

/* A and B as the visit of Newton's method takes them: separation is known there without them. */
static void given(double A[9], double B[9], const method *m, const local_state *s, ss_zone zone,
                  int variant)
{
    const ss_newton_point p = point_at(m, s);
    memset(A, 0, 9 * sizeof *A);
    memset(B, 0, 9 * sizeof *B);
    if (zone == SS_ZONE_SEPARATION)
        A[0] = A[4] = A[8] = 1.0;
    else
        kernel_of(m)->jacobians(A, B, &p, s->mu, s->rho, 1.0 / (1.0 + s->mu * s->mu), variant);
}

static void check_state(const method *m, const local_state *s, ss_zone zone, double tol)
{
    double A[9], B[9], A_fd[9], B_fd[9];
    given(A, B, m, s, zone, full);
    differences(A_fd, B_fd, m, s);
    TEST_REQUIRE(test_distance(A, A_fd, 9) <= tol && test_distance(B, B_fd, 9) <= tol * s->rho,
                 "%s, zone %d, mu %g, rho %g, r (%g, %g, %g), u (%g, %g, %g): A off by %g, B by %g",
                 m->name, (int)zone, s->mu, s->rho, s->r[0], s->r[1], s->r[2], s->u[0], s->u[1],
                 s->u[2], test_distance(A, A_fd, 9), test_distance(B, B_fd, 9));
}

static void check_method(const method *m, unsigned long seed)
{
    gsl_rng *const rng = test_rng(seed);
    size_t seen[3] = {0, 0, 0};
    while (seen[0] < n_states || seen[1] < n_states || seen[2] < n_states) {
        local_state s;
        ss_zone zone;
        if (!draw(&s, rng, m, &zone))
            continue;
        check_state(m, &s, zone, 1e-7);
        ++seen[zone];
    }
    gsl_rng_free(rng);
}

Test(jacobians, ebp_is_the_derivative_of_its_map)
{
    check_method(&methods[0], 1);
}

Test(jacobians, eal_is_the_derivative_of_its_map)
{
    check_method(&methods[1], 2);
}

/* At u_t = 0 the map has a kink: w = 0 there, which is also what central differences find. */
Test(jacobians, the_kink_takes_the_zero_element)
{
    gsl_rng *const rng = test_rng(3);
    for (int m = 0; m < 2; ++m)
        for (int k = 0; k < n_states; ++k) {
            local_state s;
            ss_zone zone;
            if (!draw(&s, rng, &methods[m], &zone))
                continue;
            s.u[1] = s.u[2] = 0.0;
            const ss_newton_point p = point_at(&methods[m], &s);
            const double *const tau = p.tau;
            zone = p.zone;
            const double away = fmin(fabs(ss_norm_t(tau) - s.mu * tau[0]), ss_norm_t(tau));
            if (away > 0.05 && fabs(s.mu * ss_norm_t(tau) + tau[0]) > 0.05 && fabs(tau[0]) > 0.05)
                check_state(&methods[m], &s, zone, 1e-4); /* of first order in the step there */
        }
    gsl_rng_free(rng);
}

/* No division by zero where a direction does not exist. */
Test(jacobians, are_finite_where_directions_vanish)
{
    static const double r[4][3] = {{1, 0, 0}, {1, 0.3, 0}, {0, 0, 0}, {1e-300, 1e-300, 0}};
    for (int m = 0; m < 2; ++m)
        for (int k = 0; k < 4; ++k)
            for (int mu = 0; mu < 2; ++mu) {
                local_state s = {.mu = mu, .rho = 1.0};
                double A[9], B[9];
                ss_copy3(s.r, r[k]);
                const ss_zone zone = point_at(&methods[m], &s).zone;
                given(A, B, &methods[m], &s, zone, full);
                cr_expect(isfinite(test_norm(A, 9)) && isfinite(test_norm(B, 9)),
                          "%s, state %d, mu %d", methods[m].name, k, mu);
            }
}

/* nokink leaves rho mu w out of the first row of the sticking B, and nothing else anywhere. */
Test(jacobians, nokink_differs_in_the_sticking_row_only)
{
    gsl_rng *const rng = test_rng(4);
    size_t seen[3] = {0, 0, 0};
    for (int k = 0; k < 10 * n_states; ++k) {
        local_state s;
        ss_zone zone;
        double A[9], B[9], A_nokink[9], B_nokink[9];
        if (!draw(&s, rng, &methods[0], &zone))
            continue;
        given(A, B, &methods[0], &s, zone, full);
        given(A_nokink, B_nokink, &methods[0], &s, zone, nokink);
        for (int t = 1; t < 3 && zone == SS_ZONE_STICKING; ++t)
            B[t] -= s.rho * s.mu * s.u[t] / ss_norm_t(s.u);
        TEST_REQUIRE(test_distance(A, A_nokink, 9) == 0.0 &&
                         test_distance(B, B_nokink, 9) <= 1e-15 * s.rho * (1.0 + s.mu),
                     "zone %d, mu %g: A differs by %g, B by %g", (int)zone, s.mu,
                     test_distance(A, A_nokink, 9), test_distance(B, B_nokink, 9));
        ++seen[zone];
    }
    cr_expect(seen[SS_ZONE_STICKING] > 1000 && seen[SS_ZONE_SLIDING] > 1000);
    gsl_rng_free(rng);
}

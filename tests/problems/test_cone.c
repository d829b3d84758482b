/* The projections of problems/contact/cone.h against what defines them: variational inequalities,
 * zones, idempotence, homogeneity.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/cone.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <float.h>

enum { n_cases = 200000 };

typedef ss_zone projection(double r[3], const double tau[3], double mu);

static double random_mu(gsl_rng *rng)
{
    return gsl_rng_uniform_int(rng, 8) == 0 ? 0.0 : test_log_uniform(rng, 1e-6, 1e3);
}

/* Of any size, and close to the axis or the tangent plane as often as not. */
static void random_tau(gsl_rng *rng, double tau[3])
{
    const double size = test_log_uniform(rng, 1e-9, 1e9);
    test_direction(rng, tau);
    tau[0] *= size * test_log_uniform(rng, 1e-3, 1.0);
    tau[1] *= size * test_log_uniform(rng, 1e-3, 1.0);
    tau[2] *= size;
}

/* Inside the cone or, every second time, on its surface. */
static void random_member(gsl_rng *rng, double z[3], double mu, double size)
{
    const double angle = test_uniform(rng, 0.0, 2.0 * M_PI);
    const double share = gsl_rng_uniform_int(rng, 2) == 0 ? 1.0 : gsl_rng_uniform(rng);
    z[0] = size * test_log_uniform(rng, 1e-3, 1e3);
    z[1] = share * mu * z[0] * cos(angle);
    z[2] = share * mu * z[0] * sin(angle);
}

static void check_in_cone(const char *name, const double p[3], const double tau[3], double mu)
{
    TEST_REQUIRE(p[0] >= 0.0 && ss_norm_t(p) <= mu * p[0] * (1.0 + 4.0 * DBL_EPSILON),
                 "%s: (%g, %g, %g), mu %g: (%g, %g, %g) is not in the cone", name, tau[0], tau[1],
                 tau[2], mu, p[0], p[1], p[2]);
}

/* (tau - p).(z - p) <= 0 for all z in K says that p is the nearest point of K. */
Test(cone, is_the_nearest_point_of_the_cone)
{
    gsl_rng *const rng = test_rng(1);
    for (int k = 0; k < n_cases; ++k) {
        const double mu = random_mu(rng);
        double tau[3], p[3], z[3], outward[3], inward[3];
        random_tau(rng, tau);
        ss_cone_project(p, tau, mu);
        check_in_cone("cone", p, tau, mu);
        random_member(rng, z, mu, ss_norm(tau));
        ss_sub3(outward, tau, p);
        ss_sub3(inward, z, p);
        const double bound = 1e-14 * ss_norm(tau) * (ss_norm(z) + ss_norm(p));
        const double value = ss_dot(outward, inward);
        TEST_REQUIRE(value <= bound, "case %d, mu %g, tau (%g, %g, %g): %g > %g", k, mu, tau[0],
                     tau[1], tau[2], value, bound);
        TEST_REQUIRE(-ss_dot(outward, p) <= bound, "case %d: the apex is nearer", k);
    }
    gsl_rng_free(rng);
}

/* p_n = max(0, tau_n), and p_t is the point of the disc of radius mu p_n nearest to tau_t. */
Test(cone, disc_is_the_nearest_point_of_its_disc)
{
    gsl_rng *const rng = test_rng(2);
    for (int k = 0; k < n_cases; ++k) {
        const double mu = random_mu(rng);
        double tau[3], p[3];
        random_tau(rng, tau);
        ss_disc_project(p, tau, mu);
        check_in_cone("disc", p, tau, mu);
        TEST_REQUIRE(p[0] == fmax(0.0, tau[0]), "case %d: r_n = %g, tau_n = %g", k, p[0], tau[0]);
        const double angle = test_uniform(rng, 0.0, 2.0 * M_PI), radius = mu * p[0];
        const double z[2] = {radius * cos(angle), radius * sin(angle)};
        const double value = (tau[1] - p[1]) * (z[0] - p[1]) + (tau[2] - p[2]) * (z[1] - p[2]);
        const double bound = 1e-14 * ss_norm(tau) * radius;
        TEST_REQUIRE(value <= bound, "case %d, mu %g, tau (%g, %g, %g): %g > %g", k, mu, tau[0],
                     tau[1], tau[2], value, bound);
    }
    gsl_rng_free(rng);
}

/* The zone tells what the point is: the apex, tau itself, or on the surface and neither. */
static void check_zone(const char *name, ss_zone zone, const double p[3], const double tau[3],
                       double mu)
{
    const bool apex = p[0] == 0.0 && p[1] == 0.0 && p[2] == 0.0;
    const bool same = p[0] == tau[0] && p[1] == tau[1] && p[2] == tau[2];
    const bool surface = fabs(ss_norm_t(p) - mu * p[0]) <= 4.0 * DBL_EPSILON * mu * p[0];
    TEST_REQUIRE(zone != SS_ZONE_SEPARATION || (apex && tau[0] <= 0.0), "%s: not the apex", name);
    TEST_REQUIRE(zone != SS_ZONE_STICKING || same, "%s: sticking moved tau", name);
    TEST_REQUIRE(zone != SS_ZONE_SLIDING || (surface && p[0] > 0.0 && !same),
                 "%s: mu %g, tau (%g, %g, %g): sliding is not on the surface", name, mu, tau[0],
                 tau[1], tau[2]);
}

static void check_again(const char *name, projection *project, const double p[3], double mu)
{
    double again[3];
    project(again, p, mu);
    TEST_REQUIRE(test_distance(again, p, 3) <= 4.0 * DBL_EPSILON * ss_norm(p),
                 "%s: projecting (%g, %g, %g) again moves it, mu %g", name, p[0], p[1], p[2], mu);
}

Test(cone, zones_are_told_and_projecting_twice_changes_nothing)
{
    gsl_rng *const rng = test_rng(3);
    size_t seen[2][3] = {{0}};
    for (int k = 0; k < n_cases; ++k) {
        const double mu = random_mu(rng);
        double tau[3], p[3];
        random_tau(rng, tau);
        const ss_zone cone = ss_cone_project(p, tau, mu);
        check_zone("cone", cone, p, tau, mu);
        check_again("cone", ss_cone_project, p, mu);
        const ss_zone disc = ss_disc_project(p, tau, mu);
        check_zone("disc", disc, p, tau, mu);
        check_again("disc", ss_disc_project, p, mu);
        ++seen[0][cone];
        ++seen[1][disc];
    }
    for (int zone = 0; zone < 3; ++zone)
        cr_expect(seen[0][zone] > n_cases / 20 && seen[1][zone] > n_cases / 20,
                  "zone %d was hardly visited", zone);
    gsl_rng_free(rng);
}

/* mu = 3/4 and 3-4-5 triangles make the boundaries exact in floating point. */
Test(cone, boundaries_belong_to_the_smooth_side)
{
    static const double on_cone[3] = {4.0, 3.0, 0.0}, on_polar[3] = {-3.0, 0.0, 4.0};
    static const double zero[3] = {0.0, 0.0, 0.0}, plane[3] = {0.0, 1.0, 0.0};
    double p[3];
    cr_expect_eq(ss_cone_project(p, on_cone, 0.75), SS_ZONE_STICKING);
    cr_expect_eq(ss_disc_project(p, on_cone, 0.75), SS_ZONE_STICKING);
    cr_expect_eq(ss_cone_project(p, on_polar, 0.75), SS_ZONE_SEPARATION);
    cr_expect_eq(ss_cone_project(p, zero, 0.75), SS_ZONE_SEPARATION);
    cr_expect_eq(ss_disc_project(p, zero, 0.75), SS_ZONE_SEPARATION);
    cr_expect_eq(ss_disc_project(p, plane, 0.75), SS_ZONE_SEPARATION);
    cr_expect_eq(ss_cone_project(p, plane, 0.75), SS_ZONE_SLIDING);
    cr_expect_float_eq(p[0], 0.75 / 1.5625, 1e-15);
    cr_expect_float_eq(p[1], 0.75 * p[0], 1e-15);
}

/* Projections do not jump where a zone begins; the disc's does not either. */
Test(cone, is_continuous_across_the_boundaries)
{
    gsl_rng *const rng = test_rng(4);
    for (int k = 0; k < 20000; ++k) {
        const double mu = test_log_uniform(rng, 1e-3, 1e2), t = test_log_uniform(rng, 0.1, 10.0);
        const double step = 1e-12;
        const double edges[3] = {t / mu, -mu * t, 0.0};
        for (int edge = 0; edge < 3; ++edge) {
            const double below[3] = {edges[edge] - step, t, 0.0};
            const double above[3] = {edges[edge] + step, t, 0.0};
            double p[3], q[3];
            ss_cone_project(p, below, mu);
            ss_cone_project(q, above, mu);
            TEST_REQUIRE(test_distance(p, q, 3) <= 1e-9 * (1.0 + t / mu), "cone, edge %d", edge);
            ss_disc_project(p, below, mu);
            ss_disc_project(q, above, mu);
            TEST_REQUIRE(test_distance(p, q, 3) <= 1e-9 * (1.0 + t / mu), "disc, edge %d", edge);
        }
    }
    gsl_rng_free(rng);
}

Test(cone, without_friction_only_the_normal_part_stays)
{
    gsl_rng *const rng = test_rng(5);
    for (int k = 0; k < n_cases; ++k) {
        double tau[3], p[3], q[3];
        random_tau(rng, tau);
        const double expected[3] = {fmax(0.0, tau[0]), 0.0, 0.0};
        ss_cone_project(p, tau, 0.0);
        ss_disc_project(q, tau, 0.0);
        TEST_REQUIRE(test_distance(p, expected, 3) == 0.0 && test_distance(q, expected, 3) == 0.0,
                     "tau (%g, %g, %g)", tau[0], tau[1], tau[2]);
    }
    gsl_rng_free(rng);
}

/* Scaling by a power of two is exact, so the results must have the same bits. */
static void check_scaled(const char *name, projection *project, const double tau[3], double mu,
                         int power)
{
    const double scaled[3] = {ldexp(tau[0], power), ldexp(tau[1], power), ldexp(tau[2], power)};
    double p[3], q[3];
    const ss_zone zone = project(p, tau, mu);
    TEST_REQUIRE(project(q, scaled, mu) == zone, "%s: the zone changes with 2^%d", name, power);
    for (int k = 0; k < 3; ++k)
        TEST_REQUIRE(q[k] == ldexp(p[k], power), "%s: 2^%d: %g is not 2^%d %g", name, power, q[k],
                     power, p[k]);
}

Test(cone, knows_no_unit)
{
    gsl_rng *const rng = test_rng(6);
    for (int k = 0; k < n_cases / 10; ++k) {
        const double mu = random_mu(rng);
        double tau[3];
        random_tau(rng, tau);
        for (int power = -400; power <= 400; power += 100) {
            check_scaled("cone", ss_cone_project, tau, mu, power);
            check_scaled("disc", ss_disc_project, tau, mu, power);
        }
    }
    gsl_rng_free(rng);
}

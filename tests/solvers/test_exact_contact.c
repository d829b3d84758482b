/* ss_contact_exact against the law itself, judged by backward error: how far W r + q is from what
 * Signorini and Coulomb ask, relative to |W||r| + |q|.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/local/exact_contact.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

/* Largest defect of (r, u = W r + q) under the law at a contact, relative. */
static double law_defect(const double W[9], const double q[3], double mu, const double r[3])
{
    double u[3];
    ss_mul3(u, W, r);
    ss_axpy(u, 1.0, q);
    const double scale = test_block_norm(W) * ss_norm(r) + ss_norm(q);
    const double r_t = ss_norm_t(r), u_t = ss_norm_t(u);
    double defect = fmax(0.0, -u[0]) / scale;
    if (r[0] == 0.0 && r_t == 0.0)
        return defect;
    if (!(r[0] > 0.0) || !(r_t <= mu * r[0] * (1.0 + 1e-14)))
        return INFINITY; /* not in the cone */
    defect = fmax(defect, fabs(u[0]) / scale);
    if (r_t < mu * r[0] * (1.0 - 1e-12))
        return fmax(defect, u_t / scale); /* sticking */
    if (!(mu > 0.0))
        return defect; /* slides freely */
    const double across = fabs(u[1] * r[2] - u[2] * r[1]) / r_t;
    const double along = fmax(0.0, u[1] * r[1] + u[2] * r[2]) / r_t;
    return fmax(defect, fmax(across, along) / scale);
}

static double random_mu(gsl_rng *rng)
{
    return gsl_rng_uniform_int(rng, 10) == 0 ? 0.0 : test_log_uniform(rng, 1e-6, 1e3);
}

static void random_contact(gsl_rng *rng, double W[9], double q[3], double condition, double scale)
{
    const double skew = gsl_rng_uniform_int(rng, 2) == 0 ? 0.0 : 2.5e-3;
    test_full_block(rng, W, scale, condition, skew);
    test_direction(rng, q);
    const double size = test_log_uniform(rng, 1e-9, 1e9);
    for (int k = 0; k < 3; ++k)
        q[k] *= size * test_log_uniform(rng, 1e-3, 1.0);
}

/* The remainder that rounding may leave: a few eps, times mu where the tangential impulse carries
 * the normal load (r_n = r_n0 - w_nt.t cancels), and a little of the condition, since the 2x2
 * systems are solved by Cramer's rule. */
static double rounding(double condition, double mu)
{
    return 1e-14 * (10.0 + mu) + 2e-20 * condition * (1.0 + mu);
}

Test(exact_contact, satisfies_the_law)
{
    gsl_rng *const rng = test_rng(1);
    size_t open = 0, slides = 0, rough = 0;
    enum { n_cases = 1200000 };
    for (int k = 0; k < n_cases; ++k) {
        const double condition = test_log_uniform(rng, 1.0, 1e8), mu = random_mu(rng);
        double W[9], q[3], r[3];
        random_contact(rng, W, q, condition, test_log_uniform(rng, 1e-9, 1e9));
        ss_contact_exact(r, W, q, mu);
        const double defect = law_defect(W, q, mu, r), bound = rounding(condition, mu);
        TEST_REQUIRE(defect <= bound,
                     "case %d: condition %g, mu %g, W (%g %g %g; %g %g %g; %g %g %g), q (%g, %g, "
                     "%g): defect %g > %g",
                     k, condition, mu, W[0], W[1], W[2], W[3], W[4], W[5], W[6], W[7], W[8], q[0],
                     q[1], q[2], defect, bound);
        open += r[0] == 0.0;
        slides += r[0] > 0.0 && ss_norm_t(r) >= mu * r[0] * (1.0 - 1e-12);
        rough += defect > 1e-13;
    }
    cr_expect(open > n_cases / 10 && slides > n_cases / 10 && open + slides < n_cases / 20 * 19,
              "%zu open, %zu sliding", open, slides);
    cr_expect(rough < n_cases / 10000, "%zu of %d above 1e-13", rough, n_cases);
    gsl_rng_free(rng);
}

/* On the diagonal blocks of spheres the root search finds what the closed form says. */
Test(exact_contact, the_root_search_agrees_with_the_closed_form)
{
    gsl_rng *const rng = test_rng(2);
    for (int k = 0; k < 200000; ++k) {
        const double mu = random_mu(rng);
        double W[9], q[3], closed[3], general[3];
        test_sphere_block(rng, W, test_log_uniform(rng, 1e-9, 1e9));
        test_direction(rng, q);
        q[0] = -fabs(q[0]);
        ss_contact_diagonal(closed, W[0], W[4], q, mu);
        ss_contact_closed(general, W, q, mu);
        TEST_REQUIRE(test_distance(closed, general, 3) <= 1e-14 * ss_norm(closed),
                     "case %d, mu %g, q (%g, %g, %g): (%g, %g, %g) and (%g, %g, %g)", k, mu, q[0],
                     q[1], q[2], closed[0], closed[1], closed[2], general[0], general[1],
                     general[2]);
    }
    gsl_rng_free(rng);
}

/* Blocks that take the closed form: diagonal with equal tangential entries, no others. */
Test(exact_contact, knows_the_blocks_of_spheres)
{
    double W[9] = {2.0, 0, 0, 0, 7.0, 0, 0, 0, 7.0};
    cr_expect(ss_contact_is_diagonal(W));
    for (int k = 0; k < 9; ++k) {
        double other[9];
        memcpy(other, W, sizeof other);
        other[k] += 0.5;
        cr_expect_eq(ss_contact_is_diagonal(other), k == 0, "entry %d", k);
    }
}

/* Hand-made answers: opening, grazing, sticking and sliding of a unit sphere block. */
Test(exact_contact, hand_made_cases)
{
    static const double W[9] = {1, 0, 0, 0, 2, 0, 0, 0, 2};
    static const struct {
        double q[3], mu, r[3];
    } cases[] = {
        {{1, 5, 5}, 0.5, {0, 0, 0}},        {{0, 1, 0}, 0.5, {0, 0, 0}},
        {{-2, 0, 0}, 0.5, {2, 0, 0}},       {{-2, 1, 1}, 0.5, {2, -0.5, -0.5}},
        {{-2, 6, 8}, 0.5, {2, -0.6, -0.8}}, {{-2, 6, 8}, 0.0, {2, 0, 0}},
        {{-2, 2, 0}, 0.5, {2, -1, 0}},
    };
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; ++k) {
        double r[3];
        ss_contact_exact(r, W, cases[k].q, cases[k].mu);
        cr_expect(test_distance(r, cases[k].r, 3) <= 1e-15, "case %zu: (%g, %g, %g)", k, r[0], r[1],
                  r[2]);
    }
}

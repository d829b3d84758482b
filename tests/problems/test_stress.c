/* Mean stress and polarization of steps: what holds for any impulses, and one disc on a slope.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "problems/motion/polarization.h"
#include "problems/motion/stress.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>

static const ss_region all = {.volume = 0.25};
static const ss_contact_zones everywhere = {.name = "all", .n = 1};

static const double gap = 1e-12; /* relative: rounding of sums of some hundred terms */

static double size_of(const double s[9])
{
    return test_norm(s, 9);
}

/* Eq. 16 about any origin: what acts on a body, its weight and inertia, at their places. */
static void about(double s[9], const ss_moment *m, const double origin[3])
{
    const ss_scene *const scene = m->scene;
    const double h = scene->params.h;
    memset(s, 0, 9 * sizeof *s);
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const ss_rigid_contact contact = ss_operator_contact(m->problem, c);
        double p[3];
        ss_rigid_impulse(p, &contact, m->r + 3 * c);
        for (int end = 0; end < 2; ++end) {
            const size_t b = end == 0 ? contact.i : contact.j;
            const double *const arm = end == 0 ? contact.arm_i : contact.arm_j;
            for (int k = 0; b < scene->bodies.n_moving && k < 9; ++k)
                s[k] += (end == 0 ? 1.0 : -1.0) / h *
                        (scene->bodies.x[3 * b + (size_t)k / 3] + arm[k / 3] - origin[k / 3]) *
                        p[k % 3];
        }
    }
    for (size_t b = 0; b < scene->bodies.n_moving; ++b)
        for (int k = 0; k < 9; ++k) {
            const size_t at = 6 * b + (size_t)k % 3;
            const double a = (scene->bodies.v[at] - m->v_before[at]) / h;
            s[k] += (scene->bodies.x[3 * b + (size_t)k / 3] - origin[k / 3]) *
                    (scene->gravity[k % 3] - a) / scene->bodies.inv_mass[b];
        }
    for (int k = 0; k < 9; ++k)
        s[k] /= all.volume;
}

/* A step that has hardly been solved. */
static void take_loose(test_still_step *step, test_packing *packing)
{
    test_still_step_solve(step, packing, "exact", 1e-14, 3);
    cr_assert_gt(step->moment.problem->n_contacts, 4);
}

static bool is_body(const void *of, const ss_scene *scene, size_t b)
{
    (void)scene;
    return b == *(const size_t *)of;
}

/* The skew part of s, of `size`. */
static double skew(const double s[9], double size)
{
    return ss_stress_asymmetry(s) * size_of(s) / size;
}

/* Each body by itself, in parts of the largest, and all of them. */
static void expect_symmetric(const ss_moment *m)
{
    const ss_stress stress = ss_stress_of(m, &all);
    const double size = size_of(stress.r);
    double sum[9], other[9], worst = 0.0, worst_contacts = 0.0;
    ss_stress_sum(sum, &stress);
    cr_expect_lt(skew(sum, size), gap, "%g", skew(sum, size));
    for (int k = 0; k < 2; ++k) {
        const double origin[3] = {0.02 * k, -0.01 * k, 0.3 * k};
        about(other, m, origin);
        const double miss = test_distance(other, stress.r, 9) / size;
        cr_expect_lt(miss, 1e-11, "about another origin: %g", miss);
    }
    for (size_t b = 0; b < m->scene->bodies.n_moving; ++b) {
        const ss_region one = {is_body, &b, all.volume};
        const ss_stress of_b = ss_stress_of(m, &one);
        ss_stress_sum(sum, &of_b);
        worst = fmax(worst, skew(sum, size));
        worst_contacts = fmax(worst_contacts, skew(of_b.r, size));
    }
    cr_expect_lt(worst, gap, "%g", worst);
    cr_expect_gt(worst_contacts, 1e-6, "the part of contacts is symmetric: %g", worst_contacts);
}

Test(stress, symmetric_in_the_plane)
{
    test_packing packing;
    test_still_step step;
    test_scene_create(&packing, "segregation", "steps=2000", 1);
    test_packing_advance(&packing, "exact", 1200);
    take_loose(&step, &packing);
    expect_symmetric(&step.moment);
    test_still_step_free(&step);
    test_packing_free(&packing);
}

Test(stress, symmetric_in_space)
{
    test_packing packing;
    test_still_step step;
    gsl_rng *const rng = test_rng(15);
    test_packing_create(&packing, rng, 20, true, NULL);
    test_packing_advance(&packing, "exact", 2);
    take_loose(&step, &packing);
    expect_symmetric(&step.moment);
    test_still_step_free(&step);
    test_packing_free(&packing);
    gsl_rng_free(rng);
}

/* A step of the disc that rolls (mu = 0.3 holds it) or slides down a plane of 30 degrees. */
static void take_slope(test_still_step *step, test_packing *packing, const char *mu)
{
    test_scene_create(packing, "rolling-disc", mu, 1);
    test_packing_advance(packing, "exact", 3);
    test_still_step_take(step, packing, "exact");
}

Test(polarization, of_one_disc)
{
    static const double down[3] = {0.86602540378443865, 0.0, -0.5};
    static const struct {
        const char *mu;
        double on, share; /* r_t / (mu r_n): tan(30 degrees) / 3 / mu where it rolls */
    } cases[] = {{"mu=0.3", 0.0, 0.57735026918962576 / 0.9}, {"mu=0.1", 1.0, 1.0}};
    for (size_t k = 0; k < 2; ++k) {
        test_packing packing;
        test_still_step step;
        take_slope(&step, &packing, cases[k].mu);
        ss_polarization p;
        ss_polarization_of(&p, &step.moment, &everywhere, down);
        cr_expect_eq(p.n, 1);
        cr_expect_float_eq(p.p_n[SS_POLARIZATION_EDGE], cases[k].on, 1e-15);
        cr_expect_float_eq(p.p_c, cases[k].on, 1e-15);
        cr_expect_float_eq(p.p_s, -cases[k].share, 1e-9, "%s: %.17g", cases[k].mu, p.p_s);
        cr_expect_float_eq(p.fabric_anisotropy, 2.0, 1e-12);
        cr_expect_float_eq(p.force_anisotropy, 2.0, 1e-12);
        cr_expect_float_eq(p.force_angle, M_PI / 3.0, 1e-12, "%.17g", p.force_angle);
        cr_expect_eq(ss_polarization_bodies(&step.moment), cases[k].on);
        test_still_step_free(&step);
        test_packing_free(&packing);
    }
}

/* Without friction the cone is a line, whose boundary says nothing. */
Test(polarization, none_without_friction)
{
    static const double up[3] = {0.0, 0.0, 1.0};
    test_packing packing;
    test_still_step step;
    take_slope(&step, &packing, "mu=0");
    ss_polarization p;
    ss_polarization_of(&p, &step.moment, &everywhere, up);
    cr_expect_eq(p.n, 0);
    cr_expect(isnan(p.p_n[SS_POLARIZATION_EDGE]) && isnan(p.p_c) && isnan(p.p_s) &&
              isnan(p.force_angle));
    cr_expect(isnan(ss_polarization_bodies(&step.moment)));
    test_still_step_free(&step);
    test_packing_free(&packing);
}

/* Estimators: those that claim to have no units do not depend on them, all vanish at a solution and
 * see what is none. (That solutions do not depend on units: the checks in harness/check/.)
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/estimators/estimators.h"
#include "harness/run/bounds.h"
#include "problems/contact/operator.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <stdlib.h>

enum { n_packings = 40 };

/* A packing posed, with an arbitrary r of the size of its solution; everything random. */
typedef struct evidence {
    test_packing p;
    double *r, *u, *held;
    ss_evidence e;
} evidence;

static void make_evidence(evidence *v, unsigned long seed, const ss_check_change *c)
{
    ss_error error = {SS_ERROR_NONE, ""};
    gsl_rng *const rng = test_rng(seed);
    test_packing first;
    test_packing_create(&first, rng, SS_CHECK_CHANGE_BODIES, false, NULL);
    cr_assert(ss_check_change_scene(&v->p, &first, c, &error), "%s", error.text);
    test_packing_free(&first);
    test_packing_pose(&v->p);
    const size_t n = 3 * v->p.problem->n_contacts;
    v->r = calloc(n, sizeof *v->r);
    v->u = calloc(n, sizeof *v->u);
    v->held = calloc(n, sizeof *v->held);
    for (size_t k = 0; k < n; ++k) /* the frames are those of the bodies: only units change r */
        v->r[k] =
            test_uniform(rng, k % 3 == 0 ? 0.0 : -0.5, 1.0) * c->unit[0] * c->unit[1] / c->unit[2];
    test_velocity(v->u, v->p.problem, v->r);
    memcpy(v->held, v->u, n * sizeof *v->u);
    v->e = (ss_evidence){v->p.problem, v->r, v->u, v->held};
    gsl_rng_free(rng);
}

static void free_evidence(evidence *v)
{
    free(v->r);
    free(v->u);
    free(v->held);
    test_packing_free(&v->p);
}

/* Every estimator in "-" is the same in all units; what has units is not. */
Test(estimators, without_unit_have_none)
{
    const ss_check_change si = ss_check_change_none();
    for (unsigned long seed = 1; seed <= n_packings; ++seed)
        for (int unit = 0; unit < 6; ++unit) {
            ss_check_change c = ss_check_change_none();
            c.unit[unit / 2] = unit % 2 == 0 ? 1e6 : 1e-6;
            evidence one, other;
            make_evidence(&one, seed, &si);
            make_evidence(&other, seed, &c);
            for (size_t k = 0; ss_estimator_at(k) != NULL; ++k) {
                const ss_estimator *const s = ss_estimator_at(k);
                const double a = ss_estimator_value(s, &one.e), b = ss_estimator_value(s, &other.e);
                TEST_REQUIRE(strcmp(s->unit, "-") != 0 || (a > 0.0 && fabs(a / b - 1.0) <= 1e-12),
                             "%s: %.17g, in other units (%d) %.17g", s->name, a, unit, b);
            }
            free_evidence(&one);
            free_evidence(&other);
        }
}

/* W c and r / c leave u, q and E1 as they are, for a problem of one contact with a full block. */
Test(estimators, e1_knows_no_unit_of_impulse)
{
    gsl_rng *const rng = test_rng(3);
    for (int k = 0; k < 10000; ++k) {
        const double factor = test_log_uniform(rng, 1e-9, 1e9);
        double r[3], u[3], value[2];
        test_contact c = {.mu = test_uniform(rng, 0.0, 1.0), .rho_bar = 1.0};
        test_full_block(rng, c.W, 1.0, 100.0, 0.0);
        test_direction(rng, c.q);
        test_direction(rng, r);
        test_contact_pose(&c);
        test_velocity(u, &c.problem, r);
        const ss_evidence e = {&c.problem, r, u, u};
        value[0] = ss_estimator_value(&ss_estimator_e1, &e);
        for (int i = 0; i < 9; ++i)
            c.W[i] *= factor;
        for (int i = 0; i < 3; ++i)
            r[i] /= factor;
        value[1] = ss_estimator_value(&ss_estimator_e1, &e);
        TEST_REQUIRE(value[0] > 0.0 && fabs(value[1] / value[0] - 1.0) <= 1e-13,
                     "W * %g: %.17g becomes %.17g", factor, value[0], value[1]);
    }
    gsl_rng_free(rng);
}

Test(estimators, vanish_at_the_exact_solution)
{
    const ss_check_hand_case known = ss_check_sample_by_hand();
    const ss_evidence e = {known.problem, known.r, known.u, known.u};
    size_t n = 0;
    for (const ss_estimator *s; (s = ss_estimator_at(n)) != NULL; ++n)
        cr_expect(ss_estimator_value(s, &e) == 0.0, "%s is %g", s->name, ss_estimator_value(s, &e));
    cr_expect(n >= 5);
    double values[SS_ESTIMATE_COUNT];
    unsigned char zones[3];
    ss_statuses statuses;
    ss_estimate_all(values, &statuses, zones, &e);
    cr_expect(statuses.open == 1 && statuses.sticking == 1 && statuses.sliding == 1);
    cr_expect(zones[0] + zones[1] + zones[2] ==
              SS_ZONE_SEPARATION + SS_ZONE_STICKING + SS_ZONE_SLIDING);
}

/* [S] eq. 32 by hand, and that it fails open: nothing pushes, all goes well. */
Test(estimators, eps_s_is_a_sum_over_what_pushes)
{
    const ss_check_hand_case known = ss_check_sample_by_hand();
    const double r[9] = {2.0, 0.1, -0.2, 0.0, 0.0, 0.0, 3.0, 0.0, 0.5}, nothing[9] = {0.0};
    const double u[9] = {0.5, 3.0, 4.0, -7.0, 1.0, 1.0, -2.0, 0.0, -2.0};
    const double *const mu = known.problem->mu;
    const ss_evidence e = {known.problem, r, u, u}, open = {known.problem, nothing, u, u};
    const double first = mu[0] * 2.0 * 5.0 + (0.3 - 0.8) + 2.0 * 0.5;
    const double third = mu[2] * 3.0 * 2.0 - 1.0;
    const double value = ss_estimator_value(&ss_estimator_eps_s, &e);
    cr_expect(fabs(value - first - third) <= 1e-14, "%.17g", value);
    cr_expect_eq(ss_estimator_value(&ss_estimator_eps_s, &open), 0.0);
}

/* Nonsense at any one contact is nonsense as a whole: NaN, which no comparison calls small. */
Test(estimators, of_nan_are_nan)
{
    const ss_check_hand_case known = ss_check_sample_by_hand();
    for (size_t k = 0; k < 9; ++k) {
        double r[9], u[9];
        memcpy(r, known.r, sizeof r);
        memcpy(u, known.u, sizeof u);
        const size_t c = 3 * (k / 3);
        for (size_t i = c; i < c + 3; ++i) /* from one number W r + q makes NaN of the contact */
            u[i] = NAN;
        r[k] = NAN;
        r[c] = k == c ? NAN : r[c];
        const ss_evidence e = {known.problem, r, u, u};
        for (size_t i = 0; ss_estimator_at(i) != NULL; ++i)
            cr_expect(isnan(ss_estimator_value(ss_estimator_at(i), &e)),
                      "%s: %g with NaN at component %zu", ss_estimator_at(i)->name,
                      ss_estimator_value(ss_estimator_at(i), &e), k);
    }
}

/* A defect in one contact shows in E1, and in the parts of eps that are about it. */
Test(estimators, see_what_is_wrong)
{
    const ss_check_hand_case known = ss_check_sample_by_hand();
    double r[9], u[9];
    memcpy(r, known.r, sizeof r);
    memcpy(u, known.u, sizeof u);
    const ss_evidence e = {known.problem, r, u, u};
    r[3] = 3.0; /* outside the cone by 2 - 1.5, penetrating at 1 m/s */
    u[3] = -1.0;
    double values[SS_ESTIMATE_COUNT];
    ss_statuses statuses;
    ss_estimate_all(values, &statuses, NULL, &e);
    const double proj = values[SS_ESTIMATE_eps_proj], b = values[SS_ESTIMATE_eps_b];
    cr_expect(values[SS_ESTIMATE_eps_motion] == 0.0 &&
              fabs(values[SS_ESTIMATE_eps_pen] - 1.0 / 3.0) <= 1e-15);
    cr_expect(fabs(proj - 0.5 / sqrt(1.25) / 3.0) <= 1e-15, "%g", proj);
    cr_expect(fabs(b - fabs(-1.0 * 3.0 - 16.0 + 12.0) / 3.0) <= 1e-15, "%g", b);
    cr_expect(values[SS_ESTIMATE_pen_true] == 1.0 && values[SS_ESTIMATE_pen_local] == 1.0);
    cr_expect(values[SS_ESTIMATE_e1] > 0.01);
    for (size_t k = 0; k < SS_ESTIMATE_COUNT; ++k) /* one pass gives the bits of each alone */
        cr_expect(values[k] == ss_estimator_value(ss_estimator_at(k), &e), "%s",
                  ss_estimator_at(k)->name);
}

/* 1e-16 |W| |r| / |q| of one contact with W = 2: the scales of a single contact cancel. */
Test(estimators, the_floor_of_e1_by_hand)
{
    double vector[6], state[64];
    const double r[3] = {3.0, 0.0, 4.0};
    test_contact c = {.W = {2, 0, 0, 0, 2, 0, 0, 0, 2}, .q = {-6.0, 8.0, 0.0}, .mu = 0.3};
    c.rho_bar = 0.5;
    test_contact_pose(&c);
    cr_assert_leq(ss_operator_state_length(&c.problem), 64);
    cr_expect_float_eq(ss_floor_e1(&c.problem, r, vector, state), 1e-16, 1e-18);
}

/* The copy shares nothing with the scene: freed twice, what joins the bodies would abort. */
Test(estimators, a_changed_scene_owns_all_that_it_has)
{
    ss_error error = {SS_ERROR_NONE, ""};
    const ss_check_change none = ss_check_change_none();
    ss_check_cluster column, copy;
    cr_assert(ss_check_cluster_open(&column, "spring-column", "balls=7", 1, &error), "%s",
              error.text);
    cr_assert(ss_check_change_scene(&copy, &column, &none, &error), "%s", error.text);
    cr_expect_null(copy.scene.flexible);
    ss_check_cluster_free(&copy);
    ss_check_cluster_free(&column);
}

/* Largest of q, r and u; and the velocity that is recomputed, not the one that is held. */
Test(estimators, scales_and_true_velocities_by_hand)
{
    const double r[3] = {0.0, 0.0, 0.0}, u[3] = {-8.0, 0.0, 0.0}, held[3] = {-1.0, 0.0, 0.0};
    test_contact c = {.W = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .q = {-2.0, 0.0, 0.0}, .rho_bar = 1.0};
    test_contact_pose(&c);
    const ss_evidence e = {&c.problem, r, u, held};
    cr_expect_eq(ss_estimator_value(&ss_estimator_siconos_rel, &e), 1.0); /* 8 / |u| */
    cr_expect_eq(ss_estimator_value(&ss_estimator_abh_rel, &e), 4.0);     /* 8 / |q| */
    cr_expect_eq(ss_estimator_value(&ss_estimator_pen_true, &e), 8.0);
    cr_expect_eq(ss_estimator_value(&ss_estimator_pen_local, &e), 1.0);
}

/* Siconos divides by no less than DBL_EPSILON = 2^-52: by 1 then. */
Test(estimators, siconos_does_not_divide_by_less_than_epsilon)
{
    static const double speeds[] = {0x1p-50, 0x1p-51, 0x1p-52, 0x1p-60}, r[3] = {0.0, 0.0, 0.0};
    static const double wanted[] = {1.0, 1.0, 0x1p-52, 0x1p-60};
    for (size_t k = 0; k < 4; ++k) {
        const double u[3] = {-speeds[k], 0.0, 0.0};
        test_contact c = {
            .W = {1, 0, 0, 0, 1, 0, 0, 0, 1}, .q = {-speeds[k], 0.0, 0.0}, .rho_bar = 1.0};
        test_contact_pose(&c);
        const ss_evidence e = {&c.problem, r, u, u};
        cr_expect_eq(ss_estimator_value(&ss_estimator_siconos_rel, &e), wanted[k], "%g", speeds[k]);
    }
}

/* One contact that sticks, by hand. From r = 0 an exact sweep brings all of its velocity: quad_dv
 * is sqrt 2, the largest of the three. Half way du = W rr/2, and quad_dvr is the largest. */
Test(estimators, quad_is_what_one_more_sweep_would_change)
{
    test_contact contact = {.W = {2.0, 0.0, 0.0, 0.0, 7.0, 0.0, 0.0, 0.0, 7.0},
                            .q = {-1.0, 0.5, 0.0},
                            .mu = 0.3,
                            .rho_bar = 0.5};
    const double rr[3] = {0.5, -0.5 / 7.0, 0.0};
    double value[3];
    test_contact_pose(&contact);
    for (int part = 0; part < 3; ++part) {
        double r[3], u[3];
        for (int i = 0; i < 3; ++i) {
            r[i] = 0.5 * part * rr[i];
            u[i] = (1.0 - 0.5 * part) * contact.q[i];
        }
        const ss_evidence e = {&contact.problem, r, u, u};
        value[part] = ss_estimator_value(&ss_estimator_quad, &e);
    }
    /* |du| = |q|/2, |rm| = 3/4 |rr|, a = (1/4 + 1) rr.W rr/2 */
    const double half =
        0.5 * sqrt(1.25) * 0.75 * hypot(rr[0], rr[1]) / (0.625 * (0.5 + 0.25 / 7.0));
    cr_expect_float_eq(value[0], M_SQRT2, 1e-15);
    cr_expect_float_eq(value[1], half, 1e-14, "%.17g, not %.17g", value[1], half);
    cr_expect_leq(value[2], 1e-15);
}

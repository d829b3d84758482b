/* The first step of the impact on a pile, which is known: a projection, and Carnot's identity.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "tests/support/still_step.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>

static const double tol = 1e-10;

/* The first step, solved by E1. Free with impact_free. */
typedef struct impact {
    test_packing packing;
    test_solution solution;
    const ss_bodies *bodies;
    const double *v_free; /* 6 a body */
} impact;

static void impact_make(impact *m, const char *settings, const char *local)
{
    char text[80];
    ss_choice choice;
    ss_error error = {SS_ERROR_NONE, ""};
    snprintf(text, sizeof text, "nlgs[local=%s]", local);
    test_scene_create(&m->packing, "canon-ball-impact", settings, 1);
    cr_assert(ss_choice_parse(&choice, text, SS_CHOICE_OUTER, &error), "%s", error.text);
    test_packing_pose(&m->packing);
    cr_assert(ss_check_answer_solve(&m->solution, m->packing.problem, &choice, tol, 100000, &error),
              "%s", error.text);
    cr_assert_leq(m->solution.report.values[SS_ESTIMATE_e1], tol, "%s: %s", settings, local);
    ss_step_finish(m->packing.step, m->solution.r);
    m->bodies = &m->packing.scene.bodies;
    m->v_free = ss_operator_moving(m->packing.problem)->v_free;
    ss_choice_free(&choice);
}

static void impact_free(impact *m)
{
    test_solution_free(&m->solution);
    test_packing_free(&m->packing);
}

/* Kinetic energy of a - b, 6 a body, or of a where b is NULL; what is blocked has none. */
static double energy(const ss_bodies *bodies, const double *a, const double *b)
{
    double sum = 0.0;
    for (size_t k = 0; k < 6 * bodies->n_moving; ++k) {
        const size_t body = k / 6;
        const double inverse = k % 6 < 3 ? bodies->inv_mass[body] : bodies->inv_inertia[3 * body];
        const double v = a[k] - (b != NULL ? b[k] : 0.0);
        sum += inverse > 0.0 ? 0.5 * v * v / inverse : 0.0;
    }
    return sum;
}

/* Of the first impact by each local solver. */
static void check_all(const char *settings,
                      void (*check)(const impact *m, const impact *exact, const char *local))
{
    impact exact;
    impact_make(&exact, settings, "exact");
    cr_assert_gt(exact.packing.problem->n_contacts, 20);
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        impact other;
        impact_make(&other, settings, ss_local_solver_at(k)->name);
        check(&other, &exact, ss_local_solver_at(k)->name);
        impact_free(&other);
    }
    impact_free(&exact);
}

/* T(v_free) - T(v) = T(v_free - v) - sum r.u, and what -sum r.u is. */
static void check_energies(const impact *m, const impact *exact, const char *local)
{
    const double *const v = m->bodies->v;
    const double before = energy(m->bodies, m->v_free, NULL), after = energy(m->bodies, v, NULL);
    const double jump = energy(m->bodies, m->v_free, v);
    double power = 0.0, slipping = 0.0;
    (void)exact;
    for (size_t c = 0; c < m->packing.problem->n_contacts; ++c) {
        const double *const r = m->solution.r + 3 * c, *const u = m->solution.u + 3 * c;
        power -= ss_dot(r, u);
        slipping += m->packing.problem->mu[c] * r[0] * ss_norm_t(u);
    }
    cr_expect(fabs(before - after - jump - power) <= 1e-12 * before, "%s: %g J are not %g J", local,
              before - after, jump + power);
    cr_expect(fabs(power - slipping) <= 100.0 * tol * before, "%s: %g J are not %g J of slipping",
              local, power, slipping);
    cr_expect(before - after > 0.5 * before, "%s: %g of %g J are left", local, after, before);
}

/* Nearest to v_free without approach: one, in the metric of the masses. */
static void check_projection(const impact *m, const impact *exact, const char *local)
{
    const double size = energy(m->bodies, m->v_free, NULL);
    const double apart = energy(m->bodies, m->bodies->v, exact->bodies->v);
    cr_expect(sqrt(apart / size) <= 10.0 * tol, "%s: v is off by %g", local, sqrt(apart / size));
    check_energies(m, exact, local);
}

Test(canon_ball_impact, without_friction_all_solvers_find_the_nearest_velocity)
{
    check_all("layers=3,mu=0,offset=0.5", check_projection);
    check_all("layers=4,mu=0,offset=2,pile=tetrahedron", check_projection);
}

Test(canon_ball_impact, energy_goes_into_the_jump_and_into_slipping)
{
    check_all("layers=3,offset=0.5", check_energies);
    check_all("layers=3,offset=-1.5,mu=0.6", check_energies);
}

static void check_stop(const impact *m, const impact *exact, const char *local)
{
    const double left = energy(m->bodies, m->bodies->v, NULL);
    (void)exact;
    cr_expect(left <= 1e-14 * energy(m->bodies, m->v_free, NULL), "%s: %g J are left", local, left);
}

/* From right above all loads are handed straight on to the base that is held: none moves. */
Test(canon_ball_impact, a_ball_from_right_above_stops)
{
    check_all("layers=4", check_stop);
    check_all("layers=4,pile=tetrahedron,mu=0", check_stop);
}

/* In mid-air: the common velocity M V/(M + m). */
Test(canon_ball_impact, two_balls_go_on_together)
{
    impact m;
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice exact;
    test_scene_create(&m.packing, "canon-ball-impact", "layers=1,base=free,gravity=0,ball=2", 1);
    const ss_bodies *const bodies = &m.packing.scene.bodies;
    bodies->x[2] += 1.0;
    bodies->x[5] += 1.0;
    cr_assert(ss_choice_parse(&exact, "nlgs[local=exact]", SS_CHOICE_OUTER, &error));
    m.packing.scene.params.limits = (ss_limits){tol, 100};
    cr_assert(ss_check_cluster_advance(&m.packing, &exact, 1, &m.solution.report, &error));
    cr_expect_eq(m.packing.problem->n_contacts, 1);
    for (size_t b = 0; b < 2; ++b)
        cr_expect_float_eq(bodies->v[6 * b + 2], -8.0 * 5.0 / 9.0, 1e-12, "%.15g",
                           bodies->v[6 * b + 2]);
    ss_choice_free(&exact);
    test_packing_free(&m.packing);
}

/* The floor holds who falls on it; balances hold for any r. */
Test(canon_ball_impact, counts_who_has_moved_and_balances)
{
    enum { BALLS = 55, STEPS = 600 };
    static const char scene[] = "canon-ball-impact";
    double x[3 * BALLS], off = 0.0, turned = 0.0, blocked = 0.0, n = 0.0;
    ss_error error = {SS_ERROR_NONE, ""};
    test_packing p;
    test_scene_create(&p, scene, "offset=0.5", 1);
    ss_step_free(p.step);
    p.scene.blocks_at = BALLS + 1;
    p.step = ss_step_create(&p.scene, &error);
    cr_assert_not_null(p.step);
    const ss_bodies *const bodies = &p.scene.bodies;
    memcpy(x, bodies->x, sizeof x);
    for (size_t k = 0; k < STEPS; ++k) {
        test_still_step step;
        test_still_step_solve(&step, &p, "exact", 1e-3, 30);
        off += test_still_step_value(&step, scene, "energy_balance");
        turned += fabs(test_still_step_value(&step, scene, "contact_work"));
        blocked += p.scene.energy_blocked;
        if (k + 1 == STEPS) {
            for (size_t b = 0; b < BALLS; ++b)
                n += test_distance(bodies->x + 3 * b, x + 3 * b, 3) > 2.0 * bodies->radius[b];
            cr_expect_eq(test_still_step_value(&step, scene, "moved"), n);
            cr_expect_eq(test_still_step_value(&step, scene, "ball_speed"),
                         ss_norm(bodies->v + 6 * BALLS));
        }
        test_still_step_free(&step);
    }
    cr_expect(n > 0.0 && n < BALLS, "%g balls have moved", n);
    cr_expect(blocked > 0.0 && fabs(off) <= 1e-10 * turned, "%g J blocked, off by %g of %g J",
              blocked, off, turned);
    test_packing_free(&p);
}

Test(canon_ball_impact, a_ball_that_misses_is_refused)
{
    test_packing p;
    ss_error error = {SS_ERROR_NONE, ""};
    cr_expect_not(ss_check_cluster_open(&p, "canon-ball-impact", "offset=4", 1, &error));
    cr_expect_not_null(strstr(error.text, "offset"), "%s", error.text);
}

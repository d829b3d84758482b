/* Local solvers at one contact whose answer, or course, is known.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>
#include <math.h>

/* W_tt = [2 1.9; 1.9 2] has the eigenvalue 3.9: steps of 1.5/3.9 contract, steps of 1.5/2 do not.
 */
Test(local_known, ac_knows_the_coupling_of_the_tangents)
{
    test_solution s;
    test_contact c = {.W = {1, 0, 0, 0, 2, 1.9, 0, 1.9, 2}, .q = {-1.0, 0.2, 0.2}, .mu = 10.0};
    c.rho_bar = 1.0;
    test_contact_pose(&c);
    test_solve(&s, &c.problem, "ac[alpha=1.5]", 1e-10, 10);
    cr_expect(s.report.outcome == SS_OUTCOME_SOLVED && s.report.work.newton_failures == 0,
              "%s, %zu failures", ss_outcome_name(s.report.outcome), s.report.work.newton_failures);
    test_solution_free(&s);
}

/* A visit that Newton has failed has the velocity of the impulse that replaces Newton's, and pays
 * for the root that it takes. */
Test(local_known, what_is_made_safe_holds_its_own_velocity)
{
    static const char *const solvers[] = {"ebp[cap=1]", "eal[cap=1]"};
    gsl_rng *const rng = test_rng(8);
    for (size_t k = 0; k < 2; ++k) {
        size_t fallbacks = 0, roots = 0;
        for (int draw = 0; draw < 50; ++draw) {
            test_contact c;
            test_solution s;
            ss_check_lone_contact_draw(&c, rng, true, 1.0);
            test_solve(&s, &c.problem, solvers[k], 1e-300, 1);
            fallbacks += s.report.work.fallbacks;
            roots += s.report.work.root_values;
            const double motion = s.report.values[SS_ESTIMATE_eps_motion];
            cr_expect(motion <= 1e-12, "%s, draw %d: |u - (W r + q)| = %g", solvers[k], draw,
                      motion);
            test_solution_free(&s);
        }
        cr_expect(fallbacks > 10 && roots > fallbacks, "%s: %zu fallbacks, %zu values of f",
                  solvers[k], fallbacks, roots);
    }
    gsl_rng_free(rng);
}

/* The printed stop is met where W r + q - u and the part of r off the cone are small, and never by
 * 0: r of this contact is about 1. */
Test(local_known, the_printed_stop_is_met)
{
    static const char *const solvers[] = {"ebp[stop=printed,eps-newt=%s]",
                                          "eal[stop=printed,eps-newt=%s]"};
    test_contact c = {.W = {1, 0.1, 0, 0.1, 2, 0, 0, 0, 2}, .q = {-1.0, 0.4, 3.0}, .mu = 0.5};
    c.rho_bar = 0.5;
    test_contact_pose(&c);
    for (size_t k = 0; k < 4; ++k) {
        test_solution s;
        char name[80];
        snprintf(name, sizeof name, solvers[k / 2], k % 2 == 0 ? "1e-6" : "0");
        test_solve(&s, &c.problem, name, 1e-5, 20);
        cr_expect(k % 2 == 0
                      ? s.report.outcome == SS_OUTCOME_SOLVED && s.report.work.newton_failures == 0
                      : s.report.work.newton_failures > 0,
                  "%s: %s, %zu failures", name, ss_outcome_name(s.report.outcome),
                  s.report.work.newton_failures);
        test_solution_free(&s);
    }
}

/* A visit of one Newton step leaves r off the cone at times, a projection after it never; u is
 * Newton's, or that of the r that is returned. */
Test(local_known, a_visit_ends_with_what_is_asked_for)
{
    static const char *const solvers[] = {"ebp", "eal"},
                             *const last[] = {"newton", "projection", "moved"};
    gsl_rng *const rng = test_rng(9);
    double off[3] = {0.0}, motion[3] = {0.0}; /* the largest */
    for (size_t draw = 0; draw < 100; ++draw) {
        test_contact c;
        ss_check_lone_contact_draw(&c, rng, true, 1.0);
        for (size_t k = 0; k < 6; ++k) {
            test_solution s;
            char name[80];
            snprintf(name, sizeof name, "%s[cap=1,backtrack=no,fallback=no,last=%s]",
                     solvers[k % 2], last[k / 2]);
            test_solve(&s, &c.problem, name, 1e-300, 1);
            off[k / 2] = fmax(off[k / 2], s.report.values[SS_ESTIMATE_eps_proj]);
            motion[k / 2] = fmax(motion[k / 2], s.report.values[SS_ESTIMATE_eps_motion]);
            test_solution_free(&s);
        }
    }
    cr_expect(off[0] > 1e-3 && off[1] < 1e-12 && off[2] < 1e-12, "off the cone: %g %g %g", off[0],
              off[1], off[2]);
    cr_expect(motion[0] < 1e-12 && motion[1] > 1e-3 && motion[2] < 1e-12, "motion: %g %g %g",
              motion[0], motion[1], motion[2]);
    gsl_rng_free(rng);
}

/* [M] section 5: a law is complete if r_n >= 0, u_n >= 0, and u_n > 0 implies r = 0. */
Test(local_known, solutions_are_complete)
{
    enum { DRAWS = 200 };
    gsl_rng *const rng = test_rng(5);
    for (size_t k = 0; ss_local_solver_at(k) != NULL; ++k) {
        const char *const name = ss_local_solver_at(k)->name;
        size_t open = 0, closed = 0;
        for (int draw = 0; draw < DRAWS; ++draw) {
            test_contact c;
            test_solution s;
            ss_check_lone_contact_draw(&c, rng, draw % 2 == 0, 0.8);
            test_solve_still(&s, &c.problem, name, NULL, 20000);
            const double speed = ss_norm(c.q), size = speed / test_block_norm(c.W), *const r = s.r;
            TEST_REQUIRE(r[0] >= 0.0 && s.u[0] >= -1e-9 * speed &&
                             s.u[0] * ss_norm(r) <= 1e-9 * speed * size,
                         "%s, draw %d: r_n = %g, u_n = %g, |r| = %g", name, draw, r[0], s.u[0],
                         ss_norm(r));
            open += ss_norm(r) == 0.0;
            closed += r[0] > 1e-3 * size;
            test_solution_free(&s);
        }
        cr_expect(open > DRAWS / 10 && closed > DRAWS / 2, "%s: %zu open, %zu closed", name, open,
                  closed);
    }
    gsl_rng_free(rng);
}

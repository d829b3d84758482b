/* Local solvers where numbers are very small or very large: other units change no count and, being
 * powers of two, no bit; a product that under- or overflows is no reason for nonsense.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

/* Solve from r = 0, until E1, which has no units, is below 1e-10. */
static ss_solve_report solve(double r[3], test_contact *contact, const char *text)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_solve_report report;
    ss_choice choice;
    const ss_rules rules = {
        .stop = &ss_estimator_e1, .tol = 1e-10, .max_sweeps = 1000, .label = text, .step = 1};
    test_contact_pose(contact);
    cr_assert(ss_choice_parse_whole(&choice, text, SS_CHOICE_OUTER_DEFAULT, &error), "%s",
              error.text);
    ss_solver *const solver = ss_solver_create(&choice, &error);
    ss_referee *const referee = ss_referee_create(&error);
    const double *const found = ss_solver_prepare(solver, &contact->problem, &error);
    cr_assert(found != NULL &&
              ss_referee_solve(referee, solver, &contact->problem, &rules, &report, &error));
    memcpy(r, found, 3 * sizeof *r);
    ss_referee_free(referee);
    ss_solver_free(solver);
    ss_choice_free(&choice);
    return report;
}

/* The same contact with impulses counted in units of 2^-`impulse`, velocities of 2^-`velocity`. */
static test_contact in_units(const test_contact *c, int impulse, int velocity)
{
    test_contact other = *c;
    for (int k = 0; k < 9; ++k)
        other.W[k] = ldexp(c->W[k], velocity - impulse);
    for (int k = 0; k < 3; ++k)
        other.q[k] = ldexp(c->q[k], velocity);
    other.rho_bar = ldexp(c->rho_bar, impulse - velocity);
    return other;
}

/* Iterations at a contact end by tolerances that are relative to its own numbers. */
static void expect_same(const test_contact *contact, const char *solver, int impulse, int velocity)
{
    test_contact own = *contact, other = in_units(contact, impulse, velocity);
    double r[3], s[3];
    const ss_solve_report a = solve(r, &own, solver), b = solve(s, &other, solver);
    TEST_REQUIRE(memcmp(&a.work, &b.work, sizeof a.work) == 0,
                 "%s in units of 2^%d, 2^%d: %zu sweeps and %zu iterations, not %zu and %zu",
                 solver, impulse, velocity, b.sweeps, b.work.local_iterations, a.sweeps,
                 a.work.local_iterations);
    for (int k = 0; k < 3; ++k)
        TEST_REQUIRE(ldexp(s[k], -impulse) == r[k], "%s: r", solver);
}

Test(units, counts_and_bits_are_the_same)
{
    static const char *const solvers[] = {
        "sbp[cap=5]", "sbp[cap=50,tol=1e-3]", "sal[cap=50,tol=1e-3]", "ebp", "eal", "ac", "exact"};
    static const int units[][2] = {{40, 0}, {-40, 0}, {0, 40}, {0, -40}, {30, -30}};
    gsl_rng *const rng = test_rng(11);
    for (int draw = 0; draw < 100; ++draw) {
        test_contact contact;
        ss_check_lone_contact_draw(&contact, rng, true, 1.0);
        for (size_t k = 0; k < sizeof solvers / sizeof *solvers; ++k)
            for (size_t i = 0; i < sizeof units / sizeof *units; ++i)
                expect_same(&contact, solvers[k], units[i][0], units[i][1]);
    }
    gsl_rng_free(rng);
}

/* rho W near 1e-110 or 1e110, whose determinant under- or overflows: Newton gives up, with r as it
 * was; the exact solve behind it, if any, finds what it always finds. */
Test(units, a_determinant_that_under_or_overflows)
{
    static const char *const solvers[] = {"ebp",
                                          "ebp-nokink",
                                          "eal",
                                          "ebp[fallback=no]",
                                          "ebp-nokink[fallback=no]",
                                          "eal[fallback=no]"};
    static const double sizes[] = {1e-110, 1e110};
    for (size_t k = 0; k < 6; ++k)
        for (size_t size = 0; size < 2; ++size) {
            double r[3];
            test_contact c = {.W = {1, 0, 0, 0, 3.5, 0, 0, 0, 3.5}, .q = {-1.0, 0.1, 0.0}};
            c.mu = 0.3;
            c.rho_bar = sizes[size];
            const ss_outcome outcome = solve(r, &c, solvers[k]).outcome;
            cr_expect(k < 3 ? outcome == SS_OUTCOME_SOLVED : outcome != SS_OUTCOME_DIVERGED,
                      "%s, rho %g: %s", solvers[k], c.rho_bar, ss_outcome_name(outcome));
            cr_expect(fabs(r[0] - (k < 3)) <= 1e-9, "%s, rho %g: r_n = %g", solvers[k], c.rho_bar,
                      r[0]);
        }
}

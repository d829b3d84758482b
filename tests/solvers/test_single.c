/* Single precision: the labelled copies keep the contract as far as a float can, follow the
 * originals sweep by sweep to a float's rounding, and do not pretend to more.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/check.h"
#include "solvers/single/single.h"
#include "tests/support/check_run.h"
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <float.h>
#include <stdlib.h>

static const char *const copies[] = {"nlgs-float", "apgd-float"};

Test(single, the_copies_keep_the_contract_as_far_as_a_float_can)
{
    for (size_t s = 0; s < 2; ++s) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_choice choice;
        size_t n = 0;
        cr_assert(ss_choice_parse(&choice, copies[s], SS_CHOICE_OUTER, &error), "%s", error.text);
        for (const ss_check *check; (check = ss_check_at(SS_CHOICE_OUTER, n)) != NULL; ++n) {
            ss_check_finding f;
            if (!test_check_is_asked(check->name))
                continue;
            cr_assert(ss_check_run(check, &choice, &f, &error), "%s", error.text);
            cr_expect_eq(f.verdict, SS_CHECK_PASS, "%s, %s: %g > %g: %s", copies[s], check->name,
                         f.value, f.threshold, f.detail);
        }
        cr_expect_gt(n, 30);
        ss_choice_free(&choice);
    }
}

/* A solver in double is held to what it was; of a copy the bounds of errors grow as its E1. */
Test(single, others_have_their_thresholds)
{
    static const char *const names[] = {"apgd", "apgd-float"};
    for (size_t k = 0; k < 2; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_choice choice;
        cr_assert(ss_choice_parse(&choice, names[k], SS_CHOICE_OUTER, &error));
        const double grown = k == 0 ? 1.0 : choice.outer->reach / 1e-12;
        for (size_t n = 1; n < 4; ++n) { /* a count, and two errors */
            ss_check_finding f;
            cr_assert(ss_check_run(ss_check_at(SS_CHOICE_OUTER, n), &choice, &f, &error));
            cr_expect_eq(f.threshold, f.check->threshold * (n == 1 ? 1.0 : grown), "%s, %s",
                         names[k], f.check->name);
        }
        cr_expect_eq(ss_check_tol(&choice, 1e-12), k == 0 ? 1e-12 : choice.outer->reach);
        ss_choice_free(&choice);
    }
}

/* The impulses after so many sweeps; to be freed. */
static double *after(const char *name, const char *local, const ss_problem *problem, size_t sweeps)
{
    test_outer solver = test_outer_make(name, "", local);
    ss_solve_report report;
    double *const r =
        test_outer_copy(test_outer_solve(solver.solver, problem, 1e-300, sweeps, &report), problem);
    test_outer_unmake(&solver);
    return r;
}

/* On balls at rest, and on a wall whose blocks are full, where the root is searched for. */
Test(single, nlgs_float_is_nlgs_around_exact_rounded)
{
    static const char *const scenes[][2] = {{"canon-ball", ""}, {"block-wall", ""}};
    for (size_t k = 0; k < 2; ++k) {
        test_packing p;
        test_outer_pack(&p, scenes[k][0], scenes[k][1], 1);
        cr_assert_gt(p.problem->n_contacts, 10);
        for (size_t sweeps = 1; sweeps <= 4; ++sweeps) {
            double *const in_double = after("nlgs", "exact", p.problem, sweeps);
            double *const in_float = after("nlgs-float", "exact", p.problem, sweeps);
            const size_t n = 3 * p.problem->n_contacts;
            const double apart = test_distance(in_double, in_float, n) / test_norm(in_double, n);
            cr_expect(apart > DBL_EPSILON && apart < 1e-4, "%s, %zu sweeps: %g", scenes[k][0],
                      sweeps, apart);
            free(in_double);
            free(in_float);
        }
        test_packing_free(&p);
    }
}

/* 1e-12 is out of a float's reach: the run ends unsolved, with its floor, which is near. */
Test(single, neither_claims_what_a_float_cannot_reach)
{
    for (size_t s = 0; s < 2; ++s) {
        test_packing p;
        ss_solve_report report;
        test_outer_pack(&p, "canon-ball", "", 1);
        test_outer solver = test_outer_make(copies[s], "", "exact");
        test_outer_solve(solver.solver, p.problem, 1e-12, 3000, &report);
        const double e1 = report.values[SS_ESTIMATE_e1];
        cr_expect(report.outcome == SS_OUTCOME_STAGNATED || report.outcome == SS_OUTCOME_MAX_SWEEPS,
                  "%s: %s", copies[s], ss_outcome_name(report.outcome));
        cr_expect(e1 > 1e-10 && e1 < 1e-3, "%s: E1 %g", copies[s], e1);
        test_outer_unmake(&solver);
        test_packing_free(&p);
    }
}

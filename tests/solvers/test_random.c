/* A slice of the random problems (tests/README.md): the reference solver solves whatever must have
 * a solution, and claims nothing that long double does not confirm.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/random_case.h"

#include <criterion/criterion.h>
#include <gsl/gsl_errno.h>

/* Of the others some are beyond it within any cap: `most` sweeps, to see that they end well. */
static void try(const ss_choice *choice, unsigned long seed, size_t most)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_solve_report report = {.sweeps = 0};
    long double residual = -1.0L;
    test_case drawn;
    cr_assert(test_case_draw(&drawn, seed, &error), "%lu: %s", seed, error.text);
    const size_t cap = drawn.is_ensured ? 100000 : most;
    const test_case_ending ending =
        test_case_solve(&drawn, choice, cap, &report, &residual, &error);
    const bool good =
        ending <= TEST_CASE_NO_ANSWER || (ending == TEST_CASE_UNSOLVED && !drawn.is_ensured);
    cr_expect(good, "seed %lu: ending %d, %zu sweeps, E1 %Lg %s", seed, (int)ending, report.sweeps,
              residual, error.text);
    test_case_free(&drawn);
}

Test(random, reference_solves_what_must_have_a_solution)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    gsl_set_error_handler_off();
    cr_assert(ss_choice_parse_whole(&choice, "reference", SS_CHOICE_OUTER_DEFAULT, &error));
    for (unsigned long seed = 1; seed <= 300; ++seed)
        try(&choice, seed, 1000);
    ss_choice_free(&choice);
}

/* Impulses of 1e32 along what W hides: the natural map of E1 is 0 in doubles, and no solution. */
Test(random, what_rounding_hides_is_not_solved)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    gsl_set_error_handler_off();
    cr_assert(ss_choice_parse_whole(&choice, "ppa-newton", SS_CHOICE_OUTER_DEFAULT, &error));
    try(&choice, 2431, 20000);
    ss_choice_free(&choice);
}

/* The residual of long double is the harness' own, to rounding. */
Test(random, residual_in_long_double_is_e1)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    gsl_set_error_handler_off();
    cr_assert(ss_choice_parse_whole(&choice, "exact", SS_CHOICE_OUTER_DEFAULT, &error));
    for (unsigned long seed = 1; seed <= 100; ++seed) {
        ss_solve_report report;
        long double residual = -1.0L;
        test_case drawn;
        cr_assert(test_case_draw(&drawn, seed, &error), "%s", error.text);
        cr_expect_neq(test_case_solve(&drawn, &choice, 3, &report, &residual, &error),
                      TEST_CASE_REFUSED);
        const double e1 = report.values[SS_ESTIMATE_e1];
        cr_expect(fabs((double)residual - e1) <= 1e-13 + 1e-9 * e1, "seed %lu: %Lg, not %g", seed,
                  residual, e1);
        test_case_free(&drawn);
    }
    ss_choice_free(&choice);
}

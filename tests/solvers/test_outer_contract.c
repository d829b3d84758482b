/* The contract of outer solvers: every solver of the list passes the checks of `stickslip check`,
 * with none named, so that a new one is tested here without a new line; and every check fails a
 * solver that breaks it.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/check_run.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

/* Notes of solvers that came with the project: the central path goes by the logarithm of tau, which
 * a power of 2 shifts by a rounded number. */
static bool is_known(const char *solver, const char *check)
{
    return strcmp(solver, "central-path") == 0 && strcmp(check, "powers-of-2") == 0;
}

/* Each check in a process of its own: threads of nlgs-parallel would not outlive a fork. */
static void expect_kept(const char *name)
{
    const ss_child_limits limits = {.wall_s = 300.0};
    test_use_one_blas_thread();
    ss_error error = {SS_ERROR_NONE, ""};
    ss_choice choice;
    cr_assert(ss_choice_parse_with(&choice, name, "exact", &error), "%s", error.text);
    for (size_t k = 0; ss_check_at(SS_CHOICE_OUTER, k) != NULL; ++k) {
        ss_check_finding f;
        if (!test_check_is_asked(ss_check_at(SS_CHOICE_OUTER, k)->name))
            continue;
        cr_assert(
            ss_check_run_isolated(ss_check_at(SS_CHOICE_OUTER, k), &choice, &limits, &f, &error),
            "%s", error.text);
        const ss_check_verdict worst =
            is_known(name, f.check->name) ? SS_CHECK_NOTE : SS_CHECK_PASS;
        cr_expect(f.verdict <= worst, "%s, %s: %g > %g: %s", name, f.check->name, f.value,
                  f.threshold, f.detail);
    }
    ss_choice_free(&choice);
}

Test(outer_contract, every_solver_of_the_list_keeps_it)
{
    size_t n = 0;
    for (; ss_outer_solver_at(n) != NULL; ++n)
        if (test_solver_is_asked(ss_outer_solver_at(n)->name))
            expect_kept(ss_outer_solver_at(n)->name);
    cr_expect(n >= 13, "only %zu solvers", n);
}

/* Around others than `exact`, which are made tight inside, and with other options. */
Test(outer_contract, it_is_kept_in_other_ways_too)
{
    expect_kept("nlgs[local=sbp]");
    expect_kept("nlgs-parallel[order=space,domains=3]");
    expect_kept("nlgs-anderson[of=nlgs-sor[order=symmetric],local=eal]");
}

Test(outer_contract, checks_are_described)
{
    test_checks_are_described(SS_CHOICE_OUTER, 30);
}

/* Faults and checks that must see them, beside those of checks.def. */
static const test_fault seen[] = {
    {SS_CHECK_FAULT_ROUGH, "spheres"},      {SS_CHECK_FAULT_ROUGH, "clusters"},
    {SS_CHECK_FAULT_MOVES, "stop"},         {SS_CHECK_FAULT_COUNTS_NONE, "counts"},
    {SS_CHECK_FAULT_COUNTS_ANEW, "counts"}, {SS_CHECK_FAULT_COUNTS_BACK, "counts"},
};

Test(outer_contract, every_check_sees_its_fault)
{
    test_faults_are_seen(SS_CHOICE_OUTER, seen, sizeof seen / sizeof *seen);
}

/* A child that does not end by itself fails its check, and the detail says how. */
Test(outer_contract, bad_endings_fail_the_check_only)
{
    static const test_bad_ending endings[] = {
        {SS_CHECK_FAULT_HANGS, 0.5, "solved", "did not end"},
        {SS_CHECK_FAULT_HANGS, 0.5, "not-finite", "did not end"},
        {SS_CHECK_FAULT_RETURNS, 60.0, "claim", "broken ended before it was told to"},
        {SS_CHECK_FAULT_REFUSES, 60.0, "solved", "not this one"}};
    test_bad_endings_are_told(SS_CHOICE_OUTER, endings, sizeof endings / sizeof *endings);
}

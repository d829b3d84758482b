/* The contract of local solvers: every solver of the list passes the checks of `stickslip check`,
 * with none named, so that a new one is tested here without a new line; and every check fails a
 * solver that breaks it.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/check_run.h"
#include "tests/support/random_problem.h"

#include <criterion/criterion.h>

#define at(k)      ss_check_at(SS_CHOICE_LOCAL, k)
#define find(name) test_check_find(SS_CHOICE_LOCAL, name)
#define run        test_check_run

/* A newcomer may have properties to note; the solvers that came with the project have none. */
Test(contract, every_solver_of_the_list_keeps_it)
{
    static const char *const ours[] = {"sbp", "sal", "ebp", "ebp-nokink", "eal", "ac", "exact"};
    size_t n = 0;
    for (; ss_local_solver_at(n) != NULL; ++n) {
        const char *const name = ss_local_solver_at(n)->name;
        if (!test_solver_is_asked(name))
            continue;
        ss_choice choice = test_choice(name);
        ss_check_verdict worst = SS_CHECK_NOTE;
        for (size_t k = 0; k < sizeof ours / sizeof ours[0]; ++k)
            worst = strcmp(name, ours[k]) == 0 ? SS_CHECK_PASS : worst;
        for (size_t k = 0; at(k) != NULL; ++k) {
            const ss_check_finding f = run(at(k)->name, &choice);
            cr_expect(f.verdict <= worst, "%s, %s: %g > %g: %s", name, f.check->name, f.value,
                      f.threshold, f.detail);
        }
        ss_choice_free(&choice);
    }
    cr_expect(n >= 7, "only %zu solvers", n);
}

Test(contract, checks_are_described)
{
    test_checks_are_described(SS_CHOICE_LOCAL, 25);
}

/* [D]'s local test adds m/s and N s and is absolute. */
Test(contract, a_property_is_a_note)
{
    ss_choice choice = test_choice("ebp[stop=printed]");
    const ss_check_finding f = run("visit-units", &choice);
    cr_expect(f.verdict == SS_CHECK_NOTE && f.value > 0.0 && f.detail[0] != '\0');
    cr_expect_eq(run("determinism", &choice).verdict, SS_CHECK_PASS);
    ss_choice_free(&choice);
}

/* Faults and checks that must see them, beside those of checks.def. */
static const test_fault seen[] = {
    {SS_CHECK_FAULT_OUTSIDE, "spheres"},
    {SS_CHECK_FAULT_FORM, "clusters"},
    {SS_CHECK_FAULT_ORDERED, "lanes"},
    {SS_CHECK_FAULT_WRITES_STATE, "purity"},
};

Test(contract, every_check_sees_its_fault)
{
    test_faults_are_seen(SS_CHOICE_LOCAL, seen, sizeof seen / sizeof *seen);
}

/* A check that sees nothing is told apart from one that sees its fault, and from one that the
 * solver itself does not pass. */
Test(contract, what_shows_nothing_is_not_caught)
{
    static const struct {
        const char *check, *solver;
        ss_check_fault fault;
        ss_check_sabotage_verdict verdict;
    } trials[] = {{"by-hand", "exact", SS_CHECK_FAULT_ROUGH, SS_CHECK_CAUGHT},
                  {"by-hand", "exact", SS_CHECK_FAULT_NONE, SS_CHECK_MISSED},
                  {"visit-units", "ebp[stop=printed]", SS_CHECK_FAULT_ABSOLUTE, SS_CHECK_MOOT}};
    const ss_child_limits limits = {.wall_s = 300.0};
    for (size_t k = 0; k < sizeof trials / sizeof *trials; ++k) {
        ss_error error = {SS_ERROR_NONE, ""};
        ss_check_trial trial = {
            .check = find(trials[k].check), .kind = SS_CHOICE_LOCAL, .fault = trials[k].fault};
        cr_assert(ss_check_trial_run(&trial, trials[k].solver, &limits, &error), "%s", error.text);
        cr_expect_eq(trial.verdict, trials[k].verdict, "%s on %s: %d", trials[k].check,
                     trials[k].solver, (int)trial.verdict);
    }
}

/* A child that does not end by itself fails its check, and the detail says how. */
Test(contract, bad_endings_fail_the_check_only)
{
    static const test_bad_ending endings[] = {
        {SS_CHECK_FAULT_HANGS_ON_NAN, 0.5, "nan", "did not end"},
        {SS_CHECK_FAULT_LEAVES_ON_NAN, 60.0, "nan", "exit code 0"},
        {SS_CHECK_FAULT_CRASHES, 60.0, "spheres", "signal 11"},
        {SS_CHECK_FAULT_EXITS, 60.0, "spheres", "exit code 0"}};
    test_bad_endings_are_told(SS_CHOICE_LOCAL, endings, sizeof endings / sizeof *endings);
}

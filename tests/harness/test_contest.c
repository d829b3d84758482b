/* Contenders of a profile, and their questions: summary tables written here.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/contest.h"
#include "tests/support/compared.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(contest, .init = test_files_begin, .fini = test_files_end);

static ss_profile_contest contest;
static ss_error error;

/* A row of `solver` in `outer` on a problem. */
static ss_summary_row row(const char *problem, const char *solver, const char *outer)
{
    ss_summary_row r = test_plain_row();
    r.problem = problem;
    r.solver = solver;
    r.outer = outer;
    return r;
}

/* The contest of these rows; what it says is in `error`. */
static bool hold(const ss_summary_row *rows, size_t n, bool at_equal_accuracy)
{
    const char *const folders[] = {test_folder()};
    test_write_rows(test_path("summary.csv"), rows, n);
    return ss_profile_contest_open(&contest,
                                   &(ss_profile_scope){.folders = folders, .n_folders = 1},
                                   at_equal_accuracy, &error);
}

/* The contenders, with spaces between. */
static void expect_contest(const char *solvers, size_t n_questions, size_t n_left_out)
{
    char got[400] = "";
    for (size_t k = 0; k < contest.grid.n_contenders; ++k) {
        strcat(got, k > 0 ? " " : "");
        strcat(got, contest.grid.contenders[k].label);
    }
    cr_expect_str_eq(got, solvers);
    cr_expect(contest.grid.n_questions == n_questions && contest.n_left_out == n_left_out,
              "%zu questions, %zu left out", contest.grid.n_questions, contest.n_left_out);
    ss_profile_contest_free(&contest);
}

/* A contender is the local solver within its outer one, whoever else is there; the default outer
 * solver goes without saying, and no outer solver is part of the question. */
Test(contest, the_outer_solver_belongs_to_the_contender)
{
    const ss_summary_row rows[] = {row("p", "alone", ""), row("p", "a", "admm"),
                                   row("p", "b", "admm"), row("p", "a", "nlgs"),
                                   row("p", "b", "nlgs")};
    cr_assert(hold(rows, 3, false), "%s", error.text);
    expect_contest("alone admm[local=a] admm[local=b]", 1, 0);
    cr_assert(hold(rows + 1, 4, false), "%s", error.text);
    expect_contest("admm[local=a] admm[local=b] a b", 1, 0);
    cr_assert(hold(rows, 5, false), "%s", error.text);
    expect_contest("alone admm[local=a] admm[local=b] a b", 1, 0);
}

/* One that was not run by all is left out; two runs of one solver on it contradict each other. */
Test(contest, questions_without_an_answer_or_with_two)
{
    const ss_summary_row rows[] = {row("p", "a", "nlgs"), row("p", "b", "nlgs"),
                                   row("q", "a", "nlgs"), row("q", "a", "nlgs")};
    cr_assert(hold(rows, 3, false), "%s", error.text);
    expect_contest("a b", 1, 1);
    cr_assert_not(hold(rows, 4, false));
    cr_expect(error.code == SS_ERROR_DATA && strstr(error.text, "line 4, and ") != NULL &&
                  strstr(error.text, "line 5, are two runs of a") != NULL,
              "%s", error.text);
    error = (ss_error){SS_ERROR_NONE, ""};
    cr_assert_not(hold(rows + 1, 2, false));
    cr_expect(error.code == SS_ERROR_DATA, "no question is answered by all: %s", error.text);
}

/* At equal accuracy a frozen problem's runs that differ in where they stop are one: the longest. */
Test(contest, the_longest_run_at_equal_accuracy)
{
    ss_summary_row rows[] = {row("file:p", "a", "nlgs"), row("file:p", "a", "nlgs"),
                             row("file:p", "a", "nlgs")};
    rows[0].sweeps_total = 10;
    rows[1].sweeps_total = 30;
    rows[2].sweeps_total = 20;
    cr_assert(hold(rows, 3, true), "%s", error.text);
    cr_assert_eq(contest.grid.n_questions, 1);
    cr_expect_eq(contest.grid.rows[0].record->row.sweeps_total, 30);
    expect_contest("a", 1, 0);
    cr_assert_not(hold(rows, 3, false));
    for (size_t k = 0; k < 3; ++k)
        rows[k].problem = "p";
    cr_assert_not(hold(rows, 3, true), "a scene is shaped by where its steps stop");
}

/* Questions that nobody had anything to solve in are not compared. */
Test(contest, runs_without_a_contact)
{
    ss_summary_row rows[] = {row("p", "a", "nlgs"), row("p", "b", "nlgs"), row("q", "a", "nlgs"),
                             row("q", "b", "nlgs")};
    rows[0].sweeps_total = rows[1].sweeps_total = rows[2].sweeps_total = 0;
    cr_assert(hold(rows, 4, false), "%s", error.text);
    cr_expect_eq(contest.n_empty, 1);
    expect_contest("a b", 1, 0);
    cr_assert_not(hold(rows, 2, false));
    cr_expect_not_null(strstr(error.text, "no run had a contact"), "%s", error.text);
}

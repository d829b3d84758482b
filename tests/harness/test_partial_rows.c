/* What is partial about a result folder: each kind of sentence, and none where there is nothing.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/partial.h"
#include "tests/support/compared.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <string.h>

TestSuite(partial_rows, .init = test_files_begin, .fini = test_files_end);

enum { N = 4 };

/* Two solvers on two instances, all solved, each with its name in the store. */
static void fill(ss_summary_row rows[N])
{
    static const char *const runs[N] = {"aa", "bb", "cc", "dd"};
    for (size_t k = 0; k < N; ++k) {
        rows[k] = test_plain_row();
        rows[k].run = runs[k];
        rows[k].solver = k < 2 ? "sbp" : "ebp";
        rows[k].instance = 1 + k % 2;
        rows[k].steps_capped = 0;
        rows[k].status = "solved";
    }
}

static ss_partial look(const ss_summary_row *rows, size_t n)
{
    ss_partial partial;
    ss_summary summary;
    ss_error error = {.code = SS_ERROR_NONE};
    test_write_rows(test_path("summary.csv"), rows, n);
    cr_assert(ss_summary_read(&summary, test_path("summary.csv"), "", &error), "%s", error.text);
    cr_assert(ss_partial_read(&partial, test_folder(), &summary, &error), "%s", error.text);
    ss_summary_free(&summary);
    return partial;
}

/* One sentence, of that kind. */
static void expect_only(ss_partial p, ss_partial_kind kind, const char *words)
{
    cr_assert_eq(p.n, 1, "%zu sentences, the first: %s", p.n, p.n > 0 ? p.at[0].words : "");
    cr_expect_eq(p.at[0].kind, kind);
    cr_expect(strstr(p.at[0].words, words) != NULL, "%s", p.at[0].words);
    cr_expect_eq(p.is_complete, kind >= SS_PARTIAL_CAPPED);
}

#define PLAN "plan: 0123456789abcdef0123456789abcdef, 8 runs, shard "

Test(partial_rows, nothing_is_said_of_what_is_whole)
{
    ss_summary_row rows[N];
    fill(rows);
    test_write_text("plan.csv", "run\naa\nbb\ncc\ndd\n");
    test_write_text("manifest.txt", "build: x\n" PLAN "1/1\n");
    const ss_partial p = look(rows, N);
    cr_expect_eq(p.n, 0, "%s", p.n > 0 ? p.at[0].words : "");
    cr_expect(p.is_complete);
    cr_expect_eq(p.n_planned, 8);
}

Test(partial_rows, shards_that_are_not_there_are_named_until_all_of_one_plan_are)
{
    ss_summary_row rows[N];
    fill(rows);
    test_write_text("manifest.txt", PLAN "2/3, study alpha\n");
    expect_only(look(rows, N), SS_PARTIAL_SHARDS, "shards 1, 3 of 3 are not there");
    test_write_text("manifest.txt", PLAN "2/3\n" PLAN "1/3\nbuild: y\n");
    expect_only(look(rows, N), SS_PARTIAL_SHARDS, "shard 3 of 3 is not there");
    test_write_text("manifest.txt", PLAN "2/3\n" PLAN "1/3\n" PLAN "3/3\n");
    cr_expect_eq(look(rows, N).n, 0);
    test_write_text("manifest.txt", PLAN "2/3\n" PLAN "1/1\n");
    cr_expect_eq(look(rows, N).n, 0);
    test_write_text("manifest.txt",
                    PLAN "1/2\nplan: ffffffffffffffffffffffffffffffff, 8 runs, shard 2/2\n");
    expect_only(look(rows, N), SS_PARTIAL_SHARDS, "shard 2 of 2 is not there");
}

Test(partial_rows, planned_runs_are_counted)
{
    ss_summary_row rows[N];
    fill(rows);
    test_write_text("plan.csv", "run\naa\nbb\nee\ncc\nff\ndd\n");
    const ss_partial p = look(rows, N);
    expect_only(p, SS_PARTIAL_MISSING, "2 of 6 planned runs are not there");
    cr_expect_eq(p.n_planned, 6);
}

Test(partial_rows, each_row_may_be_unfinished_late_capped_or_of_another_build)
{
    ss_summary_row rows[N];
    fill(rows);
    rows[1].status = "interrupted";
    expect_only(look(rows, N), SS_PARTIAL_INTERRUPTED, "1 run was broken off by Ctrl-C");
    rows[1].status = "timeout";
    expect_only(look(rows, N), SS_PARTIAL_TIMEOUT, "1 of 4 runs ended at the limit of time");
    rows[1].status = "solved";
    rows[1].steps_capped = 3;
    expect_only(look(rows, N), SS_PARTIAL_CAPPED, "3 steps of 1 run ended at the cap");
    rows[1].steps_capped = 0;
    rows[3].build = "another";
    expect_only(look(rows, N), SS_PARTIAL_BUILDS, "rows of 2 builds");
}

Test(partial_rows, contenders_that_lack_a_question_are_unlike_and_an_outer_makes_a_contender)
{
    ss_summary_row rows[N];
    fill(rows);
    expect_only(look(rows, N - 1), SS_PARTIAL_UNLIKE,
                "1 of 2 problem instances were not run with every solver (ebp: 1)");
    rows[2].solver = rows[3].solver = "sbp";
    rows[2].outer = rows[3].outer = "nlgs-anderson";
    cr_expect_eq(look(rows, N).n, 0);
    expect_only(look(rows, N - 1), SS_PARTIAL_UNLIKE, "(nlgs-anderson[local=sbp]: 1)");
}

Test(partial_rows, a_papers_shrunk_runs_are_said)
{
    ss_summary_row rows[N];
    fill(rows);
    test_write_text("provenance.txt", "paper: dumont\nkind: full\n");
    cr_expect_eq(look(rows, N).n, 0);
    test_write_text("provenance.txt", "paper: dumont\nkind: quick\n");
    expect_only(look(rows, N), SS_PARTIAL_QUICK, "QUICK");
    test_write_text("provenance.txt", "kind: full\ninstances: 1 to 2\n");
    expect_only(look(rows, N), SS_PARTIAL_SHRUNK, "take them: 1 to 2");
}

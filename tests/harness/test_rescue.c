/* The tables of killed runs, brought into place.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/run_folder.h"
#include "problems/base/partial.h"
#include "harness/tables/output.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TestSuite(rescue, .init = test_files_begin, .fini = test_files_end);

#define HISTORY "solver,step,time_s\n"
#define BODIES  "solver,moment,body,step\n"

/* The hidden name of a table that this process writes, in the test's folder. */
static const char *hidden(const char *table)
{
    static char name[SS_PATH_SIZE];
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_partial_name(name, sizeof name, table, &error), "%s", error.text);
    return name;
}

/* The first solver has ended, the second was killed when it wrote a frame after step 4. */
static void write_killed(void)
{
    test_write_text(hidden("summary.csv"), "problem,solver\np,sbp\n");
    test_write_text(hidden("history.csv"),
                    HISTORY "sbp,1,1\nsbp,2,2\nebp,1,1\nebp,2,2\nebp,3,3\neb");
    test_write_text(hidden("bodies.csv"),
                    BODIES "sbp,first,0,0\nsbp,frame,0,2\nsbp,last,0,9\nebp,first,0,0\n"
                           "ebp,frame,0,2\nebp,frame,1,2\nebp,frame,0,4\nebp,fra");
    test_write_text(hidden("forces.csv"), "solver,step,i\nsbp,2,0\nebp,2,0\nebp,4,0\n");
    test_write_text(hidden("shapes.csv"), "outline,shape\n1,\"a, b\"\n2,c");
    test_write_text(hidden("notes.csv"), "solver,step\n");
    test_write_text("provenance.txt", "x\n");
}

static void expect_file(const char *name, const char *wanted)
{
    char *const text = test_read(name);
    cr_expect_str_eq(text, wanted, "%s: %s", name, text);
    free(text);
}

static void expect_rescued(void)
{
    expect_file("summary.csv", "problem,solver\np,sbp\n");
    expect_file("history.csv", HISTORY "sbp,1,1\nsbp,2,2\nebp,1,1\nebp,2,2\nebp,3,3\n");
    expect_file("bodies.csv", BODIES "sbp,first,0,0\nsbp,frame,0,2\nsbp,last,0,9\nebp,first,0,0\n"
                                     "ebp,frame,0,2\nebp,frame,1,2\n");
    expect_file("forces.csv", "solver,step,i\nsbp,2,0\nebp,2,0\n");
    expect_file("shapes.csv", "outline,shape\n1,\"a, b\"\n");
    cr_expect_eq(test_count_files(), 6, "notes without a row, or a hidden file");
}

Test(rescue, tables_up_to_the_last_complete_step)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_rescued r;
    write_killed();
    cr_assert(ss_rescue_is_needed(test_folder()));
    cr_assert(ss_rescue(test_folder(), false, &r, &error), "%s", error.text);
    cr_expect(r.n_tables == 5 && r.step == 3 && strcmp(r.solver, "ebp") == 0, "%zu, %zu of %s",
              r.n_tables, r.step, r.solver);
    expect_rescued();
    cr_expect_not(ss_rescue_is_needed(test_folder()));
    cr_expect_not(ss_rescue(test_folder(), false, &r, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
}

/* One that was killed itself: its copy is begun anew, and what it has done stays done. */
Test(rescue, a_rescue_that_was_killed)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_rescued r;
    write_killed();
    char other[SS_PATH_SIZE];
    snprintf(other, sizeof other, "%.4000s~", hidden("bodies.csv")); /* a host's */
    test_write_text(other, BODIES "sbp,first,0,0\n");
    unlink(test_path(hidden("forces.csv")));
    test_write_text("forces.csv", "solver,step,i\nsbp,2,0\nebp,2,0\n");
    cr_assert(ss_rescue(test_folder(), false, &r, &error), "%s", error.text);
    cr_expect_eq(r.n_tables, 4);
    unlink(test_path(other));
    expect_rescued();
}

Test(rescue, who_lives_needs_none)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_rescued r;
    write_killed();
    const int held = ss_partial_make(test_path(hidden("statuses.csv")));
    const size_t n = test_count_files();
    cr_expect_not(ss_rescue(test_folder(), true, &r, &error));
    cr_expect(error.code == SS_ERROR_OUTPUT && strstr(error.text, "is running it"), "%s",
              error.text);
    cr_expect_eq(test_count_files(), n);
    close(held);
}

/* Of another machine: not without a word. */
Test(rescue, who_may_live_elsewhere)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_rescued r;
    const char *const name = ".summary.csv.partial-7-1-0123abcd-node3";
    test_write_text(name, "problem,solver\np,sbp\n");
    cr_expect_not(ss_rescue(test_folder(), false, &r, &error));
    cr_expect(error.code == SS_ERROR_OUTPUT && strstr(error.text, "process 7 of node3") != NULL &&
                  strstr(error.text, "--force") != NULL,
              "%s", error.text);
    cr_expect_eq(access(test_path(name), F_OK), 0);
    cr_assert(ss_rescue(test_folder(), true, &r, &error), "%s", error.text);
    expect_file("summary.csv", "problem,solver\np,sbp\n");
    cr_expect_eq(test_count_files(), 1);
}

/* Files of others are none of ours. */
Test(rescue, nothing_to_rescue)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_rescued r;
    test_write_text(hidden("other.csv"), "x\n");
    test_write_text("summary.csv", "problem,solver\n");
    cr_expect_not(ss_rescue_is_needed(test_folder()));
    cr_expect_not(ss_rescue(test_folder(), false, &r, &error));
    cr_expect_eq(error.code, SS_ERROR_DATA);
    cr_expect_eq(test_count_files(), 2);
}

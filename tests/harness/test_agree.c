/* Flips of statuses that were planted, whose counts are known; distances of answers that are.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/agree/agree.h"
#include "tests/support/files.h"
#include "tests/support/outer_run.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

TestSuite(agree, .init = test_files_begin, .fini = test_files_end);

/* Rows of statuses.csv: the first sweep has every contact, later ones what changed. Step 1: contact
 * 0 sticks for both, 1 sticks and slides, 2 slides and sticks. Step 2: contact 0 is open and, after
 * a detour, sticks; 1 slides and is open; 3 is the solver's alone. */
static const char table[] = "solver,step,sweep,contact,status\n"
                            "right,1,1,0,sticking\nright,1,1,1,sticking\nright,1,1,2,open\n"
                            "right,1,5,2,sliding\n"
                            "right,2,1,0,open\nright,2,1,1,sliding\n"
                            "other,1,1,0,open\nother,1,1,1,sliding\nother,1,1,2,sticking\n"
                            "other,1,2,0,sticking\n"
                            "other,2,1,0,open\nother,2,1,1,sticking\nother,2,1,3,open\n"
                            "other,2,2,0,sliding\nother,2,3,0,sticking\nother,2,3,1,open\n";

Test(agree, planted_flips_are_counted_by_direction)
{
    enum { OPEN, STICKING, SLIDING };
    ss_error error = {SS_ERROR_NONE, ""};
    ss_agree_flips flips = {.unmatched = 0};
    const char *const path = test_write_text("statuses.csv", table);
    cr_assert(ss_agree_count(&flips, path, "right", "other", &error), "%s", error.text);
    cr_expect_eq(flips.count[STICKING][STICKING], 1);
    cr_expect_eq(flips.count[STICKING][SLIDING], 1);
    cr_expect_eq(flips.count[SLIDING][STICKING], 1);
    cr_expect_eq(flips.count[OPEN][STICKING], 1);
    cr_expect_eq(flips.count[SLIDING][OPEN], 1);
    cr_expect_eq(flips.unmatched, 1);
    size_t all = 0;
    for (int k = 0; k < SS_AGREE_STATUSES * SS_AGREE_STATUSES; ++k)
        all += flips.count[k / SS_AGREE_STATUSES][k % SS_AGREE_STATUSES];
    cr_expect_eq(all, 5);
}

Test(agree, a_status_that_is_none_is_told_by_its_line)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_agree_flips flips = {.unmatched = 0};
    const char *const path =
        test_write_text("statuses.csv", "solver,step,sweep,contact,status\nright,1,1,0,sticking\n"
                                        "right,1,1,1,resting\n");
    cr_expect_not(ss_agree_count(&flips, path, "right", "other", &error));
    cr_expect(strstr(error.text, "line 3: unknown status 'resting'") != NULL, "%s", error.text);
}

/* The distance of r and 2 r: 1 in either measure; and of impulses that differ in the kernel alone,
 * 0 in velocity, which two contacts of one pair of bodies at one place have. */
Test(agree, distances_are_those_of_the_resultants)
{
    ss_error error = {SS_ERROR_NONE, ""};
    ss_block_arrays arrays;
    ss_block_problem *const blocks = ss_block_problem_create(2, 4, &arrays, &error);
    cr_assert_not_null(blocks);
    for (size_t c = 0; c < 2; ++c) {
        arrays.row_start[c + 1] = 2 * (c + 1);
        arrays.mu[c] = 0.5;
        for (size_t d = 0; d < 2; ++d) {
            arrays.column[2 * c + d] = d;
            for (size_t i = 0; i < 3; ++i)
                arrays.blocks[9 * (2 * c + d) + 4 * i] = 2.0;
        }
    }
    cr_assert(ss_block_problem_finish(blocks, &error), "%s", error.text);
    const ss_problem *const problem = ss_block_problem_view(blocks);
    static const double r[6] = {1.0, 0.0, 0.0, 3.0, 0.5, 0.0};
    static const double twice[6] = {2.0, 0.0, 0.0, 6.0, 1.0, 0.0};
    static const double moved[6] = {3.0, 0.25, 0.0, 1.0, 0.25, 0.0};
    ss_agree_distance d;
    cr_assert(ss_agree_distance_of(&d, problem, r, twice, &error));
    cr_expect(fabs(d.apart - 1.0) < 1e-15 && fabs(d.impulses - 1.0) < 1e-15);
    cr_expect_float_eq(d.velocity, 2.0 * hypot(4.0, 0.5), 1e-14);
    cr_assert(ss_agree_distance_of(&d, problem, r, moved, &error));
    cr_expect(d.apart == 0.0 && d.velocity == 0.0 && d.impulses > 0.5, "%g %g %g", d.apart,
              d.velocity, d.impulses);
    ss_block_problem_free(blocks);
}

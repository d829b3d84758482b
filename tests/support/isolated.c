/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/isolated.h"

#include <criterion/criterion.h>
#include <sys/wait.h>

ss_child_ending test_run_child(ss_child_work *work, double wall_s, int *page)
{
    const ss_child_limits limits = {.wall_s = wall_s, .address_bytes = (size_t)256 << 20};
    ss_child_ending ending;
    ss_error error = {0};
    cr_assert(ss_child_run(&limits, work, page, NULL, &ending, &error), "%s", error.text);
    cr_expect_eq(waitpid(-1, NULL, WNOHANG), -1, "a child is left");
    return ending;
}

ss_child_ending test_isolate(ss_child_work *work, int **shared)
{
    ss_error error = {0};
    int *const page = ss_child_share(TEST_SHARED, &error);
    cr_assert_not_null(page, "%s", error.text);
    const ss_child_ending ending = test_run_child(work, 60.0, page);
    cr_expect_eq(page[0], 41, "the results written before the end are there");
    if (shared != NULL)
        *shared = page;
    else
        ss_child_unshare(page, TEST_SHARED);
    return ending;
}

/* Volatile: a compiler drops what a loop without end never reads. */
int test_mark(void *shared)
{
    *(volatile int *)shared = 41;
    return 0;
}

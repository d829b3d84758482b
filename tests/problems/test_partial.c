/* The writer of a hidden file, and whether it may live.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/new_file.h"
#include "problems/base/partial.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TestSuite(partial, .init = test_files_begin, .fini = test_files_end);

/* The hidden file of "x" as a process of this boot, 0, or another one left it. */
static const char *leave(const char *pid_and_space, bool other_boot)
{
    char own[4096], name[256];
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_partial_name(own, sizeof own, "x", &error), "%s", error.text);
    const char *boot = strstr(own, ".partial-");
    for (int k = 0; k < 3; ++k)
        boot = strchr(boot + 1, '-');
    snprintf(name, sizeof name, ".x.partial-%s-%s", pid_and_space,
             other_boot ? "0123abcd-node3" : boot + 1);
    return test_write_text(name, "half");
}

Test(partial, a_lock_tells_who_lives)
{
    char hidden[4096], who[SS_PARTIAL_WHO];
    ss_error error = {SS_ERROR_NONE, ""};
    cr_assert(ss_partial_name(hidden, sizeof hidden, test_path("a.partial-b.csv"), &error));
    const int fd = ss_partial_make(hidden);
    cr_assert_geq(fd, 0);
    cr_expect_eq(ss_partial_look(hidden, who), SS_PARTIAL_LIVES);
    cr_expect(strncmp(who, "process ", 8) == 0, "%s", who);
    ss_partial_sweep(test_folder(), true);
    cr_expect_eq(test_count_files(), 1, "what is held is swept");
    close(fd);
    cr_expect_eq(ss_partial_look(hidden, who), SS_PARTIAL_DEAD);
    ss_partial_sweep(test_folder(), false);
    cr_expect_eq(test_count_files(), 0);
}

/* A folder with something in it, in two steps: of "x", and not of "xy". */
Test(partial, folders)
{
    char hidden[4096], inside[4200];
    ss_error error = {SS_ERROR_NONE, ""};
    const int fd = ss_partial_make_folder(hidden, sizeof hidden, test_path("x"), &error);
    cr_assert(fd >= 0, "%s", error.text);
    snprintf(inside, sizeof inside, "%s/y", hidden);
    cr_assert_eq(mkdir(inside, 0777), 0);
    ss_partial_sweep_of(test_path("x"));
    cr_expect_eq(access(inside, F_OK), 0, "what is held is swept");
    close(fd);
    ss_partial_sweep_of(test_path("xy"));
    cr_expect_eq(access(inside, F_OK), 0, "another name's is swept");
    ss_partial_sweep_of(test_path("x"));
    cr_expect_neq(access(hidden, F_OK), 0);
}

/* A file that comes in another's place, as a checkpoint does, or is refused its name. */
Test(partial, a_file_takes_the_place_of_an_older_one)
{
    ss_error error = {SS_ERROR_NONE, ""};
    test_write_text("x", "old");
    cr_expect_not(ss_new_file_publish(test_write_text(".x", "new"), test_path("x"), false, &error));
    cr_expect_eq(error.code, SS_ERROR_OUTPUT);
    cr_expect_eq(test_count_files(), 1, "what has no name is left");
    cr_expect(ss_new_file_publish(test_write_text(".x", "new"), test_path("x"), true, &error));
    cr_expect_eq(test_count_files(), 1);
    char *const bytes = test_read("x");
    cr_expect_str_eq(bytes, "new");
    free(bytes);
}

/* PID 1 lives here and in every container. */
Test(partial, another_container_boot_or_machine)
{
    char who[SS_PARTIAL_WHO];
    cr_expect_eq(ss_partial_look(leave("1-1", false), who), SS_PARTIAL_DEAD);
    cr_expect_eq(ss_partial_look(leave("999999999-1", true), who), SS_PARTIAL_UNKNOWN);
    cr_expect(strncmp(who, "process 999999999 of node3 (boot 0123abcd, ", 43) == 0, "%s", who);
    cr_expect_eq(ss_partial_look(test_write_text(".x.partial-7", ""), who), SS_PARTIAL_NONE);
    cr_expect_eq(ss_partial_look(test_write_text("x.csv", ""), NULL), SS_PARTIAL_NONE);
    cr_assert_eq(test_count_files(), 4);
    ss_partial_sweep(test_folder(), false);
    cr_expect_eq(test_count_files(), 3, "not the dead one alone is swept");
    ss_partial_sweep(test_folder(), true);
    cr_expect_eq(test_count_files(), 2, "not that of the unknown writer alone is swept");
}

/* Output is complete or absent: folders, atomic files, copies, a full disk.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/interrupt.h"
#include "harness/tables/output.h"
#include "tests/support/files.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TestSuite(output, .init = test_files_begin, .fini = test_files_end);

static void expect_content(const char *name, const char *wanted)
{
    char *const text = test_read(name);
    cr_expect_str_eq(text, wanted, "%s", name);
    free(text);
}

static void write_file(const char *name, const char *text)
{
    ss_output output = {0};
    ss_error error = {0};
    cr_assert(ss_output_open(&output, test_folder(), name, &error), "%s", error.text);
    fputs(text, output.file);
    cr_assert(ss_output_close(&output, &error), "%s", error.text);
}

#define expect_error(error, expected, words)                                                       \
    do {                                                                                           \
        cr_expect_eq((error).code, expected, "code %d, %s", (error).code, (error).text);           \
        cr_expect_not_null(strstr((error).text, words), "'%s' is not in: %s", words,               \
                           (error).text);                                                          \
    } while (0)

Test(output, join_puts_one_slash)
{
    char path[8];
    ss_error error = {0};
    cr_expect(ss_path_join(path, sizeof path, "a", "b", &error));
    cr_expect_str_eq(path, "a/b");
    cr_expect(ss_path_join(path, sizeof path, "a/", "b", &error));
    cr_expect_str_eq(path, "a/b");
    cr_expect(ss_path_join(path, sizeof path, "", "b", &error));
    cr_expect_str_eq(path, "b");
    cr_expect(ss_path_join(path, sizeof path, "abc", "def", &error)); /* 7 and the NUL */
    cr_expect_not(ss_path_join(path, sizeof path, "abc", "defg", &error));
    cr_expect_str_eq(path, "");
    expect_error(error, SS_ERROR_OUTPUT, "too long");
}

Test(output, file_appears_only_when_closed)
{
    ss_output output = {0};
    ss_error error = {0};
    cr_assert(ss_output_open(&output, test_folder(), "a.csv", &error));
    fputs("whole", output.file);
    fflush(output.file);
    expect_content("a.csv", "");
    cr_expect(ss_output_close(&output, &error), "%s", error.text);
    expect_content("a.csv", "whole");
    cr_expect_eq(test_count_files(), 1);
    ss_output_discard(&output); /* harmless */
    expect_content("a.csv", "whole");
    cr_expect_not(ss_output_close(&output, &error));
    cr_expect_eq(error.code, SS_ERROR_INTERNAL);
}

Test(output, discard_keeps_the_older_file)
{
    ss_output output = {0};
    ss_error error = {0};
    ss_output_discard(&output);
    write_file("a.csv", "old");
    cr_assert(ss_output_open(&output, test_folder(), "a.csv", &error));
    fputs("new", output.file);
    ss_output_discard(&output);
    ss_output_discard(&output);
    expect_content("a.csv", "old");
    cr_expect_eq(test_count_files(), 1);
    write_file("a.csv", "new");
    expect_content("a.csv", "new");
}

/* From here on a file may have so many bytes. */
static void limit_files(rlim_t bytes)
{
    const struct rlimit limit = {.rlim_cur = bytes, .rlim_max = RLIM_INFINITY};
    ss_interrupt_install(); /* ignores SIGXFSZ */
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

/* Write to a.csv on a disk that is full: `text` so often, and more once there is room again. */
static void expect_full(rlim_t room, const char *text, size_t times, const char *more)
{
    ss_output output = {0};
    ss_error error = {0};
    limit_files(room);
    cr_assert(ss_output_open(&output, test_folder(), "a.csv", &error));
    for (size_t k = 0; k < times; k++)
        fputs(text, output.file);
    if (more != NULL) {
        fflush(output.file);
        limit_files(RLIM_INFINITY);
        fputs(more, output.file);
    }
    cr_expect_not(ss_output_close(&output, &error));
    expect_error(error, SS_ERROR_IO, "a.csv': File too large");
}

Test(output, full_disk_leaves_nothing)
{
    write_file("a.csv", "old");
    expect_full(20000, "0123456789012345678901234567890123456789\n", 2000, NULL);
    expect_content("a.csv", "old");
    cr_expect_eq(test_count_files(), 1);
}

/* Room that comes back does not mend what was lost. */
Test(output, full_disk_for_a_while)
{
    expect_full(3, "abcd", 1, "efgh");
    cr_expect_eq(test_count_files(), 0);
}

/* The error may also come with the very last bytes, from the flush in fclose. */
Test(output, full_disk_at_the_end)
{
    expect_full(3, "abcd", 1, NULL);
    cr_expect_eq(test_count_files(), 0);
}

Test(output, a_folder_in_the_way)
{
    ss_output output = {0};
    ss_error error = {0};
    cr_assert_eq(mkdir(test_path("a.csv"), 0777), 0);
    cr_assert(ss_output_open(&output, test_folder(), "a.csv", &error));
    cr_expect_not(ss_output_close(&output, &error));
    expect_error(error, SS_ERROR_IO, "a.csv': ");
    cr_expect_eq(test_count_files(), 1);
}

Test(output, no_such_folder)
{
    ss_output output = {0};
    ss_error error = {0};
    cr_expect_not(ss_output_open(&output, test_path("missing"), "a.csv", &error));
    expect_error(error, SS_ERROR_IO, "missing/a.csv': No such file or directory");
    ss_output_discard(&output);
}

Test(output, make_folder_with_parents)
{
    ss_error error = {0};
    struct stat status;
    cr_expect(ss_output_make_folder(test_path("a//b/c/"), &error), "%s", error.text);
    cr_expect_eq(stat(test_path("a//b/c/"), &status), 0);
    cr_expect(S_ISDIR(status.st_mode));
}

Test(output, folder_exists)
{
    ss_error error = {0}, slash = {0}, file = {0};
    cr_expect_not(ss_output_make_folder(test_folder(), &error));
    expect_error(error, SS_ERROR_OUTPUT, "exists already: choose another --out or remove it");
    cr_expect_not(ss_output_make_folder(test_path(""), &slash));
    expect_error(slash, SS_ERROR_OUTPUT, "exists already");
    write_file("f", "");
    cr_expect_not(ss_output_make_folder(test_path("f"), &file));
    expect_error(file, SS_ERROR_OUTPUT, "exists already");
}

Test(output, folder_that_is_needed)
{
    ss_error error = {0}, file = {0};
    cr_expect(ss_output_need_folder(test_path("a/b"), "", &error), "%s", error.text);
    cr_expect(ss_output_need_folder(test_path("a/b/"), "", &error), "%s", error.text);
    write_file("f", "");
    cr_expect_not(ss_output_need_folder(test_path("f"), "", &file));
    expect_error(file, SS_ERROR_OUTPUT, "Not a directory");
}

/* Programs that start together all find it made, whoever made it. */
Test(output, folder_that_many_need)
{
    enum { PROGRAMS = 8, FOLDERS = 200 };
    int failed = 0, status = 0;
    for (int k = 0; k < PROGRAMS; ++k) {
        if (fork() != 0)
            continue;
        bool made = true;
        for (int at = 0; at < FOLDERS; ++at) {
            char name[40];
            snprintf(name, sizeof name, "many/%d/cache", at);
            made = made && ss_output_need_folder(test_path(name), "", NULL);
        }
        _exit(made ? 0 : 1);
    }
    while (wait(&status) > 0)
        failed += status != 0;
    cr_expect_eq(failed, 0);
}

/* Root may write anywhere: what it cannot do is make a folder below a file. */
Test(output, folder_cannot_be_made)
{
    ss_error error = {0}, empty = {0};
    write_file("f", "");
    cr_expect_not(ss_output_make_folder(test_path("f/g/h"), &error));
    expect_error(error, SS_ERROR_OUTPUT, "Not a directory");
    cr_expect_not(ss_output_make_folder("", &empty));
    expect_error(empty, SS_ERROR_OUTPUT, "empty");
}

Test(output, copy_whole_or_not_at_all)
{
    ss_error error = {0}, missing = {0}, is_folder = {0};
    write_file("from", "text\n");
    cr_expect(ss_output_copy(test_path("from"), test_folder(), "to", true, &error), "%s",
              error.text);
    expect_content("to", "text\n");
    cr_expect_not(ss_output_copy(test_path("missing"), test_folder(), "to", true, &missing));
    expect_error(missing, SS_ERROR_DATA, "No such file");
    cr_expect_not(ss_output_copy(test_folder(), test_folder(), "to", true, &is_folder));
    expect_error(is_folder, SS_ERROR_DATA, "it is a folder");
    expect_content("to", "text\n");
    cr_expect_eq(test_count_files(), 2);
}

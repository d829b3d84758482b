/* Output is complete or absent: folders, atomic files, copies, a full disk.
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/process/interrupt.h"
#include "harness/tables/output.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* A fresh folder of the test's own. Every test is a process: static data is not shared. */
static char folder[64];

static void setup(void)
{
    strcpy(folder, "/tmp/ss_test_output.XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

static void teardown(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    cr_expect_eq(system(command), 0);
}

TestSuite(output, .init = setup, .fini = teardown);

static size_t n_files(void)
{
    size_t n = 0;
    DIR *dir = opendir(folder);
    cr_assert_not_null(dir);
    for (const struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir))
        n += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
    closedir(dir);
    return n;
}

static void in_folder(char path[SS_PATH_SIZE], const char *name)
{
    cr_assert(ss_path_join(path, SS_PATH_SIZE, folder, name, NULL));
}

/* The beginning of the file, as text; "" if it does not exist. */
static const char *content(const char *name)
{
    static char text[256];
    char path[SS_PATH_SIZE];
    in_folder(path, name);
    FILE *file = fopen(path, "r");
    text[0] = '\0';
    if (file != NULL) {
        text[fread(text, 1, sizeof text - 1, file)] = '\0';
        fclose(file);
    }
    return text;
}

static void write_file(const char *name, const char *text)
{
    ss_output output = {0};
    ss_error error = {0};
    cr_assert(ss_output_open(&output, folder, name, &error), "%s", error.text);
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
    cr_assert(ss_output_open(&output, folder, "a.csv", &error));
    fputs("whole", output.file);
    fflush(output.file);
    cr_expect_str_eq(content("a.csv"), "");
    cr_expect(ss_output_close(&output, &error), "%s", error.text);
    cr_expect_str_eq(content("a.csv"), "whole");
    cr_expect_eq(n_files(), 1);
    ss_output_discard(&output); /* harmless */
    cr_expect_str_eq(content("a.csv"), "whole");
    cr_expect_not(ss_output_close(&output, &error));
    cr_expect_eq(error.code, SS_ERROR_INTERNAL);
}

Test(output, discard_keeps_the_older_file)
{
    ss_output output = {0};
    ss_error error = {0};
    ss_output_discard(&output);
    write_file("a.csv", "old");
    cr_assert(ss_output_open(&output, folder, "a.csv", &error));
    fputs("new", output.file);
    ss_output_discard(&output);
    ss_output_discard(&output);
    cr_expect_str_eq(content("a.csv"), "old");
    cr_expect_eq(n_files(), 1);
    write_file("a.csv", "new");
    cr_expect_str_eq(content("a.csv"), "new");
}

Test(output, full_disk_leaves_nothing)
{
    static const char line[] = "0123456789012345678901234567890123456789012345678901234567890\n";
    const struct rlimit limit = {.rlim_cur = 20000, .rlim_max = RLIM_INFINITY};
    ss_output output = {0};
    ss_error error = {0};
    ss_interrupt_install(); /* ignores SIGXFSZ */
    write_file("a.csv", "old");
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_assert(ss_output_open(&output, folder, "a.csv", &error));
    for (int k = 0; k < 1000; k++)
        fputs(line, output.file);
    cr_expect_not(ss_output_close(&output, &error));
    expect_error(error, SS_ERROR_IO, "a.csv': File too large");
    cr_expect_str_eq(content("a.csv"), "old");
    cr_expect_eq(n_files(), 1);
}

/* Room that comes back does not mend what was lost. */
Test(output, full_disk_for_a_while)
{
    struct rlimit limit = {.rlim_cur = 3, .rlim_max = RLIM_INFINITY};
    ss_output output = {0};
    ss_error error = {0};
    ss_interrupt_install();
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_assert(ss_output_open(&output, folder, "a.csv", &error));
    fputs("abcd", output.file);
    fflush(output.file);
    limit.rlim_cur = RLIM_INFINITY;
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    fputs("efgh", output.file);
    cr_expect_not(ss_output_close(&output, &error));
    expect_error(error, SS_ERROR_IO, "File too large");
    cr_expect_eq(n_files(), 0);
}

/* The error may also come with the very last bytes, from the flush in fclose. */
Test(output, full_disk_at_the_end)
{
    const struct rlimit limit = {.rlim_cur = 3, .rlim_max = RLIM_INFINITY};
    ss_output output = {0};
    ss_error error = {0};
    ss_interrupt_install();
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_assert(ss_output_open(&output, folder, "a.csv", &error));
    fputs("abcd", output.file);
    cr_expect_not(ss_output_close(&output, &error));
    expect_error(error, SS_ERROR_IO, "File too large");
    cr_expect_eq(n_files(), 0);
}

Test(output, a_folder_in_the_way)
{
    ss_output output = {0};
    ss_error error = {0};
    char path[SS_PATH_SIZE];
    in_folder(path, "a.csv");
    cr_assert_eq(mkdir(path, 0777), 0);
    cr_assert(ss_output_open(&output, folder, "a.csv", &error));
    cr_expect_not(ss_output_close(&output, &error));
    expect_error(error, SS_ERROR_IO, "a.csv': ");
    cr_expect_eq(n_files(), 1);
}

Test(output, no_such_folder)
{
    ss_output output = {0};
    ss_error error = {0};
    char path[SS_PATH_SIZE];
    in_folder(path, "missing");
    cr_expect_not(ss_output_open(&output, path, "a.csv", &error));
    expect_error(error, SS_ERROR_IO, "missing/a.csv': No such file or directory");
    ss_output_discard(&output);
}

Test(output, make_folder_with_parents)
{
    ss_error error = {0};
    char path[SS_PATH_SIZE];
    struct stat status;
    in_folder(path, "a//b/c/");
    cr_expect(ss_output_make_folder(path, &error), "%s", error.text);
    cr_expect_eq(stat(path, &status), 0);
    cr_expect(S_ISDIR(status.st_mode));
}

Test(output, folder_exists)
{
    ss_error error = {0}, slash = {0}, file = {0};
    char path[SS_PATH_SIZE];
    cr_expect_not(ss_output_make_folder(folder, &error));
    expect_error(error, SS_ERROR_OUTPUT, "exists already: choose another --out or remove it");
    in_folder(path, "");
    cr_expect_not(ss_output_make_folder(path, &slash));
    expect_error(slash, SS_ERROR_OUTPUT, "exists already");
    write_file("f", "");
    in_folder(path, "f");
    cr_expect_not(ss_output_make_folder(path, &file));
    expect_error(file, SS_ERROR_OUTPUT, "exists already");
}

/* Root may write anywhere: what it cannot do is make a folder below a file. */
Test(output, folder_cannot_be_made)
{
    ss_error error = {0}, empty = {0};
    char path[SS_PATH_SIZE];
    write_file("f", "");
    in_folder(path, "f/g/h");
    cr_expect_not(ss_output_make_folder(path, &error));
    expect_error(error, SS_ERROR_OUTPUT, "Not a directory");
    cr_expect_not(ss_output_make_folder("", &empty));
    expect_error(empty, SS_ERROR_OUTPUT, "empty");
}

Test(output, copy_whole_or_not_at_all)
{
    ss_error error = {0}, missing = {0}, is_folder = {0};
    char path[SS_PATH_SIZE];
    write_file("from", "text\n");
    in_folder(path, "from");
    cr_expect(ss_output_copy(path, folder, "to", true, &error), "%s", error.text);
    cr_expect_str_eq(content("to"), "text\n");
    in_folder(path, "missing");
    cr_expect_not(ss_output_copy(path, folder, "to", true, &missing));
    expect_error(missing, SS_ERROR_DATA, "No such file");
    cr_expect_not(ss_output_copy(folder, folder, "to", true, &is_folder));
    expect_error(is_folder, SS_ERROR_DATA, "Is a directory");
    cr_expect_str_eq(content("to"), "text\n");
    cr_expect_eq(n_files(), 2);
}

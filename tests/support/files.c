/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/support/files.h"

#include "harness/tables/output.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[] = "/tmp/ss_test.XXXXXX";

void test_files_begin(void)
{
    cr_assert_not_null(mkdtemp(folder));
}

static int remove_one(const char *path, const struct stat *status, int kind, struct FTW *place)
{
    (void)status, (void)kind, (void)place;
    return remove(path);
}

void test_files_end(void)
{
    cr_expect_eq(nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS), 0);
}

const char *test_folder(void)
{
    return folder;
}

const char *test_path(const char *name)
{
    static char paths[8][SS_PATH_SIZE];
    static size_t next;
    char *const path = paths[next++ % 8];
    cr_assert(ss_path_join(path, SS_PATH_SIZE, folder, name, NULL));
    return path;
}

const char *test_write(const char *name, const char *bytes, size_t size)
{
    const char *const path = test_path(name);
    FILE *const file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    cr_assert_eq(fclose(file), 0);
    return path;
}

const char *test_write_text(const char *name, const char *text)
{
    return test_write(name, text, strlen(text));
}

char *test_read(const char *name)
{
    char *text = NULL;
    size_t room = 0;
    FILE *const file = fopen(test_path(name), "r");
    if (file == NULL || getdelim(&text, &room, '\0', file) < 0) {
        free(text);
        text = strdup("");
    }
    if (file != NULL)
        fclose(file);
    return text;
}

size_t test_count_files(void)
{
    struct dirent **entries = NULL;
    const int n = scandir(folder, &entries, NULL, NULL);
    cr_assert_geq(n, 2);
    for (int k = 0; k < n; ++k)
        free(entries[k]);
    free(entries);
    return (size_t)n - 2; /* without . and .. */
}

/* Files in a folder of the test's own, which goes with the test. Every test is a process: they do
 * not meet. What cannot be made or read fails the test.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_FILES_H
#define SS_TESTS_SUPPORT_FILES_H

#include <stddef.h>

/* Make the folder, and remove it with all that is in it: .init and .fini of a suite. */
void test_files_begin(void);
void test_files_end(void);

const char *test_folder(void);

/* The path of `name` in the folder; lasts until the function has been called eight times more. */
const char *test_path(const char *name);

/* Write a file and return its path. */
const char *test_write(const char *name, const char *bytes, size_t size);
const char *test_write_text(const char *name, const char *text);

/* The file as text, to be freed; "" if there is none. */
char *test_read(const char *name);

/* Number of files in the folder, hidden ones too. */
size_t test_count_files(void);

#endif

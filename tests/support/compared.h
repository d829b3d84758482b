/* Two results, base.csv and new.csv in the test's folder, and their comparison.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_COMPARED_H
#define SS_TESTS_SUPPORT_COMPARED_H

#include "harness/judge/compare.h"
#include "harness/tables/rows.h"

/* The files of the question, whose other fields a test sets, one more, and the answer. Every test
 * is a process: static data is not shared. */
extern char test_base_path[SS_PATH_SIZE], test_new_path[SS_PATH_SIZE],
    test_other_path[SS_PATH_SIZE];
extern ss_compare_request test_question;
extern ss_compare_result test_compared;

/* The .init of a suite; .fini is test_files_end. */
void test_compare_begin(void);

/* A row like any other. */
ss_summary_row test_plain_row(void);
void test_write_rows(const char *path, const ss_summary_row *rows, size_t n);

/* Compare the two files. */
void test_compare(void);

/* Files that are no results to compare are refused with `words`. */
void test_compare_refused(const char *words);

/* The verdict on a pair of single rows. */
ss_compare_change test_verdict(const ss_summary_row *base, const ss_summary_row *new);

#endif

/* A folder with a summary.csv of invented runs, for the tests of studies. Every test is a process:
 * each has its own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_STUDY_ROWS_H
#define SS_TESTS_SUPPORT_STUDY_ROWS_H

#include "harness/tables/rows.h"
#include "harness/judge/curves.h"

#include <stdbool.h>

/* Make the folder and begin its table, remove both: .init and .fini of a suite. */
void test_study_begin(void);
void test_study_end(void);

const char *test_study_folder(void);
const char *test_study_path(void); /* of summary.csv */

/* Add a run: sbp with alpha = `value` on balls-4 (e_t = 1, solid spheres), half of `work` visits,
 * half iterations, work/100 sweeps in all and work/1000 in the last step. */
void test_study_add(double value, size_t instance, bool solved, double work);

/* A row like that, to be changed and added before the next is asked for. */
ss_summary_row test_study_row(double value, size_t instance, bool solved, double work);
void test_study_add_row(const ss_summary_row *row);

/* End the table, if it was not ended. */
void test_study_close(void);

/* End the table and read it as a study of `parameter`; lasts until the next is read. */
const ss_study_curves *test_study_read(const char *parameter);

/* End the table and write the study's files. */
void test_study_write(const char *parameter);

/* The text of a file in the folder, to be freed; NULL if it is not there. */
char *test_study_text(const char *name);

/* Expect such a file, with those words in it. */
void test_study_says(const char *name, const char *words);

/* Expect a number but for rounding; NAN is near NAN, an infinity near itself. */
void test_study_near(double got, double wanted, const char *what);

#endif

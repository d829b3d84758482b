/* A folder with a summary.csv of invented runs, for the tests of studies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_TESTS_SUPPORT_STUDY_ROWS_H
#define SS_TESTS_SUPPORT_STUDY_ROWS_H

#include "harness/tables/rows.h"
#include "harness/judge/curves.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct test_study {
    char folder[64], path[96]; /* path: of summary.csv */
    FILE *file;                /* open until test_study_close */
} test_study;

/* Make the folder and begin the table. */
test_study test_study_open(void);

/* Add a run: sbp with alpha = `value` on balls-4 (e_t = 1, solid spheres), half of `work` visits,
 * half iterations, work/100 sweeps in all and work/1000 in the last step. */
void test_study_add(test_study *study, double value, size_t instance, bool solved, double work);

/* A row like that, to be changed and written by ss_summary_write before the next is asked for. */
ss_summary_row test_study_row(double value, size_t instance, bool solved, double work);

/* End the table; read it as a study of `parameter`. */
void test_study_close(test_study *study);
void test_study_read(test_study *study, ss_study_curves *curves, const char *parameter);

/* The text of a file in the folder, to be freed; NULL if it is not there. */
char *test_study_text(const test_study *study, const char *name);

/* Remove folder and files. */
void test_study_remove(const test_study *study);

#endif

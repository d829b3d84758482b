/* A comparison as text, CSV and Markdown. Print errors stay in the stream.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_REPORT_H
#define SS_HARNESS_COMPARE_REPORT_H

#include "harness/compare/compare.h"

/* For people: what was compared, the rows that moved, counts and the verdict, aligned or in
 * Markdown. SS_ERROR_MEMORY. */
bool ss_compare_text(const ss_compare_result *comparison, FILE *out, ss_error *error);
bool ss_compare_markdown(const ss_compare_result *comparison, FILE *out, ss_error *error);

/* The table `compare`: every row. Same type as the others; never fails. */
bool ss_compare_csv(const ss_compare_result *comparison, FILE *out, ss_error *error);

/* Make the folder `folder` with compare.csv and compare.md. SS_ERROR_OUTPUT if it exists. */
bool ss_compare_save(const ss_compare_result *comparison, const char *folder, ss_error *error);

#endif

/* A comparison as text, CSV and Markdown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_COMPARE_REPORT_H
#define SS_HARNESS_COMPARE_REPORT_H

#include "harness/compare/compare.h"
#include "harness/report/sheet.h"

/* Print, for people, what was compared, the rows that moved, counts and the verdict; with format
 * NULL the table `compare`: every row. Print errors stay in the stream. SS_ERROR_MEMORY. */
bool ss_compare_print(const ss_compare_result *comparison, const ss_report_format *format,
                      FILE *out, ss_error *error);

/* Make the folder `folder` with compare.csv and compare.md. SS_ERROR_OUTPUT if it exists. */
bool ss_compare_save(const ss_compare_result *comparison, const char *folder, ss_error *error);

#endif

/* A table of a result folder, printed in any format.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_REPORT_TABLE_FILE_H
#define SS_HARNESS_REPORT_TABLE_FILE_H

#include "harness/report/sheet.h"
#include "harness/tables/rows.h"

/* Print all rows of the table's file in `folder`, labelled by the table's name; a column that the
 * file lacks is empty. SS_ERROR_DATA if there is no such file; SS_ERROR_MEMORY. Print errors stay
 * in the stream. */
bool ss_report_table_file(const char *folder, const ss_table *table, const ss_report_format *format,
                          FILE *out, ss_error *error);

#endif

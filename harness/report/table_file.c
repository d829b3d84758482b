/* A table of a result folder as a sheet.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/sheet.h"

#include "harness/tables/csv.h"
#include "harness/tables/output.h"

#include <stdlib.h>

bool ss_report_table_file(const char *folder, const ss_table *table, const ss_report_format *format,
                          FILE *out, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv csv;
    ss_report_sheet sheet = {.text = NULL};
    if (!ss_path_join(path, sizeof path, folder, table->file, error) ||
        !ss_csv_read(&csv, path, error))
        return false;
    ss_report_column *const columns = calloc(table->n_fields + 1, sizeof *columns);
    bool printed = columns != NULL ||
                   ss_error_set(error, SS_ERROR_MEMORY, "no memory for the columns of %s", path);
    for (size_t k = 0; printed && k < table->n_fields; ++k)
        columns[k] = (ss_report_column){
            table->fields[k].name,
            table->fields[k].kind == SS_FIELD_TEXT ? SS_REPORT_LEFT : SS_REPORT_RIGHT, false};
    ss_report_add(&sheet, SS_REPORT_LABEL, "%s", table->name);
    ss_report_table(&sheet, columns, table->n_fields);
    for (size_t row = 0; row < csv.n_rows; ++row)
        for (size_t k = 0; k < table->n_fields; ++k) {
            const char *const cell = ss_csv_text(&csv, row, table->fields[k].name);
            ss_report_add(&sheet, SS_REPORT_CELL, "%s", cell != NULL ? cell : "");
        }
    printed = printed && ss_report_print(&sheet, format, out, error);
    ss_report_free(&sheet);
    free(columns);
    ss_csv_free(&csv);
    return printed;
}

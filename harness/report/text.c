/* A sheet as text for a terminal: columns as wide as their widest cell.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/sheet.h"

#include <string.h>

static size_t width_of(const ss_report_sheet *sheet, size_t table, size_t k)
{
    size_t width = strlen(sheet->parts[table].columns[k].title);
    for (size_t at = table + 1 + k; at < ss_report_table_end(sheet, table);
         at += sheet->parts[table].n) {
        const size_t length = strlen(ss_report_text_of(sheet, at));
        width = length > width ? length : width;
    }
    return width;
}

/* A cell with what parts it from the one before. */
static void print_cell(FILE *out, const ss_report_sheet *sheet, size_t table, size_t k,
                       const char *text)
{
    const ss_report_align align = sheet->parts[table].columns[k].align;
    const int width = (int)width_of(sheet, table, k);
    if (ss_report_shown(sheet, table, k))
        fprintf(out, "  %*s",
                align == SS_REPORT_RIGHT || align == SS_REPORT_NUMBER ? width : -width, text);
}

static void print_table(FILE *out, const ss_report_sheet *sheet, size_t table)
{
    const size_t n = sheet->parts[table].n, end = ss_report_table_end(sheet, table);
    for (size_t k = 0; k < n; ++k)
        print_cell(out, sheet, table, k, sheet->parts[table].columns[k].title);
    fputc('\n', out);
    for (size_t at = table + 1; at < end; at += n) {
        for (size_t k = 0; k < n && at + k < end; ++k)
            print_cell(out, sheet, table, k, ss_report_text_of(sheet, at + k));
        fputc('\n', out);
    }
}

static void print(const ss_report_sheet *sheet, FILE *out)
{
    for (size_t at = 0; at < sheet->n;) {
        const ss_report_part *const part = &sheet->parts[at];
        const char *const text = ss_report_text_of(sheet, at);
        if (part->kind == SS_REPORT_TABLE) {
            print_table(out, sheet, at);
            at = ss_report_table_end(sheet, at);
            continue;
        }
        if (part->kind == SS_REPORT_NOTE)
            fprintf(out, "%zu. %s\n", part->n, text);
        else if (part->kind == SS_REPORT_SECTION)
            fprintf(out, "\n%s\n", text);
        else if (part->kind == SS_REPORT_ITEM)
            fprintf(out, "- %s\n", text);
        else if (part->kind != SS_REPORT_LABEL && part->kind != SS_REPORT_FIGURE)
            fprintf(out, "%s\n", text);
        ++at;
    }
}

const ss_report_format ss_report_text = {"txt", print};

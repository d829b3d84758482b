/* A sheet as text for a terminal: columns as wide as their widest cell.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/sheet.h"

#include "problems/base/prose.h"

#include <string.h>

enum { ALIGNED = 32 }; /* columns; those beyond are as wide as each cell */

/* A row, `at` the first of its cells, or the titles where that is the table itself; without blanks
 * at its end. */
static void print_row(FILE *out, const ss_report_sheet *sheet, size_t table, size_t at,
                      const size_t *widths)
{
    const ss_report_part *const part = &sheet->parts[table];
    int blanks = 0, at_column = 0;
    for (size_t k = 0; k < part->n; ++k) {
        const ss_report_align align = part->columns[k].align;
        const char *const text =
            at == table ? part->columns[k].title : ss_report_text_of(sheet, at + k);
        const int missing = k < ALIGNED ? (int)(widths[k] - strlen(text)) : 0;
        const bool right = align >= SS_REPORT_RIGHT;
        if (!ss_report_shown(sheet, table, k))
            continue;
        blanks += 2 + (right ? missing : 0);
        if (text[0] != '\0') { /* a last, long one goes on below itself */
            fprintf(out, "%*s", blanks, "");
            at_column += blanks;
            if (at == table || k + 1 < part->n)
                fputs(text, out);
            else
                ss_prose(out, text, at_column, at_column < SS_PROSE_WIDTH / 2 ? at_column : 8);
            at_column += (int)strlen(text);
            blanks = 0;
        }
        blanks += right ? 0 : missing;
    }
    fputc('\n', out);
}

static void print_table(FILE *out, const ss_report_sheet *sheet, size_t table)
{
    const ss_report_part *const part = &sheet->parts[table];
    size_t widths[ALIGNED];
    for (size_t k = 0; k < part->n && k < ALIGNED; ++k) {
        widths[k] = strlen(part->columns[k].title);
        for (size_t at = table + 1 + k; at < part->end; at += part->n) {
            const size_t length = strlen(ss_report_text_of(sheet, at));
            widths[k] = length > widths[k] ? length : widths[k];
        }
    }
    print_row(out, sheet, table, table, widths);
    for (size_t at = table + 1; at < part->end; at += part->n)
        print_row(out, sheet, table, at, widths);
}

static void print(const ss_report_sheet *sheet, FILE *out)
{
    for (size_t at = 0; at < sheet->n; ++at) {
        const ss_report_part *const part = &sheet->parts[at];
        const char *const text = ss_report_text_of(sheet, at);
        const bool after_table = at > 0 && sheet->parts[at - 1].kind == SS_REPORT_CELL;
        const bool paragraph = part->kind == SS_REPORT_REMARK || part->kind == SS_REPORT_WARNING;
        if (part->kind == SS_REPORT_TABLE) {
            print_table(out, sheet, at);
            at = part->end - 1;
        } else if (part->kind == SS_REPORT_NOTE) {
            ss_prose(out, text, fprintf(out, "%zu. ", part->n), 3);
            fputc('\n', out);
        } else if (part->kind == SS_REPORT_SECTION || (paragraph && after_table)) {
            fputc('\n', out);
            ss_prose(out, text, 0, 0);
            fputc('\n', out);
        } else if (part->kind != SS_REPORT_LABEL && part->kind != SS_REPORT_FIGURE) {
            ss_prose(out, text, 0, 0);
            fputc('\n', out);
        }
    }
}

const ss_report_format ss_report_text = {"txt", print};

/* A sheet as JSON, for programs: {"notes": [texts from top to bottom], "NAME": [rows of a table, an
 * object each with the column titles as keys], ...}. A table is called by the label before it, else
 * "table1", "table2", ... Cells of columns to the right are numbers, true or false, null where
 * there is none.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/sheet.h"

#include <ctype.h>
#include <string.h>

static void print_text(FILE *out, const char *text)
{
    fputc('"', out);
    for (; *text != '\0'; ++text) {
        if (strchr("\"\\", *text) != NULL)
            fprintf(out, "\\%c", *text);
        else if ((unsigned char)*text < 0x20)
            fprintf(out, "\\u%04x", (unsigned)*text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static size_t digits(const char *text)
{
    return strspn(text, "0123456789");
}

/* Is it a number as JSON writes them? No sign but a minus, no zeros before the first digit. */
static bool is_number(const char *text)
{
    text += *text == '-';
    if (digits(text) == 0 || (text[0] == '0' && digits(text) > 1))
        return false;
    text += digits(text);
    if (*text == '.') {
        if (digits(text + 1) == 0)
            return false;
        text += 1 + digits(text + 1);
    }
    if (*text != 'e' && *text != 'E')
        return *text == '\0';
    text += 1 + (text[1] == '-' || text[1] == '+');
    return digits(text) > 0 && text[digits(text)] == '\0';
}

static void print_table(FILE *out, const ss_report_sheet *sheet, size_t table, const char *name)
{
    const ss_report_part *const part = &sheet->parts[table];
    fputs(",\n ", out);
    print_text(out, name);
    fputs(": [", out);
    for (size_t at = table + 1; at < part->end; at += part->n) {
        fputs(at > table + 1 ? ",\n  {" : "\n  {", out);
        for (size_t k = 0; k < part->n && at + k < part->end; ++k) {
            fputs(k > 0 ? ", " : "", out);
            print_text(out, part->columns[k].title);
            fputs(": ", out);
            const char *const text = ss_report_text_of(sheet, at + k);
            const bool numeric = part->columns[k].align >= SS_REPORT_RIGHT;
            if (numeric && (text[0] == '\0' || strcmp(text, "-") == 0 || strcmp(text, "nan") == 0))
                fputs("null", out);
            else if (numeric &&
                     (is_number(text) || strcmp(text, "true") == 0 || strcmp(text, "false") == 0))
                fputs(text, out);
            else
                print_text(out, text);
        }
        fputc('}', out);
    }
    fputs("]", out);
}

static void print(const ss_report_sheet *sheet, FILE *out)
{
    const char *label = NULL;
    size_t n_notes = 0, n_tables = 0;
    fputs("{\"notes\": [", out);
    for (size_t at = 0; at < sheet->n; ++at) {
        const ss_report_kind kind = sheet->parts[at].kind;
        if (kind == SS_REPORT_TABLE || kind >= SS_REPORT_CELL ||
            kind == SS_REPORT_LABEL || kind == SS_REPORT_FIGURE)
            continue;
        fputs(n_notes++ > 0 ? ",\n  " : "\n  ", out);
        print_text(out, ss_report_text_of(sheet, at));
    }
    fputs("]", out);
    for (size_t at = 0; at < sheet->n; ++at) {
        char name[32];
        if (sheet->parts[at].kind == SS_REPORT_LABEL)
            label = ss_report_text_of(sheet, at);
        if (sheet->parts[at].kind != SS_REPORT_TABLE)
            continue;
        snprintf(name, sizeof name, "table%zu", ++n_tables);
        print_table(out, sheet, at, label != NULL ? label : name);
        label = NULL;
    }
    fputs("}\n", out);
}

const ss_report_format ss_report_json = {"json", print};

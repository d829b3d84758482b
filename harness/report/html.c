/* A sheet as a page of HTML, in itself complete.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/sheet.h"

static void print_words(FILE *out, const char *text, bool prose)
{
    bool code = false;
    for (; *text != '\0'; ++text) {
        if (prose && *text == '`') {
            fputs(code ? "</code>" : "<code>", out);
            code = !code;
        } else if (*text == '&') {
            fputs("&amp;", out);
        } else if (*text == '<') {
            fputs("&lt;", out);
        } else if (*text == '>') {
            fputs("&gt;", out);
        } else if (*text == '"') {
            fputs("&quot;", out);
        } else {
            fputc(*text, out);
        }
    }
    if (code)
        fputs("</code>", out);
}

static void print_cell(FILE *out, const ss_report_column *column, const char *tag, const char *text)
{
    const bool right = column->align == SS_REPORT_RIGHT || column->align == SS_REPORT_NUMBER;
    fprintf(out, "<%s%s>", tag, right ? " class=\"right\"" : "");
    print_words(out, text, false);
    fprintf(out, "</%s>", tag);
}

static void print_table(FILE *out, const ss_report_sheet *sheet, size_t table)
{
    const ss_report_column *const columns = sheet->parts[table].columns;
    const size_t n = sheet->parts[table].n, end = sheet->parts[table].end;
    fputs("<table>\n<thead><tr>", out);
    for (size_t k = 0; k < n; ++k)
        if (ss_report_shown(sheet, table, k))
            print_cell(out, &columns[k], "th", columns[k].title);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t at = table + 1; at < end; at += n) {
        fputs(sheet->parts[at].kind == SS_REPORT_RULED ? "<tr class=\"ruled\">" : "<tr>", out);
        for (size_t k = 0; k < n && at + k < end; ++k)
            if (ss_report_shown(sheet, table, k))
                print_cell(out, &columns[k], "td", ss_report_text_of(sheet, at + k));
        fputs("</tr>\n", out);
    }
    fputs("</tbody>\n</table>\n", out);
}

static const struct {
    const char *begin, *end, *list; /* `list`: the element around neighbours of the kind */
    bool prose;
} looks[SS_REPORT_RULED + 1] = {
    [SS_REPORT_TITLE] = {"<h1>", "</h1>\n", NULL, false},
    [SS_REPORT_SECTION] = {"<h2>", "</h2>\n", NULL, false},
    [SS_REPORT_WARNING] = {"<p><strong>", "</strong></p>\n", NULL, false},
    [SS_REPORT_REMARK] = {"<p>", "</p>\n", NULL, true},
    [SS_REPORT_ITEM] = {"<li>", "</li>\n", "ul", true},
    [SS_REPORT_NOTE] = {"<li>", "</li>\n", "ol", false},
    [SS_REPORT_FIGURE] = {"<p><img alt=\"figure\" src=\"", ".svg\"></p>\n", NULL, false}};

static void print_head(const ss_report_sheet *sheet, FILE *out)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>", out);
    for (size_t at = 0; at < sheet->n; ++at)
        if (sheet->parts[at].kind == SS_REPORT_TITLE) {
            print_words(out, ss_report_text_of(sheet, at), false);
            break;
        }
    fputs("</title>\n<style>body{font-family:sans-serif;max-width:80em;margin:2em auto}"
          "table{border-collapse:collapse}th,td{padding:.1em .6em;text-align:left}"
          "thead{border-bottom:1px solid}.ruled{border-top:1px solid}.right{text-align:right}"
          "img{max-width:100%}</style>\n</head>\n<body>\n",
          out);
}

static void print(const ss_report_sheet *sheet, FILE *out)
{
    print_head(sheet, out);
    for (size_t at = 0; at < sheet->n;) {
        const ss_report_kind kind = sheet->parts[at].kind;
        if (kind == SS_REPORT_TABLE) {
            print_table(out, sheet, at);
            at = sheet->parts[at].end;
            continue;
        }
        const char *const list = kind != SS_REPORT_LABEL ? looks[kind].list : NULL;
        if (list != NULL && (at == 0 || sheet->parts[at - 1].kind != kind))
            fprintf(out, "<%s>\n", list);
        if (kind != SS_REPORT_LABEL) {
            fputs(looks[kind].begin, out);
            print_words(out, ss_report_text_of(sheet, at), looks[kind].prose);
            fputs(looks[kind].end, out);
        }
        ++at;
        if (list != NULL && (at == sheet->n || sheet->parts[at].kind != kind))
            fprintf(out, "</%s>\n", list);
    }
    fputs("</body>\n</html>\n", out);
}

const ss_report_format ss_report_html = {"html", print};

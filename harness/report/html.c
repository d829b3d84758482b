/* A sheet as a page of HTML, in itself complete.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/html.h"

#include <string.h>

/* ---- tables ---- */

static bool is_right(const ss_report_column *column)
{
    return column->align == SS_REPORT_RIGHT || column->align == SS_REPORT_NUMBER;
}

/* The sheet's words on the columns of that title; NULL: nothing. */
static const char *meaning_of(const ss_report_sheet *sheet, const char *title)
{
    const size_t length = strlen(title);
    for (size_t at = 0; at < sheet->n; ++at) {
        const char *const text = ss_report_text_of(sheet, at);
        if (sheet->parts[at].kind == SS_REPORT_TERM && strncmp(text, title, length) == 0 &&
            text[length] == '\t')
            return text + length + 1;
    }
    return NULL;
}

static void print_heading(FILE *out, const ss_report_sheet *sheet, const ss_report_column *column)
{
    const char *const meaning = meaning_of(sheet, column->title);
    fprintf(out, "<th scope=\"col\"%s>", is_right(column) ? " class=\"right\"" : "");
    if (meaning != NULL) {
        fputs("<abbr title=\"", out);
        ss_report_html_words(out, meaning, false);
        fputs("\">", out);
    }
    ss_report_html_words(out, column->title, false);
    fprintf(out, "%s</th>", meaning != NULL ? "</abbr>" : "");
}

/* A label may be broken behind its commas. */
static void print_label(FILE *out, const char *text)
{
    for (; *text != '\0'; ++text) {
        ss_report_html_words(out, (const char[]){*text, '\0'}, false);
        fputs(*text == ',' && text[1] != ' ' ? "<wbr>" : "", out);
    }
}

/* The first cell of a row is its heading. */
static void print_cell(FILE *out, const ss_report_column *column, bool first, const char *text)
{
    const char *const tag = first ? "th" : "td";
    fprintf(out, "<%s%s%s>", tag, first ? " scope=\"row\"" : "",
            is_right(column) ? " class=\"right\"" : "");
    if (first)
        print_label(out, text);
    else
        ss_report_html_words(out, text, false);
    fprintf(out, "</%s>", tag);
}

static void print_row(FILE *out, const ss_report_sheet *sheet, size_t table, size_t at)
{
    const ss_report_part *const part = &sheet->parts[table];
    bool first = true;
    fputs(sheet->parts[at].kind == SS_REPORT_RULED ? "<tr class=\"ruled\">" : "<tr>", out);
    for (size_t k = 0; k < part->n && at + k < part->end; ++k)
        if (ss_report_shown(sheet, table, k)) {
            print_cell(out, &part->columns[k], first, ss_report_text_of(sheet, at + k));
            first = false;
        }
    fputs("</tr>\n", out);
}

/* The words on a table: its label, or the title of its section. */
static const char *name_of(const ss_report_sheet *sheet, size_t table)
{
    for (size_t at = table; at > 0; --at) {
        const ss_report_kind kind = sheet->parts[at - 1].kind;
        if (kind == SS_REPORT_LABEL || kind == SS_REPORT_SECTION || kind == SS_REPORT_PART ||
            kind == SS_REPORT_TITLE)
            return ss_report_text_of(sheet, at - 1);
    }
    return "table";
}

void ss_report_html_table(FILE *out, const ss_report_sheet *sheet, size_t table)
{
    const ss_report_part *const part = &sheet->parts[table];
    fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", out);
    ss_report_html_words(out, name_of(sheet, table), false);
    fputs("\">\n<table>\n<thead><tr>", out);
    for (size_t k = 0; k < part->n; ++k)
        if (ss_report_shown(sheet, table, k))
            print_heading(out, sheet, &part->columns[k]);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t at = table + 1; at < part->end; at += part->n)
        print_row(out, sheet, table, at);
    fputs("</tbody>\n</table>\n</div>\n", out);
}

/* ---- other parts ---- */

static const struct {
    const char *begin, *end, *list, *look; /* `list`, `look`: the element around neighbours of the
                                            * kind, and its class */
    bool prose;
} looks[SS_REPORT_RULED + 1] = {
    [SS_REPORT_TITLE] = {"<h1>", "</h1>\n", NULL, NULL, false},
    [SS_REPORT_PART] = {"<h3>", "</h3>\n", NULL, NULL, false},
    [SS_REPORT_WARNING] = {"<p><strong>", "</strong></p>\n", NULL, NULL, false},
    [SS_REPORT_REMARK] = {"<p>", "</p>\n", NULL, NULL, true},
    [SS_REPORT_GOOD] = {"<p class=\"verdict good\"><b>Good:</b> ", "</p>\n", NULL, NULL, true},
    [SS_REPORT_MIND] = {"<p class=\"verdict mind\"><b>With reservations:</b> ", "</p>\n", NULL,
                        NULL, true},
    [SS_REPORT_OPEN] = {"<p class=\"verdict open\"><b>No conclusion:</b> ", "</p>\n", NULL, NULL,
                        true},
    [SS_REPORT_ITEM] = {"<li>", "</li>\n", "ul", NULL, true},
    [SS_REPORT_DOUBT] = {"<li>", "</li>\n", "ul", "doubts", true},
    [SS_REPORT_NOTE] = {"<li>", "</li>\n", "ol", NULL, false},
    [SS_REPORT_FACT] = {"<dt>", "</dd>\n", "dl", NULL, true},
    [SS_REPORT_TERM] = {"<dt>", "</dd>\n", "dl", NULL, true},
    [SS_REPORT_LINK] = {"<li>", "</li>\n", "ul", NULL, true}};

/* The text before the tab, and what is after it. */
static const char *print_head_word(FILE *out, const char *text)
{
    const size_t length = strcspn(text, "\t");
    for (size_t k = 0; k < length; ++k)
        ss_report_html_words(out, (const char[]){text[k], '\0'}, false);
    return text[length] != '\0' ? text + length + 1 : "";
}

/* A path as an address: what has a meaning there is written by its code. */
static void print_address(FILE *out, const char *text)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./~";
    if (strcspn(text, ":") < strcspn(text, "/\t")) /* no scheme */
        fputs("./", out);
    for (; *text != '\0' && *text != '\t'; ++text)
        if (strchr(plain, *text) != NULL)
            fputc(*text, out);
        else
            fprintf(out, "%%%02X", (unsigned)(unsigned char)*text);
}

static void print_text(FILE *out, ss_report_kind kind, const char *text)
{
    if (kind == SS_REPORT_FACT || kind == SS_REPORT_TERM) {
        text = print_head_word(out, text);
        fputs("</dt><dd>", out);
    } else if (kind == SS_REPORT_LINK) {
        fputs("<a href=\"", out);
        print_address(out, text);
        fputs("\">", out);
        text = print_head_word(out, text);
        fputs(text[0] != '\0' ? "</a>: " : "</a>", out);
    }
    ss_report_html_words(out, text, looks[kind].prose);
}

static void print_part(FILE *out, const ss_report_sheet *sheet, size_t at)
{
    const ss_report_kind kind = sheet->parts[at].kind;
    const char *const list = looks[kind].list, *const look = looks[kind].look;
    if (looks[kind].begin == NULL)
        return;
    if (list != NULL && (at == 0 || sheet->parts[at - 1].kind != kind))
        fprintf(out, "<%s%s%s%s>\n", list, look != NULL ? " class=\"" : "",
                look != NULL ? look : "", look != NULL ? "\"" : "");
    fputs(looks[kind].begin, out);
    print_text(out, kind, ss_report_text_of(sheet, at));
    fputs(looks[kind].end, out);
    if (list != NULL && (at + 1 == sheet->n || sheet->parts[at + 1].kind != kind))
        fprintf(out, "</%s>\n", list);
}

/* A section ends where the next begins. */
static void begin_section(FILE *out, const ss_report_sheet *sheet, size_t at, bool first)
{
    if (first && sheet->figures != NULL)
        ss_report_html_contents(out, sheet);
    fprintf(out, "%s<section aria-labelledby=\"part%zu\">\n<h2 id=\"part%zu\">",
            first ? "" : "</section>\n", at, at);
    ss_report_html_words(out, ss_report_text_of(sheet, at), false);
    fputs("</h2>\n", out);
}

static void print(const ss_report_sheet *sheet, FILE *out)
{
    bool first = true;
    ss_report_html_begin(out, sheet);
    for (size_t at = 0; at < sheet->n;
         at = sheet->parts[at].kind == SS_REPORT_TABLE ? sheet->parts[at].end : at + 1) {
        const ss_report_kind kind = sheet->parts[at].kind;
        if (kind == SS_REPORT_TABLE) {
            ss_report_html_table(out, sheet, at);
        } else if (kind == SS_REPORT_FIGURE) {
            ss_report_html_figure(out, sheet, at);
        } else if (kind == SS_REPORT_SECTION) {
            begin_section(out, sheet, at, first);
            first = false;
        } else {
            print_part(out, sheet, at);
        }
    }
    fputs(first ? "" : "</section>\n", out);
    ss_report_html_end(out, sheet);
}

const ss_report_format ss_report_html = {"html", print};

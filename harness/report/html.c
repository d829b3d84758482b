/* A sheet as a page of HTML, in itself complete.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/sheet.h"

#include "harness/tables/output.h"
#include "page_look.h" /* made of page.css and page.js */
#include "problems/base/file.h"

#include <stdlib.h>
#include <string.h>

static const ss_report_letters letters = {
    "&<>\"", (const char *const[]){"&amp;", "&lt;", "&gt;", "&quot;"}, {"<code>", "</code>"}, NULL};

static void print_words(FILE *out, const char *text)
{
    ss_report_words(out, text, false, &letters);
}

/* ---- tables ---- */

static void print_heading(FILE *out, const ss_report_sheet *sheet, const ss_report_column *column)
{
    const size_t length = strlen(column->title);
    const char *meaning = NULL; /* the sheet's words on the columns of that title */
    for (size_t at = 0; meaning == NULL && at < sheet->n; ++at) {
        const char *const text = ss_report_text_of(sheet, at);
        if (sheet->parts[at].kind == SS_REPORT_TERM && strncmp(text, column->title, length) == 0 &&
            text[length] == '\t')
            meaning = text + length + 1;
    }
    fprintf(out, "<th scope=\"col\"%s>",
            column->align >= SS_REPORT_RIGHT ? " class=\"right\"" : "");
    if (meaning != NULL) {
        fputs("<abbr title=\"", out);
        print_words(out, meaning);
        fputs("\">", out);
    }
    print_words(out, column->title);
    fprintf(out, "%s</th>", meaning != NULL ? "</abbr>" : "");
}

/* The first cell of a row is its heading: a label, which may be broken behind its commas. */
static void print_row(FILE *out, const ss_report_sheet *sheet, size_t table, size_t at)
{
    const ss_report_part *const part = &sheet->parts[table];
    bool first = true;
    fputs(sheet->parts[at].kind == SS_REPORT_RULED ? "<tr class=\"ruled\">" : "<tr>", out);
    for (size_t k = 0; k < part->n && at + k < part->end; ++k) {
        if (!ss_report_shown(sheet, table, k))
            continue;
        const bool right = part->columns[k].align >= SS_REPORT_RIGHT;
        const bool best = sheet->parts[at + k].kind == SS_REPORT_BEST;
        const char *const text = ss_report_text_of(sheet, at + k);
        char *end = NULL;
        strtod(text, &end);
        const bool number = end != text && *end == '\0'; /* not to be broken at its minus */
        fprintf(out, "<%s%s>", first ? "th scope=\"row\"" : "td",
                right && best     ? " class=\"right best number\""
                : right && number ? " class=\"right number\""
                : right           ? " class=\"right\""
                : best            ? " class=\"best\""
                : number && first ? " class=\"number\""
                                  : "");
        for (const char *c = text; *c != '\0'; ++c) {
            ss_report_letter(out, *c, &letters);
            fputs(first && *c == ',' && c[1] != ' ' ? "<wbr>" : "", out);
        }
        fputs(first ? "</th>" : "</td>", out);
        first = false;
    }
    fputs("</tr>\n", out);
}

/* A table is called by its label, or the title of its section. */
static void print_table(FILE *out, const ss_report_sheet *sheet, size_t table)
{
    const ss_report_part *const part = &sheet->parts[table];
    const char *name = NULL;
    for (size_t at = table; name == NULL && at > 0; --at) {
        const ss_report_kind kind = sheet->parts[at - 1].kind;
        if (kind == SS_REPORT_LABEL || kind == SS_REPORT_SECTION || kind == SS_REPORT_PART ||
            kind == SS_REPORT_TITLE)
            name = ss_report_text_of(sheet, at - 1);
    }
    fputs("<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"", out);
    print_words(out, name != NULL ? name : "table");
    fputs("\">\n<table>\n<thead><tr>", out);
    for (size_t k = 0; k < part->n; ++k)
        if (ss_report_shown(sheet, table, k))
            print_heading(out, sheet, &part->columns[k]);
    fputs("</tr></thead>\n<tbody>\n", out);
    for (size_t at = table + 1; at < part->end; at += part->n)
        print_row(out, sheet, table, at);
    fputs("</tbody>\n</table>\n</div>\n", out);
}

/* ---- figures ---- */

static void print_base64(FILE *out, const unsigned char *bytes, size_t n)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t k = 0; k < n; k += 3) {
        const unsigned long word = (unsigned long)bytes[k] << 16 |
                                   (k + 1 < n ? (unsigned long)bytes[k + 1] << 8 : 0) |
                                   (k + 2 < n ? (unsigned long)bytes[k + 2] : 0);
        fputc(digits[word >> 18], out);
        fputc(digits[word >> 12 & 63], out);
        fputc(k + 1 < n ? digits[word >> 6 & 63] : '=', out);
        fputc(k + 2 < n ? digits[word & 63] : '=', out);
    }
}

/* A figure, with its caption where that follows. In a page to send the file is taken in as an
 * image, in which no script runs and nothing is loaded; elsewhere it is named. */
static void print_figure(FILE *out, const ss_report_sheet *sheet, size_t figure)
{
    const bool captioned =
        figure + 1 < sheet->n && sheet->parts[figure + 1].kind == SS_REPORT_CAPTION;
    const char *const words = captioned ? ss_report_text_of(sheet, figure + 1) : "figure";
    const char *const name = ss_report_text_of(sheet, figure);
    const bool png = ss_report_is_png(name), within = sheet->figures != NULL;
    char file[SS_PATH_SIZE], path[SS_PATH_SIZE];
    size_t n = 0;
    snprintf(file, sizeof file, "%.4000s%s", name, png ? "" : ".svg");
    char *const bytes = within && ss_path_join(path, sizeof path, sheet->figures, file, NULL)
                            ? ss_file_read(path, &n, NULL)
                            : NULL;
    fputs("<figure>\n", out);
    if (within && bytes == NULL) {
        fputs("<p>This figure is not shown: its file cannot be read.</p>\n", out);
    } else {
        fputs("<img alt=\"", out);
        print_words(out, words);
        fputs("\" src=\"", out);
        if (within) {
            fprintf(out, "data:image/%s;base64,", png ? "png" : "svg+xml");
            print_base64(out, (const unsigned char *)bytes, n);
        } else {
            print_words(out, file);
        }
        fputs("\">\n", out);
    }
    free(bytes);
    if (captioned) {
        fputs("<figcaption>", out);
        ss_report_words(out, words, true, &letters);
        fputs("</figcaption>\n", out);
    }
    fputs("</figure>\n", out);
}

/* ---- other parts ---- */

static const struct {
    const char *begin, *end, *list, *look; /* `list`, `look`: the element around neighbours of the
                                            * kind, and its class */
    bool prose;
} looks[SS_REPORT_BEST + 1] = {
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
    for (; *text != '\0' && *text != '\t'; ++text)
        ss_report_letter(out, *text, &letters);
    return *text != '\0' ? text + 1 : text;
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

static void print_part(FILE *out, const ss_report_sheet *sheet, size_t at)
{
    const ss_report_kind kind = sheet->parts[at].kind;
    const char *const list = looks[kind].list, *const look = looks[kind].look;
    const char *text = ss_report_text_of(sheet, at);
    if (looks[kind].begin == NULL)
        return;
    if (list != NULL && (at == 0 || sheet->parts[at - 1].kind != kind))
        fprintf(out, look != NULL ? "<%s class=\"%s\">\n" : "<%s>\n", list, look);
    fputs(looks[kind].begin, out);
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
    ss_report_words(out, text, looks[kind].prose, &letters);
    fputs(looks[kind].end, out);
    if (list != NULL && (at + 1 == sheet->n || sheet->parts[at + 1].kind != kind))
        fprintf(out, "</%s>\n", list);
}

/* ---- the page ---- */

/* Its title, its own styles; of a page to send what it may load: those, its script, and images that
 * it holds. */
static void begin_page(FILE *out, const ss_report_sheet *sheet)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    if (sheet->figures != NULL)
        fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
              "style-src 'unsafe-inline'; img-src data:; script-src 'sha256-" SS_PAGE_JS_HASH
              "'\">\n",
              out);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>", out);
    for (size_t at = 0; at < sheet->n; ++at)
        if (sheet->parts[at].kind == SS_REPORT_TITLE) {
            print_words(out, ss_report_text_of(sheet, at));
            break;
        }
    fputs("</title>\n<style>\n", out);
    for (size_t k = 0; k < sizeof ss_page_css / sizeof *ss_page_css; ++k)
        fputs(ss_page_css[k], out);
    fputs("</style>\n</head>\n<body>\n<main>\n", out);
}

/* The list of the sections, after the verdict. */
static void print_contents(FILE *out, const ss_report_sheet *sheet)
{
    fputs("<nav aria-label=\"Sections\">\n<ul>\n", out);
    for (size_t at = 0; at < sheet->n; ++at) {
        if (sheet->parts[at].kind != SS_REPORT_SECTION)
            continue;
        fprintf(out, "<li><a href=\"#part%zu\">", at);
        print_words(out, ss_report_text_of(sheet, at));
        fputs("</a></li>\n", out);
    }
    fputs("</ul>\n</nav>\n", out);
}

/* A section ends where the next begins. */
static void print(const ss_report_sheet *sheet, FILE *out)
{
    bool first = true;
    begin_page(out, sheet);
    for (size_t at = 0; at < sheet->n;
         at = sheet->parts[at].kind == SS_REPORT_TABLE ? sheet->parts[at].end : at + 1) {
        const ss_report_kind kind = sheet->parts[at].kind;
        if (kind == SS_REPORT_TABLE) {
            print_table(out, sheet, at);
        } else if (kind == SS_REPORT_FIGURE) {
            print_figure(out, sheet, at);
        } else if (kind == SS_REPORT_SECTION) {
            if (first && sheet->figures != NULL)
                print_contents(out, sheet);
            fprintf(out, "%s<section aria-labelledby=\"part%zu\">\n<h2 id=\"part%zu\">",
                    first ? "" : "</section>\n", at, at);
            print_words(out, ss_report_text_of(sheet, at));
            fputs("</h2>\n", out);
            first = false;
        } else {
            print_part(out, sheet, at);
        }
    }
    fputs(first ? "" : "</section>\n", out);
    fputs("</main>\n", out);
    if (sheet->figures != NULL) {
        fputs("<script>\n", out);
        for (size_t k = 0; k < sizeof ss_page_js / sizeof *ss_page_js; ++k)
            fputs(ss_page_js[k], out);
        fputs("</script>\n", out);
    }
    fputs("</body>\n</html>\n", out);
}

const ss_report_format ss_report_html = {"html", print};

/* Beginning and end of a page of HTML: title, style sheet, list of sections, script.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/html.h"

#include "page_look.h" /* made of page.css and page.js */

static void print_lines(FILE *out, const char *const *lines, size_t n)
{
    for (size_t k = 0; k < n; ++k)
        fputs(lines[k], out);
}

static void print_title(FILE *out, const ss_report_sheet *sheet)
{
    for (size_t at = 0; at < sheet->n; ++at)
        if (sheet->parts[at].kind == SS_REPORT_TITLE) {
            ss_report_html_words(out, ss_report_text_of(sheet, at), false);
            return;
        }
}

/* The content policy: its own styles and script, and images that it holds. */
static void print_policy(FILE *out)
{
    fputs("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
          "style-src 'unsafe-inline'; img-src data:; script-src 'sha256-" SS_PAGE_JS_HASH "'\">\n",
          out);
}

void ss_report_html_begin(FILE *out, const ss_report_sheet *sheet)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", out);
    if (sheet->figures != NULL)
        print_policy(out);
    fputs("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>", out);
    print_title(out, sheet);
    fputs("</title>\n<style>\n", out);
    print_lines(out, ss_page_css, sizeof ss_page_css / sizeof *ss_page_css);
    fputs("</style>\n</head>\n<body>\n<main>\n", out);
}

void ss_report_html_contents(FILE *out, const ss_report_sheet *sheet)
{
    fputs("<nav aria-label=\"Sections\">\n<ul>\n", out);
    for (size_t at = 0; at < sheet->n; ++at) {
        if (sheet->parts[at].kind != SS_REPORT_SECTION)
            continue;
        fprintf(out, "<li><a href=\"#part%zu\">", at);
        ss_report_html_words(out, ss_report_text_of(sheet, at), false);
        fputs("</a></li>\n", out);
    }
    fputs("</ul>\n</nav>\n", out);
}

void ss_report_html_end(FILE *out, const ss_report_sheet *sheet)
{
    fputs("</main>\n", out);
    if (sheet->figures != NULL) {
        fputs("<script>\n", out);
        print_lines(out, ss_page_js, sizeof ss_page_js / sizeof *ss_page_js);
        fputs("</script>\n", out);
    }
    fputs("</body>\n</html>\n", out);
}

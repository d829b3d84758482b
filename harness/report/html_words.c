/* Text in HTML, escaped.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/html.h"

void ss_report_html_words(FILE *out, const char *text, bool prose)
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

/* Figures of a page of HTML: an SVG file taken in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/html.h"

#include "harness/tables/output.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 26 }; /* of a figure that is taken in */

/* The whole file, ended by NUL, to be freed; NULL where that cannot be. */
static char *read_file(const char *path)
{
    FILE *const file = fopen(path, "rb");
    char *text = NULL;
    long size = 0;
    if (file == NULL)
        return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (size = ftell(file)) > 0 && size < MOST_BYTES &&
        fseek(file, 0, SEEK_SET) == 0)
        text = malloc((size_t)size + 1);
    if (text != NULL) {
        const bool whole = fread(text, 1, (size_t)size, file) == (size_t)size;
        text[size] = '\0';
        if (!whole || strlen(text) < (size_t)size) {
            free(text);
            text = NULL;
        }
    }
    fclose(file);
    return text;
}

/* What an identifier, or a reference to one, comes after. */
static size_t before_name(const char *at)
{
    static const char *const ahead[] = {" id=\"",  " id='",  "url(#",   "href=\"#",
                                        "href='#", "url('#", "url(\"#", "\tid='"};
    for (size_t k = 0; k < sizeof ahead / sizeof *ahead; ++k)
        if (strncmp(at, ahead[k], strlen(ahead[k])) == 0)
            return strlen(ahead[k]);
    return 0;
}

/* The element <NAME ...>...</NAME> that begins there, in bytes; 0: it does not. */
static size_t element(const char *at, const char *name)
{
    char end[32];
    const size_t length = strlen(name);
    if (at[0] != '<' || strncmp(at + 1, name, length) != 0 || at[1 + length] != '>')
        return 0;
    snprintf(end, sizeof end, "</%s>", name);
    const char *const last = strstr(at, end);
    return last != NULL ? (size_t)(last - at) + strlen(end) : 0;
}

/* The drawing without what its program says of itself; names begin with that of the figure. */
static void print_drawing(FILE *out, const char *svg, size_t figure, const char *words)
{
    fputs("<svg role=\"img\" aria-label=\"", out);
    ss_report_html_words(out, words, false);
    fputc('"', out);
    for (const char *at = svg + strlen("<svg"); *at != '\0';) {
        const size_t said = element(at, "title") + element(at, "desc"), ahead = before_name(at);
        if (said > 0) {
            at += said;
        } else if (ahead > 0) {
            fprintf(out, "%.*sf%zu-", (int)ahead, at, figure);
            at += ahead;
        } else {
            fputc(*at++, out);
        }
    }
}

/* False: it is not there, or not to be taken in. */
static bool take_in(FILE *out, const ss_report_sheet *sheet, size_t figure, const char *words)
{
    char name[SS_PATH_SIZE], path[SS_PATH_SIZE];
    snprintf(name, sizeof name, "%.4000s.svg", ss_report_text_of(sheet, figure));
    if (sheet->figures == NULL || !ss_path_join(path, sizeof path, sheet->figures, name, NULL))
        return false;
    char *const text = read_file(path);
    const char *const svg = text != NULL ? strstr(text, "<svg") : NULL;
    const bool taken = svg != NULL && strstr(text, "<script") == NULL;
    if (taken)
        print_drawing(out, svg, figure, words);
    free(text);
    return taken;
}

void ss_report_html_figure(FILE *out, const ss_report_sheet *sheet, size_t figure)
{
    const bool captioned =
        figure + 1 < sheet->n && sheet->parts[figure + 1].kind == SS_REPORT_CAPTION;
    const char *const words = captioned ? ss_report_text_of(sheet, figure + 1) : "figure";
    fputs("<figure>\n", out);
    if (!take_in(out, sheet, figure, words)) {
        fputs("<img alt=\"", out);
        ss_report_html_words(out, words, false);
        fputs("\" src=\"", out);
        ss_report_html_words(out, ss_report_text_of(sheet, figure), false);
        fputs(".svg\">\n", out);
    }
    if (captioned) {
        fputs("<figcaption>", out);
        ss_report_html_words(out, words, true);
        fputs("</figcaption>\n", out);
    }
    fputs("</figure>\n", out);
}

/* Figures of a page of HTML: an SVG file taken in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/html.h"

#include "harness/tables/output.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 26 }; /* of a figure that is taken in */

/* The whole file, ended by NUL, to be freed; NULL where that cannot be. */
static char *read_file(const char *path, size_t *length)
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
        *length = (size_t)size;
        if (!whole) {
            free(text);
            text = NULL;
        }
    }
    fclose(file);
    return text;
}

/* The texts before an identifier, or a reference to one. */
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

static void print_picture(FILE *out, const char *bytes, size_t n, const char *words)
{
    fputs("<img alt=\"", out);
    ss_report_html_words(out, words, false);
    fputs("\" src=\"data:image/png;base64,", out);
    print_base64(out, (const unsigned char *)bytes, n);
    fputs("\">\n", out);
}

static bool is_png(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".png") == 0;
}

/* False: it is not there, or not to be taken in. */
static bool take_in(FILE *out, const ss_report_sheet *sheet, const char *name, size_t figure,
                    const char *words)
{
    char file[SS_PATH_SIZE], path[SS_PATH_SIZE];
    size_t n = 0;
    snprintf(file, sizeof file, "%.4000s%s", name, is_png(name) ? "" : ".svg");
    if (!ss_path_join(path, sizeof path, sheet->figures, file, NULL))
        return false;
    char *const text = read_file(path, &n);
    const bool text_only = text != NULL && !is_png(name) && strlen(text) == n;
    const char *const svg = text_only ? strstr(text, "<svg") : NULL;
    const bool drawing = svg != NULL && strstr(text, "<script") == NULL;
    const bool picture = text != NULL && is_png(name);
    if (drawing)
        print_drawing(out, svg, figure, words);
    else if (picture)
        print_picture(out, text, n, words);
    free(text);
    return drawing || picture;
}

static void name_file(FILE *out, const char *name, const char *words)
{
    fputs("<img alt=\"", out);
    ss_report_html_words(out, words, false);
    fputs("\" src=\"", out);
    ss_report_html_words(out, name, false);
    fprintf(out, "%s\">\n", is_png(name) ? "" : ".svg");
}

void ss_report_html_figure(FILE *out, const ss_report_sheet *sheet, size_t figure)
{
    const bool captioned =
        figure + 1 < sheet->n && sheet->parts[figure + 1].kind == SS_REPORT_CAPTION;
    const char *const words = captioned ? ss_report_text_of(sheet, figure + 1) : "figure";
    const char *const name = ss_report_text_of(sheet, figure);
    fputs("<figure>\n", out);
    if (sheet->figures == NULL)
        name_file(out, name, words);
    else if (!take_in(out, sheet, name, figure, words))
        fputs("<p>This figure is not shown: its file is too large, or holds a script.</p>\n", out);
    if (captioned) {
        fputs("<figcaption>", out);
        ss_report_html_words(out, words, true);
        fputs("</figcaption>\n", out);
    }
    fputs("</figure>\n", out);
}

/* Figures of a page of HTML, and their files taken in.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/report/html.h"

#include "harness/tables/output.h"
#include "problems/base/file.h"

#include <stdlib.h>
#include <string.h>

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

/* Is it a picture, not a drawing? Of drawings the names have no ending. */
static bool is_png(const char *name)
{
    const size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".png") == 0;
}

/* As an image, in which no script runs and nothing is loaded. False: there is no such file. */
static bool take_in(FILE *out, const ss_report_sheet *sheet, const char *name, const char *words)
{
    char file[SS_PATH_SIZE], path[SS_PATH_SIZE];
    size_t n = 0;
    snprintf(file, sizeof file, "%.4000s%s", name, is_png(name) ? "" : ".svg");
    char *const bytes = ss_path_join(path, sizeof path, sheet->figures, file, NULL)
                            ? ss_file_read(path, &n, NULL)
                            : NULL;
    if (bytes == NULL)
        return false;
    fputs("<img alt=\"", out);
    ss_report_html_words(out, words, false);
    fprintf(out, "\" src=\"data:image/%s;base64,", is_png(name) ? "png" : "svg+xml");
    print_base64(out, (const unsigned char *)bytes, n);
    fputs("\">\n", out);
    free(bytes);
    return true;
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
    else if (!take_in(out, sheet, name, words))
        fputs("<p>This figure is not shown: its file cannot be read.</p>\n", out);
    if (captioned) {
        fputs("<figcaption>", out);
        ss_report_html_words(out, words, true);
        fputs("</figcaption>\n", out);
    }
    fputs("</figure>\n", out);
}

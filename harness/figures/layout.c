/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/layout.h"

#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SVG, PDF, PNG, TIKZ };

const ss_figure_format ss_figure_formats[SS_FIGURE_FORMATS] = {
    [SVG] = {"svg", "svg", "</svg>"},
    [PDF] = {"pdf", "pdf", "%%EOF"},
    [PNG] = {"png", "png", "IEND"},
    [TIKZ] = {"tikz", "tex", "\\end{tikzpicture}"}};

static const double MM = 72.0 / 25.4; /* in points */

const ss_figure_layout ss_figure_layout_frames = {
    .wanted = {[PNG] = true}, .letters_pt = 11.0, .png_dpi = 108.0};

const ss_figure_layout ss_figure_layout_default = {.wanted = {[SVG] = true, [PDF] = true},
                                                   .letters_pt = 11.0};

static bool read_formats(ss_figure_layout *layout, const char *formats, ss_error *error)
{
    static const ss_names names = SS_NAMES(ss_figure_formats, "unknown figure format",
                                           "--format takes svg, pdf, png and tikz, with commas");
    for (size_t k = 0; k < SS_FIGURE_FORMATS; ++k)
        layout->wanted[k] = false;
    for (const char *at = formats;; ++at) {
        char name[32];
        const size_t length = strcspn(at, ",");
        snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1),
                 at);
        const ss_figure_format *const format = ss_names_find(&names, name, error);
        if (format == NULL)
            return false;
        layout->wanted[format - ss_figure_formats] = true;
        at += length;
        if (*at == '\0')
            return true;
    }
}

/* A length in mm that ends at `end`: 40 to 2000 of them; in less no figure has room. */
static bool read_length(double *length_pt, const char **at, char end)
{
    char *rest = NULL;
    const double mm = strtod(*at, &rest);
    const bool read = rest != *at && *rest == end && mm >= 40.0 && mm <= 2000.0;
    *length_pt = mm * MM;
    *at = rest + (read && end != '\0');
    return read;
}

static bool read_width(ss_figure_layout *layout, const char *width, ss_error *error)
{
    const char *at = width;
    layout->letters_pt = 8.0;
    layout->height_pt = 0.0;
    if (strcmp(width, "one-column") == 0)
        layout->width_pt = 85.0 * MM;
    else if (strcmp(width, "two-column") == 0)
        layout->width_pt = 175.0 * MM;
    else if (!read_length(&layout->width_pt, &at, 'x') ||
             !read_length(&layout->height_pt, &at, '\0'))
        return ss_error_set(error, SS_ERROR_USAGE,
                            "--width=%s: it must be one-column (85 mm), two-column (175 mm) or "
                            "WxH in mm, 40 to 2000 each, e.g. 120x80",
                            width);
    return true;
}

bool ss_figure_layout_read(ss_figure_layout *layout, const char *formats, const char *width,
                           ss_error *error)
{
    return (formats == NULL || read_formats(layout, formats, error)) &&
           (width == NULL || read_width(layout, width, error));
}

static void print_default(FILE *out, const char *variable, double value)
{
    if (value > 0.0)
        fprintf(out, "if (!exists(\"%s\")) %s = %.6g\n", variable, variable, value);
}

void ss_figure_layout_print(FILE *out, const ss_figure_layout *layout)
{
    fputs("if (!exists(\"formats\")) formats = '", out);
    for (size_t k = 0, n = 0; k < SS_FIGURE_FORMATS; ++k)
        if (layout->wanted[k])
            fprintf(out, "%s%s", n++ > 0 ? " " : "", ss_figure_formats[k].name);
    fputs("'\n", out);
    print_default(out, "canvas_width", layout->width_pt);
    print_default(out, "canvas_height", layout->height_pt);
    print_default(out, "letters", layout->letters_pt);
    print_default(out, "untitled", layout->untitled);
    print_default(out, "png_dpi", layout->png_dpi);
}

void ss_figure_layout_sheet(const ss_figure_layout *layout, const double natural[2],
                            double text_height, double sheet[2])
{
    const double zoom = layout->letters_pt / 11.0;
    sheet[0] = layout->width_pt > 0.0 ? layout->width_pt / zoom : natural[0];
    if (layout->height_pt > 0.0)
        sheet[1] = layout->height_pt / zoom;
    else
        sheet[1] = text_height + (natural[1] - text_height) * fmax(sheet[0] / natural[0], 0.6);
}

void ss_figure_layout_files(char *text, size_t size, const ss_figure_layout *layout,
                            const char *stem)
{
    size_t n = 0, seen = 0;
    for (size_t k = 0; k < SS_FIGURE_FORMATS; ++k)
        n += layout->wanted[k];
    int used = snprintf(text, size, "%s", stem);
    for (size_t k = 0; k < SS_FIGURE_FORMATS && used >= 0 && (size_t)used < size; ++k)
        if (layout->wanted[k])
            used += snprintf(text + used, size - (size_t)used, "%s.%s",
                             seen++ == 0 ? ""
                             : seen == n ? " and "
                                         : ", ",
                             ss_figure_formats[k].ending);
}

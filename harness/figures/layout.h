/* The layout of figures: formats, canvas and letters, as plots/style.gp takes them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_LAYOUT_H
#define SS_HARNESS_FIGURES_LAYOUT_H

#include "problems/base/error.h"

#include <stddef.h>
#include <stdio.h>

enum { SS_FIGURE_FORMATS = 4 }; /* that there are */

/* A format of figures. */
typedef struct ss_figure_format {
    const char *name;   /* as the user and style.gp call it */
    const char *ending; /* of its file, without the dot */
    const char *end;    /* what a complete file ends with, in its last 32 bytes */
} ss_figure_format;

/* svg, pdf, png, tikz. */
extern const ss_figure_format ss_figure_formats[SS_FIGURE_FORMATS];

/* A layout. */
typedef struct ss_figure_layout {
    bool wanted[SS_FIGURE_FORMATS]; /* in the order of ss_figure_formats */
    double width_pt, height_pt;     /* of 1/72 in; 0: the figure's own width, its own aspect */
    double letters_pt;              /* size of the letters */
    double png_dpi;                 /* dots an inch of a PNG; 0: 300 */
    bool untitled; /* no title and no second line: the text around it has a caption */
} ss_figure_layout;

/* SVG and PDF at the figure's own size, letters of 11 pt: what a figure without a layout has. */
extern const ss_figure_layout ss_figure_layout_default;

/* Of the pictures of a film: PNG for a screen, one and a half dots a point. */
extern const ss_figure_layout ss_figure_layout_frames;

/* Change *layout to the words of a user: `formats` is a list such as "svg,pdf,png,tikz"; `width`
 * is "one-column" (85 mm), "two-column" (175 mm) or "WxH" in mm, and makes letters of 8 pt. NULL:
 * as it is. SS_ERROR_USAGE, naming the option, the word and what it may be. */
bool ss_figure_layout_read(ss_figure_layout *layout, const char *formats, const char *width,
                           ss_error *error);

/* The layout as lines of gnuplot that leave alone what is set already, so that -e changes it. */
void ss_figure_layout_print(FILE *out, const ss_figure_layout *layout);

/* The sheet of a script with that natural size and height of text, in house points, as style.gp
 * finds it. */
void ss_figure_layout_sheet(const ss_figure_layout *layout, const double natural[2],
                            double text_height, double sheet[2]);

/* "STEM.svg and .pdf" of the files of a figure, cut at `size` bytes. */
void ss_figure_layout_files(char *text, size_t size, const ss_figure_layout *layout,
                            const char *stem);

#endif

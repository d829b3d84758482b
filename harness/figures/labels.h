/* Names at the ends of curves, moved a little up or down where they would meet.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_LABELS_H
#define SS_HARNESS_FIGURES_LABELS_H

#include <stdbool.h>
#include <stddef.h>

/* House points (letters are 11 of them) from the end of a curve to its name, of a letter, and of a
 * line. */
enum { SS_LABEL_AWAY = 10, SS_LABEL_LETTER = 7, SS_LABEL_LINE = 14 };

/* A name, and the end of its curve in house points from the lower left corner of the plot. */
typedef struct ss_figure_label {
    const char *text;
    double x, y;
    double shift; /* out: lines that it is moved up */
} ss_figure_label;

/* A plot's extent, and points that no name may cover: samples of its curves. */
typedef struct ss_figure_crowd {
    double width, height;
    const double (*points)[2];
    size_t n_points;
} ss_figure_crowd;

/* Width of a name with its distance from the curve. */
double ss_figure_label_width(const char *text);

/* Find a place for all n names, at most two and a half lines from their ends, within the plot, over
 * no other name and no point. False where one has none: the figure needs a key. */
bool ss_figure_labels_place(ss_figure_label *labels, size_t n, const ss_figure_crowd *crowd);

#endif

/* The figure of `plot accuracy`: curves named at their ends, or in a key where they crowd.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_ACCURACY_FIGURE_H
#define SS_HARNESS_FIGURES_ACCURACY_FIGURE_H

#include "harness/figures/figure.h"
#include "harness/figures/accuracy_curves.h"

/* The content; all borrowed. */
typedef struct ss_plot_accuracy_content {
    const ss_plot_curve *curves;
    size_t n_curves;             /* >= 1 */
    const char *x_name, *y_name; /* of the axes, with units */
    double tolerance;            /* drawn as a line; NAN: none */
} ss_plot_accuracy_content;

/* Errors of ss_figure_begin. */
bool ss_plot_accuracy_draw(const ss_figure *figure, const ss_plot_accuracy_content *content,
                           ss_error *error);

#endif

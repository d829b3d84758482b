/* The figure of histories: panels one above the other against the time, a curve a solver.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_FIGURES_HISTORY_FIGURE_H
#define SS_HARNESS_FIGURES_HISTORY_FIGURE_H

#include "harness/figures/figure.h"
#include "harness/tables/csv.h"

enum { SS_HISTORY_CURVES = 10, SS_HISTORY_PANELS = 12 };

/* A curve: a solver's rows of the tables of its run. */
typedef struct ss_history_curve {
    char label[160];
    const char *solver;            /* borrowed; in the column `solver` */
    ss_csv *history, *observables; /* borrowed; observables may be empty */
} ss_history_curve;

/* A panel: a column of history.csv or an observable. */
typedef struct ss_history_panel {
    char name[80];
    char unit[40];
    bool is_observable;
    bool is_residual; /* an estimator's column: logarithmic */
} ss_history_panel;

typedef struct ss_history_picture {
    ss_history_curve curves[SS_HISTORY_CURVES];
    size_t n_curves;
    ss_history_panel panels[SS_HISTORY_PANELS];
    size_t n_panels;
} ss_history_picture;

/* A picture is the caller's, and so are the tables of its curves, which outlive the drawing. Names
 * and units of panels are copies: their tables may be of another curve than the first.
 *
 * Draw it by histories.gp. SS_ERROR_DATA for a cell that is no number, and errors of
 * ss_figure_begin. */
bool ss_history_draw(const ss_history_picture *picture, const ss_figure *figure, ss_error *error);

#endif

/* The axes of `plot accuracy`, as the user names them.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PLOT_ACCURACY_SCALES_H
#define SS_HARNESS_PLOT_ACCURACY_SCALES_H

#include "harness/estimators/estimators.h"
#include "harness/figures/accuracy_curves.h"
#include "harness/plot/plot.h"

/* A cost. */
typedef struct ss_plot_cost {
    const char *word;           /* of --over */
    const char *traced, *whole; /* its columns of convergence.csv and of summary.csv */
    const char *title, *name;   /* in a title, and of its axis */
    double factor;              /* from the columns' unit to the axis' */
} ss_plot_cost;

typedef struct ss_plot_scales {
    const ss_plot_cost *cost;
    const ss_estimator *estimator;
    const char *title;    /* of the estimator */
    ss_plot_axes traced;  /* columns of convergence.csv */
    ss_plot_axes reached; /* of summary.csv; error NULL: it has no such column */
} ss_plot_scales;

/* The request's --estimator (e1) and --over (sweeps). SS_ERROR_USAGE for an unknown one. */
bool ss_plot_scales_read(ss_plot_scales *scales, const ss_plot_request *request, ss_error *error);

#endif

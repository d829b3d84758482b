/* The choice of what `plot accuracy` draws: an estimator against a cost, or against both prices
 * side by side.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PLOT_ACCURACY_CHOICE_H
#define SS_HARNESS_PLOT_ACCURACY_CHOICE_H

#include "harness/figures/accuracy.h"
#include "harness/plot/plot.h"

enum { SS_ACCURACY_PANELS = 2 }; /* of a figure, at most */

/* A cost, by the word of --over. */
typedef struct ss_accuracy_cost {
    const char *word;
    const char *traced, *whole; /* its columns of convergence.csv and of summary.csv */
    const char *title, *name;   /* in a title, and of its axis */
    double factor;              /* from the columns' unit to the axis' */
    ss_price price;             /* that stands for the columns */
} ss_accuracy_cost;

/* Words of a user, understood; all is static. */
typedef struct ss_accuracy_choice {
    const ss_accuracy_cost *cost;
    size_t n_panels; /* side by side, a cost each: */
    const ss_accuracy_cost *panel[SS_ACCURACY_PANELS];
    const ss_estimator *estimator;
    const char *title; /* of the estimator */
    /* A panel's, of what runs reached, in summary.csv; traced, in convergence.csv. */
    ss_accuracy_axes axes[SS_ACCURACY_PANELS][2];
} ss_accuracy_choice;

/* The request's --estimator (e1; "eps-pen" and "eps_pen" are the same) and --over (sweeps).
 * SS_ERROR_USAGE for an unknown one, with the nearest. */
bool ss_accuracy_choose(ss_accuracy_choice *choice, const ss_plot_request *request,
                        ss_error *error);

#endif

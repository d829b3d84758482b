/* The figures of a paper with our runs in them: rows of figures.csv.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_FIGURES_H
#define SS_HARNESS_PAPERS_FIGURES_H

#include "harness/papers/results.h"

/* Number of wanted figures; the runs that they show are marked as wanted. */
size_t ss_reproduce_mark_figures(ss_reproduce_results *results);

/* Draw them. One that cannot be drawn is an error and costs no other one. */
bool ss_reproduce_draw_figures(const ss_reproduce_results *results, ss_error *error);

#endif

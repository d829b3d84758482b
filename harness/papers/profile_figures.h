/* Figures of the systems of [P]: forces of a step, Janssen's stress, the layers of a flow. Errors
 * of all: those of ss_figure_draw, and SS_ERROR_DATA for runs without what is shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_PROFILE_FIGURES_H
#define SS_HARNESS_PAPERS_PROFILE_FIGURES_H

#include "harness/papers/time_figures.h"

/* Stress on the side walls against depth: each run, their mean, Janssen's fit and the line of what
 * grows with depth alone, means over the last third. */
bool ss_beds_draw_janssen(const ss_figure *figure, const ss_grains_group *group, ss_error *error);

/* Velocity along the bed, P_n and the mean stress against height, of each run. */
bool ss_beds_draw_layers(const ss_figure *figure, const ss_grains_group *group, ss_error *error);

#endif

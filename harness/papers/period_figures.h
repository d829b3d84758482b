/* Figures of shaken vessels, drawn as [M] draws them. Errors of all: those of ss_figure_draw, and
 * SS_ERROR_DATA for a run without the frames or observables that are shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_PERIOD_FIGURES_H
#define SS_HARNESS_PAPERS_PERIOD_FIGURES_H

#include "harness/figures/figure.h"
#include "harness/tables/series.h"

/* Bodies at the first measured period, grey, each with a line to where it is at the last; of
 * spheres those whose centre is within a radius of the slice through the axis. */
bool ss_shaken_draw_displacements(const ss_figure *figure, const ss_series *series,
                                  ss_error *error);

/* Places of a large disc and of the small one that began beside it, after each period. */
bool ss_shaken_draw_tracks(const ss_figure *figure, const ss_series *series, ss_error *error);

/* N, V and the mean pressure in the course of a period, over the measured periods, beside the
 * flight of a body that does not bounce. */
bool ss_shaken_draw_reactions(const ss_figure *figure, const ss_series *series, ss_error *error);

/* Part of a period, from the lowest point on, at which a body that does not bounce leaves the floor
 * and lands on it (above 1: in the next period); false if it does not leave it, or does not land
 * within a period: cos(2 pi t/T) = -1/Gamma, and the first root of the flight after it. */
bool ss_shaken_flight(double gamma, double *leaves, double *lands);

#endif

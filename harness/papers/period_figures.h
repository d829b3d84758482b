/* Figures of shaken vessels, drawn as [M] draws them. Errors of all: those of ss_figure_begin, and
 * SS_ERROR_DATA for a run without the frames or observables that are shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PAPERS_PERIOD_FIGURES_H
#define SS_HARNESS_PAPERS_PERIOD_FIGURES_H

#include "harness/figures/figure.h"
#include "harness/tables/series.h"

/* Part of a period, from the lowest point on, at which a body that does not bounce leaves the floor
 * and lands on it (above 1: in the next period); false if it does not leave it, or does not land
 * within a period: cos(2 pi t/T) = -1/Gamma, and the first root of the flight after it. */
bool ss_shaken_flight(double gamma, double *leaves, double *lands);

#endif

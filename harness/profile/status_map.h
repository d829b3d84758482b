/* The status map of one traced step: contact against sweep, and how many change a sweep.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PROFILE_STATUS_MAP_H
#define SS_HARNESS_PROFILE_STATUS_MAP_H

#include "harness/figures/figure.h"

/* Draw the statuses of `solver` in time step `step` (from 1) from statuses.csv in `tables`, with
 * the sweeps and counts of convergence.csv there. Of more than 1000 contacts every second, third,
 * ... is drawn, and the figure says so; the counts are of all. SS_ERROR_DATA if a table cannot be
 * read, has no row of that solver and step, or contradicts itself; otherwise as ss_figure_draw. */
bool ss_profile_status_map_draw(const ss_figure *figure, const char *tables, const char *solver,
                                size_t step, ss_error *error);

#endif

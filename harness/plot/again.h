/* Figures that a folder has already, drawn again in another format or size: each from its own .gp,
 * .dat and scripts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PLOT_AGAIN_H
#define SS_HARNESS_PLOT_AGAIN_H

#include "harness/plot/plot.h"

/* Draw again all figures of the folder whose names begin with one of `beginnings`, a NULL-ended
 * list; of kinds that draw nothing but what another verb left. SS_ERROR_DATA where there is none,
 * with the kind's words on what to do. */
bool ss_plot_again_named(ss_plot *plot, const char *const *beginnings, ss_error *error);

#endif

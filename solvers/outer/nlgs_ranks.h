/* Options of the solvers that run over ranks, for who starts those.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_OUTER_NLGS_RANKS_H
#define SS_SOLVERS_OUTER_NLGS_RANKS_H

#include "solvers/parts/domains.h"
#include "solvers/parts/gradient.h"

extern const ss_outer_solver ss_outer_nlgs_ranks, ss_outer_apgd_ranks;

/* What the options of each of them (SS_OVER_RANKS) begin with. */
typedef struct ss_ranks_cut {
    size_t domains, look; /* D; sweeps between two looks */
} ss_ranks_cut;

/* What is done with contacts between domains. */
enum { SS_BOUNDARY_COLOURS, SS_BOUNDARY_RELAXED, SS_BOUNDARY_SPLIT };

typedef struct ss_nlgs_ranks_options {
    ss_ranks_cut cut;
    int boundary;
    double relaxation; /* of SS_BOUNDARY_RELAXED */
} ss_nlgs_ranks_options;

/* A solver over ranks sweeps in turns: impulses and velocities are all that it goes on from. */
bool ss_ranks_take_turns(const ss_outer_solver *outer, const void *options);

/* SS_ERROR_USAGE for one that keeps more, which a checkpoint has not; `label`: its name. */
bool ss_ranks_check_checkpoint(const ss_outer_solver *outer, const void *options, const char *label,
                               ss_error *error);

typedef struct ss_apgd_ranks_options {
    ss_ranks_cut cut;
    ss_gradient_options gradient;
} ss_apgd_ranks_options;

#endif

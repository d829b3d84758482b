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

/* Does a solver over ranks sweep in turns? Then impulses and velocities are all that it goes on
 * from. */
static inline bool ss_ranks_take_turns(const ss_outer_solver *outer, const void *options)
{
    const ss_nlgs_ranks_options *const o = options;
    return outer == &ss_outer_nlgs_ranks && o->boundary == SS_BOUNDARY_COLOURS;
}

typedef struct ss_apgd_ranks_options {
    ss_ranks_cut cut;
    ss_gradient_options gradient;
} ss_apgd_ranks_options;

#endif

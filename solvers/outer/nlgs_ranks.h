/* nlgs-ranks and its options, for who starts ranks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_OUTER_NLGS_RANKS_H
#define SS_SOLVERS_OUTER_NLGS_RANKS_H

#include "solvers/base/outer_solver.h"

extern const ss_outer_solver ss_outer_nlgs_ranks;

typedef struct ss_nlgs_ranks_options {
    size_t domains, look; /* D; sweeps between two looks */
} ss_nlgs_ranks_options;

#endif

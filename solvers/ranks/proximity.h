/* Proximal point around mixed sweeps over ranks: solvers/global/proximal_sweeps.h on the part, its
 * sums exact and of all ranks. The iterates are those of ppa-ranks in one process on the rigid
 * form, to the bit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_PROXIMITY_H
#define SS_SOLVERS_RANKS_PROXIMITY_H

#include "solvers/global/proximal_sweeps.h"
#include "solvers/outer/nlgs_ranks.h"
#include "solvers/ranks/part.h"

typedef struct ss_proximity {
    const ss_part *part;
    ss_share share;
    ss_proximal_sweeps x;
    double *memory; /* owned, of the mixing */
} ss_proximity;

/* Prepare it around `sweeps`, whose `iteration` is collective and whose local solver is
 * x.regularized, open already. It stays where it is, and `part` outlives it. SS_ERROR_MEMORY, on
 * all ranks. Free in either case. Collective. */
bool ss_proximity_open(ss_proximity *proximity, const ss_part *part, const ss_outer_task *sweeps,
                       const ss_ppa_ranks_options *options, ss_error *error);
void ss_proximity_free(ss_proximity *proximity);

#endif

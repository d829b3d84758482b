/* Anderson's mixing of sweeps over ranks: solvers/parts/mixed.h on the part, its sums exact and of
 * all ranks. Copies of a contact are mixed on both ranks, by the same numbers. The iterates are
 * those of anderson-ranks in one process on the rigid form, to the bit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_MIXTURE_H
#define SS_SOLVERS_RANKS_MIXTURE_H

#include "solvers/outer/nlgs_ranks.h"
#include "solvers/ranks/part.h"

typedef struct ss_mixture {
    const ss_part *part;
    ss_outer_task sweeps; /* of the part's r, by an iteration that all ranks make */
    ss_share share;
    ss_mixed mixed;
    ss_stretch stretch;
    double *memory; /* owned, of the mixing */
    bool begun;     /* a sweep is behind */
} ss_mixture;

/* Prepare to mix `sweeps`, whose `iteration` is collective. `mixture` stays where it is, and `part`
 * outlives it. SS_ERROR_MEMORY, on all ranks. Free in either case. Collective. */
bool ss_mixture_open(ss_mixture *mixture, const ss_part *part, const ss_outer_task *sweeps,
                     const ss_anderson_ranks_options *options, ss_error *error);
void ss_mixture_free(ss_mixture *mixture);

/* Begin from r and the velocities as they are, without history; as ss_mixture_begin and both set.
 */
void ss_mixture_restart(ss_mixture *mixture);

/* Begin from r, without history; mix, and sweep once. Collective. */
void ss_mixture_begin(ss_mixture *mixture);
void ss_mixture_apply(ss_mixture *mixture);

#endif

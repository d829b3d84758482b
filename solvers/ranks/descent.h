/* Accelerated projected gradient over ranks: solvers/parts/gradient.h on the part, velocities of
 * ghosts fetched in each product, its sums exact and of all ranks. The iterates are those of
 * apgd-ranks in one process on the rigid form, to the bit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_DESCENT_H
#define SS_SOLVERS_RANKS_DESCENT_H

#include "solvers/parts/gradient.h"
#include "solvers/ranks/part.h"

typedef struct ss_descent {
    const ss_part *part;
    ss_outer_task task; /* its r is the part's, the best so far */
    ss_share share;
    ss_gradient gradient;
    double *memory; /* owned, of the gradient */
    bool begun;     /* an iteration is behind */
    ss_work work;
} ss_descent;

/* Prepare iterations from part->r. `descent` stays where it is, and `part` outlives it.
 * SS_ERROR_MEMORY, on all ranks. Free in either case. Collective. */
bool ss_descent_open(ss_descent *descent, const ss_part *part, const ss_gradient_options *options,
                     ss_error *error);
void ss_descent_free(ss_descent *descent);

/* One iteration. Collective. */
void ss_descent_apply(ss_descent *descent);

/* Begin anew from r with the next iteration, without momentum. */
void ss_descent_restart(ss_descent *descent);

#endif

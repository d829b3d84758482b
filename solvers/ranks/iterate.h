/* A solver over ranks, whichever it is: turns by colour (turns.h) or all domains at once (apart.h),
 * mixed (mixture.h), of shifted problems (proximity.h) or as they are, or a descent (descent.h).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_ITERATE_H
#define SS_SOLVERS_RANKS_ITERATE_H

#include "solvers/outer/nlgs_ranks.h"
#include "solvers/ranks/apart.h"
#include "solvers/ranks/descent.h"
#include "solvers/ranks/mixture.h"
#include "solvers/ranks/proximity.h"
#include "solvers/ranks/turns.h"

/* A solver and its local one, with their options; all borrowed. */
typedef struct ss_ranks_solver {
    const ss_outer_solver *outer; /* one with SS_OVER_RANKS */
    const ss_local_solver *local; /* NULL where it needs none */
    const void *options, *local_options;
} ss_ranks_solver;

typedef struct ss_ranks_iteration {
    const ss_part *part;
    ss_turns turns; /* one of these three is open: part is not NULL in it */
    ss_apart apart;
    ss_descent descent;
    ss_mixture mixture;     /* around turns or apart, or not open */
    ss_proximity proximity; /* around turns, or not open */
    double *r;              /* borrowed of it: impulses, 3 a contact of the part, */
    double *v;           /* and the velocities of its bodies with them, 6 each; NULL: in copies */
    const ss_work *work; /* of this rank, so far; NULL before it is open */
    size_t n_sent;       /* bytes that this rank gets in an iteration, */
    size_t n_rounds;     /* in so many rounds with others */
    uint32_t n_colours;  /* 0 without turns */
} ss_ranks_iteration;

/* Prepare a solver, from part->r; `iteration` stays where it is, and the part outlives it.
 * SS_ERROR_MEMORY, on all ranks. Free in either case. Collective. */
bool ss_ranks_iteration_open(ss_ranks_iteration *iteration, const ss_part *part,
                             const ss_ranks_solver *solver, ss_error *error);
void ss_ranks_iteration_free(ss_ranks_iteration *iteration);

/* Begin from r; iterate once, one sweep. Collective. */
void ss_ranks_iteration_begin(ss_ranks_iteration *iteration);
void ss_ranks_iteration_apply(ss_ranks_iteration *iteration);

/* Go on from r and v alone, as who is given both does: without history or momentum. */
void ss_ranks_iteration_forget(ss_ranks_iteration *iteration);

#endif

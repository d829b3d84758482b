/* A part being solved: sweeps by its solver, with looks of the referee, until one says stop.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RANKS_SOLVE_H
#define SS_HARNESS_RANKS_SOLVE_H

#include "harness/ranks/keep.h"
#include "harness/run/ending.h"
#include "solvers/base/outcome.h"
#include "solvers/choice.h"
#include "solvers/ranks/iterate.h"

/* What ends a solve. */
typedef struct ss_ranks_limits {
    double tol, deadline_s; /* E1; CPU time of a rank, as of ss_deadline_passed */
    size_t max_sweeps;
} ss_ranks_limits;

/* A solve under way; zeroed before it is opened. */
typedef struct ss_ranks_solve {
    const ss_part *part;       /* borrowed */
    ss_ranks_iteration solver; /* owned */
    double *room;              /* owned: scratch of looks */
    ss_ranks_keep keep;        /* for who keeps it; zeroed: nothing is kept */
    ss_ranks_look look;        /* the last one */
    ss_ending_course course;   /* of the values that looks have seen */
    ss_outcome outcome;
    size_t sweeps; /* so far; not 0 where it was resumed */
} ss_ranks_solve;

/* Prepare a solve of `part`, which outlives it, from part->r, by a choice with SS_OVER_RANKS.
 * SS_ERROR_MEMORY, on all ranks. Free in either case. Collective. */
bool ss_ranks_solve_open(ss_ranks_solve *solve, const ss_part *part, const ss_choice *choice,
                         ss_error *error);
void ss_ranks_solve_free(ss_ranks_solve *solve);

/* Scratch for looks alone, for who solves nothing. The same error. Collective. */
bool ss_ranks_solve_room(ss_ranks_solve *solve, const ss_part *part, ss_error *error);

/* Sweeps until a look says stop, once ss_ranks_iteration_begin is behind; looks are at multiples of
 * `look` sweeps. Errors of what is kept alone. Collective. */
bool ss_ranks_solve_run(ss_ranks_solve *solve, const ss_ranks_limits *limits, size_t look,
                        ss_error *error);

#endif

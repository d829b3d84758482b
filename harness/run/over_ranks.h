/* A run over MPI ranks: one huge problem, solved by stickslip-ranks (solvers/ranks), a program of
 * its own beside this one, under a launcher, in a child with limits. Of its word nothing is
 * believed: a second run, with another number of ranks and another cut, works out E1 anew from the
 * impulses that the first has written. As all sums are exact it must find the same 17 digits.
 *
 *     this process                 launcher, ranks (mpirun -n N stickslip-ranks ...)
 *       start, limits  ----------> solve; write DIR/ranks-K.hdf5 and a report
 *       start, limits  ----------> judge by others: E1 of that file, and a report
 *       a row of summary.csv, as of an external solver, and one of ranks.csv
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_OVER_RANKS_H
#define SS_HARNESS_RUN_OVER_RANKS_H

#include "harness/run/run.h"

typedef struct ss_over_ranks {
    size_t n;                /* ranks */
    const char *launcher;    /* words, split by blanks; NULL: mpirun */
    const char *folder;      /* of the results, for the impulses and the reports */
    const char *resume;      /* a checkpoint to go on from, or NULL */
    size_t checkpoint_every; /* sweeps; 0: none */
    ss_ranks_row *row;       /* filled as that of ranks.csv but for its texts; NULL: nobody asks */
} ss_over_ranks;

/* Can this run be over ranks? To be asked before anything is made. SS_ERROR_USAGE: a solver without
 * SS_OVER_RANKS, no step file, fewer domains than ranks, words that ranks do not serve, no
 * launcher; SS_ERROR_UNAVAILABLE. */
bool ss_over_ranks_check(const ss_run *run, const ss_choice *solver, ss_error *error);

/* Run and judge: the row of it, and one of ranks.csv where run->observers has that. What the ranks
 * do is a result. False and an error where the system has no room for them, or Ctrl-C came. */
bool ss_over_ranks_run(const ss_run *run, ss_summary_row *row, ss_error *error);

#endif

/* Keeping a solve: checkpoints while it goes on (solvers/ranks/checkpoint.h), beside the file of
 * its impulses, and going on from one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RANKS_KEEP_H
#define SS_HARNESS_RANKS_KEEP_H

#include "harness/ranks/look.h"
#include "solvers/choice.h"
#include "solvers/ranks/checkpoint.h"
#include "solvers/ranks/iterate.h"

/* Zeroed: nothing is kept. */
typedef struct ss_ranks_keep {
    ss_ranks_iteration *iteration; /* borrowed */
    char *path, *solver;           /* owned; path NULL: nothing is kept */
    int64_t every, last;           /* sweeps from one to the next; those at the last */
} ss_ranks_keep;

/* Keep the solve of `iteration`, which has v, by `solver`: every so many sweeps (0: never) beside
 * the file `out`. SS_ERROR_MEMORY, on all ranks. Free in either case. Collective. */
bool ss_ranks_keep_open(ss_ranks_keep *keep, ss_ranks_iteration *iteration, const ss_choice *solver,
                        const char *out, size_t every, ss_error *error);
void ss_ranks_keep_free(ss_ranks_keep *keep);

/* Go on from the checkpoint `path`, whose r the part was read with: the velocities as they were,
 * and how many sweeps those have seen. `room`: scratch of a look. SS_ERROR_DATA, on all ranks: it
 * is not of this solver, or not of this step, for E1 of its r is another. Collective. */
bool ss_ranks_keep_resume(ss_ranks_keep *keep, const char *path, double *room, size_t *sweeps,
                          ss_error *error);

/* After a look: write a checkpoint if one is due, or `ends`: the solve ends unsolved; and go on
 * as who resumes from it does. The errors of ss_checkpoint_write. Collective. */
bool ss_ranks_keep_look(ss_ranks_keep *keep, size_t sweeps, double e1, bool ends, ss_error *error);

/* The solve is solved, and its impulses are written: there is nothing to go on from. */
void ss_ranks_keep_drop(const ss_ranks_keep *keep);

#endif

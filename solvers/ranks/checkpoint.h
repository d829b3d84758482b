/* A solve in the middle, on disk: all that its next sweep stands on, so that who goes on from it
 * makes the bits that it would have made, on any number of ranks.
 *
 *     /stickslip/rigid/contacts/impulse     as an answer: for judge-step, --judge, --start
 *     /stickslip/checkpoint/r               components of the impulses, 3 a contact
 *     /stickslip/checkpoint/velocity        of the bodies that move and touch, 6 each, in the
 *                                           order of the step: with the rounding of their past
 *     /stickslip/checkpoint/{solver, sweeps, e1}
 *
 * E1 says whose it is: its sums are exact, so that the same r on the same step has the same digits.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_CHECKPOINT_H
#define SS_SOLVERS_RANKS_CHECKPOINT_H

#include "solvers/ranks/part.h"

/* The name of the array of r. */
extern const char ss_checkpoint_r[];

typedef struct ss_checkpoint {
    const char *solver; /* its name with all of its options, those of the order included */
    int64_t sweeps;     /* that r has seen */
    double e1;          /* of r */
} ss_checkpoint;

/* Write r (3 a contact of the part) and the velocities v (6 a body) as file `path`, in place of an
 * older one, which stays until this one is whole. SS_ERROR_IO, SS_ERROR_MEMORY, SS_ERROR_OUTPUT, on
 * all ranks. Collective. */
bool ss_checkpoint_write(const ss_part *part, const char *path, const ss_checkpoint *at,
                         const double *r, const double *v, ss_error *error);

/* What the file says of at->sweeps and at->e1, and the velocities into v, of ghosts too. r was read
 * with the part (ss_part_start). SS_ERROR_DATA, on all ranks: it is no checkpoint, or not of
 * at->solver. Collective. */
bool ss_checkpoint_read(const ss_part *part, const char *path, ss_checkpoint *at, double *v,
                        ss_error *error);

#endif

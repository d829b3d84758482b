/* Sweeps of domains at once over ranks, by the schemes of solvers/global/copies.h: relaxed and
 * split. A contact between two ranks is visited by one of them, that of the domain that visits it;
 * the other then asks for its impulse, 24 bytes, and each sums the velocities of its own bodies:
 *
 *     rank 0: domains 0, 1 in any order     impulses of      sum      velocities
 *     rank 1: domains 2, 3                  contacts <-->             of ghosts <-->
 *
 * The bits are those of nlgs-ranks with the same boundary in one process, on any number of ranks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_APART_H
#define SS_SOLVERS_RANKS_APART_H

#include "solvers/global/copies.h"
#include "solvers/ranks/part.h"

typedef struct ss_apart {
    const ss_part *part;
    const ss_local_solver *local;
    ss_copies copies;
    ss_sweep sweep;   /* owned of it: operator_state; r is the part's */
    PetscSF impulses; /* of contacts that another rank visits, from there */
    size_t n_asked;   /* such contacts */
    MPI_Datatype row; /* of an impulse */
    ss_work work;
} ss_apart;

/* Prepare sweeps by `local` with its options, of part->r. `part` outlives them.
 * SS_ERROR_MEMORY, on all ranks. Free in either case. Collective. */
bool ss_apart_open(ss_apart *apart, const ss_part *part, const ss_local_solver *local,
                   const void *options, const ss_copies_scheme *scheme, ss_error *error);
void ss_apart_free(ss_apart *apart);

/* Velocities anew from sweep.r, of ghosts too. Collective. */
void ss_apart_begin(ss_apart *apart);

/* One sweep. Collective. */
void ss_apart_sweep(ss_apart *apart);

#endif

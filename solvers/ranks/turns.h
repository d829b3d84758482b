/* A Gauss-Seidel sweep over ranks, in the order of solvers/parts/domains.h: within domains, then
 * pairs of domains by colour. Before the turn of a colour the ghosts of its pairs are fetched from
 * their owners, who have then done the colours before; both ranks of a pair visit its contacts.
 *
 *     rank 0: domains 0, 1   within    colour 0: (0,1)         colour 1: (1,2) with rank 1
 *     rank 1: domains 2, 3   within    colour 0: (2,3)         colour 1: (1,2) with rank 0
 *                                                       ghosts ^ of the pair (1,2)
 *
 * The visits are those of the house's local solvers (their `sweep`), and so their bits are those of
 * nlgs-ranks in one process, on any number of ranks.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_TURNS_H
#define SS_SOLVERS_RANKS_TURNS_H

#include "solvers/base/local_solver.h"
#include "solvers/ranks/part.h"

typedef struct ss_turns {
    const ss_part *part;
    const ss_local_solver *local;
    ss_sweep sweep;     /* owned of it: states, operator_state; r is the part's; no u */
    uint32_t *order;    /* owned; all contacts of the part, turn by turn */
    size_t *start;      /* owned; n_colours + 2: where each turn begins, the first within domains */
    uint32_t n_colours; /* the same on all ranks */
    PetscSF *halo;      /* owned; a colour: its ghosts */
    size_t n_fetched;   /* ghosts that a sweep fetches */
    size_t n_rounds;    /* colours in which it fetches any */
    MPI_Datatype row;   /* of a velocity */
    ss_work work;
} ss_turns;

/* Prepare sweeps by `local` with its options, of part->r. `part` outlives them.
 * SS_ERROR_MEMORY, on all ranks. Free in either case. Collective. */
bool ss_turns_open(ss_turns *turns, const ss_part *part, const ss_local_solver *local,
                   const void *options, ss_error *error);
void ss_turns_free(ss_turns *turns);

/* Velocities anew from sweep.r, of ghosts too. Collective. */
void ss_turns_begin(ss_turns *turns);

/* One sweep. Collective. */
void ss_turns_sweep(ss_turns *turns);

#endif

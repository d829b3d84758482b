/* The ranks of a run: who they are, what each has of an array by nature, and how they agree.
 *
 * An array of n rows is shared by nature: rank k has rows n k/size to n (k + 1)/size - 1, as a file
 * is read. A PetscSF (star forest) reaches rows of others: roots are the natural rows, leaves the
 * numbers that a rank names.
 *
 * PETSc's own errors end the program by its handler: only what users can bring about is an
 * ss_error.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_RANKS_TEAM_H
#define SS_SOLVERS_RANKS_TEAM_H

#include "problems/base/error.h"

#include <petscsf.h>
#include <stdint.h>

typedef struct ss_team {
    MPI_Comm comm;
    int rank, size;
} ss_team;

ss_team ss_team_of(MPI_Comm comm);

/* Did all ranks do well? If not, all return false with the error of the lowest rank that did not.
 * Collective: each rank comes here, however it did. */
bool ss_team_agree(const ss_team *team, bool well, ss_error *error);
#ifdef __clang_analyzer__ /* it sees no other file */
#define ss_team_agree(team, well, error) (ss_team_agree(team, well, error) && (well))
#endif

/* The first natural row of rank k of n, and the rank that has row i. */
static inline int64_t ss_team_first(const ss_team *team, int64_t n, int k)
{
    return n * k / team->size;
}

static inline int ss_team_owner(const ss_team *team, int64_t n, int64_t i)
{
    return (int)(((i + 1) * team->size - 1) / n);
}

/* A star forest whose leaf k is natural row index[k] of n. Destroy it with PetscSFDestroy.
 * Collective. */
PetscSF ss_team_reach(const ss_team *team, int64_t n, const int64_t *index, size_t n_leaves);

/* leaf[k] = root[...], and back: root[...] op= leaf[k], of rows of `type`. Collective. */
void ss_team_fetch(PetscSF forest, MPI_Datatype type, const void *root, void *leaf);
void ss_team_bring(PetscSF forest, MPI_Datatype type, const void *leaf, void *root, MPI_Op op);

/* `n` doubles as one row; free it with MPI_Type_free. */
MPI_Datatype ss_team_row(size_t n);

/* `n` zeroed elements of `size` bytes, at least one; to be freed. NULL, and SS_ERROR_MEMORY. */
void *ss_team_take(size_t n, size_t size, ss_error *error);

#endif

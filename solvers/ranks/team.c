/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/team.h"

#include <stdlib.h>

#undef ss_team_agree /* of the header, for the analyzer */

ss_team ss_team_of(MPI_Comm comm)
{
    ss_team team = {.comm = comm};
    MPI_Comm_rank(comm, &team.rank);
    MPI_Comm_size(comm, &team.size);
    return team;
}

bool ss_team_agree(const ss_team *team, bool well, ss_error *error)
{
    int mine = well ? team->size : team->rank, first;
    MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, team->comm);
    if (first == team->size)
        return true;
    MPI_Bcast(error, sizeof *error, MPI_BYTE, first, team->comm);
    return false;
}

PetscSF ss_team_reach(const ss_team *team, int64_t n, const int64_t *index, size_t n_leaves)
{
    PetscSF forest;
    PetscSFNode *remote;
    const int64_t n_roots =
        ss_team_first(team, n, team->rank + 1) - ss_team_first(team, n, team->rank);
    PetscMalloc1(n_leaves, &remote);
    for (size_t k = 0; k < n_leaves; ++k) {
        const int owner = ss_team_owner(team, n, index[k]);
        remote[k].rank = owner;
        remote[k].index = (PetscInt)(index[k] - ss_team_first(team, n, owner));
    }
    PetscSFCreate(team->comm, &forest);
    PetscSFSetGraph(forest, (PetscInt)n_roots, (PetscInt)n_leaves, NULL, PETSC_OWN_POINTER, remote,
                    PETSC_OWN_POINTER);
    PetscSFSetUp(forest);
    return forest;
}

void ss_team_fetch(PetscSF forest, MPI_Datatype type, const void *root, void *leaf)
{
    PetscSFBcastBegin(forest, type, root, leaf, MPI_REPLACE);
    PetscSFBcastEnd(forest, type, root, leaf, MPI_REPLACE);
}

void ss_team_bring(PetscSF forest, MPI_Datatype type, const void *leaf, void *root, MPI_Op op)
{
    PetscSFReduceBegin(forest, type, leaf, root, op);
    PetscSFReduceEnd(forest, type, leaf, root, op);
}

MPI_Datatype ss_team_row(size_t n)
{
    MPI_Datatype row;
    MPI_Type_contiguous((int)n, MPI_DOUBLE, &row);
    MPI_Type_commit(&row);
    return row;
}

void *ss_team_take(size_t n, size_t size, ss_error *error)
{
    void *const taken = calloc(n + 1, size);
    if (taken == NULL)
        ss_error_memory(error, "%zu rows of a rank", n);
    return taken;
}

/* Ghosts, and where they are at home: owners tell the natural ranks the places of their bodies, who
 * tell the others.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/part.h"

#include <stdlib.h>

/* The bodies of a part that move, in two lists. */
typedef struct lists {
    int64_t *own, *away; /* owned; numbers in the file */
    int *place, *home;   /* owned; of own bodies here, of ghosts at home */
    int *there;          /* owned; of the natural rows */
    size_t n_own;
} lists;

static bool lay(lists *l, const ss_part *part, size_t n, ss_error *error)
{
    const ss_team *const team = &part->team;
    const size_t n_rows = (size_t)(ss_team_first(team, part->n_bodies, team->rank + 1) -
                                   ss_team_first(team, part->n_bodies, team->rank));
    l->own = ss_team_take(n, sizeof *l->own, error);
    l->away = ss_team_take(n, sizeof *l->away, error);
    l->place = ss_team_take(n, sizeof *l->place, error);
    l->home = ss_team_take(n, sizeof *l->home, error);
    l->there = ss_team_take(n_rows, sizeof *l->there, error);
    return l->own != NULL && l->away != NULL && l->place != NULL && l->home != NULL &&
           l->there != NULL;
}

/* Own bodies and ghosts apart. */
static void divide(lists *l, ss_part *part, const int64_t *bodies, const int *domain, size_t n)
{
    for (size_t b = 0; b < n; ++b) {
        if (domain[b] < 0)
            continue;
        if (ss_part_owner(&part->team, part->n_domains, domain[b]) == part->team.rank) {
            l->place[l->n_own] = (int)part->posed.place[b];
            l->own[l->n_own++] = bodies[b];
        } else {
            part->ghosts[part->n_ghosts] = part->posed.place[b];
            l->away[part->n_ghosts++] = bodies[b];
        }
    }
}

/* Ask for the places of the ghosts at home. */
static void ask(lists *l, ss_part *part)
{
    PetscSF mine = ss_team_reach(&part->team, part->n_bodies, l->own, l->n_own);
    PetscSF theirs = ss_team_reach(&part->team, part->n_bodies, l->away, part->n_ghosts);
    ss_team_bring(mine, MPI_INT, l->place, l->there, MPI_REPLACE);
    ss_team_fetch(theirs, MPI_INT, l->there, l->home);
    PetscSFDestroy(&mine);
    PetscSFDestroy(&theirs);
}

void ss_part_tie(ss_part *part, const int *home)
{
    PetscInt *leaf;
    PetscMalloc1(part->n_ghosts, &part->homes);
    PetscMalloc1(part->n_ghosts, &leaf);
    for (size_t k = 0; k < part->n_ghosts; ++k) {
        const uint32_t domain = part->domain[part->ghosts[k]];
        part->homes[k].rank = ss_part_owner(&part->team, part->n_domains, domain);
        part->homes[k].index = home[k];
        leaf[k] = (PetscInt)part->ghosts[k];
    }
    PetscSFCreate(part->team.comm, &part->halo);
    PetscSFSetGraph(part->halo, (PetscInt)part->posed.form.moving.n_moving,
                    (PetscInt)part->n_ghosts, leaf, PETSC_OWN_POINTER, part->homes,
                    PETSC_COPY_VALUES);
    PetscSFSetUp(part->halo);
}

bool ss_part_find_homes(ss_part *part, const int64_t *bodies, const int *domain, size_t n,
                        ss_error *error)
{
    lists l = {.n_own = 0};
    const bool well = ss_team_agree(&part->team, lay(&l, part, n, error), error);
    if (well) {
        divide(&l, part, bodies, domain, n);
        ask(&l, part);
        ss_part_tie(part, l.home);
    }
    free(l.own);
    free(l.away);
    free(l.place);
    free(l.home);
    free(l.there);
    return well;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/apart.h"

#include "problems/contact/operator.h"
#include "solvers/parts/domains.h"

#include <stdlib.h>

/* The contacts of the part in two lists: visited here, and elsewhere. */
typedef struct lists {
    uint32_t *visitor;   /* owned; a contact: its domain */
    int64_t *own, *away; /* owned; numbers in the file */
    int *place, *home;   /* owned; of own contacts here, of the others where they are visited */
    int *there;          /* owned; of the natural rows */
    size_t n_own, n_away;
} lists;

static bool lay(lists *l, const ss_part *part, ss_error *error)
{
    const ss_team *const team = &part->team;
    const size_t n = part->posed.problem.n_contacts;
    const size_t n_rows = (size_t)(ss_team_first(team, part->n_contacts, team->rank + 1) -
                                   ss_team_first(team, part->n_contacts, team->rank));
    l->visitor = ss_team_take(n, sizeof *l->visitor, error);
    l->own = ss_team_take(n, sizeof *l->own, error);
    l->away = ss_team_take(n, sizeof *l->away, error);
    l->place = ss_team_take(n, sizeof *l->place, error);
    l->home = ss_team_take(n, sizeof *l->home, error);
    l->there = ss_team_take(n_rows, sizeof *l->there, error);
    return l->visitor != NULL && l->own != NULL && l->away != NULL && l->place != NULL &&
           l->home != NULL && l->there != NULL;
}

static void free_lists(lists *l)
{
    free(l->visitor);
    free(l->own);
    free(l->away);
    free(l->place);
    free(l->home);
    free(l->there);
}

/* Who visits what, by the numbers of the file. */
static void divide(lists *l, const ss_part *part)
{
    for (size_t c = 0; c < part->posed.problem.n_contacts; ++c) {
        const ss_contact_bodies movers = ss_domains_movers(&part->posed.problem, c);
        l->visitor[c] = ss_copies_visitor(part->domain[movers.i], part->domain[movers.j],
                                          (uint64_t)part->number[c]);
        const int owner = ss_part_owner(&part->team, part->n_domains, l->visitor[c]);
        if (owner == part->team.rank) {
            l->place[l->n_own] = (int)c;
            l->own[l->n_own++] = part->number[c];
        } else {
            l->away[l->n_away++] = part->number[c];
        }
    }
}

/* The star forest from the contacts that are visited here to those of others: their places are told
 * to the natural ranks, who tell the others. */
static PetscSF reach(lists *l, const ss_part *part)
{
    PetscSF forest, mine, theirs;
    PetscInt *leaf;
    PetscSFNode *remote;
    const size_t n = part->posed.problem.n_contacts;
    size_t k = 0;
    mine = ss_team_reach(&part->team, part->n_contacts, l->own, l->n_own);
    theirs = ss_team_reach(&part->team, part->n_contacts, l->away, l->n_away);
    ss_team_bring(mine, MPI_INT, l->place, l->there, MPI_REPLACE);
    ss_team_fetch(theirs, MPI_INT, l->there, l->home);
    PetscSFDestroy(&mine);
    PetscSFDestroy(&theirs);
    PetscMalloc1(l->n_away, &leaf);
    PetscMalloc1(l->n_away, &remote);
    for (size_t c = 0; c < n; ++c) {
        const int owner = ss_part_owner(&part->team, part->n_domains, l->visitor[c]);
        if (owner == part->team.rank)
            continue;
        leaf[k] = (PetscInt)c;
        remote[k].rank = owner;
        remote[k].index = l->home[k];
        ++k;
    }
    PetscSFCreate(part->team.comm, &forest);
    PetscSFSetGraph(forest, (PetscInt)n, (PetscInt)k, leaf, PETSC_OWN_POINTER, remote,
                    PETSC_OWN_POINTER);
    PetscSFSetUp(forest);
    return forest;
}

bool ss_apart_open(ss_apart *x, const ss_part *part, const ss_local_solver *local,
                   const void *options, const ss_copies_scheme *scheme, ss_error *error)
{
    const ss_problem *const problem = &part->posed.problem;
    lists l = {.n_own = 0};
    *x = (ss_apart){.part = part,
                    .local = local,
                    .sweep = {.problem = problem, .options = options, .r = part->r},
                    .row = ss_team_row(3)};
    x->sweep.work = &x->work;
    x->sweep.operator_state =
        ss_team_take(ss_operator_state_length(problem), sizeof(double), error);
    bool well = x->sweep.operator_state != NULL && lay(&l, part, error);
    if (well)
        divide(&l, part);
    well = well && ss_copies_open(&x->copies, problem, l.visitor, scheme, local->state_size, error);
    well = ss_team_agree(&part->team, well, error);
    if (well) {
        x->impulses = reach(&l, part);
        x->n_asked = l.n_away;
        /* of a ghost its owner alone knows how many domains visit it */
        ss_team_fetch(part->halo, MPI_DOUBLE, x->copies.share, x->copies.share);
        ss_copies_set_up(&x->copies, local, options);
    }
    free_lists(&l);
    return well;
}

void ss_apart_free(ss_apart *x)
{
    if (x->part == NULL)
        return;
    ss_copies_free(&x->copies);
    PetscSFDestroy(&x->impulses);
    MPI_Type_free(&x->row);
    free(x->sweep.operator_state);
    *x = (ss_apart){.part = NULL};
}

void ss_apart_begin(ss_apart *x)
{
    ss_operator_start(x->sweep.operator_state, x->sweep.problem, x->sweep.r);
    ss_part_fetch(x->part, x->sweep.operator_state);
    ss_copies_begin(&x->copies, &x->sweep);
}

void ss_apart_sweep(ss_apart *x)
{
    const ss_part *const part = x->part;
    for (size_t d = 0; d < part->n_domains; ++d)
        if (ss_part_owner(&part->team, part->n_domains, (int64_t)d) == part->team.rank)
            ss_copies_visit(&x->copies, x->local, &x->sweep, d);
    ss_team_fetch(x->impulses, x->row, x->copies.p, x->copies.p);
    ss_copies_join(&x->copies, &x->sweep);
    ss_part_fetch(part, x->sweep.operator_state);
}

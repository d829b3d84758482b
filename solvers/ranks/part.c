/* A part after it was read: its ghosts, and its impulses to the disk.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/part.h"

#include "problems/contact/operator.h"

#include <stdlib.h>
#include <string.h>

static const char impulses[] = "/stickslip/rigid/contacts/impulse";

void ss_part_free(ss_part *part)
{
    ss_posed_step_free(&part->posed);
    free(part->number);
    free(part->domain);
    free(part->mine);
    free(part->ghosts);
    free(part->r);
    PetscFree(part->homes);
    PetscSFDestroy(&part->halo);
    *part = (ss_part){.n_mine = 0};
}

void ss_part_fetch(const ss_part *part, double *v)
{
    MPI_Datatype row = ss_team_row(6);
    ss_team_fetch(part->halo, row, v, v);
    MPI_Type_free(&row);
}

static void fetch(void *part, double *state)
{
    ss_part_fetch(part, state);
}

/* Sums are carried when they come, so that ranks add words. */
static void add(void *context, ss_exact_sum *sums, int n)
{
    const ss_part *const part = context;
    MPI_Allreduce(MPI_IN_PLACE, sums, n * (int)(sizeof *sums / sizeof(int64_t)), MPI_INT64_T,
                  MPI_SUM, part->team.comm);
}

void ss_part_share(ss_share *share, const ss_part *part)
{
    *share = (ss_share){part->mine, part->number, fetch, add, (void *)part};
}

void ss_part_impulse(double p[3], const ss_part *part, size_t c, const double r[3])
{
    ss_rigid_impulse(p, &part->posed.contacts[c], r);
}

void ss_part_components(double r[3], const ss_part *part, size_t c, const double p[3])
{
    const ss_rigid_contact *const contact = &part->posed.contacts[c];
    r[0] = ss_dot(contact->n, p);
    r[1] = ss_dot(contact->t1, p);
    r[2] = ss_dot(contact->t2, p);
}

/* Contacts on their way to the natural rows, a block of these a rank in a round. */
typedef struct gathering {
    const ss_part *part;
    const double *r;
    bool fixed;       /* impulses in the fixed frame, not r itself */
    size_t round;     /* from 0 */
    size_t *next;     /* owned, one a rank: the first contact here of its rows that are to come */
    double *own;      /* owned, 3 a contact of this round */
    PetscSFNode *row; /* owned, by PETSc: where each of them goes */
} gathering;

enum { BLOCK = 1 << 12 }; /* rows of a rank in a round */

/* The natural rows of rank k in a round: the first, and how many. */
static int64_t find_rows(const ss_part *part, int k, size_t round, size_t *n)
{
    const int64_t end = ss_team_first(&part->team, part->n_contacts, k + 1);
    int64_t first = ss_team_first(&part->team, part->n_contacts, k) + (int64_t)round * BLOCK;
    first = first < end ? first : end;
    *n = (size_t)(end - first < BLOCK ? end - first : BLOCK);
    return first;
}

/* The contacts of this rank that go in this round: how many, and with `fill` what and where to. */
static size_t take_leaves(gathering *g, bool fill)
{
    const ss_part *const part = g->part;
    size_t n = 0, n_rows;
    for (int k = 0; k < part->team.size; ++k) {
        const int64_t first = find_rows(part, k, g->round, &n_rows);
        size_t c = g->next[k];
        for (; c < part->posed.problem.n_contacts && part->number[c] < first + (int64_t)n_rows;
             ++c) {
            if (!part->mine[c])
                continue;
            if (fill && g->fixed)
                ss_part_impulse(g->own + 3 * n, part, c, g->r + 3 * c);
            else if (fill)
                ss_copy3(g->own + 3 * n, g->r + 3 * c);
            if (fill)
                g->row[n] = (PetscSFNode){k, (PetscInt)(part->number[c] - first)};
            ++n;
        }
        g->next[k] = fill ? c : g->next[k];
    }
    return n;
}

/* The natural rows of this rank in this round, into room for a block. */
static bool gather_rows(gathering *g, double *rows, size_t n_rows, ss_error *error)
{
    const ss_team *const team = &g->part->team;
    const size_t n = take_leaves(g, false);
    g->own = ss_team_take(3 * n, sizeof *g->own, error);
    const bool well = ss_team_agree(team, g->own != NULL, error);
    if (well) {
        PetscSF forest;
        MPI_Datatype row = ss_team_row(3);
        PetscMalloc1(n, &g->row);
        take_leaves(g, true);
        PetscSFCreate(team->comm, &forest);
        PetscSFSetGraph(forest, (PetscInt)n_rows, (PetscInt)n, NULL, PETSC_OWN_POINTER, g->row,
                        PETSC_OWN_POINTER);
        PetscSFSetUp(forest);
        ss_team_bring(forest, row, g->own, rows, MPI_REPLACE);
        PetscSFDestroy(&forest);
        MPI_Type_free(&row);
    }
    free(g->own);
    return well;
}

void ss_part_put_contacts(const ss_part *part, ss_team_file *file, const char *name,
                          const double *r, ss_error *error)
{
    const ss_team *const team = &part->team;
    gathering g = {.part = part, .r = r, .fixed = strcmp(name, impulses) == 0};
    const hid_t table = ss_team_file_table(file, name, H5T_IEEE_F64LE, part->n_contacts, 3);
    const int64_t most = (part->n_contacts + team->size - 1) / team->size;
    double *const values = ss_team_take((size_t)3 * BLOCK, sizeof *values, error);
    g.next = ss_team_take((size_t)team->size, sizeof *g.next, error);
    bool well = ss_team_agree(team, values != NULL && g.next != NULL && table >= 0, error);
    size_t c = 0;
    for (int k = 0; well && k < team->size; g.next[k++] = c) /* where its rows begin */
        while (c < part->posed.problem.n_contacts &&
               part->number[c] < ss_team_first(team, part->n_contacts, k))
            ++c;
    for (; well && (int64_t)g.round * BLOCK < most; ++g.round) {
        ss_team_rows rows = {.each = 3, .values = values};
        rows.first = find_rows(part, team->rank, g.round, &rows.n);
        well = gather_rows(&g, values, rows.n, error);
        if (well)
            ss_team_file_rows(file, table, &rows);
    }
    ss_team_file_close(table);
    file->failed = file->failed || !well;
    free(values);
    free(g.next);
}

void ss_part_put(const ss_part *part, ss_team_file *file, const double *r, ss_error *error)
{
    ss_team_file_group(file, "/stickslip");
    ss_team_file_group(file, "/stickslip/rigid");
    ss_team_file_text(file, "/stickslip/rigid/format", ss_step_format);
    ss_team_file_group(file, "/stickslip/rigid/contacts");
    ss_part_put_contacts(part, file, impulses, r, error);
}

bool ss_part_write(const ss_part *part, const char *path, const double *r, ss_error *error)
{
    ss_team_file file;
    if (!ss_team_file_begin(&file, &part->team, path, false, error))
        return false;
    ss_part_put(part, &file, r, error);
    return ss_team_file_end(&file, error);
}

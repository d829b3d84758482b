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

/* Natural rows of contacts of this rank. */
static size_t count_rows(const ss_part *part)
{
    const ss_team *const team = &part->team;
    return (size_t)(ss_team_first(team, part->n_contacts, team->rank + 1) -
                    ss_team_first(team, part->n_contacts, team->rank));
}

/* The natural rows of what a contact has: r itself, or as an impulse in the fixed frame; to be
 * freed. */
static double *gather_rows(const ss_part *part, const double *r, bool fixed, ss_error *error)
{
    const ss_team *const team = &part->team;
    const size_t n = part->posed.problem.n_contacts, n_rows = count_rows(part);
    double *const rows = ss_team_take(3 * n_rows, sizeof *rows, error);
    double *const own = ss_team_take(3 * part->n_mine, sizeof *own, error);
    int64_t *const number = ss_team_take(part->n_mine, sizeof *number, error);
    size_t k = 0;
    const bool well = ss_team_agree(team, rows != NULL && own != NULL && number != NULL, error);
    for (size_t c = 0; well && c < n; ++c)
        if (part->mine[c]) {
            number[k] = part->number[c];
            if (fixed)
                ss_part_impulse(own + 3 * k, part, c, r + 3 * c);
            else
                ss_copy3(own + 3 * k, r + 3 * c);
            ++k;
        }
    if (well) {
        MPI_Datatype row = ss_team_row(3);
        PetscSF forest = ss_team_reach(team, part->n_contacts, number, k);
        ss_team_bring(forest, row, own, rows, MPI_REPLACE);
        PetscSFDestroy(&forest);
        MPI_Type_free(&row);
    }
    free(own);
    free(number);
    if (well)
        return rows;
    free(rows);
    return NULL;
}

void ss_part_put_contacts(const ss_part *part, ss_team_file *file, const char *name,
                          const double *r, ss_error *error)
{
    double *const values = gather_rows(part, r, strcmp(name, impulses) == 0, error);
    const ss_team_rows rows = {part->n_contacts,
                               ss_team_first(&part->team, part->n_contacts, part->team.rank),
                               count_rows(part), 3, values};
    if (values != NULL) /* on all ranks */
        ss_team_file_rows(file, name, &rows);
    else
        file->failed = true;
    free(values);
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

/* From a step file to the parts of the ranks, a block of contacts at a time, so that beside the
 * part no rank holds more of them than a block, their owners, and for a while their bodies.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/part_reading.h"

#include "solvers/parts/domains.h"

#include <stdlib.h>
#include <string.h>

enum { GIVEN = -1 }; /* in place of a domain: the motion of the body is given */

static void free_reading(ss_part_reading *g)
{
    ss_team_stream_free(&g->stream);
    free(g->pairs);
    free(g->domain);
    free(g->body_domain);
    free(g->bodies);
    ss_step_file_free(&g->local);
    ss_step_hdf5_close(&g->from);
    ss_h5_close(&g->file);
}

/* Open the file on every rank and find out what this one has of it. */
static bool open_file(ss_part_reading *g, const char *path)
{
    const ss_team *const team = &g->team;
    const ss_step_file *const sizes = &g->from.file;
    bool well = ss_h5_open(&g->file, path, g->error) && ss_step_hdf5_open(&g->from, &g->file);
    for (size_t k = 0; well && k < SS_STEP_FIELDS; ++k)
        if (ss_step_fields[k].need == SS_STEP_NEEDED && g->from.array[k].id == 0)
            well = ss_error_set(g->error, SS_ERROR_DATA, "%s lacks %s/%s: %s", path,
                                ss_step_fields[k].group, ss_step_fields[k].name,
                                ss_step_fields[k].meaning);
    if (well && g->from.pairs.id == 0)
        well = ss_error_set(g->error, SS_ERROR_DATA, "%s lacks contacts/bodies: %s", path,
                            ss_step_pairs.meaning);
    if (!ss_team_agree(team, well, g->error))
        return false;
    g->part->n_bodies = (int64_t)sizes->n_bodies;
    g->part->n_contacts = (int64_t)sizes->n_contacts;
    g->part->h = sizes->h;
    g->first_body = ss_team_first(team, g->part->n_bodies, team->rank);
    g->first_contact = ss_team_first(team, g->part->n_contacts, team->rank);
    g->n_bodies = (size_t)(ss_team_first(team, g->part->n_bodies, team->rank + 1) - g->first_body);
    g->n_contacts =
        (size_t)(ss_team_first(team, g->part->n_contacts, team->rank + 1) - g->first_contact);
    return true;
}

double *ss_part_read_rows(ss_part_reading *g, const ss_h5_array *array, const ss_h5_file *file,
                          size_t first, size_t n)
{
    const size_t each = array->columns > 1 ? array->columns : 1;
    double *const rows = ss_team_take(n * each, sizeof *rows, g->error);
    bool well = rows != NULL && ss_h5_array_read_rows(array, file, first, n, rows);
    for (size_t i = 0; well && i < n * each; ++i)
        if (!isfinite(rows[i]))
            well = ss_h5_refuse(file, array->name, "number %zu (from 0) is %g, not finite",
                                first * each + i, rows[i]);
    if (well)
        return rows;
    free(rows);
    return NULL;
}

static bool read_pairs(ss_part_reading *g, const char *path)
{
    g->pairs = ss_team_take(2 * g->n_contacts, sizeof *g->pairs, g->error);
    bool well = g->pairs != NULL &&
                ss_h5_array_read_rows(&g->from.pairs, &g->file, (size_t)g->first_contact,
                                      g->n_contacts, g->pairs);
    for (size_t c = 0; well && c < g->n_contacts; ++c) {
        const double pair[2] = {(double)g->pairs[2 * c], (double)g->pairs[2 * c + 1]};
        well = ss_step_file_check_pair(pair, (double)g->part->n_bodies,
                                       g->first_contact + (int64_t)c, path, g->error);
    }
    return ss_team_agree(&g->team, well, g->error);
}

/* The domain of each natural body (in place of `moves`), as ss_domains_of_bodies has it: contacts
 * are counted at the first of their bodies that moves, and added up over the ranks before; or the
 * bodies that move are. */
static void cut_bodies(ss_part_reading *g, PetscSF ends, int *count)
{
    int64_t here = 0, before = 0, n = g->part->n_contacts;
    for (size_t k = 0; k < g->n_contacts; ++k) { /* one at that end */
        int *const at = g->domain + 2 * k;
        at[1] = at[0] ? 0 : at[1];
    }
    if (g->equal_bodies)
        memcpy(count, g->body_domain, g->n_bodies * sizeof *count);
    else
        ss_team_bring(ends, MPI_INT, g->domain, count, MPI_SUM);
    for (size_t b = 0; b < g->n_bodies; ++b)
        here += count[b];
    MPI_Exscan(&here, &before, 1, MPI_INT64_T, MPI_SUM, g->team.comm);
    if (g->equal_bodies)
        MPI_Allreduce(&here, &n, 1, MPI_INT64_T, MPI_SUM, g->team.comm);
    before = g->team.rank == 0 ? 0 : before;
    for (size_t b = 0; b < g->n_bodies; ++b) {
        g->body_domain[b] = g->body_domain[b] ? (int)ss_domains_cut((uint64_t)before,
                                                                    g->part->n_domains, (uint64_t)n)
                                              : GIVEN;
        before += count[b];
    }
}

/* The domains of the bodies, and of both ends of each natural contact. */
static bool find_domains(ss_part_reading *g)
{
    double *const mass = ss_part_read_rows(g, &g->from.array[SS_STEP_inverse_mass], &g->file,
                                           (size_t)g->first_body, g->n_bodies);
    int *const count = ss_team_take(g->n_bodies, sizeof *count, g->error);
    g->domain = ss_team_take(2 * g->n_contacts, sizeof *g->domain, g->error);
    g->body_domain = ss_team_take(g->n_bodies, sizeof *g->body_domain, g->error);
    const bool well = ss_team_agree(
        &g->team, mass != NULL && count != NULL && g->domain != NULL && g->body_domain != NULL,
        g->error);
    if (well) {
        PetscSF ends = ss_team_reach(&g->team, g->part->n_bodies, g->pairs, 2 * g->n_contacts);
        for (size_t b = 0; b < g->n_bodies; ++b)
            g->body_domain[b] = mass[b] != 0.0;
        ss_team_fetch(ends, MPI_INT, g->body_domain, g->domain);
        cut_bodies(g, ends, count);
        ss_team_fetch(ends, MPI_INT, g->body_domain, g->domain);
        PetscSFDestroy(&ends);
    }
    free(mass);
    free(count);
    return well;
}

/* Each contact goes to the owners of its two bodies, in place of their domains; where neither moves
 * to the first rank, which will say so. */
static bool find_owners(ss_part_reading *g)
{
    for (size_t c = 0; c < g->n_contacts; ++c) {
        int *const at = g->domain + 2 * c;
        const int low = at[0] == GIVEN ? at[1] : at[0], high = at[1] == GIVEN ? at[0] : at[1];
        at[0] = ss_part_owner(&g->team, g->part->n_domains, low == GIVEN ? 0 : low);
        at[1] = ss_part_owner(&g->team, g->part->n_domains, high == GIVEN ? 0 : high);
        at[1] = at[1] == at[0] ? -1 : at[1];
    }
    return ss_team_stream_open(&g->stream, &g->team, g->domain, g->n_contacts, g->error);
}

int ss_part_compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* The bodies of the part's contacts, each once, by their numbers; the pairs have then served. */
static bool list_bodies(ss_part_reading *g)
{
    const size_t n = 2 * g->stream.total;
    size_t kept = 0;
    int64_t *const ends = ss_team_take(n, sizeof *ends, g->error);
    bool well = ss_team_agree(&g->team, ends != NULL, g->error);
    while (well && ss_team_stream_next(&g->stream, g->error)) {
        int64_t *const come =
            ss_team_stream_send(&g->stream, g->pairs + 2 * g->stream.first, 2, g->error);
        well = come != NULL;
        for (size_t k = 0; well && k < 2 * g->stream.n_come; ++k)
            ends[2 * g->stream.at[k / 2] + k % 2] = come[k];
        free(come);
    }
    free(g->pairs);
    g->pairs = NULL;
    well = well && !g->stream.failed;
    if (well)
        qsort(ends, n, sizeof *ends, ss_part_compare);
    for (size_t k = 0; well && k < n; ++k)
        if (k == 0 || ends[k] != ends[kept - 1])
            ends[kept++] = ends[k];
    g->local.n_bodies = kept;
    g->bodies = realloc(ends, (kept + 1) * sizeof *ends);
    if (g->bodies == NULL)
        g->bodies = ends;
    return well;
}

/* Arrays of those bodies, from the natural ranks; their domains into *domain, to be freed. */
static bool fetch_bodies(ss_part_reading *g, int **domain)
{
    PetscSF all = ss_team_reach(&g->team, g->part->n_bodies, g->bodies, g->local.n_bodies);
    static const size_t fields[] = {SS_STEP_inverse_mass, SS_STEP_inverse_inertia,
                                    SS_STEP_velocity_free};
    bool well = true;
    for (size_t k = 0; well && k < sizeof fields / sizeof *fields; ++k) {
        const size_t each = ss_step_fields[fields[k]].each;
        double *const rows = ss_part_read_rows(g, &g->from.array[fields[k]], &g->file,
                                               (size_t)g->first_body, g->n_bodies);
        double *const own = g->local.field[fields[k]] =
            ss_team_take(g->local.n_bodies * each, sizeof *own, g->error);
        well = ss_team_agree(&g->team, rows != NULL && own != NULL, g->error);
        if (well) {
            MPI_Datatype row = ss_team_row(each);
            ss_team_fetch(all, row, rows, own);
            MPI_Type_free(&row);
        }
        free(rows);
    }
    *domain = ss_team_take(g->local.n_bodies, sizeof **domain, g->error);
    well = ss_team_agree(&g->team, well && *domain != NULL, g->error);
    if (well)
        ss_team_fetch(all, MPI_INT, g->body_domain, *domain);
    PetscSFDestroy(&all);
    return well;
}

/* What the part has beside its problem; from here on its bodies have the numbers of that. */
static bool finish_part(ss_part_reading *g, const int *domain)
{
    ss_part *const part = g->part;
    const size_t n = g->local.n_bodies, m = g->stream.total;
    part->domain = ss_team_take(n, sizeof *part->domain, g->error);
    part->mine = ss_team_take(m, 1, g->error);
    part->ghosts = ss_team_take(n, sizeof *part->ghosts, g->error);
    part->r = ss_team_take(3 * m, sizeof *part->r, g->error);
    const bool well =
        part->domain != NULL && part->mine != NULL && part->ghosts != NULL && part->r != NULL;
    if (!ss_team_agree(&g->team, well, g->error))
        return false;
    for (size_t b = 0; b < n; ++b)
        part->domain[part->posed.place[b]] = (uint32_t)(domain[b] == GIVEN ? 0 : domain[b]);
    for (size_t c = 0; c < m; ++c) {
        const size_t first = ss_domains_movers(&part->posed.problem, c).i;
        part->mine[c] =
            ss_part_owner(&g->team, part->n_domains, part->domain[first]) == g->team.rank;
        part->n_mine += part->mine[c];
    }
    return true;
}

bool ss_part_read(ss_part *part, const ss_team *team, const char *path, const ss_part_plan *plan,
                  ss_error *error)
{
    ss_part_reading g = {.part = part,
                         .team = *team,
                         .equal_bodies = plan->equal_bodies,
                         .file = {.id = H5I_INVALID_HID},
                         .error = error};
    int *domain = NULL;
    *part = (ss_part){.team = *team, .n_domains = plan->n_domains};
    if ((size_t)team->size > plan->n_domains)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%d ranks, %zu domains: a rank has whole domains, so that there can be "
                            "no more ranks; set domains=%d or more",
                            team->size, plan->n_domains, team->size);
    const bool read = open_file(&g, path) && read_pairs(&g, path) && find_domains(&g) &&
                      find_owners(&g) && list_bodies(&g) && fetch_bodies(&g, &domain) &&
                      ss_part_take_contacts(&g, path, plan->lean) && finish_part(&g, domain) &&
                      ss_part_find_homes(part, g.bodies, domain, g.local.n_bodies, error) &&
                      (plan->start == NULL || ss_part_take_start(&g, plan));
    free(domain);
    free_reading(&g);
    return read;
}

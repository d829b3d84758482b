/* From a step file to the parts of the ranks, array by array, so that beside the part no rank holds
 * more than its natural rows of one array.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/part.h"

#include "problems/files/step_hdf5.h"
#include "problems/contact/vec3.h"
#include "solvers/parts/domains.h"
#include "solvers/ranks/checkpoint.h"
#include "solvers/ranks/route.h"

#include <stdlib.h>
#include <string.h>

enum { GIVEN = -1 }; /* in place of a domain: the motion of the body is given */

typedef struct reading {
    ss_part *part;
    ss_team team;
    ss_h5_file file;
    ss_step_hdf5 from;
    int64_t first_body, first_contact;
    size_t n_bodies, n_contacts; /* natural rows of this rank */
    int64_t *pairs;              /* owned; 2 a natural contact */
    int *domain;                 /* owned; of those bodies, or GIVEN */
    int *body_domain;            /* owned; of the natural bodies */
    ss_route route;
    int64_t *ends;      /* owned; 2 a contact of the part: numbers of its bodies */
    int64_t *bodies;    /* owned; bodies of the part, their numbers ascending */
    ss_step_file local; /* owned but for the numbers: the part as a step */
    ss_error *error;
} reading;

static void free_reading(reading *g)
{
    ss_route_free(&g->route);
    free(g->pairs);
    free(g->domain);
    free(g->body_domain);
    free(g->ends);
    free(g->bodies);
    ss_step_file_free(&g->local);
    ss_step_hdf5_close(&g->from);
    ss_h5_close(&g->file);
}

/* Open the file on every rank and find out what this one has of it. */
static bool open_file(reading *g, const char *path)
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

/* The natural rows of a field, of which all are finite; to be freed. */
static double *read_rows(reading *g, const ss_h5_array *array, const ss_h5_file *file, bool bodies)
{
    const size_t each = array->columns > 1 ? array->columns : 1;
    const size_t n = bodies ? g->n_bodies : g->n_contacts;
    const size_t first = (size_t)(bodies ? g->first_body : g->first_contact);
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

static bool read_pairs(reading *g, const char *path)
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
 * are counted at the first of their bodies that moves, and added up over the ranks before. */
static void cut_bodies(reading *g, PetscSF ends, int *count)
{
    int64_t here = 0, before = 0;
    for (size_t k = 0; k < g->n_contacts; ++k) { /* one at that end */
        int *const at = g->domain + 2 * k;
        at[1] = at[0] ? 0 : at[1];
    }
    ss_team_bring(ends, MPI_INT, g->domain, count, MPI_SUM);
    for (size_t b = 0; b < g->n_bodies; ++b)
        here += count[b];
    MPI_Exscan(&here, &before, 1, MPI_INT64_T, MPI_SUM, g->team.comm);
    before = g->team.rank == 0 ? 0 : before;
    for (size_t b = 0; b < g->n_bodies; ++b) {
        const uint64_t n = (uint64_t)g->part->n_contacts;
        g->body_domain[b] = g->body_domain[b]
                                ? (int)ss_domains_cut((uint64_t)before, g->part->n_domains, n)
                                : GIVEN;
        before += count[b];
    }
}

/* The domains of the bodies, and of both ends of each natural contact. */
static bool find_domains(reading *g)
{
    double *const mass = read_rows(g, &g->from.array[SS_STEP_inverse_mass], &g->file, true);
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
static bool lay_route(reading *g)
{
    for (size_t c = 0; c < g->n_contacts; ++c) {
        int *const at = g->domain + 2 * c;
        const int low = at[0] == GIVEN ? at[1] : at[0], high = at[1] == GIVEN ? at[0] : at[1];
        at[0] = ss_part_owner(&g->team, g->part->n_domains, low == GIVEN ? 0 : low);
        at[1] = ss_part_owner(&g->team, g->part->n_domains, high == GIVEN ? 0 : high);
        at[1] = at[1] == at[0] ? -1 : at[1];
    }
    const bool laid = ss_route_lay(&g->route, &g->team, g->domain, g->n_contacts, g->error);
    free(g->domain);
    g->domain = NULL;
    return laid;
}

/* Numbers that have served: the part is about to grow. */
static void drop(int64_t **numbers)
{
    free(*numbers);
    *numbers = NULL;
}

/* Numbers and bodies of the part's contacts, and all of their arrays that a problem is made of. */
static bool send_contacts(reading *g)
{
    int64_t *const numbers = ss_team_take(g->n_contacts, sizeof *numbers, g->error);
    for (size_t c = 0; numbers != NULL && c < g->n_contacts; ++c)
        numbers[c] = g->first_contact + (int64_t)c;
    bool well = lay_route(g) &&
                (g->part->number = ss_route_send(&g->route, numbers, 1, g->error)) != NULL &&
                (g->ends = ss_route_send(&g->route, g->pairs, 2, g->error)) != NULL;
    free(numbers);
    drop(&g->pairs);
    for (size_t k = 0; well && k < SS_STEP_FIELDS; ++k) {
        const ss_step_field *const field = &ss_step_fields[k];
        if (strcmp(field->group, "bodies") == 0 || field->need == SS_STEP_ANSWER ||
            k == SS_STEP_gap || g->from.array[k].id == 0)
            continue;
        double *const rows = read_rows(g, &g->from.array[k], &g->file, false);
        well = (g->local.field[k] = ss_route_send(&g->route, rows, field->each, g->error)) != NULL;
        free(rows);
    }
    g->local.n_contacts = g->route.n;
    return well;
}

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static size_t place_of(const reading *g, int64_t body)
{
    const int64_t *const at = bsearch(&body, g->bodies, g->local.n_bodies, sizeof body, compare);
    return (size_t)(at - g->bodies);
}

/* The bodies of the part's contacts, each once, and the contacts' ends among them. */
static bool list_bodies(reading *g)
{
    const size_t n = 2 * g->route.n;
    size_t kept = 0;
    g->bodies = ss_team_take(n, sizeof *g->bodies, g->error);
    g->local.pairs = ss_team_take(n, sizeof *g->local.pairs, g->error);
    if (!ss_team_agree(&g->team, g->bodies != NULL && g->local.pairs != NULL, g->error))
        return false;
    memcpy(g->bodies, g->ends, n * sizeof *g->bodies);
    qsort(g->bodies, n, sizeof *g->bodies, compare);
    for (size_t k = 0; k < n; ++k)
        if (k == 0 || g->bodies[k] != g->bodies[kept - 1])
            g->bodies[kept++] = g->bodies[k];
    g->local.n_bodies = kept;
    for (size_t k = 0; k < n; ++k)
        g->local.pairs[k] = (double)place_of(g, g->ends[k]);
    drop(&g->ends);
    return true;
}

/* Arrays of those bodies, from the natural ranks; their domains into *domain, to be freed. */
static bool fetch_bodies(reading *g, int **domain)
{
    PetscSF all = ss_team_reach(&g->team, g->part->n_bodies, g->bodies, g->local.n_bodies);
    static const size_t fields[] = {SS_STEP_inverse_mass, SS_STEP_inverse_inertia,
                                    SS_STEP_velocity_free};
    bool well = true;
    for (size_t k = 0; well && k < sizeof fields / sizeof *fields; ++k) {
        const size_t each = ss_step_fields[fields[k]].each;
        double *const rows = read_rows(g, &g->from.array[fields[k]], &g->file, true);
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

/* The part as a problem; from here on its bodies have the numbers of that. */
static bool pose(reading *g, const char *path, const int *domain)
{
    ss_part *const part = g->part;
    g->local.body_number = g->bodies;
    g->local.contact_number = part->number;
    bool well = ss_step_file_check(&g->local, path, g->error) &&
                ss_posed_step_create(&part->posed, &g->local, path, g->error);
    part->domain = ss_team_take(g->local.n_bodies, sizeof *part->domain, g->error);
    part->mine = ss_team_take(g->route.n, 1, g->error);
    part->ghosts = ss_team_take(g->local.n_bodies, sizeof *part->ghosts, g->error);
    part->r = ss_team_take(3 * g->route.n, sizeof *part->r, g->error);
    well = well && part->domain != NULL && part->mine != NULL && part->ghosts != NULL &&
           part->r != NULL;
    if (!ss_team_agree(&g->team, well, g->error))
        return false;
    for (size_t b = 0; b < g->local.n_bodies; ++b)
        part->domain[part->posed.place[b]] = (uint32_t)(domain[b] == GIVEN ? 0 : domain[b]);
    for (size_t c = 0; c < g->route.n; ++c) {
        const size_t first = ss_domains_movers(&part->posed.problem, c).i;
        part->mine[c] =
            ss_part_owner(&g->team, part->n_domains, part->domain[first]) == g->team.rank;
        part->n_mine += part->mine[c];
    }
    return true;
}

/* Open the start: impulses of another file, or r of a checkpoint. */
static bool open_start(ss_h5_array *array, reading *g, const ss_h5_file *file, bool resumes)
{
    static const char impulse[] = "/stickslip/rigid/contacts/impulse";
    const char *const name = resumes ? ss_checkpoint_r : impulse;
    *array = (ss_h5_array){.columns = 3};
    if (!ss_h5_exists(file, name))
        return ss_error_set(g->error, SS_ERROR_DATA, "%s has no %s: it is no %s", file->path, name,
                            resumes ? "checkpoint" : "answer to a step of rigid bodies");
    return ss_h5_array_open(array, file, name, SS_H5_REAL) &&
           ((int64_t)array->n == 3 * g->part->n_contacts ||
            ss_error_set(g->error, SS_ERROR_DATA,
                         "%s has impulses of %zu contacts; the step has %lld", file->path,
                         array->n / 3, (long long)g->part->n_contacts));
}

/* The start, along the same route. */
static bool read_start(reading *g, const ss_part_start *start)
{
    ss_h5_file file;
    ss_h5_array array = {.id = 0};
    bool well =
        ss_h5_open(&file, start->path, g->error) && open_start(&array, g, &file, start->resumes);
    well = ss_team_agree(&g->team, well, g->error);
    if (well) {
        double *const rows = read_rows(g, &array, &file, false);
        double *const p = ss_route_send(&g->route, rows, 3, g->error);
        well = p != NULL;
        for (size_t c = 0; well && c < g->route.n; ++c)
            if (start->resumes)
                ss_copy3(g->part->r + 3 * c, p + 3 * c);
            else
                ss_part_components(g->part->r + 3 * c, g->part, c, p + 3 * c);
        free(rows);
        free(p);
    }
    ss_h5_array_close(&array);
    ss_h5_close(&file);
    return well;
}

/* Array by array: rows are read, sent along the route, and let go, so that little stands twice. */
bool ss_part_read(ss_part *part, const ss_team *team, const char *path, const ss_part_start *start,
                  size_t n_domains, ss_error *error)
{
    reading g = {.part = part, .team = *team, .file = {.id = H5I_INVALID_HID}, .error = error};
    int *domain = NULL;
    *part = (ss_part){.team = *team, .n_domains = n_domains};
    if ((size_t)team->size > n_domains)
        return ss_error_set(error, SS_ERROR_USAGE,
                            "%d ranks, %zu domains: a rank has whole domains, so that there can be "
                            "no more ranks; set domains=%d or more",
                            team->size, n_domains, team->size);
    const bool read = open_file(&g, path) && read_pairs(&g, path) && find_domains(&g) &&
                      send_contacts(&g) && list_bodies(&g) && fetch_bodies(&g, &domain) &&
                      pose(&g, path, domain) &&
                      ss_part_find_homes(part, g.bodies, domain, g.local.n_bodies, error) &&
                      (start->path == NULL || read_start(&g, start));
    free(domain);
    free_reading(&g);
    return read;
}

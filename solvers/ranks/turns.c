/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/ranks/turns.h"

#include "problems/contact/operator.h"
#include "solvers/parts/domains.h"

#include <stdlib.h>
#include <string.h>

/* The part being put in order. */
typedef struct ordering {
    const ss_part *part;
    ss_domain_pair *pairs; /* of all ranks, by colour, then by domains */
    size_t n_pairs;
    uint32_t *turn; /* a contact: its domain, or n_domains and its pair */
} ordering;

static ss_domain_pair pair_of(const ss_part *part, size_t c)
{
    const ss_contact_bodies movers = ss_domains_movers(&part->posed.problem, c);
    const uint32_t a = part->domain[movers.i], b = part->domain[movers.j];
    return (ss_domain_pair){.low = a < b ? a : b, .high = a < b ? b : a};
}

/* The pairs that touch on this rank, each once; to be freed. */
static ss_domain_pair *list_pairs(const ss_part *part, size_t *n, ss_error *error)
{
    const size_t n_contacts = part->posed.problem.n_contacts;
    size_t n_between = 0;
    for (size_t c = 0; c < n_contacts; ++c) {
        const ss_domain_pair pair = pair_of(part, c);
        n_between += pair.low != pair.high;
    }
    ss_domain_pair *const pairs = ss_team_take(n_between, sizeof *pairs, error);
    *n = 0;
    for (size_t c = 0; pairs != NULL && c < n_contacts; ++c) {
        const ss_domain_pair pair = pair_of(part, c);
        if (pair.low != pair.high)
            pairs[(*n)++] = pair;
    }
    if (pairs != NULL) {
        qsort(pairs, *n, sizeof *pairs, ss_domains_compare);
        *n = ss_domains_unique(pairs, *n);
    }
    return pairs;
}

/* The pairs of all ranks, coloured; every rank has the same. Returns the colours through
 * *n_colours. */
static bool colour_pairs(ordering *o, uint32_t *n_colours, ss_error *error)
{
    const ss_team *const team = &o->part->team;
    const size_t size = (size_t)team->size, n_domains = o->part->n_domains;
    size_t n_own = 0;
    ss_domain_pair *const own = list_pairs(o->part, &n_own, error);
    int *const count = ss_team_take(2 * size, sizeof *count, error), *const at = count + size;
    uint32_t *const mark = ss_team_take(n_domains, sizeof *mark, error);
    int n_bytes = (int)(n_own * sizeof *own), total = 0;
    bool well = ss_team_agree(team, own != NULL && count != NULL && mark != NULL, error);
    if (well) {
        MPI_Allgather(&n_bytes, 1, MPI_INT, count, 1, MPI_INT, team->comm);
        for (size_t k = 0; k < size; ++k) {
            at[k] = total;
            total += count[k];
        }
        o->n_pairs = (size_t)total / sizeof *own;
        o->pairs = ss_team_take(o->n_pairs, sizeof *o->pairs, error);
        well = ss_team_agree(team, o->pairs != NULL, error);
    }
    if (well) {
        MPI_Allgatherv(own, n_bytes, MPI_BYTE, o->pairs, count, at, MPI_BYTE, team->comm);
        qsort(o->pairs, o->n_pairs, sizeof *o->pairs, ss_domains_compare);
        o->n_pairs = ss_domains_unique(o->pairs, o->n_pairs);
        *n_colours = ss_domains_colour(o->pairs, o->n_pairs, mark, n_domains);
    }
    free(own);
    free(count);
    free(mark);
    return well;
}

/* Number the pairs from n_domains on as they stand by colour, while they stand by domains. */
static bool number_turns(ordering *o, ss_error *error)
{
    const ss_part *const part = o->part;
    ss_domain_pair *const sorted = ss_team_take(o->n_pairs, sizeof *sorted, error);
    uint32_t *const place = ss_team_take(o->n_pairs, sizeof *place, error);
    const bool well = sorted != NULL && place != NULL && o->turn != NULL;
    if (well) {
        memcpy(sorted, o->pairs, o->n_pairs * sizeof *sorted);
        qsort(sorted, o->n_pairs, sizeof *sorted, ss_domains_compare_colours);
        for (size_t k = 0; k < o->n_pairs; ++k) {
            const ss_domain_pair *const at =
                bsearch(&sorted[k], o->pairs, o->n_pairs, sizeof *at, ss_domains_compare);
            place[at - o->pairs] = (uint32_t)k;
        }
    }
    for (size_t c = 0; well && c < part->posed.problem.n_contacts; ++c) {
        const ss_domain_pair pair = pair_of(part, c);
        o->turn[c] = pair.low;
        if (pair.low != pair.high) {
            const ss_domain_pair *const at =
                bsearch(&pair, o->pairs, o->n_pairs, sizeof *at, ss_domains_compare);
            o->turn[c] = (uint32_t)part->n_domains + place[at - o->pairs];
        }
    }
    if (well)
        memcpy(o->pairs, sorted, o->n_pairs * sizeof *sorted);
    free(sorted);
    free(place);
    return well;
}

/* A counting sort of the contacts by their turns, which keeps their order within each; then where
 * the colours begin. */
static bool sort_contacts(ss_turns *turns, const ordering *o, ss_error *error)
{
    const size_t n = o->part->posed.problem.n_contacts, n_domains = o->part->n_domains;
    const size_t n_turns = n_domains + o->n_pairs;
    uint32_t *const end = ss_team_take(n_turns + 1, sizeof *end, error);
    if (end == NULL)
        return false;
    for (size_t c = 0; c < n; ++c)
        ++end[o->turn[c]];
    for (size_t k = 1; k <= n_turns; ++k)
        end[k] += end[k - 1];
    for (size_t c = n; c-- > 0;)
        turns->order[--end[o->turn[c]]] = (uint32_t)c; /* end becomes the beginning */
    size_t pair = 0;
    for (uint32_t colour = 0; colour <= turns->n_colours; ++colour) {
        turns->start[1 + colour] = end[n_domains + pair];
        while (pair < o->n_pairs && o->pairs[pair].colour == colour)
            ++pair;
    }
    free(end);
    return true;
}

/* The ghosts that a colour's contacts read, as a star forest. */
static PetscSF reach_ghosts(ss_turns *turns, uint32_t colour, unsigned char *wanted)
{
    const ss_part *const part = turns->part;
    PetscSF halo;
    PetscInt *leaf;
    PetscSFNode *home;
    size_t n = 0;
    memset(wanted, 0, part->posed.form.moving.n_bodies);
    for (size_t k = turns->start[1 + colour]; k < turns->start[2 + colour]; ++k) {
        const ss_contact_bodies pair = ss_operator_bodies(&part->posed.problem, turns->order[k]);
        wanted[pair.i] = wanted[pair.j] = 1;
    }
    PetscMalloc1(part->n_ghosts, &leaf);
    PetscMalloc1(part->n_ghosts, &home);
    for (size_t k = 0; k < part->n_ghosts; ++k)
        if (wanted[part->ghosts[k]]) {
            leaf[n] = (PetscInt)part->ghosts[k];
            home[n++] = part->homes[k];
        }
    PetscSFCreate(part->team.comm, &halo);
    PetscSFSetGraph(halo, (PetscInt)part->posed.form.moving.n_moving, (PetscInt)n, leaf,
                    PETSC_COPY_VALUES, home, PETSC_COPY_VALUES);
    PetscFree(leaf);
    PetscFree(home);
    PetscSFSetUp(halo);
    turns->n_fetched += n;
    turns->n_rounds += n > 0;
    return halo;
}

/* The local solver's memory of each contact (as solvers/solver.c). */
static void set_up_states(ss_turns *turns)
{
    const ss_problem *const problem = &turns->part->posed.problem;
    const size_t size = turns->local->state_size;
    for (size_t c = 0; turns->local->setup != NULL && c < problem->n_contacts; ++c) {
        double W[9];
        const ss_contact contact = {ss_operator_block(W, problem, c), problem->mu[c],
                                    problem->rho_bar[c]};
        turns->local->setup((char *)turns->sweep.states + c * size, &contact, turns->sweep.options);
    }
}

static bool lay(ss_turns *turns, ordering *o, ss_error *error)
{
    const ss_problem *const problem = &turns->part->posed.problem;
    const size_t n = problem->n_contacts;
    ss_sweep *const s = &turns->sweep;
    s->states = ss_team_take(n, turns->local->state_size, error);
    s->r = turns->part->r;
    s->operator_state = ss_team_take(ss_operator_state_length(problem), sizeof(double), error);
    turns->order = ss_team_take(n, sizeof *turns->order, error);
    o->turn = ss_team_take(n, sizeof *o->turn, error);
    return s->states != NULL && s->operator_state != NULL && turns->order != NULL &&
           o->turn != NULL;
}

/* The order of the part's contacts. */
static bool order_contacts(ss_turns *turns, ordering *o, ss_error *error)
{
    const ss_team *const team = &turns->part->team;
    if (!colour_pairs(o, &turns->n_colours, error))
        return false;
    turns->start = ss_team_take(turns->n_colours + 2, sizeof *turns->start, error);
    turns->halo = ss_team_take(turns->n_colours, sizeof(PetscSF), error);
    return ss_team_agree(team,
                         turns->start != NULL && turns->halo != NULL && number_turns(o, error) &&
                             sort_contacts(turns, o, error),
                         error);
}

/* The turns of a sweep: inside the domains first, then pair by pair in the order of colours. */
bool ss_turns_open(ss_turns *turns, const ss_part *part, const ss_local_solver *local,
                   const void *options, ss_error *error)
{
    ordering o = {.part = part};
    *turns = (ss_turns){.part = part,
                        .local = local,
                        .sweep = {.problem = &part->posed.problem, .options = options},
                        .row = ss_team_row(6)};
    turns->sweep.work = &turns->work;
    unsigned char *const wanted = ss_team_take(part->posed.form.moving.n_bodies, 1, error);
    const bool open = ss_team_agree(&part->team, lay(turns, &o, error) && wanted != NULL, error) &&
                      order_contacts(turns, &o, error);
    for (uint32_t colour = 0; open && colour < turns->n_colours; ++colour)
        turns->halo[colour] = reach_ghosts(turns, colour, wanted);
    free(wanted);
    free(o.pairs);
    free(o.turn);
    if (open)
        set_up_states(turns);
    return open;
}

void ss_turns_free(ss_turns *turns)
{
    for (uint32_t colour = 0; turns->halo != NULL && colour < turns->n_colours; ++colour)
        PetscSFDestroy(&turns->halo[colour]);
    if (turns->part != NULL)
        MPI_Type_free(&turns->row);
    free(turns->halo);
    free(turns->start);
    free(turns->order);
    free((void *)turns->sweep.states);
    free(turns->sweep.operator_state);
    *turns = (ss_turns){.part = NULL};
}

void ss_turns_begin(ss_turns *turns)
{
    ss_operator_start(turns->sweep.operator_state, turns->sweep.problem, turns->sweep.r);
    ss_part_fetch(turns->part, turns->sweep.operator_state);
}

void ss_turns_sweep(ss_turns *turns)
{
    double *const v = turns->sweep.operator_state;
    ss_sweep sweep = turns->sweep;
    for (uint32_t turn = 0; turn <= turns->n_colours; ++turn) {
        if (turn > 0)
            ss_team_fetch(turns->halo[turn - 1], turns->row, v, v);
        sweep.order = turns->order + turns->start[turn];
        sweep.n_order = turns->start[turn + 1] - turns->start[turn];
        turns->local->sweep(&sweep);
    }
}

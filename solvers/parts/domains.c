/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/domains.h"

#include <stdlib.h>
#include <string.h>

ss_contact_bodies ss_domains_movers(const ss_problem *problem, size_t c)
{
    const size_t n_moving = ss_operator_moving(problem)->n_moving;
    const ss_contact_bodies pair = ss_operator_bodies(problem, c);
    return (ss_contact_bodies){pair.i < n_moving ? pair.i : pair.j,
                               pair.j < n_moving ? pair.j : pair.i};
}

void ss_domains_of_bodies(uint32_t *domain, const ss_problem *problem, size_t n_domains,
                          const uint32_t *order)
{
    const size_t n_moving = ss_operator_moving(problem)->n_moving;
    uint64_t before = 0; /* contacts of the bodies before */
    memset(domain, 0, n_moving * sizeof *domain);
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ++domain[ss_domains_movers(problem, c).i]; /* contacts counted, for now */
    for (size_t k = 0; k < n_moving; ++k) {
        const size_t b = order != NULL ? order[k] : k;
        const uint64_t here = domain[b];
        domain[b] = ss_domains_cut(before, n_domains, problem->n_contacts);
        before += here;
    }
}

int ss_domains_compare(const void *a, const void *b)
{
    const ss_domain_pair *const x = a, *const y = b;
    if (x->low != y->low)
        return x->low < y->low ? -1 : 1;
    return (x->high > y->high) - (x->high < y->high);
}

int ss_domains_compare_colours(const void *a, const void *b)
{
    const ss_domain_pair *const x = a, *const y = b;
    if (x->colour != y->colour)
        return x->colour < y->colour ? -1 : 1;
    return ss_domains_compare(a, b);
}

size_t ss_domains_unique(ss_domain_pair *pairs, size_t n)
{
    size_t kept = 0;
    for (size_t k = 0; k < n; ++k)
        if (k == 0 || ss_domains_compare(&pairs[k], &pairs[kept - 1]) != 0)
            pairs[kept++] = pairs[k];
    return kept;
}

/* Colour by colour in the order of the pairs, which is what the first free colour of each comes to.
 */
uint32_t ss_domains_colour(ss_domain_pair *pairs, size_t n, uint32_t *mark, size_t n_domains)
{
    const uint32_t none = UINT32_MAX;
    size_t left = 0;
    uint32_t colour = 2;
    for (size_t d = 0; d < n_domains; ++d)
        mark[d] = 0;
    for (size_t k = 0; k < n; ++k) {
        const bool neighbours = pairs[k].high == pairs[k].low + 1;
        pairs[k].colour = neighbours ? pairs[k].low % 2 : none;
        left += !neighbours;
    }
    for (; left > 0; ++colour)
        for (size_t k = 0; k < n; ++k) {
            ss_domain_pair *const p = &pairs[k];
            if (p->colour != none || mark[p->low] == colour || mark[p->high] == colour)
                continue;
            p->colour = mark[p->low] = mark[p->high] = colour;
            --left;
        }
    return colour;
}

ss_domains_room ss_domains_lay(size_t n_contacts, size_t n_domains, ss_pack_room *room)
{
    ss_domains_room r;
    r.pairs = ss_pack_take(room, n_contacts, sizeof *r.pairs);
    r.start = ss_pack_take(room, n_contacts + 1, sizeof *r.start);
    r.mark = ss_pack_take(room, n_domains, sizeof *r.mark);
    r.list = ss_pack_take(room, n_contacts, sizeof *r.list);
    return r;
}

static ss_domain_pair pair_of(const ss_problem *problem, const uint32_t *domain, size_t c)
{
    const ss_contact_bodies movers = ss_domains_movers(problem, c);
    const uint32_t a = domain[movers.i], b = domain[movers.j];
    return (ss_domain_pair){.low = a < b ? a : b, .high = a < b ? b : a};
}

/* The place of a contact's pair among n sorted ones. */
static size_t place_of(const ss_domains_room *room, size_t n, const ss_domain_pair *pair)
{
    const ss_domain_pair *const found =
        bsearch(pair, room->pairs, n, sizeof *pair, ss_domains_compare);
    return (size_t)(found - room->pairs);
}

/* Colour first, while pairs are sorted by their domains; then count each pair's contacts in the
 * order of the colours. */
void ss_domains_sort(uint32_t *list, size_t n, const ss_problem *problem, const uint32_t *domain,
                     const ss_domains_room *room)
{
    uint32_t n_domains = 0, before = 0;
    for (size_t k = 0; k < n; ++k) {
        room->pairs[k] = pair_of(problem, domain, list[k]);
        if (room->pairs[k].high >= n_domains)
            n_domains = room->pairs[k].high + 1;
    }
    qsort(room->pairs, n, sizeof *room->pairs, ss_domains_compare);
    const size_t n_pairs = ss_domains_unique(room->pairs, n);
    ss_domains_colour(room->pairs, n_pairs, room->mark, n_domains);
    /* start[k]: contacts of pair k, in the order of domains, then where they begin */
    memset(room->start, 0, (n_pairs + 1) * sizeof *room->start);
    for (size_t k = 0; k < n; ++k) {
        const ss_domain_pair pair = pair_of(problem, domain, list[k]);
        ++room->start[place_of(room, n_pairs, &pair)];
    }
    const uint32_t n_colours = (uint32_t)n_pairs + 2; /* at most */
    for (uint32_t colour = 0; colour < n_colours && before < n; ++colour)
        for (size_t k = 0; k < n_pairs; ++k)
            if (room->pairs[k].colour == colour) {
                const uint32_t here = room->start[k];
                room->start[k] = before;
                before += here;
            }
    for (size_t k = 0; k < n; ++k) {
        const ss_domain_pair pair = pair_of(problem, domain, list[k]);
        room->list[room->start[place_of(room, n_pairs, &pair)]++] = list[k];
    }
    memcpy(list, room->list, n * sizeof *list);
}

/* Domains of bodies, and the order of a sweep over them: a true Gauss-Seidel sweep whose order
 * depends on their number alone, whoever visits. The bodies are cut into domains, contiguous in an
 * order and equal in contacts; a sweep visits
 *
 *   the contacts within each domain
 *   those between domains d and d + 1, d even: colour 0; then the same, d odd: colour 1
 *   those between domains further apart, pair by pair: colours 2 and up
 *
 * Pairs of one colour share no domain, so that they may be visited at once, by threads
 * (solvers/outer/nlgs_parallel.c) or by ranks (solvers/ranks).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_DOMAINS_H
#define SS_SOLVERS_PARTS_DOMAINS_H

#include "problems/contact/operator.h"
#include "solvers/sphere/pack.h"

/* The most domains of an outer solver: a pair of them is one number of 32 bits. */
enum { SS_DOMAINS_MOST = 4096 };

/* The domain of a body before which there are `before` of n contacts, each counted at the first of
 * its bodies that moves; or of n moving bodies, where domains are to be equal in these. */
static inline uint32_t ss_domains_cut(uint64_t before, size_t n_domains, uint64_t n_contacts)
{
    return (uint32_t)(before * n_domains / (n_contacts + 1));
}

/* The moving bodies of contact c, one of them twice if the other cannot move. */
ss_contact_bodies ss_domains_movers(const ss_problem *problem, size_t c);

/* Fill in domain[b] of each moving body. `order`: the bodies in the order that is cut; NULL: by
 * their numbers. Not in block form. */
void ss_domains_of_bodies(uint32_t *domain, const ss_problem *problem, size_t n_domains,
                          const uint32_t *order);

/* Two domains that touch, low < high. */
typedef struct ss_domain_pair {
    uint32_t low, high, colour;
} ss_domain_pair;

/* Order of pairs by low, then high; and by colour before that. For qsort and bsearch. */
int ss_domains_compare(const void *a, const void *b);
int ss_domains_compare_colours(const void *a, const void *b);

/* Drop doubles from n sorted pairs; returns how many are left. */
size_t ss_domains_unique(ss_domain_pair *pairs, size_t n);

/* Colour n sorted pairs: neighbours in number as above, every other pair with the first colour from
 * 2 on that none of its domains has yet. `mark`: scratch, one a domain. Returns the number of
 * colours; those that no pair has (0 and 1 may be) count. */
uint32_t ss_domains_colour(ss_domain_pair *pairs, size_t n, uint32_t *mark, size_t n_domains);

/* A list of contacts being sorted into the order above. */
typedef struct ss_domains_room {
    ss_domain_pair *pairs; /* n_contacts, scratch */
    uint32_t *start;       /* n_contacts + 1, scratch */
    uint32_t *mark;        /* n_domains, scratch */
    uint32_t *list;        /* n_contacts, scratch */
} ss_domains_room;

/* Take its arrays. */
ss_domains_room ss_domains_lay(size_t n_contacts, size_t n_domains, ss_pack_room *room);

/* Sort `list`, n contacts between domains, by colour and pair, keeping their order within a pair.
 */
void ss_domains_sort(uint32_t *list, size_t n, const ss_problem *problem, const uint32_t *domain,
                     const ss_domains_room *room);

#endif

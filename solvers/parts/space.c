/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/space.h"

#include "problems/contact/operator.h"

static const uint32_t nowhere = UINT32_MAX;

/* Contacts from which records and bodies are beyond the caches of the day, 64 MiB, and ordering pays
 * within some fifty sweeps. */
enum { MANY = 500000 };

bool ss_space_is_wanted(int choice, const ss_problem *problem)
{
    const bool many = problem->n_contacts >= MANY;
    return choice == SS_SPACE_SPACE || (choice == SS_SPACE_AUTO && many);
}

ss_space ss_space_lay(const ss_problem *problem, ss_pack_room *room)
{
    const size_t n = ss_operator_moving(problem)->n_moving;
    ss_space s;
    s.rank = ss_pack_take(room, n, sizeof *s.rank);
    s.body = ss_pack_take(room, n, sizeof *s.body);
    s.contact = ss_pack_take(room, problem->n_contacts, sizeof *s.contact);
    s.start = ss_pack_take(room, n + 1, sizeof *s.start);
    s.neighbour = ss_pack_take(room, 2 * problem->n_contacts, sizeof *s.neighbour);
    return s;
}

/* The neighbours of body b are neighbour[start[b]] .. neighbour[start[b + 1] - 1]. */
static void find_neighbours(const ss_space *s, const ss_problem *problem)
{
    const size_t n = ss_operator_moving(problem)->n_moving;
    uint32_t before = 0;
    memset(s->start, 0, (n + 1) * sizeof *s->start);
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        const ss_contact_bodies pair = ss_operator_bodies(problem, c);
        if (pair.i < n && pair.j < n) {
            ++s->start[pair.i];
            ++s->start[pair.j];
        }
    }
    /* ends of the lists first; filled from behind, they become the beginnings */
    for (size_t b = 0; b <= n; ++b)
        s->start[b] = before += s->start[b];
    for (size_t c = problem->n_contacts; c-- > 0;) {
        const ss_contact_bodies pair = ss_operator_bodies(problem, c);
        if (pair.i < n && pair.j < n) {
            s->neighbour[--s->start[pair.i]] = (uint32_t)pair.j;
            s->neighbour[--s->start[pair.j]] = (uint32_t)pair.i;
        }
    }
}

/* Number the cluster of body `from`, beginning with `next`; returns the number after it. */
static uint32_t flood(const ss_space *s, uint32_t from, uint32_t next)
{
    uint32_t end = next;
    s->rank[from] = end;
    s->body[end++] = from;
    /* breadth first: the bodies found so far are the queue */
    for (uint32_t k = next; k < end; ++k)
        for (uint32_t x = s->start[s->body[k]]; x < s->start[s->body[k] + 1]; ++x) {
            const uint32_t other = s->neighbour[x];
            if (s->rank[other] != nowhere)
                continue;
            s->rank[other] = end;
            s->body[end++] = other;
        }
    return end;
}

static void order_bodies(const ss_space *s, size_t n)
{
    uint32_t next = 0;
    for (size_t b = 0; b < n; ++b)
        s->rank[b] = nowhere;
    for (size_t b = 0; b < n; ++b) {
        if (s->rank[b] != nowhere)
            continue;
        /* twice: the last one met from anywhere is at an end of its cluster; from there it is
         * numbered */
        const uint32_t end = flood(s, (uint32_t)b, next), last = s->body[end - 1];
        for (uint32_t k = next; k < end; ++k)
            s->rank[s->body[k]] = nowhere;
        next = flood(s, last, next);
    }
}

/* The place of the first body of contact c. */
static uint32_t place_of(const ss_space *s, const ss_problem *problem, size_t n, size_t c)
{
    const ss_contact_bodies pair = ss_operator_bodies(problem, c);
    const uint32_t i = pair.i < n ? s->rank[pair.i] : nowhere; /* given bodies have none */
    const uint32_t j = pair.j < n ? s->rank[pair.j] : nowhere;
    return i < j ? i : j;
}

void ss_space_order(const ss_space *s, const ss_problem *problem)
{
    const size_t n = ss_operator_moving(problem)->n_moving;
    uint32_t before = 0;
    find_neighbours(s, problem);
    order_bodies(s, n);
    memset(s->start, 0, n * sizeof *s->start); /* from here on, of contacts */
    for (size_t c = 0; c < problem->n_contacts; ++c)
        ++s->start[place_of(s, problem, n, c)];
    for (size_t b = 0; b < n; ++b)
        s->start[b] = before += s->start[b];
    for (size_t c = problem->n_contacts; c-- > 0;)
        s->contact[--s->start[place_of(s, problem, n, c)]] = (uint32_t)c;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/sphere/grouping.h"

#include <string.h>

enum { MAX_OPEN = 64 };

/* The open groups, a ring: group base + k lies at (base + k) % MAX_OPEN. */
typedef struct ring {
    uint32_t contact[MAX_OPEN][SS_LANES];
    uint32_t count[MAX_OPEN];
    uint64_t base;           /* number of the oldest open group */
    uint64_t full;           /* bit k: group base + k has no room */
    uint32_t *out, *out_end; /* groups from the beginning, singles from the end */
    size_t n_groups, n_singles;
} ring;

/* Close the oldest group. */
static void close_oldest(ring *open)
{
    const size_t at = open->base % MAX_OPEN;
    const uint32_t count = open->count[at];
    if (count >= SS_LEAST_IN_GROUP) {
        uint32_t *const group = open->out + SS_LANES * open->n_groups++;
        for (uint32_t k = 0; k < SS_LANES; ++k)
            group[k] = k < count ? open->contact[at][k] : SS_NO_CONTACT;
    } else {
        for (uint32_t k = 0; k < count; ++k)
            *(open->out_end - ++open->n_singles) = open->contact[at][k];
    }
    open->count[at] = 0;
    open->full >>= 1;
    ++open->base;
}

/* The groups in which body b is, as bits from the present base on. */
static inline uint64_t used_by(const ss_group_mark *mark, uint64_t base)
{
    const uint64_t shift = base - mark->base; /* groups closed since */
    return shift < MAX_OPEN ? mark->used >> shift : 0;
}

static inline void set_used(ss_group_mark *mark, uint64_t used, uint64_t base)
{
    mark->used = used;
    mark->base = base;
}

size_t ss_group_contacts(uint32_t *contact, size_t *n_singles, const ss_ball_form *form,
                         const uint32_t *list, size_t n, ss_group_mark *marks, uint32_t epoch)
{
    const size_t n_moving = form->moving.n_moving;
    ring open = {
        .base = (uint64_t)(epoch + 1) << 32, /* far from all that older marks say */
        .out = contact,
        .out_end = contact + 2 * n,
    };
    for (size_t k = 0; k < n; ++k) {
        const uint32_t c = list != NULL ? list[k] : (uint32_t)k;
        const size_t i = form->contacts[c].i, j = form->contacts[c].j;
        uint64_t of_i = i < n_moving ? used_by(&marks[i], open.base) : 0;
        uint64_t of_j = j < n_moving ? used_by(&marks[j], open.base) : 0;
        /* none of the 64 has room for it: the oldest gives way */
        while (~(of_i | of_j | open.full) == 0) {
            close_oldest(&open);
            of_i >>= 1;
            of_j >>= 1;
        }
        const int at = __builtin_ctzll(~(of_i | of_j | open.full));
        const size_t slot = (open.base + (uint64_t)at) % MAX_OPEN;
        const uint64_t bit = UINT64_C(1) << at;
        open.contact[slot][open.count[slot]++] = c;
        if (i < n_moving)
            set_used(&marks[i], of_i | bit, open.base);
        if (j < n_moving)
            set_used(&marks[j], of_j | bit, open.base);
        if (open.count[slot] == SS_LANES)
            open.full |= bit;
        /* full ones leave in order, those behind them stay */
        while ((open.full & 1) != 0)
            close_oldest(&open);
    }
    for (size_t k = 0; k < MAX_OPEN; ++k)
        close_oldest(&open);
    *n_singles = open.n_singles;
    return open.n_groups;
}

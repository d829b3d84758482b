/* Pairs that are near enough to be looked at again for a while: the common product of the two ways
 * of finding them, a grid for balls of similar size and a hash for anything. Inside problems/ only.
 *
 * Ownership: the detector owns the list, and lends the two searches a room of SS_SEARCH_BYTES
 * a body, in which they lay what they need while they search; grid and hash own what they keep
 * between searches, their tables of cells. Both find the same pairs, in an order of their own.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_DETECT_CANDIDATES_H
#define SS_PROBLEMS_DETECT_CANDIDATES_H

#include "problems/base/memory.h"
#include "problems/bodies/bodies.h"

#include <stdlib.h>

typedef struct ss_candidate {
    uint32_t a, b; /* numbers of bodies */
} ss_candidate;

/* Pairs in any order, each once, a and b too; and what it took to find them. */
typedef struct ss_candidates {
    ss_candidate *pair;
    size_t n, capacity;    /* pairs there are; pairs there is room for */
    size_t distances, met; /* as in ss_detector_work */
} ss_candidates;

/* Make room for `more` pairs. False without memory. */
static inline bool ss_candidates_reserve(ss_candidates *c, size_t more)
{
    if (c->n + more <= c->capacity)
        return true;
    const size_t capacity = c->n + more + c->capacity / 8;
    ss_candidate *const pair = realloc(c->pair, capacity * sizeof *pair);
    if (pair == NULL)
        return false;
    c->pair = pair;
    c->capacity = capacity;
    return true;
}

/* Give back what is too much. */
static inline void ss_candidates_trim(ss_candidates *c)
{
    const size_t capacity = ss_memory_room(c->n);
    if (c->capacity <= capacity)
        return;
    ss_candidate *const pair = realloc(c->pair, capacity * sizeof *pair);
    if (pair == NULL)
        return;
    c->pair = pair;
    c->capacity = capacity;
}

static inline void ss_candidates_release(ss_candidates *c)
{
    free(c->pair);
    c->pair = NULL;
    c->n = c->capacity = 0;
}

enum {
    SS_SEARCH_AHEAD = 8,  /* so many bodies are looked at together */
    SS_SEARCH_BYTES = 32, /* a body of the memory that a search is lent, for n + SS_SEARCH_AHEAD */
};

/* Cells are a little wider than they need be: rounding may put two spheres that just touch, one
 * cell width apart, into cells that are not neighbours. */
#define SS_CELL_SLACK (1.0 + 1e-6)

/* A grid of cells in the box of all centres, filled by a counting sort. */
typedef struct ss_cell_grid ss_cell_grid;

/* For up to n bodies. NULL without memory. */
ss_cell_grid *ss_cell_grid_create(size_t n);
void ss_cell_grid_free(ss_cell_grid *grid);

/* Neither grid nor hash sees bodies without bound.
 *
 * Lay the grid for pairs with gap <= reach (m). False when it does not suit: radii that differ by
 * more than a factor of 2.5, a box with many more cells than bodies, or no memory for it. The
 * grid stays in the room until all pairs are found. */
bool ss_cell_grid_fill(ss_cell_grid *grid, const ss_bodies *bodies, double reach, void *room);

/* Add all pairs of bodies whose bounding balls have gap <= reach. False without memory. */
bool ss_cell_grid_find(ss_cell_grid *grid, double reach, ss_candidates *found);

/* A hierarchical grid, one level a factor of two in diameter, hashed so that the domain is
 * unbounded. A sphere looks into its own level and into every coarser one. */
typedef struct ss_cell_hash ss_cell_hash;

/* For up to n bodies. NULL without memory. */
ss_cell_hash *ss_cell_hash_create(size_t n);
void ss_cell_hash_free(ss_cell_hash *hash);

/* Add all pairs of bodies whose bounding balls have gap <= reach, in any case. False without
 * memory. */
bool ss_cell_hash_find(ss_cell_hash *hash, const ss_bodies *bodies, double reach, void *room,
                       ss_candidates *found);

#endif

/* Spheres of any sizes in a domain without bounds. Level k has cells of width / 2^k, and a sphere
 * is in one cell of the finest level that is still wider than its diameter and the margin:
 *
 *     level 0   |               |               |   sphere b of level 2 looks at 27 cells around
 *     level 1   |       |       |       |       |   itself in each of the levels 0, 1 and 2: at all
 *     level 2   |   | b |   |   |   |   |   |   |   that are larger, or as large with lower numbers
 *
 * So each pair is met once, by its smaller sphere. Cells exist as far as there are spheres in them:
 * a cell is a key (level, three numbers) of a hash table with chains, and cells that share a bucket
 * are told apart by comparing keys.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/candidates.h"
#include "problems/contact/vec3.h"

#include <assert.h>

enum { max_levels = 64 };

typedef struct cell {
    int level;     /* 0: the largest spheres */
    int64_t at[3]; /* cells from the origin, along x, y, z */
} cell;

struct ss_cell_hash {
    size_t n_buckets;     /* a power of two, at least n: bounded load */
    uint32_t *head;       /* n_buckets: first body of the bucket, or NONE */
    uint32_t *next;       /* next body of the same bucket */
    cell *cells;          /* where each body's centre lies; lent */
    double margin, width; /* of the search under way; width: of a cell of level 0 */
};

static const uint32_t NONE = UINT32_MAX;

void ss_cell_hash_free(ss_cell_hash *d)
{
    if (d == NULL)
        return;
    free(d->head);
    free(d->next);
    free(d);
}

ss_cell_hash *ss_cell_hash_create(size_t n)
{
    ss_cell_hash *const d = calloc(1, sizeof *d);
    if (d == NULL)
        return NULL;
    /* at most one body a bucket on average */
    for (d->n_buckets = 16; d->n_buckets < n; d->n_buckets *= 2) {
    }
    d->head = malloc(d->n_buckets * sizeof *d->head);
    d->next = malloc((n + 1) * sizeof *d->next);
    if (d->head != NULL && d->next != NULL)
        return d;
    ss_cell_hash_free(d);
    return NULL;
}

static double largest_diameter(const ss_bodies *bodies)
{
    double radius = 0.0;
    for (size_t b = 0; b < bodies->n; ++b)
        radius = bodies->radius[b] != INFINITY ? fmax(radius, bodies->radius[b]) : radius;
    return 2.0 * radius;
}

/* Level 0 holds the largest spheres; the cells of level k are `width` / 2^k wide, at least the
 * diameter of its spheres plus the margin. */
static int level_of(double diameter, double margin, double width)
{
    int level = 0;
    while (level + 1 < max_levels &&
           SS_CELL_SLACK * (diameter + margin) <= ldexp(width, -(level + 1)))
        ++level;
    return level;
}

static cell cell_of(const double x[3], int level, double width)
{
    cell c = {.level = level};
    const double inv = 1.0 / ldexp(width, -level);
    for (int k = 0; k < 3; ++k) /* clamped: far out, cells merge, and distances still decide */
        c.at[k] = (int64_t)fmin(fmax(floor(x[k] * inv), -4e18), 4e18);
    return c;
}

static size_t bucket_of(const ss_cell_hash *d, const cell *c)
{
    uint64_t h = (uint64_t)c->level;
    for (int k = 0; k < 3; ++k) {
        /* multiplied by 2^64 over the golden ratio, an odd number, and the upper bits
         * folded back */
        h = (h ^ (uint64_t)c->at[k]) * UINT64_C(0x9E3779B97F4A7C15);
        h ^= h >> 29;
    }
    return (size_t)(h & (d->n_buckets - 1));
}

static bool same_cell(const cell *a, const cell *b)
{
    return a->level == b->level && a->at[0] == b->at[0] && a->at[1] == b->at[1] &&
           a->at[2] == b->at[2];
}

/* Fill the hash table; returns the number of levels in use. */
static int insert_all(ss_cell_hash *d, const ss_bodies *bodies)
{
    int n_levels = 1;
    for (size_t k = 0; k < d->n_buckets; ++k)
        d->head[k] = NONE;
    for (size_t b = 0; b < bodies->n; ++b) {
        if (bodies->radius[b] == INFINITY)
            continue;
        const int level = level_of(2.0 * bodies->radius[b], d->margin, d->width);
        d->cells[b] = cell_of(bodies->x + 3 * b, level, d->width);
        const size_t k = bucket_of(d, &d->cells[b]);
        d->next[b] = d->head[k];
        d->head[k] = (uint32_t)b;
        n_levels = level + 1 > n_levels ? level + 1 : n_levels;
    }
    return n_levels;
}

/* Not farther apart than the margin, or NaN. */
static bool near(const ss_bodies *bodies, size_t a, size_t b, double margin)
{
    double apart[3];
    ss_sub3(apart, bodies->x + 3 * a, bodies->x + 3 * b);
    const double reach = bodies->radius[a] + bodies->radius[b] + margin;
    return !(ss_dot(apart, apart) > reach * reach);
}

/* All spheres of one cell against sphere b; within its own level, lower indices only. */
static bool test_cell(ss_cell_hash *d, const ss_bodies *bodies, const cell *c, size_t b,
                      ss_candidates *found)
{
    for (uint32_t a = d->head[bucket_of(d, c)]; a != NONE; a = d->next[a]) {
        ++found->met;
        const bool once = a < b || d->cells[a].level < d->cells[b].level;
        if (a == b || !once || !same_cell(&d->cells[a], c))
            continue;
        ++found->distances;
        if (!near(bodies, a, b, d->margin))
            continue;
        if (!ss_candidates_reserve(found, 1))
            return false;
        found->pair[found->n++] = (ss_candidate){a, (uint32_t)b};
    }
    return true;
}

static bool test_level(ss_cell_hash *d, const ss_bodies *bodies, size_t b, int level,
                       ss_candidates *found)
{
    const cell centre = cell_of(bodies->x + 3 * b, level, d->width);
    for (int k = 0; k < 27; ++k) {
        const cell c = {.level = level,
                        .at = {centre.at[0] + k % 3 - 1, centre.at[1] + k / 3 % 3 - 1,
                               centre.at[2] + k / 9 - 1}};
        if (!test_cell(d, bodies, &c, b, found))
            return false;
    }
    return true;
}

bool ss_cell_hash_find(ss_cell_hash *d, const ss_bodies *bodies, double margin, void *room,
                       ss_candidates *found)
{
    static_assert(sizeof(cell) <= SS_SEARCH_BYTES, "the cells have room");
    d->cells = room;
    d->margin = margin;
    d->width = SS_CELL_SLACK * (largest_diameter(bodies) + margin);
    if (bodies->n >= NONE) /* names have 32 bits */
        return false;
    const int n_levels = insert_all(d, bodies);
    for (size_t b = 0; b < bodies->n; ++b)
        for (int level = 0;
             bodies->radius[b] != INFINITY && level <= d->cells[b].level && level < n_levels;
             ++level)
            if (!test_level(d, bodies, b, level, found))
                return false;
    return true;
}

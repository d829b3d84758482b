/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect.h"

#include "problems/vec3.h"

#include <stdint.h>
#include <stdlib.h>

enum { max_levels = 64 };

/* Cells are a little wider than they need be: rounding may put two spheres that just touch, one
 * cell width apart, into cells that are not neighbours. */
static const double slack = 1.0 + 1e-6;

typedef struct cell {
    int level;
    int64_t at[3];
} cell;

struct ss_detector {
    size_t n_buckets; /* a power of two, at least n: bounded load */
    size_t *head;     /* n_buckets: first body of the bucket, or NONE */
    size_t *next;     /* n: next body of the same bucket */
    cell *cells;      /* n: where each body's centre lies */
    ss_near_pair *found, *sorted;
    size_t n_found, capacity;
    size_t *row; /* n + 1: first sorted pair of body i */
};

static const size_t NONE = SIZE_MAX;

void ss_detector_free(ss_detector *d)
{
    if (d == NULL)
        return;
    free(d->head);
    free(d->next);
    free(d->cells);
    free(d->found);
    free(d->sorted);
    free(d->row);
    free(d);
}

static bool reserve(ss_detector *d, size_t capacity)
{
    ss_near_pair *const found = realloc(d->found, capacity * sizeof *found);
    if (found != NULL)
        d->found = found;
    ss_near_pair *const sorted = realloc(d->sorted, capacity * sizeof *sorted);
    if (sorted != NULL)
        d->sorted = sorted;
    if (found == NULL || sorted == NULL)
        return false;
    d->capacity = capacity;
    return true;
}

ss_detector *ss_detector_create(size_t n, ss_error *error)
{
    ss_detector *const d = calloc(1, sizeof *d);
    if (d != NULL) {
        for (d->n_buckets = 16; d->n_buckets < n; d->n_buckets *= 2) {
        }
        d->head = malloc(d->n_buckets * sizeof *d->head);
        d->next = malloc((n + 1) * sizeof *d->next);
        d->cells = malloc((n + 1) * sizeof *d->cells);
        d->row = malloc((n + 2) * sizeof *d->row);
        if (d->head && d->next && d->cells && d->row && reserve(d, 4 * n + 16))
            return d;
    }
    ss_detector_free(d);
    ss_error_set(error, SS_ERROR_MEMORY, "no memory to detect the contacts of %zu bodies", n);
    return NULL;
}

static double largest_diameter(const ss_bodies *bodies)
{
    double radius = 0.0;
    for (size_t b = 0; b < bodies->n; ++b)
        radius = fmax(radius, bodies->radius[b]);
    return 2.0 * radius;
}

/* Level 0 holds the largest spheres; the cells of level k are `width` / 2^k wide, at least the
 * diameter of its spheres plus the margin. */
static int level_of(double diameter, double margin, double width)
{
    int level = 0;
    while (level + 1 < max_levels && slack * (diameter + margin) <= ldexp(width, -(level + 1)))
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

static size_t bucket_of(const ss_detector *d, const cell *c)
{
    uint64_t h = (uint64_t)c->level;
    for (int k = 0; k < 3; ++k) {
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
static int insert_all(ss_detector *d, const ss_bodies *bodies, double margin, double width)
{
    int n_levels = 1;
    for (size_t k = 0; k < d->n_buckets; ++k)
        d->head[k] = NONE;
    for (size_t b = 0; b < bodies->n; ++b) {
        const int level = level_of(2.0 * bodies->radius[b], margin, width);
        d->cells[b] = cell_of(bodies->x + 3 * b, level, width);
        const size_t k = bucket_of(d, &d->cells[b]);
        d->next[b] = d->head[k];
        d->head[k] = b;
        n_levels = level + 1 > n_levels ? level + 1 : n_levels;
    }
    return n_levels;
}

static bool append(ss_detector *d, const ss_near_pair *pair)
{
    if (d->n_found == d->capacity && !reserve(d, 2 * d->capacity))
        return false;
    d->found[d->n_found++] = *pair;
    return true;
}

static bool test_spheres(ss_detector *d, const ss_bodies *bodies, size_t a, size_t b, double margin)
{
    ss_near_pair pair = {.i = a < b ? a : b, .j = a < b ? b : a};
    ss_sub3(pair.n, bodies->x + 3 * pair.i, bodies->x + 3 * pair.j);
    const double reach = bodies->radius[a] + bodies->radius[b];
    const double distance2 = ss_dot(pair.n, pair.n);
    if (distance2 > (reach + margin) * (reach + margin))
        return true;
    const double distance = sqrt(distance2);
    pair.gap = distance - reach;
    if (pair.gap > margin)
        return true;
    for (int k = 0; k < 3; ++k) /* concentric spheres have no normal: take x */
        pair.n[k] = distance > 0.0 ? pair.n[k] / distance : (double)(k == 0);
    return append(d, &pair);
}

/* All spheres of one cell against sphere b; within its own level, lower indices only. */
static bool test_cell(ss_detector *d, const ss_bodies *bodies, const cell *c, size_t b,
                      double margin)
{
    for (size_t a = d->head[bucket_of(d, c)]; a != NONE; a = d->next[a]) {
        const bool once = a < b || d->cells[a].level < d->cells[b].level;
        if (a != b && once && same_cell(&d->cells[a], c) && !test_spheres(d, bodies, a, b, margin))
            return false;
    }
    return true;
}

static bool test_level(ss_detector *d, const ss_bodies *bodies, size_t b, int level, double margin,
                       double width)
{
    const cell centre = cell_of(bodies->x + 3 * b, level, width);
    for (int k = 0; k < 27; ++k) {
        const cell c = {.level = level,
                        .at = {centre.at[0] + k % 3 - 1, centre.at[1] + k / 3 % 3 - 1,
                               centre.at[2] + k / 9 - 1}};
        if (!test_cell(d, bodies, &c, b, margin))
            return false;
    }
    return true;
}

static bool test_walls(ss_detector *d, const ss_bodies *bodies, size_t b, const ss_wall *walls,
                       size_t n_walls, double margin)
{
    for (size_t w = 0; w < n_walls; ++w) {
        ss_near_pair pair = {.i = b, .j = bodies->n + w};
        pair.gap = ss_dot(walls[w].normal, bodies->x + 3 * b) - walls[w].offset - bodies->radius[b];
        ss_copy3(pair.n, walls[w].normal);
        if (pair.gap <= margin && !append(d, &pair))
            return false;
    }
    return true;
}

/* Counting sort by i, then insertion sort by j within the few pairs of one body. */
static void sort_pairs(ss_detector *d, size_t n)
{
    for (size_t b = 0; b <= n; ++b)
        d->row[b] = 0;
    for (size_t k = 0; k < d->n_found; ++k)
        ++d->row[d->found[k].i + 1];
    for (size_t b = 0; b < n; ++b)
        d->row[b + 1] += d->row[b];
    for (size_t k = 0; k < d->n_found; ++k) {
        const ss_near_pair *const pair = &d->found[k];
        d->sorted[d->row[pair->i]++] = *pair;
    }
    for (size_t k = 1; k < d->n_found; ++k) {
        const ss_near_pair pair = d->sorted[k];
        size_t at = k;
        for (; at > 0 && d->sorted[at - 1].i == pair.i && d->sorted[at - 1].j > pair.j; --at)
            d->sorted[at] = d->sorted[at - 1];
        d->sorted[at] = pair;
    }
}

bool ss_detect(ss_detector *d, const ss_bodies *bodies, const ss_wall *walls, size_t n_walls,
               double margin, const ss_near_pair **pairs, size_t *n_pairs, ss_error *error)
{
    const double width = slack * (largest_diameter(bodies) + margin);
    const int n_levels = insert_all(d, bodies, margin, width);
    bool stored = true;
    d->n_found = 0;
    for (size_t b = 0; b < bodies->n && stored; ++b) {
        const int own = d->cells[b].level;
        for (int level = 0; level <= own && level < n_levels && stored; ++level)
            stored = test_level(d, bodies, b, level, margin, width);
        stored = stored && test_walls(d, bodies, b, walls, n_walls, margin);
    }
    if (!stored)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu contacts", d->n_found);
    sort_pairs(d, bodies->n);
    *pairs = d->sorted;
    *n_pairs = d->n_found;
    return true;
}

/* Bodies by cells, found by comparing each with those of half of the cells around: so each pair is
 * met once. Cells are as wide as the largest reach of two bodies (a quarter of it along x). Seen
 * along x, bodies of row o look into o, behind themselves, and into the four rows +, in each of
 * them from FINE cells before their own to FINE cells behind it:
 *
 *     z + 1    +  +  +          the bodies of a row of cells lie one after the other in memory, so
 *     z        .  o  +          that a row is one run, and a body is compared with five runs,
 *     z - 1    .  .  .          eight bodies at a time
 *          y - 1  y  y + 1
 *
 * The order in memory is a counting sort by cell: start[c] .. start[c + 1] - 1 are the bodies of
 * cell c, `body` their numbers, x (and y, z, radius, `stride` apart) their lengths in whole parts.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/memory.h"
#include "problems/detect/candidates.h"
#include "problems/contact/vec3.h"

#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* Along x cells are a quarter as wide as along y and z: the cells of a row are neighbours in
 * memory, so that finer ones cost little and fit the reach more closely. */
enum { FINE = 4 };

/* Lengths are counted in whole numbers of this part of a cell, and kept modulo 2^16: that tells
 * apart what is less than four cells apart, and nobody looks farther than two. */
enum { PARTS = 8192, PARTS_FINE = PARTS / FINE };
typedef uint16_t length;

/* Radii may differ by this factor; beyond it too many small spheres share the cells of large
 * ones. */
static const double max_ratio = 2.5;

struct ss_cell_grid {
    size_t room;          /* bodies at most */
    double low[3], parts; /* corner of the box, parts a metre */
    size_t size[3];       /* cells along x, y, z */
    uint32_t *start;      /* first sorted body of a cell */
    size_t start_room;    /* made when the grid is first laid */
    uint32_t *cell;       /* of a body; lent, as all that follow */
    uint32_t *body;       /* the bodies in the order of their cells */
    uint32_t *column;     /* of their cells */
    size_t stride;        /* from x to y, to z, to the radius: room for the bodies */
    length *x;            /* theirs, stride, y, z, and the radius rounded up */
};

void ss_cell_grid_free(ss_cell_grid *g)
{
    if (g == NULL)
        return;
    free(g->start);
    free(g);
}

ss_cell_grid *ss_cell_grid_create(size_t n)
{
    ss_cell_grid *const g = calloc(1, sizeof *g);
    if (g != NULL)
        g->room = n;
    return g;
}

static bool reserve_cells(ss_cell_grid *g, size_t n_cells)
{
    if (n_cells <= g->start_room && g->start != NULL)
        return true;
    free(g->start);
    g->start_room = ss_memory_room(n_cells);
    g->start = malloc((g->start_room + 2) * sizeof *g->start);
    if (g->start == NULL)
        g->start_room = 0;
    return g->start != NULL;
}

/* Choose the cells. False when they do not suit; so it is for NaN. */
static bool lay(ss_cell_grid *g, const ss_bodies *bodies, double reach)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double least = INFINITY, most = 0.0, finite = 0.0;
    for (size_t b = 0; b < bodies->n; ++b) {
        if (bodies->radius[b] == INFINITY)
            continue;
        for (int k = 0; k < 3; ++k) {
            const double x = bodies->x[3 * b + (size_t)k];
            low[k] = x < low[k] ? x : low[k];
            high[k] = x > high[k] ? x : high[k];
            finite += 0.0 * x; /* NaN with an inf or a NaN among them */
        }
        least = bodies->radius[b] < least ? bodies->radius[b] : least;
        most = bodies->radius[b] > most ? bodies->radius[b] : most;
    }
    /* of a cell across: the centres of two bodies with gap <= reach are no farther apart */
    const double width = SS_CELL_SLACK * (2.0 * most + reach);
    g->parts = PARTS / width;
    /* the table of cells stays in proportion to the bodies: strewn ones go to the hash */
    const double max_cells = 8.0 * (double)g->room + 1024.0;
    double n_cells = 1.0;
    for (int k = 0; k < 3; ++k) {
        const double cells =
            floor((high[k] - low[k]) * g->parts / (k == 0 ? PARTS_FINE : PARTS)) + 1.0;
        n_cells *= cells;
        if (!(n_cells <= max_cells))
            return false;
        g->low[k] = low[k];
        g->size[k] = (size_t)cells;
    }
    return finite == 0.0 && most <= max_ratio * least && isfinite(g->parts);
}

static inline uint64_t along(const ss_cell_grid *g, double x, int axis)
{
    return (uint64_t)(int64_t)((x - g->low[axis]) * g->parts);
}

/* The cells of the bodies, and in start[cell + 2] how many each has. */
static void count_bodies(ss_cell_grid *g, const ss_bodies *bodies, size_t n_cells)
{
    memset(g->start, 0, (n_cells + 2) * sizeof *g->start);
    for (size_t b = 0; b < bodies->n; ++b) {
        const double *const x = bodies->x + 3 * b;
        if (bodies->radius[b] == INFINITY)
            continue;
        const size_t row = along(g, x[2], 2) / PARTS * g->size[1] + along(g, x[1], 1) / PARTS;
        g->cell[b] = (uint32_t)(row * g->size[0] + along(g, x[0], 0) / PARTS_FINE);
        ++g->start[g->cell[b] + 2];
    }
}

/* The bodies in the order of their cells. */
static void sort_bodies(ss_cell_grid *g, const ss_bodies *bodies, size_t n_cells)
{
    uint32_t *const end = g->start + 1; /* of a cell, while it is being filled */
    count_bodies(g, bodies, n_cells);
    for (size_t k = 2; k < n_cells + 2; ++k)
        g->start[k] += g->start[k - 1];
    /* the empty row behind the last, for rows_around */
    for (size_t k = 1; k <= g->size[0]; ++k)
        g->start[n_cells + k + 1] = g->start[n_cells + 1];
    for (size_t b = 0; b < bodies->n; ++b) {
        const double *const x = bodies->x + 3 * b;
        if (bodies->radius[b] == INFINITY)
            continue;
        const uint32_t at = end[g->cell[b]]++;
        const uint64_t across = along(g, x[0], 0);
        g->body[at] = (uint32_t)b;
        g->column[at] = (uint32_t)(across / PARTS_FINE);
        g->x[at] = (length)across;
        g->x[at + g->stride] = (length)along(g, x[1], 1);
        g->x[at + 2 * g->stride] = (length)along(g, x[2], 2);
        g->x[at + 3 * g->stride] = (length)(bodies->radius[b] * g->parts + 1.0);
    }
}

bool ss_cell_grid_fill(ss_cell_grid *g, const ss_bodies *bodies, double reach, void *room)
{
    const size_t n = bodies->n;
    if (n == 0 || n >= UINT32_MAX / 16 || !lay(g, bodies, reach))
        return false;
    const size_t n_cells = g->size[0] * g->size[1] * g->size[2];
    if (!reserve_cells(g, n_cells + g->size[0]))
        return false;
    const size_t stride = n + SS_SEARCH_AHEAD;
    g->cell = room;
    g->body = g->cell + stride;
    g->column = g->body + stride;
    g->x = (length *)(void *)(g->column + stride);
    g->stride = stride;
    sort_bodies(g, bodies, n_cells);
    return true;
}

typedef length lengths __attribute__((vector_size(16)));
typedef int16_t differences __attribute__((vector_size(16)));

static inline lengths lengths_at(const length *from)
{
    lengths of;
    memcpy(&of, from, sizeof of);
    return of;
}

/* The upper halves of the squares. */
static inline lengths squared(lengths a)
{
#ifdef __SSE2__ /* GCC finds the instruction by itself in some places only */
    return (lengths)_mm_mulhi_epi16((__m128i)a, (__m128i)a);
#else
    lengths square;
    for (int k = 0; k < SS_SEARCH_AHEAD; ++k)
        square[k] = (length)(((int16_t)a[k] * (int16_t)a[k]) >> 16);
    return square;
#endif
}

/* A sphere that others are compared with, SS_SEARCH_AHEAD at once: r has the reach in it. */
typedef struct asking {
    lengths x, y, z, r;
} asking;

/* Spheres begin and those after it that are not farther than the reach: at most 0 where they are
 * near. Rounding makes none too far: each square loses less than 1, and r has two parts more than
 * it needs. */
static inline differences beyond(const ss_cell_grid *g, size_t begin, const asking *of)
{
    const length *const x = g->x + begin, *const y = x + g->stride, *const z = y + g->stride;
    return (differences)(squared(lengths_at(x) - of->x) + squared(lengths_at(y) - of->y) +
                         squared(lengths_at(z) - of->z) -
                         squared(lengths_at(z + g->stride) + of->r));
}

/* A bit for each that is at most 0, the first the lowest. */
static inline uint64_t bits_of(differences low, differences high)
{
#ifdef __SSE2__
    return (uint64_t)_mm_movemask_epi8(_mm_packs_epi16((__m128i)(low < 1), (__m128i)(high < 1)));
#else
    uint64_t bits = 0;
    for (int k = 0; k < SS_SEARCH_AHEAD; ++k)
        bits |= (uint64_t)(low[k] <= 0) << k | (uint64_t)(high[k] <= 0) << (SS_SEARCH_AHEAD + k);
    return bits;
#endif
}

enum { RUNS = 5 };

/* Spheres in cell order that one is compared with. */
typedef struct runs {
    size_t begin[RUNS + 1], n[RUNS]; /* the last one stands for none */
} runs;

/* Put the pairs of sphere a and those that answered, in bit 8 k + i sphere i of run k, at `pair`;
 * returns where they end. Four without a branch, which could not be foretold; most have no more. */
static inline ss_candidate *put(ss_candidate *pair, uint64_t answer, const runs *of,
                                const uint32_t *body, uint32_t a)
{
    for (int k = 0; k < 4; ++k) {
        const size_t bit = (size_t)__builtin_ctzll(answer | UINT64_C(1) << 8 * RUNS);
        *pair = (ss_candidate){a, body[of->begin[bit / 8] + bit % 8]};
        pair += answer != 0;
        answer &= answer - 1;
    }
    for (; answer != 0; answer &= answer - 1) {
        const size_t bit = (size_t)__builtin_ctzll(answer);
        *pair++ = (ss_candidate){a, body[of->begin[bit / 8] + bit % 8]};
    }
    return pair;
}

/* The first n of each run, SS_SEARCH_AHEAD at most. */
static inline ss_candidate *test_first(const ss_cell_grid *g, const asking *of, const runs *run,
                                       const size_t n[RUNS], uint32_t a, ss_candidate *pair)
{
    static const uint8_t first[SS_SEARCH_AHEAD + 1] = {0, 1, 3, 7, 15, 31, 63, 127, 255};
    /* bit 8 k + i: run k has a body i; answers beyond its end are those of whoever lies
     * behind it */
    const uint64_t there = first[n[0]] | (uint64_t)first[n[1]] << 8 | (uint64_t)first[n[2]] << 16 |
                           (uint64_t)first[n[3]] << 24 | (uint64_t)first[n[4]] << 32;
    const uint64_t near = bits_of(beyond(g, run->begin[0], of), beyond(g, run->begin[1], of)) |
                          bits_of(beyond(g, run->begin[2], of), beyond(g, run->begin[3], of))
                              << 16 |
                          bits_of(beyond(g, run->begin[4], of), (differences){0}) << 32;
    return put(pair, near & there, run, g->body, a);
}

/* All of them. */
static ss_candidate *test_long(const ss_cell_grid *g, const asking *of, const runs *run, uint32_t a,
                               ss_candidate *pair)
{
    runs left = *run;
    for (size_t more = 1; more > 0;) {
        size_t n[RUNS];
        more = 0;
        for (int k = 0; k < RUNS; ++k)
            n[k] = left.n[k] < SS_SEARCH_AHEAD ? left.n[k] : SS_SEARCH_AHEAD;
        pair = test_first(g, of, &left, n, a, pair);
        for (int k = 0; k < RUNS; ++k) {
            left.begin[k] += n[k];
            left.n[k] -= n[k];
            more |= left.n[k];
        }
    }
    return pair;
}

/* The rows of cells that spheres of row (y, z) look into, their own first: half of those around,
 * so that each pair is met once. There is an empty row behind the last, for those outside. */
static void rows_around(const ss_cell_grid *g, size_t y, size_t z, const uint32_t *rows[RUNS])
{
    const size_t at[RUNS][2] = {{y, z}, {y + 1, z}, {y - 1, z + 1}, {y, z + 1}, {y + 1, z + 1}};
    for (int k = 0; k < RUNS; ++k) { /* y - 1 wraps round to SIZE_MAX */
        const bool inside = at[k][0] < g->size[1] && at[k][1] < g->size[2];
        const size_t row = inside ? at[k][1] * g->size[1] + at[k][0] : g->size[1] * g->size[2];
        rows[k] = g->start + row * g->size[0];
    }
}

static inline runs runs_of(const ss_cell_grid *g, size_t at, const uint32_t *const rows[RUNS])
{
    /* in the own row from the next body on; in the others from FINE cells left to FINE
     * cells right */
    const size_t column = g->column[at];
    const size_t left = column > FINE ? column - FINE : 0;
    const size_t right = column + FINE < g->size[0] ? column + FINE + 1 : g->size[0];
    const size_t a = at + 1, b = rows[1][left], c = rows[2][left], d = rows[3][left];
    const size_t e = rows[4][left];
    return (runs){{a, b, c, d, e, 0},
                  {rows[0][right] - a, rows[1][right] - b, rows[2][right] - c, rows[3][right] - d,
                   rows[4][right] - e}};
}

/* None is longer than SS_SEARCH_AHEAD; asked without a branch for each. */
static inline bool are_short(const runs *run)
{
    const size_t up = SIZE_MAX / 2 - SS_SEARCH_AHEAD;
    return ((run->n[0] + up) | (run->n[1] + up) | (run->n[2] + up) | (run->n[3] + up) |
            (run->n[4] + up)) <= SIZE_MAX / 2;
}

static inline lengths all(int x)
{
    return (length)x - (lengths){0};
}

/* All spheres in a row of cells. */
static bool find_row(const ss_cell_grid *g, size_t y, size_t z, double reach, ss_candidates *found)
{
    /* rounded up, and two parts for what `beyond` loses */
    const int parts = (int)(reach * g->parts + 3.0);
    const uint32_t *rows[RUNS];
    rows_around(g, y, z, rows);
    for (size_t at = rows[0][0]; at < rows[0][g->size[0]]; ++at) {
        const runs run = runs_of(g, at, rows);
        const length *const x = g->x + at, *const z_at = x + 2 * g->stride;
        const asking of = {all(x[0]), all(x[g->stride]), all(z_at[0]),
                           all(z_at[g->stride] + parts)};
        const size_t n = run.n[0] + run.n[1] + run.n[2] + run.n[3] + run.n[4];
        if (!ss_candidates_reserve(found, n + SS_SEARCH_AHEAD))
            return false;
        found->distances += n;
        ss_candidate *const end = found->pair + found->n;
        found->n = (size_t)((are_short(&run) ? test_first(g, &of, &run, run.n, g->body[at], end)
                                             : test_long(g, &of, &run, g->body[at], end)) -
                            found->pair);
    }
    return true;
}

bool ss_cell_grid_find(ss_cell_grid *g, double reach, ss_candidates *found)
{
    for (size_t z = 0; z < g->size[2]; ++z)
        for (size_t y = 0; y < g->size[1]; ++y)
            if (!find_row(g, y, z, reach, found))
                return false;
    return true;
}

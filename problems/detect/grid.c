/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/memory.h"
#include "problems/detect/candidates.h"
#include "problems/contact/vec3.h"

#include <string.h>

/* Along x cells are a quarter as wide as along y and z: the cells of a row are neighbours in
 * memory, so that finer ones cost nothing and fit the reach more closely. */
enum { FINE = 4 };

/* Radii may differ by this factor; beyond it too many small spheres share the cells of large
 * ones. */
static const double max_ratio = 2.5;

struct ss_cell_grid {
    size_t room;               /* bodies at most */
    double low[3], inverse[3]; /* corner of the box, cells a metre */
    size_t size[3];
    uint32_t *start;       /* first sorted body of a cell */
    size_t start_room;     /* made when the grid is first laid */
    uint32_t *body;        /* the bodies in the order of their cells; lent, as the next */
    double *x, *y, *z, *r; /* theirs */
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
            finite += 0.0 * x;
        }
        least = bodies->radius[b] < least ? bodies->radius[b] : least;
        most = bodies->radius[b] > most ? bodies->radius[b] : most;
    }
    const double width = SS_CELL_SLACK * (2.0 * most + reach);
    const double max_cells = 8.0 * (double)g->room + 1024.0;
    double n_cells = 1.0;
    for (int k = 0; k < 3; ++k) {
        const double inverse = (k == 0 ? FINE : 1) / width;
        const double cells = floor((high[k] - low[k]) * inverse) + 1.0;
        n_cells *= cells;
        if (!(n_cells <= max_cells))
            return false;
        g->low[k] = low[k];
        g->inverse[k] = inverse;
        g->size[k] = (size_t)cells;
    }
    return finite == 0.0 && most <= max_ratio * least && isfinite(1.0 / width);
}

static size_t along(const ss_cell_grid *g, double x, int axis)
{
    return (size_t)((x - g->low[axis]) * g->inverse[axis]);
}

/* The bodies in the order of their cells. */
static void sort_bodies(ss_cell_grid *g, const ss_bodies *bodies, uint32_t *cell, size_t n_cells)
{
    uint32_t *const end = g->start + 1; /* of a cell, while it is being filled */
    memset(g->start, 0, (n_cells + 2) * sizeof *g->start);
    for (size_t b = 0; b < bodies->n; ++b) {
        const double *const x = bodies->x + 3 * b;
        if (bodies->radius[b] == INFINITY)
            continue;
        const size_t row = along(g, x[2], 2) * g->size[1] + along(g, x[1], 1);
        cell[b] = (uint32_t)(row * g->size[0] + along(g, x[0], 0));
        ++g->start[cell[b] + 2];
    }
    for (size_t k = 2; k < n_cells + 2; ++k)
        g->start[k] += g->start[k - 1];
    for (size_t b = 0; b < bodies->n; ++b) {
        if (bodies->radius[b] == INFINITY)
            continue;
        const uint32_t at = end[cell[b]]++;
        g->body[at] = (uint32_t)b;
        g->x[at] = bodies->x[3 * b];
        g->y[at] = bodies->x[3 * b + 1];
        g->z[at] = bodies->x[3 * b + 2];
        g->r[at] = bodies->radius[b];
    }
}

bool ss_cell_grid_fill(ss_cell_grid *g, const ss_bodies *bodies, double reach,
                       const ss_search_room *room)
{
    const size_t n = bodies->n;
    if (n == 0 || n >= UINT32_MAX / 16 || !lay(g, bodies, reach))
        return false;
    const size_t n_cells = g->size[0] * g->size[1] * g->size[2];
    if (!reserve_cells(g, n_cells))
        return false;
    g->body = room->index[1];
    g->x = room->number;
    g->y = g->x + n;
    g->z = g->y + n;
    g->r = g->z + n;
    sort_bodies(g, bodies, room->index[0], n_cells);
    return true;
}

typedef double couple __attribute__((vector_size(16)));
typedef int64_t answer __attribute__((vector_size(16))); /* to a question to a couple: 0 or -1 */

static inline couple couple_at(const double *from)
{
    couple of;
    memcpy(&of, from, sizeof of);
    return of;
}

/* Spheres k and k + 1 against one at x0, y0, z0, its radius and the reach in r0. */
static inline answer near(const ss_cell_grid *g, size_t k, couple x0, couple y0, couple z0,
                          couple r0)
{
    const couple x = couple_at(g->x + k) - x0, y = couple_at(g->y + k) - y0;
    const couple z = couple_at(g->z + k) - z0, sum = couple_at(g->r + k) + r0;
    return x * x + y * y + z * z <= sum * sum;
}

/* Sphere `at` (in cell order) against those from `begin` to `end`: puts the near pairs at `pair`
 * and returns where they end. There is room for all, and SS_SEARCH_AHEAD that are not counted.
 * Four are looked at together, past the end too: how many there are, and which of them are near,
 * could not be foretold by a branch. */
static inline ss_candidate *test_range(const ss_cell_grid *g, size_t at, size_t begin, size_t end,
                                       double reach, ss_candidate *pair)
{
    static const answer before[SS_SEARCH_AHEAD + 1][2] = {{{0, 0}, {0, 0}},
                                                          {{-1, 0}, {0, 0}},
                                                          {{-1, -1}, {0, 0}},
                                                          {{-1, -1}, {-1, 0}},
                                                          {{-1, -1}, {-1, -1}}};
    const double r = g->r[at] + reach;
    const couple x0 = {g->x[at], g->x[at]}, y0 = {g->y[at], g->y[at]};
    const couple z0 = {g->z[at], g->z[at]}, r0 = {r, r};
    const uint32_t a = g->body[at];
    size_t k = begin;
    do {
        const size_t n = end - k < SS_SEARCH_AHEAD ? end - k : SS_SEARCH_AHEAD;
        const answer low = near(g, k, x0, y0, z0, r0) & before[n][0];
        const answer high = near(g, k + 2, x0, y0, z0, r0) & before[n][1];
        const uint32_t *const body = g->body + k;
        *pair = (ss_candidate){a, body[0]};
        pair -= low[0];
        *pair = (ss_candidate){a, body[1]};
        pair -= low[1];
        *pair = (ss_candidate){a, body[2]};
        pair -= high[0];
        *pair = (ss_candidate){a, body[3]};
        pair -= high[1];
        k += SS_SEARCH_AHEAD;
    } while (k < end);
    return pair;
}

/* The rows of cells that spheres of row (y, z) look into, their own first: half of those around,
 * so that each pair is met once. Returns their number. */
static size_t rows_around(const ss_cell_grid *g, size_t y, size_t z, const uint32_t *rows[5])
{
    const size_t at[5][2] = {{y, z}, {y + 1, z}, {y - 1, z + 1}, {y, z + 1}, {y + 1, z + 1}};
    size_t n = 0;
    for (int k = 0; k < 5; ++k) /* y - 1 wraps round to SIZE_MAX */
        if (at[k][0] < g->size[1] && at[k][1] < g->size[2])
            rows[n++] = g->start + (at[k][1] * g->size[1] + at[k][0]) * g->size[0];
    return n;
}

/* All spheres in a row of cells. */
static bool find_row(ss_cell_grid *g, size_t y, size_t z, double reach, ss_candidates *found)
{
    const uint32_t *rows[5];
    const size_t n_rows = rows_around(g, y, z, rows);
    for (size_t at = rows[0][0]; at < rows[0][g->size[0]]; ++at) {
        const size_t column = along(g, g->x[at], 0);
        const size_t first = column > FINE ? column - FINE : 0;
        const size_t last = column + FINE < g->size[0] ? column + FINE + 1 : g->size[0];
        size_t n = rows[0][last] - at;
        for (size_t k = 1; k < n_rows; ++k)
            n += rows[k][last] - rows[k][first];
        if (!ss_candidates_reserve(found, n + SS_SEARCH_AHEAD))
            return false;
        found->distances += n;
        ss_candidate *end = found->pair + found->n;
        end = test_range(g, at, at + 1, rows[0][last], reach, end);
        for (size_t k = 1; k < n_rows; ++k)
            end = test_range(g, at, rows[k][first], rows[k][last], reach, end);
        found->n = (size_t)(end - found->pair);
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

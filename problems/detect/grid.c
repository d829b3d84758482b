/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/base/memory.h"
#include "problems/detect/candidates.h"
#include "problems/contact/vec3.h"

/* Along x cells are a quarter as wide as along y and z: the cells of a row are neighbours in
 * memory, so that finer ones cost nothing and fit the reach more closely. */
enum { FINE = 4 };

/* Radii may differ by this factor; beyond it too many small spheres share the cells of large
 * ones. */
static const double max_ratio = 2.5;

struct ss_cell_grid {
    size_t n, room;            /* bodies now, and at most */
    double low[3], inverse[3]; /* corner of the box, cells a metre */
    size_t size[3];
    uint32_t *cell;        /* n: of body b */
    uint32_t *start;       /* first sorted body of a cell */
    size_t start_room;     /* made when the grid is first laid, and so are the arrays below */
    uint32_t *body;        /* n: the bodies in the order of their cells */
    double *x, *y, *z, *r; /* n: theirs */
};

void ss_cell_grid_free(ss_cell_grid *g)
{
    if (g == NULL)
        return;
    free(g->cell);
    free(g->start);
    free(g->body);
    free(g->x);
    free(g->y);
    free(g->z);
    free(g->r);
    free(g);
}

ss_cell_grid *ss_cell_grid_create(size_t n)
{
    ss_cell_grid *const g = calloc(1, sizeof *g);
    if (g != NULL)
        g->room = n;
    return g;
}

static bool reserve_bodies(ss_cell_grid *g)
{
    const size_t n = g->room + 1;
    if (g->r != NULL)
        return true;
    free(g->cell);
    free(g->body);
    free(g->x);
    free(g->y);
    free(g->z);
    g->cell = malloc(n * sizeof *g->cell);
    g->body = malloc(n * sizeof *g->body);
    g->x = malloc(n * sizeof *g->x);
    g->y = malloc(n * sizeof *g->y);
    g->z = malloc(n * sizeof *g->z);
    g->r = g->cell && g->body && g->x && g->y && g->z ? malloc(n * sizeof *g->r) : NULL;
    return g->r != NULL;
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

bool ss_cell_grid_fill(ss_cell_grid *g, const ss_bodies *bodies, double reach)
{
    g->n = bodies->n;
    if (bodies->n == 0 || bodies->n >= UINT32_MAX / 16 || !lay(g, bodies, reach))
        return false;
    const size_t n_cells = g->size[0] * g->size[1] * g->size[2];
    if (!reserve_bodies(g) || !reserve_cells(g, n_cells))
        return false;
    uint32_t *const end = g->start + 1; /* of a cell, while it is being filled */
    for (size_t k = 0; k < n_cells + 2; ++k)
        g->start[k] = 0;
    for (size_t b = 0; b < bodies->n; ++b) {
        const double *const x = bodies->x + 3 * b;
        if (bodies->radius[b] == INFINITY)
            continue;
        const size_t row = along(g, x[2], 2) * g->size[1] + along(g, x[1], 1);
        g->cell[b] = (uint32_t)(row * g->size[0] + along(g, x[0], 0));
        ++g->start[g->cell[b] + 2];
    }
    for (size_t k = 2; k < n_cells + 2; ++k)
        g->start[k] += g->start[k - 1];
    for (size_t b = 0; b < bodies->n; ++b) {
        if (bodies->radius[b] == INFINITY)
            continue;
        const uint32_t at = end[g->cell[b]]++;
        g->body[at] = (uint32_t)b;
        g->x[at] = bodies->x[3 * b];
        g->y[at] = bodies->x[3 * b + 1];
        g->z[at] = bodies->x[3 * b + 2];
        g->r[at] = bodies->radius[b];
    }
    return true;
}

/* Sphere `at` (in cell order) against those from `begin` to `end`: puts the near pairs at `pair`
 * and returns where they end. There is room for all, and one that is not counted. */
static inline ss_candidate *test_range(const ss_cell_grid *g, size_t at, size_t begin, size_t end,
                                       double reach, ss_candidate *restrict pair)
{
    const double *const restrict x = g->x, *const restrict y = g->y, *const restrict z = g->z;
    const double *const restrict r = g->r;
    const uint32_t *const restrict body = g->body;
    const double x0 = x[at], y0 = y[at], z0 = z[at], r0 = r[at] + reach;
    const uint32_t a = body[at];
    for (size_t k = begin; k < end; ++k) {
        const double apart[3] = {x[k] - x0, y[k] - y0, z[k] - z0};
        const double sum = r[k] + r0;
        *pair = (ss_candidate){a, body[k]};
        pair += ss_dot(apart, apart) <= sum * sum; /* no branch: it could not be foretold */
    }
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
        if (!ss_candidates_reserve(found, n))
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

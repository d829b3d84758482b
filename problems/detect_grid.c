/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect_candidates.h"

#include <math.h>

/* Along x cells are a quarter as wide as along y and z: the cells of a row are neighbours in
 * memory, so that finer ones cost nothing and fit the reach more closely. */
enum { FINE = 4 };

/* Radii may differ by this factor; beyond it too many small spheres share the cells of large
 * ones. */
static const double max_ratio = 2.5;

struct ss_grid {
    size_t n;
    double low[3], inverse[3]; /* corner of the box, cells a metre */
    size_t size[3];
    uint32_t *cell;  /* n: of body b */
    uint32_t *start; /* first sorted body of a cell */
    size_t start_room;
    uint32_t *body;        /* n: the bodies in the order of their cells */
    double *x, *y, *z, *r; /* n: theirs */
};

void ss_grid_free(ss_grid *g)
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

ss_grid *ss_grid_create(size_t n)
{
    ss_grid *const g = calloc(1, sizeof *g);
    if (g == NULL)
        return NULL;
    g->start_room = 8 * n + 1024;
    g->cell = malloc((n + 1) * sizeof *g->cell);
    g->start = malloc((g->start_room + 2) * sizeof *g->start);
    g->body = malloc((n + 1) * sizeof *g->body);
    g->x = malloc((n + 1) * sizeof *g->x);
    g->y = malloc((n + 1) * sizeof *g->y);
    g->z = malloc((n + 1) * sizeof *g->z);
    g->r = malloc((n + 1) * sizeof *g->r);
    if (g->cell && g->start && g->body && g->x && g->y && g->z && g->r)
        return g;
    ss_grid_free(g);
    return NULL;
}

/* Choose the cells. False when they do not suit; so it is for NaN. */
static bool lay(ss_grid *g, const ss_bodies *bodies, double reach)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    double least = INFINITY, most = 0.0, finite = 0.0;
    for (size_t b = 0; b < bodies->n; ++b) {
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
    double n_cells = 1.0;
    for (int k = 0; k < 3; ++k) {
        const double inverse = (k == 0 ? FINE : 1) / width;
        const double cells = floor((high[k] - low[k]) * inverse) + 1.0;
        n_cells *= cells;
        if (!(n_cells <= (double)g->start_room))
            return false;
        g->low[k] = low[k];
        g->inverse[k] = inverse;
        g->size[k] = (size_t)cells;
    }
    return finite == 0.0 && most <= max_ratio * least && isfinite(1.0 / width);
}

static size_t along(const ss_grid *g, double x, int axis)
{
    return (size_t)((x - g->low[axis]) * g->inverse[axis]);
}

bool ss_grid_fill(ss_grid *g, const ss_bodies *bodies, double reach)
{
    g->n = bodies->n;
    if (bodies->n == 0 || bodies->n >= UINT32_MAX / 16 || !lay(g, bodies, reach))
        return false;
    const size_t n_cells = g->size[0] * g->size[1] * g->size[2];
    uint32_t *const end = g->start + 1; /* of a cell, while it is being filled */
    for (size_t k = 0; k < n_cells + 2; ++k)
        g->start[k] = 0;
    for (size_t b = 0; b < bodies->n; ++b) {
        const double *const x = bodies->x + 3 * b;
        const size_t row = along(g, x[2], 2) * g->size[1] + along(g, x[1], 1);
        g->cell[b] = (uint32_t)(row * g->size[0] + along(g, x[0], 0));
        ++g->start[g->cell[b] + 2];
    }
    for (size_t k = 2; k < n_cells + 2; ++k)
        g->start[k] += g->start[k - 1];
    for (size_t b = 0; b < bodies->n; ++b) {
        const uint32_t at = end[g->cell[b]]++;
        g->body[at] = (uint32_t)b;
        g->x[at] = bodies->x[3 * b];
        g->y[at] = bodies->x[3 * b + 1];
        g->z[at] = bodies->x[3 * b + 2];
        g->r[at] = bodies->radius[b];
    }
    return true;
}

/* Sphere `at` (in cell order) against those from `begin` to `end`. There is room for all. */
static void test_range(const ss_grid *g, size_t at, size_t begin, size_t end, double reach,
                       ss_candidates *found)
{
    const double x = g->x[at], y = g->y[at], z = g->z[at], r = g->r[at] + reach;
    const uint32_t a = g->body[at];
    size_t n = found->n;
    for (size_t k = begin; k < end; ++k) {
        const double dx = g->x[k] - x, dy = g->y[k] - y, dz = g->z[k] - z, sum = g->r[k] + r;
        const uint32_t b = g->body[k];
        found->pair[n][0] = a < b ? a : b;
        found->pair[n][1] = a < b ? b : a;
        n += dx * dx + dy * dy + dz * dz <= sum * sum; /* no branch: it could not be foretold */
    }
    found->n = n;
}

/* The bodies of the cells around column `column` in the row (y, z), if there is such a row. */
static void range_of(const ss_grid *g, size_t column, size_t y, size_t z, size_t range[2])
{
    const size_t first = column > FINE ? column - FINE : 0;
    const size_t last = column + FINE < g->size[0] ? column + FINE : g->size[0] - 1;
    const size_t row = (z * g->size[1] + y) * g->size[0];
    const bool inside = y < g->size[1] && z < g->size[2]; /* below 0 wraps round to SIZE_MAX */
    range[0] = inside ? g->start[row + first] : 0;
    range[1] = inside ? g->start[row + last + 1] : 0;
}

/* One row of cells against itself and the half of its neighbours that come later. */
static bool find_row(ss_grid *g, size_t y, size_t z, double reach, ss_candidates *found)
{
    const size_t row = (z * g->size[1] + y) * g->size[0];
    for (size_t at = g->start[row]; at < g->start[row + g->size[0]]; ++at) {
        const size_t column = along(g, g->x[at], 0);
        const size_t rows[5][2] = {{y, z}, {y + 1, z}, {y - 1, z + 1}, {y, z + 1}, {y + 1, z + 1}};
        size_t range[5][2], n = 0;
        for (int k = 0; k < 5; ++k) {
            range_of(g, column, rows[k][0], rows[k][1], range[k]);
            n += range[k][1] - range[k][0];
        }
        if (!ss_candidates_reserve(found, n + 1)) /* and one that is written, not counted */
            return false;
        range[0][0] = at + 1;
        for (int k = 0; k < 5; ++k)
            test_range(g, at, range[k][0], range[k][1], reach, found);
    }
    return true;
}

bool ss_grid_find(ss_grid *g, double reach, ss_candidates *found)
{
    for (size_t z = 0; z < g->size[2]; ++z)
        for (size_t y = 0; y < g->size[1]; ++y)
            if (!find_row(g, y, z, reach, found))
                return false;
    return true;
}

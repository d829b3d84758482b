/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect.h"

#include "problems/detect_candidates.h"
#include "problems/vec3.h"

#include <float.h>
#include <string.h>

/* The skin, in harmonic mean radii (few giants or dwarfs count little): the list lasts until some
 * centre has moved half of it. Chosen so that a list is about as long as there are contacts, 3.5
 * pairs a ball in a settled bed with 2.4 contacts, and serves a falling ball for some steps. */
static const double skin_in_radii = 0.2;

/* Of the largest reach: 1e5 times what a distance of spheres may lose to rounding. That of a wall
 * loses with the size of the coordinates. */
static const double rounding = 1e-10;

enum { MAX_KEPT_WALLS = 8 };

struct ss_detector {
    size_t n;
    ss_cell_grid *grid;
    ss_cell_hash *hash;     /* made when it is first needed */
    ss_candidates unsorted; /* of the last list */
    /* The list: pairs with gap <= reach when the centres were at x. */
    bool valid;
    double reach, largest_radius, extent, margin; /* extent: largest coordinate; margin: last */
    double *x, *radius;                           /* 3 n, n */
    ss_wall walls[MAX_KEPT_WALLS];
    size_t n_bodies, n_walls;
    uint32_t *row;          /* n + 2: the pairs of body i are */
    uint32_t *list;         /* list[row[i]] to list[row[i + 1] - 1]: their j, ascending */
    uint32_t *row_j, *by_j; /* the same by j, while the list is being made */
    size_t list_room, j_room;
    ss_near_pair *found;
    size_t n_found, capacity;
};

void ss_detector_free(ss_detector *d)
{
    if (d == NULL)
        return;
    ss_cell_grid_free(d->grid);
    ss_cell_hash_free(d->hash);
    free(d->unsorted.pair);
    free(d->x);
    free(d->radius);
    free(d->row);
    free(d->list);
    free(d->row_j);
    free(d->by_j);
    free(d->found);
    free(d);
}

ss_detector *ss_detector_create(size_t n, ss_error *error)
{
    ss_detector *const d = calloc(1, sizeof *d);
    if (d != NULL) {
        d->n = n;
        d->grid = ss_cell_grid_create(n);
        d->x = malloc((3 * n + 1) * sizeof *d->x);
        d->radius = malloc((n + 1) * sizeof *d->radius);
        d->row = malloc((n + 2) * sizeof *d->row);
        if (d->grid && d->x && d->radius && d->row)
            return d;
    }
    ss_detector_free(d);
    ss_error_set(error, SS_ERROR_MEMORY, "no memory to detect the contacts of %zu bodies", n);
    return NULL;
}

/* Whether every pair with gap <= margin is in the list: no centre has moved by more than half of
 * what the list has to spare. NaN has moved too far. */
static bool list_serves(const ss_detector *d, const ss_bodies *bodies, const ss_wall *walls,
                        size_t n_walls, double margin)
{
    const double widest = 2.0 * d->largest_radius + d->reach;
    const double half =
        0.5 * (d->reach - margin - rounding * widest) - 16.0 * DBL_EPSILON * d->extent;
    if (!d->valid || d->n_bodies != bodies->n || d->n_walls != n_walls || !(half > 0.0) ||
        (n_walls > 0 && memcmp(d->walls, walls, n_walls * sizeof *walls) != 0) ||
        memcmp(d->radius, bodies->radius, bodies->n * sizeof *d->radius) != 0)
        return false;
    bool all = true;
    for (size_t b = 0; b < bodies->n; ++b) {
        const double *const x = bodies->x + 3 * b, *const before = d->x + 3 * b;
        const double moved[3] = {x[0] - before[0], x[1] - before[1], x[2] - before[2]};
        all &= moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2] <= half * half;
    }
    return all;
}

static double wall_gap(const ss_bodies *bodies, size_t b, const ss_wall *wall)
{
    return ss_dot(wall->normal, bodies->x + 3 * b) - wall->offset - bodies->radius[b];
}

static bool find_walls(ss_detector *d, const ss_bodies *bodies, const ss_wall *walls,
                       size_t n_walls)
{
    for (size_t w = 0; w < n_walls; ++w) {
        const ss_wall wall = walls[w];
        if (!ss_candidates_reserve(&d->unsorted, bodies->n + 1))
            return false;
        ss_candidate *end = d->unsorted.pair + d->unsorted.n;
        for (size_t b = 0; b < bodies->n; ++b) { /* no branch: it could not be foretold */
            *end = (ss_candidate){(uint32_t)b, (uint32_t)(bodies->n + w)};
            end += wall_gap(bodies, b, &wall) <= d->reach;
        }
        d->unsorted.n = (size_t)(end - d->unsorted.pair);
    }
    return true;
}

static bool find_spheres(ss_detector *d, const ss_bodies *bodies)
{
    if (ss_cell_grid_fill(d->grid, bodies, d->reach))
        return ss_cell_grid_find(d->grid, d->reach, &d->unsorted);
    if (d->hash == NULL)
        d->hash = ss_cell_hash_create(d->n);
    return d->hash != NULL && ss_cell_hash_find(d->hash, bodies, d->reach, &d->unsorted);
}

static bool reserve_list(ss_detector *d, size_t n_pairs, size_t n_j)
{
    if (n_pairs >= UINT32_MAX || n_j >= UINT32_MAX) /* rows and names have 32 bits */
        return false;
    if (n_pairs > d->list_room || d->list == NULL) {
        free(d->list);
        free(d->by_j);
        d->list_room = n_pairs + n_pairs / 4 + 16;
        d->list = malloc(d->list_room * sizeof *d->list);
        d->by_j = malloc(d->list_room * sizeof *d->by_j);
    }
    if (n_j > d->j_room || d->row_j == NULL) {
        free(d->row_j);
        d->j_room = n_j;
        d->row_j = malloc((n_j + 2) * sizeof *d->row_j);
    }
    if (d->list != NULL && d->by_j != NULL && d->row_j != NULL)
        return true;
    d->list_room = d->j_room = 0;
    return false;
}

static uint32_t lesser(ss_candidate pair)
{
    return pair.a < pair.b ? pair.a : pair.b;
}

static uint32_t greater(ss_candidate pair)
{
    return pair.a < pair.b ? pair.b : pair.a;
}

/* The pairs ordered by (i, j): a counting sort by j, then one by i, which keeps that order. */
static bool sort_list(ss_detector *d, size_t n, size_t n_walls)
{
    const ss_candidates *const c = &d->unsorted;
    if (!reserve_list(d, c->n, n + n_walls))
        return false;
    uint32_t *const end = d->row + 1, *const end_j = d->row_j + 1; /* of rows being filled */
    memset(d->row, 0, (n + 2) * sizeof *d->row);
    memset(d->row_j, 0, (n + n_walls + 2) * sizeof *d->row_j);
    for (size_t k = 0; k < c->n; ++k) {
        ++d->row[lesser(c->pair[k]) + 2];
        ++d->row_j[greater(c->pair[k]) + 2];
    }
    for (size_t b = 0; b < n; ++b)
        d->row[b + 2] += d->row[b + 1];
    for (size_t b = 0; b < n + n_walls; ++b)
        d->row_j[b + 2] += d->row_j[b + 1];
    for (size_t k = 0; k < c->n; ++k)
        d->by_j[end_j[greater(c->pair[k])]++] = lesser(c->pair[k]);
    for (size_t j = 0; j < n + n_walls; ++j)
        for (uint32_t k = d->row_j[j]; k < d->row_j[j + 1]; ++k)
            d->list[end[d->by_j[k]]++] = (uint32_t)j;
    return true;
}

/* fmax, inline; NaN is never the larger. */
static double larger(double a, double b)
{
    return b > a ? b : a;
}

/* Remember where things were; the bounds of list_serves. */
static void remember(ss_detector *d, const ss_bodies *bodies, const ss_wall *walls, size_t n_walls)
{
    d->n_bodies = bodies->n;
    d->n_walls = n_walls;
    d->valid = n_walls <= MAX_KEPT_WALLS;
    d->largest_radius = d->extent = 0.0;
    for (size_t w = 0; w < n_walls && d->valid; ++w) {
        d->walls[w] = walls[w];
        d->extent = larger(d->extent, fabs(walls[w].offset));
    }
    for (size_t b = 0; b < bodies->n; ++b)
        d->largest_radius = larger(d->largest_radius, bodies->radius[b]);
    for (size_t k = 0; k < 3 * bodies->n; ++k)
        d->extent = larger(d->extent, fabs(bodies->x[k]));
    memcpy(d->x, bodies->x, 3 * bodies->n * sizeof *d->x);
    memcpy(d->radius, bodies->radius, bodies->n * sizeof *d->radius);
}

static bool make_list(ss_detector *d, const ss_bodies *bodies, const ss_wall *walls, size_t n_walls,
                      double margin)
{
    double inverse_radii = 0.0;
    for (size_t b = 0; b < bodies->n; ++b)
        inverse_radii += 1.0 / bodies->radius[b];
    d->valid = false;
    d->reach = fmax(margin, d->margin) + skin_in_radii * (double)bodies->n / inverse_radii;
    if (!(d->reach >= margin)) /* no bodies, or radii that are no numbers */
        d->reach = margin;
    d->unsorted.n = 0;
    if (!find_spheres(d, bodies) || !find_walls(d, bodies, walls, n_walls) ||
        !sort_list(d, bodies->n, n_walls))
        return false;
    remember(d, bodies, walls, n_walls);
    return true;
}

static bool append(ss_detector *d, const ss_near_pair *pair)
{
    if (d->n_found == d->capacity) {
        const size_t capacity = d->capacity + d->capacity / 2 + 16;
        ss_near_pair *const found = realloc(d->found, capacity * sizeof *found);
        if (found == NULL)
            return false;
        d->found = found;
        d->capacity = capacity;
    }
    d->found[d->n_found++] = *pair;
    return true;
}

static bool test_spheres(ss_detector *d, const ss_bodies *bodies, size_t i, size_t j, double margin)
{
    ss_near_pair pair = {.i = i, .j = j};
    ss_sub3(pair.n, bodies->x + 3 * i, bodies->x + 3 * j);
    const double reach = bodies->radius[i] + bodies->radius[j];
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

static bool test_wall(ss_detector *d, const ss_bodies *bodies, size_t i, size_t j,
                      const ss_wall *wall, double margin)
{
    ss_near_pair pair = {.i = i, .j = j, .gap = wall_gap(bodies, i, wall)};
    ss_copy3(pair.n, wall->normal);
    return !(pair.gap <= margin) || append(d, &pair);
}

bool ss_detect(ss_detector *d, const ss_bodies *bodies, const ss_wall *walls, size_t n_walls,
               double margin, const ss_near_pair **pairs, size_t *n_pairs, ss_error *error)
{
    const size_t n = bodies->n;
    bool stored = list_serves(d, bodies, walls, n_walls, margin) ||
                  make_list(d, bodies, walls, n_walls, margin);
    d->margin = margin;
    d->n_found = 0;
    for (size_t i = 0; i < n && stored; ++i)
        for (uint32_t k = d->row[i]; k < d->row[i + 1] && stored; ++k) {
            const size_t j = d->list[k];
            stored = j < n ? test_spheres(d, bodies, i, j, margin)
                           : test_wall(d, bodies, i, j, &walls[j - n], margin);
        }
    if (!stored)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu contacts", d->n_found);
    *pairs = d->found;
    *n_pairs = d->n_found;
    return true;
}

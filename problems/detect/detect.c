/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"

#include "problems/detect/candidates.h"
#include "problems/contact/vec3.h"

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
    ss_candidates unsorted; /* while a list is being made; then the names of what was found */
    /* The list: pairs with gap <= reach when the centres were at x. */
    bool valid;
    double reach, largest_radius, extent, margin; /* extent: largest coordinate; margin: last */
    double *x, *radius;                           /* 3 n, n */
    ss_wall walls[MAX_KEPT_WALLS];
    size_t n_bodies, n_walls;
    uint32_t *row;  /* n + 2: the pairs of body i are */
    uint32_t *list; /* list[row[i]] to list[row[i + 1] - 1]: their j, ascending */
    size_t list_room;
    size_t n_found;
    ss_near_pair *whole; /* what was found, once it is asked for */
    size_t whole_room;
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
    free(d->whole);
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
        ss_pair *end = d->unsorted.pair + d->unsorted.n;
        for (size_t b = 0; b < bodies->n; ++b) { /* no branch: it could not be foretold */
            *end = (ss_pair){(uint32_t)b, (uint32_t)(bodies->n + w)};
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

static bool reserve_list(ss_detector *d, size_t n_pairs)
{
    if (n_pairs <= d->list_room && d->list != NULL)
        return true;
    free(d->list);
    d->list_room = ss_memory_room(n_pairs);
    d->list = malloc(d->list_room * sizeof *d->list);
    if (d->list == NULL)
        d->list_room = 0;
    return d->list != NULL;
}

static uint32_t lesser(ss_pair pair)
{
    return pair.a < pair.b ? pair.a : pair.b;
}

static uint32_t greater(ss_pair pair)
{
    return pair.a < pair.b ? pair.b : pair.a;
}

/* The pairs ordered by (i, j): a counting sort by j, then one by i, which keeps that order. by_j
 * has room for all i, row_j (all zero) for n_j + 2 rows. */
static void sort_by_both(ss_detector *d, size_t n, size_t n_j, uint32_t *by_j, uint32_t *row_j)
{
    const ss_candidates *const c = &d->unsorted;
    uint32_t *const end = d->row + 1, *const end_j = row_j + 1; /* of rows being filled */
    memset(d->row, 0, (n + 2) * sizeof *d->row);
    for (size_t k = 0; k < c->n; ++k) {
        ++d->row[lesser(c->pair[k]) + 2];
        ++row_j[greater(c->pair[k]) + 2];
    }
    for (size_t b = 0; b < n; ++b)
        d->row[b + 2] += d->row[b + 1];
    for (size_t b = 0; b < n_j; ++b)
        row_j[b + 2] += row_j[b + 1];
    for (size_t k = 0; k < c->n; ++k)
        by_j[end_j[greater(c->pair[k])]++] = lesser(c->pair[k]);
    for (size_t j = 0; j < n_j; ++j)
        for (uint32_t k = row_j[j]; k < row_j[j + 1]; ++k)
            d->list[end[by_j[k]]++] = (uint32_t)j;
}

static bool sort_list(ss_detector *d, size_t n, size_t n_walls)
{
    const size_t n_pairs = d->unsorted.n, n_j = n + n_walls;
    if (n_pairs >= UINT32_MAX || n_j >= UINT32_MAX || /* rows and names have 32 bits */
        !reserve_list(d, n_pairs))
        return false;
    uint32_t *const by_j = malloc((n_pairs + 1) * sizeof *by_j);
    uint32_t *const row_j = calloc(n_j + 2, sizeof *row_j);
    const bool room = by_j != NULL && row_j != NULL;
    if (room)
        sort_by_both(d, n, n_j, by_j, row_j);
    free(by_j);
    free(row_j);
    return room;
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

static ss_near_pair pair_of_spheres(const ss_bodies *bodies, size_t i, size_t j)
{
    ss_near_pair pair = {.i = i, .j = j};
    ss_sub3(pair.n, bodies->x + 3 * i, bodies->x + 3 * j);
    const double distance = sqrt(ss_dot(pair.n, pair.n));
    pair.gap = distance - (bodies->radius[i] + bodies->radius[j]);
    for (int k = 0; k < 3; ++k) /* concentric spheres have no normal: take x */
        pair.n[k] = distance > 0.0 ? pair.n[k] / distance : (double)(k == 0);
    return pair;
}

ss_near_pair ss_near_pair_of(const ss_bodies *bodies, const ss_wall *walls, ss_pair name)
{
    if (name.b < bodies->n)
        return pair_of_spheres(bodies, name.a, name.b);
    const ss_wall *const wall = &walls[name.b - bodies->n];
    ss_near_pair pair = {.i = name.a, .j = name.b, .gap = wall_gap(bodies, name.a, wall)};
    ss_copy3(pair.n, wall->normal);
    return pair;
}

static bool near_spheres(const ss_bodies *bodies, size_t i, size_t j, double margin)
{
    double apart[3];
    ss_sub3(apart, bodies->x + 3 * i, bodies->x + 3 * j);
    const double reach = bodies->radius[i] + bodies->radius[j];
    const double distance2 = ss_dot(apart, apart);
    return !(distance2 > (reach + margin) * (reach + margin)) &&
           !(sqrt(distance2) - reach > margin);
}

bool ss_detect_names(ss_detector *d, const ss_bodies *bodies, const ss_wall *walls, size_t n_walls,
                     double margin, const ss_pair **names, size_t *n_names, ss_error *error)
{
    const size_t n = bodies->n;
    const bool listed = list_serves(d, bodies, walls, n_walls, margin) ||
                        make_list(d, bodies, walls, n_walls, margin);
    d->margin = margin;
    d->n_found = 0;
    if (!listed)
        return ss_error_set(error, SS_ERROR_MEMORY,
                            "no memory to detect the contacts of %zu bodies", n);
    ss_pair *const found = d->unsorted.pair; /* room for all of the list */
    for (size_t i = 0; i < n; ++i)
        for (uint32_t k = d->row[i]; k < d->row[i + 1]; ++k) {
            const size_t j = d->list[k];
            if (j < n ? near_spheres(bodies, i, j, margin)
                      : wall_gap(bodies, i, &walls[j - n]) <= margin)
                found[d->n_found++] = (ss_pair){(uint32_t)i, (uint32_t)j};
        }
    *names = found;
    *n_names = d->n_found;
    return true;
}

bool ss_detect(ss_detector *d, const ss_bodies *bodies, const ss_wall *walls, size_t n_walls,
               double margin, const ss_near_pair **pairs, size_t *n_pairs, ss_error *error)
{
    const ss_pair *names = NULL;
    size_t n = 0;
    if (!ss_detect_names(d, bodies, walls, n_walls, margin, &names, &n, error))
        return false;
    if (n > d->whole_room || d->whole == NULL) {
        free(d->whole);
        d->whole_room = ss_memory_room(n);
        d->whole = malloc(d->whole_room * sizeof *d->whole);
        if (d->whole == NULL) {
            d->whole_room = 0;
            return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu contacts", n);
        }
    }
    for (size_t k = 0; k < n; ++k)
        d->whole[k] = ss_near_pair_of(bodies, walls, names[k]);
    *pairs = d->whole;
    *n_pairs = n;
    return true;
}

ss_memory ss_detector_memory(const ss_detector *d)
{
    const size_t per_body = 3 * sizeof *d->x + sizeof *d->radius + sizeof *d->row;
    return (ss_memory){
        .contacts = d->unsorted.capacity * sizeof *d->unsorted.pair +
                    d->list_room * sizeof *d->list + d->whole_room * sizeof *d->whole,
        .bodies = d->n * per_body + ss_cell_grid_bytes(d->grid) + ss_cell_hash_bytes(d->hash)};
}

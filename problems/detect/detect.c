/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"

#include "problems/base/memory.h"
#include "problems/detect/names.h"
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

enum { WALL_AT_ONCE = 256 }; /* bodies that are compared with a wall */

/* Invariant while `valid`: the list has every pair, of which one can move, whose gap was <=
 * reach when the centres were at x, once, a < b, ascending. gap[k] belongs to list.pair[k]. */
struct ss_detector {
    size_t n;           /* bodies that there is room for */
    ss_cell_grid *grid; /* owned */
    ss_cell_hash *hash; /* made when it is first needed */
    /* The list: pairs with gap <= reach when the centres were at x, a < b, ordered by (a, b). */
    ss_candidates list;
    bool valid, gaps_known;
    int16_t *gap;  /* of the pairs, where the centres were at x; once they are known */
    double moved;  /* how far a centre has come from x since, at most */
    double turned; /* bodies->turned then, rad */
    double reach, largest_radius, extent, margin; /* extent: largest coordinate; margin: last */
    double *x, *radius;                           /* 3 n, n, one after the other: a search's room */
    uint32_t *shape, *row;                        /* n, n + 2: scratch for the order of pairs */
    size_t n_bodies, n_moving, n_balls;           /* n_balls: bodies before the first other shape */
    bool only_planes;                             /* besides those balls: a pair has one name */
    size_t n_lists, n_looked;                     /* as in ss_detector_work */
    ss_contact_name *names;                       /* what was found */
    size_t names_room; /* of `names`, which lend their memory to the sort */
};

void ss_detector_free(ss_detector *d)
{
    if (d == NULL)
        return;
    ss_cell_grid_free(d->grid);
    ss_cell_hash_free(d->hash);
    ss_candidates_release(&d->list);
    free(d->gap);
    free(d->x);
    free(d->shape);
    free(d->row);
    free(d->names);
    free(d);
}

ss_detector *ss_detector_create(size_t n, ss_error *error)
{
    ss_detector *const d = calloc(1, sizeof *d);
    if (d != NULL) {
        d->n = n;
        d->grid = ss_cell_grid_create(n);
        d->x = malloc((n + SS_SEARCH_AHEAD) * SS_SEARCH_BYTES);
        d->shape = malloc((n + SS_SEARCH_AHEAD) * sizeof *d->shape);
        d->row = malloc((n + SS_SEARCH_AHEAD) * sizeof *d->row);
        if (d->grid && d->x && d->shape && d->row) {
            d->radius = d->x + 3 * n;
            return d;
        }
    }
    ss_detector_free(d);
    ss_error_set(error, SS_ERROR_MEMORY, "no memory to detect the contacts of %zu bodies", n);
    return NULL;
}

/* fmax, inline; NaN is never the larger. */
static double larger(double a, double b)
{
    return b > a ? b : a;
}

/* True when every pair with gap <= margin is in the list: no centre has moved by more than half of
 * what the list has to spare, against the last given body: a shaken vessel carries all that is in
 * it. NaN has moved too far. */
static bool list_serves(ss_detector *d, const ss_bodies *bodies, double margin)
{
    const size_t n = bodies->n;
    const double widest = 2.0 * d->largest_radius + d->reach; /* m, of all distances compared */
    /* of a wall that turns: no body is farther from its centre than the box of all is long */
    const double swept = 2.0 * sqrt(3.0) * d->extent * (bodies->turned - d->turned);
    const double half =
        0.5 * (d->reach - margin - rounding * widest - swept) - 16.0 * DBL_EPSILON * d->extent;
    double carried[3] = {0.0, 0.0, 0.0}; /* m, by the last given body */
    if (!d->valid || d->n_bodies != n || d->n_moving != bodies->n_moving || !(half > 0.0) ||
        memcmp(d->shape, bodies->shape, n * sizeof *d->shape) != 0 ||
        memcmp(d->radius, bodies->radius, n * sizeof *d->radius) != 0)
        return false;
    if (n > bodies->n_moving)
        ss_sub3(carried, bodies->x + 3 * (n - 1), d->x + 3 * (n - 1));
    bool all = true;
    double most = 0.0;
    for (size_t b = 0; b < n; ++b) {
        const double *const x = bodies->x + 3 * b, *const before = d->x + 3 * b;
        const double moved[3] = {x[0] - before[0] - carried[0], x[1] - before[1] - carried[1],
                                 x[2] - before[2] - carried[2]};
        const double moved2 = ss_dot(moved, moved);
        all &= moved2 <= half * half;
        most = larger(most, moved2);
    }
    d->moved = sqrt(most) + 0.5 * swept;
    return all;
}

/* Add those of the n bodies from `first` that are near wall w, which has no bound: by the balls
 * around them. There is room for n more pairs and one. */
static void find_wall(ss_detector *d, const ss_bodies *bodies, size_t w, size_t first, size_t n)
{
    const double *const radius = bodies->radius + first;
    double clearance[WALL_AT_ONCE];
    ss_bodies_shape(bodies, w)->kind->clearance(clearance, ss_bodies_record(bodies, w),
                                                bodies->x + 3 * w, bodies->x + 3 * first, n);
    ss_candidate *end = d->list.pair + d->list.n;
    for (size_t b = 0; b < n; ++b) { /* no branch: it could not be foretold */
        *end = (ss_candidate){(uint32_t)(first + b), (uint32_t)w};
        end += (clearance[b] - radius[b] <= d->reach) & (radius[b] < INFINITY);
    }
    d->list.n = (size_t)(end - d->list.pair);
    d->list.distances += n;
}

/* Bodies part by part, so that they are read once for all walls. */
static bool find_walls(ss_detector *d, const ss_bodies *bodies)
{
    size_t n_walls = 0, wall = 0;
    for (size_t w = bodies->n; w-- > 0;)
        if (bodies->radius[w] == INFINITY) {
            wall = w;
            ++n_walls;
        }
    for (size_t first = 0; n_walls > 0 && first < bodies->n; first += WALL_AT_ONCE) {
        if (!ss_candidates_reserve(&d->list, n_walls * WALL_AT_ONCE + 1))
            return false;
        for (size_t w = wall; w < bodies->n; ++w) {
            const size_t most = w < bodies->n_moving ? bodies->n : bodies->n_moving;
            if (bodies->radius[w] == INFINITY && first < most)
                find_wall(d, bodies, w, first,
                          most - first < WALL_AT_ONCE ? most - first : WALL_AT_ONCE);
        }
    }
    return true;
}

static bool find_bounded(ss_detector *d, const ss_bodies *bodies)
{
    if (ss_cell_grid_fill(d->grid, bodies, d->reach, d->x)) /* the last list is gone */
        return ss_cell_grid_find(d->grid, d->reach, &d->list);
    if (d->hash == NULL)
        d->hash = ss_cell_hash_create(d->n);
    return d->hash != NULL && ss_cell_hash_find(d->hash, bodies, d->reach, d->x, &d->list);
}

/* Turn the numbers of pairs of body b, at row[b + 2], into where they begin, at row[b + 1]. */
static void add_up(uint32_t *row, size_t n)
{
    for (size_t b = 0; b < n; ++b)
        row[b + 2] += row[b + 1];
}

static bool reserve_names(ss_detector *d, size_t most, ss_error *error)
{
    if (most <= d->names_room)
        return true;
    ss_contact_name *const names = realloc(d->names, ss_memory_room(most) * sizeof *names);
    if (names == NULL)
        return ss_error_memory(error, "%zu contacts", most);
    d->names = names;
    d->names_room = ss_memory_room(most);
    return true;
}

/* Put every pair in order, a < b, drop those of given bodies, and count the rest: those of a at
 * row_a[a + 2], those of b at row_b[b + 2]. */
static void order_pairs(ss_candidates *c, size_t n_moving, uint32_t *row_a, uint32_t *row_b)
{
    size_t n = 0;
    for (size_t k = 0; k < c->n; ++k) {
        const ss_candidate pair = c->pair[k];
        const uint32_t a = pair.a < pair.b ? pair.a : pair.b, b = pair.a ^ pair.b ^ a;
        const uint32_t kept = a < n_moving;
        c->pair[n] = (ss_candidate){a, b};
        n += kept;
        row_a[a + 2] += kept;
        row_b[b + 2] += kept;
    }
    c->n = n;
}

/* The pairs ordered by (a, b): a counting sort by b, then one by a, which keeps that order.
 * `other` has room for all. */
static void sort_by_both(ss_candidates *c, ss_candidate *other, uint32_t *row_a, uint32_t *row_b,
                         const ss_bodies *bodies)
{
    const size_t n = bodies->n;
    uint32_t *const end_a = row_a + 1, *const end_b = row_b + 1; /* of rows being filled */
    memset(row_a, 0, (n + 2) * sizeof *row_a);
    memset(row_b, 0, (n + 2) * sizeof *row_b);
    order_pairs(c, bodies->n_moving, row_a, row_b);
    add_up(row_a, n);
    add_up(row_b, n);
    for (size_t k = 0; k < c->n; ++k)
        other[end_b[c->pair[k].b]++] = c->pair[k];
    for (size_t k = 0; k < c->n; ++k)
        c->pair[end_a[other[k].a]++] = other[k];
}

/* The names, which a new list makes void, lend their memory. */
static bool sort_list(ss_detector *d, const ss_bodies *bodies, ss_error *error)
{
    const size_t bytes = d->list.n * sizeof(ss_candidate);
    if (d->list.n >= UINT32_MAX || bodies->n >= UINT32_MAX) /* rows and names have 32 bits */
        return ss_error_memory(error, "%zu near pairs", d->list.n);
    if (!reserve_names(d, bytes / sizeof *d->names + 1, error))
        return false;
    sort_by_both(&d->list, (ss_candidate *)(void *)d->names, d->row, d->shape, bodies);
    return true;
}

/* Remember where things were; the bounds of list_serves. */
static void remember(ss_detector *d, const ss_bodies *bodies)
{
    const size_t n = bodies->n;
    d->n_bodies = n;
    d->n_moving = bodies->n_moving;
    d->gaps_known = false;
    d->moved = 0.0;
    d->turned = bodies->turned;
    ++d->n_lists;
    double largest = 0.0;
    for (size_t b = 0; b < n; ++b)
        largest = larger(largest, bodies->radius[b] == INFINITY ? 0.0 : bodies->radius[b]);
    d->largest_radius = largest;
    double extent[3] = {0.0, 0.0, 0.0}; /* three, that none waits for another */
    for (size_t k = 0; k < 3 * n; k += 3)
        for (size_t i = 0; i < 3; ++i)
            extent[i] = larger(extent[i], fabs(bodies->x[k + i]));
    d->extent = larger(larger(extent[0], extent[1]), extent[2]);
    memcpy(d->x, bodies->x, 3 * n * sizeof *d->x);
    memcpy(d->radius, bodies->radius, n * sizeof *d->radius);
    memcpy(d->shape, bodies->shape, n * sizeof *d->shape);
    d->n_balls = 0;
    while (d->n_balls < n && ss_bodies_shape(bodies, d->n_balls)->geometry == SS_SHAPE_ball)
        ++d->n_balls;
    d->only_planes = true;
    for (size_t b = d->n_balls; b < n; ++b)
        d->only_planes &= ss_bodies_shape(bodies, b)->geometry == SS_SHAPE_plane;
}

/* The reach of the list: margin and skin. */
static double reach_of(const ss_detector *d, const ss_bodies *bodies, double margin)
{
    double inverse_radii = 0.0, n = 0.0;
    for (size_t b = 0; b < bodies->n; ++b) {
        inverse_radii += 1.0 / bodies->radius[b]; /* 0 for a wall */
        n += bodies->radius[b] != INFINITY;
    }
    const double reach = fmax(margin, d->margin) + skin_in_radii * n / inverse_radii;
    return reach >= margin ? reach : margin; /* no bodies, or radii that are no numbers */
}

/* All pairs of the list must have a geometry. */
static bool check_pairs(const ss_detector *d, const ss_bodies *bodies, ss_error *error)
{
    for (size_t k = 0; k < d->list.n; ++k) {
        const ss_candidate pair = d->list.pair[k];
        const ss_shape *const of_a = ss_bodies_shape(bodies, pair.a);
        const ss_shape *const of_b = ss_bodies_shape(bodies, pair.b);
        if (pair.b >= d->n_balls && !ss_touch_known(of_a, of_b))
            return ss_error_set(error, SS_ERROR_USAGE,
                                "body %u is a %s and body %u a %s: no contact is known "
                                "between these shapes (detect/pairs.def)",
                                pair.a, of_a->kind->name, pair.b, of_b->kind->name);
    }
    return true;
}

static bool reserve_gaps(ss_detector *d, ss_error *error)
{
    int16_t *const gap = realloc(d->gap, (d->list.capacity + 1) * sizeof *gap);
    if (gap == NULL)
        return ss_error_memory(error, "%zu near pairs", d->list.n);
    d->gap = gap;
    return true;
}

static bool make_list(ss_detector *d, const ss_bodies *bodies, double margin, ss_error *error)
{
    d->valid = false;
    d->reach = reach_of(d, bodies, margin);
    d->list.n = 0;
    if (!find_bounded(d, bodies) || !find_walls(d, bodies))
        return ss_error_set(error, SS_ERROR_MEMORY,
                            "no memory to detect the contacts of %zu bodies", bodies->n);
    if (!sort_list(d, bodies, error))
        return false;
    ss_candidates_trim(&d->list);
    remember(d, bodies);
    d->valid = d->only_planes ? reserve_gaps(d, error) : check_pairs(d, bodies, error);
    return d->valid;
}

/* A whole number in the range of those that gaps are kept in; NaN is the least. */
static int whole(double x)
{
    return (int)fmin(fmax(x, INT16_MIN), INT16_MAX);
}

/* The way to name the pairs of the list: by bounds of their gaps since they were measured. */
static ss_naming naming_of(const ss_detector *d, const ss_bodies *bodies, double margin)
{
    const double units = INT16_MAX / d->reach; /* a metre; a pair of the list fits */
    /* The most that a gap can have changed since it was measured: both centres by `moved`, and what
     * rounding does to a distance and to the coordinates. One unit more for the fraction that
     * in_units cuts off. */
    const double most = 2.0 * d->moved + rounding * (2.0 * d->largest_radius + d->reach) +
                        32.0 * DBL_EPSILON * d->extent;
    return (ss_naming){.bodies = bodies,
                       .margin = margin,
                       .n_balls = d->n_balls,
                       .only_planes = d->only_planes,
                       .known = d->gaps_known,
                       .units = units,
                       .sure = whole(floor((margin - most) * units) - 1.0),
                       .never = whole(ceil((margin + most) * units) + 1.0)};
}

/* Name the contacts, *n_names of them, 0 before; few pairs have several, so room grows by parts. */
static bool name_contacts(ss_detector *d, const ss_bodies *bodies, double margin, size_t *n_names,
                          ss_error *error)
{
    const size_t names_a_pair = d->only_planes ? 1 : SS_MAX_TOUCH;
    const size_t at_once = d->only_planes ? SS_NAMES_AT_ONCE : SS_NAMES_AT_ONCE / 4;
    ss_naming how = naming_of(d, bodies, margin);
    bool room = reserve_names(d, 1, error);
    for (size_t k = 0; room && k < d->list.n; k += at_once) {
        const size_t left = d->list.n - k, n = left < at_once ? left : at_once;
        int16_t *const gap = d->only_planes ? d->gap + k : NULL;
        room = reserve_names(d, *n_names + names_a_pair * n, error);
        if (room)
            *n_names = (size_t)(ss_names_of(d->names + *n_names, &how, d->list.pair + k, gap, n) -
                                d->names);
    }
    d->valid = room; /* or some gaps are not known */
    d->gaps_known = true;
    d->n_looked += how.n_looked;
    return room;
}

/* Keep the names of bodies that are in the scene, of which one at least can move and is no ghost;
 * returns how many. */
static size_t drop_idle(ss_contact_name *names, size_t n, const ss_bodies *bodies)
{
    size_t kept = 0;
    for (size_t k = 0; k < n; ++k) {
        const size_t a = names[k].a, b = names[k].b;
        const bool ghost_a = bodies->ghost != NULL && bodies->ghost[a] != 0;
        const bool ghost_b = bodies->ghost != NULL && bodies->ghost[b] != 0;
        const bool parked = ss_bodies_is_parked(bodies, a) || ss_bodies_is_parked(bodies, b);
        if (!parked && !((ghost_a || ss_bodies_is_given(bodies, a)) &&
                         (ghost_b || ss_bodies_is_given(bodies, b))))
            names[kept++] = names[k];
    }
    return kept;
}

bool ss_detect(ss_detector *d, const ss_bodies *bodies, double margin,
               const ss_contact_name **names, size_t *n_names, ss_error *error)
{
    const bool listed = list_serves(d, bodies, margin) || make_list(d, bodies, margin, error);
    d->margin = margin;
    *n_names = 0;
    if (!listed || !name_contacts(d, bodies, margin, n_names, error))
        return false;
    if (bodies->parked != NULL || bodies->blocked != NULL || bodies->ghost != NULL)
        *n_names = drop_idle(d->names, *n_names, bodies);
    *names = d->names;
    return true;
}

ss_detector_work ss_detector_work_of(const ss_detector *d)
{
    return (ss_detector_work){d->n_lists, d->list.distances + d->n_looked, d->list.met};
}

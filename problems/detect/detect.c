/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/detect/detect.h"

#include "problems/base/memory.h"
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

struct ss_detector {
    size_t n;
    ss_cell_grid *grid;
    ss_cell_hash *hash;     /* made when it is first needed */
    ss_candidates unsorted; /* while a list is being made */
    /* The list: pairs with gap <= reach when the centres were at x. */
    bool valid;
    double reach, largest_radius, extent, margin; /* extent: largest coordinate; margin: last */
    double *x, *radius;                           /* 3 n, n */
    uint32_t *shape;                              /* n */
    size_t n_bodies, n_moving, n_balls;           /* n_balls: bodies before the first other shape */
    bool only_planes; /* besides those balls: a pair has one name at most */
    uint32_t *row;    /* n + 2: the pairs of body a are */
    uint32_t *list;   /* list[row[a]] to list[row[a + 1] - 1]: their b, ascending */
    size_t list_room, n_listed, n_lists, n_looked;
    ss_contact_name *names; /* what was found */
    size_t names_room;
};

void ss_detector_free(ss_detector *d)
{
    if (d == NULL)
        return;
    ss_cell_grid_free(d->grid);
    ss_cell_hash_free(d->hash);
    ss_candidates_release(&d->unsorted);
    free(d->x);
    free(d->radius);
    free(d->shape);
    free(d->row);
    free(d->list);
    free(d->names);
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
        d->shape = malloc((n + 1) * sizeof *d->shape);
        d->row = malloc((n + 2) * sizeof *d->row);
        if (d->grid && d->x && d->radius && d->shape && d->row)
            return d;
    }
    ss_detector_free(d);
    ss_error_set(error, SS_ERROR_MEMORY, "no memory to detect the contacts of %zu bodies", n);
    return NULL;
}

/* True when every pair with gap <= margin is in the list: no centre has moved by more than half of
 * what the list has to spare, against the last given body: a shaken vessel carries all that is in
 * it. NaN has moved too far. */
static bool list_serves(const ss_detector *d, const ss_bodies *bodies, double margin)
{
    const size_t n = bodies->n;
    const double widest = 2.0 * d->largest_radius + d->reach;
    const double half =
        0.5 * (d->reach - margin - rounding * widest) - 16.0 * DBL_EPSILON * d->extent;
    double carried[3] = {0.0, 0.0, 0.0};
    if (!d->valid || d->n_bodies != n || d->n_moving != bodies->n_moving || !(half > 0.0) ||
        memcmp(d->shape, bodies->shape, n * sizeof *d->shape) != 0 ||
        memcmp(d->radius, bodies->radius, n * sizeof *d->radius) != 0)
        return false;
    if (n > bodies->n_moving)
        ss_sub3(carried, bodies->x + 3 * (n - 1), d->x + 3 * (n - 1));
    bool all = true;
    for (size_t b = 0; b < n; ++b) {
        const double *const x = bodies->x + 3 * b, *const before = d->x + 3 * b;
        const double moved[3] = {x[0] - before[0] - carried[0], x[1] - before[1] - carried[1],
                                 x[2] - before[2] - carried[2]};
        all &= moved[0] * moved[0] + moved[1] * moved[1] + moved[2] * moved[2] <= half * half;
    }
    return all;
}

/* Add the bodies near wall w, which has no bound: by the balls around them. */
static bool find_wall(ss_detector *d, const ss_bodies *bodies, size_t w)
{
    const size_t n = w < bodies->n_moving ? bodies->n : bodies->n_moving;
    const double *const clearance = d->x; /* the last list is not needed any more */
    if (!ss_candidates_reserve(&d->unsorted, n + 1))
        return false;
    ss_bodies_shape(bodies, w)->kind->clearance(d->x, ss_bodies_record(bodies, w),
                                                bodies->x + 3 * w, bodies->x, n);
    ss_candidate *end = d->unsorted.pair + d->unsorted.n;
    for (size_t b = 0; b < n; ++b) { /* no branch: it could not be foretold */
        *end = (ss_candidate){(uint32_t)b, (uint32_t)w};
        end += (clearance[b] - bodies->radius[b] <= d->reach) & (bodies->radius[b] < INFINITY);
    }
    d->unsorted.n = (size_t)(end - d->unsorted.pair);
    d->unsorted.distances += n;
    return true;
}

static bool find_walls(ss_detector *d, const ss_bodies *bodies)
{
    bool found = true;
    for (size_t w = 0; found && w < bodies->n; ++w)
        found = bodies->radius[w] != INFINITY || find_wall(d, bodies, w);
    return found;
}

static bool find_bounded(ss_detector *d, const ss_bodies *bodies)
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

static uint32_t lesser(ss_candidate pair)
{
    return pair.a < pair.b ? pair.a : pair.b;
}

static uint32_t greater(ss_candidate pair)
{
    return pair.a < pair.b ? pair.b : pair.a;
}

/* Drop the pairs of given bodies. */
static void drop_given(ss_candidates *c, const ss_bodies *bodies)
{
    size_t n = 0;
    for (size_t k = 0; k < c->n; ++k) {
        c->pair[n] = c->pair[k];
        n += lesser(c->pair[k]) < bodies->n_moving;
    }
    c->n = n;
}

/* The pairs ordered by (a, b), a < b: a counting sort by b, then one by a, which keeps that order.
 * by_b has room for all a, row_b (all zero) for n + 2 rows. */
static void sort_by_both(ss_detector *d, size_t n, uint32_t *by_b, uint32_t *row_b)
{
    const ss_candidates *const c = &d->unsorted;
    uint32_t *const end = d->row + 1, *const end_b = row_b + 1; /* of rows being filled */
    memset(d->row, 0, (n + 2) * sizeof *d->row);
    for (size_t k = 0; k < c->n; ++k) {
        ++d->row[lesser(c->pair[k]) + 2];
        ++row_b[greater(c->pair[k]) + 2];
    }
    for (size_t b = 0; b < n; ++b) {
        d->row[b + 2] += d->row[b + 1];
        row_b[b + 2] += row_b[b + 1];
    }
    for (size_t k = 0; k < c->n; ++k)
        by_b[end_b[greater(c->pair[k])]++] = lesser(c->pair[k]);
    for (size_t b = 0; b < n; ++b)
        for (uint32_t k = row_b[b]; k < row_b[b + 1]; ++k)
            d->list[end[by_b[k]]++] = (uint32_t)b;
}

static bool sort_list(ss_detector *d, size_t n)
{
    const size_t n_pairs = d->unsorted.n;
    if (n_pairs >= UINT32_MAX || n >= UINT32_MAX || /* rows and names have 32 bits */
        !reserve_list(d, n_pairs))
        return false;
    uint32_t *const by_b = malloc((n_pairs + 1) * sizeof *by_b);
    uint32_t *const row_b = calloc(n + 2, sizeof *row_b);
    const bool room = by_b != NULL && row_b != NULL;
    if (room)
        sort_by_both(d, n, by_b, row_b);
    free(by_b);
    free(row_b);
    return room;
}

/* fmax, inline; NaN is never the larger. */
static double larger(double a, double b)
{
    return b > a ? b : a;
}

/* Remember where things were; the bounds of list_serves. */
static void remember(ss_detector *d, const ss_bodies *bodies)
{
    const size_t n = bodies->n;
    d->n_bodies = n;
    d->n_moving = bodies->n_moving;
    d->valid = true;
    ++d->n_lists;
    d->largest_radius = d->extent = 0.0;
    for (size_t b = 0; b < n; ++b)
        if (bodies->radius[b] != INFINITY)
            d->largest_radius = larger(d->largest_radius, bodies->radius[b]);
    for (size_t k = 0; k < 3 * n; ++k)
        d->extent = larger(d->extent, fabs(bodies->x[k]));
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
    for (size_t a = 0; a < bodies->n_moving; ++a)
        for (uint32_t k = d->row[a + 1]; k > d->row[a] && d->list[k - 1] >= d->n_balls; --k) {
            const ss_shape *const of_a = ss_bodies_shape(bodies, a);
            const ss_shape *const of_b = ss_bodies_shape(bodies, d->list[k - 1]);
            if (!ss_touch_known(of_a, of_b))
                return ss_error_set(error, SS_ERROR_USAGE,
                                    "body %zu is a %s and body %u a %s: no contact is known "
                                    "between these shapes (detect/pairs.def)",
                                    a, of_a->kind->name, d->list[k - 1], of_b->kind->name);
        }
    return true;
}

static bool make_list(ss_detector *d, const ss_bodies *bodies, double margin, ss_error *error)
{
    d->valid = false;
    d->reach = reach_of(d, bodies, margin);
    d->unsorted.n = 0;
    const bool found = ss_candidates_reserve(&d->unsorted, d->n_listed + d->n_listed / 8) &&
                       find_bounded(d, bodies) && find_walls(d, bodies);
    drop_given(&d->unsorted, bodies);
    if (!found || !sort_list(d, bodies->n))
        return ss_error_set(error, SS_ERROR_MEMORY,
                            "no memory to detect the contacts of %zu bodies", bodies->n);
    d->n_listed = d->unsorted.n;
    ss_candidates_release(&d->unsorted);
    remember(d, bodies);
    d->valid = check_pairs(d, bodies, error);
    return d->valid;
}

static bool reserve_names(ss_detector *d, size_t most, ss_error *error)
{
    if (most <= d->names_room)
        return true;
    ss_contact_name *const names = realloc(d->names, ss_memory_room(most) * sizeof *names);
    if (names == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for %zu contacts", most);
    d->names = names;
    d->names_room = ss_memory_room(most);
    return true;
}

/* To the bit what ss_touch_balls finds. */
static inline bool near_balls(const ss_bodies *bodies, size_t a, size_t b, double margin)
{
    double apart[3];
    ss_sub3(apart, bodies->x + 3 * a, bodies->x + 3 * b);
    const double reach = bodies->radius[a] + bodies->radius[b];
    const double distance2 = ss_dot(apart, apart);
    return !(distance2 > (reach + margin) * (reach + margin)) &&
           !(sqrt(distance2) - reach > margin);
}

/* To the bit what ss_touch_ball_plane finds. */
static inline bool near_plane(const ss_bodies *bodies, size_t a, size_t b, double margin)
{
    const ss_plane *const plane = ss_bodies_shape(bodies, b)->record;
    const double height = ss_plane_height(plane, bodies->x + 3 * b, bodies->x + 3 * a);
    return height - bodies->radius[a] <= margin;
}

/* Write the names of all touches of bodies a and b at `names`; returns where they end. */
static ss_contact_name *name_touches(ss_contact_name *names, const ss_bodies *bodies, size_t a,
                                     size_t b, double margin)
{
    ss_touch touch[SS_MAX_TOUCH];
    const size_t n = ss_touch_find(touch, bodies, a, b, margin);
    for (size_t k = 0; k < n; ++k)
        *names++ = (ss_contact_name){(uint32_t)a, (uint32_t)b, touch[k].feature};
    return names;
}

/* Write the names of all touches of body a at `name`: balls among balls and on planes without a
 * call, one name each; the rest by the function of their pair. Returns where they end. */
static ss_contact_name *name_row(ss_contact_name *name, const ss_detector *d,
                                 const ss_bodies *bodies, size_t a, double margin)
{
    const uint32_t *const end = d->list + d->row[a + 1];
    for (const uint32_t *pair = d->list + d->row[a]; pair < end; ++pair) {
        const size_t b = *pair;
        if (a >= d->n_balls ||
            (b >= d->n_balls && ss_bodies_shape(bodies, b)->geometry != SS_SHAPE_plane))
            name = name_touches(name, bodies, a, b, margin);
        else if (b < d->n_balls ? near_balls(bodies, a, b, margin)
                                : near_plane(bodies, a, b, margin))
            *name++ = (ss_contact_name){(uint32_t)a, (uint32_t)b, 0};
    }
    return name;
}

/* The same of bodies from `first` to before `end`; most have no row in a scene that falls. */
static ss_contact_name *name_rows(ss_contact_name *name, const ss_detector *d,
                                  const ss_bodies *bodies, size_t first, size_t end, double margin)
{
    for (size_t a = first; a < end; ++a)
        if (d->row[a] < d->row[a + 1])
            name = name_row(name, d, bodies, a, margin);
    return name;
}

/* Name the contacts, *n_names of them, 0 before; few pairs have several, so room grows by rows. */
static bool name_contacts(ss_detector *d, const ss_bodies *bodies, double margin, size_t *n_names,
                          ss_error *error)
{
    const size_t n_moving = bodies->n_moving, at_once = d->only_planes ? n_moving : 1;
    const size_t names_a_pair = d->only_planes ? 1 : SS_MAX_TOUCH;
    bool room = reserve_names(d, 1, error);
    for (size_t a = 0; room && a < n_moving; a += at_once) {
        room = reserve_names(d, *n_names + names_a_pair * (d->row[a + at_once] - d->row[a]), error);
        ss_contact_name *const name = d->names + *n_names;
        if (room)
            *n_names += (size_t)(name_rows(name, d, bodies, a, a + at_once, margin) - name);
    }
    d->n_looked += d->row[n_moving];
    return room;
}

/* Keep the names without a parked body; returns how many. */
static size_t drop_parked(ss_contact_name *names, size_t n, const ss_bodies *bodies)
{
    size_t kept = 0;
    for (size_t k = 0; k < n; ++k)
        if (!bodies->parked[names[k].a] && !bodies->parked[names[k].b])
            names[kept++] = names[k];
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
    if (bodies->parked != NULL)
        *n_names = drop_parked(d->names, *n_names, bodies);
    *names = d->names;
    return true;
}

ss_detector_work ss_detector_work_of(const ss_detector *d)
{
    return (ss_detector_work){d->n_lists, d->unsorted.distances + d->n_looked, d->unsorted.met};
}

/* Ghosts: which balls of others may touch own ones in the middle of the next step. Each rank tells
 * the box around its balls as they will be there; those of others that reach into it come.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/vec3.h"
#include "solvers/ranks/shared_scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A ball on its way: NUMBERS of eight bytes. */
typedef struct ghost {
    int64_t number;
    double x[3], v[6], radius, inv_mass, inv_inertia[3];
} ghost;

enum { NUMBERS = 15 };
_Static_assert(sizeof(ghost) == NUMBERS * sizeof(double), "it is sent as a row of doubles");

typedef struct box {
    double low[3], high[3]; /* m */
} box;

/* Ghosts that go and come. */
typedef struct exchange {
    box *boxes;                           /* owned; of all ranks */
    int *send, *send_at, *come, *come_at; /* owned by `send`; a rank: how many, and where */
    ghost *gone, *ghosts;                 /* owned */
    size_t n_gone, n_ghosts;
} exchange;

/* Centre of own ball b in the middle of the next step. */
static void place(double x[3], const ss_scene *own, size_t b)
{
    ss_copy3(x, own->bodies.x + 3 * b);
    ss_axpy(x, (1.0 - own->params.theta) * own->params.h, own->bodies.v + 6 * b);
}

/* Around own balls: their surfaces, the margin, and a millionth for what rounding may hide. */
static box find_box(const ss_shared_scene *s)
{
    box around = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    for (size_t b = 0; b < s->own.bodies.n_moving; ++b) {
        const double reach = (s->own.bodies.radius[b] + s->own.params.margin) * (1.0 + 1e-6);
        double x[3];
        place(x, &s->own, b);
        for (int k = 0; k < 3; ++k) {
            around.low[k] = fmin(around.low[k], x[k] - reach);
            around.high[k] = fmax(around.high[k], x[k] + reach);
        }
    }
    return around;
}

static bool meet(const box *a, const box *b)
{
    bool met = true;
    for (int k = 0; k < 3; ++k)
        met = met && a->low[k] <= b->high[k] && a->high[k] >= b->low[k];
    return met;
}

/* Is own ball b in the box, at least in part? */
static bool is_in(const ss_shared_scene *s, size_t b, const box *to)
{
    const double radius = s->own.bodies.radius[b];
    double x[3];
    place(x, &s->own, b);
    const box of_ball = {{x[0] - radius, x[1] - radius, x[2] - radius},
                         {x[0] + radius, x[1] + radius, x[2] + radius}};
    return meet(to, &of_ball);
}

static ghost ghost_of(const ss_shared_scene *s, size_t b)
{
    const ss_bodies *const bodies = &s->own.bodies;
    ghost g = {.number = s->first[s->team.rank] + (int64_t)b,
               .radius = bodies->radius[b],
               .inv_mass = bodies->inv_mass[b]};
    ss_copy3(g.x, bodies->x + 3 * b);
    memcpy(g.v, bodies->v + 6 * b, sizeof g.v);
    ss_copy3(g.inv_inertia, bodies->inv_inertia + 3 * b);
    return g;
}

/* The balls that go to each rank, in the order of their numbers: counted, and with `fill` taken. */
static void choose(exchange *e, const ss_shared_scene *s, bool fill)
{
    const box *const own = &e->boxes[s->team.rank];
    e->n_gone = 0;
    for (int k = 0; k < s->team.size; ++k) {
        const box *const to = &e->boxes[k];
        e->send_at[k] = (int)e->n_gone;
        const bool near = k != s->team.rank && meet(own, to);
        for (size_t b = 0; near && b < s->own.bodies.n_moving; ++b) {
            if (!is_in(s, b, to))
                continue;
            if (fill)
                e->gone[e->n_gone] = ghost_of(s, b);
            ++e->n_gone;
        }
        e->send[k] = (int)e->n_gone - e->send_at[k];
    }
}

/* Who sends how many to whom. */
static bool count(exchange *e, const ss_shared_scene *s, ss_error *error)
{
    const ss_team *const team = &s->team;
    const size_t size = (size_t)team->size;
    e->boxes = ss_team_take(size, sizeof *e->boxes, error);
    e->send = ss_team_take(4 * size, sizeof *e->send, error);
    if (!ss_team_agree(team, e->boxes != NULL && e->send != NULL, error))
        return false;
    e->send_at = e->send + size;
    e->come = e->send_at + size;
    e->come_at = e->come + size;
    const box own = find_box(s);
    MPI_Allgather(&own, 6, MPI_DOUBLE, e->boxes, 6, MPI_DOUBLE, team->comm);
    choose(e, s, false);
    MPI_Alltoall(e->send, 1, MPI_INT, e->come, 1, MPI_INT, team->comm);
    for (size_t k = 0; k < size; ++k) {
        e->come_at[k] = (int)e->n_ghosts;
        e->n_ghosts += (size_t)e->come[k];
    }
    return true;
}

static bool send(exchange *e, const ss_shared_scene *s, ss_error *error)
{
    e->gone = ss_team_take(e->n_gone, sizeof *e->gone, error);
    e->ghosts = ss_team_take(e->n_ghosts, sizeof *e->ghosts, error);
    if (!ss_team_agree(&s->team, e->gone != NULL && e->ghosts != NULL, error))
        return false;
    choose(e, s, true);
    MPI_Datatype row = ss_team_row(NUMBERS);
    MPI_Alltoallv(e->gone, e->send, e->send_at, row, e->ghosts, e->come, e->come_at, row,
                  s->team.comm);
    MPI_Type_free(&row);
    return true;
}

/* Own balls and the walls, as bodies of `near`: n rows from row `from` of own ones to row `to`. */
static void copy_bodies(ss_bodies *near, size_t to, const ss_bodies *own, size_t from, size_t n)
{
    memcpy(near->x + 3 * to, own->x + 3 * from, 3 * n * sizeof *near->x);
    memcpy(near->orientation + 4 * to, own->orientation + 4 * from,
           4 * n * sizeof *near->orientation);
    memcpy(near->v + 6 * to, own->v + 6 * from, 6 * n * sizeof *near->v);
    memcpy(near->inv_mass + to, own->inv_mass + from, n * sizeof *near->inv_mass);
    memcpy(near->inv_inertia + 3 * to, own->inv_inertia + 3 * from,
           3 * n * sizeof *near->inv_inertia);
    memcpy(near->radius + to, own->radius + from, n * sizeof *near->radius);
    memcpy(near->material + to, own->material + from, n * sizeof *near->material);
}

static void set_ghost(ss_shared_scene *s, size_t b, const ghost *g)
{
    ss_bodies *const near = &s->near.bodies;
    ss_copy3(near->x + 3 * b, g->x);
    memcpy(near->v + 6 * b, g->v, sizeof g->v);
    ss_copy3(near->inv_inertia + 3 * b, g->inv_inertia);
    near->inv_mass[b] = g->inv_mass;
    near->radius[b] = g->radius;
    near->ghost[b] = 1;
    s->number[b] = g->number;
}

/* Ghosts come rank by rank, and so by their numbers: own balls belong between them. */
static bool join(ss_shared_scene *s, const exchange *e, ss_error *error)
{
    const ss_bodies *const own = &s->own.bodies;
    ss_bodies *const near = &s->near.bodies;
    const size_t n_own = s->own.bodies.n_moving, n = n_own + e->n_ghosts;
    const size_t n_walls = own->n - own->n_moving;
    bool well = ss_bodies_create(near, n, n_walls, error);
    s->number = ss_team_take(n + n_walls, sizeof *s->number, error);
    if (!well || s->number == NULL)
        return false;
    near->ghost = ss_team_take(near->n, 1, error);
    if (near->ghost == NULL)
        return false;
    s->n_low = (size_t)e->come_at[s->team.rank];
    copy_bodies(near, s->n_low, own, 0, n_own);
    for (size_t b = 0; b < n_own; ++b)
        s->number[s->n_low + b] = s->first[s->team.rank] + (int64_t)b;
    for (size_t k = 0; k < e->n_ghosts; ++k)
        set_ghost(s, k < s->n_low ? k : k + n_own, &e->ghosts[k]);
    for (size_t w = 0; well && w < n_walls; ++w) {
        s->number[n + w] = s->n_moving + (int64_t)w;
        well = ss_bodies_set_shape(near, n + w, ss_bodies_shape(own, n_own + w)->kind,
                                   ss_bodies_record(own, n_own + w), error);
    }
    copy_bodies(near, n, own, n_own, n_walls);
    return well;
}

bool ss_shared_scene_gather(ss_shared_scene *scene, ss_error *error)
{
    exchange e = {.n_gone = 0};
    bool well = count(&e, scene, error) && send(&e, scene, error);
    if (well)
        well = ss_team_agree(&scene->team, join(scene, &e, error), error);
    free(e.boxes);
    free(e.send);
    free(e.gone);
    free(e.ghosts);
    return well;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/glance.h"

#include "harness/run/group_look.h"
#include "harness/run/held.h"
#include "problems/base/memory.h"
#include "problems/contact/operator.h"
#include "solvers/sphere/packed.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>

/* Constants on which only costs depend: how many contacts a first look takes, from how many limits
 * on a larger term is worth no more, after how many terms a contact all are weighed again, and of
 * how many contacts one must be looked at for reading all at once to be quicker. Held velocities
 * are used where they raise the limit by no more than so much, and measured where that is at hand
 * when they serve for no more sweeps than FRESH. */
enum {
    SHORT = 16,
    SHORT_GROUPS = 8,
    LASTING = 100,
    WEIGHING_PERIOD = 4,
    SPARSE = 32,
    FRESH = 128
};
static const double most_raised = 1.05;

/* With numbers up to these the longest chain of products, a scaled natural map squared, stays below
 * 1e290: v <= 10 n_contacts arm r/I = 1e69, u <= 10 arm v scale = 1e102, (mu u d)^2 = 1e268. */
static const ss_bounds bounds = {
    .number = 1e16, /* impulses and mu, too */
    .inverse = 1e24,
    .block = 1e32, /* and the least trace is its inverse */
};

struct ss_glance {
    ss_glance_task task;
    bool prepared;   /* what follows is that of the task */
    bool tame;       /* its numbers are within the bounds above, */
    bool within;     /* and so are those of the iterate */
    bool provable;   /* a few contacts may tell */
    double rounding; /* a limit is raised by this factor */
    double exact;    /* limit of terms by velocities from scratch, raised */
    double limit;    /* of the present look: the exact one, or that of held velocities */
    ss_held held;
    bool by_held;       /* the present look takes held velocities */
    ss_group_look groups; /* and terms of groups, where the iterate is packed */
    uint32_t *start;    /* n_bodies + 2: the contacts of body b are those */
    uint32_t *of;       /* 2 n_contacts: of[start[b]] to of[start[b + 1] - 1], ascending */
    uint32_t *computed; /* n_bodies: the look at which the velocity in task.state was computed */
    uint32_t n_looks;
    size_t bodies_room, contacts_room;
    uint32_t *order; /* those worth most when all were weighed last, the best first */
    bool weighed;
    size_t spent;         /* terms since */
    bool measured;        /* the held velocities of this solve, once */
    const ss_iterate *at; /* of this glance */
    size_t seen;          /* contacts that this glance has looked at, of the best, */
    double sum;           /* and their terms */
    size_t needed;        /* by the last longer look */
};

ss_glance *ss_glance_create(ss_error *error)
{
    ss_glance *const g = calloc(1, sizeof *g);
    if (g == NULL)
        ss_error_memory(error, "the referee");
    return g;
}

void ss_glance_free(ss_glance *g)
{
    if (g == NULL)
        return;
    free(g->start);
    free(g->of);
    free(g->computed);
    free(g->order);
    ss_group_look_free(&g->groups);
    free(g);
}

/* So many contacts, and a part of the others. */
static size_t share_of(size_t n, size_t part)
{
    return n < SHORT ? n : SHORT + (n - SHORT) / part;
}

/* The contacts of a longer look, at most: beyond a quarter the full evaluation knows as soon, where
 * velocities need not be computed beyond a third. */
static size_t most_looks(const ss_glance *g)
{
    return share_of(g->task.problem->n_contacts, g->held.known ? 3 : 4);
}

bool ss_glance_begin(ss_glance *g, const ss_glance_task *task, ss_error *error)
{
    const ss_moving *const moving = ss_operator_moving(task->problem);
    const size_t n = task->problem->n_contacts, n_bodies = moving != NULL ? moving->n_bodies : 0;
    g->task = *task;
    g->prepared = g->within = g->held.known = g->measured = false;
    g->needed = 0;
    if (g->computed == NULL || n_bodies > g->bodies_room) {
        free(g->start);
        free(g->computed);
        g->bodies_room = n_bodies;
        g->start = calloc(n_bodies + 2, sizeof *g->start);
        g->computed = calloc(n_bodies + 1, sizeof *g->computed);
    }
    if (g->of == NULL || n > g->contacts_room) {
        free(g->of);
        free(g->order);
        g->contacts_room = ss_memory_room(n);
        g->of = calloc(2 * g->contacts_room + 1, sizeof *g->of);
        g->order = calloc(share_of(g->contacts_room, 3) + 1, sizeof *g->order);
    }
    ss_group_look_begin(&g->groups);
    if (g->start != NULL && g->computed != NULL && g->of != NULL && g->order != NULL)
        return true;
    g->bodies_room = g->contacts_room = 0;
    return ss_error_set(error, SS_ERROR_MEMORY, "no memory to referee %zu contacts", n);
}

static bool tame(const ss_problem *problem)
{
    const size_t n = problem->n_contacts;
    if (n >= UINT32_MAX / 2 || !ss_all_within(problem->q, 3 * n, bounds.number) ||
        !ss_all_within(problem->mu, n, bounds.number) || !ss_operator_within(problem, &bounds))
        return false;
    for (size_t c = 0; c < n; ++c) {
        double block[9];
        const double *const W = ss_operator_block(block, problem, c);
        if (!(W[0] + W[4] + W[8] >= 1.0 / bounds.block))
            return false;
    }
    return true;
}

static void prepare(ss_glance *g)
{
    const ss_glance_task *const task = &g->task;
    const double n = (double)task->problem->n_contacts;
    g->prepared = true;
    g->tame = tame(task->problem);
    g->provable = g->tame && task->stop->term != NULL;
    if (!g->provable)
        return;
    g->weighed = true; /* in contact order, for a start: far from the solution any will do */
    g->spent = 0;
    for (size_t k = 0; k < share_of(task->problem->n_contacts, 3); ++k)
        g->order[k] = (uint32_t)k;
    g->rounding = 1.0 + 4.0 * (n + 8.0) * DBL_EPSILON;
    g->exact = task->stop->limit(task->problem, task->tol, NULL) * g->rounding;
    g->provable = g->exact < INFINITY;
    if (ss_operator_moving(task->problem) != NULL)
        ss_operator_neighbours(g->start, g->of, task->problem);
    ss_held_begin(&g->held, &(ss_held_task){.problem = task->problem,
                                            .stop = task->stop,
                                            .tol = task->tol,
                                            .start = g->start,
                                            .of = g->of,
                                            .most = most_raised * g->exact});
}

/* Have the velocity of body b in task.state: that which the sweep holds, or, once a look, to the
 * bit what ss_operator_start makes it. */
static void find_body(ss_glance *g, size_t b)
{
    const double *const r = g->at->task->sweep.r;
    const ss_problem *const problem = g->task.problem;
    double *const v = g->task.state + 6 * b;
    if (g->by_held && b < ss_operator_moving(problem)->n_moving) {
        ss_iterate_velocity(g->at, v, b);
        return;
    }
    if (g->computed[b] == g->n_looks)
        return;
    g->computed[b] = g->n_looks;
    memcpy(v, ss_operator_moving(problem)->v_free + 6 * b, 6 * sizeof *v);
    for (uint32_t k = g->start[b]; k < g->start[b + 1]; ++k) {
        const double *const rc = r + 3 * (size_t)g->of[k];
        ss_iterate_read_one(g->at, g->of[k]);
        if (rc[0] != 0.0 || rc[1] != 0.0 || rc[2] != 0.0) /* else it adds 0 */
            ss_operator_push(v, problem, g->of[k], b, rc);
    }
}

static double term(ss_glance *g, const ss_evidence *evidence, size_t c, double enough)
{
    const ss_problem *const problem = g->task.problem;
    if (ss_operator_moving(problem) != NULL) {
        const ss_contact_bodies pair = ss_operator_bodies(problem, c);
        find_body(g, pair.i);
        find_body(g, pair.j);
        ss_iterate_read_one(g->at, c);
    }
    ss_operator_velocity(g->task.u + 3 * c, problem, g->task.state, evidence->r, c);
    return g->task.stop->term(evidence, c, enough);
}

/* The products of a block by an impulse that the term of contact c takes, about. */
static double cost(const ss_glance *g, size_t c)
{
    const ss_problem *const problem = g->task.problem;
    if (g->held.known)
        return 1.0;
    if (ss_operator_moving(problem) == NULL)
        return (double)(problem->blocks->row_start[c + 1] - problem->blocks->row_start[c] + 1);
    const ss_contact_bodies pair = ss_operator_bodies(problem, c);
    return (double)(g->start[pair.i + 1] - g->start[pair.i] + g->start[pair.j + 1] -
                    g->start[pair.j] + 1);
}

/* Forget the last look; the next is by held velocities, if so wanted. */
static void begin_look(ss_glance *g, bool by_held)
{
    if (++g->n_looks == 0) { /* round once */
        memset(g->computed, 0, g->bodies_room * sizeof *g->computed);
        g->n_looks = 1;
    }
    g->sum = 0.0;
    g->seen = 0;
    g->by_held = by_held;
    g->limit = by_held ? g->held.limit * g->rounding : g->exact;
}

/* The binary order of magnitude of a worth, the largest first: 0 to N_ORDERS - 1. */
enum { N_ORDERS = 64 };
static size_t magnitude_of(double worth, double limit)
{
    const double most = 7.0 - logb(worth / limit); /* LASTING is below 2^7 */
    return most > 0.0 ? (size_t)fmin(most, N_ORDERS - 1) : 0;
}

/* List the contacts of the largest worth by its order of magnitude, in contact order within each: a
 * counting sort. */
static void put_in_order(ss_glance *g, const double *worth)
{
    const size_t n = g->task.problem->n_contacts;
    size_t next[N_ORDERS + 1] = {0};
    for (size_t c = 0; c < n; ++c)
        ++next[magnitude_of(worth[c], g->limit) + 1];
    for (size_t k = 0; k < N_ORDERS; ++k)
        next[k + 1] += next[k];
    for (size_t c = 0; c < n; ++c) {
        const size_t place = next[magnitude_of(worth[c], g->limit)]++;
        if (place < share_of(n, 3))
            g->order[place] = (uint32_t)c;
    }
}

/* Compute the terms of all contacts, and order them by their worth: what a term counts for its
 * cost. The velocities, whose terms are known, give room: the worth of contact c takes place c. */
static void weigh(ss_glance *g, const ss_evidence *evidence)
{
    const size_t n = g->task.problem->n_contacts;
    begin_look(g, false);
    double *const worth = g->task.u;
    for (size_t c = 0; c < n; ++c) {
        const double value = term(g, evidence, c, INFINITY);
        g->sum += value;
        worth[c] = fmin(value, LASTING * g->limit) / cost(g, c);
    }
    put_in_order(g, worth);
    ss_held_measure(&g->held, g->at, g->task.state, g->task.u);
    g->measured = true;
    g->weighed = true;
    g->spent = 0;
}

/* Look at the best contacts, up to so many: true when their terms exceed the limit. */
static bool look(ss_glance *g, const ss_evidence *evidence, size_t most)
{
    const size_t from = g->seen;
    while (g->seen < most && !(g->sum > g->limit))
        g->sum += term(g, evidence, g->order[g->seen++], g->limit - g->sum);
    g->spent += g->seen - from;
    return g->sum > g->limit;
}

void ss_glance_follow(ss_glance *g, ss_iterate *at)
{
    if (!g->prepared)
        prepare(g);
    if (!ss_iterate_has_ones(at))
        ss_iterate_read(at);
    const bool known = g->held.known;
    g->within = g->tame && ss_held_follow(&g->held, at, bounds.number);
    if (known && !g->held.known)
        g->weighed = false;
}

bool ss_glance_is_tame(const ss_glance *g)
{
    return g->within;
}

void ss_glance_measure(ss_glance *g, const ss_iterate *at)
{
    const bool lasts = g->held.known && g->held.sweeps > FRESH;
    if (!g->provable || !g->within || lasts)
        return;
    ss_held_measure(&g->held, at, g->task.state, g->task.u);
    g->measured = true;
}

/* Look at the groups of the iterate, up to `most`, where it is packed and held velocities serve:
 * false where not. *above: it is proven. */
static bool look_at_groups(ss_glance *g, const ss_iterate *at, size_t most, bool *above)
{
    const ss_estimator *const stop = g->task.stop;
    const double limit = g->held.limit * g->rounding;
    const bool serves = g->within && g->held.known && stop->lanes != NULL &&
                        ss_iterate_packed(at, 0) != NULL;
    *above = serves && ss_group_look_is_above(&g->groups, stop, at, limit, most);
    return serves;
}

/* Are the velocities that the local solver holds so small, too? Where they are packed the sweep has
 * kept their sizes; beyond those that were allowed for nothing is known any more. */
static bool held_within(ss_glance *g, ss_iterate *at, const double *u_held)
{
    const ss_packed *packed = ss_iterate_packed(at, 0);
    if (packed == NULL) {
        ss_iterate_read(at);
        return ss_all_within(u_held, 3 * at->task->sweep.problem->n_contacts, bounds.number);
    }
    double largest = 0.0;
    for (size_t k = 0; (packed = ss_iterate_packed(at, k)) != NULL; ++k)
        largest = ss_larger(largest, packed->largest_u);
    if (g->held.known && !(2.0 * largest <= g->held.u))
        g->held.known = g->weighed = false;
    return largest <= 0.5 * bounds.number;
}

bool ss_glance_is_above(ss_glance *g, ss_iterate *at, const double *u_held)
{
    const size_t n = g->task.problem->n_contacts;
    bool above = false;
    if (!g->provable)
        return false;
    g->within = g->within && (u_held == NULL || held_within(g, at, u_held));
    if (look_at_groups(g, at, SHORT_GROUPS, &above))
        return above;
    if ((u_held != NULL && g->task.stop->of_held) || ss_operator_moving(g->task.problem) == NULL)
        ss_iterate_read(at);
    g->at = at;
    const ss_evidence evidence = {g->task.problem, at->task->sweep.r, g->task.u,
                                  u_held != NULL ? u_held : g->task.u};
    begin_look(g, g->held.known);
    g->weighed = g->weighed && g->spent < (g->measured ? WEIGHING_PERIOD * n : n / 4 + 1);
    return g->within && g->weighed && look(g, &evidence, n < SHORT ? n : SHORT);
}

bool ss_glance_longer(ss_glance *g, ss_iterate *at, const double *u_held)
{
    const size_t n = g->task.problem->n_contacts;
    bool above = false;
    if (g->provable && look_at_groups(g, at, n, &above))
        return above;
    g->at = at;
    const ss_evidence evidence = {g->task.problem, at->task->sweep.r, g->task.u,
                                  u_held != NULL ? u_held : g->task.u};
    if (!g->provable || !g->within)
        return false;
    if (g->weighed && g->needed == most_looks(g)) { /* in vain: it would be again */
        g->spent += g->needed;
        return false;
    }
    if (!g->weighed || (!g->by_held && g->needed > n / SPARSE))
        ss_iterate_read(at);
    if (g->weighed) {
        above = look(g, &evidence, most_looks(g));
        g->needed = g->seen;
        return above;
    }
    g->needed = 0;
    weigh(g, &evidence);
    return g->sum > g->limit;
}

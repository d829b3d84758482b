/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/glance.h"

#include "problems/base/memory.h"
#include "problems/contact/operator.h"

#include <assert.h>
#include <float.h>
#include <gsl/gsl_sort.h>
#include <stdint.h>
#include <stdlib.h>

/* Constants on which only costs depend: how many contacts a first look takes, from how many limits
 * on a larger term is worth no more, after how many terms a contact all are weighed again, and of
 * how many contacts one must be looked at for reading all at once to be quicker. */
enum { SHORT = 16, LASTING = 100, WEIGHING_PERIOD = 4, SPARSE = 32 };

/* With numbers up to these the longest chain of products, a scaled natural map squared, stays below
 * 1e290: v <= 10 n_contacts arm r/I = 1e69, u <= 10 arm v scale = 1e102, (mu u d)^2 = 1e268. */
static const ss_bounds bounds = {
    .number = 1e16, /* impulses and mu, too */
    .inverse = 1e24,
    .block = 1e32, /* and the least trace is its inverse */
};

struct ss_glance {
    ss_glance_task task;
    bool prepared;    /* what follows is that of the task */
    bool tame;        /* its numbers are within the bounds above, */
    bool within;      /* and so are those of the iterate */
    double limit;     /* raised for rounding */
    uint32_t *start;  /* n_bodies + 2: the contacts of body b are those */
    uint32_t *of;     /* 2 n_contacts: of[start[b]] to of[start[b + 1] - 1], ascending */
    size_t *computed; /* n_bodies: the glance at which the velocity in task.state was computed */
    size_t n_glances;
    size_t bodies_room, contacts_room;
    uint32_t *order; /* those worth most when all were weighed last, the best first */
    bool weighed;
    size_t spent;         /* terms since */
    const ss_iterate *at; /* of this glance */
    size_t seen;          /* contacts that this glance has looked at, of the best, */
    double sum;           /* and their terms */
    size_t needed;        /* by the last longer look */
};

ss_glance *ss_glance_create(ss_error *error)
{
    ss_glance *const g = calloc(1, sizeof *g);
    if (g == NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for the referee");
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
    free(g);
}

/* The contacts of a longer look, at most: beyond a quarter the full evaluation knows as soon. */
static size_t most_looks(size_t n)
{
    return n < SHORT ? n : SHORT + (n - SHORT) / 4;
}

static bool reserve_bodies(ss_glance *g, size_t n)
{
    if (g->computed != NULL && n <= g->bodies_room)
        return true;
    free(g->start);
    free(g->computed);
    g->bodies_room = n;
    g->start = calloc(n + 2, sizeof *g->start);
    g->computed = calloc(n + 1, sizeof *g->computed);
    return g->start != NULL && g->computed != NULL;
}

static bool reserve_contacts(ss_glance *g, size_t n)
{
    if (g->of != NULL && n <= g->contacts_room)
        return true;
    free(g->of);
    free(g->order);
    g->contacts_room = ss_memory_room(n);
    g->of = calloc(2 * g->contacts_room + 1, sizeof *g->of);
    g->order = calloc(most_looks(g->contacts_room) + 1, sizeof *g->order);
    return g->of != NULL && g->order != NULL;
}

bool ss_glance_begin(ss_glance *g, const ss_glance_task *task, ss_error *error)
{
    const ss_moving *const moving = ss_operator_moving(task->problem);
    const size_t n = task->problem->n_contacts;
    g->task = *task;
    g->prepared = g->weighed = false;
    g->needed = 0;
    if (reserve_bodies(g, moving != NULL ? moving->n_bodies : 0) && reserve_contacts(g, n))
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
    g->tame = task->stop->term != NULL && tame(task->problem);
    if (!g->tame)
        return;
    g->limit = task->stop->limit(task->problem, task->tol) * (1.0 + 4.0 * (n + 8.0) * DBL_EPSILON);
    g->tame = g->limit < INFINITY;
    if (ss_operator_moving(task->problem) != NULL)
        ss_operator_neighbours(g->start, g->of, task->problem);
}

/* The velocity of body b, to the bit what ss_operator_start makes it. */
static void compute_body(ss_glance *g, size_t b)
{
    const double *const r = g->at->task->sweep.r;
    const ss_problem *const problem = g->task.problem;
    double *const v = g->task.state + 6 * b;
    memcpy(v, ss_operator_moving(problem)->v_free + 6 * b, 6 * sizeof *v);
    for (uint32_t k = g->start[b]; k < g->start[b + 1]; ++k) {
        const double *const rc = r + 3 * (size_t)g->of[k];
        ss_iterate_read_one(g->at, g->of[k]);
        if (rc[0] != 0.0 || rc[1] != 0.0 || rc[2] != 0.0) /* else it adds 0 */
            ss_operator_push(v, problem, g->of[k], b, rc);
    }
    g->computed[b] = g->n_glances;
}

static double term(ss_glance *g, const ss_evidence *evidence, size_t c, double enough)
{
    const ss_problem *const problem = g->task.problem;
    if (ss_operator_moving(problem) != NULL) {
        const ss_contact_bodies pair = ss_operator_bodies(problem, c);
        if (g->computed[pair.i] != g->n_glances)
            compute_body(g, pair.i);
        if (g->computed[pair.j] != g->n_glances)
            compute_body(g, pair.j);
    }
    ss_operator_velocity(g->task.u + 3 * c, problem, g->task.state, evidence->r, c);
    return g->task.stop->term(evidence, c, enough);
}

/* The products of a block by an impulse that the term of contact c takes, about. */
static double cost(const ss_glance *g, size_t c)
{
    const ss_problem *const problem = g->task.problem;
    if (ss_operator_moving(problem) == NULL)
        return (double)(problem->blocks->row_start[c + 1] - problem->blocks->row_start[c] + 1);
    const ss_contact_bodies pair = ss_operator_bodies(problem, c);
    return (double)(g->start[pair.i + 1] - g->start[pair.i] + g->start[pair.j + 1] -
                    g->start[pair.j] + 1);
}

/* Compute the terms of all contacts, and order them by their worth: what a term counts for its
 * cost. The velocities, whose terms are known, give the room: the worth of contact c takes place c.
 */
static void weigh(ss_glance *g, const ss_evidence *evidence)
{
    const size_t n = g->task.problem->n_contacts;
    double *const worth = g->task.u;
    size_t *const sorted = (size_t *)(void *)(worth + n);
    static_assert(sizeof *sorted <= sizeof *worth, "the order has the room of the velocities");
    g->sum = 0.0;
    for (size_t c = 0; c < n; ++c) {
        const double value = term(g, evidence, c, INFINITY);
        g->sum += value;
        worth[c] = fmin(value, LASTING * g->limit) / cost(g, c);
    }
    gsl_sort_index(sorted, worth, 1, n);
    for (size_t k = 0; k < most_looks(n); ++k)
        g->order[k] = (uint32_t)sorted[n - 1 - k];
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

static ss_evidence evidence_of(const ss_glance *g, const double *u_held)
{
    return (ss_evidence){g->task.problem, g->at->task->sweep.r, g->task.u,
                         u_held != NULL ? u_held : g->task.u};
}

bool ss_glance_is_above(ss_glance *g, ss_iterate *at, const double *u_held)
{
    const size_t n = g->task.problem->n_contacts;
    if (u_held != NULL || ss_operator_moving(g->task.problem) == NULL || !ss_iterate_has_ones(at))
        ss_iterate_read(at);
    g->at = at;
    const ss_evidence evidence = evidence_of(g, u_held);
    if (!g->prepared)
        prepare(g);
    ++g->n_glances;
    g->sum = 0.0;
    g->seen = 0;
    g->within = g->tame && ss_iterate_within(at, bounds.number) &&
                (u_held == NULL || ss_all_within(u_held, 3 * n, bounds.number));
    g->weighed = g->weighed && g->spent < WEIGHING_PERIOD * n;
    return g->within && g->weighed && look(g, &evidence, n < SHORT ? n : SHORT);
}

bool ss_glance_longer(ss_glance *g, ss_iterate *at, const double *u_held)
{
    const size_t n = g->task.problem->n_contacts;
    g->at = at;
    const ss_evidence evidence = evidence_of(g, u_held);
    if (!g->within)
        return false;
    if (g->weighed && g->needed == most_looks(n)) { /* in vain: it would be again */
        g->spent += g->needed;
        return false;
    }
    if (g->needed > n / SPARSE || !g->weighed)
        ss_iterate_read(at);
    if (g->weighed) {
        const bool above = look(g, &evidence, most_looks(n));
        g->needed = g->seen;
        return above;
    }
    g->needed = 0;
    weigh(g, &evidence);
    return g->sum > g->limit;
}

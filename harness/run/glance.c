/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/glance.h"

#include "problems/base/memory.h"
#include "problems/contact/operator.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>

/* Constants on which only costs depend: how many contacts are kept as worth a look, from how many
 * limits on a larger term is worth no more, and after how many glances better contacts are sought.
 */
enum { MAX_HOT = 16, LASTING = 100, WEIGHING_PERIOD = 64 };

/* With numbers up to these the longest chain of products, a scaled natural map squared, stays below
 * 1e290: v <= 10 n_contacts arm r/I = 1e69, u <= 10 arm v scale = 1e102, (mu u d)^2 = 1e268. */
static const ss_bounds bounds = {
    .number = 1e16, /* impulses and mu, too */
    .inverse = 1e24,
    .block = 1e32, /* and the least trace is its inverse */
};

typedef struct hot {
    size_t contact;
    double worth; /* its term, as far as it counts, for its cost */
} hot;

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
    hot hot[MAX_HOT]; /* the contacts that are worth most, best first */
    size_t n_hot;
    size_t next; /* where a longer look begins */
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
    free(g);
}

static bool reserve(ss_glance *g, size_t n_bodies, size_t n_contacts)
{
    if (g->computed == NULL || n_bodies > g->bodies_room) {
        free(g->start);
        free(g->computed);
        g->bodies_room = n_bodies;
        g->start = calloc(n_bodies + 2, sizeof *g->start);
        g->computed = calloc(n_bodies + 1, sizeof *g->computed);
    }
    if (g->of == NULL || n_contacts > g->contacts_room) {
        free(g->of);
        g->contacts_room = ss_memory_room(n_contacts);
        g->of = calloc(2 * g->contacts_room + 1, sizeof *g->of);
    }
    return g->start != NULL && g->computed != NULL && g->of != NULL;
}

bool ss_glance_begin(ss_glance *g, const ss_glance_task *task, ss_error *error)
{
    const ss_moving *const moving = ss_operator_moving(task->problem);
    const size_t n = task->problem->n_contacts;
    g->task = *task;
    g->prepared = false;
    g->n_hot = g->next = 0;
    if (moving != NULL && !reserve(g, moving->n_bodies, n)) {
        g->bodies_room = g->contacts_room = 0;
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to referee %zu contacts", n);
    }
    return true;
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
static void compute_body(ss_glance *g, const double *r, size_t b)
{
    const ss_problem *const problem = g->task.problem;
    double *const v = g->task.state + 6 * b;
    memcpy(v, ss_operator_moving(problem)->v_free + 6 * b, 6 * sizeof *v);
    for (uint32_t k = g->start[b]; k < g->start[b + 1]; ++k) {
        const double *const rc = r + 3 * (size_t)g->of[k];
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
            compute_body(g, evidence->r, pair.i);
        if (g->computed[pair.j] != g->n_glances)
            compute_body(g, evidence->r, pair.j);
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

/* Keep contact c if it is one of the best for what it costs. */
static void note(ss_glance *g, size_t c, double value)
{
    const hot new = {c, fmin(value, LASTING * g->limit) / cost(g, c)};
    if (g->n_hot == MAX_HOT && !(new.worth > g->hot[MAX_HOT - 1].worth))
        return;
    for (size_t k = 0; k < g->n_hot; ++k)
        if (g->hot[k].contact == c)
            return;
    size_t at = g->n_hot < MAX_HOT ? g->n_hot++ : MAX_HOT - 1;
    for (; at > 0 && g->hot[at - 1].worth < new.worth; --at)
        g->hot[at] = g->hot[at - 1];
    g->hot[at] = new;
}

/* Weigh the contacts that are hot by what they are now. */
static void weigh_again(ss_glance *g, const ss_evidence *evidence)
{
    hot old[MAX_HOT];
    const size_t n = g->n_hot;
    memcpy(old, g->hot, n * sizeof *old);
    g->n_hot = 0;
    for (size_t k = 0; k < n; ++k)
        note(g, old[k].contact, term(g, evidence, old[k].contact, INFINITY));
}

static ss_evidence evidence_of(const ss_glance *g, const double *r, const double *u_held)
{
    return (ss_evidence){g->task.problem, r, g->task.u, u_held != NULL ? u_held : g->task.u};
}

bool ss_glance_is_above(ss_glance *g, const double *r, const double *u_held)
{
    const size_t n = g->task.problem->n_contacts;
    const ss_evidence evidence = evidence_of(g, r, u_held);
    double sum = 0.0;
    if (!g->prepared)
        prepare(g);
    ++g->n_glances;
    g->within = g->tame && ss_all_within(r, 3 * n, bounds.number) &&
                (u_held == NULL || ss_all_within(u_held, 3 * n, bounds.number));
    if (g->n_glances % WEIGHING_PERIOD == 0)
        return false;
    for (size_t k = 0; g->within && k < g->n_hot && !(sum > g->limit); ++k)
        sum += term(g, &evidence, g->hot[k].contact, g->limit - sum);
    return sum > g->limit;
}

bool ss_glance_longer(ss_glance *g, const double *r, const double *u_held)
{
    const size_t n = g->task.problem->n_contacts;
    const ss_evidence evidence = evidence_of(g, r, u_held);
    double sum = 0.0;
    if (g->within)
        weigh_again(g, &evidence);
    for (size_t k = 0; g->within && k < n && (k < MAX_HOT || !(sum > g->limit)); ++k) {
        const size_t c = g->next;
        const double value = term(g, &evidence, c, INFINITY);
        sum += value;
        note(g, c, value);
        g->next = c + 1 < n ? c + 1 : 0;
    }
    return sum > g->limit;
}

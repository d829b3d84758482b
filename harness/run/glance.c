/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/glance.h"

#include "problems/contact/operator.h"

#include <float.h>
#include <stdint.h>
#include <stdlib.h>

/* What only costs depend on: how many contacts are kept as worth a look, from how many limits on a
 * larger term is worth no more, and after how many glances better contacts are sought. */
enum { MAX_HOT = 16, LASTING = 100, WEIGHING_PERIOD = 64 };

/* With numbers up to these the longest chain of products, a scaled natural map squared, stays below
 * 1e290: v <= 10 n_contacts arm r/I = 1e69, u <= 10 arm v scale = 1e102, (mu u d)^2 = 1e268. */
static const double max_number = 1e16;  /* lengths, velocities, impulses, mu, scales */
static const double max_inverse = 1e24; /* inverse masses and inertias */
static const double max_block = 1e32;   /* entries of W; and the least trace is 1/max_block */

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

ss_memory ss_glance_memory(const ss_glance *g)
{
    return (ss_memory){.contacts = 2 * g->contacts_room * sizeof *g->of,
                       .bodies = g->bodies_room * (sizeof *g->start + sizeof *g->computed)};
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
    const ss_body_form *const body = task->problem->body;
    const size_t n = task->problem->n_contacts;
    g->task = *task;
    g->prepared = false;
    g->n_hot = g->next = 0;
    if (body != NULL && !reserve(g, body->n_bodies, n)) {
        g->bodies_room = g->contacts_room = 0;
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory to referee %zu contacts", n);
    }
    return true;
}

/* Whether all |x| <= bound; not so for NaN. On the bits, without their sign, which order like the
 * numbers and which compilers turn into vector instructions. */
static bool within(const double *x, size_t n, double bound)
{
    const uint64_t magnitude = UINT64_MAX >> 1;
    uint64_t limit = 0, below = 0;
    memcpy(&limit, &bound, sizeof limit);
    for (size_t k = 0; k < n; ++k) {
        uint64_t bits = 0;
        memcpy(&bits, x + k, sizeof bits);
        below |= limit - (bits & magnitude); /* the top bit appears when it is larger */
    }
    return below <= magnitude;
}

static bool tame_bodies(const ss_body_form *body, size_t n_contacts)
{
    bool tame = within(body->v_free, 6 * body->n_bodies, max_number) &&
                within(body->inv_mass, body->n_bodies, max_inverse) &&
                within(body->inv_inertia, body->n_bodies, max_inverse);
    for (size_t c = 0; c < n_contacts && tame; ++c) {
        const ss_body_contact *const k = &body->contacts[c];
        const double others[] = {k->arm_i, k->arm_j, k->scale_n, k->scale_t};
        tame = within(k->n, 3, 2.0) && within(k->t1, 3, 2.0) && within(k->t2, 3, 2.0) &&
               within(k->shift, 3, max_number) && within(others, 4, max_number);
    }
    return tame;
}

static bool tame(const ss_problem *problem)
{
    const size_t n = problem->n_contacts;
    if (n >= UINT32_MAX / 2 || !within(problem->q, 3 * n, max_number) ||
        !within(problem->mu, n, max_number))
        return false;
    for (size_t c = 0; c < n; ++c) {
        double block[9];
        const double *const W = ss_operator_block(block, problem, c);
        if (!within(W, 9, max_block) || !(W[0] + W[4] + W[8] >= 1.0 / max_block))
            return false;
    }
    return problem->body != NULL
               ? tame_bodies(problem->body, n)
               : within(problem->block->blocks, 9 * problem->block->row_start[n], max_block);
}

/* No impulse moves such a body: its velocity is the free one. */
static bool fixed(const ss_body_form *body, size_t b)
{
    return body->inv_mass[b] == 0.0 && body->inv_inertia[b] == 0.0;
}

/* List the contacts of each body that moves: a counting sort, so that they ascend. */
static void list_contacts(ss_glance *g)
{
    const ss_body_form *const body = g->task.problem->body;
    const size_t n = g->task.problem->n_contacts;
    uint32_t *const end = g->start + 1; /* of body b, while its list is being filled */
    memset(g->start, 0, (body->n_bodies + 2) * sizeof *g->start);
    for (size_t c = 0; c < n; ++c) {
        const size_t i = body->contacts[c].i, j = body->contacts[c].j;
        g->start[i + 2] += !fixed(body, i);
        g->start[j + 2] += !fixed(body, j);
    }
    for (size_t b = 0; b < body->n_bodies; ++b)
        g->start[b + 2] += g->start[b + 1];
    for (size_t c = 0; c < n; ++c) {
        const size_t i = body->contacts[c].i, j = body->contacts[c].j;
        if (!fixed(body, i))
            g->of[end[i]++] = (uint32_t)c;
        if (!fixed(body, j))
            g->of[end[j]++] = (uint32_t)c;
    }
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
    if (task->problem->body != NULL)
        list_contacts(g);
}

/* The velocity of body b, to the bit what ss_operator_start makes it. */
static void compute_body(ss_glance *g, const double *r, size_t b)
{
    const ss_body_form *const body = g->task.problem->body;
    double *const v = g->task.state + 6 * b;
    memcpy(v, body->v_free + 6 * b, 6 * sizeof *v);
    for (uint32_t k = g->start[b]; k < g->start[b + 1]; ++k) {
        const ss_body_contact *const contact = &body->contacts[g->of[k]];
        const double *const rc = r + 3 * (size_t)g->of[k];
        double p[3], torque[3];
        if (rc[0] == 0.0 && rc[1] == 0.0 && rc[2] == 0.0)
            continue; /* adds 0 */
        ss_body_impulse(p, torque, contact, rc);
        if (contact->i == b)
            ss_body_push_i(v, body, contact, p, torque);
        else
            ss_body_push_j(v, body, contact, p, torque);
    }
    g->computed[b] = g->n_glances;
}

static double term(ss_glance *g, const ss_evidence *evidence, size_t c, double enough)
{
    const ss_problem *const problem = g->task.problem;
    if (problem->body != NULL) {
        const ss_body_contact *const contact = &problem->body->contacts[c];
        if (g->computed[contact->i] != g->n_glances)
            compute_body(g, evidence->r, contact->i);
        if (g->computed[contact->j] != g->n_glances)
            compute_body(g, evidence->r, contact->j);
    }
    ss_operator_velocity(g->task.u + 3 * c, problem, g->task.state, evidence->r, c);
    return g->task.stop->term(evidence, c, enough);
}

/* How many products of a block by an impulse the term of contact c takes, about. */
static double cost(const ss_glance *g, size_t c)
{
    const ss_problem *const problem = g->task.problem;
    if (problem->body == NULL)
        return (double)(problem->block->row_start[c + 1] - problem->block->row_start[c] + 1);
    const size_t i = problem->body->contacts[c].i, j = problem->body->contacts[c].j;
    return (double)(g->start[i + 1] - g->start[i] + g->start[j + 1] - g->start[j] + 1);
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
    g->within = g->tame && within(r, 3 * n, max_number) &&
                (u_held == NULL || within(u_held, 3 * n, max_number));
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/diagnose/afterwards.h"

#include "harness/estimators/evidence.h"
#include "harness/process/cpu_time.h"
#include "harness/process/interrupt.h"
#include "problems/contact/operator.h"

#include <math.h>
#include <stdlib.h>

double ss_residual_of(const ss_residual *residual, const ss_problem *problem, const double *r)
{
    const ss_evidence evidence = {problem, r, residual->u, residual->u};
    double sum = 0.0, scale2 = 0.0;
    ss_operator_start(residual->state, problem, r);
    for (size_t c = 0; c < problem->n_contacts; ++c) {
        double map[3], d = 0.0;
        const double *const q = problem->q + 3 * c;
        ss_operator_velocity(residual->u + 3 * c, problem, residual->state, r, c);
        residual->zones[c] = (unsigned char)ss_evidence_natural_map(map, &d, &evidence, c);
        residual->part[c] = ss_norm(map);
        sum += ss_dot(map, map);
        scale2 += d * d * ss_dot(q, q);
    }
    const double scale = scale2 > 0.0 ? sqrt(scale2) : 1.0;
    for (size_t c = 0; c < problem->n_contacts; ++c)
        residual->part[c] /= scale;
    return sqrt(sum) / scale;
}

typedef struct observer {
    ss_afterwards *after;
    const ss_problem *problem;
    ss_residual residual; /* its zones are those of the moment */
    const ss_afterwards_limits *limits;
} observer;

/* Note the moment k; its mark is FNV-1a of the zones. */
static void note(observer *o, size_t k, size_t sweeps, const double *r)
{
    ss_afterwards *const after = o->after;
    o->residual.zones = after->zones + k * after->n_contacts;
    after->e1[k] = ss_residual_of(&o->residual, o->problem, r);
    after->marks[k] = 14695981039346656037u;
    for (size_t c = 0; c < after->n_contacts; ++c)
        after->marks[k] = (after->marks[k] ^ o->residual.zones[c]) * 1099511628211u;
    after->sweeps[k] = sweeps;
    after->n = k;
}

static ss_seen see(void *self, ss_iterate *at)
{
    observer *const o = self;
    const ss_afterwards *const after = o->after;
    note(o, after->n + 1, after->sweeps[after->n] + at->sweeps, ss_iterate_read(at));
    const double e1 = after->e1[after->n];
    const bool late = ss_interrupted() || ss_deadline_passed(o->limits->deadline_s);
    return (ss_seen){after->n == o->limits->iterations || !(e1 > 0.0) || !isfinite(e1) || late, e1,
                     0.0};
}

static bool reserve(observer *o, size_t n)
{
    ss_afterwards *const after = o->after;
    const size_t contacts = after->n_contacts;
    after->e1 = calloc(n + 1, sizeof *after->e1);
    after->scratch = calloc(n + 1, sizeof *after->scratch);
    after->sweeps = calloc(n + 1, sizeof *after->sweeps);
    after->marks = calloc(n + 1, sizeof *after->marks);
    after->zones = calloc(n + 1, contacts);
    o->residual.u = calloc(contacts, 3 * sizeof *o->residual.u);
    o->residual.part = calloc(contacts, sizeof *o->residual.part);
    o->residual.state = calloc(ss_operator_state_length(o->problem) + 1, sizeof(double));
    return after->e1 && after->scratch && after->sweeps && after->marks && after->zones &&
           o->residual.u && o->residual.part && o->residual.state;
}

static void go_on(observer *o, const struct ss_choice *choice, const double *r)
{
    ss_work work = {0};
    ss_error ignored = {.code = SS_ERROR_NONE}; /* who cannot start leaves nothing to watch */
    ss_solver *const solver = ss_solver_create(choice, &ignored);
    double *const start = solver != NULL ? ss_solver_prepare(solver, o->problem, &ignored) : NULL;
    if (start != NULL) {
        memcpy(start, r, 3 * o->problem->n_contacts * sizeof *r);
        ss_solver_run(solver, o->problem, (ss_watch){.see = see, .self = o}, &work, &ignored);
    }
    ss_solver_free(solver);
}

bool ss_afterwards_run(ss_afterwards *after, const struct ss_choice *choice,
                       const ss_problem *problem, const double *r,
                       const ss_afterwards_limits *limits, ss_error *error)
{
    *after = (ss_afterwards){.n_contacts = problem->n_contacts};
    observer o = {.after = after, .problem = problem, .limits = limits};
    const bool reserved =
        reserve(&o, limits->iterations) || ss_error_memory(error, "the diagnosis of a step");
    if (reserved) {
        note(&o, 0, 0, r);
        if (limits->iterations > 0 && !ss_deadline_passed(limits->deadline_s))
            go_on(&o, choice, r);
    }
    free(o.residual.u);
    free(o.residual.part);
    free(o.residual.state);
    return reserved;
}

void ss_afterwards_free(ss_afterwards *after)
{
    free(after->e1);
    free(after->scratch);
    free(after->sweeps);
    free(after->marks);
    free(after->zones);
    *after = (ss_afterwards){.n = 0};
}

size_t ss_afterwards_changes(const ss_afterwards *after, size_t c)
{
    const size_t stride = after->n_contacts;
    size_t changes = 0;
    for (size_t k = 1; k <= after->n; ++k)
        changes += after->zones[k * stride + c] != after->zones[(k - 1) * stride + c];
    return changes;
}

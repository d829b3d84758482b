/* Anderson's mixing of a sweep (method 11.2): from r_k one iteration of the solver that it wraps
 * makes g_k, and the next r is the mixed image, projected onto the cones. Where the stopping
 * estimator's value has not halved in `patience` sweeps (packings with much slip, where mixing can
 * sit still with no step refused), as many plain sweeps follow, and then the history begins anew.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/base/outer_solver.h"
#include "solvers/parts/mixing.h"
#include "solvers/parts/scaling.h"

#include <math.h>
#include <string.h>

typedef struct options {
    size_t m, patience;
    double lambda;
} options;

static const ss_option rows[] = {
    SS_COUNT(options, m, "m", 10, 1, SS_MIXING_MAX, "differences of iterates that are kept",
             "method 11.2"),
    SS_REAL(options, lambda, "lambda", 1e-12, 0.0, 1.0, "-",
            "regularization of the least squares, of the trace", "method 11.2"),
    SS_COUNT(options, patience, "patience", 100, 1, 1e9,
             "sweeps in which the value must halve; else as many plain ones follow", "method 11.2"),
};

/* The workspace, cut up. */
typedef struct memory {
    double *d, *x, *g, *f; /* scaling, n_contacts; iterate, image, difference: 3 n_contacts */
    ss_mixing mixing;
    /* of the stretch of `patience` sweeps under way */
    size_t sweeps;
    bool mixes;
    double value; /* at its beginning; infinite at first */
} memory;

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    const size_t n = problem->n_contacts;
    return (10 * n + ss_mixing_length(3 * n, ((const options *)values)->m)) * sizeof(double);
}

static memory lay(const ss_outer_task *task)
{
    const options *const o = task->options;
    const size_t n = task->sweep.problem->n_contacts;
    memory m = {.d = task->workspace, .mixes = true, .value = INFINITY};
    m.x = m.d + n;
    m.g = m.x + 3 * n;
    m.f = m.g + 3 * n;
    m.mixing = ss_mixing_open(3 * n, o->m, o->lambda, m.f + 3 * n);
    return m;
}

/* At the end of a stretch: is the next one to be mixed? */
static void look_back(memory *m, const ss_outer_task *task, size_t sweeps)
{
    m->sweeps += sweeps;
    if (m->sweeps < ((const options *)task->options)->patience || task->watch.ask == NULL)
        return;
    const double value = task->watch.ask(task->watch.self, task->sweep.r);
    m->mixes = !m->mixes || value <= 0.5 * m->value;
    m->value = value;
    m->sweeps = 0;
    if (!m->mixes)
        ss_mixing_restart(&m->mixing);
}

/* The next iterate, from the image in task->sweep.r; the same if it is not mixed. */
static void mix(memory *m, const ss_outer_task *task)
{
    const ss_outer_task *const inner = task->inner;
    const ss_problem *const problem = task->sweep.problem;
    const size_t n = problem->n_contacts;
    ss_scaling_divide(m->g, task->sweep.r, m->d, n);
    for (size_t i = 0; i < 3 * n; ++i)
        m->f[i] = m->g[i] - m->x[i];
    const bool mixed = ss_mixing_next(&m->mixing, m->x, m->g, m->f);
    if (!mixed)
        return;
    ss_scaling_project(m->x, problem);
    task->sweep.work->projections += n;
    ss_scaling_multiply(task->sweep.r, m->x, m->d, n);
    inner->iteration->write(inner);
    ++task->sweep.work->products;
}

static void solve(const ss_outer_task *task)
{
    const ss_outer_task *const inner = task->inner;
    const size_t n = task->sweep.problem->n_contacts;
    memory m = lay(task);
    ss_scaling_find(m.d, task->sweep.problem);
    ss_scaling_divide(m.x, task->sweep.r, m.d, n);
    inner->iteration->begin(inner);
    for (;;) {
        const size_t sweeps = inner->iteration->apply(inner);
        if (inner->iteration->read != NULL)
            inner->iteration->read(inner);
        if (ss_outer_show(task, sweeps).stop)
            return;
        look_back(&m, task, sweeps);
        if (m.mixes)
            mix(&m, task);
        else
            ss_scaling_divide(m.x, task->sweep.r, m.d, n);
    }
}

const ss_outer_solver ss_outer_nlgs_anderson = {
    .name = "nlgs-anderson",
    .title = "Anderson's mixing of another outer solver's sweeps (of=, default nlgs)",
    .reference = "method 11.2; Anderson 1965, Walker and Ni 2011",
    .needs = SS_NEEDS_LOCAL | SS_NEEDS_INNER,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .solve = solve,
};

/* Proximal point around mixed sweeps (method 11.3): iteration k solves the problem with W' + a I
 * and q' - a r_k, which sweeps find easier, by Anderson's mixing of a wrapped solver's sweeps to a
 * fifth of its residual at r_k; a falls where that is quick, and rises where it fails. No
 * factorization.
 *
 * One product a sweep tells the residuals of both problems; the best iterate by that of the true
 * one is the one that is shown, with its u = W r + q.
 *
 * Shifted problems end, and their shifts change, by the rules of solvers/parts/proximal.h;
 * r_{k+1} is what was reached, if its shifted residual is below that at r_k, else r_k again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "solvers/global/shifted.h"
#include "solvers/parts/mixed.h"
#include "solvers/parts/proximal.h"
#include "solvers/parts/scaling.h"

#include <math.h>
#include <string.h>

typedef struct options {
    ss_mixed_options mixed;
    ss_proximal_options proximal;
} options;

static const ss_option rows[] = {SS_PROXIMAL_ROWS(options), SS_MIXED_ROWS(options)};

/* The workspace: what outlives a problem, then its arrays. */
/* Invariant after `look`: value and shifted_value are the residuals of shifted.r, relative
 * to |q'|; task->sweep.r has the least value seen; u = W r + q goes with it where u is kept. */
typedef struct memory {
    ss_shifted shifted;
    ss_mixed mixed;              /* of the sweeps of the shifted problem */
    double *u;                   /* 3 n_contacts: W r + q */
    double q_norm;               /* |q'|, which residuals are relative to; 1 if it is 0 */
    double value, shifted_value; /* residuals at r, of the true and the shifted problem */
    double best;                 /* the least value, that of task->sweep.r */
} memory;

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    const options *const o = values;
    const size_t n = problem->n_contacts;
    return sizeof(memory) +
           (3 * n + ss_mixed_length(n, ss_mixed_most(n), &o->mixed)) * sizeof(double);
}

/* a copy of the problem in block form, which a memory of its own holds */
static bool open(const ss_outer_task *task, ss_error *error)
{
    return ss_shifted_pose(&((memory *)task->workspace)->shifted, task, error);
}

static void close(void *workspace)
{
    ss_shifted_clear(&((memory *)workspace)->shifted);
}

/* Floating-point operations of `look` on a contact, besides its product and its projections: r -
 * r_k 3, u 9, r' and both u' 9, both shifts 10, the rest of both residuals 26. */
enum { LOOK_FLOPS = 3 + 9 + 9 + 10 + 26 };

/* Both residuals at r and, if the true one is the best so far, r and u for the watch. */
static void look(memory *m, const ss_outer_task *task)
{
    const ss_shifted *const s = &m->shifted;
    const size_t n = s->problem.n_contacts;
    double sum = 0.0, shifted_sum = 0.0; /* squares of the residuals */
    for (size_t c = 0; c < n; ++c) {
        const double mu = s->problem.mu[c], d = s->d[c];
        double *const u = m->u + 3 * c;
        double x[3], v[3];
        ss_operator_velocity(v, &s->problem, NULL, s->r, c);
        for (size_t i = 0; i < 3; ++i) {
            const double r = s->r[3 * c + i], from_center = r - s->center[3 * c + i];
            /* v is the shifted velocity: W r + q + a (r - r_k)/d^2 */
            u[i] = v[i] - s->a * s->weight[c] * from_center;
            x[i] = r / d;
            v[i] *= d;
        }
        shifted_sum += ss_scaling_residual2(x, v, mu * ss_norm_t(v), mu);
        for (size_t i = 0; i < 3; ++i)
            v[i] = u[i] * d;
        sum += ss_scaling_residual2(x, v, mu * ss_norm_t(v), mu);
    }
    ++task->sweep.work->products;
    task->sweep.work->projections += 2 * n;
    task->sweep.work->flops += LOOK_FLOPS * n;
    m->value = sqrt(sum) / m->q_norm;
    m->shifted_value = sqrt(shifted_sum) / m->q_norm;
    if (!(m->value < m->best))
        return;
    m->best = m->value;
    memcpy(task->sweep.r, s->r, 3 * n * sizeof *s->r);
    if (task->sweep.u != NULL)
        memcpy(task->sweep.u, m->u, 3 * n * sizeof *m->u);
}

/* Sweep the shifted problem from r_k, where its residual is that of the true one. SS_APPROACH_ON:
 * the watch said stop. */
static ss_approach_end approach(memory *m, const ss_outer_task *task)
{
    const options *const o = task->options;
    ss_approach_end end = SS_APPROACH_ON;
    ss_approach x;
    ss_approach_begin(&x, m->value);
    ss_mixed_begin(&m->mixed);
    while (end == SS_APPROACH_ON) {
        if (x.sweeps > 0)
            ss_mixed_mix(&m->mixed);
        const size_t made = ss_mixed_sweep(&m->mixed);
        ss_mixed_read(&m->mixed);
        look(m, task);
        const ss_seen seen = ss_outer_show(task, made);
        if (seen.stop)
            return SS_APPROACH_ON;
        /* a fifth of what there was, or, if that is more, a fiftieth of what the user asks for */
        end = ss_approach_judge(&x, &o->proximal, made, m->shifted_value, 0.02 * seen.tol);
    }
    return end;
}

/* From task->sweep.r: the first center, and the residual there. */
static void begin(memory *m, const ss_outer_task *task)
{
    const options *const o = task->options;
    const ss_problem *const problem = task->sweep.problem;
    const size_t n = problem->n_contacts;
    double sum = 0.0;
    for (size_t c = 0; c < n; ++c)
        sum += ss_dot(problem->q + 3 * c, problem->q + 3 * c) / m->shifted.weight[c];
    m->q_norm = sum > 0.0 ? sqrt(sum) : 1.0;
    m->best = INFINITY;
    m->u = (double *)(m + 1);
    /* Before the first shift: the mixing is scaled by the true problem's blocks, then and after. */
    m->mixed = ss_mixed_open(&m->shifted.inner, &o->mixed, ss_mixed_most(n), m->u + 3 * n);
    memcpy(m->shifted.r, task->sweep.r, 3 * n * sizeof *m->shifted.r);
    ss_shifted_change(&m->shifted, o->proximal.a);
    look(m, task);
}

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    const size_t n = task->sweep.problem->n_contacts;
    memory *const m = task->workspace;
    ss_shifted *const s = &m->shifted;
    begin(m, task);
    for (;;) {
        const double first = m->value;
        const ss_approach_end end = approach(m, task);
        if (end == SS_APPROACH_ON)
            return;
        if (!(m->shifted_value < first)) { /* it is refused */
            memcpy(s->r, s->center, 3 * n * sizeof *s->r);
            m->value = first;
        }
        ss_shifted_change(s, ss_proximal_next(&o->proximal, end, s->a));
    }
}

const ss_outer_solver ss_outer_ppa_anderson = {
    .name = "ppa-anderson",
    .title = "proximal point around Anderson's mixing of another outer solver's sweeps (of=, "
             "default nlgs), one by one in block form",
    .reference = "method 11.3; Rockafellar 1976",
    .look = {9, 4, 5},
    .needs = SS_NEEDS_LOCAL | SS_NEEDS_INNER | SS_NEEDS_BLOCKS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .open = open,
    .solve = solve,
    .close = close,
};

/* ADMM, the alternating direction method of multipliers with De Saxce's shift s (method 11.6), in
 * scaled variables:
 *
 *     x = -(W' + rho I)^-1 (q' + s n - rho (z - w)),   xh = a x + (1 - a) z,
 *     z = proj_K(xh + w),   w <- w + xh - z,   s = mu |(rho w)_t|
 *
 * The impulse is z, in the cone; -rho w is its velocity u' + s n. No local solver: a linear solve
 * with one factorization is the iteration, and rho changes seldom, each time for another one.
 *
 * The workspace, cut by lay; the factor alone is memory of its own, and outlives a problem:
 *
 *     | memory | rows of A | columns of A | values of A | d n | s n | q, x, z, w, b: 3 n each |
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/operator.h"
#include "problems/sparse/factor.h"
#include "solvers/base/outer_solver.h"
#include "solvers/parts/scaling.h"

#include <math.h>
#include <string.h>

typedef struct options {
    double rho, relaxation; /* penalty at the start; a above */
    size_t period, changes; /* iterations between two updates of rho; how often it may change */
} options;

static const ss_option rows[] = {
    SS_REAL(options, rho, "rho", 1.0, 1e-4, 1e4, "-",
            "penalty at the start; the scaled blocks W'_cc are about 1", "choice"),
    SS_REAL(options, relaxation, "relaxation", 1.6, 0.1, 1.9, "-", "relaxation factor a",
            "method 11.6"),
    SS_COUNT(options, period, "period", 10, 1, 1000000, "iterations between two updates of rho",
             "method 11.6"),
    SS_COUNT(options, changes, "changes", 20, 0, 1000,
             "largest number of updates of rho; then it stays", "method 11.6"),
};

/* The workspace: what outlives a problem, then the arrays of this one. */
/* Invariant in an iteration: `factor` is of A with `rho` on the diagonal; w is the scaled
 * multiplier, -rho w the velocity u' + s n of z; s = mu |(rho w)_t| of the present w and rho. */
typedef struct memory {
    ss_factor *factor; /* owned */
    ss_triplets A;    /* W' + rho I: the blocks' entries, then the diagonal; within the workspace */
    double rho;       /* of A; scaled blocks are about 1, and so is it */
    size_t n_changes; /* of rho, so far */
    double *d, *s;    /* n_contacts */
    double *q, *x, *z, *w, *b; /* 3 n_contacts; b is scratch */
    double primal, dual;       /* |x - z| / max(|x|, |z|), |z - z_before| / |w| */
} memory;

/* of A: those of the blocks, and a diagonal of its own, whose entries add up with theirs */
static size_t n_entries(const ss_problem *problem)
{
    const size_t n = problem->n_contacts;
    return 9 * problem->blocks->row_start[n] + 3 * n;
}

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)values;
    return sizeof(memory) + n_entries(problem) * (sizeof(double) + 2 * sizeof(int64_t)) +
           17 * problem->n_contacts * sizeof(double);
}

static void lay(memory *m, const ss_problem *problem)
{
    const size_t n = problem->n_contacts, count = n_entries(problem);
    m->A = (ss_triplets){.m = 3 * n, .n = 3 * n, .count = count, .row = (int64_t *)(m + 1)};
    m->A.col = m->A.row + count;
    m->A.x = (double *)(m->A.col + count);
    m->d = m->A.x + count;
    m->s = m->d + n;
    m->q = m->s + n;
    m->x = m->q + 3 * n;
    m->z = m->x + 3 * n;
    m->w = m->z + 3 * n;
    m->b = m->w + 3 * n;
}

/* W'_cb = d_c W_cb d_b; then the places of the diagonal, whose values factorize sets */
static void fill_W(memory *m, const ss_problem *problem)
{
    const ss_block_form *const form = problem->blocks;
    const size_t n = problem->n_contacts;
    size_t at = 0;
    for (size_t c = 0; c < n; ++c)
        for (size_t k = form->row_start[c]; k < form->row_start[c + 1]; ++k)
            for (size_t i = 0; i < 9; ++i, ++at) {
                const size_t b = form->column[k];
                m->A.row[at] = (int64_t)(3 * c + i / 3);
                m->A.col[at] = (int64_t)(3 * b + i % 3);
                m->A.x[at] = m->d[c] * form->blocks[9 * k + i] * m->d[b];
            }
    for (size_t i = 0; i < 3 * n; ++i, ++at)
        m->A.row[at] = m->A.col[at] = (int64_t)i;
}

/* W' + rho I; a failure counts, without operations: nothing tells how far it went. */
static bool factorize(memory *m, const ss_outer_task *task, double rho, ss_error *error)
{
    const size_t n = m->A.m;
    for (size_t i = 0; i < n; ++i)
        m->A.x[m->A.count - n + i] = rho;
    ++task->sweep.work->factorizations;
    if (n == 0)
        return true;
    if (!ss_factor_compute(m->factor, &m->A, error))
        return false;
    task->sweep.work->moves += ss_factor_facts_of(m->factor).compute_moves;
    return true;
}

/* the scaled problem, and the first factorization with the rho of the options */
static bool open(const ss_outer_task *task, ss_error *error)
{
    const ss_problem *const problem = task->sweep.problem;
    memory *const m = task->workspace;
    if (m->factor == NULL && (m->factor = ss_factor_create("W' + rho I", error)) == NULL)
        return false;
    lay(m, problem);
    ss_scaling_find(m->d, problem);
    ss_scaling_multiply(m->q, problem->q, m->d, problem->n_contacts);
    fill_W(m, problem);
    m->rho = ((const options *)task->options)->rho;
    m->n_changes = 0;
    if (!factorize(m, task, m->rho, error))
        return false;
    task->sweep.work->moves += ss_factor_facts_of(m->factor).analyse_moves;
    return true;
}

static void close(void *workspace)
{
    ss_factor_free(((memory *)workspace)->factor);
}

/* s_c = mu |(rho w)_t|: the tangential velocity is that of -rho w. */
static void shift(memory *m, const ss_problem *problem)
{
    for (size_t c = 0; c < problem->n_contacts; ++c)
        m->s[c] = problem->mu[c] * m->rho * ss_norm_t(m->w + 3 * c);
}

/* One iteration. False if the linear solve fails, which a factor that was made does not. */
static bool iterate(memory *m, const ss_outer_task *task)
{
    const size_t n = m->A.m;
    const double a = ((const options *)task->options)->relaxation;
    /* sums of squares: of the step of z, of x - z */
    double moved = 0.0, apart = 0.0;
    ss_error ignored = {.code = SS_ERROR_NONE};
    for (size_t i = 0; i < n; ++i)
        m->b[i] = m->rho * (m->z[i] - m->w[i]) - m->q[i] - (i % 3 == 0 ? m->s[i / 3] : 0.0);
    ++task->sweep.work->solves;
    if (n > 0 && !ss_factor_solve(m->factor, m->x, m->b, SS_FACTOR_REFINED, &ignored))
        return false;
    /* b 4, w 4 + 1, moved and apart 6, norms 6, shift 2, r 1: a component each */
    task->sweep.work->moves += ss_factor_facts_of(m->factor).solve_moves;
    task->sweep.work->flops += 24 * n;
    memcpy(m->b, m->z, n * sizeof *m->z); /* z before */
    /* xh + w = a x + (1 - a) z + w, in w and, to be projected, in z */
    for (size_t i = 0; i < n; ++i) {
        m->w[i] += a * m->x[i] + (1.0 - a) * m->b[i];
        m->z[i] = m->w[i];
    }
    ss_scaling_project(m->z, task->sweep.problem);
    task->sweep.work->projections += n / 3;
    for (size_t i = 0; i < n; ++i) {
        m->w[i] -= m->z[i];
        moved += (m->z[i] - m->b[i]) * (m->z[i] - m->b[i]);
        apart += (m->x[i] - m->z[i]) * (m->x[i] - m->z[i]);
    }
    shift(m, task->sweep.problem);
    m->primal = sqrt(apart) / fmax(ss_norm_of(m->x, n), ss_norm_of(m->z, n));
    m->dual = sqrt(moved) / ss_norm_of(m->w, n);
    return true;
}

/* Balance the two residuals by rho. A factorization that fails leaves the old one, for good. */
static void adapt(memory *m, const ss_outer_task *task)
{
    const options *const o = task->options;
    /* rho weighs x = z against the velocity: more of it makes the primal residual fall faster. The
     * bounds and the 20 changes keep it from running away (method 11.6). */
    const double factor = sqrt(m->primal / m->dual);
    const double rho = fmin(fmax(m->rho * factor, 1e-4), 1e4);
    ss_error ignored = {.code = SS_ERROR_NONE};
    if (m->n_changes >= o->changes || !isfinite(factor) || (factor < 3.0 && factor > 1.0 / 3.0) ||
        rho == m->rho)
        return;
    if (!factorize(m, task, rho, &ignored)) {
        m->n_changes = o->changes;
        return;
    }
    for (size_t i = 0; i < m->A.m; ++i)
        /* the multiplier rho w stays what it is */
        m->w[i] *= m->rho / rho;
    m->rho = rho;
    ++m->n_changes;
}

/* From task->sweep.r: z, and w by its velocity, so that a solution stays one. From r = 0, which
 * tells nothing of the velocity, w = 0. */
static void begin(memory *m, const ss_outer_task *task)
{
    const ss_problem *const problem = task->sweep.problem;
    const size_t n = problem->n_contacts;
    const double *const r = task->sweep.r;
    ss_scaling_divide(m->z, r, m->d, n);
    memset(m->w, 0, 3 * n * sizeof *m->w);
    if (ss_norm_of(m->z, 3 * n) > 0.0) {
        for (size_t c = 0; c < n; ++c) {
            double u[3];
            ss_operator_velocity(u, problem, task->sweep.operator_state, r, c);
            /* w = -(u' + s n)/rho, u' = d u: at a solution x = z, and the iteration rests */
            u[0] += problem->mu[c] * ss_norm_t(u);
            ss_axpy(m->w + 3 * c, -m->d[c] / m->rho, u);
        }
        ++task->sweep.work->products;
    }
    shift(m, problem);
}

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    const size_t n = task->sweep.problem->n_contacts;
    memory *const m = task->workspace;
    begin(m, task);
    for (size_t k = 1;; ++k) {
        const bool solved = iterate(m, task);
        ss_scaling_multiply(task->sweep.r, m->z, m->d, n);
        /* as the contract has it, the watch alone ends a solve */
        if (!solved)
            task->sweep.r[0] = NAN; /* the watch ends it as diverged */
        if (ss_outer_show(task, 1).stop)
            return;
        if (k % o->period == 0)
            adapt(m, task);
    }
}

const ss_outer_solver ss_outer_admm = {
    .name = "admm",
    .title =
        "alternating directions: a linear solve with W' + rho I, a projection; no local solver",
    .reference = "method 11.6; Boyd et al. 2011; Acary, Cadoux, Lemarechal, Malick 2011 for s",
    .look = {11, 3, 6},
    .needs = SS_NEEDS_BLOCKS | SS_NEEDS_FACTORS,
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .open = open,
    .solve = solve,
    .close = close,
};

/* APGD, accelerated projected gradient with restart and De Saxce's shift s (method 11.5), in scaled
 * variables, u'(x) = W' x + q':
 *
 *     g = u'(y) + s n,   x+ = proj_K(y - g/L),   y+ = x+ + (theta - 1)/theta+ (x+ - x)
 *
 * or y+ = x+ and theta+ = 1 where g.(x+ - x) > 0. One product by W an iteration, that of x+: u'(y+)
 * follows from those of x+ and x, and the natural residual of x+ too. s = mu |u'_t| is refreshed
 * each iteration, at y; or it is frozen until the frozen problem is solved to a tenth of the error
 * at hand, an outer fixed point.
 *
 * No local solver, no factor, and W only by its products, so it need be neither stored nor
 * symmetric. No theory promises convergence with s (nor where W is not symmetric, as with unequal
 * restitutions), and under slip it can stall: the best iterate is the one that is shown.
 *
 * One iteration; u' of y is the same combination as y, so that it needs no product:
 *
 *     before, now ---> y = now + beta (now - before) ---> x+ = proj_K(y - (u'(y) + s n)/L)
 *          ^                                               |
 *          `--- now, x+ <--- u'(x+) by the one product <---'
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "problems/contact/cone.h"
#include "problems/contact/operator.h"
#include "solvers/base/outer_solver.h"
#include "solvers/parts/scaling.h"

#include <math.h>

typedef struct options {
    int shift;               /* EACH or OUTER */
    double margin, fraction; /* see rows */
    size_t power;
} options;

enum { EACH, OUTER };

/* Floating-point operations of an iteration on a contact's vectors, besides its product and its
 * projections: r and u' of the product 6, g and tau 7, g.(x+ - x) 9, the residual's shift and sum
 * 14, the two lengths and the size of too_steep 24, extrapolation 18, shift 5. */
enum { VECTOR_FLOPS = 6 + 7 + 9 + 14 + 24 + 18 + 5 };

static const ss_option rows[] = {
    SS_CHOICE(options, shift, "shift", EACH, "each|outer",
              "s: refreshed in each iteration, or frozen in an outer fixed point", "method 11.5"),
    SS_REAL(options, fraction, "fraction", 0.1, 1e-6, 0.99, "-",
            "shift=outer: of the error at hand, to which a frozen problem is solved",
            "method 11.5"),
    SS_REAL(options, margin, "margin", 1.02, 1.0, 100.0, "-", "L over the estimate of |W'|",
            "method 11.5"),
    SS_COUNT(options, power, "power", 30, 1, 1000, "most products of the power iteration for |W'|",
             "choice"),
};

/* An impulse and its velocity, scaled; 3 n_contacts each. */
typedef struct point {
    double *x, *u;
} point;

/* The workspace, cut up. */
/* Invariant: point.u = W' point.x + q' for `now` and `before`, and to rounding for y, which
 * is a combination of both. task->sweep.r is the best x so far, not the present one. */
typedef struct memory {
    const ss_problem *problem;
    double *d, *s; /* scaling and shift, n_contacts */
    double *r;     /* 3 n_contacts: scratch of the product */
    point now, before, y;
    double L, theta; /* bound of |W'|, momentum */
    double best;     /* the least residual, that of task->sweep.r */
} memory;

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)values;
    return 23 * problem->n_contacts * sizeof(double);
}

/* a view of the workspace: nothing is kept from problem to problem */
static memory lay(const ss_outer_task *task)
{
    const size_t n = task->sweep.problem->n_contacts;
    memory m = {.problem = task->sweep.problem, .d = task->workspace, .theta = 1.0};
    m.s = m.d + n;
    m.r = m.s + n;
    double *at = m.r + 3 * n;
    for (point *p[] = {&m.now, &m.before, &m.y}, **one = p; one < p + 3; ++one, at += 6 * n)
        **one = (point){at, at + 3 * n};
    return m;
}

/* p.u = W' p.x + q'. */
static void multiply(const memory *m, const ss_outer_task *task, const point *p)
{
    ss_scaling_multiply(m->r, p->x, m->d, m->problem->n_contacts);
    ss_operator_start(task->sweep.operator_state, m->problem, m->r);
    for (size_t c = 0; c < m->problem->n_contacts; ++c)
        ss_operator_velocity(p->u + 3 * c, m->problem, task->sweep.operator_state, m->r, c);
    ss_scaling_multiply(p->u, p->u, m->d, m->problem->n_contacts);
    ++task->sweep.work->products;
}

/* Euclidean; with a point of zeros, the norm */
static double distance(const double *a, const double *b, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; ++i)
        sum += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(sum);
}

/* |W'| by power iteration from a fixed start, at least 1: the mean of its diagonal. `zero` is a
 * point with its velocity, q'; y is scratch. x is kept as long as q', which W' x is added to. */
static double estimate(const memory *m, const ss_outer_task *task, const point *zero)
{
    const options *const o = task->options;
    const size_t n = 3 * m->problem->n_contacts;
    const double q = distance(zero->u, zero->x, n), length = q > 0.0 ? q : 1.0;
    double norm = 0.0, value = 0.0, last = 0.0;
    for (size_t i = 0; i < n; ++i) { /* signs and sizes without a pattern */
        m->y.x[i] = (double)((uint32_t)(i + 1) * UINT32_C(2654435761)) - 2147483648.0;
        norm += m->y.x[i] * m->y.x[i];
    }
    /* The iterate keeps the length of q', so that W' x, found as (W' x + q') - q', loses no
     * digits to it. */
    norm = sqrt(norm);
    for (size_t k = 0; k < o->power; ++k) {
        for (size_t i = 0; i < n; ++i)
            m->y.x[i] *= length / norm;
        multiply(m, task, &m->y);
        for (size_t i = 0; i < n; ++i)
            m->y.x[i] = m->y.u[i] - zero->u[i];
        norm = distance(m->y.x, zero->x, n);
        last = value;
        value = norm / length;
        if (!(norm > 0.0) || fabs(value - last) <= 1e-3 * value)
            break;
    }
    return fmax(value, 1.0);
}

/* s_c = mu |u'_t| at a point. */
static void shift(const memory *m, const point *p)
{
    for (size_t c = 0; c < m->problem->n_contacts; ++c)
        m->s[c] = m->problem->mu[c] * ss_norm_t(p->u + 3 * c);
}

/* |x - proj_K(x - (u' + s n))| now, with the frozen s or, s NULL, the one of now. */
static double residual(const memory *m, const ss_outer_task *task, const double *s)
{
    double sum = 0.0;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const double *const u = m->now.u + 3 * c, mu = m->problem->mu[c];
        const double s_c = s != NULL ? s[c] : mu * ss_norm_t(u);
        sum += ss_scaling_residual2(m->now.x + 3 * c, u, s_c, mu);
    }
    task->sweep.work->projections += m->problem->n_contacts;
    return sqrt(sum);
}

/* From y to the next x, which becomes `now`. True if it goes uphill: g.(x+ - x) > 0. */
static bool descend(memory *m, const ss_outer_task *task)
{
    const point old = m->now; /* its arrays take the next x */
    double rise = 0.0;
    m->now = m->before;
    m->before = old;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const double *const y = m->y.x + 3 * c, *const u = m->y.u + 3 * c;
        const double g[3] = {u[0] + m->s[c], u[1], u[2]};
        const double tau[3] = {y[0] - g[0] / m->L, y[1] - g[1] / m->L, y[2] - g[2] / m->L};
        double moved[3];
        ss_cone_project(m->now.x + 3 * c, tau, m->problem->mu[c]);
        ss_sub3(moved, m->now.x + 3 * c, m->before.x + 3 * c);
        rise += ss_dot(g, moved);
    }
    task->sweep.work->projections += m->problem->n_contacts;
    task->sweep.work->flops += VECTOR_FLOPS * m->problem->n_contacts;
    multiply(m, task, &m->now);
    return rise > 0.0;
}

/* L is too small where W' has lengthened the last step more than L times, above rounding: then it
 * grows, and the momentum is lost. */
static bool too_steep(memory *m, const options *o)
{
    const size_t n = 3 * m->problem->n_contacts;
    const double moved = distance(m->now.x, m->y.x, n), changed = distance(m->now.u, m->y.u, n);
    double size = 0.0;
    for (size_t i = 0; i < n; ++i)
        size += m->now.x[i] * m->now.x[i];
    if (!(changed > m->L * moved) || !(moved > 1e-6 * sqrt(size)))
        return false;
    /* L must be at least |W'(x - y)|/|x - y| for the step 1/L to descend; at least a fifth more
     * each time, so that there are few of these */
    m->L = fmax(o->margin * changed / moved, 1.2 * m->L);
    return true;
}

/* The next y: beyond `now`, or `now` itself where the momentum begins anew. */
static void extrapolate(memory *m, bool anew)
{
    /* Nesterov's sequence, theta+^2 - theta+ = theta^2; beta rises from 0 towards 1 */
    const double next = 0.5 * (1.0 + sqrt(1.0 + 4.0 * m->theta * m->theta));
    const double beta = anew ? 0.0 : (m->theta - 1.0) / next;
    m->theta = anew ? 1.0 : next;
    for (size_t i = 0; i < 3 * m->problem->n_contacts; ++i) {
        m->y.x[i] = m->now.x[i] + beta * (m->now.x[i] - m->before.x[i]);
        m->y.u[i] = m->now.u[i] + beta * (m->now.u[i] - m->before.u[i]);
    }
}

/* `now` is task->sweep.r; find L and begin there. */
static void begin(memory *m, const ss_outer_task *task)
{
    const size_t n = m->problem->n_contacts;
    ss_scaling_find(m->d, m->problem);
    for (size_t i = 0; i < 3 * n; ++i)
        m->before.x[i] = 0.0;
    ss_scaling_multiply(m->before.u, m->problem->q, m->d, n);
    m->L = ((const options *)task->options)->margin * estimate(m, task, &m->before);
    ss_scaling_divide(m->now.x, task->sweep.r, m->d, n);
    multiply(m, task, &m->now);
    shift(m, &m->now);
    extrapolate(m, true);
    m->best = residual(m, task, NULL);
}

static void solve(const ss_outer_task *task)
{
    const options *const o = task->options;
    memory m = lay(task);
    begin(&m, task);
    for (double error = m.best;;) { /* where s was frozen */
        const bool uphill = descend(&m, task);
        const double present = residual(&m, task, NULL);
        if (present < m.best) {
            ss_scaling_multiply(task->sweep.r, m.now.x, m.d, m.problem->n_contacts);
            m.best = present;
        }
        if (ss_outer_show(task, 1).stop)
            return;
        const bool steep = too_steep(&m, o);
        /* the frozen problem is solved well enough: s of the present velocity, and on */
        const bool solved = o->shift == OUTER && residual(&m, task, m.s) <= o->fraction * error;
        if (solved) {
            shift(&m, &m.now);
            error = present;
        }
        extrapolate(&m, uphill || steep || solved);
        if (o->shift == EACH)
            shift(&m, &m.y);
    }
}

const ss_outer_solver ss_outer_apgd = {
    .name = "apgd",
    .title = "accelerated projected gradient with De Saxce's shift: products by W, also by one "
             "that is not symmetric; no local solver",
    .reference = "method 11.5; Nesterov 1983; O'Donoghue and Candes 2015 for the restart; Acary, "
                 "Cadoux, Lemarechal, Malick 2011 for s",
    .options = SS_OPTION_TABLE(rows, options),
    .workspace_size = workspace_size,
    .solve = solve,
};

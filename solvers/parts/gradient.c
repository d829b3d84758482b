/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/parts/gradient.h"

#include "problems/contact/cone.h"
#include "problems/contact/operator.h"
#include "solvers/parts/scaling.h"

#include <math.h>

/* Floating-point operations of an iteration on a contact's vectors, besides its product and its
 * projections: r and u' of the product 6, g and tau 7, g.(x+ - x) 9, the residual's shift and sum
 * 14, the two lengths and the size of too_steep 24, extrapolation 18, shift 5. */
enum { VECTOR_FLOPS = 6 + 7 + 9 + 14 + 24 + 18 + 5 };

size_t ss_gradient_length(const ss_problem *problem)
{
    return 23 * problem->n_contacts + ss_operator_state_length(problem);
}

ss_gradient ss_gradient_open(const ss_outer_task *task, const ss_gradient_options *options,
                             double *memory)
{
    const size_t n = task->sweep.problem->n_contacts;
    ss_gradient m = {.task = task, .problem = task->sweep.problem, .options = *options};
    m.d = memory;
    m.s = m.d + n;
    m.r = m.s + n;
    double *at = m.r + 3 * n;
    for (ss_gradient_point *p[] = {&m.now, &m.before, &m.y}, **one = p; one < p + 3;
         ++one, at += 6 * n)
        **one = (ss_gradient_point){at, at + 3 * n};
    m.state = at;
    return m;
}

/* p.u = W' p.x + q'. */
static void multiply(const ss_gradient *m, const ss_gradient_point *p)
{
    ss_scaling_multiply(m->r, p->x, m->d, m->problem->n_contacts);
    ss_operator_start(m->state, m->problem, m->r);
    if (m->share != NULL && m->share->fetch != NULL)
        m->share->fetch(m->share->context, m->state);
    for (size_t c = 0; c < m->problem->n_contacts; ++c)
        ss_operator_velocity(p->u + 3 * c, m->problem, m->state, m->r, c);
    ss_scaling_multiply(p->u, p->u, m->d, m->problem->n_contacts);
    ++m->task->sweep.work->products;
}

enum { MOST_SUMS = 3 };

/* Sums over all contacts: in their order or, shared, exact. */
typedef struct sums {
    const ss_share *share;
    double plain[MOST_SUMS];
    ss_exact_sum exact[MOST_SUMS];
} sums;

/* Add x of contact c to the k-th sum. */
static inline void add(sums *s, int k, size_t c, double x)
{
    if (s->share == NULL)
        s->plain[k] += x;
    else
        ss_share_add(s->share, &s->exact[k], c, x);
}

/* The same of |a - b|^2 at contact c, or |a|^2: three numbers in a row, or one. */
static inline void add_square(sums *s, int k, size_t c, const double *a, const double *b)
{
    double d[3];
    for (size_t i = 0; i < 3; ++i)
        d[i] = b != NULL ? a[3 * c + i] - b[3 * c + i] : a[3 * c + i];
    if (s->share != NULL) {
        add(s, k, c, ss_dot(d, d));
        return;
    }
    for (int i = 0; i < 3; ++i)
        s->plain[k] += d[i] * d[i];
}

/* The first n sums, of all ranks, into plain. */
static void finish(sums *s, int n)
{
    if (s->share != NULL)
        ss_share_finish(s->share, s->exact, s->plain, n);
}

/* Euclidean; with b NULL, the norm */
static double distance(const ss_gradient *m, const double *a, const double *b)
{
    sums s = {.share = m->share};
    for (size_t c = 0; c < m->problem->n_contacts; ++c)
        add_square(&s, 0, c, a, b);
    finish(&s, 1);
    return sqrt(s.plain[0]);
}

/* |W'| by power iteration from a fixed start, at least 1: the mean of its diagonal. `zero` is a
 * point with its velocity, q'; y is scratch. x is kept as long as q', which W' x is added to. */
static double estimate(const ss_gradient *m, const ss_gradient_point *zero)
{
    const size_t n = 3 * m->problem->n_contacts;
    const int64_t *const number = m->share != NULL ? m->share->number : NULL;
    const double q = distance(m, zero->u, NULL), length = q > 0.0 ? q : 1.0;
    double norm = 0.0, value = 0.0, last = 0.0;
    for (size_t i = 0; i < n; ++i) { /* signs and sizes without a pattern */
        const size_t whole = number != NULL ? 3 * (size_t)number[i / 3] + i % 3 : i;
        m->y.x[i] = (double)((uint32_t)(whole + 1) * UINT32_C(2654435761)) - 2147483648.0;
    }
    /* The iterate keeps the length of q', so that W' x, found as (W' x + q') - q', loses no
     * digits to it. */
    norm = distance(m, m->y.x, NULL);
    for (size_t k = 0; k < m->options.power; ++k) {
        for (size_t i = 0; i < n; ++i)
            m->y.x[i] *= length / norm;
        multiply(m, &m->y);
        for (size_t i = 0; i < n; ++i)
            m->y.x[i] = m->y.u[i] - zero->u[i];
        norm = distance(m, m->y.x, NULL);
        last = value;
        value = norm / length;
        if (!(norm > 0.0) || fabs(value - last) <= 1e-3 * value)
            break;
    }
    return fmax(value, 1.0);
}

/* s_c = mu |u'_t| at a point. */
static void shift(const ss_gradient *m, const ss_gradient_point *p)
{
    for (size_t c = 0; c < m->problem->n_contacts; ++c)
        m->s[c] = m->problem->mu[c] * ss_norm_t(p->u + 3 * c);
}

/* |x - proj_K(x - (u' + s n))| now, with the frozen s or, s NULL, the one of now. */
static double residual(const ss_gradient *m, const double *s)
{
    sums total = {.share = m->share};
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const double *const u = m->now.u + 3 * c, mu = m->problem->mu[c];
        const double s_c = s != NULL ? s[c] : mu * ss_norm_t(u);
        add(&total, 0, c, ss_scaling_residual2(m->now.x + 3 * c, u, s_c, mu));
    }
    m->task->sweep.work->projections += m->problem->n_contacts;
    finish(&total, 1);
    return sqrt(total.plain[0]);
}

/* From y to the next x, which becomes `now`. True if it goes uphill: g.(x+ - x) > 0. */
static bool descend(ss_gradient *m)
{
    const ss_gradient_point old = m->now; /* its arrays take the next x */
    sums rise = {.share = m->share};
    m->now = m->before;
    m->before = old;
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        const double *const y = m->y.x + 3 * c, *const u = m->y.u + 3 * c;
        const double g[3] = {u[0] + m->s[c], u[1], u[2]};
        const double tau[3] = {y[0] - g[0] / m->L, y[1] - g[1] / m->L, y[2] - g[2] / m->L};
        double moved[3];
        ss_cone_project(m->now.x + 3 * c, tau, m->problem->mu[c]);
        ss_sub3(moved, m->now.x + 3 * c, m->before.x + 3 * c);
        add(&rise, 0, c, ss_dot(g, moved));
    }
    m->task->sweep.work->projections += m->problem->n_contacts;
    m->task->sweep.work->flops += VECTOR_FLOPS * m->problem->n_contacts;
    multiply(m, &m->now);
    finish(&rise, 1);
    return rise.plain[0] > 0.0;
}

/* L is too small where W' has lengthened the last step more than L times, above rounding: then it
 * grows, and the momentum is lost. */
static bool too_steep(ss_gradient *m)
{
    sums s = {.share = m->share};
    for (size_t c = 0; c < m->problem->n_contacts; ++c) {
        add_square(&s, 0, c, m->now.x, m->y.x);
        add_square(&s, 1, c, m->now.u, m->y.u);
        add_square(&s, 2, c, m->now.x, NULL);
    }
    finish(&s, 3);
    const double moved = sqrt(s.plain[0]), changed = sqrt(s.plain[1]), size = sqrt(s.plain[2]);
    if (!(changed > m->L * moved) || !(moved > 1e-6 * size))
        return false;
    /* L must be at least |W'(x - y)|/|x - y| for the step 1/L to descend; at least a fifth more
     * each time, so that there are few of these */
    m->L = fmax(m->options.margin * changed / moved, 1.2 * m->L);
    return true;
}

/* The next y: beyond `now`, or `now` itself where the momentum begins anew. */
static void extrapolate(ss_gradient *m, bool anew)
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

void ss_gradient_begin(ss_gradient *m)
{
    const size_t n = m->problem->n_contacts;
    ss_scaling_find(m->d, m->problem);
    for (size_t i = 0; i < 3 * n; ++i)
        m->before.x[i] = 0.0;
    ss_scaling_multiply(m->before.u, m->problem->q, m->d, n);
    if (m->L == 0.0)
        m->L = m->options.margin * estimate(m, &m->before);
    ss_scaling_divide(m->now.x, m->task->sweep.r, m->d, n);
    m->theta = 1.0;
    multiply(m, &m->now);
    shift(m, &m->now);
    extrapolate(m, true);
    m->best = m->error = residual(m, NULL);
    m->held = 0;
}

void ss_gradient_resume(ss_gradient *m)
{
    ss_scaling_multiply(m->task->sweep.r, m->now.x, m->d, m->problem->n_contacts);
    m->best = m->present;
}

void ss_gradient_descend(ss_gradient *m)
{
    m->uphill = descend(m);
    m->present = residual(m, NULL);
    if (m->present < m->best) {
        ss_scaling_multiply(m->task->sweep.r, m->now.x, m->d, m->problem->n_contacts);
        m->best = m->present;
    }
}

/* Is s to be refreshed, where it is not in each iteration? */
static bool is_solved(ss_gradient *m)
{
    if (m->options.shift == SS_GRADIENT_HELD)
        return ++m->held >= m->options.hold;
    /* the frozen problem is solved well enough */
    return m->options.shift == SS_GRADIENT_OUTER &&
           residual(m, m->s) <= m->options.fraction * m->error;
}

void ss_gradient_go_on(ss_gradient *m)
{
    const bool steep = too_steep(m), solved = is_solved(m);
    if (solved) {
        shift(m, &m->now); /* s of the present velocity, and on */
        m->error = m->present;
        m->held = 0;
    }
    extrapolate(m, m->uphill || steep || (solved && m->options.shift == SS_GRADIENT_OUTER));
    if (m->options.shift == SS_GRADIENT_EACH)
        shift(m, &m->y);
}

size_t ss_gradient_workspace(const ss_problem *problem, const void *options)
{
    (void)options;
    return ss_gradient_length(problem) * sizeof(double);
}

void ss_gradient_solve(const ss_outer_task *task, const ss_gradient_options *options,
                       const ss_share *share)
{
    ss_gradient gradient = ss_gradient_open(task, options, task->workspace);
    gradient.share = share;
    ss_gradient_begin(&gradient);
    for (;;) {
        ss_gradient_descend(&gradient);
        if (ss_outer_show(task, 1).stop)
            return;
        ss_gradient_go_on(&gradient);
    }
}

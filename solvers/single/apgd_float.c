/* APGD in single precision: the iteration of solvers/parts/gradient.h, with s refreshed each time,
 * in float. The best iterate is the one that is shown, by its natural residual in float.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/single/single.h"

/* An impulse and its velocity, 3 n each. */
typedef struct point {
    float *x, *u;
} point;

/* The iteration at hand: a view of the workspace. */
typedef struct descent {
    ss_single s;
    ss_work *work;
    point now, before, y;
    float *best_x;
    float L, theta, best;
} descent;

enum { N_MORE = 6, POWER = 30 }; /* vectors beside x; products for |W'|, as apgd's */

/* Operations on a contact's vectors in an iteration, as in gradient.c. */
enum { VECTOR_FLOPS = 6 + 7 + 9 + 14 + 24 + 18 + 5 };

static size_t workspace_size(const ss_problem *problem, const void *values)
{
    (void)values;
    return ss_single_size(problem, N_MORE);
}

static descent view(const ss_outer_task *task)
{
    descent m = {.s = ss_single_view(task), .work = task->sweep.work, .theta = 1.0f};
    float *const at = m.s.more;
    const size_t n = 3 * m.s.n;
    m.now = (point){at, at + n};
    m.before = (point){at + 2 * n, at + 3 * n};
    m.y = (point){at + 4 * n, at + 5 * n};
    m.best_x = m.s.x;
    return m;
}

static void multiply(const descent *m, const point *p)
{
    for (size_t c = 0; c < m->s.n; ++c)
        ss_single_velocity(p->u + 3 * c, &m->s, p->x, c);
    ++m->work->products;
}

static float norm_of(const float *x, size_t n)
{
    float sum = 0.0f;
    for (size_t i = 0; i < n; ++i)
        sum += x[i] * x[i];
    return sqrtf(sum);
}

/* |W'| by power iteration from a fixed start, at least 1; `y` and `before` are scratch. */
static float estimate(const descent *m)
{
    const size_t n = 3 * m->s.n;
    float value = 0.0f, last = 0.0f;
    for (size_t i = 0; i < n; ++i) /* signs and sizes without a pattern */
        m->y.x[i] = (float)((uint32_t)(i + 1) * UINT32_C(2654435761)) / 2147483648.0f - 1.0f;
    for (int k = 0; k < POWER; ++k) {
        const float norm = norm_of(m->y.x, n);
        for (size_t i = 0; i < n; ++i)
            m->y.x[i] /= norm;
        multiply(m, &m->y);
        for (size_t i = 0; i < n; ++i)
            m->y.x[i] = m->y.u[i] - m->s.q[i];
        last = value;
        value = norm_of(m->y.x, n);
        if (!(value > 0.0f) || fabsf(value - last) <= 1e-3f * value)
            break;
    }
    return fmaxf(value, 1.0f);
}

/* |x - proj_K(x - (u + s n))| now, s = mu |u_t|. */
static float residual(const descent *m)
{
    float sum = 0.0f;
    for (size_t c = 0; c < m->s.n; ++c) {
        const float *const x = m->now.x + 3 * c, *const u = m->now.u + 3 * c, mu = m->s.mu[c];
        const float tau[3] = {x[0] - u[0] - mu * ss_single_norm_t(u), x[1] - u[1], x[2] - u[2]};
        float map[3];
        ss_single_project(map, tau, mu);
        for (int i = 0; i < 3; ++i)
            sum += (x[i] - map[i]) * (x[i] - map[i]);
    }
    m->work->projections += m->s.n;
    return sqrtf(sum);
}

/* Keep the iterate if it is the best, or the first. */
static void keep_best(descent *m, bool first)
{
    const float present = residual(m);
    if (!first && !(present < m->best))
        return;
    m->best = present;
    memcpy(m->best_x, m->now.x, 3 * m->s.n * sizeof *m->best_x);
}

/* From y to the next x; true if it goes uphill. */
static bool descend(descent *m)
{
    const point old = m->now; /* its place takes the next x */
    float rise = 0.0f;
    m->now = m->before;
    m->before = old;
    for (size_t c = 0; c < m->s.n; ++c) {
        const float *const y = m->y.x + 3 * c, *const u = m->y.u + 3 * c;
        const float g[3] = {u[0] + m->s.mu[c] * ss_single_norm_t(u), u[1], u[2]};
        const float tau[3] = {y[0] - g[0] / m->L, y[1] - g[1] / m->L, y[2] - g[2] / m->L};
        ss_single_project(m->now.x + 3 * c, tau, m->s.mu[c]);
        for (size_t i = 0; i < 3; ++i)
            rise += g[i] * (m->now.x[3 * c + i] - m->before.x[3 * c + i]);
    }
    m->work->projections += m->s.n;
    m->work->flops += VECTOR_FLOPS * m->s.n;
    multiply(m, &m->now);
    return rise > 0.0f;
}

/* W' has lengthened the last step, from y, more than L times, above rounding: L grows. */
static bool too_steep(descent *m)
{
    float moved = 0.0f, changed = 0.0f;
    for (size_t i = 0; i < 3 * m->s.n; ++i) {
        const float step = m->now.x[i] - m->y.x[i], change = m->now.u[i] - m->y.u[i];
        moved += step * step;
        changed += change * change;
    }
    moved = sqrtf(moved);
    changed = sqrtf(changed);
    if (!(changed > m->L * moved) || !(moved > 1e-3f * norm_of(m->now.x, 3 * m->s.n)))
        return false;
    m->L = fmaxf(1.02f * changed / moved, 1.2f * m->L);
    return true;
}

static void extrapolate(descent *m, bool anew)
{
    const float next = 0.5f * (1.0f + sqrtf(1.0f + 4.0f * m->theta * m->theta));
    const float beta = anew ? 0.0f : (m->theta - 1.0f) / next;
    m->theta = anew ? 1.0f : next;
    for (size_t i = 0; i < 3 * m->s.n; ++i) {
        m->y.x[i] = m->now.x[i] + beta * (m->now.x[i] - m->before.x[i]);
        m->y.u[i] = m->now.u[i] + beta * (m->now.u[i] - m->before.u[i]);
    }
}

/* The steps of apgd.c, with each sum and product in float. */
static void solve(const ss_outer_task *task)
{
    descent m = view(task);
    bool uphill = false;
    ss_single_round(&m.s, task->sweep.problem);
    m.L = 1.02f * estimate(&m);
    ss_single_take(&m.s, task->sweep.r);
    memcpy(m.now.x, m.s.x, 3 * m.s.n * sizeof *m.now.x);
    multiply(&m, &m.now);
    keep_best(&m, true);
    extrapolate(&m, true);
    for (;;) {
        uphill = descend(&m);
        keep_best(&m, false);
        ss_single_give(&m.s, m.best_x, task->sweep.r);
        if (ss_outer_show(task, 1).stop)
            return;
        extrapolate(&m, too_steep(&m) || uphill);
    }
}

const ss_outer_solver ss_outer_apgd_float = {
    .name = "apgd-float",
    .title = "single precision: apgd with its default options, in float; its E1 has a floor",
    .reference = "as apgd; a labelled copy, to see what a float loses",
    .look = {12, 4, 7},
    .needs = SS_NEEDS_BLOCKS | SS_HAS_STATE,
    .reach = 1e-5, /* its steps are sums over all contacts, which round more */
    .workspace_size = workspace_size,
    .solve = solve,
};

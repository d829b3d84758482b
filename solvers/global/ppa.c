/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/ppa.h"

#include "solvers/global/lorentz.h"

#include <string.h>

/* Of method 11.4: steps of an inner problem, halvings of a step, norms that the line search
 * compares with, and the steps in which |F| must fall to 0.9 of what it was. */
enum { NEWTON_STEPS = 15, HALVINGS = 7, HISTORY = 6, LOOK_BACK = 12 };

/* The least weight, and how far |F| is to fall in an inner problem; with the shift held a smaller
 * weight makes the inner problems dear and does not bring y_k nearer (method 12.4). */
static const double LEAST = 1e-14, FALL = 0.5, HELD_LEAST = 0.03, HELD_FALL = 0.3;

/* A point y of the inner problem. */
typedef struct point {
    double *y, *w; /* 3 n each: w = W~ y + q~ */
    double *F;     /* 3 n */
    double norm;   /* |F| */
} point;

/* Invariant between steps: at.w = W~ at.y + q~, updated by products along the steps and
 * made anew at each centre; at.F and L, K are those of at.y; end.e1 is that of `best`. */
typedef struct ppa {
    ss_system *s;
    const ss_ppa_limits *limits;
    ss_system_watch watch;
    double a; /* the weight at present */
    point at, trial;
    double *centre;    /* y_k, 3 n */
    double *step, *Wp; /* 3 n each: the Newton step p, W~ p */
    double *L, *K;     /* 9 n each: blocks of J */
    double *shift;     /* n: |v_t| at the centre */
    double *best;      /* 3 n; caller's y */
    ss_system_end end; /* .e1 is that of `best` */
    ss_seen seen;      /* the watch's last word */
    bool is_over;
} ppa;

static ppa lay(ss_system *s, double *y, double *memory)
{
    const size_t n = 3 * s->n;
    ppa m = {.s = s, .best = y, .end = {.e1 = INFINITY}};
    double **const arrays[] = {&m.at.y,    &m.at.w,   &m.at.F, &m.trial.y, &m.trial.w,
                               &m.trial.F, &m.centre, &m.step, &m.Wp};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k)
        *arrays[k] = memory + k * n;
    m.L = m.Wp + n;
    m.K = m.L + 3 * n;
    m.shift = m.K + 3 * n;
    memcpy(m.at.y, y, n * sizeof *y);
    return m;
}

/* F at a point whose y and w are known, and the blocks L = P G and K = I - P + a L of J there; G =
 * I where the shift is held. */
static void evaluate(ppa *m, point *x)
{
    double sum = 0.0;
    for (size_t c = 0; c < m->s->n; ++c) {
        const double *const y = x->y + 3 * c, *const w = x->w + 3 * c;
        double v[3], by_y[9], *const F = x->F + 3 * c, *const L = m->L + 9 * c;
        for (size_t i = 0; i < 3; ++i)
            v[i] = w[i] + m->a * (y[i] - m->centre[3 * c + i]);
        if (m->limits->holds_shift) {
            v[0] += m->shift[c]; /* v is x from here on */
            ss_lorentz_held_map(F, by_y, L, y, v);
        } else
            ss_lorentz_natural_map(F, by_y, L, y, v);
        for (size_t i = 0; i < 9; ++i)
            m->K[9 * c + i] = by_y[i] + m->a * L[i];
        sum += ss_dot(F, F);
    }
    x->norm = sqrt(sum);
}

static void finish(ppa *m, ss_system_ending ending)
{
    m->end.ending = ending;
    m->is_over = true;
}

/* Keep the point if it is the best so far. */
static void remember(ppa *m)
{
    const double e1 = ss_system_e1(m->s, m->at.y, m->at.w, NULL);
    if (e1 < m->end.e1 || !isfinite(m->end.e1)) {
        m->end.e1 = e1;
        memcpy(m->best, m->at.y, 3 * m->s->n * sizeof *m->best);
    }
}

/* Show the iterate after a factorization; sets is_over where the method ends there. */
static void show(ppa *m)
{
    ++m->end.factorizations;
    remember(m);
    m->seen = m->watch.see(m->watch.self, m->at.y);
    m->is_over = ss_system_is_over(&m->end, m->seen, m->limits->tol, m->limits->factorizations);
}

/* Go along the step: t = 1, 1/2, ..., 2^-7, the first that is below `bound`, or the last. */
static void search(ppa *m, double bound)
{
    const size_t n = 3 * m->s->n;
    ss_system_multiply(m->Wp, m->s, m->step);
    double t = 1.0;
    for (size_t k = 0;; ++k, t *= 0.5) {
        /* W~ y is linear: one product serves all halvings */
        for (size_t i = 0; i < n; ++i) {
            m->trial.y[i] = m->at.y[i] + t * m->step[i];
            m->trial.w[i] = m->at.w[i] + t * m->Wp[i];
        }
        evaluate(m, &m->trial);
        /* non-monotone: below the largest of the last six norms, by a little more for
         * longer steps */
        if (k == HALVINGS || m->trial.norm <= (1.0 - 1e-4 * t) * bound)
            break;
        ++m->s->work->backtracks;
    }
    const point before = m->at;
    m->at = m->trial;
    m->trial = before;
}

/* One Newton step: y <- y - t J^-1 F. False if J cannot be factored. */
static bool step(ppa *m, double bound)
{
    ss_error error = {.code = SS_ERROR_NONE};
    m->s->weight = m->a;
    if (!ss_system_factor(m->s, m->L, NULL, m->K, &error) ||
        !ss_system_solve(m->s, m->step, m->at.F, &error)) {
        if (error.code == SS_ERROR_MEMORY) {
            m->end.error = error;
            finish(m, SS_SYSTEM_NO_MEMORY);
        }
        return false;
    }
    for (size_t i = 0; i < 3 * m->s->n; ++i)
        m->step[i] = -m->step[i];
    search(m, bound);
    return true;
}

/* The inner problem, to |F| <= target; the number of Newton steps, or more than NEWTON_STEPS if it
 * failed. At least one step is made. */
static size_t solve_inner(ppa *m, double target)
{
    double norms[NEWTON_STEPS + 1];
    norms[0] = m->at.norm;
    for (size_t k = 1; k <= NEWTON_STEPS; ++k) {
        double bound = norms[k - 1];
        for (size_t j = k < HISTORY ? 0 : k - HISTORY; j < k; ++j)
            bound = fmax(bound, norms[j]);
        const bool moved = step(m, bound);
        norms[k] = m->at.norm;
        if (m->is_over)
            break;
        show(m);
        if (m->is_over || (moved && m->at.norm <= target))
            return k;
        if (!moved || !isfinite(m->at.norm) ||
            (k >= LOOK_BACK && m->at.norm > 0.9 * norms[k - LOOK_BACK]))
            break;
    }
    return NEWTON_STEPS + 1;
}

/* After an inner solve: the next centre and the next a. */
static void adapt(ppa *m, size_t steps)
{
    const size_t n = 3 * m->s->n;
    if (steps > NEWTON_STEPS) {
        /* failed: nearer to y_k; and back to it, if the last point is worse than the best */
        m->a = fmin(8.0 * m->a, 10.0);
        if (ss_system_e1(m->s, m->at.y, m->at.w, NULL) > m->end.e1 || !isfinite(m->at.norm))
            memcpy(m->at.y, m->centre, n * sizeof *m->centre);
        return;
    }
    /* quick: a quarter, or half, of the weight */
    const double least = m->limits->holds_shift ? HELD_LEAST : LEAST;
    if (steps <= 5)
        m->a = fmax(m->a / 4.0, least);
    else if (steps <= 12)
        m->a = fmax(m->a / 2.0, least);
}

ss_system_end ss_ppa_run(ss_system *s, double *y, const ss_ppa_limits *limits,
                         ss_system_watch watch, double *memory)
{
    const size_t n = 3 * s->n;
    ppa m = lay(s, y, memory);
    m.limits = limits;
    m.watch = watch;
    m.a = limits->a;
    m.seen.tol = limits->tol;
    const double fall = limits->holds_shift ? HELD_FALL : FALL;
    for (size_t failures = 0; !m.is_over;) {
        ss_system_velocity(m.at.w, s, m.at.y);
        memcpy(m.centre, m.at.y, n * sizeof *y);
        for (size_t c = 0; c < s->n; ++c)
            m.shift[c] = ss_norm_t(m.at.w + 3 * c);
        remember(&m);
        evaluate(&m, &m.at);
        /* A part of |F| is enough (inexact proximal point); below a fiftieth of the tolerance, in
         * the units of F, there is nothing to gain. */
        const double wanted = fmin(limits->tol > 0.0 ? limits->tol : m.seen.tol, m.end.e1);
        const double floor = 0.02 * fmax(wanted, 1e-16) * ss_norm_of(s->q, 3 * s->n);
        const size_t steps = solve_inner(&m, fmax(fall * m.at.norm, floor));
        if (m.is_over)
            break;
        failures = steps > NEWTON_STEPS ? failures + 1 : 0;
        if (failures >= limits->failures)
            finish(&m, SS_SYSTEM_STALLED);
        adapt(&m, steps);
    }
    return m.end;
}

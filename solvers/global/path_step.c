/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/path_step.h"

#include <math.h>
#include <string.h>

static const double LEAST_STEP = 1e-6; /* of the damped start */

/* What a correction may leave of |G|, to first order: with factors, and by Krylov's method, whose
 * two solves leave 1e-4 of their right sides. */
static const double BORDERED = 1e-8, BORDERED_INEXACT = 1e-2;

enum { STARTS = 5, START_STEPS = 60, CORRECTIONS = 7, REFRESH_STEPS = 25, HALVINGS = 60 };

ss_path ss_path_lay(ss_system *s, const ss_path_limits *limits, double *memory)
{
    const size_t n = 3 * s->n;
    ss_path m = {.map = ss_path_map_lay(s, limits->kappa, memory),
                 .limits = limits,
                 .end = {.e1 = INFINITY}};
    double **const arrays[] = {&m.at.z,     &m.tangent.z, &m.trial.z, &m.predicted.z,
                               &m.turned.z, &m.change.z,  &m.scratch};
    memory += SS_PATH_MAP_LENGTH * s->n;
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; ++k)
        *arrays[k] = memory + k * n;
    memset(m.at.z, 0, n * sizeof *m.at.z);
    return m;
}

void ss_path_finish(ss_path *m, ss_system_ending ending)
{
    m->end.ending = ending;
    m->is_over = true;
}

void ss_path_keep(ss_path *m, const double *y, double e1, size_t factorizations)
{
    m->end.factorizations += factorizations;
    if (e1 < m->end.e1 || !isfinite(m->end.e1)) {
        m->end.e1 = e1;
        memcpy(m->best, y, 3 * m->map.s->n * sizeof *y);
    }
}

static size_t length(const ss_path *m)
{
    return 3 * m->map.s->n;
}

/* <a, b> = a_z.b_z/(n tau^2) + a_l b_l, with n the number of unknowns. */
static double dot(const ss_path *m, double l, ss_path_place a, ss_path_place b)
{
    double sum = 0.0;
    for (size_t i = 0; i < length(m); ++i)
        sum += a.z[i] * b.z[i];
    return sum / ((double)length(m) * exp(2.0 * l)) + a.l * b.l;
}

/* Show the iterate after a factorization, m->map holding its value; sets is_over. */
static void show(ss_path *m)
{
    ss_path_keep(m, m->map.y, ss_system_e1(m->map.s, m->map.y, m->map.v, NULL), 1);
    const ss_seen seen = m->watch.see(m->watch.self, m->map.y);
    m->is_over =
        ss_system_is_over(&m->end, seen, m->limits->tol, m->limits->factorizations) || m->is_over;
}

/* Factor J at `x`, where m->map has its value. False if it is singular. */
static bool factor(ss_path *m, ss_path_place x)
{
    ss_error error = {.code = SS_ERROR_NONE};
    ss_path_map_derivative(&m->map, x.z, x.l);
    if (ss_system_factor(m->map.s, NULL, m->map.D, m->map.K, &error))
        return true;
    if (error.code == SS_ERROR_MEMORY) {
        m->end.error = error;
        ss_path_finish(m, SS_SYSTEM_NO_MEMORY);
    }
    return false;
}

static bool solve(ss_path *m, double *x, const double *b)
{
    ss_error error = {.code = SS_ERROR_NONE};
    return ss_system_solve(m->map.s, x, b, &error);
}

/* Which way the path goes on along (-J^-1 G_l, 1), 1 or -1; 0: nothing tells it. From its start tau
 * falls; then the way is the sign of det J (method 12.3), or, where no factor has that, the one
 * that is less than a right angle off the last tangent. */
static int find_way(ss_path *m, double l)
{
    const bool by_krylov = m->map.s->by_krylov;
    const int sign = by_krylov ? 1 : ss_system_determinant_sign(m->map.s);
    const bool is_first = m->orientation == 0;
    if (is_first)
        m->orientation = -sign;
    if (is_first || !by_krylov)
        return m->orientation * sign;
    const ss_path_place back = {m->scratch, -1.0};
    return dot(m, l, back, m->tangent) < 0.0 ? 1 : -1;
}

/* The tangent at tau = exp(l) from scratch = J^-1 G_l. False if it is not finite. */
static bool make_tangent(ss_path *m, ss_path_place *tangent, double l)
{
    const int way = find_way(m, l); /* before the last tangent is written over */
    for (size_t i = 0; i < length(m); ++i)
        tangent->z[i] = -m->scratch[i];
    tangent->l = 1.0;
    /* (-J^-1 G_l, 1) solves the linearized equations */
    const double factor = way / sqrt(dot(m, l, *tangent, *tangent));
    for (size_t i = 0; i < length(m); ++i)
        tangent->z[i] *= factor;
    tangent->l = factor;
    return isfinite(factor) && factor != 0.0;
}

/* The fresh tangent at the accepted point, by a factorization. */
static bool find_tangent(ss_path *m)
{
    ss_path_map_value(&m->map, m->at.z, m->at.l);
    const bool ok = factor(m, m->at) && solve(m, m->scratch, m->map.G_l) &&
                    make_tangent(m, &m->tangent, m->at.l);
    show(m);
    return ok && !m->is_over;
}

/* change: the correction of x that solves G = 0 in the hyperplane through `base` normal to the
 * tangent, to first order. False if there is none, or the two solves do not give it. */
static bool correct(ss_path *m, ss_path_place x, ss_path_place base)
{
    if (!factor(m, x) || !solve(m, m->change.z, m->map.G) || !solve(m, m->scratch, m->map.G_l))
        return false;
    /* Two solves with one J: dz = -J^-1 G - p dl, p = J^-1 G_l; dl from t.(x + d - base) = 0 in
     * the metric */
    const double weight = 1.0 / ((double)length(m) * exp(2.0 * m->at.l));
    double off = m->tangent.l * (x.l - base.l), along_z = 0.0, along_p = 0.0;
    for (size_t i = 0; i < length(m); ++i) {
        m->change.z[i] = -m->change.z[i];
        off += weight * m->tangent.z[i] * (x.z[i] - base.z[i]);
        along_z += weight * m->tangent.z[i] * m->change.z[i];
        along_p += weight * m->tangent.z[i] * m->scratch[i];
    }
    m->change.l = (-off - along_z) / (m->tangent.l - along_p);
    for (size_t i = 0; i < length(m); ++i)
        m->change.z[i] -= m->scratch[i] * m->change.l;
    const double share = m->map.s->by_krylov ? BORDERED_INEXACT : BORDERED;
    return ss_path_map_residual(&m->map, m->change.z, m->change.l) <= share * m->map.norm;
}

/* x = from + t by. */
static void move(const ss_path *m, ss_path_place *x, ss_path_place from, double t, ss_path_place by)
{
    for (size_t i = 0; i < length(m); ++i)
        x->z[i] = from.z[i] + t * by.z[i];
    x->l = from.l + t * by.l;
}

/* trial = at + t change with t from `first`, halved until |G| falls below (1 - decrease t) of what
 * m->map has; gives t. */
static double search(ss_path *m, double first, double decrease)
{
    const double norm = m->map.norm;
    double t = first;
    for (size_t k = 0;; ++k, t *= 0.5) {
        move(m, &m->trial, m->at, t, m->change);
        ss_path_map_value(&m->map, m->trial.z, m->trial.l);
        if (m->map.norm < (1.0 - decrease * t) * norm || k == HALVINGS)
            return t;
        ++m->map.s->work->backtracks;
    }
}

/* Damped Newton on G(., tau) from z = 0, tau = exp(l). False if it is stuck, or the path is over.
 */
static bool solve_start(ss_path *m, double l)
{
    /* |dz| < 1e-3 tau sqrt n */
    const double near = 1e-3 * exp(l) * sqrt((double)length(m));
    memset(m->at.z, 0, length(m) * sizeof *m->at.z);
    m->at.l = l;
    m->change.l = 0.0;
    ss_path_map_value(&m->map, m->at.z, m->at.l);
    for (size_t k = 0; k < START_STEPS; ++k) {
        const bool ok = factor(m, m->at) && solve(m, m->change.z, m->map.G);
        for (size_t i = 0; i < length(m); ++i)
            m->change.z[i] = -m->change.z[i];
        const double t = ok ? search(m, 1.0, 0.0) : 0.0;
        if (ok)
            ss_path_swap(&m->at, &m->trial);
        show(m);
        if (m->is_over || t < LEAST_STEP)
            return false;
        if (ss_norm_of(m->change.z, 3 * m->map.s->n) < near)
            return true;
    }
    return false;
}

bool ss_path_begin(ss_path *m)
{
    const double l = log(m->map.s->tau_ref);
    if (!(m->map.s->tau_ref > 0.0)) { /* no impulse is needed, and none is y */
        ss_path_map_value(&m->map, m->at.z, l);
        show(m);
        return false;
    }
    for (size_t k = 0; k < STARTS && !m->is_over; ++k)
        if (solve_start(m, l + (double)k * log(10.0)))
            return find_tangent(m);
    return false;
}

/* Is the trial's corrector done with a correction of length `now`, the k-th? |G| before it. */
static bool is_done(const ss_path *m, size_t k, double now, double norm, double step)
{
    const double root = sqrt((double)length(m));
    /* short in the metric; or, from the second on, |G| is small: rounding moves z along ker
     * W, not G */
    return now < fmin(0.03, 0.5 / root) * fmin(1.0, step) ||
           (k >= 2 && now < 0.1 && norm < 1e-5 * exp(m->trial.l) * root);
}

/* Is the cosine between the tangent and `turned` at least 0.3, by the metric at exp(l)? */
static bool is_smooth(const ss_path *m, double l)
{
    return dot(m, l, m->tangent, m->turned) >= 0.3 * sqrt(dot(m, l, m->tangent, m->tangent));
}

size_t ss_path_step(ss_path *m, double step)
{
    move(m, &m->predicted, m->at, step, m->tangent);
    move(m, &m->trial, m->predicted, 0.0, m->tangent);
    ss_path_map_value(&m->map, m->trial.z, m->trial.l);
    double before = INFINITY;
    for (size_t k = 1; k <= CORRECTIONS; ++k) {
        const double norm = m->map.norm, l = m->trial.l;
        const bool ok = correct(m, m->trial, m->predicted) && fabs(m->change.l) <= 2.0;
        const double now = sqrt(dot(m, m->at.l, m->change, m->change));
        if (ok) {
            move(m, &m->trial, m->trial, 1.0, m->change);
            ss_path_map_value(&m->map, m->trial.z, m->trial.l);
        }
        show(m);
        /* off the path: the first correction is too long, or they do not shrink */
        if (!ok || m->is_over || (k == 1 && now > 3.0) || (now > 0.7 * before && now > 1e-2))
            return 0;
        if (is_done(m, k, now, norm, step))
            return make_tangent(m, &m->turned, l) && is_smooth(m, l) ? k : 0;
        before = now;
    }
    return 0;
}

void ss_path_refresh(ss_path *m)
{
    const double root = sqrt((double)length(m));
    move(m, &m->predicted, m->at, 0.0, m->tangent);
    ss_path_map_value(&m->map, m->at.z, m->at.l);
    for (size_t k = 0; k < REFRESH_STEPS; ++k) {
        const double norm = m->map.norm;
        bool fell = correct(m, m->at, m->predicted);
        const double now = sqrt(dot(m, m->at.l, m->change, m->change));
        if (fell) {
            search(m, fmin(1.0, 0.5 / now), 0.1);
            fell = m->map.norm < norm;
        }
        if (fell)
            ss_path_swap(&m->at, &m->trial);
        show(m);
        if (m->is_over)
            return;
        if (!fell || now < 1e-6 || m->map.norm < 1e-9 * exp(m->at.l) * root)
            break;
    }
    find_tangent(m);
}

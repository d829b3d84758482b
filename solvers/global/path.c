/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solvers/global/path.h"

#include "solvers/global/path_step.h"
#include "solvers/global/ppa.h"

#include <math.h>
#include <string.h>

/* Of method 12.3: the path ends where steps fall below 1e-9 or tau below 1e-8 tau_ref (stalled),
 * and where tau climbs above 30 times its start (no solution reached). */
static const double LEAST_STEP = 1e-9, LEAST_TAU = 1e-8, MOST_TAU = 30.0;

enum { FINISH_FACTORIZATIONS = 40, FINISH_FAILURES = 2, FINISH_ROUNDS = 8, STREAK = 8 };

/* A path under way: the steps, and the control of their length. */
typedef struct walk {
    ss_path path;
    double step;                     /* the next one, before it is cut by 1.6/|slope| */
    double unit, start, last_finish; /* ln of tau_ref; ln tau */
    bool is_fresh;                   /* refreshed since the last success */
    size_t streak;                   /* successes in a row */
    double *from;                    /* 3 n: where the path was when the finish began */
    double *memory;                  /* of the finish */
    ss_path_point now;
} walk;

/* The ppa-newton from y, which it improves; true if it ends the path. */
static bool run_ppa(walk *w, double *y, double a, double *e1)
{
    ss_path *const m = &w->path;
    const size_t left = m->limits->factorizations - m->end.factorizations;
    const ss_ppa_limits limits = {.a = a,
                                  .tol = m->limits->tol,
                                  .factorizations =
                                      left < FINISH_FACTORIZATIONS ? left : FINISH_FACTORIZATIONS,
                                  .failures = FINISH_FAILURES};
    const ss_system_end end = ss_ppa_run(m->map.s, y, &limits, m->watch, w->memory);
    *e1 = end.e1;
    ss_path_keep(m, y, end.e1, end.factorizations);
    m->end.error = end.error;
    if (end.ending != SS_SYSTEM_CAPPED && end.ending != SS_SYSTEM_STALLED)
        ss_path_finish(m, end.ending);
    else if (m->end.factorizations >= m->limits->factorizations)
        ss_path_finish(m, SS_SYSTEM_CAPPED);
    return m->is_over;
}

/* The ppa-newton from w->from with two weights, then in rounds from its best while it gains. */
static void try_finish(walk *w)
{
    static const double first[] = {1e-3, 1e-5}, rounds[] = {1e-5, 1e-7, 1e-3};
    const size_t bytes = 3 * w->path.map.s->n * sizeof *w->from;
    double *const best = w->from, *const y = w->from + 3 * w->path.map.s->n;
    double e1[2], least;
    memcpy(y, w->from, bytes);
    if (run_ppa(w, y, first[0], &e1[0]) || run_ppa(w, best, first[1], &e1[1]))
        return;
    least = fmin(e1[0], e1[1]);
    if (e1[0] < e1[1])
        memcpy(best, y, bytes);
    /* near a solution: in rounds with three weights, as long as a round cuts E1 to less than 0.3 */
    double before = INFINITY;
    for (size_t k = 0; k < FINISH_ROUNDS && least <= 1e-5 && !(least > 0.3 * before); ++k) {
        before = least;
        for (size_t i = 0; i < sizeof rounds / sizeof rounds[0]; ++i) {
            memcpy(y, best, bytes);
            if (run_ppa(w, y, rounds[i], &e1[0]))
                return;
            if (e1[0] < least) {
                least = e1[0];
                memcpy(best, y, bytes);
            }
        }
    }
}

static void note(walk *w, double step, size_t corrections)
{
    const ss_path *const m = &w->path;
    ss_path_point *const p = &w->now;
    p->arc += step;
    p->tau = exp(m->at.l) / m->map.s->tau_ref;
    p->slope = m->tangent.l;
    p->step = step;
    p->corrections = corrections;
    p->e1 = ss_system_e1(m->map.s, m->map.y, m->map.v, NULL);
    p->factorizations = m->end.factorizations;
    if (m->limits->note != NULL)
        m->limits->note(m->limits->self, p);
    ++p->point;
}

/* The step led to a new point after so many corrections. */
static void accept(walk *w, double step, size_t corrections)
{
    static const double growth[] = {2.0, 2.0, 1.5, 1.0};
    ss_path *const m = &w->path;
    w->now.turns += (m->turned.l > 0.0) != (m->tangent.l > 0.0);
    ss_path_swap(&m->at, &m->trial);
    ss_path_swap(&m->tangent, &m->turned);
    /* quickly corrected: the curve is nearly straight here */
    w->step = step * (corrections <= 4 ? growth[corrections - 1] : 0.7);
    w->is_fresh = false;
    if (++w->streak % STREAK == 0)
        m->map.kappa = fmax(m->map.kappa / 10.0, m->limits->kappa);
    note(w, step, corrections);
    /* it ends, or tries to finish, below tau = 1e-3 tau_ref alone, or just goes on */
    const double ratio = log(m->limits->finish_ratio);
    if (m->at.l < w->unit + log(LEAST_TAU))
        ss_path_finish(m, SS_SYSTEM_STALLED);
    else if (m->at.l > w->start + log(MOST_TAU))
        ss_path_finish(m, SS_SYSTEM_CLIMBED);
    else if (m->at.l < w->unit + log(1e-3) && m->at.l <= w->last_finish - ratio) {
        w->last_finish = m->at.l;
        memcpy(w->from, m->map.y, 3 * m->map.s->n * sizeof *w->from);
        try_finish(w);
    }
}

/* A step that failed: 0.4 of it is tried next. Below 1e-3 the stored point may be off the path,
 * and is refreshed; below 1e-4 its equations are too rough, and kappa smooths them tenfold, up
 * to 100. */
static void reject(walk *w, double step)
{
    ss_path *const m = &w->path;
    ++w->now.rejections;
    w->streak = 0;
    w->step = 0.4 * step;
    const bool stuck = w->step < 1e-3 && !w->is_fresh;
    const bool rough = !stuck && w->step < 1e-4 && m->map.kappa < 100.0;
    if (rough)
        m->map.kappa *= 10.0;
    if (stuck || rough) {
        ss_path_refresh(m);
        ++w->now.refreshes;
        w->is_fresh = true;
        w->step = 0.02;
    }
    if (!m->is_over && !(w->step >= LEAST_STEP))
        ss_path_finish(m, SS_SYSTEM_STALLED);
}

ss_system_end ss_path_run(ss_system *s, double *y, const ss_path_limits *limits,
                          ss_system_watch watch, double *memory)
{
    walk w = {.path = ss_path_lay(s, limits, memory), .step = limits->step};
    ss_path *const m = &w.path;
    w.from = memory + SS_PATH_STEP_LENGTH * s->n;
    w.memory = w.from + 2 * 3 * s->n;
    m->best = y;
    m->watch = watch;
    if (!ss_path_begin(m) && !m->is_over)
        ss_path_finish(m, SS_SYSTEM_STALLED);
    w.unit = log(s->tau_ref);
    w.start = w.last_finish = m->at.l;
    if (!m->is_over)
        note(&w, 0.0, 0);
    while (!m->is_over) {
        /* so that tau changes by no more than a factor of 5 (e^1.6) a step */
        const double step = fmin(w.step, 1.6 / fabs(m->tangent.l));
        const size_t corrections = ss_path_step(m, step);
        if (corrections > 0)
            accept(&w, step, corrections);
        else if (!m->is_over)
            reject(&w, step);
    }
    return m->end;
}

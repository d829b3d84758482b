/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/run/held.h"

#include <float.h>
#include <string.h>

/* Sweeps for which a measurement serves: only costs depend on it. And those that stand for a look
 * in another frame. */
enum { PERIOD = 512, FRAME = 64 };

void ss_held_begin(ss_held *held, const ss_held_task *task)
{
    *held = (ss_held){.task = *task, .limit = INFINITY};
}

/* The most that moving body b may be off, v0 being its velocity from scratch (held.h): what is
 * measured, and what the visits to its n contacts may add in each of the PERIOD sweeps to come. In
 * units of DBL_EPSILON a visit is off by
 *
 *     M^-1 P dr   ten roundings, half of g |dr| <= 2 g P each:   10 g P
 *     v + that    one, half of at most S:                        S / 2
 *
 * and twice as much is allowed: mixing (solvers/sphere/mix.h) changes each impulse once more
 * between two sweeps. Two sweeps more: the velocities from scratch, n such additions; and the
 * change of frames and units with the velocity at a contact. FRAME more: a look in the fixed frame,
 * where W r of a contact is off by less than 32 roundings of (g_i + g_j) P. */
static double drift_of(const ss_held *held, const ss_iterate *at, const double v0[6], size_t b)
{
    const ss_held_task *const task = &held->task;
    const ss_ball_form *const form = task->problem->balls;
    const double *const v_free = form->moving.v_free + 6 * b;
    const double n = (double)(task->start[b + 1] - task->start[b]);
    double a = 0.0; /* the longest arm */
    for (uint32_t k = task->start[b]; k < task->start[b + 1]; ++k) {
        const ss_ball_contact *const c = &form->contacts[task->of[k]];
        a = fmax(a, fabs(c->i == b ? c->arm_i : c->arm_j));
    }
    const double g = form->moving.inv_mass[b] + a * a * form->inv_inertia[b];
    const double P = 2.0 * held->r, S = ss_norm(v_free) + a * ss_norm(v_free + 3) + n * g * P;
    double v[6];
    if (n == 0.0)
        return 0.0;
    ss_iterate_velocity(at, v, b);
    ss_axpy(v, -1.0, v0);
    ss_axpy(v + 3, -1.0, v0 + 3);
    return ss_norm(v) + a * ss_norm(v + 3) +
           (PERIOD + FRAME + 2.0) * n * (20.0 * g * P + S) * DBL_EPSILON;
}

static double largest_of(const double *x, size_t n)
{
    double largest = 0.0;
    for (size_t k = 0; k < n; ++k)
        largest = ss_larger(largest, fabs(x[k]));
    return largest;
}

void ss_held_measure(ss_held *held, const ss_iterate *at, const double *state, double *scratch)
{
    const ss_held_task *const task = &held->task;
    const ss_problem *const problem = task->problem;
    const size_t n = problem->n_contacts;
    held->known = false;
    if (problem->form != SS_FORM_BALLS || !ss_iterate_has_velocity(at))
        return;
    const bool holds = at->task->local != NULL && at->task->local->holds_velocity;
    /* room to grow, so that it serves for a while */
    held->r = 4.0 * largest_of(at->task->sweep.r, 3 * n);
    held->u = holds ? 4.0 * largest_of(at->task->sweep.u, 3 * n) : 0.0;
    held->sweeps = PERIOD;
    for (size_t c = 0; c < n; ++c)
        scratch[c] = FRAME * DBL_EPSILON * ss_norm(problem->balls->contacts[c].shift);
    for (size_t b = 0; b < problem->balls->moving.n_moving; ++b) {
        /* a body that is off takes the velocities at its contacts with it */
        const double drift = drift_of(held, at, state + 6 * b, b);
        for (uint32_t k = task->start[b]; k < task->start[b + 1]; ++k) {
            const ss_ball_contact *const c = &problem->balls->contacts[task->of[k]];
            scratch[task->of[k]] += fmax(fabs(c->scale_n), fabs(c->scale_t)) * drift;
        }
    }
    const ss_uncertainty uncertainty = {scratch, held->r, held->u};
    held->limit = task->stop->limit(problem, task->tol, &uncertainty);
    held->known = held->limit <= task->most;
}

bool ss_held_follow(ss_held *held, const ss_iterate *at, double bound)
{
    /* impulses between two iterates are not seen; a stage that holds no velocities may follow one
     * that did */
    const bool same = held->known && ss_iterate_has_velocity(at) && held->sweeps >= at->sweeps &&
                      at->sweeps == 1 && held->r <= bound && ss_iterate_within(at, held->r);
    held->known = same;
    held->sweeps -= same;
    return same || ss_iterate_within(at, bound);
}

double ss_held_drift(const ss_iterate *at, const double *state)
{
    const ss_problem *const problem = at->task->sweep.problem;
    const ss_moving *const moving = ss_operator_moving(problem);
    double apart = 0.0, size = 0.0;
    if (moving == NULL || !ss_iterate_has_velocity(at))
        return NAN;
    for (size_t b = 0; b < moving->n_moving; ++b) {
        double v[6];
        if (memcmp(state + 6 * b, moving->v_free + 6 * b, sizeof v) == 0)
            continue;
        ss_iterate_velocity(at, v, b);
        for (size_t k = 0; k < 6; ++k) {
            apart = hypot(apart, v[k] - state[6 * b + k]);
            size = hypot(size, state[6 * b + k]);
        }
    }
    return size > 0.0 ? apart / size : 0.0;
}

/* Velocities that a sweep holds beside its impulses, and how far rounding may take them from those
 * that the impulses give from scratch, v = v_free + M^-1 P r: what a glance (harness/run/glance.h)
 * must allow for when it looks at them. Contacts of balls only.
 *
 * Both are compared once, and how far they are apart is measured, whatever the solver says of them.
 * After that each visit adds M^-1 P dr to two bodies. As long as no impulse is beyond R in a
 * component, so none longer than P = 2 R, no velocity of body b is beyond
 *
 *     S = |v_free| + n g P,   g = 1/m + a^2/I,   n: its contacts,
 *
 * velocities being those of its surface, |v| + a |omega|. A visit, with |dr| <= 2 P, some ten
 * operations on M^-1 P dr and one addition, is off by less than (20 g P + S) DBL_EPSILON, twice
 * what they come to, and s sweeps together by s n times as much. The velocities from scratch are
 * off as if by one more sweep, and a change of frames and units and the velocity at a contact by
 * less than another. Who looks at u and r in the fixed frame (harness/estimators/lanes.h) and not
 * in those of the contacts sees both off by less than 32 roundings, |u|, a shift in it, and |r| W
 * at most each: that is counted as 64 sweeps more, and the shift by itself.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_HELD_H
#define SS_HARNESS_RUN_HELD_H

#include "harness/estimators/estimators.h"
#include "solvers/base/outer_solver.h"

#include <stdint.h>

/* The subject: arrays are borrowed for the solve. */
typedef struct ss_held_task {
    const ss_problem *problem;
    const ss_estimator *stop;
    double tol;
    const uint32_t *start, *of; /* ss_operator_neighbours */
    double most;                /* held velocities are of no use where they raise the limit above */
} ss_held_task;

typedef struct ss_held {
    ss_held_task task;
    bool known;    /* how far the velocities are off: what follows holds, */
    double r;      /* while impulses are within r, */
    double u;      /* velocities that the local solver holds within u (0: it holds none), */
    size_t sweeps; /* for so many more sweeps */
    double limit;  /* of the stopping estimator's terms by these velocities */
} ss_held;

/* The drift of an iterate that is read: |v - v(r)| / |v(r)| of the velocities v that it holds, in
 * m/s and rad/s together, of the bodies that impulses move; `state`: v(r) from scratch ([M] section
 * 7: why they should be computed anew from time to time). NAN where none are held. */
double ss_held_drift(const ss_iterate *at, const double *state);

/* Begin a solve: nothing is known. */
void ss_held_begin(ss_held *held, const ss_held_task *task);

/* Compare with the velocities of the iterate from scratch (`state`, 6 n_bodies; the iterate is
 * read), if it holds any. `scratch`: n_contacts. */
void ss_held_measure(ss_held *held, const ss_iterate *at, const double *state, double *scratch);

/* Follow the solve, one iterate after the other. True if no impulse of this one is beyond `bound`
 * in a component, or NaN; it may be false from half of the bound on. Where the sizes above are
 * exceeded nothing is known any more. */
bool ss_held_follow(ss_held *held, const ss_iterate *at, double bound);

#endif

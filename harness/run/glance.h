/* The referee's glance: after most sweeps a few contacts prove that the stopping estimator is
 * still above the tolerance, so that nothing else need be computed.
 *
 * It moves no stopping sweep: the estimators that stop are sums of terms, one a contact, none
 * negative. A glance computes the terms of some contacts from r and the problem alone, with the
 * very operations of the full evaluation: u at a contact needs the velocities of its two bodies,
 * and that of a body the contacts it has, taken in contact order as the full product takes them.
 * Once their sum exceeds the limit so does the sum of all, whatever the others add. After a few
 * such looks the velocities are those that the sweep holds, which cost next to nothing; the limit
 * is then raised by all that they may be off (harness/run/held.h). Rounding: n terms summed in any
 * order are off by less than n + 8 half ulps, so the limit is raised by 4 (n + 8) DBL_EPSILON.
 * NaN and overflow: a glance says nothing unless the numbers of the problem and of the iterate are
 * so small that no term can overflow. What it does not prove the full evaluation decides: a glance
 * never says solved, and what a solver holds is measured before it is used.
 * Of packed contacts it looks at whole groups, in the records of the sweep (harness/run/
 * group_look.h), by terms that are the same but for rounding, which the raised limit allows for.
 * Which contacts it looks at (those first whose terms were the largest for their cost when all
 * were last weighed) decides its cost alone: a tenth of the contacts have most of a residual.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_GLANCE_H
#define SS_HARNESS_RUN_GLANCE_H

#include "harness/estimators/estimators.h"
#include "solvers/base/outer_solver.h"

typedef struct ss_glance ss_glance;

/* NULL and an error without memory. */
ss_glance *ss_glance_create(ss_error *error);
void ss_glance_free(ss_glance *glance);

/* The subject of the glances of one solve. */
typedef struct ss_glance_task {
    const ss_problem *problem;
    const ss_estimator *stop; /* the solve ends when it is */
    double tol;               /* <= tol */
    double *u;                /* scratch, 3 n_contacts */
    double *state;            /* scratch, ss_operator_state_length(problem) */
} ss_glance_task;

/* Begin a solve. False without memory. */
bool ss_glance_begin(ss_glance *glance, const ss_glance_task *task, ss_error *error);

/* To be called for each iterate that is shown, before a glance at it. */
void ss_glance_follow(ss_glance *glance, ss_iterate *at);

/* True if every estimator of the iterate followed last is finite, known from the size of the
 * numbers alone; velocities that the local solver holds are not among them. */
bool ss_glance_is_tame(const ss_glance *glance);

/* To be called where all was computed from scratch for the iterate followed last, which is read:
 * task.state is its state, task.u is lost. Held velocities are measured anew before it is time. */
void ss_glance_measure(ss_glance *glance, const ss_iterate *at);

/* Both: true when the estimator is finite and above the tolerance for the iterate, proven; false
 * when that is not known. u_held is the velocity that the local solver holds (3 n_contacts, m/s),
 * NULL when it holds none. The first looks at the few contacts that are worth most; the second, for
 * when that does not do, at as many more as it takes, up to a third, or weighs all anew. */
bool ss_glance_is_above(ss_glance *glance, ss_iterate *at, const double *u_held);
bool ss_glance_longer(ss_glance *glance, ss_iterate *at, const double *u_held);

#endif

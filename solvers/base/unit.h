/* The work unit: what a solver has done, as a multiple of one plain sweep by the exact local solve
 * on the same problem. It makes solvers of different kinds comparable without a clock: a function
 * of the counters and of the problem's sizes alone, the same on every machine. It counts floating-
 * point operations as the code is written. Neither memory, indices nor vector instructions are in
 * it: on spheres the sweeps of all solvers keep to it within a factor of two in CPU time, while
 * sparse factorizations of a few hundred contacts take 10 to 90 times as long for a unit. The
 * operator's prices are in unit.c, a local solver's in its descriptor, each with its derivation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_BASE_UNIT_H
#define SS_SOLVERS_BASE_UNIT_H

#include "solvers/base/local_solver.h"

/* The exact local solve, whose sweep is the unit: q = u - W r 18, divisions 3, |r_t| 4, test 1,
 * disc 4, u = q + W r 18 = 48; in general q and u 36, quotients 2, A, b, w_nt, r_n0 and rounding's
 * share 20, f(0) 41, r 10 = 109; what a sliding contact's root takes more, no counter tells. */
#define SS_UNIT_EXACT                                                                              \
    {                                                                                              \
        .visit = 48.0, .visit_general = 109.0, .projection = 15.0                                  \
    }

/* Does the solver state a price? One that does not has work units NaN: no other one's. */
bool ss_unit_is_priced(const ss_local_solver *local);

/* Of the operator at a visit to a contact of spheres: its velocity, its block, the change of r. */
double ss_unit_ball_visit(void);

/* Floating-point operations of one plain sweep by the exact local solve: the unit. */
double ss_unit_sweep(const ss_problem *problem);

/* Floating-point operations of the work on the problem, in the form in which it was solved; `local`
 * NULL: without a local solver, whose projections are those of a plain step on the cone. NaN for
 * visits of a solver without a price. */
double ss_unit_of_work(const ss_problem *problem, const ss_local_solver *local,
                       const ss_work *work);

#endif

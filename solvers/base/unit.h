/* The work unit: what a solver has done, as a multiple of one plain sweep by the exact local solve
 * on the same problem. It makes solvers of different kinds comparable without a clock: a function
 * of the counters and of the problem's sizes alone, the same on every machine. It counts floating-
 * point operations as the code is written. Neither memory, indices nor vector instructions are in
 * it: on spheres the sweeps of all solvers keep to it within a factor of two in CPU time, while
 * sparse factorizations of a few hundred contacts take 10 to 90 times as long for a unit. All
 * prices are in unit.c, each with its derivation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_BASE_UNIT_H
#define SS_SOLVERS_BASE_UNIT_H

#include "solvers/base/local_solver.h"

/* Floating-point operations of a local solver beside the contact operator's. */
typedef struct ss_unit_price {
    const char *solver;
    double visit;         /* of a contact, besides its iterations, on spheres' contacts */
    double visit_general; /* and where W_cc is not diagonal */
    double iteration, projection;
} ss_unit_price;

/* The price of a local solver; that of a plain step and projection for one that has none of its
 * own, and for NULL: the projections of an outer solver without a local one. */
const ss_unit_price *ss_unit_price_of(const ss_local_solver *local);

/* Of the operator at a visit to a contact of spheres: its velocity, its block, the change of r. */
double ss_unit_ball_visit(void);

/* Floating-point operations of one plain sweep by the exact local solve: the unit. */
double ss_unit_sweep(const ss_problem *problem);

/* Floating-point operations of the work on the problem, in the form in which it was solved; `local`
 * NULL: without a local solver. */
double ss_unit_of_work(const ss_problem *problem, const ss_local_solver *local,
                       const ss_work *work);

#endif

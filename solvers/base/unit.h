/* The work unit: what a solver has done, as a multiple of one plain sweep by the exact local solve
 * on the same problem. It makes solvers of different kinds comparable without a clock: a function
 * of the counters and of the problem's sizes alone, the same on every machine. It counts
 * floating-point operations as the code is written, each kind at the pace at which it runs: alone
 * or in lanes, in a product, in the memory and the indices of a sparse factor. So a unit is about
 * the same CPU time whatever the solver: `stickslip bench units` measures it, at 1000 contacts
 * within a factor of 2.2 over all solvers, on four files and packs of 356 to 1477 contacts
 * within 3.1, where before these paces it was 8 to 43. Below some 100 contacts a solve is mostly
 * entering and leaving, which no counter sees. The operator's prices and the paces are in unit.c, a
 * local solver's in its descriptor, each with its derivation.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_BASE_UNIT_H
#define SS_SOLVERS_BASE_UNIT_H

#include "solvers/base/local_solver.h"

/* The exact local solve, whose sweep is the unit: q = u - W r 18, divisions 3, |r_t| 4, test 1,
 * disc 4, u = q + W r 18 = 48. Where W_cc is not diagonal it has no closed form, and each value of
 * f that it takes is counted beside (root_values). */
#define SS_UNIT_EXACT                                                                              \
    {                                                                                              \
        .visit = 48.0, .projection = 15.0                                                          \
    }

/* Of the prices: another number of the same work is another version. Results state it (`units: 2` in
 * provenance.txt); 1 counted operations alone. */
#define SS_UNIT_VERSION 2

/* Does the solver state a price? One that does not has work units NaN: no other one's. */
bool ss_unit_is_priced(const ss_local_solver *local);

/* Of the operator at a visit to a contact of spheres: its velocity, its block, the change of r. */
double ss_unit_ball_visit(void);

/* The price of one plain sweep by the exact local solve, the unit: in its own operations. */
double ss_unit_sweep(const ss_problem *problem);

/* The price of the work on the problem, in such operations, in the form in which it was solved;
 * `local` NULL: without a local solver, whose projections are those of a plain step on the cone.
 * NaN for visits of a solver without a price. */
double ss_unit_of_work(const ss_problem *problem, const ss_local_solver *local,
                       const ss_work *work);

#endif

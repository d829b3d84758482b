/* Bounds that theory and rounding set on a problem: the largest alpha that a solver may have, and
 * the E1 below which no solver is blamed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_BOUNDS_H
#define SS_HARNESS_RUN_BOUNDS_H

#include "problems/contact/problem.h"
#include "solvers/base/local_solver.h"

/* The bound of a solver of that kind, the least over the contacts: 2 over the largest eigenvalue of
 * rho_bar W_cc, of which only W_nn acts without friction (method 9: a step contracts while rho is
 * below 2 over the largest entry of W_cc); 2 where alpha counts in exact steps. Rounded to twelve
 * digits, so that equal contacts have equal bounds. NAN where none is stated, and without
 * contacts. */
double ss_alpha_bound_of(const ss_problem *problem, ss_alpha_bound kind);

/* About the smallest E1 that rounding allows at r (3 n_contacts, N s), 1e-16 |W'| |r'| / |q'|
 * (method 7). |W'| by power iteration from r' itself: some products by W. Scratch: `vector`, 6
 * n_contacts; `state`, ss_operator_state_length(problem). */
double ss_floor_e1(const ss_problem *problem, const double *r, double *vector, double *state);

/* False where r (3 n_contacts, N s) is so large that rounding hides the residual: DBL_EPSILON |r'|
 * / |q'|, below which no residual of r can be told from 0, is beyond 1e-8 and ten times `tol`. */
bool ss_can_be_told(const ss_problem *problem, const double *r, double tol);
bool ss_sums_can_be_told(double r2, double q2, double tol); /* of |r'|^2 and |q'|^2 */

#endif

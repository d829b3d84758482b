/* Up to which alpha theory lets a solver go on the contacts of a problem.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_ALPHA_BOUND_H
#define SS_HARNESS_RUN_ALPHA_BOUND_H

#include "problems/contact/problem.h"
#include "solvers/base/local_solver.h"

/* The bound of a solver of that kind, the least over the contacts: 2 over the largest eigenvalue of
 * rho_bar W_cc, of which only W_nn acts without friction (method 9: a step contracts while rho is
 * below 2 over the largest entry of W_cc); 2 where alpha counts in exact steps. Rounded to twelve
 * digits, so that equal contacts have equal bounds. NAN where none is stated, and without
 * contacts. */
double ss_alpha_bound_of(const ss_problem *problem, ss_alpha_bound kind);

#endif

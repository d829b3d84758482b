/* The rounding floor of E1: no solver is blamed for what double precision cannot tell.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_FLOOR_H
#define SS_HARNESS_RUN_FLOOR_H

#include "problems/contact/problem.h"

/* About the smallest E1 that rounding allows at r (3 n_contacts, N s), 1e-16 |W'| |r'| / |q'|
 * (method 7). |W'| by power iteration from r' itself: some products by W. Scratch: `vector`, 6
 * n_contacts; `state`, ss_operator_state_length(problem). */
double ss_floor_e1(const ss_problem *problem, const double *r, double *vector, double *state);

#endif

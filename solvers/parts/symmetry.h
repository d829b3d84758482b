/* Is W symmetric? That of mechanics is, unless restitution scales its rows unequally (D W).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_SYMMETRY_H
#define SS_SOLVERS_PARTS_SYMMETRY_H

#include "problems/contact/problem.h"

/* True if the W of a problem in block form is symmetric but for rounding: |W_cb - W_bc^T| is at
 * most 1e-9 of the larger trace of W_cc and W_bb in each entry. Otherwise SS_ERROR_DATA, naming
 * `solver` and the two contacts. */
bool ss_symmetry_require(const ss_problem *problem, const char *solver, ss_error *error);

#endif

/* Visits with over- or under-relaxation:
 *
 *     r_new = proj_K(r_old + omega (r_solved - r_old)),   0 < omega < 2
 *
 * (Young 1954; with projection, Cottle, Pang and Stone 1992, 5.2). solvers/sphere/lanes.c does the
 * same for several contacts at once.
 *
 * A visit that holds a velocity keeps it consistent: u moves by W times what r moves. omega = 1 is
 * the solver's own sweep, to the bit.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_RELAXED_H
#define SS_SOLVERS_PARTS_RELAXED_H

#include "solvers/base/local_solver.h"

/* The option row `omega`; the field is a double. */
#define SS_OMEGA_ROW(type, field, value)                                                           \
    SS_REAL(type, field, "omega", value, SS_ABOVE_ZERO, 1.999999, "-",                             \
            "relaxation; above 1 a step goes further than the local solution", "choice")

/* Visit contact c of the sweep once, relaxed where omega is not 1, and count it. */
void ss_relaxed_visit(const ss_sweep *sweep, const ss_local_solver *local, double omega, size_t c);

/* A whole sweep, in the order that it has; the local solver's own where omega is 1. */
void ss_relaxed_sweep(const ss_sweep *sweep, const ss_local_solver *local, double omega);

#endif

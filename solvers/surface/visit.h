/* The exact solve of one triangle while the others are frozen, and a sweep of such visits (method
 * 13.11): the non-linear Gauss-Seidel of contacts, where the velocity is what a disc confines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SURFACE_VISIT_H
#define SS_SOLVERS_SURFACE_VISIT_H

#include "solvers/surface/surface_solver.h"

/* sigma of a triangle whose slope without it would be p: 0 within the disc of radius k, else
 * lambda p(lambda) with (I + lambda W) p(lambda) = p and |p(lambda)| = k. */
void ss_surface_solve_triangle(double sigma[2], const double W[3], const double p[2], double k);

/* Visit all triangles once, from the first to the last or back; sigma goes `relax` times as far as
 * the solve says (1: there). */
ss_surface_change ss_surface_sweep(const ss_surface_task *task, bool back, double relax);

#endif

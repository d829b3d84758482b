/* All contacts of spheres in their order, several at once: what a referee makes of an iterate, its
 * impulses, its velocities from scratch and the natural map of the scaled problem.
 *
 *     impulses     r of a pack of all contacts                 what ss_pack_export makes
 *     start        v = v_free + M^-1 P r of all bodies         what ss_operator_start makes
 *     velocities   u = D P* v + shift of all contacts          what ss_operator_velocity makes
 *                  and |r' - proj_K(r' - uh)|^2 and |q'|^2     summed over the contacts
 *
 * To the bit the same: each number is made by the same operations, and what is added to one sum or
 * to one body is added in the order of the contacts. The wide forms leave the last contacts, which
 * fill no vector, to the scalar one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_SPHERE_WHOLE_H
#define SS_SOLVERS_SPHERE_WHOLE_H

#include "problems/contact/operator.h"
#include "solvers/sphere/isa.h"

/* Sums over all contacts, in their order, kg m^2/s^2: of the natural maps squared and of |q'|^2
 * (harness/estimators/evidence.h). */
typedef struct ss_whole_sums {
    double map2, q2;
} ss_whole_sums;

/* One form, for contacts of balls. Each goes on from contact c and returns where it has ended. */
typedef struct ss_whole_form {
    size_t (*impulses)(double *r, const ss_problem *problem, const ss_packed *packed, size_t c);
    size_t (*start)(double *state, const ss_problem *problem, const double *r, size_t c);
    size_t (*velocities)(double *u, ss_whole_sums *sums, const ss_problem *problem,
                         const double *state, const double *r, size_t c);
} ss_whole_form;

/* The form of an instruction set that this CPU has (ss_isa_of); constant. */
const ss_whole_form *ss_whole_form_of(ss_isa isa);

/* The impulses of a pack that has all contacts of the problem, one of balls (3 n_contacts, N s). */
void ss_whole_impulses(double *r, const ss_problem *problem, const ss_packed *packed);

/* u = W r + q of all contacts (3 n_contacts, m/s) and the state of r from scratch
 * (ss_operator_state_length), of a problem in any form. `sums`, NULL or those of r and u: NaN where
 * the problem is not one of balls. */
void ss_whole_image(double *u, double *state, ss_whole_sums *sums, const ss_problem *problem,
                    const double *r);

#endif

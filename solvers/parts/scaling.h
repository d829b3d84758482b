/* Scaled variables (method 11): r' = r/d_c, u' = d_c u, q' = d_c q and W' = D W D with d_c =
 * (tr(W_cc)/3)^(-1/2). The cones and the law are unchanged, the diagonal blocks are about 1, and so
 * a step of 1 is sane for every projection, whatever the units.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_PARTS_SCALING_H
#define SS_SOLVERS_PARTS_SCALING_H

#include "problems/contact/problem.h"

/* d (n_contacts, kg^(1/2)) of a problem. */
void ss_scaling_find(double *d, const ss_problem *problem);

/* y = d x (u to u', r' to r) or y = x/d (r to r'), 3 n each; y may be x. */
void ss_scaling_multiply(double *y, const double *x, const double *d, size_t n);
void ss_scaling_divide(double *y, const double *x, const double *d, size_t n);

/* Project x (3 n_contacts) onto the friction cones, which are the same scaled or not. */
void ss_scaling_project(double *x, const ss_problem *problem);

/* The square of |x - proj_K(x - (u + s n))| at a contact, scaled: its share of the natural
 * residual, that of Coulomb's law with De Saxce's shift s = mu |u_t|. */
double ss_scaling_residual2(const double x[3], const double u[3], double s, double mu);

#endif

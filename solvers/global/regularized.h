/* A local solver made one of a regularized problem, of the velocity u + a (r - r_k)/d^2 (method
 * 11.3), whose diagonal blocks are W_cc + a/d^2: visits add the shift, and the problem stays what
 * it is. For sweeps on bodies, or on a part of them; solvers/global/shifted.h shifts a copy of the
 * problem by blocks instead.
 *
 * Whoever sweeps is given `local` as its local solver, with the struct itself as that one's
 * options.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_REGULARIZED_H
#define SS_SOLVERS_GLOBAL_REGULARIZED_H

#include "solvers/base/local_solver.h"

/* Invariant after ss_regularized_change: the states are those of the shifted blocks. */
typedef struct ss_regularized {
    ss_local_solver local;       /* that of the shifted problem; it has its sweep alone */
    const ss_local_solver *base; /* whose visits they are; borrowed, as its options */
    const void *base_options;
    const double *d; /* n_contacts, kg^(1/2): the scaling (solvers/parts/scaling.h); borrowed */
    double a;        /* the shift, of scaled variables */
    double *center;  /* 3 n_contacts: r_k, N s; owned */
    void *states;    /* n_contacts of the base, for the shifted blocks; owned */
    size_t center_room, states_room;
} ss_regularized;

/* Make a zeroed or used one that of `base` and n_contacts contacts, without a shift yet; `d` is set
 * by the caller. SS_ERROR_MEMORY. Clear it in either case. */
bool ss_regularized_open(ss_regularized *regularized, const ss_local_solver *base,
                         const void *base_options, size_t n_contacts, ss_error *error);
void ss_regularized_clear(ss_regularized *regularized);

/* Make a the shift and r the center. */
void ss_regularized_change(ss_regularized *regularized, const ss_problem *problem, double a,
                           const double *r);

#endif

/* Proximal point around mixed sweeps (method 11.3) on bodies: each shifted problem is solved by
 * Anderson's mixing of regularized sweeps (regularized.h), by the rules of proximal.h, its sums
 * exact. One sweep a call, so that ranks can make them too.
 *
 *     begin    a, r_0
 *     apply    mix; sweep; residuals of both problems at the image, by the velocities that sweeps
 *              hold; when the shifted problem has ended: r_k+1, the next a
 *
 * r_{k+1} is what was reached, if its shifted residual is below that at r_k, else r_k again.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_SOLVERS_GLOBAL_PROXIMAL_SWEEPS_H
#define SS_SOLVERS_GLOBAL_PROXIMAL_SWEEPS_H

#include "solvers/base/outer_solver.h"
#include "solvers/global/regularized.h"
#include "solvers/parts/mixed.h"
#include "solvers/parts/proximal.h"

/* It stays where it is once it is laid. Invariant after an iteration: value and shifted are the
 * residuals of r, scaled, of the true and of the shifted problem. */
typedef struct ss_proximal_sweeps {
    ss_regularized regularized; /* what sweeps are given as their local solver; opened and cleared
                                   by who has the struct */
    const ss_proximal_options *options;
    ss_outer_task sweeps; /* of r, with `regularized`; its iteration makes them */
    ss_mixed mixed;
    double *u;            /* 3 n_contacts: W r + q with r, for who shows it; NULL: nobody */
    ss_approach approach; /* to the solution of the shifted problem at hand, and its end */
    ss_approach_end end;
    double value, shifted; /* see above */
} ss_proximal_sweeps;

/* Lay it around `sweeps`, which regularized.local makes, with exact sums by `share`, in `memory` of
 * ss_mixed_length(n, n, mixed) doubles for n contacts. mixed->m = 0: by those of the task. All is
 * borrowed. */
void ss_proximal_sweeps_lay(ss_proximal_sweeps *x, const ss_outer_task *sweeps,
                            const ss_mixed_options *mixed, const ss_share *share, double *memory);

/* Begin from sweeps.sweep.r with the first shift; or so from r and the velocities as they are. */
void ss_proximal_sweeps_begin(ss_proximal_sweeps *x);
void ss_proximal_sweeps_restart(ss_proximal_sweeps *x);

/* Iterate once. Returns the sweeps that it took. */
size_t ss_proximal_sweeps_apply(ss_proximal_sweeps *x);

#endif

/* The referee over ranks: E1 of impulses that no machine holds whole, by the formulas of
 * harness/estimators. Each rank works out u = W r + q of its part from scratch, in the order of the
 * file, and adds the terms of the contacts that are its own; the sums are exact, so that any cut
 * and any number of ranks give the same bits. Nothing is gathered.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RANKS_LOOK_H
#define SS_HARNESS_RANKS_LOOK_H

#include "solvers/ranks/part.h"

/* Of all ranks. */
typedef struct ss_ranks_look {
    double e1;                       /* NaN where anything is not finite */
    int64_t open, sticking, sliding; /* contacts */
    double r2, q2;                   /* |r'|^2 and |q'|^2, scaled */
    int64_t late, interrupted;       /* ranks past their deadline, ranks that heard Ctrl-C */
} ss_ranks_look;

/* Look at the impulses r of the part (3 a contact). v: scratch, 6 a body of the part. deadline_s:
 * CPU time of a rank, as of ss_deadline_passed. Collective. */
ss_ranks_look ss_ranks_look_at(const ss_part *part, const double *r, double *v, double deadline_s);

#endif

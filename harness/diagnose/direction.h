/* The impulses that Newton's matrix tells apart worst: its smallest singular value and direction,
 * at an iterate that is no solution. The matrix is that of the natural map in Lorentz form (method
 * 11.4), J = I - P + P G W~, with P and G at the iterate; (J^T J)^-1 is iterated upon with one
 * factorization. A value near 0 says that the equations of the statuses at hand hardly determine
 * those impulses: contacts that are in each other's way, or a self-stress.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_DIAGNOSE_DIRECTION_H
#define SS_HARNESS_DIAGNOSE_DIRECTION_H

#include "problems/contact/problem.h"

typedef struct ss_direction {
    double value;     /* the smallest singular value of J; 0: J is singular; NAN: not found */
    const char *note; /* why it was not found; "" otherwise */
} ss_direction;

/* For a problem in block form at r. `share` (n_contacts) gets each contact's part of the square of
 * the direction, sum 1, zeros where it is not found: without a factorization, or where a mu is 0,
 * for which the Lorentz form is ill scaled. SS_ERROR_MEMORY. */
bool ss_direction_find(const ss_problem *problem, const double *r, ss_direction *found,
                       double *share, ss_error *error);

#endif

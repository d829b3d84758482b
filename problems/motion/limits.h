/* Limits of the solution of one contact problem: a default of the problem, owned by the run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_PROBLEMS_MOTION_LIMITS_H
#define SS_PROBLEMS_MOTION_LIMITS_H

#include "problems/base/options.h"

/* The parameter struct of every problem begins with this one. */
typedef struct ss_limits {
    double tol;        /* the problem is solved when the estimator that stops is <= tol */
    size_t max_sweeps; /* cap of sweeps */
} ss_limits;

/* Their rows in the option table of a struct `type` that has the member `limits`. */
#define SS_LIMITS_TOL(type, value, source)                                                         \
    SS_REAL(type, limits.tol, "tol", value, SS_ABOVE_ZERO, 1e6, "as --stop",                       \
            "a step is solved when the estimator chosen by --stop is <= tol, in its unit", source)
#define SS_LIMITS_MAX_SWEEPS(type, value, source)                                                  \
    SS_COUNT(type, limits.max_sweeps, "max-sweeps", value, 1, 1e9,                                 \
             "largest number of NLGS sweeps per step", source)

#endif

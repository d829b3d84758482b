/* A few more sweeps after a step that ended unsolved, watched closely: by a solver of the same kind
 * and with the same options, that starts from the last iterate. Sweeps without a memory go on as
 * they would have; what accelerates by its history begins it anew.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_DIAGNOSE_AFTERWARDS_H
#define SS_HARNESS_DIAGNOSE_AFTERWARDS_H

#include "solvers/base/outer_solver.h"

#include <stdint.h>

/* ---- E1 contact by contact ---- */

/* E1 (method 7) of r. u (3 n_contacts) gets W r + q, `part` (n_contacts) each contact's part, so
 * that E1^2 is the sum of their squares, and `zones` (n_contacts) the ss_zone of each. `state` is
 * room for ss_operator_state_length. With q = 0 the parts are relative to 1. */
typedef struct ss_residual {
    double *u, *part, *state;
    unsigned char *zones;
} ss_residual;

double ss_residual_of(const ss_residual *residual, const ss_problem *problem, const double *r);

/* ---- the sweeps ---- */

/* Moments from 0, the last iterate, to n, one an iteration. Free with ss_afterwards_free. */
typedef struct ss_afterwards {
    size_t n, n_contacts;
    double *e1;           /* n + 1 */
    double *scratch;      /* n + 1: for who looks at them */
    size_t *sweeps;       /* n + 1: made since the last iterate */
    uint64_t *marks;      /* n + 1: equal where all statuses are */
    unsigned char *zones; /* n + 1 times n_contacts: ss_zone */
} ss_afterwards;

/* The most that is made of it. */
typedef struct ss_afterwards_limits {
    size_t iterations;
    double deadline_s; /* as of ss_deadline_passed; 0: none */
} ss_afterwards_limits;

/* Go on from r (3 n_contacts) within the limits, for less after Ctrl-C or once E1 is 0 or no
 * number; not at all where the solver cannot start. SS_ERROR_MEMORY. */
bool ss_afterwards_run(ss_afterwards *after, const struct ss_choice *choice,
                       const ss_problem *problem, const double *r,
                       const ss_afterwards_limits *limits, ss_error *error);

void ss_afterwards_free(ss_afterwards *after);

/* The number of times that contact c changes its status. */
size_t ss_afterwards_changes(const ss_afterwards *after, size_t c);

#endif

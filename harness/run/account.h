/* The account of a solve, kept while it goes on and held against what the solver leaves: the r that
 * it hands back is that of the stop, and its counters are such as work can make.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_RUN_ACCOUNT_H
#define SS_HARNESS_RUN_ACCOUNT_H

#include "problems/base/error.h"
#include "solvers/base/work.h"

/* The last iterate of a solve, for whoever outlives it: two copies of r in shared memory, written
 * in turn, so that one is whole whenever the solver is killed. */
typedef struct ss_keepsake {
    volatile size_t copies; /* made so far; the last whole one, if any, is r[copies % 2] */
    size_t sweeps[2];       /* behind each copy */
    double *r[2];           /* 3 n_contacts each */
} ss_keepsake;

/* Is a copy due after so many sweeps, `before` at the iterate before: few lie behind the last? */
bool ss_keepsake_is_due(size_t before, size_t sweeps);

/* Copy r, of n contacts, after so many sweeps; into NULL: nothing. */
void ss_keepsake_keep(ss_keepsake *keepsake, const double *r, size_t n, size_t sweeps);

/* Is r, of n contacts, bit for bit the last copy, if there is one? If not: false, and an error
 * (SS_ERROR_FAILED) that names a contact. */
bool ss_keepsake_is_same(const ss_keepsake *keepsake, const double *r, size_t n, ss_error *error);

/* Can `work` have been counted in so many sweeps of n contacts, after `before`? Where a counter has
 * fallen or is beyond 2^53, or there are more visits than those sweeps make: false, and an error
 * (SS_ERROR_FAILED) that names it. */
bool ss_account_can_be(const ss_work *before, const ss_work *work, size_t sweeps, size_t n,
                       ss_error *error);

/* Is the rounding mode the one that all begins with? If not: false, and an error
 * (SS_ERROR_FAILED). */
bool ss_account_rounds_to_nearest(ss_error *error);

#endif

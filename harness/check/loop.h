/* The frame of a check that looks at many random cases: one generator, one finding, and an end at
 * the first case that is hopeless, so that a broken solver, whose every case may run into its cap,
 * fails soon.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_CHECK_LOOP_H
#define SS_HARNESS_CHECK_LOOP_H

#include "harness/check/check.h"
#include "harness/check/random.h"

#include <math.h>

/* Is there nothing to learn from more cases? Counts (threshold 0) go on. */
static inline bool ss_check_is_hopeless(const ss_finding *f)
{
    const double threshold = f->check->threshold;
    return !isfinite(f->value) || (threshold > 0.0 && f->value > 1e6 * threshold);
}

/* n cases from one seed. */
static inline bool ss_check_loop(const ss_choice *choice, unsigned long seed, size_t n,
                                 ss_check_case *one, ss_finding *f, ss_error *error)
{
    gsl_rng *const rng = ss_random_create(seed, error);
    bool asked = rng != NULL;
    for (size_t k = 0; asked && k < n && !ss_check_is_hopeless(f); ++k)
        asked = one(choice, rng, k, f, error);
    gsl_rng_free(rng);
    return asked;
}

/* n cases, the k-th with a seed of its own, first + k. */
static inline bool ss_check_loop_seeds(const ss_choice *choice, unsigned long first, size_t n,
                                       ss_check_case *one, ss_finding *f, ss_error *error)
{
    bool asked = true;
    for (size_t k = 0; asked && k < n && !ss_check_is_hopeless(f); ++k) {
        gsl_rng *const rng = ss_random_create(first + k, error);
        asked = rng != NULL && one(choice, rng, k, f, error);
        gsl_rng_free(rng);
    }
    return asked;
}

#endif

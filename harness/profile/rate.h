/* How fast a sequence of errors e_1, e_2, ... falls, from the sequence alone.
 *
 *   linear rate   e_{k+1} ~ rate e_k       rate = exp(slope of log e_k over k)
 *   order         e_{k+1} ~ C e_k^order    order = slope of log e_{k+1} over log e_k
 *
 * Both are least-squares slopes over an asymptotic range that ends where the error reaches its
 * floor and begins as early as the range stays straight. The rules:
 *
 *   end     The last error that is finite and above 0, unless the sequence has a floor. Its knee is
 *           the sweep where the smallest error so far is farthest below the chord from first to
 *           last (in the logarithm). If in the second half of what follows, at least 3 sweeps, the
 *           error falls no more (a line's fall is within three standard errors of it, or within a
 *           hundredth of the whole fall), that is a floor, and the end is the last sweep before
 *           the knee with 10 times the least error.
 *   rate    at least 5 sweeps, in which e falls by at least 10 times; straight: R^2 >= 0.99, and
 *           the slopes of the first and the second half differ by at most 10 % of the whole's.
 *   order   at least 3 pairs, e falling at each, by at least 10 times in all; R^2 >= 0.99 and the
 *           standard error of the order at most 0.1.
 *
 * The first sweep is the earliest for which the rest is straight (of at most 64 candidates, evenly
 * spread). What has no such range has no rate: no number is better than a wrong one.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SS_HARNESS_PROFILE_RATE_H
#define SS_HARNESS_PROFILE_RATE_H

#include "problems/base/error.h"

#include <stddef.h>

/* A slope with its range. */
typedef struct ss_profile_rate {
    double value, error; /* NAN: none; the standard error of the fit */
    size_t first, last;  /* indices from 1 into the sequence; 0: none */
    const char *note;    /* why there is none; "" otherwise */
} ss_profile_rate;

/* How many errors there are before the floor; 0 if the first is not finite and above 0. `scratch`
 * has room for 2 n numbers. */
size_t ss_profile_rate_end(const double *errors, size_t n, double *scratch);

/* The linear rate of n errors. `logs` is scratch as above. */
ss_profile_rate ss_profile_rate_linear(const double *errors, size_t n, double *logs);

/* The order of n errors; scratch as above. */
ss_profile_rate ss_profile_rate_order(const double *errors, size_t n, double *logs);

#endif

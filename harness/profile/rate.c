/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/rate.h"

#include <gsl/gsl_fit.h>
#include <math.h>

enum { MIN_SWEEPS = 5, MIN_PAIRS = 3, MIN_TAIL = 3, MAX_STARTS = 64 };

static const double min_fall = 10.0, min_r2 = 0.99, max_bend = 0.1, max_order_error = 0.1;

static ss_profile_rate none(const char *note)
{
    return (ss_profile_rate){NAN, NAN, 0, 0, note};
}

/* ---- fits ---- */

typedef struct line {
    double slope, error, r2;
} line;

static line fit(const double *x, const double *y, size_t n)
{
    double c0 = 0.0, c1 = 0.0, v00 = 0.0, v01 = 0.0, v11 = 0.0, residual2 = 0.0, mean = 0.0;
    double scatter2 = 0.0;
    gsl_fit_linear(x, 1, y, 1, n, &c0, &c1, &v00, &v01, &v11, &residual2);
    for (size_t k = 0; k < n; ++k)
        mean += y[k] / (double)n;
    for (size_t k = 0; k < n; ++k)
        scatter2 += (y[k] - mean) * (y[k] - mean);
    return (line){c1, n > 2 ? sqrt(v11) : NAN, scatter2 > 0.0 ? 1.0 - residual2 / scatter2 : 0.0};
}

/* The number of sweeps between candidates for the first sweep. */
static size_t stride_of(size_t n)
{
    return n > MAX_STARTS ? (n + MAX_STARTS - 1) / MAX_STARTS : 1;
}

/* ---- the end ---- */

static size_t count_positive(const double *errors, size_t n)
{
    size_t k = 0;
    while (k < n && isfinite(errors[k]) && errors[k] > 0.0)
        ++k;
    return k;
}

/* The sweep, from 0, where the smallest error so far is farthest below the chord of its logarithm
 * from first to last; n - 1 if it never is. */
static size_t find_knee(const double *errors, size_t n)
{
    const double first = log(errors[0]);
    double least = first, last = first, deepest = 0.0;
    size_t knee = n - 1;
    for (size_t k = 0; k < n; ++k)
        last = fmin(last, log(errors[k]));
    for (size_t k = 0; k < n; ++k) {
        least = fmin(least, log(errors[k]));
        const double chord = first + (last - first) * (double)k / (double)(n - 1);
        if (chord - least > deepest) {
            deepest = chord - least;
            knee = k;
        }
    }
    return knee;
}

/* Does the error no longer fall in the second half of the tail from the knee on: is a line's fall
 * within three standard errors of it, or within a hundredth of the whole sequence's? */
static bool is_floor(const double *errors, size_t knee, size_t n, double *scratch)
{
    const size_t half = (n - knee) / 2, m = half > MIN_TAIL ? half : MIN_TAIL;
    double *const x = scratch, *const y = scratch + m;
    if (knee == 0 || knee + m > n)
        return false;
    for (size_t k = 0; k < m; ++k) {
        x[k] = (double)k;
        y[k] = log(errors[n - m + k]);
    }
    const line tail = fit(x, y, m);
    const double whole = (log(errors[0]) - log(errors[n - 1])) / (double)m;
    return -tail.slope <= fmax(3.0 * tail.error, 0.01 * whole);
}

size_t ss_profile_rate_end(const double *errors, size_t n_all, double *scratch)
{
    const size_t n = count_positive(errors, n_all);
    const size_t knee = n > 0 ? find_knee(errors, n) : 0;
    if (n < 3 || !is_floor(errors, knee, n, scratch))
        return n;
    double floor = INFINITY;
    size_t end = knee + 1;
    for (size_t k = knee; k < n; ++k)
        floor = fmin(floor, errors[k]);
    while (end > 0 && errors[end - 1] < 10.0 * floor)
        --end;
    return end;
}

/* ---- the rate ---- */

/* Do both halves have the slope of the whole? */
static bool is_straight(const double *x, const double *y, size_t n, const line *whole)
{
    const size_t half = (n + 1) / 2; /* both have the middle when n is odd */
    const line early = fit(x, y, half), late = fit(x + n - half, y + n - half, half);
    return whole->r2 >= min_r2 && fabs(early.slope - late.slope) <= max_bend * fabs(whole->slope);
}

ss_profile_rate ss_profile_rate_linear(const double *errors, size_t n_all, double *logs)
{
    const size_t n = ss_profile_rate_end(errors, n_all, logs), stride = stride_of(n);
    double *const x = logs, *const y = logs + n_all;
    bool fell = false;
    for (size_t k = 0; k < n; ++k) {
        x[k] = (double)k;
        y[k] = log(errors[k]);
    }
    if (n < MIN_SWEEPS)
        return none("fewer than 5 sweeps before zero or the floor");
    for (size_t from = 0; from + MIN_SWEEPS <= n; from += stride) {
        if (y[from] - y[n - 1] < log(min_fall))
            continue;
        fell = true;
        const line whole = fit(x + from, y + from, n - from);
        if (whole.slope < 0.0 && is_straight(x + from, y + from, n - from, &whole))
            return (ss_profile_rate){exp(whole.slope), exp(whole.slope) * whole.error, from + 1, n,
                                     ""};
    }
    return none(fell ? "no straight range" : "the error falls by less than 10 times");
}

/* ---- the order ---- */

/* The first of the sweeps that end at n of which each is below the one before. */
static size_t falling_from(const double *errors, size_t n)
{
    size_t from = n - 1;
    while (from > 0 && errors[from - 1] > errors[from])
        --from;
    return from;
}

ss_profile_rate ss_profile_rate_order(const double *errors, size_t n_all, double *logs)
{
    const size_t n = ss_profile_rate_end(errors, n_all, logs);
    double *const x = logs, *const y = logs + n_all;
    if (n < MIN_PAIRS + 1)
        return none("fewer than 3 pairs of sweeps before zero or the floor");
    const size_t begin = falling_from(errors, n), stride = stride_of(n - begin);
    for (size_t k = 0; k + 1 < n; ++k) {
        x[k] = log(errors[k]);
        y[k] = log(errors[k + 1]);
    }
    bool fell = false;
    for (size_t from = begin; from + MIN_PAIRS + 1 <= n; from += stride) {
        if (x[from] - y[n - 2] < log(min_fall))
            continue;
        fell = true;
        const line pairs = fit(x + from, y + from, n - 1 - from);
        if (pairs.r2 >= min_r2 && pairs.error <= max_order_error)
            return (ss_profile_rate){pairs.slope, pairs.error, from + 1, n, ""};
    }
    return none(fell ? "no straight range" : "the error does not fall steadily by 10 times");
}

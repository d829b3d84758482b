/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/rate.h"

#include <gsl/gsl_fit.h>
#include <math.h>

enum { MIN_SWEEPS = 5, MIN_PAIRS = 3, MAX_STARTS = 64 };

static const double min_fall = 10.0, min_r2 = 0.99, max_bend = 0.1, max_order_error = 0.1;

static ss_rate none(const char *note)
{
    return (ss_rate){NAN, NAN, 0, 0, note};
}

/* ---- the end ---- */

static size_t count_positive(const double *errors, size_t n)
{
    size_t k = 0;
    while (k < n && isfinite(errors[k]) && errors[k] > 0.0)
        ++k;
    return k;
}

/* The lowest error lies at or after the knee, so what comes after the knee is all floor. */
static bool is_floor(double before, size_t n_before, double after, size_t n_after)
{
    return n_before > 0 && n_after > 0 && before > 0.0 && after < log(min_fall) &&
           after / (double)n_after < 0.1 * before / (double)n_before;
}

size_t ss_rate_end(const double *errors, size_t n_all)
{
    const size_t n = count_positive(errors, n_all);
    if (n < 3)
        return n;
    double first = log(errors[0]), least = first, last = first, deepest = 0.0, at_knee = first;
    size_t knee = n - 1;
    for (size_t k = 0; k < n; ++k)
        last = fmin(last, log(errors[k]));
    for (size_t k = 0; k < n; ++k) {
        least = fmin(least, log(errors[k]));
        const double chord = first + (last - first) * (double)k / (double)(n - 1);
        if (chord - least > deepest) {
            deepest = chord - least;
            at_knee = least;
            knee = k;
        }
    }
    return is_floor(first - at_knee, knee, at_knee - last, n - 1 - knee) ? knee + 1 : n;
}

/* Close to its floor the error is partly floor: the sweeps before `end` that are 10 times above. */
static size_t end_above_floor(const double *errors, size_t end, size_t n_all)
{
    const size_t n = count_positive(errors, n_all);
    double floor = INFINITY;
    for (size_t k = end; k < n; ++k)
        floor = fmin(floor, errors[k]);
    while (isfinite(floor) && end > 0 && errors[end - 1] < 10.0 * floor)
        --end;
    return end;
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

/* ---- the rate ---- */

/* Do both halves have the slope of the whole? */
static bool is_straight(const double *x, const double *y, size_t n, const line *whole)
{
    const size_t half = (n + 1) / 2; /* both have the middle when n is odd */
    const line early = fit(x, y, half), late = fit(x + n - half, y + n - half, half);
    return whole->r2 >= min_r2 && fabs(early.slope - late.slope) <= max_bend * fabs(whole->slope);
}

ss_rate ss_rate_linear(const double *errors, size_t n_all, double *logs)
{
    const size_t n = end_above_floor(errors, ss_rate_end(errors, n_all), n_all);
    const size_t stride = stride_of(n);
    double *const x = logs, *const y = logs + n_all;
    bool fell = false;
    for (size_t k = 0; k < n; ++k) {
        x[k] = (double)k;
        y[k] = log(errors[k]);
    }
    if (n < MIN_SWEEPS)
        return none("fewer than 5 sweeps before zero or the floor");
    for (size_t from = 0; from + MIN_SWEEPS <= n; from += stride) {
        const size_t m = n - from;
        if (y[from] - y[n - 1] < log(min_fall))
            continue;
        fell = true;
        const line whole = fit(x + from, y + from, m);
        if (whole.slope < 0.0 && is_straight(x + from, y + from, m, &whole))
            return (ss_rate){exp(whole.slope), exp(whole.slope) * whole.error, from + 1, n, ""};
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

ss_rate ss_rate_order(const double *errors, size_t n_all, double *logs)
{
    const size_t n = ss_rate_end(errors, n_all);
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
            return (ss_rate){pairs.slope, pairs.error, from + 1, n, ""};
    }
    return none(fell ? "no straight range" : "the error does not fall steadily by 10 times");
}

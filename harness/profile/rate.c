/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/rate.h"

#include <gsl/gsl_fit.h>
#include <math.h>

enum { MIN_SWEEPS = 5, MIN_PAIRS = 3, MAX_STARTS = 64 };

static const double min_fall = 10.0, max_floor_fall = 100.0, min_r2 = 0.99, max_bend = 0.1,
                    max_order_error = 0.1;

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

/* The sweep where the smallest error so far is farthest below the chord of its logarithm. */
typedef struct knee {
    size_t at;            /* index from 0 */
    double before, after; /* fall of the logarithm up to it, and from it on */
} knee;

static knee find_knee(const double *errors, size_t n)
{
    const double first = log(errors[0]);
    double least = first, last = first, deepest = 0.0;
    knee found = {n - 1, 0.0, 0.0};
    for (size_t k = 0; k < n; ++k)
        last = fmin(last, log(errors[k]));
    for (size_t k = 0; k < n; ++k) {
        least = fmin(least, log(errors[k]));
        const double chord = first + (last - first) * (double)k / (double)(n - 1);
        if (chord - least > deepest) {
            deepest = chord - least;
            found = (knee){k, first - least, least - last};
        }
    }
    return found;
}

/* Close to its floor the error is partly floor: how many sweeps stay before it reaches 10 times the
 * least error from the knee on. */
static size_t end_above_floor(const double *errors, size_t at_knee, size_t n)
{
    double floor = errors[at_knee];
    size_t end = at_knee + 1;
    for (size_t k = at_knee; k < n; ++k)
        floor = fmin(floor, errors[k]);
    while (end > 0 && errors[end - 1] < 10.0 * floor)
        --end;
    return end;
}

size_t ss_rate_ends(const double *errors, size_t n_all, size_t ends[2])
{
    const size_t n = count_positive(errors, n_all);
    ends[0] = n;
    if (n < 3)
        return 1;
    const knee k = find_knee(errors, n);
    if (k.at == 0 || k.at + 1 >= n || k.before <= 0.0 || k.after >= log(max_floor_fall))
        return 1;
    const bool slow =
        k.after < log(min_fall) && k.after / (double)(n - 1 - k.at) < 0.5 * k.before / (double)k.at;
    ends[slow ? 0 : 1] = end_above_floor(errors, k.at, n);
    return slow ? 1 : 2;
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

/* The rate over the longest straight range that ends at sweep n. */
static ss_rate rate_until(const double *x, const double *y, size_t n)
{
    const size_t stride = stride_of(n);
    bool fell = false;
    if (n < MIN_SWEEPS)
        return none("fewer than 5 sweeps before zero or the floor");
    for (size_t from = 0; from + MIN_SWEEPS <= n; from += stride) {
        if (y[from] - y[n - 1] < log(min_fall))
            continue;
        fell = true;
        const line whole = fit(x + from, y + from, n - from);
        if (whole.slope < 0.0 && is_straight(x + from, y + from, n - from, &whole))
            return (ss_rate){exp(whole.slope), exp(whole.slope) * whole.error, from + 1, n, ""};
    }
    return none(fell ? "no straight range" : "the error falls by less than 10 times");
}

ss_rate ss_rate_linear(const double *errors, size_t n_all, double *logs)
{
    double *const x = logs, *const y = logs + n_all;
    size_t ends[2];
    const size_t n_ends = ss_rate_ends(errors, n_all, ends);
    for (size_t k = 0; k < count_positive(errors, n_all); ++k) {
        x[k] = (double)k;
        y[k] = log(errors[k]);
    }
    const ss_rate rate = rate_until(x, y, ends[0]);
    const ss_rate other = n_ends > 1 ? rate_until(x, y, ends[1]) : rate;
    return isnan(rate.value) && !isnan(other.value) ? other : rate;
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

/* The order over the longest straight range of pairs that ends at sweep n; x and y: the pairs. */
static ss_rate order_until(const double *errors, const double *x, const double *y, size_t n)
{
    if (n < MIN_PAIRS + 1)
        return none("fewer than 3 pairs of sweeps before zero or the floor");
    const size_t begin = falling_from(errors, n), stride = stride_of(n - begin);
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

ss_rate ss_rate_order(const double *errors, size_t n_all, double *logs)
{
    double *const x = logs, *const y = logs + n_all;
    size_t ends[2];
    const size_t n_ends = ss_rate_ends(errors, n_all, ends);
    for (size_t k = 0; k + 1 < count_positive(errors, n_all); ++k) {
        x[k] = log(errors[k]);
        y[k] = log(errors[k + 1]);
    }
    const ss_rate order = order_until(errors, x, y, ends[0]);
    const ss_rate other = n_ends > 1 ? order_until(errors, x, y, ends[1]) : order;
    return isnan(order.value) && !isnan(other.value) ? other : order;
}

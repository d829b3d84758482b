/* The rules are those of rate.h, in its order: end, rate and order, tail. All fits are straight
 * lines through logarithms (tables/trend.h); a candidate range is refused, never bent.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/rate.h"

#include "harness/tables/trend.h"

#include <gsl/gsl_minmax.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>

enum { MIN_SWEEPS = 5, MIN_PAIRS = 3, MIN_TAIL = 3, MAX_STARTS = 64, STEPS = 5, MIN_POWER = 16 };

static const double min_fall = 10.0, min_r2 = 0.99, max_bend = 0.1, max_order_error = 0.1,
                    min_growth = 1.2, max_depth = 1e12;

/* ---- the end ---- */

/* A sequence: its sweeps from 0, the logarithms of their numbers from 1, and those of its errors up
 * to the first that is not finite or not above 0. */
typedef struct sequence {
    const double *errors, *at, *log_at, *logs;
    size_t n;
} sequence;

/* `room` is for 3 n numbers. */
static sequence take(const double *errors, size_t n, double *room)
{
    double *const at = room, *const logs = room + n, *const log_at = room + 2 * n;
    size_t k = 0;
    for (; k < n && isfinite(errors[k]) && errors[k] > 0.0; ++k) {
        at[k] = (double)k;
        log_at[k] = log((double)(k + 1));
        logs[k] = log(errors[k]);
    }
    return (sequence){errors, at, log_at, logs, k};
}

/* Returns how many errors there are before the floor. The knee is the sweep, from 0, where the
 * smallest error so far is farthest below the chord of its logarithm from first to last. There is a
 * floor where in the second half of the tail from there on a line's fall is within three standard
 * errors of it, or within a hundredth of the whole sequence's. */
static size_t find_end(const sequence *s)
{
    const size_t n = s->n;
    if (n < 3)
        return n;
    const double first = s->logs[0], last = gsl_stats_min(s->logs, 1, n);
    double least = first, deepest = 0.0;
    size_t knee = n - 1;
    for (size_t k = 0; k < n; ++k) {
        least = fmin(least, s->logs[k]);
        const double chord = first + (last - first) * (double)k / (double)(n - 1);
        if (chord - least > deepest) {
            deepest = chord - least;
            knee = k;
        }
    }
    const size_t m = GSL_MAX((n - knee) / 2, MIN_TAIL);
    if (knee == 0 || knee + m > n)
        return n;
    const ss_line tail = ss_line_fit(s->at, s->logs + n - m, m);
    const double whole = (s->logs[0] - s->logs[n - 1]) / (double)m;
    if (!(-tail.slope <= fmax(3.0 * tail.error, 0.01 * whole)))
        return n;
    const double floor = gsl_stats_min(s->errors + knee, 1, n - knee);
    size_t end = knee + 1;
    while (end > 0 && s->errors[end - 1] < 10.0 * floor)
        --end;
    return end;
}

/* ---- rate and order ---- */

/* Fit what is sought to the logarithms of n errors that stand `at` these sweeps; false if they are
 * not straight. */
typedef bool fit_range(ss_line *found, const double *at, const double *logs, size_t n);

/* Both halves have the slope of the whole. */
static bool fit_rate(ss_line *found, const double *at, const double *logs, size_t n)
{
    const size_t half = (n + 1) / 2; /* both have the middle when n is odd */
    *found = ss_line_fit(at, logs, n);
    if (!(found->slope < 0.0) || found->r2 < min_r2)
        return false;
    const ss_line early = ss_line_fit(at, logs, half),
                  late = ss_line_fit(at + n - half, logs + n - half, half);
    return fabs(early.slope - late.slope) <= max_bend * fabs(found->slope);
}

static bool fit_order(ss_line *found, const double *at, const double *logs, size_t n)
{
    (void)at;
    *found = ss_line_fit(logs, logs + 1, n - 1);
    return found->r2 >= min_r2 && found->error <= max_order_error;
}

/* The earliest range from sweep `begin` (from 0) to `end`, of `least` sweeps or more, that is
 * straight. */
static ss_profile_rate search(const sequence *s, size_t begin, size_t end, size_t least,
                              fit_range *fit_to)
{
    const size_t stride = (end - begin + MAX_STARTS - 1) / MAX_STARTS; /* of the first sweep's */
    ss_profile_rate none = {.value = NAN, .error = NAN, .note = NULL};
    for (size_t from = begin; from + least <= end; from += stride) {
        ss_line found;
        if (s->logs[from] - s->logs[end - 1] < log(min_fall))
            continue;
        none.note = "no straight range";
        if (fit_to(&found, s->at + from, s->logs + from, end - from))
            return (ss_profile_rate){found.slope, found.error, from + 1, end, ""};
    }
    return none;
}

ss_profile_rate ss_profile_rate_linear(const double *errors, size_t n, double *scratch)
{
    const sequence s = take(errors, n, scratch);
    const size_t end = find_end(&s);
    ss_profile_rate rate = search(&s, 0, end, MIN_SWEEPS, fit_rate);
    if (end < MIN_SWEEPS)
        rate.note = "fewer than 5 sweeps before zero or the floor";
    else if (rate.note == NULL)
        rate.note = "the error falls by less than 10 times";
    rate.value = exp(rate.value);
    rate.error *= rate.value;
    return rate;
}

ss_profile_rate ss_profile_rate_order(const double *errors, size_t n, double *scratch)
{
    const sequence s = take(errors, n, scratch);
    const size_t end = find_end(&s);
    size_t begin = end > 0 ? end - 1 : 0; /* each error from there on is below the one before */
    while (begin > 0 && errors[begin - 1] > errors[begin])
        --begin;
    ss_profile_rate order = search(&s, begin, end, MIN_PAIRS + 1, fit_order);
    if (end < MIN_PAIRS + 1)
        order.note = "fewer than 3 pairs of sweeps before zero or the floor";
    else if (order.note == NULL)
        order.note = "the error does not fall steadily by 10 times";
    return order;
}

/* ---- the tail ---- */

/* The fall of the logarithm to sweep k, from 1. */
static double fall_to(const sequence *s, size_t k)
{
    return s->logs[k - 1] - s->logs[k];
}

/* The order of a tail whose falls grow from sweep to sweep; NAN if they do not. */
static double find_growth(const sequence *s, size_t *first, size_t end)
{
    const double last = fall_to(s, end - 1), ratio = last / fall_to(s, end - 2);
    double before = 0.0; /* the largest fall before the run */
    *first =
        end - 2; /* of the run at the end: each fall is min_growth times that before, or more */
    while (*first > 0 && fall_to(s, *first) > 0.0 &&
           fall_to(s, *first + 1) >= min_growth * fall_to(s, *first))
        --*first;
    for (size_t k = 1; k <= *first; ++k)
        before = fmax(before, fall_to(s, k));
    const double whole = gsl_stats_max(s->logs, 1, end) - s->logs[end - 1];
    const size_t n_falls = end - 1 - *first;
    if (n_falls < 2 || last < log(min_fall) || last < 1.5 * before ||
        (n_falls == 2 && ratio < 1.5) || s->logs[*first] - s->logs[end - 1] < 0.5 * whole)
        return NAN;
    return n_falls == 2 ? ratio : fmin(ratio, sqrt(last / fall_to(s, end - 3)));
}

/* Does the fall grow over all sweeps, in steps? */
static bool grows_slowly(const sequence *s, size_t end)
{
    const size_t length = (end - 1) / STEPS;
    const size_t begin = end - 1 - STEPS * length;
    double before = 0.0, first = 0.0;
    if (length < 2 || ss_line_fit(s->at, s->logs, end).r2 < 0.7)
        return false;
    for (size_t k = 0; k < STEPS; ++k) {
        const size_t from = begin + k * length;
        const double fall = s->logs[from] - s->logs[from + length];
        if (fall <= 1.05 * before)
            return false;
        before = fall;
        if (k == 0)
            first = fall;
    }
    return before >= 1.3 * first;
}

ss_profile_tail ss_profile_rate_tail(const double *errors, size_t n, double *scratch)
{
    const sequence s = take(errors, n, scratch);
    size_t end = find_end(&s), first = 0;
    if (end < MIN_TAIL)
        return (ss_profile_tail){"none", 0, 0, "fewer than 3 sweeps before zero or the floor"};
    const double suspect = gsl_stats_max(s.logs, 1, end) - log(max_depth);
    while (end > MIN_TAIL && s.logs[end - 1] < suspect)
        --end;
    const double growth = find_growth(&s, &first, end);
    if (growth >= 1.8)
        return (ss_profile_tail){"quadratic", first + 1, end, ""};
    if (s.logs[end - 1] < suspect)
        return (ss_profile_tail){"none", 0, 0, "fewer than 3 sweeps before rounding"};
    if (!isnan(growth))
        return (ss_profile_tail){"superlinear", first + 1, end, ""};
    if (end < MIN_SWEEPS)
        return (ss_profile_tail){"none", 0, 0, "fewer than 5 sweeps, and no fall that grows"};
    ss_line found; /* log e over the logarithm of the sweep's number, until that has doubled */
    const size_t stride = (end + MAX_STARTS - 1) / MAX_STARTS;
    for (first = 0; 2 * (first + 1) <= end && first + MIN_POWER <= end; first += stride)
        if (s.logs[first] - s.logs[end - 1] >= log(2.0) &&
            fit_rate(&found, s.log_at + first, s.logs + first, end - first))
            return (ss_profile_tail){"sublinear", first + 1, end, ""};
    if (grows_slowly(&s, end))
        return (ss_profile_tail){"superlinear", 1, end, ""};
    const ss_profile_rate rate = search(&s, 0, end, MIN_SWEEPS, fit_rate);
    if (rate.first > 0)
        return (ss_profile_tail){"linear", rate.first, end, ""};
    return (ss_profile_tail){
        "none", 0, 0, rate.note != NULL ? rate.note : "the error falls by less than 10 times"};
}

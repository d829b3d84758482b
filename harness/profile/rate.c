/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/rate.h"

#include "harness/profile/traces.h"
#include "harness/tables/output.h"
#include "problems/base/memory.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    double c0 = 0.0, c1 = 0.0, v00 = 0.0, v01 = 0.0, v11 = 0.0, residual2 = 0.0;
    gsl_fit_linear(x, 1, y, 1, n, &c0, &c1, &v00, &v01, &v11, &residual2);
    const double scatter2 = gsl_stats_tss(y, 1, n);
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

/* Returns how many errors there are before the floor; 0 if the first is not finite and above 0.
 * `scratch` has room for 2 n_all numbers. */
static size_t find_end(const double *errors, size_t n_all, double *scratch)
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
    const size_t n = find_end(errors, n_all, logs), stride = stride_of(n);
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
    const size_t n = find_end(errors, n_all, logs);
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

/* ---- the table ---- */

typedef struct state {
    const ss_profile_rates_order *order;
    ss_profile_traces traces;
    FILE *table;
    double *errors; /* of one step, then twice as many for scratch */
    size_t room, n_rows;
} state;

static void write_rates(state *s, const ss_summary_row *run, size_t step, size_t n)
{
    const ss_profile_rate rate = ss_profile_rate_linear(s->errors, n, s->errors + n);
    const ss_profile_rate order = ss_profile_rate_order(s->errors, n, s->errors + n);
    const ss_convergence_rates_row out = {
        .problem = run->problem,
        .parameters = run->parameters,
        .instance = run->instance,
        .solver = run->solver,
        .run = run->run,
        .step = step,
        .error = s->order->error,
        .sweeps = n,
        .rate = rate.value,
        .rate_error = rate.error,
        .rate_first = rate.first,
        .rate_last = rate.last,
        .rate_note = rate.note,
        .order = order.value,
        .order_error = order.error,
        .order_first = order.first,
        .order_last = order.last,
        .order_note = order.note,
    };
    ss_convergence_rates_write(s->table, &out);
    ++s->n_rows;
    s->order->report(&out);
}

/* The steps of a run, each as a sequence of errors. */
static bool add_run(state *s, const ss_summary_row *run, const ss_field *column, ss_error *error)
{
    char required[128];
    snprintf(required, sizeof required, "solver,step,%.64s", column->name);
    if (!ss_profile_traces_read(&s->traces, run, required, error))
        return false;
    const ss_convergence_row *const sweeps = s->traces.sweeps;
    double *const errors = ss_memory_grow(s->errors, &s->room, 3 * s->traces.n + 1, sizeof *errors);
    if (errors == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the traces");
    s->errors = errors;
    for (size_t begin = 0, end = 0; begin < s->traces.n; begin = end) {
        for (; end < s->traces.n && sweeps[end].step == sweeps[begin].step; ++end)
            memcpy(&errors[end - begin], (const char *)&sweeps[end] + column->offset,
                   sizeof *errors);
        write_rates(s, run, sweeps[begin].step, end - begin);
    }
    return true;
}

static bool add_runs(state *s, const ss_summary *summary, ss_error *error)
{
    const ss_table *const columns = ss_rows_find("convergence");
    const char *const solver = s->order->solver;
    const ss_field *column = columns->fields;
    while (strcmp(column->name, s->order->error) != 0)
        ++column;
    for (size_t k = 0; k < summary->n; ++k) {
        const ss_summary_row *const run = &summary->records[k].row;
        if ((solver == NULL || strcmp(run->solver, solver) == 0) && !add_run(s, run, column, error))
            return false;
    }
    if (s->n_rows > 0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "%.300s has no traced run%s%.60s; run it with --trace last (run) or with "
                        "traces on (campaign)",
                        s->order->folder, solver != NULL ? " of solver " : "",
                        solver != NULL ? solver : "");
}

bool ss_profile_rates_write(const ss_profile_rates_order *order, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_summary summary = {.n = 0};
    ss_output output = {0};
    state s = {.order = order, .traces = {.folder = order->folder}};
    bool written = ss_path_join(path, sizeof path, order->folder, "summary.csv", error) &&
                   ss_summary_read(&summary, path, "", error) &&
                   ss_output_open(&output, order->folder, "convergence_rates.csv", error);
    if (written) {
        s.table = output.file;
        ss_convergence_rates_header(s.table);
        written = add_runs(&s, &summary, error) && ss_output_close(&output, error);
    }
    ss_output_discard(&output);
    ss_profile_traces_free(&s.traces);
    ss_summary_free(&summary);
    free(s.errors);
    return written;
}

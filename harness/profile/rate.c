/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/profile/rate.h"

#include "harness/profile/traces.h"
#include "harness/tables/output.h"
#include "harness/tables/record.h"
#include "problems/base/memory.h"

#include <gsl/gsl_fit.h>
#include <gsl/gsl_minmax.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_SWEEPS = 5, MIN_PAIRS = 3, MIN_TAIL = 3, MAX_STARTS = 64 };

static const double min_fall = 10.0, min_r2 = 0.99, max_bend = 0.1, max_order_error = 0.1;

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

/* ---- the end ---- */

/* A sequence: its sweeps from 0 and the logarithms of its errors up to the first that is not finite
 * or not above 0. */
typedef struct sequence {
    const double *errors, *at, *logs;
    size_t n;
} sequence;

/* `room` is for 2 n numbers. */
static sequence take(const double *errors, size_t n, double *room)
{
    double *const at = room, *const logs = room + n;
    size_t k = 0;
    for (; k < n && isfinite(errors[k]) && errors[k] > 0.0; ++k) {
        at[k] = (double)k;
        logs[k] = log(errors[k]);
    }
    return (sequence){errors, at, logs, k};
}

/* The sweep, from 0, where the smallest error so far is farthest below the chord of its logarithm
 * from first to last; n - 1 if it never is. */
static size_t find_knee(const sequence *s)
{
    const double first = s->logs[0], last = gsl_stats_min(s->logs, 1, s->n);
    double least = first, deepest = 0.0;
    size_t knee = s->n - 1;
    for (size_t k = 0; k < s->n; ++k) {
        least = fmin(least, s->logs[k]);
        const double chord = first + (last - first) * (double)k / (double)(s->n - 1);
        if (chord - least > deepest) {
            deepest = chord - least;
            knee = k;
        }
    }
    return knee;
}

/* Does the error no longer fall in the second half of the tail from the knee on: is a line's fall
 * within three standard errors of it, or within a hundredth of the whole sequence's? */
static bool is_floor(const sequence *s, size_t knee)
{
    const size_t n = s->n, m = GSL_MAX((n - knee) / 2, MIN_TAIL);
    if (knee == 0 || knee + m > n)
        return false;
    const line tail = fit(s->at, s->logs + n - m, m);
    const double whole = (s->logs[0] - s->logs[n - 1]) / (double)m;
    return -tail.slope <= fmax(3.0 * tail.error, 0.01 * whole);
}

/* Returns how many errors there are before the floor. */
static size_t find_end(const sequence *s)
{
    const size_t knee = s->n > 0 ? find_knee(s) : 0;
    if (s->n < 3 || !is_floor(s, knee))
        return s->n;
    const double floor = gsl_stats_min(s->errors + knee, 1, s->n - knee);
    size_t end = knee + 1;
    while (end > 0 && s->errors[end - 1] < 10.0 * floor)
        --end;
    return end;
}

/* ---- rate and order ---- */

/* Fit what is sought to the logarithms of n errors that stand `at` these sweeps; false if they are
 * not straight. */
typedef bool fit_range(line *found, const double *at, const double *logs, size_t n);

/* Both halves have the slope of the whole. */
static bool fit_rate(line *found, const double *at, const double *logs, size_t n)
{
    const size_t half = (n + 1) / 2; /* both have the middle when n is odd */
    *found = fit(at, logs, n);
    if (!(found->slope < 0.0) || found->r2 < min_r2)
        return false;
    const line early = fit(at, logs, half), late = fit(at + n - half, logs + n - half, half);
    return fabs(early.slope - late.slope) <= max_bend * fabs(found->slope);
}

static bool fit_order(line *found, const double *at, const double *logs, size_t n)
{
    (void)at;
    *found = fit(logs, logs + 1, n - 1);
    return found->r2 >= min_r2 && found->error <= max_order_error;
}

/* The earliest range from sweep `begin` (from 0) to `end`, of `least` sweeps or more, that is
 * straight. */
static ss_profile_rate search(const sequence *s, size_t begin, size_t end, size_t least,
                              fit_range *fit_to)
{
    const size_t n = end - begin, stride = n > MAX_STARTS ? (n + MAX_STARTS - 1) / MAX_STARTS : 1;
    ss_profile_rate none = {.value = NAN, .error = NAN, .note = NULL};
    for (size_t from = begin; from + least <= end; from += stride) {
        line found;
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
    if (!ss_profile_traces_read(&s->traces, run->run, run->solver, required, error))
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
                        "%.300s has no traced run%s%.60s; run it with --trace last (run) or trace: "
                        "last (campaign)",
                        s->order->folder, solver != NULL ? " of solver " : "",
                        solver != NULL ? solver : "");
}

bool ss_profile_rates_write(const ss_profile_rates_order *order, ss_error *error)
{
    char path[SS_PATH_SIZE], folder[SS_PATH_SIZE];
    ss_summary summary = {.n = 0};
    ss_output output = {0};
    state s = {.order = order, .traces = {.folder = folder}};
    bool written = ss_summary_folder(folder, order->folder, error) &&
                   ss_path_join(path, sizeof path, folder, "summary.csv", error) &&
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

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/noise.h"

#include "harness/tables/record.h"

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>

/* The upper share of the values that is taken for the tail, and the accepted chance that a
 * comparison of equals finds any row moved. */
static const double tail_share = 0.25, false_alarm = 0.01;

ss_compare_noise_class ss_compare_noise_describe(const double *a, const double *b, size_t n,
                                                 double *work)
{
    ss_compare_noise_class noise = {.tail_mean = 0.0};
    for (size_t k = 0; k < n; ++k)
        work[k] = 0.5 * (a[k] + b[k]);
    gsl_sort(work, 1, n);
    noise.duration_s = gsl_stats_median_from_sorted_data(work, 1, n);
    for (size_t k = 0; k < n; ++k)
        work[k] = fmax(fabs(log(b[k] / a[k])), fabs(log(b[(k + n / 2) % n] / a[k])));
    gsl_sort(work, 1, n);
    noise.tail_from = gsl_stats_quantile_from_sorted_data(work, 1, n, 1.0 - tail_share);
    noise.largest = work[n - 1];
    for (size_t k = 0; k < n; ++k) {
        if (work[k] > noise.tail_from) {
            noise.tail_mean += work[k] - noise.tail_from;
            ++noise.n_tail;
        }
    }
    noise.tail_mean /= noise.n_tail > 0 ? (double)noise.n_tail : 1.0;
    return noise;
}

double ss_compare_noise_floor(const ss_compare_noise *noise, double duration_s, size_t n_rows)
{
    const ss_compare_noise_class *nearest = NULL;
    for (size_t k = 0; k < noise->n && noise->classes[k].duration_s <= duration_s; ++k)
        nearest = &noise->classes[k];
    if (nearest == NULL)
        return INFINITY;
    /* n_rows tail_share (1 + t/k)^-k = false_alarm */
    const double k = fmax((double)nearest->n_tail, 1.0);
    const double t = k * (pow(tail_share * (double)n_rows / false_alarm, 1.0 / k) - 1.0);
    return fmax(nearest->largest, nearest->tail_from + t * nearest->tail_mean);
}

static const char *const class_columns[] = {"duration_s", "tail_from", "tail_mean", "largest"};

static bool read_class(const ss_csv *csv, size_t row, ss_compare_noise *noise, ss_error *error)
{
    ss_compare_noise_class *const c = &noise->classes[row];
    ss_noise_row r;
    if (!ss_noise_row_read(csv, row, &r, error))
        return false;
    *c = (ss_compare_noise_class){.duration_s = r.duration_s,
                                  .tail_from = r.tail_from,
                                  .tail_mean = r.tail_mean,
                                  .n_tail = r.tail_pairs,
                                  .largest = r.largest};
    if (row == 0)
        snprintf(noise->machine, sizeof noise->machine, "%s", r.machine);
    const double numbers[] = {c->duration_s, c->tail_from, c->tail_mean, c->largest};
    for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; ++k)
        if (!isfinite(numbers[k]) || numbers[k] < 0.0)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%.300s, line %zu: %s must be finite and >= 0, not %g", csv->path,
                                ss_csv_line(csv, row), class_columns[k], numbers[k]);
    if (row == 0 || c->duration_s > c[-1].duration_s)
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "%.300s, line %zu: the durations must rise from row to row", csv->path,
                        ss_csv_line(csv, row));
}

bool ss_compare_noise_read(ss_compare_noise *noise, const char *path, ss_error *error)
{
    ss_csv csv;
    *noise = (ss_compare_noise){.n = 0};
    if (!ss_csv_read(&csv, path, error))
        return false;
    bool valid = csv.n_rows > 0 ||
                 ss_error_set(error, SS_ERROR_DATA, "%.300s: a noise table without a row", path);
    valid = valid &&
            ss_record_require(&csv, "duration_s,tail_from,tail_mean,tail_pairs,largest", error);
    noise->classes = calloc(csv.n_rows + 1, sizeof *noise->classes);
    if (noise->classes == NULL)
        valid = ss_error_set(error, SS_ERROR_MEMORY, "no memory for %.300s", path);
    for (size_t row = 0; valid && row < csv.n_rows; ++row)
        valid = read_class(&csv, row, noise, error);
    if (valid)
        noise->n = csv.n_rows;
    else
        ss_compare_noise_free(noise);
    ss_csv_free(&csv);
    return valid;
}

void ss_compare_noise_free(ss_compare_noise *noise)
{
    free(noise->classes);
    *noise = (ss_compare_noise){.n = 0};
}

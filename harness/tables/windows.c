/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/windows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double ss_window_mean(const ss_series *r, const char *name, ss_window w)
{
    const size_t k = ss_series_find(r, name);
    double sum = 0.0, n = 0.0;
    for (size_t step = w.from; k < r->n_observables && step < w.to && step < r->n_steps; ++step) {
        const double value = r->values[step * r->n_observables + k];
        if (isnan(value))
            continue;
        sum += value;
        n += 1.0;
    }
    return n > 0.0 ? sum / n : NAN;
}

ss_window ss_window_last(const ss_series *r, size_t n)
{
    return (ss_window){r->n_steps > n ? r->n_steps - n : 0, r->n_steps};
}

ss_window ss_window_before(const ss_series *r)
{
    const double steps = round(ss_series_constant(r, "disturbed_at") / ss_series_constant(r, "h"));
    const size_t n = steps >= 1.0 && steps < (double)r->n_steps ? (size_t)steps : 0;
    return (ss_window){n > 0 ? n - 1 : 0, n};
}

ss_window ss_window_late(const ss_series *r)
{
    const size_t before = ss_window_before(r).to;
    return ss_window_last(r, before > 0 ? (r->n_steps - before) / 3 : 0);
}

size_t ss_window_out_step(const ss_series *r, double part)
{
    const double wanted = part * ss_series_constant(r, "balls");
    for (size_t step = 1; step <= r->n_steps; ++step)
        if (ss_series_at(r, "out", step) >= wanted)
            return step;
    return 0;
}

ss_window ss_window_out(const ss_series *r, double from, double to)
{
    const ss_window w = {ss_window_out_step(r, from), ss_window_out_step(r, to)};
    return w.from < w.to ? w : (ss_window){0, 0};
}

/* ---- periods ---- */

bool ss_periods_of(ss_periods *p, const ss_series *r)
{
    const double h = ss_series_constant(r, "h");
    const double length = round(1.0 / (h * ss_series_constant(r, "frequency")));
    const double start = round(ss_series_constant(r, "disturbed_at") / h);
    const double steps = (double)r->row->steps;
    *p = (ss_periods){.n = 0};
    if (!(length >= SS_PERIOD_PARTS) || fmod(length, SS_PERIOD_PARTS) != 0.0 || !(start >= 0.0) ||
        !(steps >= start + length))
        return false;
    p->start = (size_t)start;
    p->length = (size_t)length;
    p->n = (size_t)((steps - start) / length);
    p->first = p->n > SS_PERIOD_WARM_UP ? SS_PERIOD_WARM_UP : p->n / 2;
    return true;
}

/* Sum of observable k over the steps `from` + 1 to `to`; NaN if the run has not so many. */
static double sum_of(const ss_series *r, size_t k, size_t from, size_t to)
{
    double sum = 0.0;
    for (size_t step = from; step < to && to <= r->n_steps; ++step)
        sum += r->values[step * r->n_observables + k];
    return to <= r->n_steps ? sum : NAN;
}

bool ss_periods_curve(double curve[SS_PERIOD_PARTS], const ss_series *r, const char *name,
                      size_t from, size_t to)
{
    ss_periods p;
    const size_t k = ss_series_find(r, name);
    const bool has = ss_periods_of(&p, r) && k < r->n_observables && from < to && to <= p.n;
    for (size_t w = 0; w < SS_PERIOD_PARTS; ++w) {
        double sum = 0.0;
        const size_t length = has ? p.length / SS_PERIOD_PARTS : 0;
        for (size_t period = from; has && period < to; ++period) {
            const size_t begin = p.start + period * p.length + w * length;
            sum += sum_of(r, k, begin, begin + length);
        }
        curve[w] = has ? sum / (double)((to - from) * length) : NAN;
    }
    return has;
}

bool ss_periods_mean_curve(double curve[SS_PERIOD_PARTS], const ss_series *r, const char *name)
{
    ss_periods p;
    ss_periods_of(&p, r);
    return ss_periods_curve(curve, r, name, p.first, p.n);
}

/* ---- profiles ---- */

void ss_profile_add(ss_profile_point points[SS_PROFILE_POINTS], size_t *n, double at, double value)
{
    size_t k = 0;
    while (k < *n && points[k].at != at)
        ++k;
    if (k == SS_PROFILE_POINTS)
        return;
    if (k == *n)
        points[(*n)++] = (ss_profile_point){.at = at};
    points[k].mean += value;
    ++points[k].n;
}

size_t ss_profile_of(ss_profile_point points[SS_PROFILE_POINTS], const ss_series *r,
                     const char *name)
{
    const ss_window late = ss_window_late(r);
    size_t n = 0;
    for (size_t k = 0; late.to > late.from && k < r->n_keyed; ++k) {
        const ss_series_keyed *const row = &r->keyed[k];
        const char *const at = strchr(row->key, '=');
        if (row->step > late.from && at != NULL && isfinite(row->value) &&
            strcmp(row->name, name) == 0)
            ss_profile_add(points, &n, strtod(at + 1, NULL), row->value);
    }
    for (size_t k = 0; k < n; ++k)
        points[k].mean /= (double)points[k].n;
    return n;
}

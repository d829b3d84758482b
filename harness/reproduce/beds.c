/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/beds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t ss_beds_before(const ss_recording *r)
{
    const double lowers = ss_recording_parameter(r, "lowers");
    const double begins = isnan(lowers) ? ss_recording_parameter(r, "turns") : lowers;
    const double steps = round(begins / ss_recording_parameter(r, "h"));
    return steps >= 1.0 && steps < (double)r->n_steps ? (size_t)steps : 0;
}

size_t ss_beds_late(const ss_recording *r)
{
    const size_t before = ss_beds_before(r);
    return r->n_steps - (r->n_steps - before) / 3;
}

void ss_beds_point_add(ss_beds_point points[SS_BEDS_WINDOWS], size_t *n, double at, double value)
{
    size_t k = 0;
    while (k < *n && points[k].at != at)
        ++k;
    if (k == SS_BEDS_WINDOWS)
        return;
    if (k == *n)
        points[(*n)++] = (ss_beds_point){.at = at};
    points[k].mean += value;
    ++points[k].n;
}

size_t ss_beds_profile(ss_beds_point points[SS_BEDS_WINDOWS], const ss_recording *r,
                       const char *name)
{
    const size_t late = ss_beds_late(r);
    size_t n = 0;
    for (size_t k = 0; ss_beds_before(r) > 0 && k < r->n_keyed; ++k) {
        const ss_recording_keyed *const row = &r->keyed[k];
        const char *const at = strchr(row->key, '=');
        if (row->step > late && at != NULL && isfinite(row->value) && strcmp(row->name, name) == 0)
            ss_beds_point_add(points, &n, strtod(at + 1, NULL), row->value);
    }
    for (size_t k = 0; k < n; ++k)
        points[k].mean /= (double)points[k].n;
    return n;
}

double ss_beds_mean(const ss_recording *r, const char *name)
{
    ss_beds_point points[SS_BEDS_WINDOWS];
    const size_t n = ss_beds_profile(points, r, name);
    double sum = 0.0;
    for (size_t k = 0; k < n; ++k)
        sum += points[k].mean;
    return n > 0 ? sum / (double)n : NAN;
}

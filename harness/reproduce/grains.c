/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/grains.h"

#include <math.h>
#include <stdio.h>

double ss_grains_at(const ss_recording *r, const char *name, size_t step)
{
    const size_t k = ss_recording_find(r, name);
    return k < r->n_observables && step >= 1 && step <= r->n_steps
               ? r->values[(step - 1) * r->n_observables + k]
               : NAN;
}

double ss_grains_mean(const ss_recording *r, const char *name, size_t from, size_t to)
{
    const size_t k = ss_recording_find(r, name);
    double sum = 0.0, n = 0.0;
    for (size_t step = from; k < r->n_observables && step < to && step < r->n_steps; ++step) {
        const double value = r->values[step * r->n_observables + k];
        if (isnan(value))
            continue;
        sum += value;
        n += 1.0;
    }
    return n > 0.0 ? sum / n : NAN;
}

double ss_grains_last_mean(const ss_recording *r, const char *name, size_t n)
{
    return ss_grains_mean(r, name, r->n_steps > n ? r->n_steps - n : 0, r->n_steps);
}

size_t ss_grains_out_step(const ss_recording *r, double part)
{
    const double wanted = part * ss_recording_parameter(r, "balls");
    for (size_t step = 1; step <= r->n_steps; ++step)
        if (ss_grains_at(r, "out", step) >= wanted)
            return step;
    return 0;
}

size_t ss_grains_pressure(double p[SS_GRAINS_RINGS], const ss_recording *r)
{
    enum { AVERAGED = 40 };
    size_t n = 0;
    for (; n < SS_GRAINS_RINGS; ++n) {
        char name[SS_RECORDING_NAME];
        snprintf(name, sizeof name, "base_%zu", n);
        p[n] = ss_grains_last_mean(r, name, AVERAGED);
        if (isnan(p[n]))
            return n;
    }
    return n;
}

/* Top of the highest ball at the end, m. */
static double highest(const ss_recording *r)
{
    const double apex = ss_grains_last_mean(r, "apex", 1);
    const double *const x = r->n_frames > 0 ? r->x + 3 * r->n_bodies * (r->n_frames - 1) : NULL;
    double z = NAN;
    for (size_t b = 0; x != NULL && b < r->n_bodies; ++b)
        z = fmax(z, x[3 * b + 2] + r->radius[b]);
    return isnan(apex) ? z : apex;
}

double ss_grains_hydrostatic(const ss_recording *r)
{
    const double packed = 0.6;
    return packed * ss_recording_parameter(r, "density") * ss_recording_parameter(r, "gravity") *
           highest(r);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/shaken.h"

#include <math.h>

bool ss_shaken_periods_of(ss_shaken_periods *p, const ss_recording *r)
{
    const double h = ss_recording_parameter(r, "h");
    const double length = round(1.0 / (h * ss_recording_parameter(r, "frequency")));
    const double start = round(ss_recording_parameter(r, "start") / h);
    const double steps = (double)r->run->row.steps;
    *p = (ss_shaken_periods){.n = 0};
    if (!(length >= SS_SHAKEN_WINDOWS) || fmod(length, SS_SHAKEN_WINDOWS) != 0.0 ||
        !(start >= 0.0) || !(steps >= start + length))
        return false;
    p->start = (size_t)start;
    p->length = (size_t)length;
    p->n = (size_t)((steps - start) / length);
    p->first = p->n > SS_SHAKEN_WARM_UP ? SS_SHAKEN_WARM_UP : p->n / 2;
    return true;
}

bool ss_shaken_curve(double curve[SS_SHAKEN_WINDOWS], const ss_recording *r, const char *name,
                     size_t from, size_t to)
{
    ss_shaken_periods p;
    const size_t k = ss_recording_find(r, name);
    const bool has = ss_shaken_periods_of(&p, r) && k < r->n_observables && from < to && to <= p.n;
    for (size_t w = 0; w < SS_SHAKEN_WINDOWS; ++w) {
        double sum = 0.0;
        const size_t length = has ? p.length / SS_SHAKEN_WINDOWS : 0;
        for (size_t period = from; has && period < to; ++period) {
            const size_t begin = p.start + period * p.length + w * length;
            sum += ss_recording_sum(r, k, begin, begin + length);
        }
        curve[w] = has ? sum / (double)((to - from) * length) : NAN;
    }
    return has;
}

bool ss_shaken_mean_curve(double curve[SS_SHAKEN_WINDOWS], const ss_recording *r, const char *name)
{
    ss_shaken_periods p;
    ss_shaken_periods_of(&p, r);
    return ss_shaken_curve(curve, r, name, p.first, p.n);
}

double ss_shaken_weight(const ss_recording *r)
{
    const double density = ss_recording_parameter(r, "density");
    const double thickness = ss_recording_parameter(r, "thickness");
    double volume = 0.0;
    for (size_t b = 0; b < r->n_bodies; ++b) {
        const double a = r->radius[b];
        volume += M_PI * a * a * (isnan(thickness) ? 4.0 / 3.0 * a : thickness);
    }
    return r->n_bodies > 0 ? volume * density * ss_recording_parameter(r, "gravity") : NAN;
}

double ss_shaken_acceleration(const ss_recording *r)
{
    const double speed = 2.0 * M_PI * ss_recording_parameter(r, "frequency");
    return ss_recording_parameter(r, "amplitude") * speed * speed /
           ss_recording_parameter(r, "gravity");
}

/* Height over the floor, in amplitudes, of a body that left it at `start` with its velocity; phases
 * in radians, so that gravity is 1/gamma. */
static double height_over(double gamma, double start, double phase)
{
    const double s = phase - start;
    return -cos(start) + sin(start) * s - 0.5 * s * s / gamma + cos(phase);
}

bool ss_shaken_flight(double gamma, double *leaves, double *lands)
{
    enum { FIRST = 3, PARTS = 1000 }; /* just after it left, the height is 0 to rounding */
    const double start = gamma > 1.0 ? acos(-1.0 / gamma) : NAN;
    const double part = 2.0 * M_PI / PARTS;
    int k = FIRST;
    while (k <= PARTS && height_over(gamma, start, start + k * part) > 0.0)
        ++k;
    if (isnan(start) || k > PARTS)
        return false;
    double low = start + (k - 1) * part, high = start + k * part;
    while (high - low > 1e-12) {
        const double middle = 0.5 * (low + high);
        *(height_over(gamma, start, middle) > 0.0 ? &low : &high) = middle;
    }
    *leaves = start / (2.0 * M_PI);
    *lands = high / (2.0 * M_PI);
    return true;
}

double ss_shaken_from_side(const ss_recording *r, const double x[3])
{
    const double width = ss_recording_parameter(r, "width");
    const double radius = 0.5 * ss_recording_parameter(r, "diameter");
    return isnan(radius) ? fmin(x[0], width - x[0]) : radius - hypot(x[0] - radius, x[1] - radius);
}

bool ss_shaken_is_large(const ss_recording *r, size_t body)
{
    return r->radius[body] > (1.0 + 1e-9) * ss_recording_parameter(r, "radius-max");
}

size_t ss_shaken_large(const ss_recording *r)
{
    size_t b = 0;
    while (b < r->n_bodies && !ss_shaken_is_large(r, b))
        ++b;
    return b;
}

ss_shaken_pair ss_shaken_pair_of(const ss_recording *r)
{
    ss_shaken_pair pair = {.large = ss_shaken_large(r)};
    const double *const places = ss_shaken_places(r, 0);
    if (places == NULL || pair.large == r->n_bodies)
        return pair;
    const double *const centre = places + 3 * pair.large;
    double least = INFINITY;
    for (size_t b = 0; b < r->n_bodies; ++b) {
        const double x = places[3 * b] - centre[0], z = places[3 * b + 2] - centre[2];
        const double apart = hypot(x, z) - r->radius[b];
        if (ss_shaken_is_large(r, b) || z < -r->radius[pair.large] || apart >= least)
            continue;
        least = apart;
        pair.beside = b;
        pair.found = true;
    }
    return pair;
}

const double *ss_shaken_places(const ss_recording *r, size_t period)
{
    ss_shaken_periods p;
    return ss_shaken_periods_of(&p, r) ? ss_recording_frame(r, p.start + period * p.length) : NULL;
}

double ss_shaken_bin(const ss_recording *r)
{
    return ss_recording_parameter(r, "radius-min") + ss_recording_parameter(r, "radius-max");
}

/* Both ends, mean and error of the rise of what begins between two distances. */
static ss_shaken_rise rise_between(const ss_recording *r, const double *before, const double *after,
                                   double from, double to)
{
    ss_shaken_rise rise = {.distance = 0.5 * (from + to)};
    double sum = 0.0, squares = 0.0;
    for (size_t b = 0; b < r->n_bodies; ++b) {
        const double distance = ss_shaken_from_side(r, before + 3 * b);
        const double dz = after[3 * b + 2] - before[3 * b + 2];
        if (distance < from || distance >= to || ss_shaken_is_large(r, b))
            continue;
        ++rise.n;
        sum += dz;
        squares += dz * dz;
    }
    const double n = (double)rise.n;
    rise.mean = rise.n > 0 ? sum / n : NAN;
    rise.se = rise.n > 1 ? sqrt(fmax(0.0, squares / n - rise.mean * rise.mean) / (n - 1.0)) : NAN;
    return rise;
}

size_t ss_shaken_rises(ss_shaken_rise *bins, size_t room, const ss_recording *r, size_t from,
                       size_t to)
{
    const double *const before = ss_shaken_places(r, from), *const after = ss_shaken_places(r, to);
    const double width = ss_recording_parameter(r, "width");
    const double half = 0.5 * (isnan(width) ? ss_recording_parameter(r, "diameter") : width);
    const double bin = ss_shaken_bin(r);
    size_t n = 0;
    if (before == NULL || after == NULL || !(bin > 0.0))
        return 0;
    for (; n < room && (double)n * bin < half; ++n)
        bins[n] = rise_between(r, before, after, (double)n * bin, (double)(n + 1) * bin);
    return n;
}

double ss_shaken_rise_between(const ss_recording *r, double from, double to)
{
    ss_shaken_periods p;
    if (!ss_shaken_periods_of(&p, r) || p.first >= p.n)
        return NAN;
    const double *const before = ss_shaken_places(r, p.first);
    const double *const after = ss_shaken_places(r, p.n);
    return before != NULL && after != NULL ? rise_between(r, before, after, from, to).mean : NAN;
}

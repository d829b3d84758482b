/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/rises.h"

#include <math.h>
#include <stdlib.h>

double ss_rises_from_side(const ss_series *r, const double x[3])
{
    const double width = ss_series_constant(r, "slot_width");
    const double radius = 0.5 * ss_series_constant(r, "cylinder_diameter");
    return isnan(radius) ? fmin(x[0], width - x[0]) : radius - hypot(x[0] - radius, x[1] - radius);
}

size_t ss_rises_large(const ss_series *r)
{
    const double large = ss_series_constant(r, "large_body");
    return large < (double)r->n_bodies ? (size_t)large : r->n_bodies;
}

const double *ss_rises_places(const ss_series *r, size_t period)
{
    ss_periods p;
    return ss_periods_of(&p, r) ? ss_series_frame(r, p.start + period * p.length) : NULL;
}

size_t ss_rises_beside(const ss_series *r)
{
    const size_t large = ss_rises_large(r);
    const double *const places = ss_rises_places(r, 0);
    size_t beside = r->n_bodies;
    double least = INFINITY;
    for (size_t b = 0; places != NULL && large < r->n_bodies && b < r->n_bodies; ++b) {
        const double *const centre = places + 3 * large;
        const double x = places[3 * b] - centre[0], z = places[3 * b + 2] - centre[2];
        const double apart = hypot(x, z) - r->radius[b];
        if (b == large || z < -r->radius[large] || apart >= least)
            continue;
        least = apart;
        beside = b;
    }
    return beside;
}

/* Both ends, mean and error of the rise of what begins between two distances. */
static ss_rise rise_between(const ss_series *r, double from, double to)
{
    ss_periods p;
    ss_rise rise = {.distance = 0.5 * (from + to), .mean = NAN, .se = NAN};
    const bool measured = ss_periods_of(&p, r) && p.first < p.n;
    const double *const before = measured ? ss_rises_places(r, p.first) : NULL;
    const double *const after = measured ? ss_rises_places(r, p.n) : NULL;
    double sum = 0.0, squares = 0.0;
    for (size_t b = 0; before != NULL && after != NULL && b < r->n_bodies; ++b) {
        const double distance = ss_rises_from_side(r, before + 3 * b);
        const double dz = after[3 * b + 2] - before[3 * b + 2];
        if (distance < from || distance >= to || b == ss_rises_large(r))
            continue;
        ++rise.n;
        sum += dz;
        squares += dz * dz;
    }
    const double n = (double)rise.n;
    if (rise.n > 0)
        rise.mean = sum / n;
    if (rise.n > 1)
        rise.se = sqrt(fmax(0.0, squares / n - rise.mean * rise.mean) / (n - 1.0));
    return rise;
}

size_t ss_rises_of(ss_rise *bins, size_t room, const ss_series *r)
{
    ss_periods p;
    const double width = ss_series_constant(r, "slot_width");
    const double half = 0.5 * (isnan(width) ? ss_series_constant(r, "cylinder_diameter") : width);
    const double bin = ss_series_constant(r, "mean_diameter");
    size_t n = 0;
    if (!ss_periods_of(&p, r) || ss_rises_places(r, p.first) == NULL ||
        ss_rises_places(r, p.n) == NULL || !(bin > 0.0))
        return 0;
    for (; n < room && (double)n * bin < half; ++n)
        bins[n] = rise_between(r, (double)n * bin, (double)(n + 1) * bin);
    return n;
}

double ss_rises_between(const ss_series *r, double from, double to)
{
    return rise_between(r, from, to).mean;
}

/* ---- measures ---- */

static double correlation(const double a[SS_PERIOD_PARTS], const double b[SS_PERIOD_PARTS])
{
    double sum_a = 0.0, sum_b = 0.0, ab = 0.0, aa = 0.0, bb = 0.0;
    for (size_t w = 0; w < SS_PERIOD_PARTS; ++w) {
        sum_a += a[w];
        sum_b += b[w];
    }
    const double mean_a = sum_a / SS_PERIOD_PARTS, mean_b = sum_b / SS_PERIOD_PARTS;
    for (size_t w = 0; w < SS_PERIOD_PARTS; ++w) {
        ab += (a[w] - mean_a) * (b[w] - mean_b);
        aa += (a[w] - mean_a) * (a[w] - mean_a);
        bb += (b[w] - mean_b) * (b[w] - mean_b);
    }
    return ab / sqrt(aa * bb);
}

static double push_and_pressure(const ss_series *r)
{
    double push[SS_PERIOD_PARTS], pressure[SS_PERIOD_PARTS];
    return ss_periods_mean_curve(push, r, "wall_push") &&
                   ss_periods_mean_curve(pressure, r, "pressure")
               ? correlation(push, pressure)
               : NAN;
}

/* Of the vessel; in a steady state it is what is lost in contacts. */
static double work_per_period(const ss_series *r)
{
    ss_periods p;
    double sum = 0.0;
    if (!ss_periods_of(&p, r) || p.start + p.n * p.length > r->n_steps)
        return NAN;
    for (size_t step = p.start + p.first * p.length; step < p.start + p.n * p.length; ++step)
        sum += ss_series_at(r, "boundary_work", step + 1);
    return sum / ((double)(p.n - p.first) * ss_series_constant(r, "weight") *
                  ss_series_constant(r, "amplitude"));
}

static double layer_rise(const ss_series *r)
{
    return ss_rises_between(r, -INFINITY, ss_series_constant(r, "wall_layer"));
}

static double core_rise(const ss_series *r)
{
    return ss_rises_between(r, ss_series_constant(r, "wall_layer"), INFINITY);
}

/* Of spheres whose centre is within a diameter of the wall. */
static double ring_rise(const ss_series *r)
{
    return ss_rises_between(r, -INFINITY, ss_series_constant(r, "mean_diameter"));
}

/* Of spheres nearer the axis than half the radius of the cylinder. */
static double axis_rise(const ss_series *r)
{
    return ss_rises_between(r, 0.25 * ss_series_constant(r, "cylinder_diameter"), INFINITY);
}

/* The distance at which the mean rise changes its sign from the wall on, between the middles of two
 * bins. */
static double layer_thickness(const ss_series *r)
{
    enum { BINS = 100 };
    ss_rise bins[BINS];
    const size_t n = ss_rises_of(bins, BINS, r);
    for (size_t k = 1; k < n && bins[0].mean < 0.0; ++k)
        if (bins[k].mean >= 0.0)
            return bins[k - 1].distance + (bins[k].distance - bins[k - 1].distance) *
                                              bins[k - 1].mean / (bins[k - 1].mean - bins[k].mean);
    return NAN;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The number at `part` (0 to 1) of the way through n numbers, which are put in order and freed. */
static double quantile(double *numbers, size_t n, double part)
{
    double value = NAN;
    if (numbers != NULL && n > 0) {
        qsort(numbers, n, sizeof *numbers, by_value);
        value = numbers[(size_t)(part * (double)(n - 1))];
    }
    free(numbers);
    return value;
}

/* Of the net displacements in the measured periods, sideways and up. */
static double median_move(const ss_series *r)
{
    ss_periods p;
    if (!ss_periods_of(&p, r))
        return NAN;
    const double *const before = ss_rises_places(r, p.first);
    const double *const after = ss_rises_places(r, p.n);
    double *const moves = malloc((r->n_bodies + 1) * sizeof *moves);
    size_t n = 0;
    for (; moves != NULL && before != NULL && after != NULL && n < r->n_bodies; ++n)
        moves[n] = hypot(after[3 * n] - before[3 * n], after[3 * n + 2] - before[3 * n + 2]);
    return quantile(moves, n, 0.5) / ss_series_constant(r, "mean_diameter");
}

/* Root mean square distance of the bodies from where they are in the run beside this one, after its
 * last whole period. */
static double separation(const ss_series *r)
{
    ss_periods p;
    double squares = 0.0;
    if (!ss_periods_of(&p, r) || r->with == NULL || r->with->n_bodies != r->n_bodies)
        return NAN;
    const double *const x = ss_rises_places(r, p.n), *const y = ss_rises_places(r->with, p.n);
    for (size_t k = 0; x != NULL && y != NULL && k < 3 * r->n_bodies; ++k)
        squares += (x[k] - y[k]) * (x[k] - y[k]);
    return x != NULL && y != NULL
               ? sqrt(squares / (double)r->n_bodies) / ss_series_constant(r, "mean_diameter")
               : NAN;
}

/* Share of the bodies that have six others within 1.1 diameters at the end. */
static double six_neighbours(const ss_series *r)
{
    ss_periods p;
    const double reach = 1.1 * ss_series_constant(r, "mean_diameter");
    const double *const x = ss_periods_of(&p, r) ? ss_rises_places(r, p.n) : NULL;
    size_t n_six = 0;
    for (size_t b = 0; x != NULL && b < r->n_bodies; ++b) {
        size_t n = 0;
        for (size_t c = 0; c < r->n_bodies; ++c)
            n += c != b && hypot(x[3 * b] - x[3 * c], x[3 * b + 2] - x[3 * c + 2]) <= reach;
        n_six += n == 6;
    }
    return x != NULL ? (double)n_six / (double)r->n_bodies : NAN;
}

/* ---- a large disc among others ---- */

static double height(const double *places, size_t body)
{
    return places != NULL ? places[3 * body + 2] : NAN;
}

/* Rise of the large disc in the measured periods. */
static double large_rise(const ss_series *r)
{
    ss_periods p;
    const size_t large = ss_rises_large(r);
    if (!ss_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    return height(ss_rises_places(r, p.n), large) - height(ss_rises_places(r, p.first), large);
}

/* |its rise less the mean of the discs within 3 mm of its rim| over that mean. */
static double large_apart(const ss_series *r)
{
    static const double reach = 3e-3;
    ss_periods p;
    const size_t large = ss_rises_large(r);
    double sum = 0.0, n = 0.0;
    if (!ss_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    const double *const before = ss_rises_places(r, p.first);
    const double *const after = ss_rises_places(r, p.n);
    for (size_t b = 0; before != NULL && after != NULL && b < r->n_bodies; ++b) {
        const double apart =
            hypot(before[3 * b] - before[3 * large], before[3 * b + 2] - before[3 * large + 2]);
        if (b == large || apart > r->radius[large] + reach)
            continue;
        sum += height(after, b) - height(before, b);
        n += 1.0;
    }
    return fabs(large_rise(r) * n / sum - 1.0);
}

/* The top of the pack: 95 of 100 small discs have theirs below; a few fly higher. */
static double surface(const ss_series *r, const double *places)
{
    double *const tops = malloc((r->n_bodies + 1) * sizeof *tops);
    size_t n = 0;
    for (size_t b = 0; tops != NULL && b < r->n_bodies; ++b)
        if (b != ss_rises_large(r))
            tops[n++] = height(places, b) + r->radius[b];
    return quantile(tops, n, 0.95);
}

/* Is the top of the large disc within 1 mm of that of the pack, or above it? */
static bool is_on_top(const ss_series *r, const double *places, size_t large)
{
    return places != NULL && height(places, large) + r->radius[large] >= surface(r, places) - 1e-3;
}

/* The first period at whose end the large disc is on top; n + 1 if there is none. */
static size_t arrival(const ss_series *r, const ss_periods *p, size_t large)
{
    size_t period = 0;
    while (period <= p->n && !is_on_top(r, ss_rises_places(r, period), large))
        ++period;
    return period;
}

static double periods_to_top(const ss_series *r)
{
    ss_periods p;
    const size_t large = ss_rises_large(r);
    if (!ss_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    const size_t period = arrival(r, &p, large);
    return period <= p.n ? (double)period : NAN;
}

static double share_on_top(const ss_series *r)
{
    ss_periods p;
    const size_t large = ss_rises_large(r);
    double on_top = 0.0, n = 0.0;
    if (!ss_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    for (size_t period = arrival(r, &p, large); period <= p.n; ++period) {
        on_top += is_on_top(r, ss_rises_places(r, period), large);
        n += 1.0;
    }
    return n > 0.0 ? on_top / n : NAN;
}

/* From its rim to the nearer side wall, mean over the last tenth of the run. */
static double large_from_wall(const ss_series *r)
{
    ss_periods p;
    const size_t large = ss_rises_large(r);
    double sum = 0.0, n = 0.0;
    if (!ss_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    for (size_t period = p.n - p.n / 10; period <= p.n; ++period) {
        const double *const places = ss_rises_places(r, period);
        if (places != NULL) {
            sum += ss_rises_from_side(r, places + 3 * large) - r->radius[large];
            n += 1.0;
        }
    }
    return n > 0.0 ? sum / n : NAN;
}

/* From the start of the motion to the end of the run. */
static double climb(const ss_series *r)
{
    ss_periods p;
    const size_t large = ss_rises_large(r);
    if (!ss_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    return height(ss_rises_places(r, p.n), large) - height(ss_rises_places(r, 0), large);
}

/* Turns of the small disc that began beside the large one around the middle of its half of the
 * pack, as the flow goes: up inside, down at the wall. */
static double turns_beside(const ss_series *r)
{
    ss_periods p;
    const size_t beside = ss_rises_beside(r);
    double turned = 0.0, before = NAN;
    if (beside == r->n_bodies || !ss_periods_of(&p, r))
        return NAN;
    const double width = ss_series_constant(r, "slot_width");
    const double middle =
        0.5 * surface(r, ss_rises_places(r, 0)) - 0.5 * ss_series_constant(r, "amplitude");
    for (size_t period = 0; period <= p.n; ++period) {
        const double *const places = ss_rises_places(r, period);
        if (places == NULL)
            continue;
        const double x = fabs(places[3 * beside] - 0.5 * width) - 0.25 * width;
        const double angle = atan2(height(places, beside) - middle, -x);
        const double turn = isnan(before) ? 0.0 : remainder(angle - before, 2.0 * M_PI);
        turned -= turn;
        before = angle;
    }
    return turned / (2.0 * M_PI);
}

const ss_paper_code ss_rises_codes[] = {{"push_pressure_correlation", push_and_pressure},
                                        {"work_per_period", work_per_period},
                                        {"layer_rise_m", layer_rise},
                                        {"core_rise_m", core_rise},
                                        {"ring_rise_m", ring_rise},
                                        {"axis_rise_m", axis_rise},
                                        {"layer_thickness_m", layer_thickness},
                                        {"median_move_diameters", median_move},
                                        {"separation_diameters", separation},
                                        {"six_neighbours", six_neighbours},
                                        {"large_rise_m", large_rise},
                                        {"large_apart", large_apart},
                                        {"climb_m", climb},
                                        {"periods_to_top", periods_to_top},
                                        {"share_on_top", share_on_top},
                                        {"large_from_wall_m", large_from_wall},
                                        {"turns_beside", turns_beside},
                                        {.name = NULL}};

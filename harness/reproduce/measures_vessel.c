/* Measures of shaken vessels: the shaking itself, forces of the walls in the course of a period,
 * the work of the vessel ([M] section 8, Figures 1 to 3).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/measures.h"
#include "harness/reproduce/shaken.h"

#include <math.h>

enum { N = SS_SHAKEN_WINDOWS };

static double steps_per_period(const ss_recording *r)
{
    return 1.0 / (ss_recording_parameter(r, "h") * ss_recording_parameter(r, "frequency"));
}

static double windows_per_period(const ss_recording *r)
{
    ss_shaken_periods p;
    return ss_shaken_periods_of(&p, r) ? N : NAN;
}

/* Mean of a curve over the windows from `from` to `to`. */
static double mean_of(const double curve[N], size_t from, size_t to)
{
    double sum = 0.0;
    for (size_t w = from; w < to; ++w)
        sum += curve[w];
    return sum / (double)(to - from);
}

/* The window of the largest value. */
static size_t peak_of(const double curve[N])
{
    size_t best = 0;
    for (size_t w = 1; w < N; ++w)
        if (curve[w] > curve[best])
            best = w;
    return best;
}

/* ---- N, the normal force of the side walls ---- */

static double push_at_lowest(const ss_recording *r)
{
    double push[N];
    return ss_shaken_mean_curve(push, r, "wall_push") ? push[0] / push[peak_of(push)] : NAN;
}

/* Its end, as [M] plots it. */
static double push_peak_time(const ss_recording *r)
{
    double push[N];
    return ss_shaken_mean_curve(push, r, "wall_push")
               ? (double)(peak_of(push) + 1) / (N * ss_recording_parameter(r, "frequency"))
               : NAN;
}

/* The last quarter of a period, 0.030 to 0.040 s of [M] Figure 3: windows 38 (rounded up) to 50. */
static double push_in_flight(const ss_recording *r)
{
    double push[N];
    return ss_shaken_mean_curve(push, r, "wall_push") ? mean_of(push, 38, N) / mean_of(push, 0, N)
                                                      : NAN;
}

static double correlation(const double a[N], const double b[N])
{
    const double mean_a = mean_of(a, 0, N), mean_b = mean_of(b, 0, N);
    double ab = 0.0, aa = 0.0, bb = 0.0;
    for (size_t w = 0; w < N; ++w) {
        ab += (a[w] - mean_a) * (b[w] - mean_b);
        aa += (a[w] - mean_a) * (a[w] - mean_a);
        bb += (b[w] - mean_b) * (b[w] - mean_b);
    }
    return ab / sqrt(aa * bb);
}

static double push_and_pressure(const ss_recording *r)
{
    double push[N], pressure[N];
    return ss_shaken_mean_curve(push, r, "wall_push") &&
                   ss_shaken_mean_curve(pressure, r, "pressure")
               ? correlation(push, pressure)
               : NAN;
}

static double mean_over_weight(const ss_recording *r, const char *name)
{
    double curve[N];
    return ss_shaken_mean_curve(curve, r, name) ? mean_of(curve, 0, N) / ss_shaken_weight(r) : NAN;
}

static double push_mean(const ss_recording *r)
{
    return mean_over_weight(r, "wall_push");
}

/* ---- V, the vertical force of the side walls ---- */

static double drag_mean(const ss_recording *r)
{
    return mean_over_weight(r, "wall_drag");
}

/* From 3/8 to 3/4 of a period, 0.015 to 0.030 s of [M] Figure 3; as part of M g T. */
static double drag_episode(const ss_recording *r)
{
    enum { FROM = 19, TO = 38 };
    double drag[N];
    return ss_shaken_mean_curve(drag, r, "wall_drag")
               ? mean_of(drag, FROM, TO) * (TO - FROM) / N / ss_shaken_weight(r)
               : NAN;
}

/* The extreme over the first quarter of a period, 0 to 0.010 s, on the side of `sign`. */
static double drag_extreme(const ss_recording *r, double sign)
{
    enum { TO = 12 };
    double drag[N], extreme = -INFINITY;
    if (!ss_shaken_mean_curve(drag, r, "wall_drag"))
        return NAN;
    for (size_t w = 0; w < TO; ++w)
        extreme = fmax(extreme, sign * drag[w]);
    return sign * extreme / ss_shaken_weight(r);
}

static double drag_least(const ss_recording *r)
{
    return drag_extreme(r, -1.0);
}

static double drag_largest(const ss_recording *r)
{
    return drag_extreme(r, 1.0);
}

/* ---- flight, work ---- */

/* The largest mean rise in a period of what stands in the layer, or not, by its velocity. */
static double flight(const ss_recording *r, const char *velocity)
{
    double curve[N], height = 0.0, highest = 0.0;
    if (!ss_shaken_mean_curve(curve, r, velocity))
        return NAN;
    for (size_t w = 0; w < N; ++w) {
        height += curve[w] / (N * ss_recording_parameter(r, "frequency"));
        highest = fmax(highest, height);
    }
    return highest;
}

static double flight_difference(const ss_recording *r)
{
    return flight(r, "core_velocity") - flight(r, "layer_velocity");
}

/* In a steady state it is what is lost in contacts. */
static double work(const ss_recording *r)
{
    ss_shaken_periods p;
    if (!ss_shaken_periods_of(&p, r))
        return NAN;
    const double sum = ss_recording_sum(r, ss_recording_find(r, "boundary_work"),
                                        p.start + p.first * p.length, p.start + p.n * p.length);
    return sum /
           ((double)(p.n - p.first) * ss_shaken_weight(r) * ss_recording_parameter(r, "amplitude"));
}

const ss_measure ss_measures_vessel[] = {
    {"peak_acceleration_g", "peak acceleration A (2 pi f)^2 (g)", ss_shaken_acceleration},
    {"steps_per_period", "time steps a period", steps_per_period},
    {"windows_per_period", "points of a curve a period", windows_per_period},
    {"push_at_lowest", "N in the first window / largest N", push_at_lowest},
    {"push_peak_time_s", "end of the window with the largest N (s)", push_peak_time},
    {"push_in_flight", "mean N in the last quarter of a period / mean N", push_in_flight},
    {"push_pressure_correlation", "correlation of N and the mean pressure", push_and_pressure},
    {"push_mean_over_weight", "mean N / (M g)", push_mean},
    {"drag_mean_over_weight", "mean V / (M g)", drag_mean},
    {"drag_episode_over_weight", "impulse of V from 3/8 to 3/4 of a period / (M g T)",
     drag_episode},
    {"drag_least_over_weight", "least V in the first quarter / (M g)", drag_least},
    {"drag_largest_over_weight", "largest V in the first quarter / (M g)", drag_largest},
    {"flight_difference_m", "largest mean rise in a period, core less wall layer (m)",
     flight_difference},
    {"work_per_period", "work of the vessel a period / (M g A)", work},
    {NULL, NULL, NULL}};

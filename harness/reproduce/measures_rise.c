/* Measures of what goes up and down in a shaken vessel: displacements after whole periods, the
 * track of a large disc ([M] section 8, Figures 2 and 3).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/measures.h"
#include "harness/reproduce/shaken.h"

#include <math.h>
#include <stdlib.h>

/* ---- all bodies ---- */

/* Of a wall layer, 2.5 radius-max deep. */
static double layer_of(const ss_recording *r)
{
    return 2.5 * ss_recording_parameter(r, "radius-max");
}

static double layer_rise(const ss_recording *r)
{
    return ss_shaken_rise_between(r, -INFINITY, layer_of(r));
}

static double core_rise(const ss_recording *r)
{
    return ss_shaken_rise_between(r, layer_of(r), INFINITY);
}

/* Compaction, which is the same in both, is not in it. */
static double circulation(const ss_recording *r)
{
    return layer_rise(r) - core_rise(r);
}

/* Spheres whose centre is within a diameter of the wall. */
static double ring_rise(const ss_recording *r)
{
    return ss_shaken_rise_between(r, -INFINITY, ss_shaken_bin(r));
}

/* Spheres nearer the axis than half the radius of the cylinder. */
static double axis_rise(const ss_recording *r)
{
    return ss_shaken_rise_between(r, 0.25 * ss_recording_parameter(r, "diameter"), INFINITY);
}

/* The distance at which the mean rise changes its sign from the wall on, between the middles of two
 * bins. */
static double layer_thickness(const ss_recording *r)
{
    enum { BINS = 100 };
    ss_shaken_rise bins[BINS];
    ss_shaken_periods p;
    const size_t n = ss_shaken_periods_of(&p, r) ? ss_shaken_rises(bins, BINS, r, p.first, p.n) : 0;
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
static double median_move(const ss_recording *r)
{
    ss_shaken_periods p;
    if (!ss_shaken_periods_of(&p, r))
        return NAN;
    const double *const before = ss_shaken_places(r, p.first);
    const double *const after = ss_shaken_places(r, p.n);
    double *const moves = malloc((r->n_bodies + 1) * sizeof *moves);
    size_t n = 0;
    for (; moves != NULL && before != NULL && after != NULL && n < r->n_bodies; ++n)
        moves[n] = hypot(after[3 * n] - before[3 * n], after[3 * n + 2] - before[3 * n + 2]);
    return quantile(moves, n, 0.5) / ss_shaken_bin(r);
}

/* Root mean square distance of the bodies from where they are in the run beside this one, after its
 * last whole period. */
static double separation(const ss_recording *r)
{
    ss_shaken_periods p;
    double squares = 0.0;
    if (!ss_shaken_periods_of(&p, r) || r->with == NULL || r->with->n_bodies != r->n_bodies)
        return NAN;
    const double *const x = ss_shaken_places(r, p.n), *const y = ss_shaken_places(r->with, p.n);
    for (size_t k = 0; x != NULL && y != NULL && k < 3 * r->n_bodies; ++k)
        squares += (x[k] - y[k]) * (x[k] - y[k]);
    return x != NULL && y != NULL ? sqrt(squares / (double)r->n_bodies) / ss_shaken_bin(r) : NAN;
}

/* Share of the bodies that have six others within 1.1 diameters at the end. */
static double six_neighbours(const ss_recording *r)
{
    ss_shaken_periods p;
    const double reach = 1.1 * ss_shaken_bin(r);
    const double *const x = ss_shaken_periods_of(&p, r) ? ss_shaken_places(r, p.n) : NULL;
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
static double large_rise(const ss_recording *r)
{
    ss_shaken_periods p;
    const size_t large = ss_shaken_large(r);
    if (!ss_shaken_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    return height(ss_shaken_places(r, p.n), large) - height(ss_shaken_places(r, p.first), large);
}

/* |its rise less the mean of the discs within 3 mm of its rim| over that mean. */
static double large_apart(const ss_recording *r)
{
    static const double reach = 3e-3;
    ss_shaken_periods p;
    const size_t large = ss_shaken_large(r);
    double sum = 0.0, n = 0.0;
    if (!ss_shaken_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    const double *const before = ss_shaken_places(r, p.first);
    const double *const after = ss_shaken_places(r, p.n);
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
static double surface(const ss_recording *r, const double *places)
{
    double *const tops = malloc((r->n_bodies + 1) * sizeof *tops);
    size_t n = 0;
    for (size_t b = 0; tops != NULL && b < r->n_bodies; ++b)
        if (!ss_shaken_is_large(r, b))
            tops[n++] = height(places, b) + r->radius[b];
    return quantile(tops, n, 0.95);
}

/* Is the top of the large disc within 1 mm of that of the pack, or above it? */
static bool is_on_top(const ss_recording *r, const double *places, size_t large)
{
    return places != NULL && height(places, large) + r->radius[large] >= surface(r, places) - 1e-3;
}

/* The first period at whose end the large disc is on top; n + 1 if there is none. */
static size_t arrival(const ss_recording *r, const ss_shaken_periods *p, size_t large)
{
    size_t period = 0;
    while (period <= p->n && !is_on_top(r, ss_shaken_places(r, period), large))
        ++period;
    return period;
}

static double periods_to_top(const ss_recording *r)
{
    ss_shaken_periods p;
    const size_t large = ss_shaken_large(r);
    if (!ss_shaken_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    const size_t period = arrival(r, &p, large);
    return period <= p.n ? (double)period : NAN;
}

static double share_on_top(const ss_recording *r)
{
    ss_shaken_periods p;
    const size_t large = ss_shaken_large(r);
    double on_top = 0.0, n = 0.0;
    if (!ss_shaken_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    for (size_t period = arrival(r, &p, large); period <= p.n; ++period) {
        on_top += is_on_top(r, ss_shaken_places(r, period), large);
        n += 1.0;
    }
    return n > 0.0 ? on_top / n : NAN;
}

/* From its rim to the nearer side wall, mean over the last tenth of the run. */
static double large_from_wall(const ss_recording *r)
{
    ss_shaken_periods p;
    const size_t large = ss_shaken_large(r);
    double sum = 0.0, n = 0.0;
    if (!ss_shaken_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    for (size_t period = p.n - p.n / 10; period <= p.n; ++period) {
        const double *const places = ss_shaken_places(r, period);
        if (places != NULL) {
            sum += ss_shaken_from_side(r, places + 3 * large) - r->radius[large];
            n += 1.0;
        }
    }
    return n > 0.0 ? sum / n : NAN;
}

/* From the start of the motion to the end of the run. */
static double climb(const ss_recording *r)
{
    ss_shaken_periods p;
    const size_t large = ss_shaken_large(r);
    if (!ss_shaken_periods_of(&p, r) || large == r->n_bodies)
        return NAN;
    return height(ss_shaken_places(r, p.n), large) - height(ss_shaken_places(r, 0), large);
}

/* Turns of the small disc that began beside the large one around the middle of its half of the
 * pack, as the flow goes: up inside, down at the wall. */
static double turns_beside(const ss_recording *r)
{
    ss_shaken_periods p;
    const ss_shaken_pair pair = ss_shaken_pair_of(r);
    double turned = 0.0, before = NAN;
    if (!pair.found || !ss_shaken_periods_of(&p, r))
        return NAN;
    const double width = ss_recording_parameter(r, "width");
    const double middle =
        0.5 * surface(r, ss_shaken_places(r, 0)) - 0.5 * ss_recording_parameter(r, "amplitude");
    for (size_t period = 0; period <= p.n; ++period) {
        const double *const places = ss_shaken_places(r, period);
        if (places == NULL)
            continue;
        const double x = fabs(places[3 * pair.beside] - 0.5 * width) - 0.25 * width;
        const double angle = atan2(height(places, pair.beside) - middle, -x);
        const double turn = isnan(before) ? 0.0 : remainder(angle - before, 2.0 * M_PI);
        turned -= turn;
        before = angle;
    }
    return turned / (2.0 * M_PI);
}

const ss_measure ss_measures_rise[] = {
    {"layer_rise_m", "mean rise within 2.5 largest radii of a side wall (m)", layer_rise},
    {"core_rise_m", "mean rise of all the others (m)", core_rise},
    {"circulation_m", "mean rise, wall layer less the others (m)", circulation},
    {"ring_rise_m", "mean rise within a diameter of the wall (m)", ring_rise},
    {"axis_rise_m", "mean rise within half the radius of the axis (m)", axis_rise},
    {"layer_thickness_m", "distance from the wall at which the mean rise changes sign (m)",
     layer_thickness},
    {"median_move_diameters", "median net displacement / diameter", median_move},
    {"separation_diameters", "rms distance of the bodies from those of another run / diameter",
     separation},
    {"six_neighbours", "share of the beads with six others within 1.1 diameters", six_neighbours},
    {"large_rise_m", "rise of the large disc (m)", large_rise},
    {"large_apart", "|rise of the large disc / that of its neighbours - 1|", large_apart},
    {"climb_m", "rise of the large disc from the start of the shaking (m)", climb},
    {"periods_to_top", "periods until the large disc is within 1 mm of the surface",
     periods_to_top},
    {"share_on_top", "share of the later periods that it is there", share_on_top},
    {"large_from_wall_m", "its rim from the nearer side wall, last tenth of the run (m)",
     large_from_wall},
    {"turns_beside", "turns of the small disc that began beside it, up inside", turns_beside},
    {NULL, NULL, NULL}};

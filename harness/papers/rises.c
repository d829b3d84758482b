/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/rises.h"

#include <gsl/gsl_sort.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const double *ss_shaken_places(const ss_shaken *s, size_t period)
{
    return ss_series_frame(s->r, s->periods.start + period * s->periods.length);
}

/* The nearest by the distance of its surface from the large body's centre: the large radius is the
 * same for all. */
static size_t find_beside(const ss_shaken *s)
{
    const ss_series *const r = s->r;
    size_t beside = r->n_bodies;
    double least = INFINITY;
    for (size_t b = 0; s->start != NULL && s->large < r->n_bodies && b < r->n_bodies; ++b) {
        const double *const centre = s->start + 3 * s->large;
        const double x = s->start[3 * b] - centre[0], z = s->start[3 * b + 2] - centre[2];
        const double apart = hypot(x, z) - r->radius[b];
        if (b == s->large || z < -r->radius[s->large] || apart >= least)
            continue;
        least = apart;
        beside = b;
    }
    return beside;
}

bool ss_shaken_of(ss_shaken *s, const ss_series *r)
{
    const double large = ss_series_constant(r, "large_body");
    const double slot = ss_series_constant(r, "slot_width");
    *s = (ss_shaken){.r = r,
                     .width = isnan(slot) ? ss_series_constant(r, "cylinder_diameter") : slot,
                     .large = large < (double)r->n_bodies ? (size_t)large : r->n_bodies,
                     .beside = r->n_bodies};
    if (!ss_periods_of(&s->periods, r))
        return false;
    s->start = ss_shaken_places(s, 0);
    s->first = ss_shaken_places(s, s->periods.first);
    s->last = ss_shaken_places(s, s->periods.n);
    s->beside = find_beside(s);
    return true;
}

/* Height over the floor, in amplitudes, of a body that left it at `start` with its velocity; phases
 * in radians. The floor is at -cos(phase), so that with time in 1/omega and length in amplitudes
 * gravity is g/(A omega^2) = 1/gamma. */
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

/* From the centre of a body at x to the nearest side wall (m); a slot has no depth, NaN. */
static double from_side(const ss_shaken *s, const double x[3])
{
    const double half = 0.5 * s->width, deep = 0.5 * ss_series_constant(s->r, "slot_depth");
    return isnan(ss_series_constant(s->r, "slot_width"))
               ? half - hypot(x[0] - half, x[1] - half)
               : half - fmax(fabs(x[0] - half), fabs(x[1] - deep));
}

/* Both ends, mean and error of the rise of what begins between two distances from a side wall. */
static ss_convection_row rise_between(const ss_shaken *s, double from, double to)
{
    ss_convection_row rise = {.seed = s->r->row->instance,
                              .period_from = s->periods.first,
                              .period_to = s->periods.n,
                              .distance_m = 0.5 * (from + to),
                              .mean_dz_m = NAN,
                              .se_m = NAN};
    const bool measured = s->periods.first < s->periods.n && s->first != NULL && s->last != NULL;
    double sum = 0.0, squares = 0.0;
    for (size_t b = 0; measured && b < s->r->n_bodies; ++b) {
        const double distance = from_side(s, s->first + 3 * b);
        const double dz = s->last[3 * b + 2] - s->first[3 * b + 2];
        if (distance < from || distance >= to || b == s->large)
            continue;
        ++rise.n;
        sum += dz;
        squares += dz * dz;
    }
    const double n = (double)rise.n;
    if (rise.n > 0)
        rise.mean_dz_m = sum / n;
    /* se^2 = sum (dz - mean)^2/(n (n - 1)) = (<dz^2> - mean^2)/(n - 1), which rounding can make
     * less than 0. */
    if (rise.n > 1)
        rise.se_m = sqrt(fmax(0.0, squares / n - rise.mean_dz_m * rise.mean_dz_m) / (n - 1.0));
    return rise;
}

size_t ss_rises_of(ss_convection_row bins[SS_RISE_BINS], const ss_shaken *s)
{
    const double bin = ss_series_constant(s->r, "mean_diameter");
    size_t n = 0;
    if (s->first == NULL || s->last == NULL || !(bin > 0.0))
        return 0;
    for (; n < SS_RISE_BINS && (double)n * bin < 0.5 * s->width; ++n) {
        bins[n] = rise_between(s, (double)n * bin, (double)(n + 1) * bin);
        bins[n].bin = n;
    }
    return n;
}

/* ---- measures ---- */

/* Correlation of the mean wall push and the mean pressure in the course of a period. */
static double push_and_pressure(const ss_shaken *s)
{
    double a[SS_PERIOD_PARTS], b[SS_PERIOD_PARTS];
    double sum_a = 0.0, sum_b = 0.0, ab = 0.0, aa = 0.0, bb = 0.0;
    if (!ss_periods_mean_curve(a, s->r, "wall_push") || !ss_periods_mean_curve(b, s->r, "pressure"))
        return NAN;
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

/* Of the vessel on what is in it, over M g A, what lifts all of it by an amplitude; in a steady
 * state it is what is lost in contacts. */
static double work_per_period(const ss_shaken *s)
{
    const ss_periods *const p = &s->periods;
    double sum = 0.0;
    if (p->start + p->n * p->length > s->r->n_steps)
        return NAN;
    for (size_t step = p->start + p->first * p->length; step < p->start + p->n * p->length; ++step)
        sum += ss_series_at(s->r, "boundary_work", step + 1);
    return sum / ((double)(p->n - p->first) * ss_series_constant(s->r, "weight") *
                  ss_series_constant(s->r, "amplitude"));
}

/* The distance at which the mean rise changes its sign from the wall on, between the middles of two
 * bins. */
static double layer_thickness(const ss_shaken *s)
{
    ss_convection_row bins[SS_RISE_BINS];
    const size_t n = ss_rises_of(bins, s);
    for (size_t k = 1; k < n && bins[0].mean_dz_m < 0.0; ++k)
        if (bins[k].mean_dz_m >= 0.0)
            return bins[k - 1].distance_m + (bins[k].distance_m - bins[k - 1].distance_m) *
                                                bins[k - 1].mean_dz_m /
                                                (bins[k - 1].mean_dz_m - bins[k].mean_dz_m);
    return NAN;
}

/* Median of the net displacements in the measured periods, sideways and up. */
static double median_move(const ss_shaken *s)
{
    const double *const from = s->first, *const to = s->last;
    double median = NAN, *const moves = malloc((s->r->n_bodies + 1) * sizeof *moves);
    size_t n = 0;
    for (; moves != NULL && n < s->r->n_bodies; ++n)
        moves[n] = hypot(to[3 * n] - from[3 * n], to[3 * n + 2] - from[3 * n + 2]);
    if (n > 0) {
        gsl_sort(moves, 1, n);
        median = moves[(n - 1) / 2];
    }
    free(moves);
    return median / ss_series_constant(s->r, "mean_diameter");
}

/* Root mean square distance of the bodies from where they are in the run beside this one, after its
 * last whole period: runs that begin a hair apart part as far as they mix. */
static double separation(const ss_shaken *s)
{
    ss_shaken with;
    double squares = 0.0;
    if (s->r->with == NULL || s->r->with->n_bodies != s->r->n_bodies ||
        !ss_shaken_of(&with, s->r->with))
        return NAN;
    const double *const x = s->last, *const y = ss_shaken_places(&with, s->periods.n);
    for (size_t k = 0; y != NULL && k < 3 * s->r->n_bodies; ++k)
        squares += (x[k] - y[k]) * (x[k] - y[k]);
    return y != NULL
               ? sqrt(squares / (double)s->r->n_bodies) / ss_series_constant(s->r, "mean_diameter")
               : NAN;
}

/* Share of the bodies that have six others within 1.1 diameters at the end: discs in hexagonal
 * order do, their second neighbours being 1.73 diameters away. */
static double six_neighbours(const ss_shaken *s)
{
    const double reach = 1.1 * ss_series_constant(s->r, "mean_diameter");
    const double *const x = s->last;
    size_t n_six = 0;
    for (size_t b = 0; b < s->r->n_bodies; ++b) {
        size_t n = 0;
        for (size_t c = 0; c < s->r->n_bodies; ++c)
            n += c != b && hypot(x[3 * b] - x[3 * c], x[3 * b + 2] - x[3 * c + 2]) <= reach;
        n_six += n == 6;
    }
    return (double)n_six / (double)s->r->n_bodies;
}

/* ---- a large disc among others ---- */

static double height(const double *places, size_t body)
{
    return places != NULL ? places[3 * body + 2] : NAN;
}

/* Rise of the large disc in the measured periods. */
static double large_rise(const ss_shaken *s)
{
    return height(s->last, s->large) - height(s->first, s->large);
}

/* From the start of the motion to the end of the run. */
static double climb(const ss_shaken *s)
{
    return height(s->last, s->large) - height(s->start, s->large);
}

/* |its rise less the mean of the discs within 3 mm of its rim| over that mean. */
static double large_apart(const ss_shaken *s)
{
    static const double reach = 3e-3;
    const double *const x = s->first;
    double sum = 0.0, n = 0.0;
    for (size_t b = 0; b < s->r->n_bodies; ++b) {
        const double apart = hypot(x[3 * b] - x[3 * s->large], x[3 * b + 2] - x[3 * s->large + 2]);
        if (b == s->large || apart > s->r->radius[s->large] + reach)
            continue;
        sum += height(s->last, b) - height(x, b);
        n += 1.0;
    }
    return fabs(large_rise(s) * n / sum - 1.0);
}

/* The top of the pack: 95 of 100 small discs have theirs below; a few fly higher. */
static double surface(const ss_shaken *s, const double *places)
{
    double top = NAN, *const tops = malloc((s->r->n_bodies + 1) * sizeof *tops);
    size_t n = 0;
    for (size_t b = 0; tops != NULL && b < s->r->n_bodies; ++b)
        if (b != s->large)
            tops[n++] = height(places, b) + s->r->radius[b];
    if (n > 0) {
        gsl_sort(tops, 1, n);
        top = tops[(size_t)(0.95 * (double)(n - 1))];
    }
    free(tops);
    return top;
}

/* Is the top of the large disc within 1 mm of that of the pack, or above it, at the end of a
 * period? */
static bool is_on_top(const ss_shaken *s, size_t period)
{
    const double *const places = ss_shaken_places(s, period);
    return places != NULL &&
           height(places, s->large) + s->r->radius[s->large] >= surface(s, places) - 1e-3;
}

/* The first period at whose end the large disc is on top; NaN if there is none. */
static double periods_to_top(const ss_shaken *s)
{
    size_t period = 0;
    while (period <= s->periods.n && !is_on_top(s, period))
        ++period;
    return period <= s->periods.n ? (double)period : NAN;
}

/* Share of the periods from then on. */
static double share_on_top(const ss_shaken *s)
{
    const double arrival = periods_to_top(s);
    double on_top = 0.0, n = 0.0;
    for (size_t period = (size_t)fmax(arrival, 0.0); period <= s->periods.n; ++period) {
        on_top += is_on_top(s, period);
        n += 1.0;
    }
    return isnan(arrival) ? NAN : on_top / n;
}

/* From its rim to the nearer side wall, mean over the last tenth of the run. */
static double large_from_wall(const ss_shaken *s)
{
    double sum = 0.0, n = 0.0;
    for (size_t period = s->periods.n - s->periods.n / 10; period <= s->periods.n; ++period) {
        const double *const places = ss_shaken_places(s, period);
        if (places == NULL)
            continue;
        sum += from_side(s, places + 3 * s->large) - s->r->radius[s->large];
        n += 1.0;
    }
    return n > 0.0 ? sum / n : NAN;
}

/* Turns of the small disc that began beside the large one around the middle of its half of the
 * pack, as the flow goes: up inside, down at the wall. */
static double turns_beside(const ss_shaken *s)
{
    double turned = 0.0, before = NAN;
    if (s->beside == s->r->n_bodies)
        return NAN;
    const double middle = 0.5 * surface(s, s->start) - 0.5 * ss_series_constant(s->r, "amplitude");
    for (size_t period = 0; period <= s->periods.n; ++period) {
        const double *const places = ss_shaken_places(s, period);
        if (places == NULL)
            continue;
        const double x = fabs(places[3 * s->beside] - 0.5 * s->width) - 0.25 * s->width;
        const double angle = atan2(height(places, s->beside) - middle, -x);
        turned -= isnan(before) ? 0.0 : remainder(angle - before, 2.0 * M_PI);
        before = angle;
    }
    return turned / (2.0 * M_PI);
}

/* Needs of a measure besides whole periods: the frame at the end of the measured ones, or at both
 * ends; a large body. */
enum { LAST = 1, BOTH = 3, LARGE = 4 };

/* A measure, `of` what the run shows; or (NULL) the mean rise of the bodies whose centre begins
 * from `from` to `to` of a side wall, constants of the scene, where there is one, `from` times
 * `part`. */
static const struct measure {
    const char *name;
    double (*of)(const ss_shaken *shaken);
    unsigned needs;
    const char *from, *to;
    double part;
} measures[] = {
    {"push_pressure_correlation", .of = push_and_pressure},
    {"work_per_period", .of = work_per_period},
    {"layer_rise_m", .needs = BOTH, .to = "wall_layer"}, /* within 2.5 largest radii of the wall */
    {"core_rise_m", .needs = BOTH, .from = "wall_layer", .part = 1.0},
    {"ring_rise_m", .needs = BOTH, .to = "mean_diameter"},
    {"axis_rise_m", .needs = BOTH, .from = "cylinder_diameter", .part = 0.25}, /* half the radius */
    {"layer_thickness_m", .of = layer_thickness, .needs = BOTH},
    {"median_move_diameters", .of = median_move, .needs = BOTH},
    {"separation_diameters", .of = separation, .needs = LAST},
    {"six_neighbours", .of = six_neighbours, .needs = LAST},
    {"large_rise_m", .of = large_rise, .needs = BOTH | LARGE},
    {"large_apart", .of = large_apart, .needs = BOTH | LARGE},
    {"climb_m", .of = climb, .needs = LARGE},
    {"periods_to_top", .of = periods_to_top, .needs = LARGE},
    {"share_on_top", .of = share_on_top, .needs = LARGE},
    {"large_from_wall_m", .of = large_from_wall, .needs = LARGE},
    {"turns_beside", .of = turns_beside, .needs = LARGE},
};

double ss_rises_measure(const char *name, const ss_series *r, bool *known)
{
    ss_shaken s;
    const struct measure *m = measures;
    while (m < measures + sizeof measures / sizeof *measures && strcmp(m->name, name) != 0)
        ++m;
    *known = m < measures + sizeof measures / sizeof *measures;
    if (!*known || r == NULL || !ss_shaken_of(&s, r))
        return NAN;
    const unsigned has = (s.last != NULL ? (unsigned)LAST : 0) |
                         (s.last != NULL && s.first != NULL ? (unsigned)BOTH : 0) |
                         (s.large < r->n_bodies ? (unsigned)LARGE : 0);
    if ((m->needs & ~has) != 0)
        return NAN;
    if (m->of != NULL)
        return m->of(&s);
    const double from = m->from != NULL ? m->part * ss_series_constant(r, m->from) : -INFINITY;
    return rise_between(&s, from, m->to != NULL ? ss_series_constant(r, m->to) : INFINITY)
        .mean_dz_m;
}

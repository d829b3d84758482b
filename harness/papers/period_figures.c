/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/period_figures.h"

#include "harness/figures/kinds.h"
#include "harness/figures/data.h"
#include "harness/papers/rises.h"

#include <math.h>

static bool no_frames(const ss_series *r, ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA, "run %s has no frames of whole periods", r->row->run);
}

/* Begin to draw a run, if it has whole periods. */
static bool begin(ss_figure_drawing *d, ss_periods *periods, const ss_figure *figure,
                  const char *script, const ss_series *r, ss_error *error)
{
    return (ss_periods_of(periods, r) ||
            ss_error_set(error, SS_ERROR_DATA, "run %s has no whole period of shaking",
                         r->row->run)) &&
           ss_figure_begin(d, figure, script, error);
}

/* Width of a slot, or diameter of a cylinder, m. */
static double width_of(const ss_series *r)
{
    const double width = ss_series_constant(r, "slot_width");
    return isnan(width) ? ss_series_constant(r, "cylinder_diameter") : width;
}

/* ---- displacements ---- */

static bool is_shown(const ss_series *r, const double x[3], size_t body)
{
    const double diameter = ss_series_constant(r, "cylinder_diameter");
    return isnan(diameter) || fabs(x[1] - 0.5 * diameter) <= r->radius[body];
}

static bool print_displacements(FILE *out, const ss_series *r, const ss_periods *periods,
                                ss_error *error)
{
    const double *const from = ss_rises_places(r, periods->first);
    const double *const to = ss_rises_places(r, periods->n);
    if (from == NULL || to == NULL)
        return no_frames(r, error);
    fprintf(out, "# x(m) z(m) radius(m) at the start, dx(m) dz(m) after %zu periods\n",
            periods->n - periods->first);
    for (size_t b = 0; b < r->n_bodies; ++b)
        if (is_shown(r, from + 3 * b, b))
            ss_data_row_of(out, from[3 * b], from[3 * b + 2], r->radius[b], to[3 * b] - from[3 * b],
                           to[3 * b + 2] - from[3 * b + 2]);
    return true;
}

/* The vessel is at its lowest point after a whole period. */
static void print_vessel(FILE *out, const ss_series *r, const ss_periods *periods)
{
    fprintf(out, "width = %.9g # m\nfloor_z = %.9g # m\nperiods = %zu\n", width_of(r),
            -ss_series_constant(r, "amplitude"), periods->n - periods->first);
}

static bool draw_displacements(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    ss_figure_drawing d;
    ss_periods periods;
    if (!begin(&d, &periods, figure, "displacements.gp", r, error))
        return false;
    print_vessel(d.gp, r, &periods);
    return ss_figure_end(&d, print_displacements(d.dat, r, &periods, error), error);
}

/* ---- tracks ---- */

static bool print_tracks(FILE *out, const ss_series *r, const ss_periods *periods, ss_error *error)
{
    const size_t bodies[] = {ss_rises_large(r), ss_rises_beside(r)};
    if (bodies[1] == r->n_bodies)
        return no_frames(r, error);
    for (size_t k = 0; k < 2; ++k) {
        const size_t body = bodies[k];
        fprintf(out, "%s# %s disc: x(m) z(m) after a period, radius(m)\n", k > 0 ? "\n\n" : "",
                k == 0 ? "large" : "small");
        for (size_t period = 0; period <= periods->n; ++period) {
            const double *const at = ss_rises_places(r, period);
            if (at != NULL)
                ss_data_row_of(out, at[3 * body], at[3 * body + 2], r->radius[body]);
        }
    }
    return true;
}

static bool draw_tracks(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    ss_figure_drawing d;
    ss_periods periods;
    if (!begin(&d, &periods, figure, "tracks.gp", r, error))
        return false;
    print_vessel(d.gp, r, &periods);
    return ss_figure_end(&d, print_tracks(d.dat, r, &periods, error), error);
}

/* ---- reactions ---- */

/* The mean over the measured periods, and the first of them, as one period is what [M] draws. */
static bool print_reactions(FILE *out, const ss_series *r, const ss_periods *periods,
                            ss_error *error)
{
    enum { CURVES = 6, N = SS_PERIOD_PARTS };
    static const char *const names[] = {"wall_push", "wall_drag", "pressure"};
    double curves[CURVES][N];
    bool has = true;
    for (size_t k = 0; k < 3; ++k) {
        has = ss_periods_mean_curve(curves[k], r, names[k]) && has;
        has =
            ss_periods_curve(curves[3 + k], r, names[k], periods->first, periods->first + 1) && has;
    }
    if (!has)
        return ss_error_set(error, SS_ERROR_DATA, "run %s has no forces of walls and pressure",
                            r->row->run);
    fputs("# t(s), mean over the periods: N(N) V(N) p(Pa), first period: N V p\n", out);
    for (size_t w = 0; w < N; ++w) {
        double numbers[1 + CURVES] = {(double)(w + 1) / (N * ss_series_constant(r, "frequency"))};
        for (size_t k = 0; k < CURVES; ++k)
            numbers[1 + k] = curves[k][w];
        ss_data_row(out, numbers, 1 + CURVES);
    }
    return true;
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

static bool draw_reactions(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    ss_figure_drawing d;
    ss_periods periods;
    double leaves = 0.0, lands = 0.0;
    const double period = 1.0 / ss_series_constant(r, "frequency");
    const bool flies = ss_shaken_flight(ss_series_constant(r, "gamma"), &leaves, &lands);
    if (!begin(&d, &periods, figure, "reactions.gp", r, error))
        return false;
    fprintf(d.gp, "period = %.9g # s\nflies = %d\nleaves = %.9g # s\nlands = %.9g # s\n", period,
            flies, leaves * period, lands * period);
    fprintf(d.gp, "weight = %.9g # N\nperiods = %zu\n", ss_series_constant(r, "weight"),
            periods.n - periods.first);
    return ss_figure_end(&d, print_reactions(d.dat, r, &periods, error), error);
}

const ss_figure_kind ss_figure_kind_displacements = {
    .name = "displacements",
    .doc = "bodies at the first measured period, each with a line to where it is at the last",
    .series = draw_displacements,
};

const ss_figure_kind ss_figure_kind_tracks = {
    .name = "tracks",
    .doc = "places of a large disc and of the small one that began beside it, after each period",
    .series = draw_tracks,
};

const ss_figure_kind ss_figure_kind_reactions = {
    .name = "reactions",
    .doc =
        "N, V and the mean pressure in a period, beside the flight of a body that does not bounce",
    .series = draw_reactions,
};

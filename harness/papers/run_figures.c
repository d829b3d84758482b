/* Figures of single runs of a paper: observables against time, a kind being its columns alone; and
 * shaken vessels, drawn as [M] draws them. SS_ERROR_DATA for a run without the periods, frames or
 * observables that are shown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/figures/data.h"
#include "harness/papers/rises.h"

#include <math.h>

/* ---- against time ---- */

enum { MOST_POINTS = 3000, POINTS_OF_EACH = 100, MOST_COLUMNS = 8, MANY_PERIODS = 40 };

/* Steps of whose values a point is the mean: as few as keep a figure readable, or a period of what
 * is shaken, where there are many: what comes and goes in each is not drawn. */
static size_t steps_a_point(const ss_series *r, size_t points)
{
    const double period =
        round(1.0 / (ss_series_constant(r, "frequency") * ss_series_constant(r, "h")));
    return period * MANY_PERIODS <= (double)r->n_steps ? (size_t)period : r->n_steps / points + 1;
}

/* The columns of the kind, at no more than so many points. */
static bool print_columns(ss_figure_drawing *d, const ss_figure_kind *kind, const ss_series *r,
                          size_t points, ss_error *error)
{
    const size_t every = steps_a_point(r, points);
    const double h = ss_series_constant(r, "h");
    fprintf(d->dat, "# t(s)");
    for (size_t c = 0; kind->columns[c] != NULL; ++c) {
        if (ss_series_find(r, kind->columns[c]) == r->n_observables)
            return ss_error_set(error, SS_ERROR_DATA, "run %s has no observable %s", r->row->run,
                                kind->columns[c]);
        fprintf(d->dat, " %s", kind->columns[c]);
    }
    fprintf(d->dat, ", means over %zu steps\n", every);
    for (size_t from = 0; from + every <= r->n_steps; from += every) {
        double numbers[MOST_COLUMNS] = {(double)(from + every) * h};
        size_t c = 0;
        for (; c + 1 < MOST_COLUMNS && kind->columns[c] != NULL; ++c)
            numbers[1 + c] = ss_window_mean(r, kind->columns[c], (ss_window){from, from + every});
        ss_data_row(d->dat, numbers, 1 + c);
    }
    return true;
}

/* These, and when a discharge is in its middle (s; -1: the run has none). */
static bool print_series(ss_figure_drawing *d, const ss_figure_kind *kind, const ss_series *r,
                         ss_error *error)
{
    static const char *const middle[] = {"out_20", "out_70"};
    static const double parts[] = {0.2, 0.7};
    for (size_t k = 0; k < 2; ++k) {
        const size_t step = ss_window_out_step(r, parts[k]);
        ss_data_number(d->gp, middle[k],
                       step > 0 ? (double)step * ss_series_constant(r, "h") : -1.0);
    }
    return print_columns(d, kind, r, MOST_POINTS, error);
}

/* The same of several runs, a block each, for scripts with a curve a run. */
static bool print_each(ss_figure_drawing *d, const ss_figure_kind *kind, const ss_figure_group *g,
                       ss_error *error)
{
    bool printed = true;
    ss_data_text(d->gp, "shown", kind->columns[0]);
    ss_data_array(d->gp, "curve", g->n);
    for (size_t k = 0; printed && k < g->n; ++k) {
        ss_data_text_at(d->gp, "curve", k, g->runs[k].row);
        printed = print_columns(d, kind, g->runs[k].series, POINTS_OF_EACH, error);
        ss_data_end(d->dat);
    }
    return printed;
}

SS_FIGURE_KIND(compacity, "compacity", "laws.gp", group = print_each,
               "compacity of pressed discs against time, one curve per run", "compacity");
SS_FIGURE_KIND(iterations, "iterations", "laws.gp", group = print_each,
               "sweeps per step against time, one curve per run", "sweeps");
SS_FIGURE_KIND(violation, "violation", "laws.gp", group = print_each,
               "mean overlap of contacts against time, one curve per run", "violation_mean");
SS_FIGURE_KIND(contacts, "contacts", "contacts.gp", series = print_series,
               "N_p, N_e and the balls out of a silo against time", "potential", "effective",
               "out");
SS_FIGURE_KIND(impact, "impact", "impact.gp", series = print_series,
               "kinetic energy, balls that have moved and the big ball's speed after an impact",
               "kinetic_energy", "moved", "ball_speed");
SS_FIGURE_KIND(classes, "classes", "classes.gp", series = print_series,
               "mean heights of the size classes, rank index and large ones on top", "height_small",
               "height_middle", "height_large", "rank_index", "large_on_top");
SS_FIGURE_KIND(polarization, "polarization", "polarization.gp", series = print_series,
               "P_n, P_c and P_s of the walls of a silo and the force on its floor over the weight "
               "([P] 5.2)",
               "p_n", "p_c", "p_s", "floor_over_weight");

/* ---- shaken vessels ---- */

/* Look at a run, if it has whole periods and, where they are needed, `frames`. */
static bool look(ss_shaken *s, const ss_series *r, bool frames, ss_error *error)
{
    const bool shaken = ss_shaken_of(s, r);
    return (shaken && (!frames || (s->first != NULL && s->last != NULL))) ||
           ss_error_set(error, SS_ERROR_DATA, "run %s has no %s", r->row->run,
                        shaken ? "frames of whole periods" : "whole period of shaking");
}

/* The vessel is at its lowest point after a whole period. */
static void print_vessel(FILE *out, const ss_shaken *s)
{
    ss_data_number(out, "width", s->width);                                 /* m */
    ss_data_number(out, "floor_z", -ss_series_constant(s->r, "amplitude")); /* m */
    ss_data_count(out, "periods", s->periods.n - s->periods.first);
}

/* Of what is in a cylinder a slice one ball thick. */
static bool print_displacements(ss_figure_drawing *d, const ss_figure_kind *kind,
                                const ss_series *r, ss_error *error)
{
    ss_shaken s;
    const double diameter = ss_series_constant(r, "cylinder_diameter");
    (void)kind;
    if (!look(&s, r, true, error))
        return false;
    print_vessel(d->gp, &s);
    fprintf(d->dat, "# x(m) z(m) radius(m) at the start, dx(m) dz(m) after %zu periods\n",
            s.periods.n - s.periods.first);
    for (size_t b = 0; b < r->n_bodies; ++b) {
        const double *const from = s.first + 3 * b, *const to = s.last + 3 * b;
        if (isnan(diameter) || fabs(from[1] - 0.5 * diameter) <= r->radius[b])
            ss_data_row_of(d->dat, from[0], from[2], r->radius[b], to[0] - from[0],
                           to[2] - from[2]);
    }
    return true;
}

const ss_figure_kind ss_figure_kind_displacements = {
    .name = "displacements",
    .doc = "bodies at the first measured period, each with an arrow to where it is at the last",
    .script = "displacements.gp",
    .series = print_displacements,
};

static bool print_tracks(ss_figure_drawing *d, const ss_figure_kind *kind, const ss_series *r,
                         ss_error *error)
{
    ss_shaken s;
    (void)kind;
    if (!look(&s, r, false, error))
        return false;
    if (s.beside == r->n_bodies)
        return ss_error_set(error, SS_ERROR_DATA, "run %s has no frames of whole periods",
                            r->row->run);
    print_vessel(d->gp, &s);
    for (size_t k = 0; k < 2; ++k) {
        const size_t body = k == 0 ? s.large : s.beside;
        fprintf(d->dat, "%s# %s disc: x(m) z(m) after a period, radius(m)\n", k > 0 ? "\n\n" : "",
                k == 0 ? "large" : "small");
        for (size_t period = 0; period <= s.periods.n; ++period) {
            const double *const at = ss_shaken_places(&s, period);
            if (at != NULL)
                ss_data_row_of(d->dat, at[3 * body], at[3 * body + 2], r->radius[body]);
        }
    }
    return true;
}

const ss_figure_kind ss_figure_kind_tracks = {
    .name = "tracks",
    .doc = "places of a large disc and of the small one that began beside it, after each period",
    .script = "tracks.gp",
    .series = print_tracks,
};

/* The mean over the measured periods, and the first of them, as one period is what [M] draws. */
static bool print_reactions(ss_figure_drawing *d, const ss_figure_kind *kind, const ss_series *r,
                            ss_error *error)
{
    enum { CURVES = 6, N = SS_PERIOD_PARTS };
    ss_shaken s;
    double curves[CURVES][N], leaves = 0.0, lands = 0.0;
    bool has = true;
    if (!look(&s, r, false, error))
        return false;
    const double period = 1.0 / ss_series_constant(r, "frequency");
    const size_t first = s.periods.first;
    for (size_t k = 0; k < 3; ++k) {
        has = ss_periods_mean_curve(curves[k], r, kind->columns[k]) && has;
        has = ss_periods_curve(curves[3 + k], r, kind->columns[k], first, first + 1) && has;
    }
    if (!has)
        return ss_error_set(error, SS_ERROR_DATA, "run %s has no forces of walls and pressure",
                            r->row->run);
    fputs("# t(s), mean over the periods: N(N) V(N) p(Pa), first period: N V p\n", d->dat);
    for (size_t w = 0; w < N; ++w) {
        double numbers[1 + CURVES] = {(double)(w + 1) / (N * ss_series_constant(r, "frequency"))};
        for (size_t k = 0; k < CURVES; ++k)
            numbers[1 + k] = curves[k][w];
        ss_data_row(d->dat, numbers, 1 + CURVES);
    }
    ss_data_count(d->gp, "flies",
                  ss_shaken_flight(ss_series_constant(r, "gamma"), &leaves, &lands));
    ss_data_number(d->gp, "period", period);                          /* s */
    ss_data_number(d->gp, "leaves", leaves * period);                 /* s */
    ss_data_number(d->gp, "lands", lands * period);                   /* s */
    ss_data_number(d->gp, "weight", ss_series_constant(r, "weight")); /* N */
    ss_data_count(d->gp, "periods", s.periods.n - first);
    return true;
}

SS_FIGURE_KIND(
    reactions, "reactions", "reactions.gp", series = print_reactions,
    "N, V and the mean pressure in a period, beside the flight of a body that does not bounce",
    "wall_push", "wall_drag", "pressure");

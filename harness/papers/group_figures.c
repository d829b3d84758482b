/* Figures of several runs of a paper: curves of measures against the parameter in which the runs
 * differ, and profiles of each run with their mean. What a script finds in the .dat, and in the
 * .gp:
 *
 *     curves     a block a curve, a row a run: parameter, measures    over, cost, curve[], panel[]
 *     profiles   a block a run, a row a place: place, observables     n_runs, of a silo Janssen's
 *                then a block with the mean of the first
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/figures/data.h"
#include "harness/figures/looks.h"
#include "harness/papers/measures.h"
#include "harness/tables/label.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_COLUMNS = 8 };

/* A profile of a run, upwards or downwards; of no place where the run has none. */
typedef struct profile {
    ss_profile_point points[SS_PROFILE_POINTS];
    size_t n;
} profile;

/* The first line of a .dat: what its blocks and columns are, for people. */
static void print_heads(FILE *out, const char *words, const ss_figure_kind *kind)
{
    fputs(words, out);
    for (size_t c = 0; kind->columns[c] != NULL; ++c)
        fprintf(out, " %s", kind->columns[c]);
    fputc('\n', out);
}

/* ---- curves ---- */

/* Length of the curve's name in the name of a row, "CURVE PARAMETER=VALUE"; 0: it has none. */
static size_t name_length(const char *row)
{
    const char *const end = strrchr(row, ' ');
    return end != NULL ? (size_t)(end - row) : 0;
}

/* Does run k begin a curve? */
static bool begins_curve(const ss_figure_group *g, size_t k)
{
    const size_t length = name_length(g->runs[k].row);
    return k == 0 || name_length(g->runs[k - 1].row) != length ||
           strncmp(g->runs[k - 1].row, g->runs[k].row, length) != 0;
}

/* Names of the curves, their solvers' looks, and the panel that shows each: 1, or 2 of what is not
 * the plain nlgs. Ticks are at the values of the first curve, without 0: the axis may be
 * logarithmic. */
static void print_names(FILE *out, const ss_figure_kind *kind, const ss_figure_group *g)
{
    const ss_series *const first = g->runs[0].series;
    const char *before = "ticks = '(";
    ss_figure_looks looks = {.n = 0};
    size_t n = 0;
    ss_data_text(out, "over", kind->columns[0]);
    ss_data_text(out, "cost", kind->columns[1]);
    ss_data_array(out, "curve", g->n);
    ss_data_array(out, "panel", g->n);
    for (size_t k = 0; k < g->n; ++k) {
        const ss_figure_run *const run = &g->runs[k];
        if (!begins_curve(g, k))
            continue;
        fprintf(out, "curve[%zu] = '%.*s'\npanel[%zu] = %d\n", n + 1, (int)name_length(run->row),
                run->row, n + 1, strcmp(run->series->row->outer, "nlgs") == 0 ? 1 : 2);
        char *const label = ss_label_contender(run->series->row->solver, run->series->row->outer);
        ss_figure_looks_add(&looks, label != NULL ? label : "");
        free(label);
        ++n;
    }
    ss_figure_looks_print(out, &looks);
    ss_data_count(out, "n_curves", n);
    for (size_t k = 0; k < g->n && (k == 0 || !begins_curve(g, k)); ++k) {
        const double value = ss_series_constant(g->runs[k].series, kind->columns[0]);
        if (!(value > 0.0))
            continue;
        fprintf(out, "%s%g", before, value);
        before = ", ";
    }
    fputs(before[0] == ',' ? ")'\n" : "ticks = 'auto'\n", out);
    ss_data_number(out, "t_end", (double)first->n_steps * ss_series_constant(first, "h")); /* s */
}

/* Measures against a parameter, the first column: a row a run, a block a curve. */
static bool print_curves(ss_figure_drawing *d, const ss_figure_kind *kind, const ss_figure_group *g,
                         ss_error *error)
{
    (void)error;
    print_heads(d->dat, "# one block per curve:", kind);
    for (size_t k = 0; k < g->n; ++k) {
        double numbers[MOST_COLUMNS] = {ss_series_constant(g->runs[k].series, kind->columns[0])};
        size_t n = 1;
        for (; n < MOST_COLUMNS && kind->columns[n] != NULL; ++n)
            numbers[n] = ss_measures_number(g->measures, kind->columns[n], g->runs[k].series);
        if (k > 0 && begins_curve(g, k))
            ss_data_end(d->dat);
        ss_data_row(d->dat, numbers, n);
    }
    print_names(d->gp, kind, g);
    return true;
}

SS_FIGURE_KIND(costs_of_balls, "costs-of-balls", "costs.gp", group = print_curves,
               "CPU time per step against the balls, one curve per solver", "balls",
               "cpu_s_per_step", "share_capped");
SS_FIGURE_KIND(costs_of_mu, "costs-of-mu", "costs.gp", group = print_curves,
               "CPU time per step against mu, one curve per solver", "mu", "cpu_s_per_step",
               "share_capped");
SS_FIGURE_KIND(sweeps_of_n, "sweeps-of-n", "costs.gp", group = print_curves,
               "sweeps of a step against the discs of a row, one curve per solver", "n",
               "sweeps_solved", "share_capped");
SS_FIGURE_KIND(breakaway, "breakaway", "breakaway.gp", group = print_curves,
               "the speed at the end against the slope, from rest, one curve per law", "angle",
               "speed_end");
SS_FIGURE_KIND(below, "below", "below.gp", group = print_curves,
               "effective contacts below the orifice and balls out at the end against mu", "mu",
               "effective_below_end", "out_end");

/* ---- profiles ---- */

/* The pressure in rings of the base over the hydrostatic one. A ring is four mean radii wide: its
 * middle is in mean diameters. */
static size_t read_rings(ss_profile_point *points, const ss_series *r)
{
    double p[SS_MEASURES_RINGS];
    const size_t n = ss_measures_pressure(p, r);
    for (size_t k = 0; k < n; ++k)
        points[k] = (ss_profile_point){.at = 2.0 * (double)k + 1.0,
                                       .mean = p[k] / ss_measures_hydrostatic(r)};
    return n;
}

/* Print n profiles, a row a place of the first; the others are NaN where they have none. Beyond a
 * pile there is one ring with nothing on it. */
static void print_places(FILE *out, const profile *of, size_t n, bool rings)
{
    for (size_t k = 0; k < of[0].n; ++k) {
        double numbers[MOST_COLUMNS] = {of[0].points[k].at};
        for (size_t c = 0; c < n; ++c) {
            numbers[1 + c] = NAN;
            for (size_t j = 0; j < of[c].n; ++j)
                if (of[c].points[j].at == numbers[0])
                    numbers[1 + c] = of[c].points[j].mean;
        }
        ss_data_row(out, numbers, 1 + n);
        if (rings && !(of[0].points[k].mean > 0.0))
            break;
    }
}

/* Of a silo Janssen's curve (problems/scenes/janssen.h) with the mean of lambda, NaN where a run
 * has none; silo and disc are alike in all runs. */
static void print_janssen(FILE *out, const ss_figure_group *g)
{
    const ss_series *const first = g->runs[0].series;
    double lambda = 0.0, fraction = 0.0;
    for (size_t k = 0; k < g->n; ++k) {
        const ss_series *const r = g->runs[k].series;
        lambda += ss_window_mean(r, "janssen_lambda", ss_window_late(r)) / (double)g->n;
        fraction += ss_window_mean(r, "solid_fraction", ss_window_late(r)) / (double)g->n;
    }
    ss_data_number(out, "lambda", lambda);
    ss_data_number(out, "weight", fraction * ss_series_constant(first, "unit_weight")); /* N/m^3 */
    ss_data_number(out, "R_h", 0.5 * ss_series_constant(first, "slot_width"));          /* m */
    ss_data_number(out, "mu_wall", ss_series_constant(first, "mu_wall"));
}

/* Of each run, a block, then the mean of the first column. */
static bool print_profiles(ss_figure_drawing *d, const ss_figure_kind *kind,
                           const ss_figure_group *g, ss_error *error)
{
    const bool rings = kind == &ss_figure_kind_pressure;
    profile mean = {.n = 0};
    print_heads(d->dat, "# one block per run, then the mean: place (m; of rings mean diameters)",
                kind);
    for (size_t k = 0; k < g->n; ++k) {
        const ss_series *const r = g->runs[k].series;
        profile of[MOST_COLUMNS - 1] = {{.n = 0}};
        size_t n = 0;
        for (; n < MOST_COLUMNS - 1 && kind->columns[n] != NULL; ++n)
            of[n].n = rings ? read_rings(of[n].points, r)
                            : ss_profile_of(of[n].points, r, kind->columns[n]);
        if (of[0].n == 0)
            return ss_error_set(error, SS_ERROR_DATA,
                                "run %s has no %s at its end: was it at rest?", r->row->run,
                                kind->columns[0]);
        for (size_t i = 0; i < of[0].n; ++i)
            ss_profile_add(mean.points, &mean.n, of[0].points[i].at, of[0].points[i].mean);
        print_places(d->dat, of, n, rings);
        ss_data_end(d->dat);
    }
    for (size_t i = 0; i < mean.n; ++i)
        mean.points[i].mean /= (double)mean.points[i].n;
    print_places(d->dat, &mean, 1, rings);
    ss_data_count(d->gp, "n_runs", g->n);
    ss_data_array(d->gp, "curve", g->n);
    for (size_t k = 0; k < g->n; ++k)
        ss_data_text_at(d->gp, "curve", k, g->runs[k].row);
    if (kind == &ss_figure_kind_janssen)
        print_janssen(d->gp, g);
    return true;
}

SS_FIGURE_KIND(pressure, "pressure", "pressure.gp", group = print_profiles,
               "pressure under a pile against the distance from its axis, each run and their mean",
               "pressure");
SS_FIGURE_KIND(
    janssen, "janssen", "janssen.gp", group = print_profiles,
    "stress on the walls against depth: runs, their mean, Janssen's fit, the line of depth "
    "alone",
    "sigma_xx_wall");
SS_FIGURE_KIND(layers, "layers", "layers.gp", group = print_profiles,
               "velocity along the bed, P_n and the mean stress against height, of each run", "v_x",
               "p_n_z", "sigma_xx", "sigma_zz", "sigma_xz", "sigma_zx");
SS_FIGURE_KIND(directions, "directions", "directions.gp", group = print_profiles,
               "directions of the normals of loaded contacts at the end, polar, one curve per run",
               "normals");
SS_FIGURE_KIND(
    force_sizes, "force-sizes", "force_sizes.gp", group = print_profiles,
    "normal forces over their mean at the end, one curve per run, and the tail known of them",
    "forces");

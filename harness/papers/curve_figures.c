/* Figures of several runs: a curve a solver, an instance, or all together.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/figures/data.h"
#include "harness/papers/measures.h"

#include <math.h>
#include <string.h>

static double number(const ss_figure_group *g, size_t run, const char *measure)
{
    return ss_measures_number(g->measures, measure, g->runs[run].series);
}

/* Length of the curve's name in the name of a row. */
static size_t name_length(const char *row)
{
    const char *const end = strrchr(row, ' ');
    return end != NULL ? (size_t)(end - row) : strlen(row);
}

/* Does run k begin a curve? */
static bool begins_curve(const ss_figure_group *g, size_t k)
{
    const size_t length = name_length(g->runs[k].row);
    return k == 0 || name_length(g->runs[k - 1].row) != length ||
           strncmp(g->runs[k - 1].row, g->runs[k].row, length) != 0;
}

/* ---- costs ---- */

/* The values of the first curve, without 0: the axis is logarithmic. */
static void print_ticks(FILE *out, const ss_figure_group *g, const char *over)
{
    const char *before = "ticks = '(";
    for (size_t k = 0; k < g->n && (k == 0 || !begins_curve(g, k)); ++k) {
        const double value = ss_series_constant(g->runs[k].series, over);
        if (!(value > 0.0))
            continue;
        fprintf(out, "%s%g", before, value);
        before = ", ";
    }
    fputs(before[0] == ',' ? ")'\n" : "ticks = 'auto'\n", out);
}

/* A measure against the parameter `over`. The curves have their names, and the panel that shows
 * each: 1, or 2 of what is not the plain nlgs. */
static bool draw_costs(const ss_figure *figure, const ss_figure_group *g, const char *over,
                       const char *cost, ss_error *error)
{
    ss_figure_drawing d;
    size_t n = 0;
    if (!ss_figure_begin(&d, figure, "costs.gp", error))
        return false;
    fprintf(d.dat, "# %s, %s, share of the steps at the cap\n", over,
            ss_measures_find(g->measures, cost)->label);
    fprintf(d.gp, "over = '%s'\ncost = '%s'\narray curve[%zu]\narray panel[%zu]\n", over, cost,
            g->n, g->n);
    for (size_t k = 0; k < g->n; ++k) {
        const ss_figure_run *const run = &g->runs[k];
        if (begins_curve(g, k)) {
            if (k > 0)
                ss_data_end(d.dat);
            ++n;
            fprintf(d.gp, "curve[%zu] = '%.*s'\npanel[%zu] = %d\n", n, (int)name_length(run->row),
                    run->row, n, strcmp(run->series->row->outer, "nlgs") == 0 ? 1 : 2);
        }
        ss_data_row_of(d.dat, ss_series_constant(run->series, over), number(g, k, cost),
                       number(g, k, "share_capped"));
    }
    fprintf(d.gp, "n_curves = %zu\n", n);
    print_ticks(d.gp, g, over);
    return ss_figure_end(&d, true, error);
}

static bool draw_costs_of_balls(const ss_figure *figure, const ss_figure_group *group,
                                ss_error *error)
{
    return draw_costs(figure, group, "balls", "cpu_s_per_step", error);
}

static bool draw_costs_of_mu(const ss_figure *figure, const ss_figure_group *group, ss_error *error)
{
    return draw_costs(figure, group, "mu", "cpu_s_per_step", error);
}

static bool draw_sweeps_of_n(const ss_figure *figure, const ss_figure_group *group, ss_error *error)
{
    return draw_costs(figure, group, "n", "sweeps_solved", error);
}

/* ---- below the orifice ---- */

static bool draw_below(const ss_figure *figure, const ss_figure_group *g, ss_error *error)
{
    const ss_series *const first = g->runs[0].series;
    ss_figure_drawing d;
    if (!ss_figure_begin(&d, figure, "below.gp", error))
        return false;
    fputs("# mu, effective contacts below the orifice, balls out: at the end of a run\n", d.dat);
    for (size_t k = 0; k < g->n; ++k)
        ss_data_row_of(d.dat, ss_series_constant(g->runs[k].series, "mu"),
                       number(g, k, "effective_below_end"), number(g, k, "out_end"));
    fprintf(d.gp, "t_end = %.9g # s\n", (double)first->n_steps * ss_series_constant(first, "h"));
    return ss_figure_end(&d, true, error);
}

/* ---- pressure ---- */

/* A ring is four mean radii wide: its middle is in mean diameters. Beyond the pile there is one
 * ring with nothing on it. */
static void print_rings(FILE *out, const double *p, size_t n)
{
    for (size_t k = 0; k < n && (k == 0 || p[k - 1] > 0.0); ++k)
        ss_data_row_of(out, 2.0 * (double)k + 1.0, p[k]);
}

static bool print_pressure(FILE *out, const ss_figure_group *g, ss_error *error)
{
    double sums[SS_MEASURES_RINGS] = {0.0}, counts[SS_MEASURES_RINGS] = {0.0};
    size_t n_mean = 0;
    fputs(
        "# middle of the ring (mean diameters), p / (0.6 rho g H): a run a block, then the mean\n",
        out);
    for (size_t k = 0; k < g->n; ++k) {
        const ss_series *const r = g->runs[k].series;
        double p[SS_MEASURES_RINGS];
        const size_t n = ss_measures_pressure(p, r);
        if (n == 0)
            return ss_error_set(error, SS_ERROR_DATA,
                                "run %s has no pressure on its base: was it at rest?", r->row->run);
        for (size_t i = 0; i < n; ++i) {
            p[i] /= ss_measures_hydrostatic(r);
            sums[i] += p[i];
            counts[i] += 1.0;
        }
        print_rings(out, p, n);
        ss_data_end(out);
        n_mean = n > n_mean ? n : n_mean;
    }
    for (size_t i = 0; i < n_mean; ++i)
        sums[i] /= counts[i];
    print_rings(out, sums, n_mean);
    return true;
}

static bool draw_pressure(const ss_figure *figure, const ss_figure_group *group, ss_error *error)
{
    ss_figure_drawing d;
    if (!ss_figure_begin(&d, figure, "pressure.gp", error))
        return false;
    ss_data_count(d.gp, "n_runs", group->n);
    return ss_figure_end(&d, print_pressure(d.dat, group, error), error);
}

const ss_figure_kind ss_figure_kind_costs_of_balls = {
    .name = "costs-of-balls",
    .doc = "CPU time a step against the balls, a curve a solver",
    .group = draw_costs_of_balls,
};

const ss_figure_kind ss_figure_kind_costs_of_mu = {
    .name = "costs-of-mu",
    .doc = "CPU time a step against mu, a curve a solver",
    .group = draw_costs_of_mu,
};

const ss_figure_kind ss_figure_kind_sweeps_of_n = {
    .name = "sweeps-of-n",
    .doc = "sweeps of a step against the discs of a row, a curve a solver",
    .group = draw_sweeps_of_n,
};

const ss_figure_kind ss_figure_kind_below = {
    .name = "below",
    .doc = "effective contacts below the orifice and balls out at the end against mu",
    .group = draw_below,
};

const ss_figure_kind ss_figure_kind_pressure = {
    .name = "pressure",
    .doc = "pressure under a pile against the distance from its axis, each run and their mean",
    .group = draw_pressure,
};

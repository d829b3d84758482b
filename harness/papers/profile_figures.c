/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/figures/data.h"
#include "harness/tables/windows.h"

#include <math.h>

/* The value at a place; NaN where the profile has none. */
static double at(const ss_profile_point *points, size_t n, double place)
{
    for (size_t k = 0; k < n; ++k)
        if (points[k].at == place)
            return points[k].mean;
    return NAN;
}

/* A profile of a run. */
typedef struct profile {
    ss_profile_point points[SS_PROFILE_POINTS];
    size_t n;
} profile;

enum { MOST_PROFILES = 6 }; /* of a figure */

/* Print the profiles of a run, a row a place of the first. */
static bool print_run(FILE *out, const ss_series *r, const char *const *names, ss_error *error)
{
    profile of[MOST_PROFILES] = {{.n = 0}};
    size_t n = 0;
    for (; n < MOST_PROFILES && names[n] != NULL; ++n)
        of[n].n = ss_profile_of(of[n].points, r, names[n]);
    if (n == 0 || of[0].n == 0)
        return ss_error_set(error, SS_ERROR_DATA, "run %s has no profile %s in its last third",
                            r->row->run, names[0]);
    for (size_t k = 0; k < of[0].n; ++k) {
        const double place = of[0].points[k].at;
        double numbers[1 + MOST_PROFILES] = {place};
        for (size_t c = 0; c < n; ++c)
            numbers[1 + c] = at(of[c].points, of[c].n, place);
        ss_data_row(out, numbers, 1 + n);
    }
    return true;
}

/* The mean over the runs of the first profile, a row a place of any. */
static void print_mean(FILE *out, const ss_figure_group *group, const char *name)
{
    ss_profile_point mean[SS_PROFILE_POINTS], points[SS_PROFILE_POINTS];
    size_t n = 0;
    for (size_t k = 0; k < group->n; ++k) {
        const size_t n_points = ss_profile_of(points, group->runs[k].series, name);
        for (size_t i = 0; i < n_points; ++i)
            ss_profile_add(mean, &n, points[i].at, points[i].mean);
    }
    for (size_t i = 0; i < n; ++i)
        ss_data_row_of(out, mean[i].at, mean[i].mean / (double)mean[i].n);
}

/* The profiles `names`, ended by NULL, each a column behind the place of its points. */
static bool print_profiles(FILE *out, const ss_figure_group *group, const char *const *names,
                           ss_error *error)
{
    bool ok = true;
    fputs("# place (m)", out);
    for (size_t c = 0; names[c] != NULL; ++c)
        fprintf(out, " %s", names[c]);
    fputs(": means over the last third, a block a run, then the mean of the first\n", out);
    for (size_t k = 0; ok && k < group->n; ++k) {
        ok = print_run(out, group->runs[k].series, names, error);
        ss_data_end(out);
    }
    if (ok)
        print_mean(out, group, names[0]);
    return ok;
}

/* Mean over the late steps of the first run, or of the fits of all runs. */
static double late(const ss_series *r, const char *name)
{
    return ss_window_mean(r, name, ss_window_late(r));
}

/* With the settings of Janssen's curve (problems/scenes/janssen.h), and the mean of lambda; silo
 * and disc are alike in all runs. */
static bool draw_janssen(const ss_figure *figure, const ss_figure_group *g, ss_error *error)
{
    static const char *const names[] = {"sigma_xx_wall", NULL};
    const ss_series *const first = g->runs[0].series;
    double lambda = 0.0, fraction = 0.0;
    ss_figure_drawing d;
    if (!ss_figure_begin(&d, figure, "janssen.gp", error))
        return false;
    for (size_t k = 0; k < g->n; ++k) {
        lambda += late(g->runs[k].series, "janssen_lambda") / (double)g->n;
        fraction += late(g->runs[k].series, "solid_fraction") / (double)g->n;
    }
    ss_data_count(d.gp, "n_runs", g->n);
    ss_data_number(d.gp, "lambda", lambda);
    fprintf(d.gp, "weight = %.9g # gamma, N/m^3\n",
            fraction * ss_series_constant(first, "unit_weight"));
    fprintf(d.gp, "R_h = %.9g # m\nmu_wall = %.9g\n", 0.5 * ss_series_constant(first, "slot_width"),
            ss_series_constant(first, "mu_wall"));
    return ss_figure_end(&d, print_profiles(d.dat, g, names, error), error);
}

static bool draw_layers(const ss_figure *figure, const ss_figure_group *group, ss_error *error)
{
    static const char *const names[] = {"v_x",      "p_n_z",    "sigma_xx", "sigma_zz",
                                        "sigma_xz", "sigma_zx", NULL};
    ss_figure_drawing d;
    if (!ss_figure_begin(&d, figure, "layers.gp", error))
        return false;
    ss_data_count(d.gp, "n_runs", group->n);
    return ss_figure_end(&d, print_profiles(d.dat, group, names, error), error);
}

const ss_figure_kind ss_figure_kind_janssen = {
    .name = "janssen",
    .doc = "stress on the walls against depth: runs, their mean, Janssen's fit, the line of depth "
           "alone",
    .group = draw_janssen,
};

const ss_figure_kind ss_figure_kind_layers = {
    .name = "layers",
    .doc = "velocity along the bed, P_n and the mean stress against height, of each run",
    .group = draw_layers,
};

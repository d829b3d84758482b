/* Figures of single runs: observables against time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/figures/data.h"
#include "harness/tables/windows.h"

#include <math.h>

enum { MOST_POINTS = 3000, MOST_COLUMNS = 8 };

/* As few steps as keep a figure readable. */
static size_t steps_a_point(const ss_series *r)
{
    return r->n_steps / MOST_POINTS + 1;
}

/* A period of what is shaken, where there are many: what comes and goes in each is not drawn. */
static size_t period_a_point(const ss_series *r)
{
    enum { MANY = 40 };
    const double period =
        round(1.0 / (ss_series_constant(r, "frequency") * ss_series_constant(r, "h")));
    return period * MANY <= (double)r->n_steps ? (size_t)period : steps_a_point(r);
}

/* The observables `names`, ended by NULL: a column each, of means over `every` steps. */
static bool print_series(FILE *out, const ss_series *r, const char *const *names, size_t every,
                         ss_error *error)
{
    const size_t n = r->n_steps;
    for (size_t c = 0; names[c] != NULL; ++c)
        if (ss_series_find(r, names[c]) == r->n_observables)
            return ss_error_set(error, SS_ERROR_DATA, "run %s has no observable %s", r->row->run,
                                names[c]);
    fprintf(out, "# t(s)");
    for (size_t c = 0; names[c] != NULL; ++c)
        fprintf(out, " %s", names[c]);
    fprintf(out, ", means over %zu steps\n", every);
    for (size_t from = 0; from + every <= n; from += every) {
        double numbers[1 + MOST_COLUMNS] = {(double)(from + every) * ss_series_constant(r, "h")};
        size_t c = 0;
        for (; c < MOST_COLUMNS && names[c] != NULL; ++c)
            numbers[1 + c] = ss_window_mean(r, names[c], (ss_window){from, from + every});
        ss_data_row(out, numbers, 1 + c);
    }
    return true;
}

static void print_time(FILE *out, const char *variable, const ss_series *r, size_t step)
{
    fprintf(out, "%s = %.9g # s\n", variable,
            step > 0 ? (double)step * ss_series_constant(r, "h") : -1.0);
}

static bool draw_contacts(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    static const char *const names[] = {"potential", "effective", "out", NULL};
    ss_figure_drawing d;
    if (!ss_figure_begin(&d, figure, "contacts.gp", error))
        return false;
    /* The middle of the discharge; -1: the run has none. */
    print_time(d.gp, "out_20", r, ss_window_out_step(r, 0.2));
    print_time(d.gp, "out_70", r, ss_window_out_step(r, 0.7));
    return ss_figure_end(&d, print_series(d.dat, r, names, steps_a_point(r), error), error);
}

static bool draw_impact(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    static const char *const names[] = {"kinetic_energy", "moved", "ball_speed", NULL};
    ss_figure_drawing d;
    return ss_figure_begin(&d, figure, "impact.gp", error) &&
           ss_figure_end(&d, print_series(d.dat, r, names, steps_a_point(r), error), error);
}

static bool draw_classes(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    static const char *const names[] = {"height_small", "height_middle", "height_large",
                                        "rank_index",   "large_on_top",  NULL};
    ss_figure_drawing d;
    return ss_figure_begin(&d, figure, "classes.gp", error) &&
           ss_figure_end(&d, print_series(d.dat, r, names, period_a_point(r), error), error);
}

static bool draw_polarization(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    static const char *const names[] = {"p_n", "p_c", "p_s", "floor_over_weight", NULL};
    ss_figure_drawing d;
    return ss_figure_begin(&d, figure, "polarization.gp", error) &&
           ss_figure_end(&d, print_series(d.dat, r, names, steps_a_point(r), error), error);
}

const ss_figure_kind ss_figure_kind_contacts = {
    .name = "contacts",
    .doc = "N_p, N_e and the balls out of a silo against time",
    .series = draw_contacts,
};

const ss_figure_kind ss_figure_kind_impact = {
    .name = "impact",
    .doc = "kinetic energy, balls that have moved and the big ball's speed after an impact",
    .series = draw_impact,
};

const ss_figure_kind ss_figure_kind_classes = {
    .name = "classes",
    .doc = "mean heights of the size classes, rank index and large ones on top",
    .series = draw_classes,
};

const ss_figure_kind ss_figure_kind_polarization = {
    .name = "polarization",
    .doc = "P_n, P_c and P_s of the walls of a silo and the force on its floor over the weight "
           "([P] 5.2)",
    .series = draw_polarization,
};

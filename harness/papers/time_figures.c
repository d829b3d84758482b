/* Figures of single runs: observables against time, one block with a row a point. A kind is its
 * columns alone.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/figures/data.h"
#include "harness/tables/windows.h"

#include <math.h>

enum { MOST_POINTS = 3000, MOST_COLUMNS = 8, MANY_PERIODS = 40 };

/* Steps of whose values a point is the mean: as few as keep a figure readable, or a period of what
 * is shaken, where there are many: what comes and goes in each is not drawn. */
static size_t steps_a_point(const ss_series *r)
{
    const double period =
        round(1.0 / (ss_series_constant(r, "frequency") * ss_series_constant(r, "h")));
    return period * MANY_PERIODS <= (double)r->n_steps ? (size_t)period
                                                       : r->n_steps / MOST_POINTS + 1;
}

/* The columns of the kind, and when a discharge is in its middle (s; -1: the run has none). */
static bool print_series(ss_figure_drawing *d, const ss_figure_kind *kind, const ss_series *r,
                         ss_error *error)
{
    static const char *const middle[] = {"out_20", "out_70"};
    static const double parts[] = {0.2, 0.7};
    const size_t every = steps_a_point(r);
    const double h = ss_series_constant(r, "h");
    for (size_t k = 0; k < 2; ++k) {
        const size_t step = ss_window_out_step(r, parts[k]);
        ss_data_number(d->gp, middle[k], step > 0 ? (double)step * h : -1.0);
    }
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

const ss_figure_kind ss_figure_kind_contacts = {
    .name = "contacts",
    .doc = "N_p, N_e and the balls out of a silo against time",
    .script = "contacts.gp",
    .columns = (const char *const[]){"potential", "effective", "out", NULL},
    .series = print_series,
};

const ss_figure_kind ss_figure_kind_impact = {
    .name = "impact",
    .doc = "kinetic energy, balls that have moved and the big ball's speed after an impact",
    .script = "impact.gp",
    .columns = (const char *const[]){"kinetic_energy", "moved", "ball_speed", NULL},
    .series = print_series,
};

const ss_figure_kind ss_figure_kind_classes = {
    .name = "classes",
    .doc = "mean heights of the size classes, rank index and large ones on top",
    .script = "classes.gp",
    .columns = (const char *const[]){"height_small", "height_middle", "height_large", "rank_index",
                                     "large_on_top", NULL},
    .series = print_series,
};

const ss_figure_kind ss_figure_kind_polarization = {
    .name = "polarization",
    .doc = "P_n, P_c and P_s of the walls of a silo and the force on its floor over the weight "
           "([P] 5.2)",
    .script = "polarization.gp",
    .columns = (const char *const[]){"p_n", "p_c", "p_s", "floor_over_weight", NULL},
    .series = print_series,
};

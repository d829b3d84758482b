/* Figures of single runs: observables against time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/figures/kinds.h"

#include "harness/figures/data.h"
#include "harness/tables/windows.h"

#include <math.h>

enum { MOST_POINTS = 3000, MOST_COLUMNS = 8 };

/* Observables of a run, the columns of a figure. */
typedef struct series {
    const ss_series *r;
    const char *const *names; /* ended by NULL */
    size_t every;             /* steps of whose values a point is the mean */
} series;

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

static bool print_series(FILE *out, const void *context, ss_error *error)
{
    const series *const s = context;
    const size_t n = s->r->n_steps, every = s->every;
    for (size_t c = 0; s->names[c] != NULL; ++c)
        if (ss_series_find(s->r, s->names[c]) == s->r->n_observables)
            return ss_error_set(error, SS_ERROR_DATA, "run %s has no observable %s", s->r->row->run,
                                s->names[c]);
    fprintf(out, "# t(s)");
    for (size_t c = 0; s->names[c] != NULL; ++c)
        fprintf(out, " %s", s->names[c]);
    fprintf(out, ", means over %zu steps\n", every);
    for (size_t from = 0; from + every <= n; from += every) {
        double numbers[1 + MOST_COLUMNS] = {(double)(from + every) * ss_series_constant(s->r, "h")};
        size_t c = 0;
        for (; c < MOST_COLUMNS && s->names[c] != NULL; ++c)
            numbers[1 + c] = ss_window_mean(s->r, s->names[c], (ss_window){from, from + every});
        ss_data_row(out, numbers, 1 + c);
    }
    return true;
}

static void print_time(FILE *out, const char *variable, const ss_series *r, size_t step)
{
    fprintf(out, "%s = %.9g # s\n", variable,
            step > 0 ? (double)step * ss_series_constant(r, "h") : -1.0);
}

/* The middle of the discharge; -1: the run has none. */
static void print_discharge(FILE *out, const void *context)
{
    const series *const s = context;
    print_time(out, "out_20", s->r, ss_window_out_step(s->r, 0.2));
    print_time(out, "out_70", s->r, ss_window_out_step(s->r, 0.7));
}

static bool draw_contacts(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    static const char *const names[] = {"potential", "effective", "out", NULL};
    const series s = {r, names, steps_a_point(r)};
    const ss_figure_content content = {.script = "contacts.gp",
                                       .print_data = print_series,
                                       .print_settings = print_discharge,
                                       .context = &s};
    return ss_figure_draw(figure, &content, error);
}

static bool draw_impact(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    static const char *const names[] = {"kinetic_energy", "moved", "ball_speed", NULL};
    const series s = {r, names, steps_a_point(r)};
    const ss_figure_content content = {
        .script = "impact.gp", .print_data = print_series, .context = &s};
    return ss_figure_draw(figure, &content, error);
}

static bool draw_classes(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    static const char *const names[] = {"height_small", "height_middle", "height_large",
                                        "rank_index",   "large_on_top",  NULL};
    const series s = {r, names, period_a_point(r)};
    const ss_figure_content content = {
        .script = "classes.gp", .print_data = print_series, .context = &s};
    return ss_figure_draw(figure, &content, error);
}

static bool draw_polarization(const ss_figure *figure, const ss_series *r, ss_error *error)
{
    static const char *const names[] = {"p_n", "p_c", "p_s", "floor_over_weight", NULL};
    const series s = {r, names, steps_a_point(r)};
    const ss_figure_content content = {
        .script = "polarization.gp", .print_data = print_series, .context = &s};
    return ss_figure_draw(figure, &content, error);
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

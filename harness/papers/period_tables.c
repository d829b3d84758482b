/* Results of shaken vessels, for programs: reactions.csv, convection.csv and tracks.csv.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/tables.h"

#include "harness/papers/rises.h"
#include "harness/tables/rows.h"

#include <math.h>

enum { MOST_BINS = 100 };

/* A run whose rows are written. */
typedef struct subject {
    const char *row; /* of runs.csv */
    const ss_series *r;
    ss_periods periods;
} subject;

/* Write the rows of a run; returns their number. */
typedef size_t write_rows(FILE *out, const subject *s);

static size_t write_reactions(FILE *out, const subject *s)
{
    const double window = 1.0 / (ss_series_constant(s->r, "frequency") * SS_PERIOD_PARTS);
    double push[SS_PERIOD_PARTS], drag[SS_PERIOD_PARTS], floor[SS_PERIOD_PARTS];
    double pressure[SS_PERIOD_PARTS];
    size_t n = 0;
    for (size_t period = s->periods.first; period < s->periods.n; ++period) {
        if (!ss_periods_curve(push, s->r, "wall_push", period, period + 1) ||
            !ss_periods_curve(drag, s->r, "wall_drag", period, period + 1) ||
            !ss_periods_curve(floor, s->r, "floor_push", period, period + 1))
            return n;
        ss_periods_curve(pressure, s->r, "pressure", period, period + 1);
        for (size_t w = 0; w < SS_PERIOD_PARTS; ++w, ++n) {
            const ss_reactions_row row = {.row = s->row,
                                          .seed = s->r->row->instance,
                                          .period = period,
                                          .window = w + 1,
                                          .t_s = (double)(w + 1) * window,
                                          .n_force_n = push[w],
                                          .v_force_n = drag[w],
                                          .b_force_n = floor[w],
                                          .pressure_pa = pressure[w]};
            ss_reactions_write(out, &row);
        }
    }
    return n;
}

static size_t write_convection(FILE *out, const subject *s)
{
    ss_rise bins[MOST_BINS];
    const size_t n = ss_rises_of(bins, MOST_BINS, s->r);
    for (size_t k = 0; k < n; ++k) {
        const ss_convection_row row = {.row = s->row,
                                       .seed = s->r->row->instance,
                                       .period_from = s->periods.first,
                                       .period_to = s->periods.n,
                                       .bin = k,
                                       .distance_m = bins[k].distance,
                                       .n = bins[k].n,
                                       .mean_dz_m = bins[k].mean,
                                       .se_m = bins[k].se};
        ss_convection_write(out, &row);
    }
    return n;
}

/* Of a vessel with one large disc: its track, and that of a small one that began beside it. */
static size_t write_tracks(FILE *out, const subject *s)
{
    const size_t bodies[] = {ss_rises_large(s->r), ss_rises_beside(s->r)};
    size_t n = 0;
    for (size_t period = 0; bodies[1] < s->r->n_bodies && period <= s->periods.n; ++period) {
        const double *const places = ss_rises_places(s->r, period);
        for (size_t k = 0; places != NULL && k < 2; ++k, ++n) {
            const size_t body = bodies[k];
            const ss_tracks_row row = {.row = s->row,
                                       .seed = s->r->row->instance,
                                       .period = period,
                                       .body = body,
                                       .x_m = places[3 * body],
                                       .z_m = places[3 * body + 2]};
            ss_tracks_write(out, &row);
        }
    }
    return n;
}

/* One of the tables, of all runs that are complete. */
static bool write_table(const ss_reproduce_results *results, const char *name, write_rows *rows,
                        ss_error *error)
{
    char file[64];
    ss_output out = {0};
    size_t n = 0;
    snprintf(file, sizeof file, "%s.csv", name);
    if (!ss_output_open(&out, results->data.job->folder, file, error))
        return false;
    ss_rows_header(ss_rows_find(name), out.file);
    for (size_t k = 0; k < results->data.runs.n * results->stride; ++k) {
        subject s = {results->data.runs.runs[k / results->stride].row, &results->at[k].series, {0}};
        if (s.r->row != NULL && ss_periods_of(&s.periods, s.r))
            n += rows(out.file, &s);
    }
    const bool written = n == 0 || ss_output_close(&out, error);
    ss_output_discard(&out);
    return written;
}

bool ss_reproduce_write_periods(const ss_reproduce_results *results, ss_error *error)
{
    return write_table(results, "reactions", write_reactions, error) &&
           write_table(results, "convection", write_convection, error) &&
           write_table(results, "tracks", write_tracks, error);
}

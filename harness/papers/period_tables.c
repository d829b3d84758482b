/* Results of shaken vessels, for programs: reactions.csv, convection.csv and tracks.csv.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/results.h"

#include "harness/papers/rises.h"
#include "harness/tables/rows.h"

/* Write the rows of a run, which is `row` of runs.csv; returns their number. */
typedef size_t write_rows(FILE *out, const char *row, const ss_shaken *s);

static size_t write_reactions(FILE *out, const char *row, const ss_shaken *s)
{
    static const char *const names[] = {"wall_push", "wall_drag", "floor_push", "pressure"};
    const double window = 1.0 / (ss_series_constant(s->r, "frequency") * SS_PERIOD_PARTS);
    double curves[4][SS_PERIOD_PARTS];
    size_t n = 0;
    for (size_t period = s->periods.first; period < s->periods.n; ++period) {
        for (size_t k = 0; k < 4; ++k)
            if (!ss_periods_curve(curves[k], s->r, names[k], period, period + 1) && k < 3)
                return n; /* a run may lack the pressure alone */
        for (size_t w = 0; w < SS_PERIOD_PARTS; ++w, ++n) {
            const ss_reactions_row line = {.row = row,
                                           .seed = s->r->row->instance,
                                           .period = period,
                                           .window = w + 1,
                                           .t_s = (double)(w + 1) * window,
                                           .n_force_n = curves[0][w],
                                           .v_force_n = curves[1][w],
                                           .b_force_n = curves[2][w],
                                           .pressure_pa = curves[3][w]};
            ss_reactions_write(out, &line);
        }
    }
    return n;
}

static size_t write_convection(FILE *out, const char *row, const ss_shaken *s)
{
    ss_convection_row bins[SS_RISE_BINS];
    const size_t n = ss_rises_of(bins, s);
    for (size_t k = 0; k < n; ++k) {
        bins[k].row = row;
        ss_convection_write(out, &bins[k]);
    }
    return n;
}

/* Of a vessel with one large disc: its track, and that of a small one that began beside it. */
static size_t write_tracks(FILE *out, const char *row, const ss_shaken *s)
{
    size_t n = 0;
    for (size_t period = 0; s->beside < s->r->n_bodies && period <= s->periods.n; ++period) {
        const double *const places = ss_shaken_places(s, period);
        for (size_t k = 0; places != NULL && k < 2; ++k, ++n) {
            const size_t body = k == 0 ? s->large : s->beside;
            const ss_tracks_row line = {.row = row,
                                        .seed = s->r->row->instance,
                                        .period = period,
                                        .body = body,
                                        .x_m = places[3 * body],
                                        .z_m = places[3 * body + 2]};
            ss_tracks_write(out, &line);
        }
    }
    return n;
}

/* One of the tables, of all runs that are complete; a run of no shaken vessel has no rows, and of a
 * paper without any there is no file. */
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
        ss_shaken s;
        if (results->at[k].series.row != NULL && ss_shaken_of(&s, &results->at[k].series))
            n += rows(out.file, results->data.runs.runs[k / results->stride].row, &s);
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

/* The tables of a study, and the order in which all of it is made: curves, the paper's points,
 * maps; then tables, the page and figures, which need gnuplot and so come last.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/study.h"

#include "harness/judge/study_parts.h"
#include "harness/tables/home.h"
#include "harness/tables/output.h"
#include "harness/tables/pairs.h"

#include <math.h>
#include <stdlib.h>

/* Members of a row of both tables: who the curve is. */
#define IDENTITY(curves, curve)                                                                    \
    .question = (curve)->question + 1, .curve = (curve)->label, .parameter = (curves)->parameter,  \
    .problem = (curve)->run->record.row.problem,                                                   \
    .parameters = (curve)->run->record.row.parameters, .solver = (curve)->run->record.row.solver,  \
    .options = (curve)->run->record.row.options, .outer = (curve)->run->record.row.outer,          \
    .stop = (curve)->run->record.row.stop, .warm_start = (curve)->run->record.row.warm_start,      \
    .follows = (curve)->run->record.row.follows

/* The five members of a spread. */
#define SPREAD(name, s)                                                                            \
    .name##_median = (s).median, .name##_q1 = (s).q1, .name##_q3 = (s).q3,                         \
    .name##_min = (s).least, .name##_max = (s).largest

/* The six members of an interval. */
#define INTERVAL(name, i)                                                                          \
    .name##_low = (i).low, .name##_high = (i).high, .name##_decades = (i).decades,                 \
    .name##_decades_most = (i).decades_most, .name##_open_low = (i).open_low ? "yes" : "no",       \
    .name##_open_high = (i).open_high ? "yes" : "no"

/* Write and free the n rows of a table; NULL: there was no memory for them. */
static bool write_rows(const char *folder, const char *name, void *rows, size_t n, size_t size,
                       ss_error *error)
{
    const bool written = rows != NULL
                             ? ss_rows_write_file(ss_rows_find(name), folder, rows, n, size, error)
                             : ss_error_memory(error, "a study");
    free(rows);
    return written;
}

static bool write_points(const char *folder, const ss_study_curves *curves, ss_error *error)
{
    const bool grows = ss_study_grows(curves);
    ss_sweep_row *const rows = calloc(curves->n_runs, sizeof *rows); /* a point has runs */
    size_t n = 0;
    for (size_t k = 0; rows != NULL && k < curves->n_curves; ++k)
        for (size_t i = 0; i < curves->curves[k].n_points; ++i) {
            const ss_study_curve *const curve = &curves->curves[k];
            const ss_study_point *const p = &curve->points[i];
            rows[n++] = (ss_sweep_row){
                IDENTITY(curves, curve),
                .value = p->value,
                .instances = p->n_instances,
                .failures = p->n_failures,
                .worst_status = p->worst_status,
                .failure_fraction = p->failure_fraction,
                SPREAD(sweeps_last, p->spread[SS_STUDY_SWEEPS_LAST]),
                SPREAD(sweeps_total, p->spread[SS_STUDY_SWEEPS_TOTAL]),
                SPREAD(work, p->spread[SS_STUDY_WORK]),
                SPREAD(cpu_s, p->spread[SS_STUDY_CPU]),
                SPREAD(work_units, p->spread[SS_STUDY_UNITS]),
                .e1_worst = p->e1_worst,
                .set_aside = p->n_set_aside,
                .loose = p->n_loose,
                .sweeps_power = grows ? ss_study_local_power(curve, i, SS_STUDY_SWEEPS_TOTAL) : NAN,
                .work_units_power = grows ? ss_study_local_power(curve, i, SS_STUDY_UNITS) : NAN,
                .cpu_s_power = grows ? ss_study_local_power(curve, i, SS_STUDY_CPU) : NAN,
            };
        }
    return write_rows(folder, "sweep", rows, n, sizeof *rows, error);
}

static bool write_ranges(const char *folder, const ss_study_curves *curves, ss_error *error)
{
    ss_ranges_row *const rows = calloc(curves->n_curves, sizeof *rows);
    for (size_t k = 0; rows != NULL && k < curves->n_curves; ++k) {
        const ss_study_curve *const curve = &curves->curves[k];
        const ss_study_range *const r = &curve->range;
        rows[k] = (ss_ranges_row){
            IDENTITY(curves, curve),
            .values = r->n_values,
            .grid_low = r->grid_low,
            .grid_high = r->grid_high,
            .instances_least = r->instances_least,
            .instances_most = r->instances_most,
            .failing_values = r->n_failing,
            .best = r->best,
            .best_work = r->best_work,
            .best_low = r->best_interval.low,
            .best_high = r->best_interval.high,
            .best_instances = r->best_instances,
            .best_below = r->best_below,
            .best_above = r->best_above,
            .best_is = ss_study_best_is(r),
            INTERVAL(plateau, r->plateau),
            INTERVAL(safe, r->safe),
            .cliff_low = r->cliff_low,
            .cliff_high = r->cliff_high,
            .cliff_low_status = r->cliff_low_status,
            .cliff_high_status = r->cliff_high_status,
            .bound = r->bound,
            .bound_kind = r->bound_kind,
            .against_bound = r->against_bound,
        };
    }
    return write_rows(folder, "ranges", rows, curves->n_curves, sizeof *rows, error);
}

static bool write_growth(const char *folder, const ss_study_curves *curves, ss_error *error)
{
    const size_t n = SS_STUDY_N_GROWN * curves->n_curves;
    ss_growth_row *const rows = calloc(n, sizeof *rows);
    for (size_t k = 0; rows != NULL && k < n; ++k) {
        const ss_study_curve *const curve = &curves->curves[k / SS_STUDY_N_GROWN];
        const ss_study_grown *const of = &ss_study_grown_measures[k % SS_STUDY_N_GROWN];
        const ss_study_growth *const g = &curve->growth[k % SS_STUDY_N_GROWN];
        rows[k] = (ss_growth_row){IDENTITY(curves, curve),
                                  .measure = of->word,
                                  .values = g->n,
                                  .from = g->from,
                                  .to = g->to,
                                  .exponent = g->exponent,
                                  .exponent_error = g->error,
                                  .factor = g->factor,
                                  .exponent_low = g->interval.low,
                                  .exponent_high = g->interval.high,
                                  .instances_least = g->least,
                                  .instances_most = g->most};
    }
    return write_rows(folder, "growth", rows, n, sizeof *rows, error);
}

/* The best value of each solver by the other parameter; a row of a map each. */
static bool write_best_by(const char *folder, const ss_study_curves *curves,
                          const ss_study_maps *maps, ss_error *error)
{
    ss_output out = {0};
    if (!ss_output_open(&out, folder, "best_by.csv", error))
        return false;
    ss_best_by_header(out.file);
    bool ok = true;
    for (size_t k = 0; ok && k < maps->n; ++k) {
        const ss_study_map_row *const row = &maps->rows[k];
        const ss_study_range *const r = &row->curve->range;
        const ss_summary_row *const run = &row->curve->run->record.row;
        const bool of_problem = maps->of == SS_STUDY_OF_PROBLEM;
        char *const parameters = ss_pairs_without(run->parameters, of_problem ? maps->other : "");
        char *const options = ss_pairs_without(run->options, of_problem ? "" : maps->other);
        ok = (parameters != NULL && options != NULL) || ss_error_memory(error, "a study");
        const ss_best_by_row cells = {.problem = run->problem,
                                      .parameters = parameters,
                                      .outer = run->outer,
                                      .solver = run->solver,
                                      .options = options,
                                      .parameter = curves->parameter,
                                      .other = maps->other,
                                      .value = row->value,
                                      .best = r->best,
                                      .best_work = r->best_work,
                                      .safe_low = r->safe.low,
                                      .safe_high = r->safe.high,
                                      .values = r->n_values,
                                      .failing_values = r->n_failing};
        if (ok)
            ss_best_by_write(out.file, &cells);
        free(parameters);
        free(options);
    }
    ok = ok && ss_output_close(&out, error);
    ss_output_discard(&out);
    return ok;
}

bool ss_study_write(const char *folder, const char *parameter, ss_error *error)
{
    char summary[SS_PATH_SIZE], plots[SS_PATH_SIZE], paper[SS_PATH_SIZE];
    ss_study_curves curves = {.n_curves = 0};
    ss_study_maps maps = {.n = 0};
    if (!ss_path_join(summary, sizeof summary, folder, "summary.csv", error) ||
        !ss_home_path(plots, sizeof plots, "plots", error) ||
        !ss_home_path(paper, sizeof paper, "paper/dumont", error) ||
        !ss_study_curves_read(&curves, summary, parameter, error))
        return false;
    const bool done =
        ss_study_paper_points_find(&curves, paper, error) &&
        ss_study_maps_find(&maps, &curves, error) && write_points(folder, &curves, error) &&
        write_ranges(folder, &curves, error) &&
        (!ss_study_grows(&curves) || write_growth(folder, &curves, error)) &&
        (maps.n == 0 || !curves.of_solver || write_best_by(folder, &curves, &maps, error)) &&
        ss_study_report_write(folder, &curves, &maps, error) &&
        ss_study_figures_draw(&curves, folder, plots, error) &&
        ss_study_maps_draw(&maps, &curves, folder, plots, error) &&
        (!ss_study_grows(&curves) || ss_study_growth_draw(&curves, folder, plots, error));
    ss_study_maps_free(&maps);
    ss_study_curves_free(&curves);
    return done;
}

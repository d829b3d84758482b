/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/study.h"

#include "harness/tables/output.h"
#include "harness/tables/home.h"
#include "harness/tables/rows.h"
#include "harness/study/figures.h"
#include "harness/study/report.h"

#include <stdlib.h>

/* Members of a row of both tables: who the curve is. */
#define IDENTITY(curves, curve)                                                                    \
    .question = (curve)->question + 1, .curve = (curve)->label, .parameter = (curves)->parameter,  \
    .problem = (curve)->run->row.problem, .parameters = (curve)->run->row.parameters,              \
    .solver = (curve)->run->row.solver, .options = (curve)->run->row.options,                      \
    .outer = (curve)->run->row.outer, .stop = (curve)->run->row.stop,                              \
    .warm_start = (curve)->run->row.warm_start

/* The five members of a spread. */
#define SPREAD(name, s)                                                                            \
    .name##_median = (s).median, .name##_q1 = (s).q1, .name##_q3 = (s).q3, .name##_min = (s).min,  \
    .name##_max = (s).max

static void print_point(FILE *out, const ss_study_curves *curves, const ss_study_curve *curve,
                        const ss_study_point *p)
{
    const ss_sweep_row row = {
        IDENTITY(curves, curve),
        .value = p->value,
        .instances = p->n_instances,
        .failures = p->n_failures,
        .worst_status = p->worst_status,
        .failure_fraction = ss_study_failure_fraction(p),
        SPREAD(sweeps_last, p->spread[SS_STUDY_SWEEPS_LAST]),
        SPREAD(sweeps_total, p->spread[SS_STUDY_SWEEPS_TOTAL]),
        SPREAD(work, p->spread[SS_STUDY_WORK]),
        SPREAD(cpu_s, p->spread[SS_STUDY_CPU]),
        .e1_worst = p->e1_worst,
        .set_aside = p->n_set_aside,
    };
    ss_sweep_write(out, &row);
}

static const char *yes(bool value)
{
    return value ? "yes" : "no";
}

static void print_range(FILE *out, const ss_study_curves *curves, const ss_study_curve *curve,
                        const ss_study_range *r)
{
    const ss_ranges_row row = {
        IDENTITY(curves, curve),
        .values = r->n_values,
        .grid_low = r->grid_low,
        .grid_high = r->grid_high,
        .instances_least = r->instances_least,
        .instances_most = r->instances_most,
        .failing_values = r->n_failing,
        .best = r->best,
        .best_work = r->best_work,
        .plateau_low = r->plateau.low,
        .plateau_high = r->plateau.high,
        .plateau_decades = r->plateau.decades,
        .plateau_decades_most = r->plateau.decades_most,
        .plateau_open_low = yes(r->plateau.open_low),
        .plateau_open_high = yes(r->plateau.open_high),
        .safe_low = r->safe.low,
        .safe_high = r->safe.high,
        .safe_decades = r->safe.decades,
        .safe_decades_most = r->safe.decades_most,
        .safe_open_low = yes(r->safe.open_low),
        .safe_open_high = yes(r->safe.open_high),
        .cliff_low = r->cliff_low,
        .cliff_high = r->cliff_high,
        .cliff_low_status = r->cliff_low_status,
        .cliff_high_status = r->cliff_high_status,
        .bound = r->bound,
        .bound_kind = ss_study_bound_name(r->bound_kind),
        .against_bound = ss_study_against_bound_word(r->against_bound),
    };
    ss_ranges_write(out, &row);
}

static bool write_points(const char *folder, const ss_study_curves *curves, ss_error *error)
{
    ss_output o = {0};
    if (!ss_output_open(&o, folder, "sweep.csv", error))
        return false;
    ss_sweep_header(o.file);
    for (size_t k = 0; k < curves->n_curves; ++k)
        for (size_t p = 0; p < curves->curves[k].n_points; ++p)
            print_point(o.file, curves, &curves->curves[k], &curves->curves[k].points[p]);
    return ss_output_close(&o, error);
}

static bool write_ranges(const char *folder, const ss_study_curves *curves,
                         const ss_study_range *ranges, ss_error *error)
{
    ss_output o = {0};
    if (!ss_output_open(&o, folder, "ranges.csv", error))
        return false;
    ss_ranges_header(o.file);
    for (size_t k = 0; k < curves->n_curves; ++k)
        print_range(o.file, curves, &curves->curves[k], &ranges[k]);
    return ss_output_close(&o, error);
}

static ss_study_range *find_ranges(const ss_study_curves *curves, ss_error *error)
{
    ss_study_range *const ranges = calloc(curves->n_curves, sizeof *ranges);
    if (ranges == NULL)
        ss_error_set(error, SS_ERROR_MEMORY, "no memory for a study");
    for (size_t k = 0; ranges != NULL && k < curves->n_curves; ++k)
        ranges[k] = ss_study_range_of(curves, &curves->curves[k]);
    return ranges;
}

bool ss_study_write(const ss_study *study, ss_error *error)
{
    char summary[SS_PATH_SIZE], plots[SS_PATH_SIZE], paper_folder[SS_PATH_SIZE];
    ss_study_curves curves = {.n_curves = 0};
    ss_study_paper_points paper = {.n = 0};
    ss_study_range *ranges = NULL;
    bool done = false;
    if (!ss_path_join(summary, sizeof summary, study->folder, "summary.csv", error) ||
        !ss_home_path(plots, sizeof plots, "plots", error) ||
        !ss_home_path(paper_folder, sizeof paper_folder, "paper/dumont", error) ||
        !ss_study_curves_read(&curves, summary, study->parameter, error))
        return false;
    ranges = find_ranges(&curves, error);
    done = ranges != NULL && ss_study_paper_points_find(&paper, &curves, paper_folder, error) &&
           write_points(study->folder, &curves, error) &&
           write_ranges(study->folder, &curves, ranges, error) &&
           ss_study_report_write(study->folder, &curves, ranges, &paper, error) &&
           ss_study_figures_draw(&curves, ranges, &paper, study->folder, plots, error);
    free(ranges);
    ss_study_paper_points_free(&paper);
    ss_study_curves_free(&curves);
    return done;
}

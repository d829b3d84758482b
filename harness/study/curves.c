/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/curves.h"

#include "harness/study/pairs.h"
#include "solvers/base/local_solver.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static bool no_memory(ss_error *error)
{
    return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a study");
}

/* Place of a solver in our list; those of other codes come after it. */
static size_t rank_of(const char *solver)
{
    size_t k = 0;
    while (ss_local_solver_at(k) != NULL && strcmp(ss_local_solver_at(k)->name, solver) != 0)
        ++k;
    return k;
}

/* Statuses are listed from best to worst; one that we do not know comes last. */
static size_t badness_of(const char *status)
{
    ss_outcome outcome = SS_OUTCOME_SOLVED;
    return ss_outcome_find(status, &outcome) ? (size_t)outcome : SS_OUTCOME_COUNT;
}

static bool read_identity(ss_study_run *run, const ss_study_curves *curves, size_t row,
                          ss_error *error)
{
    const ss_csv *const file = &curves->file;
    const char *const label = ss_csv_text(file, row, "solver");
    const char *const parameters = ss_csv_text(file, row, "parameters");
    const char *const options = ss_csv_text(file, row, "options");
    run->problem = ss_csv_text(file, row, "problem");
    run->outer = ss_csv_text(file, row, "outer");
    run->stop = ss_csv_text(file, row, "stop");
    run->warm_start = ss_csv_text(file, row, "warm_start");
    run->line = file->lines[row + 1];
    run->solver = strndup(label, ss_study_name_length(label));
    run->parameters =
        curves->of_solver ? strdup(parameters) : ss_pairs_without(parameters, curves->parameter);
    run->options =
        curves->of_solver ? ss_pairs_without(options, curves->parameter) : strdup(options);
    if (run->solver == NULL || run->parameters == NULL || run->options == NULL)
        return no_memory(error);
    run->rank = rank_of(run->solver);
    return true;
}

static bool read_value(ss_study_run *run, const ss_study_curves *curves, size_t row,
                       ss_error *error)
{
    const char *const column = curves->of_solver ? "options" : "parameters";
    const char *const list = ss_csv_text(&curves->file, row, column);
    ss_key_value pair;
    run->value = NAN;
    run->has_value = ss_pairs_find(list, curves->parameter, &pair);
    if (!run->has_value || ss_pairs_number(list, curves->parameter, &run->value))
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "%.200s, line %zu, column %s: %.60s=%.*s is not a number; only numeric "
                        "options and parameters can be studied",
                        curves->file.path, run->line, column, curves->parameter,
                        (int)(pair.value_length < 60 ? pair.value_length : 60), pair.value);
}

static bool read_measures(ss_study_run *run, const ss_csv *file, size_t row, ss_error *error)
{
    double visits, iterations;
    if (!ss_csv_real(file, row, "instance", &run->instance, error) ||
        !ss_csv_real(file, row, "sweeps_last", &run->measure[SS_STUDY_SWEEPS_LAST], error) ||
        !ss_csv_real(file, row, "sweeps_total", &run->measure[SS_STUDY_SWEEPS_TOTAL], error) ||
        !ss_csv_real(file, row, "visits_total", &visits, error) ||
        !ss_csv_real(file, row, "local_iterations_total", &iterations, error) ||
        !ss_csv_real(file, row, "cpu_s", &run->measure[SS_STUDY_CPU], error) ||
        !ss_csv_real(file, row, "e1_last", &run->e1, error))
        return false;
    /* Other codes count no visits: sweeps without work are not free. */
    const bool counted = visits + iterations > 0.0 || run->measure[SS_STUDY_SWEEPS_TOTAL] == 0.0;
    run->measure[SS_STUDY_WORK] = counted ? visits + iterations : NAN;
    run->status = ss_csv_text(file, row, "status");
    run->badness = badness_of(run->status);
    run->solved = run->badness == SS_OUTCOME_SOLVED;
    return true;
}

static bool check_columns(const ss_csv *file, ss_error *error)
{
    static const char *const texts[] = {"problem", "solver",     "status",     "outer",
                                        "options", "parameters", "warm_start", "stop"};
    if (file->n_rows == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s has no rows: nothing to study",
                            file->path);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; ++k)
        if (ss_csv_text(file, 0, texts[k]) == NULL)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%.300s, line 1: there is no column '%s'; it must be a summary.csv "
                                "(see 'stickslip list columns')",
                                file->path, texts[k]);
    return true;
}

static bool read_runs(ss_study_curves *curves, ss_error *error)
{
    const ss_csv *const file = &curves->file;
    curves->runs = calloc(file->n_rows, sizeof *curves->runs);
    if (curves->runs == NULL)
        return no_memory(error);
    for (size_t row = 0; row < file->n_rows; ++row) {
        if (strcmp(ss_csv_text(file, row, "status"), ss_outcome_name(SS_OUTCOME_INTERRUPTED)) ==
            0) {
            ++curves->n_interrupted;
            continue;
        }
        ss_study_run *const run = &curves->runs[curves->n_runs++];
        if (!read_identity(run, curves, row, error) || !read_value(run, curves, row, error) ||
            !read_measures(run, file, row, error))
            return false;
    }
    return curves->n_runs > 0 ||
           ss_error_set(error, SS_ERROR_DATA, "%.300s: every run was interrupted", file->path);
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_questions(const ss_study_run *a, const ss_study_run *b)
{
    const char *const texts[][2] = {{a->problem, b->problem},
                                    {a->parameters, b->parameters},
                                    {a->outer, b->outer},
                                    {a->stop, b->stop},
                                    {a->warm_start, b->warm_start}};
    int order = 0;
    for (size_t k = 0; order == 0 && k < sizeof texts / sizeof *texts; ++k)
        order = strcmp(texts[k][0], texts[k][1]);
    return order;
}

static int compare_curves(const ss_study_run *a, const ss_study_run *b)
{
    int order = compare_questions(a, b);
    if (order == 0)
        order = (a->rank > b->rank) - (a->rank < b->rank);
    if (order == 0)
        order = strcmp(a->solver, b->solver);
    if (order == 0)
        order = strcmp(a->options, b->options);
    return order != 0 ? order : (int)a->has_value - (int)b->has_value;
}

static int compare_runs(const void *left, const void *right)
{
    const ss_study_run *const a = left, *const b = right;
    int order = compare_curves(a, b);
    if (order == 0)
        order = compare_numbers(a->value, b->value);
    if (order == 0)
        order = compare_numbers(a->instance, b->instance);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

/* One run, one row: a second one would weigh twice, or hide that builds were mixed. */
static bool check_distinct(const ss_study_curves *curves, ss_error *error)
{
    for (size_t k = 1; k < curves->n_runs; ++k) {
        const ss_study_run *const a = &curves->runs[k - 1], *const b = &curves->runs[k];
        if (compare_curves(a, b) == 0 && compare_numbers(a->value, b->value) == 0 &&
            a->instance == b->instance)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%.200s: lines %zu and %zu are the same run (%s on %.60s, instance "
                                "%g); one row a run is needed",
                                curves->file.path, a->line, b->line, a->solver, a->problem,
                                a->instance);
    }
    return true;
}

static bool solved_by_any(const ss_study_run *runs, size_t n, double instance)
{
    for (size_t k = 0; k < n; ++k)
        if (runs[k].solved && runs[k].instance == instance)
            return true;
    return false;
}

/* Is run k of the question the first of its instance? */
static bool first_of_instance(const ss_study_run *runs, size_t k)
{
    for (size_t j = 0; j < k; ++j)
        if (runs[j].instance == runs[k].instance)
            return false;
    return true;
}

/* The runs of one question: set those aside whose instance none of them solved. */
static void set_aside(ss_study_curves *curves, ss_study_run *runs, size_t n)
{
    for (size_t k = 0; k < n; ++k) {
        runs[k].set_aside = !runs[k].solved && compare_curves(&runs[0], &runs[n - 1]) != 0 &&
                            !solved_by_any(runs, n, runs[k].instance);
        curves->n_set_aside += runs[k].set_aside && first_of_instance(runs, k);
    }
}

static void set_aside_in_all(ss_study_curves *curves)
{
    for (size_t from = 0, to = 0; from < curves->n_runs; from = to) {
        while (to < curves->n_runs &&
               compare_questions(&curves->runs[to], &curves->runs[from]) == 0)
            ++to;
        set_aside(curves, &curves->runs[from], to - from);
    }
}

/* Cut the points of the runs first <= k < end, which are one curve. */
static bool cut_points(ss_study_curves *curves, ss_study_curve *curve, size_t first, size_t end,
                       ss_error *error)
{
    curve->run = &curves->runs[first];
    for (size_t from = first, to = first; from < end; from = to) {
        while (to < end && compare_numbers(curves->runs[to].value, curves->runs[from].value) == 0)
            ++to;
        if (!ss_study_point_measure(&curve->points[curve->n_points++], &curves->runs[from],
                                    to - from, error))
            return false;
    }
    return true;
}

static bool cut_curves(ss_study_curves *curves, ss_error *error)
{
    curves->points = calloc(curves->n_runs, sizeof *curves->points);
    curves->curves = calloc(curves->n_runs, sizeof *curves->curves);
    if (curves->points == NULL || curves->curves == NULL)
        return no_memory(error);
    ss_study_point *free_points = curves->points;
    for (size_t from = 0, to = 0; from < curves->n_runs; from = to) {
        while (to < curves->n_runs && compare_curves(&curves->runs[to], &curves->runs[from]) == 0)
            ++to;
        ss_study_curve *const curve = &curves->curves[curves->n_curves++];
        curve->points = free_points;
        if (!cut_points(curves, curve, from, to, error))
            return false;
        free_points += curve->n_points;
        curves->n_questions +=
            from == 0 || compare_questions(&curves->runs[from - 1], curve->run) != 0;
        curve->question = curves->n_questions - 1;
    }
    return true;
}

bool ss_study_curves_read(ss_study_curves *curves, const char *path, const char *parameter,
                          ss_error *error)
{
    *curves = (ss_study_curves){.n_curves = 0};
    bool valid = ss_csv_read(&curves->file, path, error) && check_columns(&curves->file, error) &&
                 ss_study_parameter_find(curves, parameter, error) && read_runs(curves, error);
    if (valid) {
        qsort(curves->runs, curves->n_runs, sizeof *curves->runs, compare_runs);
        set_aside_in_all(curves);
        valid = check_distinct(curves, error) && cut_curves(curves, error);
    }
    if (valid)
        ss_study_curves_label(curves);
    else
        ss_study_curves_free(curves);
    return valid;
}

void ss_study_curves_free(ss_study_curves *curves)
{
    for (size_t k = 0; k < curves->n_runs; ++k) {
        free(curves->runs[k].parameters);
        free(curves->runs[k].solver);
        free(curves->runs[k].options);
    }
    free(curves->runs);
    free(curves->points);
    free(curves->curves);
    ss_csv_free(&curves->file);
    *curves = (ss_study_curves){.n_curves = 0};
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/curves.h"

#include "harness/tables/pairs.h"
#include "harness/tables/question.h"
#include "solvers/base/local_solver.h"

#include <math.h>
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

/* Note who answers what: the record's identity without the parameter. */
static bool note_identity(ss_study_run *run, const ss_study_curves *curves, ss_error *error)
{
    static const ss_question_rule rule = {SS_QUESTION & ~(unsigned)SS_ASKED_INSTANCE, "", ""};
    ss_summary_row *const row = &run->row;
    const char *const of_solver = curves->of_solver ? curves->parameter : "";
    const char *const of_problem = curves->of_solver ? "" : curves->parameter;
    run->solver = strndup(row->solver, ss_question_name_length(row->solver));
    run->parameters = ss_pairs_without(row->parameters, of_problem);
    run->options = ss_pairs_without(row->options, of_solver);
    if (run->solver == NULL || run->parameters == NULL || run->options == NULL)
        return no_memory(error);
    row->solver = run->solver;
    row->parameters = run->parameters;
    row->options = run->options;
    run->question = ss_question_key(row, &rule);
    run->rank = rank_of(run->solver);
    return run->question != NULL || no_memory(error);
}

static bool note_value(ss_study_run *run, const ss_study_curves *curves, const char *list,
                       ss_error *error)
{
    ss_key_value pair;
    run->value = NAN;
    run->has_value = ss_pairs_find(list, curves->parameter, &pair);
    if (!run->has_value || ss_pairs_number(list, curves->parameter, &run->value))
        return true;
    return ss_error_set(error, SS_ERROR_DATA,
                        "%.200s, line %zu, column %s: %.60s=%.*s is not a number; only numeric "
                        "options and parameters can be studied",
                        curves->summary.csv.path, run->line,
                        curves->of_solver ? "options" : "parameters", curves->parameter,
                        (int)(pair.value_length < 60 ? pair.value_length : 60), pair.value);
}

static void note_measures(ss_study_run *run)
{
    const ss_summary_row *const row = &run->row;
    const double work = (double)row->visits_total + (double)row->local_iterations_total;
    run->measure[SS_STUDY_SWEEPS_LAST] = (double)row->sweeps_last;
    run->measure[SS_STUDY_SWEEPS_TOTAL] = (double)row->sweeps_total;
    run->measure[SS_STUDY_CPU] = row->cpu_s;
    /* Other codes count no visits: sweeps without work are not free. */
    run->measure[SS_STUDY_WORK] = work > 0.0 || row->sweeps_total == 0 ? work : NAN;
}

static bool read_runs(ss_study_curves *curves, ss_error *error)
{
    curves->runs = calloc(curves->summary.n, sizeof *curves->runs);
    if (curves->runs == NULL)
        return no_memory(error);
    while (curves->n_runs < curves->summary.n) {
        const ss_record *const record = &curves->summary.records[curves->n_runs];
        ss_study_run *const run = &curves->runs[curves->n_runs++];
        *run = (ss_study_run){.row = record->row, .outcome = record->outcome, .line = record->line};
        const char *const list = curves->of_solver ? record->row.options : record->row.parameters;
        if (!note_identity(run, curves, error) || !note_value(run, curves, list, error))
            return false;
        note_measures(run);
    }
    return true;
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_questions(const ss_study_run *a, const ss_study_run *b)
{
    return strcmp(a->question, b->question);
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
        order = (a->row.instance > b->row.instance) - (a->row.instance < b->row.instance);
    return order != 0 ? order : (a->line > b->line) - (a->line < b->line);
}

/* One run, one row: a second one would weigh twice, or hide that builds were mixed. */
static bool check_distinct(const ss_study_curves *curves, ss_error *error)
{
    for (size_t k = 1; k < curves->n_runs; ++k) {
        const ss_study_run *const a = &curves->runs[k - 1], *const b = &curves->runs[k];
        if (compare_curves(a, b) == 0 && compare_numbers(a->value, b->value) == 0 &&
            a->row.instance == b->row.instance)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%.200s: lines %zu and %zu are the same run (%s on %.60s, instance "
                                "%zu); one row a run is needed",
                                curves->summary.csv.path, a->line, b->line, a->solver,
                                a->row.problem, a->row.instance);
    }
    return true;
}

static bool solved_by_any(const ss_study_run *runs, size_t n, size_t instance)
{
    for (size_t k = 0; k < n; ++k)
        if (runs[k].outcome == SS_OUTCOME_SOLVED && runs[k].row.instance == instance)
            return true;
    return false;
}

/* Is run k of the question the first of its instance? */
static bool first_of_instance(const ss_study_run *runs, size_t k)
{
    for (size_t j = 0; j < k; ++j)
        if (runs[j].row.instance == runs[k].row.instance)
            return false;
    return true;
}

/* The runs of one question: set those aside whose instance none of them solved. */
static void set_aside(ss_study_curves *curves, ss_study_run *runs, size_t n)
{
    for (size_t k = 0; k < n; ++k) {
        runs[k].set_aside = compare_curves(&runs[0], &runs[n - 1]) != 0 &&
                            !solved_by_any(runs, n, runs[k].row.instance);
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

static bool read_summary(ss_study_curves *curves, const char *path, ss_error *error)
{
    if (!ss_summary_read(&curves->summary, path,
                         "sweeps_last,sweeps_total,visits_total,local_iterations_total,cpu_s,"
                         "e1_last,options",
                         error))
        return false;
    if (curves->summary.n == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%.300s has no rows: nothing to study", path);
    curves->n_interrupted = ss_summary_drop_interrupted(&curves->summary);
    return curves->summary.n > 0 ||
           ss_error_set(error, SS_ERROR_DATA, "%.300s: every run was interrupted", path);
}

bool ss_study_curves_read(ss_study_curves *curves, const char *path, const char *parameter,
                          ss_error *error)
{
    *curves = (ss_study_curves){.n_curves = 0};
    bool valid = read_summary(curves, path, error) &&
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
        free(curves->runs[k].question);
        free(curves->runs[k].parameters);
        free(curves->runs[k].solver);
        free(curves->runs[k].options);
    }
    free(curves->runs);
    free(curves->points);
    free(curves->curves);
    ss_summary_free(&curves->summary);
    *curves = (ss_study_curves){.n_curves = 0};
}

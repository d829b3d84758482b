/* From rows to curves in four steps: each row's parameter is taken out of its identity
 * (parameter.c); runs are sorted and put into questions by the grid (arrange); neighbours of one
 * value become a point (cut_curves); and what tells curves from each other is their label.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/curves.h"

#include "harness/tables/grid.h"
#include "harness/tables/label.h"
#include "harness/tables/output.h"
#include "harness/tables/pairs.h"
#include "solvers/choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Place of a solver in our list; those of other codes come after it. */
static size_t rank_of(const char *solver)
{
    size_t k = 0;
    while (ss_local_solver_at(k) != NULL && strcmp(ss_local_solver_at(k)->name, solver) != 0)
        ++k;
    return k;
}

/* Every row as a run, with the measures that points are made of. */
static bool read_runs(ss_study_curves *curves, ss_error *error)
{
    curves->runs = calloc(curves->summary.n, sizeof *curves->runs);
    if (curves->runs == NULL)
        return ss_error_memory(error, "a study");
    while (curves->n_runs < curves->summary.n) {
        const ss_record *const record = &curves->summary.records[curves->n_runs];
        const ss_summary_row *const row = &record->row;
        const double work = (double)row->visits_total + (double)row->local_iterations_total;
        ss_study_run *const run = &curves->runs[curves->n_runs++];
        *run = (ss_study_run){
            .record = *record,
            .whole = row,
            .standing = ss_standing_of(row),
            .measure = {[SS_STUDY_SWEEPS_LAST] = (double)row->sweeps_last,
                        [SS_STUDY_SWEEPS_TOTAL] = (double)row->sweeps_total,
                        [SS_STUDY_CPU] = row->cpu_s,
                        [SS_STUDY_UNITS] = row->work_units_total,
                        /* Other codes count no visits: sweeps without work are not free. */
                        [SS_STUDY_WORK] = work > 0.0 || row->sweeps_total == 0 ? work : NAN}};
        run->set_aside = run->standing == SS_STANDING_NOTHING;
        curves->n_nothing += run->set_aside;
        curves->n_loose += run->standing == SS_STANDING_LOOSE;
        curves->e1_limit = fmax(curves->e1_limit, ss_standing_limit(row->stop, row->tol));
        ss_machines_note(&curves->machines, row);
        if (!ss_study_take_value(run, curves, curves->n_runs - 1, error))
            return false;
    }
    for (size_t k = 0; curves->machines.other != NULL && k < curves->n_runs; ++k)
        curves->runs[k].measure[SS_STUDY_CPU] = NAN; /* nothing beside another machine's */
    return true;
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

/* By solver in the order of our list, by options, by outer solver, and then those without the
 * parameter. */
static int compare_contenders(const ss_study_run *a, const ss_study_run *b)
{
    int order = compare_numbers((double)rank_of(a->solver), (double)rank_of(b->solver));
    order = order != 0 ? order : strcmp(a->solver, b->solver);
    order = order != 0 ? order : strcmp(a->options, b->options);
    order = order != 0 ? order : strcmp(a->outer, b->outer);
    return order != 0 ? order : a->has_value - b->has_value;
}

static int compare_runs(const void *left, const void *right)
{
    const ss_study_run *const a = left, *const b = right;
    const ss_record *const x = &a->record, *const y = &b->record;
    int order = compare_contenders(a, b);
    order = order != 0 ? order : compare_numbers(a->value, b->value);
    order = order != 0 ? order
                       : (x->row.instance > y->row.instance) - (x->row.instance < y->row.instance);
    return order != 0 ? order : (x->line > y->line) - (x->line < y->line);
}

/* Of one question and one contender; of one value, too. */
static bool same_curve(const ss_study_run *a, const ss_study_run *b)
{
    return a->question == b->question && a->contender == b->contender;
}

static bool same_point(const ss_study_run *a, const ss_study_run *b)
{
    return same_curve(a, b) && compare_numbers(a->value, b->value) == 0;
}

/* The runs of one question: set those aside whose instance none of them solved. */
static void set_aside(ss_study_curves *curves, ss_study_run *runs, size_t n)
{
    for (size_t k = 0; k < n && !same_curve(&runs[0], &runs[n - 1]); ++k) {
        bool solved = false, first = true;
        for (size_t j = 0; j < n; ++j) {
            if (runs[j].record.row.instance != runs[k].record.row.instance)
                continue;
            solved = solved || runs[j].standing == SS_STANDING_COUNTS;
            first = first && j >= k;
        }
        runs[k].set_aside = runs[k].set_aside || !solved;
        curves->n_set_aside += !solved && first;
    }
}

/* The runs of one question: each has one row, for a second one would weigh twice, or hide that
 * builds were mixed; and by how much E1 differs between those that are ranked. Values of a
 * parameter of the problem are not: each is a problem of its own. */
static bool look_at(ss_study_curves *curves, const ss_study_run *runs, size_t n, ss_error *error)
{
    for (size_t k = 0; k < n; ++k)
        for (size_t j = 0; j < k; ++j) {
            const ss_study_run *const a = &runs[j], *const b = &runs[k];
            if (a->record.row.instance != b->record.row.instance)
                continue;
            if (same_point(a, b))
                return ss_error_set(error, SS_ERROR_DATA,
                                    "%s: lines %zu and %zu are the same run (%s on %s, instance "
                                    "%zu); one row per run is needed",
                                    curves->summary.csv.path, a->record.line, b->record.line,
                                    a->solver, a->record.row.problem, a->record.row.instance);
            if (a->standing == SS_STANDING_COUNTS && b->standing == SS_STANDING_COUNTS &&
                (curves->of_solver || compare_numbers(a->value, b->value) == 0))
                ss_accuracy_gap_note(&curves->gap, a->whole, b->whole);
        }
    return true;
}

/* Sort the runs by question, contender, value, instance and line; judge each question. Sources of
 * the grid are places in the order within a question, which it keeps. */
static bool arrange(ss_study_curves *curves, ss_error *error)
{
    const unsigned outer = curves->of == SS_STUDY_OF_OUTER ? SS_ASKED_OUTER : 0;
    const ss_question_rule asked = {SS_QUESTION & ~(SS_ASKED_INSTANCE | outer), "", ""};
    const ss_grid_rule rule = {asked, asked};
    ss_study_run *const runs = curves->runs, *const sorted = calloc(curves->n_runs, sizeof *sorted);
    ss_grid grid = {.n = 0};
    bool arranged = sorted != NULL || ss_error_memory(error, "a study");
    qsort(runs, curves->n_runs, sizeof *runs, compare_runs);
    for (size_t k = 0; arranged && k < curves->n_runs; ++k) {
        ss_study_run *const run = &runs[k];
        run->contender = k > 0 ? run[-1].contender + (compare_contenders(run - 1, run) != 0) : 0;
        arranged = ss_grid_add(&grid, &run->record, k, error);
    }
    arranged = arranged && ss_grid_arrange(&grid, &rule, error);
    ss_study_run *next = sorted;
    for (size_t q = 0; arranged && q < grid.n_questions; ++q) {
        const ss_grid_question *const question = &grid.questions[q];
        for (size_t k = 0; k < question->n; ++k) {
            next[k] = runs[question->rows[k].source];
            next[k].question = q;
        }
        set_aside(curves, next, question->n);
        arranged = look_at(curves, next, question->n, error);
        next += question->n;
    }
    curves->n_questions = grid.n_questions;
    ss_grid_free(&grid);
    curves->runs = arranged ? sorted : runs;
    free(arranged ? runs : sorted);
    return arranged;
}

/* ---- points and curves ---- */

/* The badness of a run: loose is worse than solved and better than what any status says; those set
 * aside come last. */
static int badness(const ss_study_run *run)
{
    const int bad = run->standing == SS_STANDING_UNSOLVED ? 2 + (int)run->record.outcome
                                                          : run->standing == SS_STANDING_LOOSE;
    return run->set_aside ? bad - 2 - (int)SS_OUTCOME_COUNT : bad;
}

/* Describe a point by its n runs. `values` is room for n numbers. */
static void measure_point(ss_study_point *point, const ss_study_run *runs, size_t n, double *values)
{
    *point = (ss_study_point){.value = runs[0].value,
                              .n_instances = n,
                              .e1_worst = NAN,
                              .alpha_bound = NAN,
                              .runs = runs,
                              .times_best = NAN};
    const ss_study_run *worst = runs;
    size_t n_nothing = 0;
    for (size_t m = 0; m < SS_STUDY_N_MEASURES; ++m) {
        size_t n_solved = 0;
        for (size_t k = 0; k < n; ++k)
            if (runs[k].standing == SS_STANDING_COUNTS && !isnan(runs[k].measure[m]))
                values[n_solved++] = runs[k].measure[m];
        point->spread[m] = ss_spread_of(values, n_solved);
    }
    for (const ss_study_run *run = runs; run < runs + n; ++run) { /* fmax passes NaN over */
        const bool loose = run->standing == SS_STANDING_LOOSE;
        const bool solved = run->standing == SS_STANDING_COUNTS;
        worst = badness(run) > badness(worst) ? run : worst;
        point->alpha_bound = fmin(point->alpha_bound, run->whole->alpha_bound);
        if (solved || loose)
            point->e1_worst = fmax(point->e1_worst, ss_standing_e1(run->whole));
        point->n_solved += solved;
        point->n_loose += loose;
        point->n_set_aside += run->set_aside;
        n_nothing += run->standing == SS_STANDING_NOTHING;
    }
    if (point->n_solved == 0) /* nothing speaks for this value */
        point->n_set_aside = n_nothing;
    const size_t n_told = n - point->n_set_aside;
    point->n_failures = n_told - point->n_solved;
    point->is_safe = point->n_failures == 0 && point->n_solved > 0;
    point->failure_fraction = n_told > 0 ? (double)point->n_failures / (double)n_told : NAN;
    point->worst_status = worst->standing == SS_STANDING_LOOSE ? ss_standing_name(SS_STANDING_LOOSE)
                                                               : worst->record.row.status;
}

/* Cut the sorted runs into points, and these into curves. */
static bool cut_curves(ss_study_curves *curves, ss_error *error)
{
    ss_study_point *point = curves->points = calloc(curves->n_runs, sizeof *point);
    curves->scratch = calloc(curves->n_runs, 3 * sizeof *curves->scratch);
    curves->curves = calloc(curves->n_runs, sizeof *curves->curves);
    const bool cut = curves->scratch != NULL && point != NULL && curves->curves != NULL;
    for (size_t from = 0, to = 0; cut && from < curves->n_runs; from = to) {
        const ss_study_run *const run = &curves->runs[from];
        for (to = from + 1; to < curves->n_runs && same_point(run, &curves->runs[to]);)
            ++to;
        if (from == 0 || !same_curve(run - 1, run))
            curves->curves[curves->n_curves++] =
                (ss_study_curve){.run = run, .question = run->question, .points = point};
        ++curves->curves[curves->n_curves - 1].n_points;
        measure_point(point++, run, to - from, curves->scratch);
    }
    return cut || ss_error_memory(error, "a study");
}

/* Give each curve its label, the solver and its options that are not the default and differ from
 * those of another curve of that solver, and its group. */
static void label_curves(ss_study_curves *curves)
{
    for (size_t k = 0; k < curves->n_curves; ++k) {
        ss_study_curve *const curve = &curves->curves[k];
        const ss_summary_row *const row = &curve->run->record.row;
        ss_label_keys keys = {.instance = false};
        ss_choice plain = {.label = NULL}; /* where nothing is said; of other codes none */
        for (size_t j = 0; j < curves->n_curves; ++j)
            ss_label_note(&keys, row, &curves->curves[j].run->record.row);
        for (;; ++curve->group) { /* one problem under one rule */
            const ss_summary_row *const first = &curves->curves[curve->group].run->record.row;
            if (strcmp(first->problem, row->problem) == 0 &&
                strcmp(first->parameters, row->parameters) == 0 &&
                strcmp(first->stop, row->stop) == 0 &&
                strcmp(first->warm_start, row->warm_start) == 0 &&
                strcmp(first->follows, row->follows) == 0)
                break;
        }
        const bool ours = ss_choice_parse(&plain, row->solver, SS_CHOICE_LOCAL, NULL);
        char *const name =
            curves->of == SS_STUDY_OF_OUTER ? ss_label_contender(row->solver, row->outer) : NULL;
        snprintf(curve->label, sizeof curve->label, "%s", name != NULL ? name : row->solver);
        free(name);
        ss_label_differing(curve->label, sizeof curve->label, row->options,
                           ours ? plain.values : "", keys.options, " ");
        if (ours)
            ss_choice_free(&plain);
    }
}

/* Runs that were planned and are missing; and what the rows themselves show: values of one option
 * on unlike instances. Of a parameter of the problem each value is a problem of its own. */
static void note_partial(ss_study_curves *curves)
{
    curves->is_partial = !curves->partial.is_complete;
    for (size_t k = 0; curves->of_solver && curves->most == 0 && k < curves->n_curves; ++k) {
        const ss_study_range *const r = &curves->curves[k].range;
        if (r->instances_least == r->instances_most)
            continue;
        curves->is_partial = true;
        curves->least = r->instances_least;
        curves->most = r->instances_most;
    }
    curves->mark = curves->is_partial ? ", PARTIAL" : "";
}

bool ss_study_curves_read(ss_study_curves *curves, const char *path, const char *parameter,
                          ss_error *error)
{
    *curves = (ss_study_curves){.n_curves = 0};
    bool valid = ss_summary_read(&curves->summary, path,
                                 "sweeps_last,sweeps_total,visits_total,local_iterations_total,"
                                 "cpu_s,e1_last,options",
                                 error);
    char folder[SS_PATH_SIZE];
    snprintf(folder, sizeof folder, "%.*s.", (int)(basename(path) - path), path);
    valid = valid && ss_partial_read(&curves->partial, folder, &curves->summary, error);
    const bool empty = valid && curves->summary.n == 0;
    curves->n_interrupted = ss_summary_drop_interrupted(&curves->summary);
    if (valid && curves->summary.n == 0)
        valid = ss_error_set(
            error, SS_ERROR_DATA,
            empty ? "%s has no rows: nothing to study" : "%s: every run was interrupted", path);
    valid = valid && ss_study_parameter_find(curves, parameter, error) &&
            read_runs(curves, error) && arrange(curves, error) && cut_curves(curves, error);
    if (!valid) {
        ss_study_curves_free(curves);
        return false;
    }
    label_curves(curves);
    for (size_t k = 0; valid && k < curves->n_curves; ++k)
        valid = ss_study_range_of(&curves->curves[k].range, curves, &curves->curves[k], error) &&
                (!ss_study_grows(curves) || ss_study_growth_fit(curves, &curves->curves[k], error));
    if (valid)
        note_partial(curves);
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
        free(curves->runs[k].outer);
    }
    for (size_t k = 0; curves->outer_options != NULL && k < curves->summary.n; ++k)
        free(curves->outer_options[k]);
    free(curves->outer_options);
    free(curves->runs);
    free(curves->points);
    free(curves->scratch);
    free(curves->curves);
    free(curves->paper);
    ss_summary_free(&curves->summary);
    *curves = (ss_study_curves){.n_curves = 0};
}

void ss_study_question_words(const ss_study_curves *curves, const ss_study_curve *curve,
                             const char *always, const char *never, char *text, size_t size)
{
    ss_summary_row row = curve->run->record.row;
    ss_label_keys keys = {.instance = false};
    char *const parameters = ss_pairs_without(row.parameters, never);
    snprintf(keys.parameters, sizeof keys.parameters, "%s", always);
    for (size_t k = 0; k < curves->n_curves; ++k)
        ss_label_note(&keys, &row, &curves->curves[k].run->record.row);
    keys.instance = false; /* instances are points of a question's curves */
    keys.outer = keys.outer && curves->of != SS_STUDY_OF_OUTER;
    row.parameters = parameters != NULL ? parameters : "";
    ss_label_question(text, size, &row, &keys, ", ");
    free(parameters);
}

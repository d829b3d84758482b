/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/study/paper_points.h"

#include "harness/run/choice.h"
#include "harness/printed/paper_runs.h"
#include "harness/printed/paper_table.h"
#include "harness/tables/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_SIZE = 2048 };

/* A run of the paper in the words of summary.csv. */
typedef struct printed {
    const char *problem, *solver; /* borrowed */
    char options[LIST_SIZE], parameters[LIST_SIZE];
} printed;

/* Resolve a row of runs.csv with all its defaults. */
static bool resolve(printed *p, const ss_paper_run *run, ss_error *error)
{
    ss_problem_choice problem = {.entry = NULL};
    ss_choice local = {.solver = NULL};
    const bool valid = ss_problem_choice_parse(&problem, run->problem, error) &&
                       ss_paper_run_set(&problem, run, error) &&
                       ss_choice_parse(&local, run->solver, SS_CHOICE_LOCAL, error);
    if (valid) {
        *p = (printed){.problem = run->problem, .solver = local.solver->name};
        snprintf(p->options, LIST_SIZE, "%s", local.values);
        snprintf(p->parameters, LIST_SIZE, "%s", problem.values);
    }
    ss_choice_free(&local);
    ss_problem_choice_free(&problem);
    return valid;
}

/* Is the printed run one of this curve's, at whatever value of the parameter? */
static bool matches(const printed *p, const ss_study_curves *curves, const ss_study_curve *curve)
{
    const ss_study_run *const run = curve->run;
    const char *list = p->parameters;
    ss_key_value pair;
    if (!run->has_value || strcmp(run->row.problem, p->problem) != 0 ||
        strcmp(run->row.solver, p->solver) != 0 || strcmp(run->row.outer, "nlgs") != 0 ||
        strcmp(run->row.stop, "eps") != 0 || strcmp(run->row.warm_start, "no") != 0)
        return false;
    while (ss_pairs_next(&list, &pair)) {
        const bool varied = !curves->of_solver && ss_pairs_in(&pair, curves->parameter);
        if (!varied && !ss_pairs_in(&pair, "max-sweeps") &&
            !ss_pairs_agree(p->parameters, run->row.parameters, &pair))
            return false;
    }
    return true;
}

static bool add(ss_study_paper_points *points, const ss_study_paper_point *point, ss_error *error)
{
    ss_study_paper_point *const grown =
        realloc(points->points, (points->n + 1) * sizeof *points->points);
    if (grown == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for a paper's points");
    points->points = grown;
    points->points[points->n++] = *point;
    return true;
}

/* Add the printed run to every question that has a curve of its; once each. */
static bool add_run(ss_study_paper_points *points, const ss_study_curves *curves, const printed *p,
                    const ss_paper_run *run, double sweeps, ss_error *error)
{
    ss_study_paper_point point = {.table = run->table, .sweeps = sweeps};
    size_t next_question = 0;
    if (!ss_pairs_number(curves->of_solver ? p->options : p->parameters, curves->parameter,
                         &point.value))
        return true;
    snprintf(point.solver, sizeof point.solver, "%s", p->solver);
    for (size_t k = 0; k < curves->n_curves; ++k) {
        const ss_study_curve *const curve = &curves->curves[k];
        if (curve->question < next_question || !matches(p, curves, curve))
            continue;
        point.question = curve->question;
        next_question = curve->question + 1;
        if (!add(points, &point, error))
            return false;
    }
    return true;
}

/* The printed sweeps of a row of the table; NaN if the paper has none. */
static double printed_sweeps(const ss_paper_table *table, const char *row)
{
    for (size_t k = 0; k < table->n_cells; ++k)
        if (strcmp(table->cells[k].row, row) == 0 && strcmp(table->cells[k].column, "sweeps") == 0)
            return table->cells[k].paper;
    return NAN;
}

static bool add_table(ss_study_paper_points *points, const ss_study_curves *curves,
                      const ss_paper_runs *runs, const ss_paper_table *table, ss_error *error)
{
    bool valid = true;
    for (size_t k = 0; valid && k < runs->n; ++k) {
        printed p;
        const double sweeps = printed_sweeps(table, runs->runs[k].row);
        if (runs->runs[k].table == table->number && !isnan(sweeps))
            valid = resolve(&p, &runs->runs[k], error) &&
                    add_run(points, curves, &p, &runs->runs[k], sweeps, error);
    }
    return valid;
}

static int compare_points(const void *left, const void *right)
{
    const ss_study_paper_point *const a = left, *const b = right;
    const double keys[][2] = {{(double)a->question, (double)b->question},
                              {(double)a->table, (double)b->table},
                              {a->value, b->value}};
    int order = 0;
    for (size_t k = 0; order == 0 && k < sizeof keys / sizeof *keys; ++k)
        order = (keys[k][0] > keys[k][1]) - (keys[k][0] < keys[k][1]);
    return order != 0 ? order : strcmp(a->solver, b->solver);
}

bool ss_study_paper_points_find(ss_study_paper_points *points, const ss_study_curves *curves,
                                const char *paper, ss_error *error)
{
    ss_paper_runs runs = {.n = 0};
    ss_paper_table table;
    size_t last_table = 0;
    *points = (ss_study_paper_points){.n = 0};
    bool valid = ss_paper_runs_load(&runs, paper, error);
    for (size_t k = 0; valid && k < runs.n; ++k) {
        if (runs.runs[k].table == last_table) /* the file goes table by table */
            continue;
        last_table = runs.runs[k].table;
        valid = ss_paper_table_load(&table, paper, last_table, error) &&
                add_table(points, curves, &runs, &table, error);
        ss_paper_table_free(&table);
    }
    ss_paper_runs_free(&runs);
    if (!valid)
        ss_study_paper_points_free(points);
    else if (points->n > 0)
        qsort(points->points, points->n, sizeof *points->points, compare_points);
    return valid;
}

void ss_study_paper_points_free(ss_study_paper_points *points)
{
    free(points->points);
    *points = (ss_study_paper_points){.n = 0};
}

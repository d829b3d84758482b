/* The points of a paper that stand on the curves of a study.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/curves.h"

#include "harness/run/choice.h"
#include "harness/printed/paper_table.h"
#include "harness/tables/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Is a printed run, of `solver` on `problem` with all `parameters`, one of this curve's, at
 * whatever value of the parameter that is studied? */
static bool matches(const ss_study_curves *curves, const ss_study_curve *curve, const char *problem,
                    const char *parameters, const char *solver)
{
    const ss_summary_row *const row = &curve->run->record.row;
    const char *list = parameters;
    ss_key_value pair;
    if (!curve->run->has_value || strcmp(row->problem, problem) != 0 ||
        strcmp(row->solver, solver) != 0 || strcmp(row->outer, "nlgs") != 0 ||
        strcmp(row->stop, "eps") != 0 || strcmp(row->warm_start, "no") != 0 ||
        row->follows[0] != '\0')
        return false;
    while (ss_pairs_next(&list, &pair)) {
        const bool varied = !curves->of_solver && ss_pairs_in(&pair, curves->parameter);
        if (!varied && !ss_pairs_in(&pair, "max-sweeps") &&
            !ss_pairs_agree(parameters, row->parameters, &pair))
            return false;
    }
    return true;
}

/* Resolve a row of runs.csv with all its defaults, and add its sweeps to every question that has a
 * curve of its; once each. */
static bool add_run(ss_study_curves *curves, const ss_paper_run *run, double sweeps,
                    ss_error *error)
{
    ss_problem_choice problem = {.params = NULL};
    ss_choice local = {.values = NULL};
    ss_study_paper_point point = {.table = run->table, .sweeps = sweeps};
    size_t next_question = 0;
    bool added = ss_problem_choice_parse(&problem, run->problem, error) &&
                 ss_problem_choice_set_list(&problem, run->set, error) &&
                 ss_choice_parse(&local, run->solver, SS_CHOICE_LOCAL, error);
    const bool told = added && ss_pairs_number(curves->of_solver ? local.values : problem.values,
                                               curves->parameter, &point.value);
    for (size_t k = 0; told && added && k < curves->n_curves; ++k) {
        const ss_study_curve *const curve = &curves->curves[k];
        const char *const solver = local.solver->name;
        if (curve->question < next_question ||
            !matches(curves, curve, run->problem, problem.values, solver))
            continue;
        ss_study_paper_point *const grown =
            reallocarray(curves->paper, curves->n_paper + 1, sizeof *grown);
        added = grown != NULL || ss_error_memory(error, "a paper's points");
        if (added) {
            snprintf(point.solver, sizeof point.solver, "%s", solver);
            point.question = curve->question;
            next_question = curve->question + 1;
            curves->paper = grown;
            grown[curves->n_paper++] = point;
        }
    }
    ss_choice_free(&local);
    ss_problem_choice_free(&problem);
    return added;
}

static int compare_points(const void *left, const void *right)
{
    const ss_study_paper_point *const a = left, *const b = right;
    int order = (a->question > b->question) - (a->question < b->question);
    order = order != 0 ? order : (a->table > b->table) - (a->table < b->table);
    order = order != 0 ? order : (a->value > b->value) - (a->value < b->value);
    return order != 0 ? order : strcmp(a->solver, b->solver);
}

bool ss_study_paper_points_find(ss_study_curves *curves, const char *paper, ss_error *error)
{
    ss_paper_runs runs = {.n = 0};
    ss_paper_table table = {.number = 0};
    bool valid = ss_paper_runs_load(&runs, paper, error);
    for (size_t k = 0; valid && k < runs.n; ++k) {
        const ss_paper_run *const run = &runs.runs[k];
        if (strcmp(run->reading, runs.runs[0].reading) != 0)
            continue;                     /* as printed only */
        if (run->table != table.number) { /* that reading goes table by table */
            ss_paper_table_free(&table);
            valid = ss_paper_table_load(&table, paper, run->table, error);
        }
        for (size_t c = 0; valid && c < table.n_cells; ++c) {
            const ss_paper_cell *const cell = &table.cells[c]; /* a cap is no count */
            if (strcmp(cell->line.row, run->row) == 0 && strcmp(cell->line.column, "sweeps") == 0 &&
                cell->rule->kind != SS_VERDICT_CAP && !isnan(cell->paper))
                valid = add_run(curves, run, cell->paper, error);
        }
    }
    ss_paper_table_free(&table);
    ss_paper_runs_free(&runs);
    if (curves->n_paper > 0)
        qsort(curves->paper, curves->n_paper, sizeof *curves->paper, compare_points);
    for (size_t k = 0; k < curves->n_paper; ++k) {
        size_t j = 0;
        while (curves->paper[j].question != curves->paper[k].question ||
               strcmp(curves->paper[j].solver, curves->paper[k].solver) != 0)
            ++j;
        curves->paper[k].first = j == k;
    }
    return valid;
}

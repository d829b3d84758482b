/* Runs as a grid of questions and contenders: rows made here, not of a file.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/tables/grid.h"
#include "harness/tables/label.h"
#include "tests/support/compared.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

static ss_record records[MOST];
static size_t n_records;
static ss_grid grid;
static ss_error error;

static const ss_question_rule whole = {SS_QUESTION, "", ""};

static void begin(void)
{
    n_records = 0;
    grid = (ss_grid){.n = 0};
    error = (ss_error){SS_ERROR_NONE, ""};
}

static void end(void)
{
    ss_grid_free(&grid);
}

TestSuite(run_grid, .init = begin, .fini = end);

/* Add a solved run that took `sweeps`; the lines of the file fall, so that nothing is sorted yet.
 */
static ss_record *add(const char *problem, const char *solver, const char *outer, size_t sweeps)
{
    ss_record *const record = &records[n_records];
    *record = (ss_record){
        .row = test_plain_row(), .outcome = SS_OUTCOME_SOLVED, .line = 100 - n_records++};
    record->row.problem = problem;
    record->row.solver = solver;
    record->row.outer = outer;
    record->row.sweeps_total = sweeps;
    cr_assert(ss_grid_add(&grid, record, 0, &error), "%s", error.text);
    return record;
}

static void arrange(bool by_outer)
{
    const ss_grid_rule rule = {whole, whole};
    cr_assert(ss_grid_name(&grid, by_outer, &error) && ss_grid_arrange(&grid, &rule, &error), "%s",
              error.text);
}

/* The cells "problem:solver" in the order of the grid, a bar between questions. */
static void expect_cells(const char *wanted)
{
    char got[400] = "";
    for (size_t q = 0; q < grid.n_questions; ++q) {
        strcat(got, q > 0 ? " |" : "");
        for (size_t k = 0; k < grid.questions[q].n; ++k) {
            const ss_summary_row *const row = &grid.questions[q].rows[k].record->row;
            sprintf(got + strlen(got), " %s:%s", row->problem, row->solver);
        }
    }
    cr_expect_str_eq(got, wanted);
}

/* Questions by their keys; in one of them contenders in the order in which they first came, and in
 * a cell the lines of the file. */
Test(run_grid, rows_stand_by_question_contender_and_line)
{
    add("q", "b", "nlgs", 1);
    add("p", "a", "nlgs", 1);
    const ss_record *const late = add("p", "b", "nlgs", 1), *const early = add("p", "b", "nlgs", 1);
    arrange(false);
    expect_cells(" p:b p:b p:a | q:b");
    const ss_grid_question *const question = &grid.questions[0];
    cr_expect_eq(question->rows[0].record, early, "line %zu is before line %zu", early->line,
                 late->line);
    cr_expect_eq(ss_grid_cell_end(question, 0), 2);
    cr_expect_eq(ss_grid_cell_end(question, 2), 3);
}

/* A question stays that all answered and that had something to do; the reasons are counted. */
Test(run_grid, questions_are_left_out_for_a_reason)
{
    size_t n[SS_GRID_REASONS];
    add("p", "a", "nlgs", 3);
    add("p", "b", "nlgs", 0);
    add("q", "a", "nlgs", 3);
    add("r", "a", "nlgs", 0);
    add("r", "b", "nlgs", 0);
    add("s", "a", "nlgs", 0);
    add("s", "b", "nlgs", 0)->outcome = SS_OUTCOME_CRASHED;
    arrange(false);
    cr_expect_eq(grid.questions[1].left_out, SS_GRID_NOT_BY_ALL);
    ss_grid_keep_taken(&grid, n);
    cr_expect(n[SS_GRID_TAKEN] == 2 && n[SS_GRID_NOT_BY_ALL] == 1 && n[SS_GRID_IDLE] == 1);
    expect_cells(" p:a p:b | s:a s:b");
}

/* The outer solver tells contenders apart where it is asked to, and the plain nlgs goes unsaid. */
Test(run_grid, contenders_are_named_as_on_a_command_line)
{
    add("p", "a", "nlgs", 1);
    add("p", "a", "nlgs-sor", 1);
    add("p", "c", "", 1);
    arrange(true);
    cr_assert_eq(grid.n_contenders, 3);
    cr_expect_str_eq(grid.contenders[0].label, "a");
    cr_expect_str_eq(grid.contenders[1].label, "nlgs-sor[local=a]");
    cr_expect_str_eq(grid.contenders[2].label, "c");
    char *const label = ss_label_contender("a[tol=1]", "x[w=2]");
    cr_expect_str_eq(label, "x[w=2,local=a[tol=1]]");
    free(label);
}

/* The chosen ones in the order of the list; the rows of the others are gone. */
Test(run_grid, contenders_are_chosen)
{
    static const size_t chosen[] = {2, 0};
    const ss_grid_rule rule = {whole, whole};
    add("p", "a", "nlgs", 1);
    add("p", "b", "nlgs", 1);
    add("p", "c", "nlgs", 1);
    cr_assert(ss_grid_name(&grid, false, &error) && ss_grid_choose(&grid, chosen, 2, &error) &&
              ss_grid_arrange(&grid, &rule, &error));
    expect_cells(" p:c p:a");
    cr_expect(grid.n_contenders == 2 && strcmp(grid.contenders[0].label, "c") == 0);
}

/* Frozen problems have a rule of their own; what was dropped is no part of the next arrangement. */
Test(run_grid, another_rule_and_fewer_rows)
{
    const ss_question_rule stop = {SS_ASKED_STOP, "", ""};
    const ss_grid_rule one_field = {whole, stop};
    add("file:p", "a", "nlgs", 1);
    add("file:q", "b", "nlgs", 1);
    add("p", "c", "nlgs", 1);
    arrange(false);
    cr_expect_eq(grid.n_questions, 3);
    cr_assert(ss_grid_arrange(&grid, &one_field, &error));
    cr_expect_eq(grid.n_questions, 2);
    for (size_t k = 0; k < grid.n; ++k)
        if (strcmp(grid.rows[k].record->row.solver, "a") == 0)
            grid.rows[k].record = NULL;
    ss_grid_drop(&grid);
    cr_assert(ss_grid_arrange(&grid, &one_field, &error));
    cr_expect(grid.n == 2 && grid.n_questions == 2);
}

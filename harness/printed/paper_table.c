/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/paper_table.h"

#include "harness/tables/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool bad_cell(const ss_csv *file, size_t row, const char *what, const char *which,
                     ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: %s '%.60s'", file->path,
                        file->lines[row + 1], what, which);
}

/* Index of the cell, n_cells if the table has none. */
static size_t find_cell(const ss_paper_table *table, const char *row, const char *column)
{
    size_t k = 0;
    while (k < table->n_cells &&
           (strcmp(table->cells[k].row, row) != 0 || strcmp(table->cells[k].column, column) != 0))
        ++k;
    return k;
}

static bool check_columns(const ss_csv *file, ss_error *error)
{
    static const char *const columns[] = {"table", "row", "column", "paper", "rule", "reason"};
    for (size_t k = 0; k < sizeof columns / sizeof *columns; ++k)
        if (file->n_rows > 0 && ss_csv_text(file, 0, columns[k]) == NULL)
            return ss_error_set(error, SS_ERROR_DATA, "%.300s, line 1: no column %s", file->path,
                                columns[k]);
    return true;
}

static bool can_judge(ss_verdict_kind kind, double paper)
{
    switch (kind) {
    case SS_VERDICT_KIND_RATIO:
        return isfinite(paper) && paper > 0.0;
    case SS_VERDICT_KIND_ABSOLUTE:
        return paper == 0.0;
    case SS_VERDICT_KIND_NONE:
        return isnan(paper);
    default:
        return false;
    }
}

static bool read_cell(ss_paper_table *table, size_t row, ss_error *error)
{
    const ss_csv *file = &table->file;
    const char *rule = ss_csv_text(file, row, "rule");
    ss_paper_cell cell = {.row = ss_csv_text(file, row, "row"),
                          .column = ss_csv_text(file, row, "column"),
                          .paper_text = ss_csv_text(file, row, "paper"),
                          .reason = ss_csv_text(file, row, "reason"),
                          .rule = ss_verdict_find(&table->rules, rule),
                          .reference = table->n_cells,
                          .ours = NAN};
    if (!ss_csv_real(file, row, "paper", &cell.paper, error))
        return false;
    if (cell.rule == NULL)
        return bad_cell(file, row, "unknown rule", rule, error);
    if (!can_judge(cell.rule->kind, cell.paper))
        return bad_cell(file, row, "a number that its rule cannot judge:", cell.paper_text, error);
    if (find_cell(table, cell.row, cell.column) < table->n_cells)
        return bad_cell(file, row, "a second value of", cell.column, error);
    table->cells[table->n_cells++] = cell;
    return true;
}

static bool read_cells(ss_paper_table *table, ss_error *error)
{
    const ss_csv *file = &table->file;
    for (size_t row = 0; row < file->n_rows; ++row) {
        double number;
        if (!ss_csv_real(file, row, "table", &number, error))
            return false;
        if (number == (double)table->number && !read_cell(table, row, error))
            return false;
    }
    if (table->n_cells > 0)
        return true;
    return ss_error_set(error, SS_ERROR_DATA, "%.300s has no table %zu", file->path, table->number);
}

static bool find_references(ss_paper_table *table, ss_error *error)
{
    for (size_t k = 0; k < table->n_cells; ++k) {
        ss_paper_cell *cell = &table->cells[k];
        if (cell->rule->reference[0] == '\0')
            continue;
        cell->reference = find_cell(table, cell->rule->reference, cell->column);
        if (cell->reference == table->n_cells)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%.300s: rule %.60s needs row '%.60s' of column %.60s in table %zu",
                                table->file.path, cell->rule->id, cell->rule->reference,
                                cell->column, table->number);
    }
    return true;
}

static double no_value(const void *context, const char *row, const char *column)
{
    (void)context, (void)row, (void)column;
    return NAN;
}

bool ss_paper_table_load(ss_paper_table *table, const char *folder, size_t number, ss_error *error)
{
    char rules[SS_PATH_SIZE], cells[SS_PATH_SIZE];
    *table = (ss_paper_table){.number = number};
    bool ok = ss_path_join(rules, sizeof rules, folder, "rules.csv", error) &&
              ss_path_join(cells, sizeof cells, folder, "tables.csv", error) &&
              ss_verdict_read(&table->rules, rules, error) &&
              ss_csv_read(&table->file, cells, error) && check_columns(&table->file, error);
    if (!ok)
        goto out;
    table->cells = calloc(table->file.n_rows + 1, sizeof *table->cells);
    ok = table->cells != NULL;
    if (!ok)
        ss_error_set(error, SS_ERROR_MEMORY, "out of memory for table %zu", number);
    ok = ok && read_cells(table, error) && find_references(table, error);
out:
    if (ok)
        ss_paper_table_compare(table, no_value, NULL);
    else
        ss_paper_table_free(table);
    return ok;
}

void ss_paper_table_free(ss_paper_table *table)
{
    free(table->cells);
    ss_csv_free(&table->file);
    ss_verdict_free(&table->rules);
    *table = (ss_paper_table){0};
}

static void judge_cell(ss_paper_table *table, size_t k)
{
    ss_paper_cell *cell = &table->cells[k];
    const ss_paper_cell *reference = &table->cells[cell->reference];
    const bool relative = cell->rule->reference[0] != '\0';
    cell->paper_compared = relative ? cell->paper / reference->paper : cell->paper;
    cell->ours_compared = relative ? cell->ours / reference->ours : cell->ours;
    cell->ratio = cell->ours_compared / cell->paper_compared;
    if (!isfinite(cell->ratio))
        cell->ratio = NAN;
    cell->verdict = ss_verdict_judge(cell->rule, cell->paper_compared, cell->ours_compared);
    if (relative && cell->reference == k && !isnan(cell->ours))
        cell->verdict = SS_VERDICT_REFERENCE;
}

void ss_paper_table_compare(ss_paper_table *table, ss_paper_lookup *lookup, const void *context)
{
    for (size_t k = 0; k < table->n_cells; ++k)
        table->cells[k].ours = lookup(context, table->cells[k].row, table->cells[k].column);
    for (size_t k = 0; k < table->n_cells; ++k)
        judge_cell(table, k);
}

size_t ss_paper_table_count(const ss_paper_table *table, ss_verdict verdict)
{
    size_t n = 0;
    for (size_t k = 0; k < table->n_cells; ++k)
        n += table->cells[k].verdict == verdict;
    return n;
}

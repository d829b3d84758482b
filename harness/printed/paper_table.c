/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/printed/paper_table.h"

#include "harness/tables/output.h"
#include "harness/tables/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool bad_line(const ss_csv *file, size_t row, const char *what, const char *which,
                     ss_error *error)
{
    return ss_error_set(error, SS_ERROR_DATA, "%.300s, line %zu: %s '%.60s'", file->path,
                        ss_csv_line(file, row), what, which);
}

/* ---- rules ---- */

/* A limit written in decimal includes itself: |1.01 - 1| <= 0.01 fails in binary without it. */
static const double rounding = 1e-12;

static const ss_field rule_fields[] = {
    {.name = "rule", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_verdict_rule, id)},
    {.name = "kind", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_verdict_rule, kind_word)},
    {.name = "match", .kind = SS_FIELD_REAL, .offset = offsetof(ss_verdict_rule, match)},
    {.name = "within", .kind = SS_FIELD_REAL, .offset = offsetof(ss_verdict_rule, within)},
    {.name = "reference", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_verdict_rule, reference)},
    {.name = "description",
     .kind = SS_FIELD_TEXT,
     .offset = offsetof(ss_verdict_rule, description)},
};

const char *ss_verdict_word(ss_verdict verdict)
{
    static const char *const words[] = {
#define X(id, word) word,
        SS_VERDICT_LIST(X)
#undef X
    };
    return words[verdict];
}

static ss_verdict judge_ratio(const ss_verdict_rule *rule, double paper, double ours)
{
    if (!(paper > 0.0) || !(ours > 0.0) || isinf(paper) || isinf(ours))
        return SS_VERDICT_DIFFERS;
    const double ratio = ours / paper;
    const double factor = ratio > 1.0 ? ratio : paper / ours;
    if (fabs(ratio - 1.0) <= rule->match + rounding)
        return SS_VERDICT_MATCH;
    return factor <= rule->within * (1.0 + rounding) ? SS_VERDICT_WITHIN : SS_VERDICT_DIFFERS;
}

static ss_verdict judge_absolute(const ss_verdict_rule *rule, double ours)
{
    if (fabs(ours) <= rule->match)
        return SS_VERDICT_MATCH;
    return fabs(ours) < rule->within ? SS_VERDICT_WITHIN : SS_VERDICT_DIFFERS;
}

ss_verdict ss_verdict_judge(const ss_verdict_rule *rule, double paper, double ours)
{
    if (isnan(ours))
        return SS_VERDICT_MISSING;
    if (rule->kind == SS_VERDICT_NONE)
        return SS_VERDICT_BESIDE;
    if (isnan(paper))
        return SS_VERDICT_MISSING;
    return rule->kind == SS_VERDICT_RATIO ? judge_ratio(rule, paper, ours)
                                          : judge_absolute(rule, ours);
}

const ss_verdict_rule *ss_verdict_find(const ss_paper_table *table, const char *id)
{
    for (size_t k = 0; k < table->n_rules; ++k)
        if (strcmp(table->rules[k].id, id) == 0)
            return &table->rules[k];
    return NULL;
}

/* Accept the next rule as the one more that ss_verdict_find finds. */
static bool check_rule(ss_paper_table *table, ss_error *error)
{
    static const char *const kinds[] = {"ratio", "absolute", "none"};
    const size_t row = table->n_rules;
    ss_verdict_rule *const rule = &table->rules[row];
    int kind = 0;
    while (kind < 3 && strcmp(rule->kind_word, kinds[kind]) != 0)
        ++kind;
    rule->kind = (ss_verdict_kind)kind;
    const double least = rule->kind == SS_VERDICT_RATIO ? 1.0 : 0.0;
    const char *const wrong =
        rule->id[0] == '\0' || ss_verdict_find(table, rule->id) != NULL
            ? "a rule needs a name of its own, not"
        : kind == 3 ? "the kind of a rule is ratio, absolute or none, not"
        : !(rule->match >= 0.0) || !(rule->within >= least) || isinf(rule->match + rule->within)
            ? "match is at least 0, within a factor of at least 1, not so in"
            : NULL;
    ++table->n_rules;
    return wrong == NULL ||
           bad_line(&table->rules_file, row, wrong, kind == 3 ? rule->kind_word : rule->id, error);
}

static bool read_rules(ss_paper_table *table, const char *path, ss_error *error)
{
    static const ss_table columns = {.fields = rule_fields,
                                     .n_fields = sizeof rule_fields / sizeof rule_fields[0]};
    table->rules =
        ss_record_read_file(&columns, &table->rules_file, path, sizeof *table->rules, error);
    bool ok = table->rules != NULL;
    while (ok && table->n_rules < table->rules_file.n_rows)
        ok = check_rule(table, error);
    return ok;
}

/* ---- cells ---- */

/* A row of tables.csv. */
typedef struct line {
    size_t table;
    const char *rule;
    ss_paper_cell cell;
} line;

static const ss_field line_fields[] = {
    {.name = "table", .kind = SS_FIELD_COUNT, .offset = offsetof(line, table)},
    {.name = "row", .kind = SS_FIELD_TEXT, .offset = offsetof(line, cell.row)},
    {.name = "column", .kind = SS_FIELD_TEXT, .offset = offsetof(line, cell.column)},
    {.name = "paper", .kind = SS_FIELD_TEXT, .offset = offsetof(line, cell.paper_text)},
    {.name = "paper", .kind = SS_FIELD_REAL, .offset = offsetof(line, cell.paper)},
    {.name = "rule", .kind = SS_FIELD_TEXT, .offset = offsetof(line, rule)},
    {.name = "reason", .kind = SS_FIELD_TEXT, .offset = offsetof(line, cell.reason)},
};

/* Index of the cell, n_cells if the table has none. */
static size_t find_cell(const ss_paper_table *table, const char *row, const char *column)
{
    size_t k = 0;
    while (k < table->n_cells &&
           (strcmp(table->cells[k].row, row) != 0 || strcmp(table->cells[k].column, column) != 0))
        ++k;
    return k;
}

static bool can_judge(ss_verdict_kind kind, double paper)
{
    return kind == SS_VERDICT_RATIO      ? isfinite(paper) && paper > 0.0
           : kind == SS_VERDICT_ABSOLUTE ? paper == 0.0
                                         : isnan(paper);
}

static bool add_cell(ss_paper_table *table, const line *in, size_t row, ss_error *error)
{
    ss_paper_cell cell = in->cell;
    cell.rule = ss_verdict_find(table, in->rule);
    cell.reference = table->n_cells;
    if (cell.rule == NULL)
        return bad_line(&table->cells_file, row, "unknown rule", in->rule, error);
    if (!can_judge(cell.rule->kind, cell.paper))
        return bad_line(&table->cells_file, row,
                        "a number that its rule cannot judge:", cell.paper_text, error);
    if (find_cell(table, cell.row, cell.column) < table->n_cells)
        return bad_line(&table->cells_file, row, "a second value of", cell.column, error);
    table->cells[table->n_cells++] = cell;
    return true;
}

static bool read_cells(ss_paper_table *table, const char *path, ss_error *error)
{
    static const ss_table columns = {.fields = line_fields,
                                     .n_fields = sizeof line_fields / sizeof line_fields[0]};
    line *const lines =
        ss_record_read_file(&columns, &table->cells_file, path, sizeof *lines, error);
    const size_t n = table->cells_file.n_rows;
    table->cells = lines != NULL ? calloc(n + 1, sizeof *table->cells) : NULL;
    bool ok = table->cells != NULL ||
              ss_error_set(error, SS_ERROR_MEMORY, "out of memory for table %zu", table->number);
    for (size_t row = 0; ok && row < n; ++row)
        ok = lines[row].table != table->number || add_cell(table, &lines[row], row, error);
    free(lines);
    if (ok && table->n_cells == 0)
        ok = ss_error_set(error, SS_ERROR_DATA, "%.300s has no table %zu", path, table->number);
    return ok;
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
                                table->cells_file.path, cell->rule->id, cell->rule->reference,
                                cell->column, table->number);
    }
    return true;
}

bool ss_paper_table_load(ss_paper_table *table, const char *folder, size_t number, ss_error *error)
{
    char rules[SS_PATH_SIZE], cells[SS_PATH_SIZE];
    *table = (ss_paper_table){.number = number};
    const bool ok = ss_path_join(rules, sizeof rules, folder, "rules.csv", error) &&
                    ss_path_join(cells, sizeof cells, folder, "tables.csv", error) &&
                    read_rules(table, rules, error) && read_cells(table, cells, error) &&
                    find_references(table, error);
    if (ok)
        ss_paper_table_compare(table, NULL, NULL);
    else
        ss_paper_table_free(table);
    return ok;
}

void ss_paper_table_free(ss_paper_table *table)
{
    free(table->cells);
    free(table->rules);
    ss_csv_free(&table->cells_file);
    ss_csv_free(&table->rules_file);
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
        table->cells[k].ours =
            lookup != NULL ? lookup(context, table->cells[k].row, table->cells[k].column) : NAN;
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

/* ---- runs ---- */

static const ss_field run_fields[] = {
    {.name = "table", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, table)},
    {.name = "row", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, row)},
    {.name = "problem", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, problem)},
    {.name = "solver", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, solver)},
    {.name = "set", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, set)},
    {.name = "trace", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, trace)},
    {.name = "quick_steps", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, quick_steps)},
    {.name = "weight", .kind = SS_FIELD_REAL, .offset = offsetof(ss_paper_run, weight)},
};

bool ss_paper_runs_load(ss_paper_runs *runs, const char *paper, ss_error *error)
{
    static const ss_table columns = {.fields = run_fields,
                                     .n_fields = sizeof run_fields / sizeof run_fields[0]};
    char path[SS_PATH_SIZE];
    *runs = (ss_paper_runs){.n = 0};
    if (ss_path_join(path, sizeof path, paper, "runs.csv", error))
        runs->runs = ss_record_read_file(&columns, &runs->file, path, sizeof *runs->runs, error);
    bool valid = runs->runs != NULL;
    for (; valid && runs->n < runs->file.n_rows; ++runs->n)
        if (runs->runs[runs->n].table < 1 || runs->runs[runs->n].quick_steps < 1)
            valid = ss_error_set(error, SS_ERROR_DATA,
                                 "%.200s, line %zu: table and quick_steps must be 1 or more", path,
                                 ss_csv_line(&runs->file, runs->n));
    if (!valid)
        ss_paper_runs_free(runs);
    return valid;
}

void ss_paper_runs_free(ss_paper_runs *runs)
{
    free(runs->runs);
    ss_csv_free(&runs->file);
    *runs = (ss_paper_runs){.n = 0};
}

const ss_paper_run *ss_paper_runs_find(const ss_paper_runs *runs, size_t number, const char *row)
{
    for (size_t k = 0; k < runs->n; ++k)
        if (runs->runs[k].table == number && strcmp(runs->runs[k].row, row) == 0)
            return &runs->runs[k];
    return NULL;
}

const ss_paper_run *ss_paper_runs_show(const ss_paper_runs *runs, const char *problem,
                                       const char *solver)
{
    for (size_t k = 0; k < runs->n; ++k)
        if (strcmp(runs->runs[k].problem, problem) == 0 && strcmp(runs->runs[k].row, solver) == 0)
            return &runs->runs[k];
    return NULL;
}

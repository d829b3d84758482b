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
    return ss_error_set(error, SS_ERROR_DATA, "%s, line %zu: %s '%s'", file->path,
                        ss_csv_line(file, row), what, which);
}

/* ---- rules ---- */

static const ss_field rule_fields[] = {
    {.name = "rule", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_verdict_rule, id)},
    {.name = "kind", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_verdict_rule, kind_word)},
    {.name = "match", .kind = SS_FIELD_REAL, .offset = offsetof(ss_verdict_rule, match)},
    {.name = "near", .kind = SS_FIELD_REAL, .offset = offsetof(ss_verdict_rule, near)},
    {.name = "reference", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_verdict_rule, reference)},
    {.name = "description",
     .kind = SS_FIELD_TEXT,
     .offset = offsetof(ss_verdict_rule, description)},
};

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
    char unknown[160];
    const size_t row = table->n_rules;
    ss_verdict_rule *const rule = &table->rules[row];
    const bool known = ss_verdict_kind_find(rule->kind_word, &rule->kind);
    snprintf(unknown, sizeof unknown, "the kind of a rule is %s, not", ss_verdict_kind_words);
    const char *const wrong = rule->id[0] == '\0' || ss_verdict_find(table, rule->id) != NULL
                                  ? "a rule needs a name of its own, not"
                              : !known ? unknown
                              : !ss_verdict_rule_holds(rule)
                                  ? "match is at least 0, near a factor of at least 1, "
                                    "not so in"
                                  : NULL;
    ++table->n_rules;
    return wrong == NULL ||
           bad_line(&table->rules_file, row, wrong, known ? rule->id : rule->kind_word, error);
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

/* A column that only papers with ranges have. */
static const ss_field range_fields[] = {
    {.name = "to", .kind = SS_FIELD_REAL, .offset = offsetof(line, cell.to)},
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

static bool add_cell(ss_paper_table *table, const line *in, size_t row, ss_error *error)
{
    ss_paper_cell cell = in->cell;
    cell.rule = ss_verdict_find(table, in->rule);
    cell.reference = table->n_cells;
    if (cell.rule == NULL)
        return bad_line(&table->cells_file, row, "unknown rule", in->rule, error);
    if (!ss_verdict_can_judge(cell.rule->kind, cell.paper, cell.to))
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
    static const ss_table range = {.fields = range_fields, .n_fields = 1};
    line *const lines =
        ss_record_read_file(&columns, &table->cells_file, path, sizeof *lines, error);
    const size_t n = table->cells_file.n_rows;
    table->cells = lines != NULL ? calloc(n + 1, sizeof *table->cells) : NULL;
    bool ok = table->cells != NULL ||
              ss_error_set(error, SS_ERROR_MEMORY, "out of memory for table %zu", table->number);
    for (size_t row = 0; ok && row < n; ++row)
        ok = ss_record_read(&range, &table->cells_file, row, &lines[row], error) &&
             (lines[row].table != table->number || add_cell(table, &lines[row], row, error));
    free(lines);
    if (ok && table->n_cells == 0)
        ok = ss_error_set(error, SS_ERROR_DATA, "%s has no table %zu", path, table->number);
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
                                "%s: rule %s needs row '%s' of column %s in table %zu",
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
        ss_paper_table_compare(table, NULL, 0, NULL);
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

/* Our numbers of one cell, instance by instance. */
typedef struct numbers {
    double ours[SS_PAPER_INSTANCES];
    double compared[SS_PAPER_INSTANCES]; /* relative to the reference cell, if it has one */
    double agreeing[SS_PAPER_INSTANCES]; /* the same where it can agree, else NaN */
} numbers;

static bool is_of_last_step(ss_verdict_kind kind)
{
    return kind == SS_VERDICT_RESIDUAL || kind == SS_VERDICT_ABSOLUTE ||
           kind == SS_VERDICT_ROUNDING;
}

/* The verdict on a cell whose band is set: see ss_paper_table_compare. */
static ss_verdict judge_agreeing(const ss_paper_cell *cell, double *agreeing, size_t n)
{
    ss_paper_band band = ss_paper_band_of(agreeing, n);
    if (cell->band.n == 0 || cell->rule->kind == SS_VERDICT_CAP ||
        cell->rule->kind == SS_VERDICT_NONE)
        return ss_verdict_judge(cell->rule, cell->paper_compared, cell->to, &cell->band);
    if (2 * band.n <= cell->band.n)
        band.median = INFINITY;
    return band.n == 0 ? SS_VERDICT_OUTSIDE
                       : ss_verdict_judge(cell->rule, cell->paper_compared, cell->to, &band);
}

/* One number of ours, beside the same of the reference row: of the instance, and the mean. */
static double relative_to(ss_verdict_kind kind, double ours, double other, double mean)
{
    return kind == SS_VERDICT_SIGN    ? ours - other
           : kind == SS_VERDICT_BOUND ? ours / mean
                                      : ours / other;
}

/* The question to a printed table, of n instances. */
typedef struct asking {
    ss_paper_lookup *lookup;
    size_t n;
    const void *context;
} asking;

/* Mean over the instances of the cell that others are compared with. */
static double mean_of(const asking *ask, const ss_paper_cell *cell)
{
    double values[SS_PAPER_INSTANCES];
    for (size_t i = 0; i < ask->n; ++i)
        values[i] = ask->lookup(ask->context, cell->row, cell->column, i);
    return ss_paper_band_of(values, ask->n).mean;
}

/* Fill in the numbers of cell k; returns how many of them end at the cap. */
static size_t ask_cell(const ss_paper_table *table, size_t k, const asking *ask, numbers *of)
{
    size_t n_capped = 0;
    const ss_paper_cell *const cell = &table->cells[k];
    const ss_paper_cell *const reference = &table->cells[cell->reference];
    const ss_verdict_kind kind = cell->rule->kind;
    const bool relative = cell->rule->reference[0] != '\0';
    const size_t count = find_cell(table, cell->row, "sweeps");
    const bool counted = count < table->n_cells;
    const bool paper_capped = counted && table->cells[count].rule->kind == SS_VERDICT_CAP;
    const double mean = relative && kind == SS_VERDICT_BOUND ? mean_of(ask, reference) : NAN;
    for (size_t i = 0; i < ask->n; ++i) {
        const bool capped = counted && isinf(ask->lookup(ask->context, cell->row, "sweeps", i));
        const bool agrees = is_of_last_step(kind) ? capped == paper_capped : true;
        of->ours[i] = of->compared[i] = ask->lookup(ask->context, cell->row, cell->column, i);
        if (relative)
            of->compared[i] =
                relative_to(kind, of->ours[i],
                            ask->lookup(ask->context, reference->row, reference->column, i), mean);
        of->agreeing[i] = agrees && isfinite(of->compared[i]) ? of->compared[i] : NAN;
        n_capped += capped && !isnan(of->compared[i]);
    }
    return n_capped;
}

/* Is ours compared with a number of the paper, and not with a bound or a word? */
static bool is_of_printed(ss_verdict_kind kind)
{
    return kind != SS_VERDICT_SIGN && kind != SS_VERDICT_BOUND && kind != SS_VERDICT_AT_MOST &&
           kind != SS_VERDICT_AT_LEAST && kind != SS_VERDICT_TREND;
}

/* Judge cell k by its numbers. */
static void judge_cell(ss_paper_table *table, size_t k, const asking *ask)
{
    numbers of;
    ss_paper_cell *const cell = &table->cells[k];
    const ss_verdict_kind kind = cell->rule->kind;
    const bool relative = cell->rule->reference[0] != '\0';
    const bool of_printed = is_of_printed(kind);
    const size_t n_capped = ask_cell(table, k, ask, &of);
    cell->paper_compared =
        relative && of_printed ? cell->paper / table->cells[cell->reference].paper : cell->paper;
    cell->ours = ss_paper_band_of(of.ours, ask->n).median;
    cell->band = ss_paper_band_of(of.compared, ask->n);
    cell->band.n_capped = n_capped;
    cell->ratio =
        of_printed && kind != SS_VERDICT_INTERVAL ? cell->band.median / cell->paper_compared : NAN;
    if (!isfinite(cell->ratio))
        cell->ratio = NAN;
    cell->verdict = judge_agreeing(cell, of.agreeing, ask->n);
    if (relative && cell->reference == k && cell->band.n > 0)
        cell->verdict = SS_VERDICT_REFERENCE;
}

void ss_paper_table_compare(ss_paper_table *table, ss_paper_lookup *lookup, size_t n,
                            const void *context)
{
    const asking ask = {lookup, n, context};
    for (size_t k = 0; k < table->n_cells; ++k)
        judge_cell(table, k, &ask);
}

size_t ss_paper_table_count(const ss_paper_table *table, ss_verdict verdict)
{
    size_t n = 0;
    for (size_t k = 0; k < table->n_cells; ++k)
        n += table->cells[k].verdict == verdict;
    return n;
}

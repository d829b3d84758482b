/* Printed tables: loaded and checked, then compared cell by cell with what a lookup tells of each
 * instance. A cell sees three lists of our numbers: all of them, the same beside its reference row,
 * and of these the ones that can agree.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
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

const ss_verdict_rule *ss_verdict_find(const ss_paper_table *table, const char *id)
{
    for (size_t k = 0; k < table->n_rules; ++k)
        if (strcmp(table->rules[k].id, id) == 0)
            return &table->rules[k];
    return NULL;
}

#define KIND_WORD(id, word) word ", " /* for messages: "ratio, residual, ..." */

/* Read all rules, also those that the table does not use: a slip is told whatever is wanted. */
static bool read_rules(ss_paper_table *table, const char *folder, ss_error *error)
{
    static const ss_field fields[] = {
        {.name = "rule", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_verdict_rule, id)},
        {.name = "kind", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_verdict_rule, kind_word)},
        {.name = "match", .kind = SS_FIELD_REAL, .offset = offsetof(ss_verdict_rule, match)},
        {.name = "near", .kind = SS_FIELD_REAL, .offset = offsetof(ss_verdict_rule, near)},
        {.name = "reference", .offset = offsetof(ss_verdict_rule, reference)},
        {.name = "description", .offset = offsetof(ss_verdict_rule, description)},
    };
    static const ss_table columns = {
        .file = "rules.csv", .fields = fields, .n_fields = sizeof fields / sizeof *fields};
    ss_csv *const file = &table->rules_file;
    table->rules = ss_record_read_folder(&columns, file, folder, sizeof *table->rules, error);
    bool ok = table->rules != NULL;
    for (; ok && table->n_rules < file->n_rows; ++table->n_rules) {
        ss_verdict_rule *const rule = &table->rules[table->n_rules];
        rule->kind = ss_verdict_kind_find(rule->kind_word);
        if (rule->kind == SS_N_VERDICT_KINDS)
            ok = bad_line(file, table->n_rules,
                          "the kind of a rule is " SS_VERDICT_KIND_LIST(KIND_WORD) "not",
                          rule->kind_word, error);
        else if (rule->id[0] == '\0' || ss_verdict_find(table, rule->id) != NULL)
            ok = bad_line(file, table->n_rules, "a rule needs a name of its own, not", rule->id,
                          error);
        else if (!ss_verdict_rule_holds(rule))
            ok = bad_line(file, table->n_rules,
                          "match is at least 0, near a factor of at least 1, not so in", rule->id,
                          error);
    }
    return ok;
}

/* ---- cells ---- */

/* Index of the cell, n_cells if the table has none. */
static size_t find_cell(const ss_paper_table *table, const char *row, const char *column)
{
    size_t k = 0;
    while (k < table->n_cells && (strcmp(table->cells[k].line.row, row) != 0 ||
                                  strcmp(table->cells[k].line.column, column) != 0))
        ++k;
    return k;
}

/* Add the cell of row k of tables.csv, whose columns are some of tableN.csv's, and `to`. */
static bool add_cell(ss_paper_table *table, size_t k, ss_error *error)
{
    const ss_csv *const file = &table->cells_file;
    ss_paper_cell cell = {.reference = table->n_cells};
    if (!ss_printed_row_read(file, k, &cell.line, error) ||
        !ss_csv_real(file, k, "paper", &cell.paper, error) ||
        (ss_csv_text(file, k, "to") != NULL &&
         !ss_csv_real(file, k, "to", &cell.line.paper_to, error)))
        return false;
    if (cell.line.table != table->number)
        return true;
    cell.rule = ss_verdict_find(table, cell.line.rule);
    if (cell.rule == NULL)
        return bad_line(file, k, "unknown rule", cell.line.rule, error);
    if (!ss_verdict_can_judge(cell.rule->kind, cell.paper, cell.line.paper_to))
        return bad_line(file, k, "a number that its rule cannot judge:", cell.line.paper, error);
    if (find_cell(table, cell.line.row, cell.line.column) < table->n_cells)
        return bad_line(file, k, "a second value of", cell.line.column, error);
    table->cells[table->n_cells++] = cell;
    return true;
}

static bool read_cells(ss_paper_table *table, const char *folder, ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_csv *const file = &table->cells_file;
    bool ok = ss_path_join(path, sizeof path, folder, "tables.csv", error) &&
              ss_csv_read(file, path, error) &&
              ss_record_require(file, "table,row,column,paper,rule,reason", error);
    table->cells = ok ? calloc(file->n_rows + 1, sizeof *table->cells) : NULL;
    if (ok && table->cells == NULL)
        ok = ss_error_set(error, SS_ERROR_MEMORY, "out of memory for table %zu", table->number);
    for (size_t k = 0; ok && k < file->n_rows; ++k)
        ok = add_cell(table, k, error);
    return ok && (table->n_cells > 0 ||
                  ss_error_set(error, SS_ERROR_DATA, "%s has no table %zu", path, table->number));
}

/* A rule with a reference row holds for a column: that row must have the same column. */
static bool find_references(ss_paper_table *table, ss_error *error)
{
    for (size_t k = 0; k < table->n_cells; ++k) {
        ss_paper_cell *cell = &table->cells[k];
        cell->relative = cell->rule->reference[0] != '\0';
        if (!cell->relative)
            continue;
        cell->reference = find_cell(table, cell->rule->reference, cell->line.column);
        if (cell->reference == table->n_cells)
            return ss_error_set(error, SS_ERROR_DATA,
                                "%s: rule %s needs row '%s' of column %s in table %zu",
                                table->cells_file.path, cell->rule->id, cell->rule->reference,
                                cell->line.column, table->number);
    }
    return true;
}

bool ss_paper_table_load(ss_paper_table *table, const char *folder, size_t number, ss_error *error)
{
    *table = (ss_paper_table){.number = number};
    const bool ok = read_rules(table, folder, error) && read_cells(table, folder, error) &&
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

/* The question to a printed table, of n instances. */
typedef struct asking {
    ss_paper_lookup *lookup;
    size_t n;
    const void *context;
    ss_paper_excuse *excuse; /* NULL: none is asked for */
    const char *reason;      /* the last excuse; NULL: none was given */
} asking;

/* Our numbers in a row and column, instance by instance. */
typedef double numbers[SS_PAPER_INSTANCES];

static void ask(asking *of, const char *row, const char *column, numbers ours)
{
    for (size_t i = 0; i < of->n; ++i) {
        const char *const reason =
            of->excuse != NULL ? of->excuse(of->context, row, column, i) : NULL;
        ours[i] = reason == NULL ? of->lookup(of->context, row, column, i) : NAN;
        of->reason = reason != NULL ? reason : of->reason;
    }
}

/* Set our numbers beside those of the reference row: of the instance, or (BOUND) their mean. A sign
 * is one of a difference, all else of a quotient: seconds of two machines are never compared. */
static void relate(ss_verdict_kind kind, numbers ours, numbers others, size_t n)
{
    numbers sorted;
    memcpy(sorted, others, n * sizeof *sorted);
    const double mean = ss_paper_band_of(sorted, n).mean;
    for (size_t i = 0; i < n; ++i)
        ours[i] = kind == SS_VERDICT_SIGN    ? ours[i] - others[i]
                  : kind == SS_VERDICT_BOUND ? ours[i] / mean
                                             : ours[i] / others[i];
}

/* Those of `compared` that can agree, else NaN: finite ones, and what is left of a last step where
 * that ended as the paper's did, solved or at the cap of sweeps. Returns how many are capped. */
static size_t leave_agreeing(const ss_paper_table *table, const ss_paper_cell *cell, asking *of,
                             const numbers compared, numbers agreeing)
{
    numbers counts;
    const ss_verdict_kind kind = cell->rule->kind;
    const bool of_last_step =
        kind == SS_VERDICT_RESIDUAL || kind == SS_VERDICT_ABSOLUTE || kind == SS_VERDICT_ROUNDING;
    const size_t count = find_cell(table, cell->line.row, "sweeps");
    const bool counted = count < table->n_cells;
    const bool paper_capped = counted && table->cells[count].rule->kind == SS_VERDICT_CAP;
    size_t n_capped = 0;
    if (counted)
        ask(of, cell->line.row, "sweeps", counts);
    for (size_t i = 0; i < of->n; ++i) {
        const bool capped = counted && isinf(counts[i]);
        const bool agrees = (!of_last_step || capped == paper_capped) && isfinite(compared[i]);
        agreeing[i] = agrees ? compared[i] : NAN;
        n_capped += capped && !isnan(compared[i]);
    }
    return n_capped;
}

/* The band of a line: our numbers over the instances. */
static void set_band(ss_printed_row *line, const ss_paper_band *band)
{
    line->instances = band->n;
    line->least = band->least;
    line->lower_quartile = band->lower;
    line->upper_quartile = band->upper;
    line->largest = band->largest;
    line->mean = band->mean;
    line->standard_error = band->se;
}

/* Judge cell k by its numbers. */
static void judge_cell(ss_paper_table *table, size_t k, asking *of)
{
    numbers ours, compared, others, agreeing;
    ss_paper_cell *const cell = &table->cells[k];
    const ss_paper_cell *const reference = &table->cells[cell->reference];
    const ss_verdict_kind kind = cell->rule->kind;
    const bool of_printed = /* a number of the paper, and no bound or word */
        kind != SS_VERDICT_SIGN && kind != SS_VERDICT_BOUND && kind != SS_VERDICT_AT_MOST &&
        kind != SS_VERDICT_AT_LEAST && kind != SS_VERDICT_TREND;
    of->excuse = kind != SS_VERDICT_NONE ? table->excuse : NULL;
    of->reason = NULL;
    ask(of, cell->line.row, cell->line.column, ours);
    memcpy(compared, ours, of->n * sizeof *ours);
    if (cell->relative) {
        ask(of, reference->line.row, reference->line.column, others);
        relate(kind, compared, others, of->n);
    }
    ss_printed_row *const line = &cell->line;
    line->capped = leave_agreeing(table, cell, of, compared, agreeing);
    ss_paper_band all = ss_paper_band_of(compared, of->n), band = ss_paper_band_of(agreeing, of->n);
    all.n_capped = line->capped;
    line->paper_compared =
        cell->relative && of_printed ? cell->paper / reference->paper : cell->paper;
    line->ours = ss_paper_band_of(ours, of->n).median;
    line->ours_compared = all.median;
    const double ratio = all.median / line->paper_compared;
    line->ratio = of_printed && kind != SS_VERDICT_INTERVAL && isfinite(ratio) ? ratio : NAN;
    set_band(line, &all);
    if (all.n == 0 || kind == SS_VERDICT_CAP || kind == SS_VERDICT_NONE)
        band = all;
    else if (2 * band.n <= all.n)
        band.median = INFINITY;
    cell->verdict = cell->relative && cell->reference == k && all.n > 0 ? SS_VERDICT_REFERENCE
                    : band.n == 0 && all.n > 0
                        ? SS_VERDICT_OUTSIDE
                        : ss_verdict_judge(cell->rule, line->paper_compared, line->paper_to, &band);
    if (all.n == 0 && of->reason != NULL) {
        cell->verdict = SS_VERDICT_NOTHING;
        line->reason = of->reason;
    }
    line->verdict = ss_verdict_word(cell->verdict);
}

void ss_paper_table_compare(ss_paper_table *table, ss_paper_lookup *lookup, size_t n,
                            const void *context)
{
    asking ask = {lookup, n, context, NULL, NULL};
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

/* ---- runs ---- */

static const ss_field run_fields[] = {
    {.name = "table", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, table)},
    {.name = "also", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, also)},
    {.name = "reading", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, reading)},
    {.name = "row", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, row)},
    {.name = "problem", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, problem)},
    {.name = "solver", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, solver)},
    {.name = "set", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, set)},
    {.name = "trace", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, trace)},
    {.name = "instances", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, instances)},
    {.name = "quick_steps", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, quick_steps)},
    {.name = "repeats", .kind = SS_FIELD_COUNT, .offset = offsetof(ss_paper_run, repeats)},
    {.name = "weight", .kind = SS_FIELD_REAL, .offset = offsetof(ss_paper_run, weight)},
    {.name = "outer", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, outer)},
    {.name = "warm_start", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, warm_start)},
    {.name = "keep", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, keep)},
    {.name = "frames", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, frames)},
    {.name = "quick_frames", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, quick_frames)},
    {.name = "with", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, with)},
    {.name = "quick_set", .kind = SS_FIELD_TEXT, .offset = offsetof(ss_paper_run, quick_set)},
};

bool ss_paper_runs_load(ss_paper_runs *runs, const char *paper, ss_error *error)
{
    static const ss_table columns = {.file = "runs.csv",
                                     .fields = run_fields,
                                     .n_fields = sizeof run_fields / sizeof *run_fields,
                                     .n_optional = 7};
    ss_csv *const file = &runs->file;
    *runs = (ss_paper_runs){.n = 0};
    runs->runs = ss_record_read_folder(&columns, file, paper, sizeof *runs->runs, error);
    bool valid = runs->runs != NULL;
    for (; valid && runs->n < file->n_rows; ++runs->n) {
        const ss_paper_run *const run = &runs->runs[runs->n];
        if (run->table < 1 || run->quick_steps < 1 || run->repeats < 1 ||
            run->instances > SS_PAPER_INSTANCES)
            valid = ss_error_set(error, SS_ERROR_DATA,
                                 "%s, line %zu: table, quick_steps and repeats must be 1 or more, "
                                 "instances at most %d",
                                 file->path, ss_csv_line(file, runs->n), SS_PAPER_INSTANCES);
    }
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

const ss_paper_run *ss_paper_runs_find(const ss_paper_runs *runs, size_t number,
                                       const char *reading, const char *row)
{
    for (size_t k = 0; k < runs->n; ++k)
        if (runs->runs[k].table == number && strcmp(runs->runs[k].reading, reading) == 0 &&
            strcmp(runs->runs[k].row, row) == 0)
            return &runs->runs[k];
    return NULL;
}

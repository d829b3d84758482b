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
    {.name = "near", .kind = SS_FIELD_REAL, .offset = offsetof(ss_verdict_rule, near)},
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

static ss_verdict judge_ratio(const ss_verdict_rule *rule, double paper, const ss_paper_band *band)
{
    if (!(paper > 0.0) || isinf(paper))
        return SS_VERDICT_OUTSIDE;
    if (fabs(band->median / paper - 1.0) <= rule->match + rounding)
        return SS_VERDICT_MATCH;
    if (band->least <= paper && paper <= band->largest)
        return SS_VERDICT_INSIDE;
    const double end = paper < band->least ? band->least : band->largest;
    const double factor = end > paper ? end / paper : paper / end;
    return end > 0.0 && factor <= rule->near * (1.0 + rounding) ? SS_VERDICT_NEAR
                                                                : SS_VERDICT_OUTSIDE;
}

/* The less, the better: `match` for all that are at most `best`, `near` below `good`. */
static ss_verdict judge_small(const ss_paper_band *band, double best, double good)
{
    if (fabs(band->largest) <= best)
        return SS_VERDICT_MATCH;
    if (fabs(band->least) <= best)
        return SS_VERDICT_INSIDE;
    return fabs(band->least) < good ? SS_VERDICT_NEAR : SS_VERDICT_OUTSIDE;
}

ss_verdict ss_verdict_judge(const ss_verdict_rule *rule, double paper, const ss_paper_band *band)
{
    if (band->n == 0)
        return SS_VERDICT_MISSING;
    switch (rule->kind) {
    case SS_VERDICT_NONE:
        return SS_VERDICT_BESIDE;
    case SS_VERDICT_CAP:
        return band->n_capped == band->n ? SS_VERDICT_MATCH
               : band->n_capped > 0      ? SS_VERDICT_INSIDE
                                         : SS_VERDICT_OUTSIDE;
    case SS_VERDICT_ABSOLUTE:
        return judge_small(band, rule->match, rule->near);
    case SS_VERDICT_ROUNDING:
        return judge_small(band, paper, paper * rule->near);
    case SS_VERDICT_RATIO:
    case SS_VERDICT_RESIDUAL:
        break;
    }
    return isnan(paper) ? SS_VERDICT_MISSING : judge_ratio(rule, paper, band);
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
    static const char *const kinds[] = {"ratio", "residual", "absolute", "rounding", "cap", "none"};
    enum { n_kinds = sizeof kinds / sizeof *kinds };
    const size_t row = table->n_rules;
    ss_verdict_rule *const rule = &table->rules[row];
    int kind = 0;
    while (kind < n_kinds && strcmp(rule->kind_word, kinds[kind]) != 0)
        ++kind;
    rule->kind = (ss_verdict_kind)kind;
    const bool factor = rule->kind == SS_VERDICT_RATIO || rule->kind == SS_VERDICT_RESIDUAL ||
                        rule->kind == SS_VERDICT_ROUNDING;
    const char *const wrong =
        rule->id[0] == '\0' || ss_verdict_find(table, rule->id) != NULL
            ? "a rule needs a name of its own, not"
        : kind == n_kinds
            ? "the kind of a rule is ratio, residual, absolute, rounding, cap or none, not"
        : !(rule->match >= 0.0) || !(rule->near >= (factor ? 1.0 : 0.0)) ||
                isinf(rule->match + rule->near)
            ? "match is at least 0, near a factor of at least 1, not so in"
            : NULL;
    ++table->n_rules;
    return wrong == NULL || bad_line(&table->rules_file, row, wrong,
                                     kind == n_kinds ? rule->kind_word : rule->id, error);
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
    return kind == SS_VERDICT_NONE       ? isnan(paper)
           : kind == SS_VERDICT_ABSOLUTE ? paper == 0.0
                                         : isfinite(paper) && paper > 0.0;
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

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The number at `part` (0 to 1) of n > 0 in order, between neighbours. */
static double quantile(const double *sorted, size_t n, double part)
{
    const double at = part * (double)(n - 1);
    const size_t k = (size_t)at;
    const double rest = at - (double)k;
    return rest > 0.0 ? (1.0 - rest) * sorted[k] + rest * sorted[k + 1] : sorted[k];
}

ss_paper_band ss_paper_band_of(double *values, size_t n)
{
    ss_paper_band band = {NAN, NAN, NAN, NAN, NAN, 0, 0};
    for (size_t k = 0; k < n; ++k)
        if (!isnan(values[k])) {
            band.n_capped += isinf(values[k]) != 0;
            values[band.n++] = values[k];
        }
    if (band.n == 0)
        return band;
    qsort(values, band.n, sizeof *values, by_value);
    band.least = values[0];
    band.lower = quantile(values, band.n, 0.25);
    band.median = quantile(values, band.n, 0.5);
    band.upper = quantile(values, band.n, 0.75);
    band.largest = values[band.n - 1];
    return band;
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
        return ss_verdict_judge(cell->rule, cell->paper_compared, &cell->band);
    if (2 * band.n <= cell->band.n)
        band.median = INFINITY;
    return band.n == 0 ? SS_VERDICT_OUTSIDE
                       : ss_verdict_judge(cell->rule, cell->paper_compared, &band);
}

/* Judge cell k by its numbers of n instances. */
static void judge_cell(ss_paper_table *table, size_t k, ss_paper_lookup *lookup, size_t n,
                       const void *context)
{
    numbers of;
    size_t n_capped = 0;
    ss_paper_cell *const cell = &table->cells[k];
    const ss_paper_cell *const reference = &table->cells[cell->reference];
    const bool relative = cell->rule->reference[0] != '\0';
    const size_t count = find_cell(table, cell->row, "sweeps");
    const bool counted = count < table->n_cells;
    const bool paper_capped = counted && table->cells[count].rule->kind == SS_VERDICT_CAP;
    for (size_t i = 0; i < n; ++i) {
        const bool capped = counted && isinf(lookup(context, cell->row, "sweeps", i));
        const bool agrees = is_of_last_step(cell->rule->kind) ? capped == paper_capped : true;
        of.ours[i] = lookup(context, cell->row, cell->column, i);
        of.compared[i] =
            of.ours[i] / (relative ? lookup(context, reference->row, reference->column, i) : 1.0);
        of.agreeing[i] = agrees && isfinite(of.compared[i]) ? of.compared[i] : NAN;
        n_capped += capped && !isnan(of.compared[i]);
    }
    cell->paper_compared = relative ? cell->paper / reference->paper : cell->paper;
    cell->ours = ss_paper_band_of(of.ours, n).median;
    cell->band = ss_paper_band_of(of.compared, n);
    cell->band.n_capped = n_capped;
    cell->ratio = cell->band.median / cell->paper_compared;
    if (!isfinite(cell->ratio))
        cell->ratio = NAN;
    cell->verdict = judge_agreeing(cell, of.agreeing, n);
    if (relative && cell->reference == k && cell->band.n > 0)
        cell->verdict = SS_VERDICT_REFERENCE;
}

void ss_paper_table_compare(ss_paper_table *table, ss_paper_lookup *lookup, size_t n,
                            const void *context)
{
    for (size_t k = 0; k < table->n_cells; ++k)
        judge_cell(table, k, lookup, n, context);
}

size_t ss_paper_table_count(const ss_paper_table *table, ss_verdict verdict)
{
    size_t n = 0;
    for (size_t k = 0; k < table->n_cells; ++k)
        n += table->cells[k].verdict == verdict;
    return n;
}

/* Verdicts of a scene: is it solved, is it safe; beside those of the reference, by direction.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/agree/agree.h"

#include "harness/tables/label.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool ss_agree_path(char path[SS_PATH_SIZE], const ss_agree_scope *scope, size_t k,
                   const char *table, ss_error *error)
{
    char found[SS_PATH_SIZE];
    return ss_summary_folder(found, scope->folders[k], error) &&
           ss_path_join(path, SS_PATH_SIZE, found, table, error);
}

bool ss_agree_summary(ss_summary *summary, const ss_agree_scope *scope, size_t k, ss_error *error)
{
    char path[SS_PATH_SIZE];
    *summary = (ss_summary){.n = 0};
    if (!ss_agree_path(path, scope, k, "summary.csv", error) ||
        !ss_summary_read(summary, path, "e1", error))
        return false;
    return ss_summary_of(summary, scope->against) != NULL ||
           ss_error_set(error, SS_ERROR_DATA, "%s has no run of %s, the reference (--against)",
                        scope->folders[k], scope->against);
}

char *ss_agree_label(const ss_summary *summary, const ss_summary_row *row)
{
    bool alone = true;
    for (size_t k = 0; k < summary->n; ++k)
        alone = alone && (&summary->records[k].row == row ||
                          strcmp(summary->records[k].row.solver, row->solver) != 0);
    return alone ? strdup(row->solver) : ss_label_contender(row->solver, row->outer);
}

/* A bound on a column. */
typedef struct bound {
    char column[64];
    double value;
    bool below; /* safe is below it, else above */
} bound;

static bool read_bound(bound *b, const char *text, ss_error *error)
{
    const size_t length = strcspn(text, "<>");
    char *end = NULL;
    b->below = text[length] == '<';
    b->value = text[length] != '\0' ? strtod(text + length + 1, &end) : NAN;
    snprintf(b->column, sizeof b->column, "%.*s", (int)length, text);
    return (length > 0 && length < sizeof b->column && end != NULL && end != text + length + 1 &&
            *end == '\0' && isfinite(b->value)) ||
           ss_error_set(error, SS_ERROR_USAGE,
                        "--safe=%s: COLUMN<VALUE or COLUMN>VALUE, a column of history.csv or an "
                        "observable, e.g. kinetic_energy_j<1e-3",
                        text);
}

/* The last row of the solver: of history, in the column; of observables, of that name. NAN: none.
 */
static bool last_value(double *value, const char *path, const char *solver, const char *column,
                       ss_error *error)
{
    ss_csv csv;
    *value = NAN;
    bool ok = ss_csv_read(&csv, path, error) && ss_record_require(&csv, "solver", error);
    const bool is_named = ok && ss_csv_column(&csv, "observable", 0) < csv.n_columns;
    const char *const from = is_named ? "value" : column;
    if (ok && ss_csv_column(&csv, from, 0) == csv.n_columns) {
        ss_csv_free(&csv);
        return true;
    }
    for (size_t k = 0; ok && k < csv.n_rows; ++k)
        if (strcmp(ss_csv_text(&csv, k, "solver"), solver) == 0 &&
            (!is_named || strcmp(ss_csv_text(&csv, k, "observable"), column) == 0))
            ok = ss_csv_real(&csv, k, from, value, error);
    ss_csv_free(&csv);
    return ok;
}

/* Is the scene of the k-th folder safe, as the solver moved it? SS_ERROR_DATA: nobody knows. */
static bool find_safe(bool *safe, const ss_agree_scope *scope, size_t k, const char *solver,
                      const bound *b, ss_error *error)
{
    static const char *const tables[] = {"history.csv", "observables.csv"};
    double value = NAN;
    for (size_t t = 0; t < 2 && isnan(value); ++t) {
        char path[SS_PATH_SIZE];
        if (!ss_agree_path(path, scope, k, tables[t], error) ||
            (access(path, F_OK) == 0 && !last_value(&value, path, solver, b->column, error)))
            return false;
    }
    *safe = b->below ? value < b->value : value > b->value;
    return !isnan(value) ||
           ss_error_set(error, SS_ERROR_DATA,
                        "%s: %s has no number in '%s' at its end, neither in history.csv nor in "
                        "observables.csv",
                        scope->folders[k], solver, b->column);
}

/* Runs by the verdict on the reference and on the solver. */
typedef struct tally {
    size_t n, both, neither, gained, lost; /* `gained`: yes where the reference says no */
} tally;

static void count(tally *t, bool reference, bool solver)
{
    ++t->n;
    t->both += reference && solver;
    t->neither += !reference && !solver;
    t->gained += !reference && solver;
    t->lost += reference && !solver;
}

static const ss_report_column verdicts_columns[] = {
    {"solver", SS_REPORT_HEADING, false},
    {"verdict", SS_REPORT_LEFT, false},
    {"runs", SS_REPORT_RIGHT, false},
    {"agree (%)", SS_REPORT_NUMBER, false},
    {"yes where the reference says no", SS_REPORT_RIGHT, false},
    {"no where the reference says yes", SS_REPORT_RIGHT, false}};

static void add_tally(ss_report_sheet *sheet, const char *solver, const char *verdict,
                      const tally *t)
{
    ss_report_cells(sheet, solver, verdict, NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", t->n);
    ss_report_number(sheet, 100.0 * (double)(t->both + t->neither) / (double)t->n, 4, "-");
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", t->gained);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", t->lost);
}

/* Has the run come to the end that the reference's has? Who has not is not safe. */
static bool came_as_far(const ss_summary_row *row, const ss_summary_row *reference)
{
    ss_outcome outcome;
    return row->steps == reference->steps && ss_outcome_find(row->status, &outcome) &&
           outcome != SS_OUTCOME_DIVERGED && !ss_outcome_is_cut_short(outcome);
}

/* The verdicts of one solver over all folders. */
static bool count_solver(tally *solved, tally *safe, const ss_agree_scope *scope,
                         const char *solver, const bound *b, ss_error *error)
{
    bool ok = true;
    for (size_t k = 0; ok && k < scope->n_folders; ++k) {
        ss_summary summary;
        bool one = false, other = false;
        ok = ss_agree_summary(&summary, scope, k, error);
        const ss_summary_row *const row = ok ? ss_summary_of(&summary, solver) : NULL;
        const ss_summary_row *const reference = ok ? ss_summary_of(&summary, scope->against) : NULL;
        if (row != NULL)
            count(solved, ss_outcome_name_is_solved(reference->status),
                  ss_outcome_name_is_solved(row->status));
        if (row != NULL && b != NULL) {
            ok = find_safe(&one, scope, k, scope->against, b, error) &&
                 (!came_as_far(row, reference) || find_safe(&other, scope, k, solver, b, error));
            count(safe, one, other);
        }
        ss_summary_free(&summary);
    }
    return ok;
}

/* Two rows a solver: is it solved, and, where --safe asks, is the scene safe? */
bool ss_agree_add_verdicts(ss_report_sheet *sheet, const ss_agree_scope *scope, ss_error *error)
{
    bound b;
    ss_summary first;
    char words[96];
    if (scope->safe != NULL && !read_bound(&b, scope->safe, error))
        return false;
    bool ok = ss_agree_summary(&first, scope, 0, error);
    snprintf(words, sizeof words, "safe: %.80s", scope->safe != NULL ? scope->safe : "");
    if (ok)
        SS_REPORT_COLUMNS(sheet, "verdicts", verdicts_columns);
    for (size_t k = 0; ok && k < first.n; ++k) {
        char *const solver = ss_agree_label(&first, &first.records[k].row);
        tally solved = {.n = 0}, safe = {.n = 0};
        const bool is_other = solver != NULL && strcmp(solver, scope->against) != 0;
        ok = solver != NULL || ss_error_memory(error, "a label");
        if (is_other)
            ok =
                count_solver(&solved, &safe, scope, solver, scope->safe != NULL ? &b : NULL, error);
        if (ok && is_other)
            add_tally(sheet, solver, "solved", &solved);
        if (ok && is_other && scope->safe != NULL)
            add_tally(sheet, solver, words, &safe);
        free(solver);
    }
    ss_summary_free(&first);
    return ok;
}

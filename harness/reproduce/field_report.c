/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/field.h"

#include "harness/report/sheet.h"
#include "harness/tables/output.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    size_t least, most; /* contacts */
} classes[] = {{"1-10", 1, 10},
               {"11-100", 11, 100},
               {"101-1000", 101, 1000},
               {"1001-", 1001, (size_t)-1},
               {"all", 0, (size_t)-1}};

enum { n_classes = sizeof classes / sizeof classes[0] };

/* The rows and how they are grouped. */
typedef struct table {
    const ss_field_row *rows;
    size_t n, n_solvers;
} table;

static bool solved(const ss_field_row *row)
{
    return strcmp(row->status, ss_outcome_name(SS_OUTCOME_SOLVED)) == 0;
}

static ss_rates_row rate_of(const table *t, const char *solver, double tol, size_t k)
{
    ss_rates_row rate = {.solver = solver, .tol = tol, .size_class = classes[k].name};
    for (size_t i = 0; i < t->n; ++i) {
        const ss_field_row *const row = &t->rows[i];
        if (strcmp(row->solver, solver) != 0 || row->tol != tol ||
            row->contacts < classes[k].least || row->contacts > classes[k].most)
            continue;
        ++rate.problems;
        rate.solved += solved(row);
    }
    rate.rate = rate.problems > 0 ? (double)rate.solved / (double)rate.problems : NAN;
    return rate;
}

/* Is row i the first of its tolerance? Rows are ordered by tolerance. */
static bool begins_tolerance(const table *t, size_t i)
{
    return i == 0 || t->rows[i].tol != t->rows[i - 1].tol;
}

/* Number of the solvers that the first problem of a tolerance shows. */
static size_t solvers_at(const table *t, size_t i)
{
    return i + t->n_solvers <= t->n ? t->n_solvers : t->n - i;
}

static void write_field(FILE *out, const table *t)
{
    ss_field_header(out);
    for (size_t i = 0; i < t->n; ++i)
        ss_field_write(out, &t->rows[i]);
}

static void write_rates(FILE *out, const table *t)
{
    ss_rates_header(out);
    for (size_t i = 0; i < t->n; ++i) {
        if (!begins_tolerance(t, i))
            continue;
        for (size_t s = 0; s < solvers_at(t, i); ++s)
            for (size_t k = 0; k < n_classes; ++k) {
                const ss_rates_row rate = rate_of(t, t->rows[i + s].solver, t->rows[i].tol, k);
                ss_rates_write(out, &rate);
            }
    }
}

/* ---- for people ---- */

/* "140 (3e-9) 0.02 s" when solved: sweeps, E1 and CPU time; otherwise the status, with E1 where
 * there is one. */
static void add_cell(ss_report_sheet *sheet, const ss_field_row *row)
{
    if (solved(row)) {
        ss_report_add(sheet, SS_REPORT_CELL, "%zu (%.1e) %.1g s", row->sweeps, row->e1, row->cpu_s);
        return;
    }
    ss_report_cells(sheet, row->status, NULL);
    if (!isnan(row->e1))
        ss_report_append(sheet, " (%.1e)", row->e1);
}

/* End a row after `n` solvers. */
static void end_row(ss_report_sheet *sheet, const table *t, size_t n)
{
    for (; n < t->n_solvers; ++n)
        ss_report_cells(sheet, "", NULL);
}

static void add_problems(ss_report_sheet *sheet, const table *t, size_t i)
{
    do {
        ss_report_cells(sheet, t->rows[i].problem, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", t->rows[i].contacts);
        for (size_t s = 0; s < solvers_at(t, i); ++s)
            add_cell(sheet, &t->rows[i + s]);
        end_row(sheet, t, solvers_at(t, i));
        i += t->n_solvers;
    } while (i < t->n && !begins_tolerance(t, i));
}

static void add_rates(ss_report_sheet *sheet, const table *t, size_t i)
{
    for (size_t k = 0; k < n_classes; ++k) {
        ss_report_add(sheet, k == 0 ? SS_REPORT_RULED : SS_REPORT_CELL, "solved, %s",
                      classes[k].name);
        ss_report_cells(sheet, "contacts", NULL);
        for (size_t s = 0; s < solvers_at(t, i); ++s) {
            const ss_rates_row rate = rate_of(t, t->rows[i + s].solver, t->rows[i].tol, k);
            ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", rate.solved, rate.problems);
        }
        end_row(sheet, t, solvers_at(t, i));
    }
}

/* `columns`: room for n_solvers + 2. */
static void fill_sheet(ss_report_sheet *sheet, const table *t, ss_report_column *columns)
{
    columns[0] = (ss_report_column){"problem", SS_REPORT_LEFT, false};
    columns[1] = (ss_report_column){"contacts", SS_REPORT_RIGHT, false};
    for (size_t s = 0; s < t->n_solvers; ++s)
        columns[2 + s] =
            (ss_report_column){s < t->n ? t->rows[s].solver : "", SS_REPORT_RIGHT, false};
    ss_report_add(sheet, SS_REPORT_TITLE, "Solvers of the field on frozen problems");
    for (size_t i = 0; i < t->n; ++i) {
        if (!begins_tolerance(t, i))
            continue;
        ss_report_add(sheet, SS_REPORT_SECTION, "Frozen problems, tolerance %g, stopped by %s",
                      t->rows[i].tol, t->rows[i].stop);
        ss_report_table(sheet, columns, t->n_solvers + 2);
        add_problems(sheet, t, i);
        add_rates(sheet, t, i);
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "A cell is `sweeps (E1) CPU time` where the status is solved, else the "
                      "status. E1 is the referee's own, from r and the file; outside codes count "
                      "their own iterations. All residuals are in field.csv.");
    }
}

static bool write_sheet(const char *folder, const table *t, ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    ss_report_column *const columns = calloc(t->n_solvers + 2, sizeof *columns);
    if (columns == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the table of the field");
    fill_sheet(&sheet, t, columns);
    const bool written = ss_report_write(&sheet, &ss_report_markdown, folder, "field", error) &&
                         ss_report_write(&sheet, &ss_report_latex, folder, "field", error);
    ss_report_free(&sheet);
    free(columns);
    return written;
}

bool ss_field_report_write(const char *folder, const ss_field_row *rows, size_t n, size_t n_solvers,
                           ss_error *error)
{
    static const struct {
        const char *name;
        void (*write)(FILE *out, const table *t);
    } files[] = {{"field.csv", write_field}, {"rates.csv", write_rates}};
    const table t = {rows, n, n_solvers};
    for (size_t k = 0; k < sizeof files / sizeof files[0]; ++k) {
        ss_output output = {0};
        if (!ss_output_open(&output, folder, files[k].name, error))
            return false;
        files[k].write(output.file, &t);
        if (!ss_output_close(&output, error))
            return false;
    }
    return write_sheet(folder, &t, error);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/field_table.h"

#include "harness/report/sheet.h"
#include "harness/papers/field_best.h"
#include "harness/run/remarks.h"
#include "harness/tables/output.h"

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

/* Of solver s at tolerance t, over the finished runs of size class k. */
static ss_rates_row rate_of(const ss_field_table *t, size_t tol, size_t solver, size_t k)
{
    const ss_field_row *const first = ss_field_row_at(t, tol, 0, solver);
    ss_rates_row rate = {.solver = first->solver, .tol = first->tol, .size_class = classes[k].name};
    for (size_t p = 0; p < t->n_problems; ++p) {
        const ss_field_row *const row = ss_field_row_at(t, tol, p, solver);
        if (row->status == NULL || row->contacts < classes[k].least ||
            row->contacts > classes[k].most)
            continue;
        ++rate.problems;
        rate.solved += ss_field_row_solved(row);
    }
    rate.rate = rate.problems > 0 ? (double)rate.solved / (double)rate.problems : NAN;
    return rate;
}

static void write_field(FILE *out, const ss_field_table *t, const ss_best_row *best)
{
    (void)best;
    ss_field_header(out);
    for (size_t i = 0; i < t->n_tols * t->n_problems * t->n_solvers; ++i)
        if (t->rows[i].status != NULL)
            ss_field_write(out, &t->rows[i]);
}

static void write_rates(FILE *out, const ss_field_table *t, const ss_best_row *best)
{
    (void)best;
    ss_rates_header(out);
    for (size_t i = 0; i < t->n_tols; ++i)
        for (size_t s = 0; s < t->n_solvers; ++s)
            for (size_t k = 0; k < n_classes; ++k) {
                const ss_rates_row rate = rate_of(t, i, s, k);
                ss_rates_write(out, &rate);
            }
}

/* ---- for people ---- */

/* "140 (3e-9) 0.02 s" when solved: sweeps, E1 (with ! where loose) and CPU time; otherwise the
 * status, with E1 where there is one; "-" where the run is missing. */
static void add_cell(ss_report_sheet *sheet, const ss_field_row *row)
{
    if (ss_field_row_solved(row)) {
        ss_report_add(sheet, SS_REPORT_CELL, "%zu (%.1e%s) %.1g s", row->sweeps, row->e1,
                      row->e1 > ss_remarks_largest_e1(row->stop, row->tol) ? "!" : "", row->cpu_s);
        return;
    }
    ss_report_cells(sheet, row->status != NULL ? row->status : "-", NULL);
    if (row->status != NULL && !isnan(row->e1))
        ss_report_append(sheet, " (%.1e)", row->e1);
}

static void add_problems(ss_report_sheet *sheet, const ss_field_table *t, size_t tol)
{
    for (size_t p = 0; p < t->n_problems; ++p) {
        const size_t contacts = ss_field_contacts(t, p);
        ss_report_cells(sheet, ss_field_row_at(t, tol, p, 0)->problem, NULL);
        if (contacts > 0)
            ss_report_add(sheet, SS_REPORT_CELL, "%zu", contacts);
        else
            ss_report_cells(sheet, "-", NULL);
        for (size_t s = 0; s < t->n_solvers; ++s)
            add_cell(sheet, ss_field_row_at(t, tol, p, s));
    }
}

static void add_rates(ss_report_sheet *sheet, const ss_field_table *t, size_t tol)
{
    for (size_t k = 0; k < n_classes; ++k) {
        ss_report_add(sheet, k == 0 ? SS_REPORT_RULED : SS_REPORT_CELL, "solved, %s",
                      classes[k].name);
        ss_report_cells(sheet, "contacts", NULL);
        for (size_t s = 0; s < t->n_solvers; ++s) {
            const ss_rates_row rate = rate_of(t, tol, s, k);
            ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", rate.solved, rate.problems);
        }
    }
}

static size_t count_missing(const ss_field_table *t)
{
    size_t n = 0;
    for (size_t i = 0; i < t->n_tols * t->n_problems * t->n_solvers; ++i)
        n += t->rows[i].status == NULL;
    return n;
}

/* `columns`: room for n_solvers + 2. */
static void fill_sheet(ss_report_sheet *sheet, const ss_field_table *t, const ss_best_row *best,
                       ss_report_column *columns)
{
    const size_t n_missing = count_missing(t);
    columns[0] = (ss_report_column){"problem", SS_REPORT_LEFT, false};
    columns[1] = (ss_report_column){"contacts", SS_REPORT_RIGHT, false};
    for (size_t s = 0; s < t->n_solvers; ++s)
        columns[2 + s] = (ss_report_column){t->names[s], SS_REPORT_RIGHT, false};
    ss_report_add(sheet, SS_REPORT_TITLE, "Solvers of the field on frozen problems");
    if (n_missing > 0)
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "PARTIAL: %zu of %zu runs are missing (`-`); the same command again goes on.",
                      n_missing, t->n_tols * t->n_problems * t->n_solvers);
    ss_field_best_add(sheet, t, best);
    for (size_t i = 0; i < t->n_tols; ++i) {
        const ss_field_row *const first = ss_field_row_at(t, i, 0, 0);
        ss_report_add(sheet, SS_REPORT_SECTION,
                      "Frozen problems, tolerance %g, stopped by %s, rho_bar %s", first->tol,
                      first->stop, first->rho_bar);
        ss_report_table(sheet, columns, t->n_solvers + 2);
        add_problems(sheet, t, i);
        add_rates(sheet, t, i);
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "A cell is `sweeps (E1) CPU time` where the status is solved, else the "
                      "status; `!`: solved, though E1 exceeds %g (and the tolerance, where E1 "
                      "stops). E1 is the referee's own, from r and the file; external solvers "
                      "count their own iterations. All residuals are in field.csv.",
                      SS_REMARKS_LOOSE);
    }
}

static bool write_sheet(const char *folder, const ss_field_table *t, const ss_best_row *best,
                        ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    ss_report_column *const columns = calloc(t->n_solvers + 2, sizeof *columns);
    if (columns == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for the table of the field");
    fill_sheet(&sheet, t, best, columns);
    const bool written = ss_report_write(&sheet, &ss_report_markdown, folder, "field", error) &&
                         ss_report_write(&sheet, &ss_report_latex, folder, "field", error);
    ss_report_free(&sheet);
    free(columns);
    return written;
}

bool ss_field_table_write(const ss_field_table *table, const char *folder, ss_error *error)
{
    static const struct {
        const char *name;
        void (*write)(FILE *out, const ss_field_table *t, const ss_best_row *best);
    } files[] = {
        {"field.csv", write_field}, {"best.csv", ss_field_best_write}, {"rates.csv", write_rates}};
    ss_best_row *const best = ss_field_best_all(table, error);
    bool ok = best != NULL;
    for (size_t k = 0; ok && k < sizeof files / sizeof files[0]; ++k) {
        ss_output output = {0};
        ok = ss_output_open(&output, folder, files[k].name, error);
        if (ok) {
            files[k].write(output.file, table, best);
            ok = ss_output_close(&output, error);
        }
    }
    ok = ok && write_sheet(folder, table, best, error);
    free(best);
    return ok;
}

/* A judged table of `reproduce`, read back from its files: the CSV has our numbers and the
 * verdicts, the paper's folder what is printed and the rules. Both must know the same cells.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/table.h"

#include "harness/tables/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Fill in a cell from its row, but for what the paper says; false for a verdict that is none. */
static bool fill_cell(ss_paper_cell *cell, const ss_printed_row *row)
{
    const ss_printed_row said = cell->line;
    int k = 0;
    while (k < SS_N_VERDICTS && strcmp(ss_verdict_word((ss_verdict)k), row->verdict) != 0)
        ++k;
    cell->verdict = (ss_verdict)k;
    cell->line = *row;
    cell->line.paper = said.paper;
    cell->line.paper_to = said.paper_to;
    if (cell->verdict != SS_VERDICT_NOTHING)
        cell->line.reason = said.reason;
    return k < SS_N_VERDICTS;
}

/* The next reading, whose first row is `first`. */
static bool add_reading(ss_table_file *f, const ss_printed_row *rows, size_t first,
                        const char *paper, ss_error *error)
{
    ss_table_report *const report = &f->report;
    ss_table_reading *const reading = &report->readings[report->n];
    *reading = (ss_table_reading){.name = rows[first].reading, .cap = NAN};
    if (!ss_paper_table_load(&reading->table, paper, report->number, error))
        return false;
    ++report->n;
    for (size_t k = 0; k < reading->table.n_cells; ++k) {
        ss_paper_cell *const cell = &reading->table.cells[k];
        size_t j = first;
        while (j < f->printed.n_rows && (strcmp(rows[j].reading, reading->name) != 0 ||
                                         strcmp(rows[j].row, cell->line.row) != 0 ||
                                         strcmp(rows[j].column, cell->line.column) != 0))
            ++j;
        if (j == f->printed.n_rows || !fill_cell(cell, &rows[j]))
            return ss_error_set(error, SS_ERROR_DATA,
                                "%s has no row %s, column %s, reading %s, with a "
                                "verdict: it is of another version",
                                f->printed.path, cell->line.row, cell->line.column, reading->name);
    }
    return true;
}

/* Title and heading of the table. */
static bool read_caption(ss_table_file *f, const char *paper, ss_error *error)
{
    char path[SS_PATH_SIZE];
    if (!ss_path_join(path, sizeof path, paper, "captions.csv", error) ||
        !ss_csv_read(&f->captions, path, error))
        return false;
    for (size_t k = 0; k < f->captions.n_rows; ++k)
        if (ss_reproduce_number_at(&f->captions, k, "table") == f->report.number) {
            f->report.title = ss_csv_text(&f->captions, k, "title");
            f->report.row_heading = ss_csv_text(&f->captions, k, "row_heading");
        }
    return (f->report.title != NULL && f->report.row_heading != NULL) ||
           ss_error_set(error, SS_ERROR_DATA, "%s has no table %zu", path, f->report.number);
}

bool ss_table_file_read(ss_table_file *f, const char *folder, const char *paper, size_t number,
                        ss_error *error)
{
    static const char *const no_claims[1];
    char name[64], path[SS_PATH_SIZE];
    *f = (ss_table_file){.report.number = number};
    f->report.claims = no_claims;
    f->report.paper = f->report.how = "";
    snprintf(name, sizeof name, "table%zu.csv", number);
    if (!ss_path_join(path, sizeof path, folder, name, error))
        return false;
    ss_table columns = *ss_rows_find("printed");
    columns.n_optional = 1; /* `quick`: of files of older builds it is 0 */
    ss_printed_row *const rows =
        ss_record_read_file(&columns, &f->printed, path, sizeof *rows, error);
    bool done = rows != NULL && read_caption(f, paper, error) &&
                ss_paper_measures_read(&f->measures, paper, error);
    f->report.measures = &f->measures.list;
    f->report.quick = rows != NULL && f->printed.n_rows > 0 && rows[0].quick == 1;
    for (size_t k = 0; done && k < f->printed.n_rows; ++k) {
        bool seen = false;
        for (size_t r = 0; r < f->report.n; ++r)
            seen = seen || strcmp(f->report.readings[r].name, rows[k].reading) == 0;
        if (!seen && f->report.n == SS_REPRODUCE_READINGS)
            done = ss_error_set(error, SS_ERROR_DATA, "%s has over %d interpretations", path,
                                (int)SS_REPRODUCE_READINGS);
        else if (!seen)
            done = add_reading(f, rows, k, paper, error);
    }
    free(rows);
    return done && (f->report.n > 0 || ss_error_set(error, SS_ERROR_DATA, "%s has no row", path));
}

void ss_table_file_free(ss_table_file *f)
{
    for (size_t r = 0; r < f->report.n; ++r)
        ss_paper_table_free(&f->report.readings[r].table);
    ss_csv_free(&f->printed);
    ss_csv_free(&f->captions);
    ss_paper_measures_free(&f->measures);
    *f = (ss_table_file){.report.n = 0};
}

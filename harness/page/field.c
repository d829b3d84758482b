/* The tables of `reproduce field`: how many problems of each size every solver solves, and the
 * fastest of ours beside the fastest of another code.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool ss_page_read_field(ss_page_material *m, ss_error *error)
{
    char path[SS_PATH_SIZE];
    if (ss_page_has(m, "rates.csv", path)) {
        m->rates = ss_record_read_file(ss_rows_find("rates"), &m->rates_csv, path, sizeof *m->rates,
                                       error);
        if (m->rates == NULL)
            return false;
    }
    if (ss_page_has(m, "best.csv", path)) {
        m->best =
            ss_record_read_file(ss_rows_find("best"), &m->best_csv, path, sizeof *m->best, error);
        if (m->best == NULL)
            return false;
    }
    return true;
}

void ss_page_free_field(ss_page_material *m)
{
    free(m->rates);
    free(m->best);
    ss_csv_free(&m->rates_csv);
    ss_csv_free(&m->best_csv);
}

/* Problems that each solver solves, by size: sizes without a problem are left out. */
static void add_rates(ss_report_sheet *sheet, const ss_page_material *m)
{
    static const ss_report_column columns[] = {{"solver", SS_REPORT_LEFT, false},
                                               {"tolerance", SS_REPORT_NUMBER, false},
                                               {"contacts", SS_REPORT_LEFT, false},
                                               {"solved", SS_REPORT_RIGHT, false}};
    ss_report_add(sheet, SS_REPORT_PART, "Problems solved, by their number of contacts");
    ss_report_table(sheet, columns, sizeof columns / sizeof *columns);
    for (size_t k = 0; k < m->rates_csv.n_rows; ++k) {
        const ss_rates_row *const row = &m->rates[k];
        if (row->problems == 0)
            continue;
        ss_report_cells(sheet, row->solver, NULL);
        ss_report_number(sheet, row->tol, 3, "-");
        ss_report_cells(sheet, row->size_class, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", row->solved, row->problems);
    }
}

/* Ours beside theirs, a row a problem and tolerance. */
static void add_best(ss_report_sheet *sheet, const ss_page_material *m)
{
    static const ss_report_column columns[] = {
        {"problem", SS_REPORT_LEFT, false},       {"contacts", SS_REPORT_RIGHT, false},
        {"tolerance", SS_REPORT_NUMBER, false},   {"the best of ours", SS_REPORT_LEFT, false},
        {"its CPU (s)", SS_REPORT_NUMBER, false}, {"the best of theirs", SS_REPORT_LEFT, false},
        {"its CPU (s)", SS_REPORT_NUMBER, false}, {"theirs/ours", SS_REPORT_NUMBER, false},
        {"winner", SS_REPORT_LEFT, false}};
    ss_report_add(sheet, SS_REPORT_PART, "The fastest of ours and of another code");
    ss_report_table(sheet, columns, sizeof columns / sizeof *columns);
    for (size_t k = 0; k < m->best_csv.n_rows; ++k) {
        const ss_best_row *const row = &m->best[k];
        ss_report_cells(sheet, row->problem, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", row->contacts);
        ss_report_number(sheet, row->tol, 3, "-");
        ss_report_cells(sheet, row->ours[0] != '\0' ? row->ours : "-", NULL);
        ss_report_number(sheet, row->ours_cpu_s, 3, "-");
        ss_report_cells(sheet, row->theirs[0] != '\0' ? row->theirs : "-", NULL);
        ss_report_number(sheet, row->theirs_cpu_s, 3, "-");
        ss_report_number(sheet, row->ratio, 3, "-");
        ss_report_cells(sheet, row->winner, NULL);
    }
}

void ss_page_field(ss_report_sheet *sheet, const ss_page_material *m)
{
    if (m->rates_csv.n_rows == 0)
        return;
    ss_report_add(sheet, SS_REPORT_SECTION, "The field");
    add_rates(sheet, m);
    bool others = false; /* without another code there is nobody to be beside */
    for (size_t k = 0; k < m->best_csv.n_rows; ++k)
        others = others || m->best[k].theirs[0] != '\0';
    if (others)
        add_best(sheet, m);
}

/* The table of runs, a row each: what the page's own plots are drawn from in a browser.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/label.h"
#include "problems/files/frozen.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RUNS = 1000 }; /* more would weigh more than the figures */

static const ss_report_column columns[] = {
    {"solver", SS_REPORT_LEFT, false},      {"problem", SS_REPORT_LEFT, false},
    {"parameters", SS_REPORT_LEFT, true},   {"instance", SS_REPORT_RIGHT, false},
    {"status", SS_REPORT_LEFT, false},      {"contacts", SS_REPORT_RIGHT, false},
    {"worst E1", SS_REPORT_NUMBER, false},  {"CPU (s)", SS_REPORT_NUMBER, false},
    {"work units", SS_REPORT_NUMBER, true}, {"sweeps", SS_REPORT_NUMBER, false}};

static void add_number(ss_report_sheet *sheet, double value)
{
    ss_report_cells(sheet, "", NULL);
    if (!isnan(value))
        ss_report_append(sheet, "%.3e", value);
}

void ss_page_runs(ss_report_sheet *sheet, const ss_page_material *m)
{
    ss_label_keys keys = {.instance = false};
    if (m->summary.n < 3)
        return;
    ss_report_add(sheet, SS_REPORT_SECTION, "Runs");
    if (m->summary.n > MOST_RUNS) {
        ss_report_add(sheet, SS_REPORT_REMARK,
                      "%zu runs are too many for a page: they are the rows of summary.csv.",
                      m->summary.n);
        return;
    }
    for (size_t k = 1; k < m->summary.n; ++k)
        ss_label_note(&keys, &m->summary.records[k].row, &m->summary.records[k - 1].row);
    SS_REPORT_COLUMNS(sheet, "runs", columns);
    for (size_t k = 0; k < m->summary.n; ++k) {
        const ss_summary_row *const row = &m->summary.records[k].row;
        const char *const path = ss_frozen_path(row->problem);
        char *const label = ss_label_contender(row->solver, row->outer);
        char differing[SS_PAGE_LABEL] = "";
        ss_label_differing(differing, sizeof differing, row->parameters, "", keys.parameters, ", ");
        ss_report_cells(sheet, label != NULL ? label : row->solver,
                        path != NULL ? basename(path) : row->problem,
                        differing[0] != '\0' ? differing + 2 : "", NULL);
        free(label);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", row->instance);
        ss_report_cells(sheet, row->status, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", row->contacts_last);
        add_number(sheet, ss_standing_e1(row));
        add_number(sheet, ss_price_of(row, SS_PRICE_TIME));
        add_number(sheet, ss_price_of(row, SS_PRICE_UNITS));
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", row->sweeps_total);
    }
}

/* A page for programs: its numbers in tables, its sentences as notes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/page.h"

#include "harness/page/parts.h"
#include "harness/tables/label.h"

#include <stdlib.h>

static const ss_report_column report_columns[] = {
    {"verdict", SS_REPORT_LEFT, false},         {"exit_code", SS_REPORT_RIGHT, false},
    {"rows", SS_REPORT_RIGHT, false},           {"counts", SS_REPORT_RIGHT, false},
    {"loose", SS_REPORT_RIGHT, false},          {"unsolved", SS_REPORT_RIGHT, false},
    {"no_measurement", SS_REPORT_RIGHT, false}, {"doubts", SS_REPORT_RIGHT, false},
    {"complete", SS_REPORT_RIGHT, false}};

static const ss_report_column solver_columns[] = {
    {"solver", SS_REPORT_LEFT, false},      {"rows", SS_REPORT_RIGHT, false},
    {"counts", SS_REPORT_RIGHT, false},     {"loose", SS_REPORT_RIGHT, false},
    {"unsolved", SS_REPORT_RIGHT, false},   {"no_measurement", SS_REPORT_RIGHT, false},
    {"e1_worst", SS_REPORT_RIGHT, false},   {"cpu_s", SS_REPORT_RIGHT, false},
    {"cpu_s_q1", SS_REPORT_RIGHT, false},   {"cpu_s_q3", SS_REPORT_RIGHT, false},
    {"work_units", SS_REPORT_RIGHT, false}, {"sweeps", SS_REPORT_RIGHT, false}};

enum { EXACT = 17 }; /* digits that give a double back */

static void add_report(ss_report_sheet *sheet, const ss_page_material *m, ss_report_kind kind,
                       size_t n_doubts)
{
    SS_REPORT_COLUMNS(sheet, "report", report_columns);
    ss_report_cells(sheet,
                    kind == SS_REPORT_OPEN   ? "no conclusion"
                    : kind == SS_REPORT_MIND ? "with reservations"
                                             : "good",
                    NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%d", kind == SS_REPORT_OPEN ? SS_PAGE_NO_CONCLUSION : 0);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", m->summary.n);
    for (int s = 0; s < SS_STANDING_COUNT; ++s) {
        size_t n = 0;
        for (size_t k = 0; k < m->n_contenders; ++k)
            n += m->contenders[k].standings[s];
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", n);
    }
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", n_doubts);
    ss_report_cells(sheet, m->partial.is_complete ? "true" : "false", NULL);
}

static void add_solvers(ss_report_sheet *sheet, const ss_page_material *m)
{
    SS_REPORT_COLUMNS(sheet, "solvers", solver_columns);
    for (size_t k = 0; k < m->n_contenders; ++k) {
        const ss_page_contender *const c = &m->contenders[k];
        const double values[] = {c->e1_worst,
                                 c->price[SS_PRICE_TIME].median,
                                 c->price[SS_PRICE_TIME].q1,
                                 c->price[SS_PRICE_TIME].q3,
                                 c->price[SS_PRICE_UNITS].median,
                                 c->sweeps};
        char *const label = ss_label_contender(c->solver, c->outer);
        ss_report_cells(sheet, label != NULL ? label : c->solver, NULL);
        free(label);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", c->n);
        for (int s = 0; s < SS_STANDING_COUNT; ++s)
            ss_report_add(sheet, SS_REPORT_CELL, "%zu", c->standings[s]);
        for (size_t v = 0; v < sizeof values / sizeof *values; ++v)
            ss_report_number(sheet, values[v], EXACT, "");
    }
}

bool ss_page_conclude(const char *folder, FILE *out, bool *concluded, ss_error *error)
{
    ss_page_material m;
    ss_report_sheet sheet = {.n = 0};
    bool done = ss_page_material_read(&m, folder, error);
    if (done) {
        const ss_report_kind kind = ss_page_verdict(&sheet, &m);
        const size_t n_doubts = ss_page_doubts(&sheet, &m);
        *concluded = kind != SS_REPORT_OPEN;
        add_report(&sheet, &m, kind, n_doubts);
        ss_ranking_add_table(&sheet, &m.ranking);
        add_solvers(&sheet, &m);
        done = out == NULL || ss_report_print(&sheet, &ss_report_json, out, error);
    }
    ss_report_free(&sheet);
    ss_page_material_free(&m);
    return done;
}

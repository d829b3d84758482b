/* The table of solvers, a row each: what its rows are worth, and what those that count cost.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/label.h"

#include <math.h>
#include <stdlib.h>

static const ss_report_column columns[] = {
    {"solver", SS_REPORT_LEFT, false},        {"counts", SS_REPORT_RIGHT, false},
    {"others", SS_REPORT_LEFT, true},         {"CPU/least", SS_REPORT_NUMBER, true},
    {"units/least", SS_REPORT_NUMBER, true},  {"on", SS_REPORT_RIGHT, false},
    {"worst E1", SS_REPORT_NUMBER, false},    {"CPU (s)", SS_REPORT_NUMBER, false},
    {"quartiles (s)", SS_REPORT_RIGHT, true}, {"work units", SS_REPORT_NUMBER, true},
    {"us/unit", SS_REPORT_NUMBER, true},      {"sweeps", SS_REPORT_NUMBER, false}};

/* "2 stagnated, 1 loose": rows that do not count, by status or, where it is solved, standing. */
static void add_others(ss_report_sheet *sheet, const ss_page_contender *c)
{
    int n = 0;
    ss_report_cells(sheet, "", NULL);
    for (int k = 0; k < SS_OUTCOME_COUNT; ++k)
        if (c->counts[k] > 0 && !ss_outcome_is_solved((ss_outcome)k))
            ss_report_append(sheet, "%s%zu %s", n++ > 0 ? ", " : "", c->counts[k],
                             ss_outcome_name((ss_outcome)k));
    const size_t n_solved[] = {[SS_STANDING_LOOSE] = c->standings[SS_STANDING_LOOSE],
                               [SS_STANDING_NOTHING] = c->standings[SS_STANDING_NOTHING] -
                                                       c->counts[SS_OUTCOME_INTERRUPTED]};
    for (ss_standing k = SS_STANDING_LOOSE; k < SS_STANDING_COUNT; ++k)
        if (n_solved[k] > 0)
            ss_report_append(sheet, "%s%zu %s", n++ > 0 ? ", " : "", n_solved[k],
                             ss_standing_name(k));
}

void ss_page_solvers(ss_report_sheet *sheet, const ss_page_material *m)
{
    ss_report_add(sheet, SS_REPORT_SECTION, "Solvers");
    SS_REPORT_COLUMNS(sheet, "solvers", columns);
    for (const ss_page_contender *c = m->contenders; c < m->contenders + m->n_contenders; ++c) {
        const ss_page_price *const time = &c->price[SS_PRICE_TIME];
        const ss_page_price *const units = &c->price[SS_PRICE_UNITS];
        char *const label = ss_label_contender(c->solver, c->outer);
        ss_report_cells(sheet, label != NULL ? label : c->solver, NULL);
        free(label);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", c->standings[SS_STANDING_COUNTS], c->n);
        add_others(sheet, c);
        ss_report_number(sheet, time->ratio, 3, "");
        ss_report_number(sheet, units->ratio, 3, "");
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", time->n > units->n ? time->n : units->n);
        ss_report_number(sheet, c->e1_worst, 3, "-");
        ss_report_number(sheet, time->median, 3, "-");
        ss_report_cells(sheet, "", NULL);
        if (!isnan(time->q1))
            ss_report_append(sheet, "%.3g to %.3g", time->q1, time->q3);
        ss_report_number(sheet, units->median, 4, "");
        ss_report_number(sheet, 1e6 * time->median / units->median, 3, "");
        ss_report_number(sheet, c->sweeps, 6, "-");
    }
}

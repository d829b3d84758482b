/* The table of solvers, a row each, and who cost what. Standings count every row, the column of
 * wins those of the ranking alone, so that a contender may be in one and not in the other.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include <math.h>
#include <string.h>

static const ss_report_column columns[] = {
    {"solver", SS_REPORT_LEFT, false},      {"outer", SS_REPORT_LEFT, true},
    {"solved", SS_REPORT_RIGHT, false},     {"failures", SS_REPORT_LEFT, true},
    {"cheapest", SS_REPORT_RIGHT, true},    {"cost, median", SS_REPORT_NUMBER, false},
    {"cost, mean", SS_REPORT_NUMBER, true}, {"worst E1", SS_REPORT_NUMBER, false},
    {"work units", SS_REPORT_NUMBER, true}, {"sweeps", SS_REPORT_NUMBER, false},
    {"CPU (s)", SS_REPORT_NUMBER, false},   {"quartiles (s)", SS_REPORT_RIGHT, true}};

/* The column of the contest that is this contender's; n_solvers: none. */
static size_t column_of(const ss_page_material *m, const ss_page_contender *c)
{
    const ss_profile_contest *const contest = &m->ranking.contest;
    size_t k = 0;
    while (k < contest->grid.n_contenders &&
           strcmp(contest->grid.contenders[k].label, c->solver) != 0)
        ++k;
    for (size_t j = 0; j < m->n_contenders; ++j) /* under one label, as with another outer solver */
        if (&m->contenders[j] != c && strcmp(m->contenders[j].solver, c->solver) == 0)
            return contest->grid.n_contenders;
    return k;
}

void ss_page_solvers(ss_report_sheet *sheet, const ss_page_material *m)
{
    const ss_page_ranking *const r = &m->ranking;
    ss_report_add(sheet, SS_REPORT_SECTION, "Solvers");
    ss_report_table(sheet, columns, sizeof columns / sizeof *columns);
    for (const ss_page_contender *c = m->contenders; c < m->contenders + m->n_contenders; ++c) {
        const size_t column = r->there ? column_of(m, c) : 0;
        ss_report_cells(sheet, c->solver, m->several_outers ? c->outer : "", NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", c->n_solved, c->n);
        ss_report_cells(sheet, "", NULL);
        for (int k = 0, n = 0; k < SS_OUTCOME_COUNT; ++k)
            if (c->counts[k] > 0 && !ss_outcome_is_solved((ss_outcome)k))
                ss_report_append(sheet, "%s%zu %s", n++ > 0 ? ", " : "", c->counts[k],
                                 ss_outcome_name((ss_outcome)k));
        if (r->there && column < r->contest.grid.n_contenders)
            ss_report_add(sheet, SS_REPORT_CELL, "%.0f/%zu", ss_page_wins(r, column),
                          r->costs.n_problems);
        else
            ss_report_cells(sheet, r->there ? "-" : "", NULL);
        ss_report_number(sheet, c->ratio, 3, "-");
        ss_report_number(sheet, m->n_questions > 1 ? c->mean_ratio : NAN, 3,
                         m->n_questions > 1 ? "-" : "");
        ss_report_number(sheet, c->e1_worst, 3, "-");
        ss_report_number(sheet, c->units, 4, m->counts_units ? "-" : "");
        ss_report_number(sheet, c->sweeps, 6, "-");
        ss_report_number(sheet, c->cpu_s, 3, "-");
        ss_report_cells(sheet, "", NULL);
        if (!isnan(c->cpu_s_q1))
            ss_report_append(sheet, "%.3g to %.3g", c->cpu_s_q1, c->cpu_s_q3);
    }
}

/* The parts of `reproduce`: the tables of a paper, from its tableN.csv, what the paper's text
 * claims, and the tables of `reproduce field`.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/home.h"

#include <gsl/gsl_minmax.h>
#include <stdlib.h>
#include <string.h>

/* A table and the columns of it on the page. */
struct ss_page_table {
    ss_table_file file;
    ss_report_column columns[SS_TABLE_REPORT_COLUMNS];
};

static const ss_report_column claim_columns[] = {{"claim", SS_REPORT_LEFT, false},
                                                 {"table", SS_REPORT_RIGHT, false},
                                                 {"reading", SS_REPORT_LEFT, false},
                                                 {"holds", SS_REPORT_RIGHT, false},
                                                 {"verdict", SS_REPORT_LEFT, false}};

static const ss_report_column rate_columns[] = {{"solver", SS_REPORT_LEFT, false},
                                                {"tolerance", SS_REPORT_NUMBER, false},
                                                {"contacts", SS_REPORT_LEFT, false},
                                                {"solved", SS_REPORT_RIGHT, false}};

static const ss_report_column duel_columns[] = {
    {"problem", SS_REPORT_LEFT, false},       {"contacts", SS_REPORT_RIGHT, false},
    {"tolerance", SS_REPORT_NUMBER, false},   {"the best of ours", SS_REPORT_LEFT, false},
    {"its CPU (s)", SS_REPORT_NUMBER, false}, {"the best of theirs", SS_REPORT_LEFT, false},
    {"its CPU (s)", SS_REPORT_NUMBER, false}, {"theirs/ours", SS_REPORT_NUMBER, false},
    {"winner", SS_REPORT_LEFT, false}};

/* Each table beside what the paper prints, its cells counted. */
bool ss_page_read_tables(ss_page_material *m, ss_error *error)
{
    char paper[SS_PATH_SIZE], path[SS_PATH_SIZE], name[SS_PAGE_TEXT], file[128];
    ss_page_cells *const cells = &m->cells;
    size_t cap = 0; /* on the sweeps of the runs, which tableN.csv does not hold */
    for (size_t k = 0; k < m->summary.n; ++k)
        cap = GSL_MAX(cap, m->summary.records[k].row.max_sweeps);
    /* at once, never moved: a report points at the measures of its own file */
    m->tables = calloc(SS_REPRODUCE_MAX, sizeof *m->tables);
    if (m->tables == NULL)
        return ss_error_memory(error, "tables");
    for (size_t number = 1; number <= SS_REPRODUCE_MAX; ++number) {
        snprintf(file, sizeof file, "table%zu.csv", number);
        if (!ss_page_has(m, file, path))
            continue;
        snprintf(file, sizeof file, "paper/%s", ss_page_provenance(m, "paper", name));
        if (name[0] == '\0' || !ss_home_path(paper, sizeof paper, file, NULL))
            return ss_error_set(error, SS_ERROR_DATA,
                                "%s has tables, and its provenance.txt names no paper", m->folder);
        ss_table_file *const table = &m->tables[m->n_tables++].file;
        if (!ss_table_file_read(table, m->folder, paper, number, error))
            return false;
        for (size_t r = 0; r < table->report.n; ++r)
            table->report.readings[r].cap = (double)cap;
        const ss_paper_table *const word = &table->report.readings[0].table; /* the paper's */
        cells->match += ss_paper_table_count(word, SS_VERDICT_MATCH);
        cells->inside += ss_paper_table_count(word, SS_VERDICT_INSIDE);
        cells->near += ss_paper_table_count(word, SS_VERDICT_NEAR);
        cells->outside += ss_paper_table_count(word, SS_VERDICT_OUTSIDE);
        m->quick = m->quick || table->report.quick;
    }
    cells->n = cells->match + cells->inside + cells->near + cells->outside;
    return true;
}

void ss_page_free_tables(ss_page_material *m)
{
    for (size_t k = 0; k < m->n_tables; ++k)
        ss_table_file_free(&m->tables[k].file);
    free(m->tables);
}

void ss_page_paper(ss_report_sheet *sheet, const ss_page_material *m)
{
    if (m->n_tables == 0)
        return;
    ss_report_add(sheet, SS_REPORT_SECTION, "The paper's tables, ours beside printed");
    for (size_t k = 0; k < m->n_tables; ++k) {
        ss_report_add(sheet, SS_REPORT_PART, "%s%s", m->tables[k].file.report.title,
                      m->quick ? " (QUICK run of fewer steps)" : "");
        ss_table_report_add(sheet, &m->tables[k].file.report, m->tables[k].columns);
    }
    if (m->claims_csv.n_rows == 0)
        return;
    ss_report_add(sheet, SS_REPORT_PART, "What the paper says in words");
    SS_REPORT_COLUMNS(sheet, NULL, claim_columns);
    for (size_t k = 0; k < m->claims_csv.n_rows; ++k) {
        const ss_claims_row *const claim = &m->claims[k];
        ss_report_cells(sheet, claim->claim, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", claim->table);
        ss_report_cells(sheet, claim->reading, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", claim->holds, claim->instances);
        ss_report_cells(sheet, claim->verdict, NULL);
    }
}

void ss_page_field(ss_report_sheet *sheet, const ss_page_material *m)
{
    if (m->rates_csv.n_rows == 0)
        return;
    ss_report_add(sheet, SS_REPORT_SECTION, "The field");
    ss_report_add(sheet, SS_REPORT_PART, "Problems solved, by their number of contacts");
    SS_REPORT_COLUMNS(sheet, NULL, rate_columns);
    for (size_t k = 0; k < m->rates_csv.n_rows; ++k) {
        const ss_rates_row *const row = &m->rates[k];
        if (row->problems == 0) /* of that size */
            continue;
        ss_report_cells(sheet, row->solver, NULL);
        ss_report_number(sheet, row->tol, 3, "-");
        ss_report_cells(sheet, row->size_class, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", row->solved, row->problems);
    }
    bool others = false; /* without another code there is nobody to be beside */
    for (size_t k = 0; k < m->best_csv.n_rows; ++k)
        others = others || m->best[k].theirs[0] != '\0';
    if (!others)
        return;
    ss_report_add(sheet, SS_REPORT_PART, "The fastest of ours and of another code");
    SS_REPORT_COLUMNS(sheet, NULL, duel_columns);
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

/* The tables of a paper, from the tableN.csv of `reproduce`, and what its text claims.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/tables/home.h"

#include <stdlib.h>
#include <string.h>

/* A table and the columns of it on the page. */
struct ss_page_table {
    ss_table_file file;
    ss_report_column columns[SS_TABLE_REPORT_COLUMNS];
};

/* The paper's data folder, by the line `paper` of provenance.txt. False: there is none. */
static bool find_paper(const ss_page_material *m, char path[SS_PATH_SIZE])
{
    char paper[SS_PAGE_TEXT], below[128];
    snprintf(below, sizeof below, "paper/%.100s", ss_page_provenance(m, "paper", paper));
    return paper[0] != '\0' && ss_home_path(path, SS_PATH_SIZE, below, NULL);
}

static void count_cells(ss_page_cells *cells, const ss_paper_table *table)
{
    cells->match += ss_paper_table_count(table, SS_VERDICT_MATCH);
    cells->inside += ss_paper_table_count(table, SS_VERDICT_INSIDE);
    cells->near += ss_paper_table_count(table, SS_VERDICT_NEAR);
    cells->outside += ss_paper_table_count(table, SS_VERDICT_OUTSIDE);
    cells->n = cells->match + cells->inside + cells->near + cells->outside;
}

/* The cap on the sweeps of the runs, which tableN.csv does not hold. */
static double cap_of(const ss_page_material *m)
{
    size_t most = 0;
    for (size_t k = 0; k < m->summary.n; ++k)
        if (m->summary.records[k].row.max_sweeps > most)
            most = m->summary.records[k].row.max_sweeps;
    return (double)most;
}

static bool read_table(ss_page_material *m, const char *paper, size_t number, ss_error *error)
{
    if (m->tables == NULL) /* once: a report points at the measures of its own file */
        m->tables = calloc(SS_REPRODUCE_MAX, sizeof *m->tables);
    if (m->tables == NULL)
        return ss_error_set(error, SS_ERROR_MEMORY, "no memory for table %zu", number);
    ss_table_file *const file = &m->tables[m->n_tables++].file;
    if (!ss_table_file_read(file, m->folder, paper, number, error))
        return false;
    for (size_t r = 0; r < file->report.n; ++r)
        file->report.readings[r].cap = cap_of(m);
    count_cells(&m->cells, &file->report.readings[0].table); /* the paper's word */
    m->quick = m->quick || file->report.quick;
    return true;
}

bool ss_page_read_tables(ss_page_material *m, ss_error *error)
{
    char paper[SS_PATH_SIZE], path[SS_PATH_SIZE], name[64];
    bool done = true;
    for (size_t number = 1; done && number <= SS_REPRODUCE_MAX; ++number) {
        snprintf(name, sizeof name, "table%zu.csv", number);
        if (!ss_page_has(m, name, path))
            continue;
        done =
            find_paper(m, paper)
                ? read_table(m, paper, number, error)
                : ss_error_set(error, SS_ERROR_DATA,
                               "%s has tables, and its provenance.txt names no paper", m->folder);
    }
    return done;
}

void ss_page_free_tables(ss_page_material *m)
{
    for (size_t k = 0; k < m->n_tables; ++k)
        ss_table_file_free(&m->tables[k].file);
    free(m->tables);
}

static void add_claims(ss_report_sheet *sheet, const ss_page_material *m)
{
    static const ss_report_column columns[] = {{"claim", SS_REPORT_LEFT, false},
                                               {"table", SS_REPORT_RIGHT, false},
                                               {"reading", SS_REPORT_LEFT, false},
                                               {"holds", SS_REPORT_RIGHT, false},
                                               {"verdict", SS_REPORT_LEFT, false}};
    if (m->claims_csv.n_rows == 0)
        return;
    ss_report_add(sheet, SS_REPORT_PART, "What the paper says in words");
    ss_report_table(sheet, columns, sizeof columns / sizeof *columns);
    for (size_t k = 0; k < m->claims_csv.n_rows; ++k) {
        const ss_claims_row *const claim = &m->claims[k];
        ss_report_cells(sheet, claim->claim, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", claim->table);
        ss_report_cells(sheet, claim->reading, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", claim->holds, claim->instances);
        ss_report_cells(sheet, claim->verdict, NULL);
    }
}

void ss_page_paper(ss_report_sheet *sheet, const ss_page_material *m)
{
    if (m->n_tables == 0)
        return;
    ss_report_add(sheet, SS_REPORT_SECTION, "The paper's tables, ours beside printed");
    for (size_t k = 0; k < m->n_tables; ++k) {
        ss_report_add(sheet, SS_REPORT_PART, "%s", m->tables[k].file.report.title);
        ss_table_report_add(sheet, &m->tables[k].file.report, m->tables[k].columns);
    }
    add_claims(sheet, m);
}

/* Tables of a manuscript: lines of a tabular from rows of a result file. The text has the head and
 * the rules of the table; macros stand for its lines.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/manuscript/parts.h"

#include "harness/report/sheet.h"
#include "harness/papers/table.h"
#include "harness/tables/home.h"

#include <stdlib.h>
#include <string.h>

/* Print a template of a row, in which <column> and <column:form> are its cells. */
static bool print_template(ss_manuscript *m, const ss_manuscript_place *place, const char *template,
                           ss_error *error)
{
    for (const char *at = template; *at != '\0'; ++at) {
        char column[SS_MANUSCRIPT_NAME];
        const size_t length = strcspn(at, ">");
        if (*at != '<') {
            fputc(*at, m->out);
            continue;
        }
        if (at[length] != '>' || length >= sizeof column)
            return ss_error_set(error, SS_ERROR_DATA, "'%s' does not end with >", at);
        snprintf(column, sizeof column, "%.*s", (int)length - 1, at + 1);
        char *const form = strchr(column, ':');
        if (form != NULL)
            *form = '\0';
        if (!ss_manuscript_print_cell(m, place, column, form != NULL ? form + 1 : "", error))
            return false;
        at += length;
    }
    return true;
}

/* \rows{file}{which}{template}: a line of each row; \rows[any]: there need be none. */
bool ss_manuscript_list(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    ss_manuscript_rows rows;
    const bool any = strcmp(call->option, "any") == 0;
    bool ok = (any ? ss_manuscript_find : ss_manuscript_select)(m, &rows, call->arguments[0],
                                                                call->arguments[1], error);
    for (size_t k = 0; ok && k < rows.n; ++k) {
        const ss_manuscript_place place = {call->name, rows.table, rows.at[k]};
        ok = print_template(m, &place, call->arguments[2], error);
        fputs(k + 1 < rows.n ? " \\\\\n" : " \\\\", m->out);
    }
    free(rows.at);
    return ok;
}

/* Rows and columns of a pivot are the values of two columns of the file, in its order. */
typedef struct pivot {
    const ss_manuscript_call *call;
    const ss_manuscript_rows *rows;
    char down[SS_MANUSCRIPT_NAME], across[SS_MANUSCRIPT_NAME];
} pivot;

static const char *value_at(const pivot *p, size_t k, const char *column)
{
    return ss_csv_text(&p->rows->table->csv, p->rows->at[k], column);
}

/* Is it the first of the chosen rows with its value in the column? */
static bool is_first(const pivot *p, size_t k, const char *column)
{
    for (size_t j = 0; j < k; ++j)
        if (strcmp(value_at(p, j, column), value_at(p, k, column)) == 0)
            return false;
    return true;
}

/* Print the one row with the values of rows i (down) and j (across), or a dash. */
static bool print_pivot_cell(ss_manuscript *m, const pivot *p, size_t i, size_t j, ss_error *error)
{
    size_t n = 0, found = 0;
    for (size_t k = 0; k < p->rows->n; ++k)
        if (strcmp(value_at(p, k, p->down), value_at(p, i, p->down)) == 0 &&
            strcmp(value_at(p, k, p->across), value_at(p, j, p->across)) == 0 && n++ == 0)
            found = p->rows->at[k];
    fputs(" & ", m->out);
    if (n > 1)
        return ss_error_set(error, SS_ERROR_DATA, "%zu rows with %s %s, %s %s", n, p->down,
                            value_at(p, i, p->down), p->across, value_at(p, j, p->across));
    const ss_manuscript_place place = {p->call->name, p->rows->table, found};
    if (n == 1)
        return print_template(m, &place, p->call->arguments[3], error);
    fputs("--", m->out);
    return true;
}

static bool print_pivot_row(ss_manuscript *m, const pivot *p, size_t i, ss_error *error)
{
    const ss_manuscript_place head = {p->call->name, p->rows->table, p->rows->at[i]};
    bool ok = ss_manuscript_print_cell(m, &head, p->down, "text", error);
    for (size_t j = 0; ok && j < p->rows->n; ++j)
        if (is_first(p, j, p->across))
            ok = print_pivot_cell(m, p, i, j, error);
    fputs(" \\\\\n", m->out);
    return ok;
}

/* \pivot{file}{which}{down; across}{template}: a line of each value of `down`, a cell of each value
 * of `across`. */
bool ss_manuscript_pivot(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    ss_manuscript_rows rows;
    pivot p = {.call = call, .rows = &rows};
    bool ok = ss_manuscript_select(m, &rows, call->arguments[0], call->arguments[1], error);
    if (ok && sscanf(call->arguments[2], "%255[^; ]; %255s", p.down, p.across) != 2)
        ok = ss_error_set(error, SS_ERROR_DATA, "'%s' is no pair of columns: down; across",
                          call->arguments[2]);
    ok = ok && ss_manuscript_has_column(rows.table, p.down, error) &&
         ss_manuscript_has_column(rows.table, p.across, error);
    for (size_t i = 0; ok && i < rows.n; ++i)
        if (is_first(&p, i, p.down))
            ok = print_pivot_row(m, &p, i, error);
    free(rows.at);
    return ok;
}

/* The layout tells of a number that it has printed. */
typedef struct noting {
    ss_manuscript *m;
    const ss_manuscript_table *table;
} noting;

/* The value that is noted is the text itself: the layout has rounded it. */
static void note(void *context, size_t row, const char *column, const char *text)
{
    const noting *const n = context;
    ss_manuscript_note(n->m, (ss_cells_row){.macro = "papertable",
                                            .file = n->table->name,
                                            .line = ss_csv_line(&n->table->csv, row),
                                            .rows = 1,
                                            .column = column,
                                            .value = text,
                                            .printed = text});
}

/* \papertable[beside]{file}{heading of the rows}: a tableN.csv in the layout of the paper. */
bool ss_manuscript_paper_table(ss_manuscript *m, const ss_manuscript_call *call, ss_error *error)
{
    const ss_manuscript_table *const table = ss_manuscript_table_of(m, call->arguments[0], error);
    if (table == NULL)
        return false;
    noting context = {m, table};
    char paper[SS_PATH_SIZE];
    ss_paper_measures measures = {.list.n = 0};
    ss_report_sheet sheet = {.text = NULL};
    ss_layout layout = {.csv = &table->csv,
                        .row_heading = call->arguments[1],
                        .measures = &measures.list,
                        .beside = strcmp(call->option, "beside") == 0,
                        .note = note,
                        .context = &context};
    bool ok = ss_home_path(paper, sizeof paper, "paper/stickslip", error) &&
              ss_paper_measures_read(&measures, paper, error) &&
              ss_layout_add(&sheet, &layout, error);
    if (ok && sheet.failed)
        ok = ss_error_memory(error, "%s", call->arguments[0]);
    if (ok)
        ss_report_latex_tabular(m->out, &sheet, sheet.table);
    if (ok && ss_layout_is_quick(&table->csv))
        fputs("\\\\\\textbf{QUICK smoke run: not to be compared.}\n", m->out);
    ss_report_free(&sheet);
    ss_paper_measures_free(&measures);
    return ok;
}

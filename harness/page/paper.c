/* The tables of a paper, from the tableN.csv of `reproduce`, and what its text claims.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/page/parts.h"

#include "harness/reproduce/reproduce.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool table_path(const ss_page_material *m, size_t number, const char *ending,
                       char path[SS_PATH_SIZE])
{
    char name[64];
    snprintf(name, sizeof name, "table%zu.%s", number, ending);
    return ss_page_has(m, name, path);
}

/* ---- before the page: how many cells agree ---- */

static void count_cell(ss_page_cells *cells, const ss_printed_row *row)
{
    const char *const verdict = row->verdict;
    size_t *const count = strcmp(verdict, "match") == 0     ? &cells->match
                          : strcmp(verdict, "inside") == 0  ? &cells->inside
                          : strcmp(verdict, "near") == 0    ? &cells->near
                          : strcmp(verdict, "outside") == 0 ? &cells->outside
                                                            : NULL;
    if (count == NULL)
        return;
    ++*count;
    ++cells->n;
}

bool ss_page_count_cells(ss_page_material *m, ss_error *error)
{
    char path[SS_PATH_SIZE];
    bool done = true;
    for (size_t number = 1; done && number <= SS_REPRODUCE_MAX; ++number) {
        ss_csv csv = {.n_rows = 0};
        if (!table_path(m, number, "csv", path))
            continue;
        ss_printed_row *const rows =
            ss_record_read_file(ss_rows_find("printed"), &csv, path, sizeof *rows, error);
        done = rows != NULL;
        for (size_t k = 0; done && k < csv.n_rows; ++k) {
            /* the first reading is the paper's word */
            if (strcmp(rows[k].reading, rows[0].reading) == 0)
                count_cell(&m->cells, &rows[k]);
            m->quick = m->quick || strncmp(rows[k].reason, "QUICK", 5) == 0;
        }
        free(rows);
        ss_csv_free(&csv);
    }
    return done;
}

/* ---- a table ---- */

/* The title that the table's .md begins with, without its marks; "Table N" without one. */
static void read_title(const ss_page_material *m, size_t number, char title[512])
{
    char path[SS_PATH_SIZE], line[512] = "";
    FILE *const file = table_path(m, number, "md", path) ? fopen(path, "r") : NULL;
    size_t length = 0;
    snprintf(title, 512, "Table %zu", number);
    if (file == NULL)
        return;
    if (fgets(line, sizeof line, file) != NULL && strncmp(line, "# ", 2) == 0) {
        for (const char *at = line + 2; *at != '\0' && *at != '\n'; ++at)
            if (*at != '\\')
                title[length++] = *at;
        title[length] = '\0';
    }
    fclose(file);
}

static const ss_report_column columns[] = {
    {"row", SS_REPORT_HEADING, false},      {"quantity", SS_REPORT_LEFT, false},
    {"reading", SS_REPORT_LEFT, false},     {"paper", SS_REPORT_RIGHT, false},
    {"ours", SS_REPORT_RIGHT, false},       {"least", SS_REPORT_RIGHT, true},
    {"largest", SS_REPORT_RIGHT, true},     {"instances", SS_REPORT_RIGHT, false},
    {"ours/paper", SS_REPORT_RIGHT, false}, {"verdict", SS_REPORT_LEFT, false},
    {"note", SS_REPORT_RIGHT, true}};

/* The reason of a row without the word on quick runs, which the page says once. */
static const char *reason_of(const ss_printed_row *row)
{
    const char *const end = strncmp(row->reason, "QUICK", 5) == 0 ? strchr(row->reason, '.') : NULL;
    return end != NULL ? end + 1 + strspn(end + 1, " ") : row->reason;
}

/* The number of a row's note, from 1: equal reasons are one note. 0: it has none. */
static size_t note_of(const ss_printed_row *rows, size_t k)
{
    size_t number = 0;
    if (reason_of(&rows[k])[0] == '\0')
        return 0;
    for (size_t at = 0; at <= k; ++at) {
        bool first = reason_of(&rows[at])[0] != '\0';
        for (size_t j = 0; j < at && first; ++j)
            first = strcmp(reason_of(&rows[j]), reason_of(&rows[at])) != 0;
        number += first;
        if (strcmp(reason_of(&rows[at]), reason_of(&rows[k])) == 0)
            break;
    }
    return number;
}

/* What the rule compares stands first, the printed number in brackets where it is another. */
static void add_compared(ss_report_sheet *sheet, double compared, double value, const char *text)
{
    char number[32];
    if (isnan(compared) || compared == value) {
        ss_report_add(sheet, SS_REPORT_CELL, "%s", text);
        return;
    }
    ss_report_add(sheet, SS_REPORT_CELL, "%s (%s)", ss_report_number_text(number, compared, 3, "-"),
                  text);
}

static void add_row(ss_report_sheet *sheet, const ss_printed_row *rows, size_t k)
{
    const ss_printed_row *const row = &rows[k];
    char text[32];
    const double printed = strtod(row->paper, NULL);
    const bool spread = row->instances > 1;
    ss_report_cells(sheet, row->row, ss_reproduce_column_label(row->column), row->reading, NULL);
    add_compared(sheet, row->paper_compared, printed, isnan(printed) ? "-" : row->paper);
    if (!isnan(row->paper_to))
        ss_report_append(sheet, " to %g", row->paper_to);
    add_compared(sheet, row->ours_compared, row->ours,
                 isinf(row->ours) ? "cap" : ss_report_number_text(text, row->ours, 3, "-"));
    ss_report_number(sheet, spread ? row->least : NAN, 3, "");
    ss_report_number(sheet, spread ? row->largest : NAN, 3, "");
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", row->instances);
    ss_report_number(sheet, row->ratio, 3, "-");
    ss_report_cells(sheet, row->verdict, NULL);
    if (note_of(rows, k) > 0)
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", note_of(rows, k));
    else
        ss_report_cells(sheet, "", NULL);
}

static bool add_table(ss_report_sheet *sheet, const ss_page_material *m, size_t number,
                      ss_error *error)
{
    char path[SS_PATH_SIZE], title[512];
    ss_csv csv = {.n_rows = 0};
    table_path(m, number, "csv", path);
    ss_printed_row *const rows =
        ss_record_read_file(ss_rows_find("printed"), &csv, path, sizeof *rows, error);
    read_title(m, number, title);
    ss_report_add(sheet, SS_REPORT_PART, "%s", title);
    ss_report_table(sheet, columns, sizeof columns / sizeof *columns);
    for (size_t k = 0; rows != NULL && k < csv.n_rows; ++k)
        add_row(sheet, rows, k);
    for (size_t k = 0, n = 0; rows != NULL && k < csv.n_rows; ++k)
        if (note_of(rows, k) > n) {
            ss_report_add(sheet, SS_REPORT_NOTE, "%s.", reason_of(&rows[k]));
            ++n;
        }
    ss_csv_free(&csv);
    free(rows);
    return rows != NULL;
}

static void add_claims(ss_report_sheet *sheet, const ss_page_material *m)
{
    static const ss_report_column claim_columns[] = {{"claim", SS_REPORT_LEFT, false},
                                                     {"table", SS_REPORT_RIGHT, false},
                                                     {"reading", SS_REPORT_LEFT, false},
                                                     {"holds", SS_REPORT_RIGHT, false},
                                                     {"verdict", SS_REPORT_LEFT, false}};
    if (m->claims_csv.n_rows == 0)
        return;
    ss_report_add(sheet, SS_REPORT_PART, "What the paper says in words");
    ss_report_table(sheet, claim_columns, sizeof claim_columns / sizeof *claim_columns);
    for (size_t k = 0; k < m->claims_csv.n_rows; ++k) {
        const ss_claims_row *const claim = &m->claims[k];
        ss_report_cells(sheet, claim->claim, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", claim->table);
        ss_report_cells(sheet, claim->reading, NULL);
        ss_report_add(sheet, SS_REPORT_CELL, "%zu/%zu", claim->holds, claim->instances);
        ss_report_cells(sheet, claim->verdict, NULL);
    }
}

bool ss_page_paper(ss_report_sheet *sheet, const ss_page_material *m, ss_error *error)
{
    char path[SS_PATH_SIZE];
    bool begun = false, done = true;
    for (size_t number = 1; done && number <= SS_REPRODUCE_MAX; ++number) {
        if (!table_path(m, number, "csv", path))
            continue;
        if (!begun)
            ss_report_add(sheet, SS_REPORT_SECTION, "The paper's tables, ours beside printed");
        begun = true;
        done = add_table(sheet, m, number, error);
    }
    if (done && begun)
        add_claims(sheet, m);
    return done;
}

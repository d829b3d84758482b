/* A judged table in the layout of the paper: from the rows of tableN.csv, which may be of an older
 * build, lines of a sheet.
 *
 *     solver           sweeps       CPU (s)     the paper's columns, in the order of the file
 *     sbp    ours      436          0.1         a block a row of the paper: a line a reading that
 *            range     293 to 813               has instances, and below it their range
 *            settled   500          0.2
 *            paper     0.30e3       2.92        as printed
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/table.h"

#include "harness/tables/output.h"
#include "harness/tables/record.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIXED = 2 };                              /* columns before the quantities: row, and whose */
static const char seconds[] = "cpu_s";           /* the column whose seconds are never compared, */
static const char relative[] = "cpu_s relative"; /* and the same over the reference row */

enum { ROW, COLUMN, READING };

/* A row of the file. */
typedef struct cell {
    ss_printed_row is;
    const char *key[3]; /* its row, column and reading */
    double paper;       /* the number that is printed; NaN: none */
} cell;

/* The places of a table's numbers, as the layout is made. */
typedef struct plan {
    ss_layout *layout;
    ss_report_sheet *sheet;
    cell *cells; /* n_cells, owned */
    size_t n_cells;
    const char *quantities[SS_LAYOUT_COLUMNS];
    size_t n;
    bool notes; /* their numbers stand behind ours */
} plan;

/* Read the file: a cell that is no number would be a dash, as where there is none. */
static bool read_cells(plan *p, ss_error *error)
{
    const ss_csv *const csv = p->layout->csv;
    bool ok = ss_record_require(csv,
                                "row,column,paper,ours,reading,instances,least,largest,"
                                "ours_compared,paper_compared",
                                error);
    p->cells = ok ? calloc(csv->n_rows + 1, sizeof *p->cells) : NULL;
    if (ok && p->cells == NULL)
        ok = ss_error_memory(error, "the rows of %s", csv->path);
    for (; ok && p->n_cells < csv->n_rows; ++p->n_cells) {
        cell *const c = &p->cells[p->n_cells];
        ok = ss_printed_row_read(csv, p->n_cells, &c->is, error) &&
             ss_csv_real(csv, p->n_cells, "paper", &c->paper, error);
        c->key[ROW] = c->is.row;
        c->key[COLUMN] = c->is.column;
        c->key[READING] = c->is.reading;
    }
    return ok;
}

static bool is_same(const plan *p, size_t j, size_t k, int key)
{
    return strcmp(p->cells[j].key[key], p->cells[k].key[key]) == 0;
}

/* Is it the first row of the file with its row, column or reading? */
static bool is_first(const plan *p, size_t k, int key)
{
    size_t j = 0;
    while (!is_same(p, j, k, key))
        ++j;
    return j == k;
}

/* Rows of the file with the same row or column as row k of which the paper has the number. */
static size_t count_printed(const plan *p, size_t k, int key)
{
    size_t n = 0;
    for (size_t j = 0; j < p->n_cells; ++j)
        n += is_same(p, j, k, key) && is_same(p, j, 0, READING) && !isnan(p->cells[j].paper);
    return n;
}

/* The columns: one of the paper's own has a number in most of its rows. What it tells of a row or
 * two has no column there, and would be one of dashes. */
static bool choose_quantities(plan *p, ss_error *error)
{
    const bool beside = p->layout->beside;
    size_t n_rows = 0;
    for (size_t k = 0; k < p->n_cells; ++k)
        n_rows += is_first(p, k, ROW) && count_printed(p, k, ROW) > 0;
    if (n_rows == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%s has no number of the paper",
                            p->layout->csv->path);
    for (size_t k = 0; k < p->n_cells; ++k) {
        const bool own = 2 * count_printed(p, k, COLUMN) > n_rows;
        if (!is_first(p, k, COLUMN) || (!own && !beside))
            continue;
        if (p->n + FIXED < SS_LAYOUT_COLUMNS)
            p->quantities[p->n++] = p->cells[k].is.column;
        if (beside && strcmp(p->cells[k].is.column, seconds) == 0 &&
            p->n + FIXED < SS_LAYOUT_COLUMNS)
            p->quantities[p->n++] = relative;
    }
    return true;
}

/* The short title of a column, where measures.csv has one. */
static const char *head_of(const plan *p, const char *column)
{
    const ss_measure *const known = ss_measures_find(p->layout->measures, column);
    return column == relative                        ? "CPU, relative"
           : known != NULL && known->head[0] != '\0' ? known->head
                                                     : column;
}

/* A number of the file in three digits; a count at its cap is none. */
static const char *number_text(char text[32], double value)
{
    return isinf(value) ? "cap" : ss_report_number_text(text, value, 3, "-");
}

typedef enum line { OURS, RANGE, PAPER } line;

/* Does row k of the file stand in the layout, and differ from what is printed? */
static bool needs_note(const plan *p, size_t k)
{
    const cell *const c = &p->cells[k];
    bool shown = false;
    for (size_t q = 0; q < p->n; ++q)
        shown = shown || strcmp(c->is.column, p->quantities[q]) == 0;
    return shown && c->is.reason[0] != '\0' && !isnan(c->paper) &&
           strcmp(c->is.verdict, ss_verdict_word(SS_VERDICT_MATCH)) != 0 &&
           strcmp(c->is.verdict, ss_verdict_word(SS_VERDICT_INPUT)) != 0 &&
           strcmp(c->is.verdict, ss_verdict_word(SS_VERDICT_REFERENCE)) != 0;
}

/* Is it the first one with its reason that needs a note, or the first of its row and column? */
static bool is_first_noted(const plan *p, size_t k, bool by_cell)
{
    for (size_t j = 0; j < k; ++j)
        if (needs_note(p, j) && strcmp(p->cells[j].is.reason, p->cells[k].is.reason) == 0 &&
            (!by_cell || (is_same(p, j, k, ROW) && is_same(p, j, k, COLUMN))))
            return false;
    return true;
}

/* The number of the note of row k, from 1 in order of appearance; 0: it has none, or none are
 * wanted. */
static size_t note_number(const plan *p, size_t k)
{
    size_t number = 0;
    bool found = !p->notes || !needs_note(p, k);
    for (size_t j = 0; j <= k && !found; ++j) {
        number += needs_note(p, j) && is_first_noted(p, j, false);
        found = needs_note(p, j) && strcmp(p->cells[j].is.reason, p->cells[k].is.reason) == 0;
    }
    return number;
}

/* Add the lines' cell of a quantity, and tell of its number. Of a range least to largest, which the
 * file has of what is compared: of seconds none, but of `relative` ones. */
static void add_cell(const plan *p, line which, const cell *c, const char *quantity)
{
    char low[32], high[32];
    const bool compared = quantity == relative;
    const char *const column = which == RANGE   ? "least, largest"
                               : which == PAPER ? (compared ? "paper_compared" : "paper")
                               : compared       ? "ours_compared"
                                                : "ours";
    const bool none = c == NULL || (which == PAPER && isnan(c->paper)) ||
                      (which == RANGE && (strcmp(quantity, seconds) == 0 || isnan(c->is.least)));
    ss_report_add(p->sheet, SS_REPORT_CELL, "%s", none && which != RANGE ? "-" : "");
    if (none)
        return;
    if (which == RANGE)
        ss_report_append(p->sheet, "%s to %s", number_text(low, c->is.least),
                         number_text(high, c->is.largest));
    else if (which == PAPER && !compared)
        ss_report_append(p->sheet, "%s", c->is.paper);
    else
        ss_report_append(p->sheet, "%s",
                         number_text(low, which == PAPER ? c->is.paper_compared
                                          : compared     ? c->is.ours_compared
                                                         : c->is.ours));
    const char *const text = ss_report_text_of(p->sheet, p->sheet->n - 1);
    if (p->layout->note != NULL && !p->sheet->failed && strcmp(text, "-") != 0)
        p->layout->note(p->layout->context, (size_t)(c - p->cells), column, text);
    const size_t number = which == OURS ? note_number(p, (size_t)(c - p->cells)) : 0;
    if (number > 0)
        ss_report_append(p->sheet, " [%zu]", number);
}

/* A line of a block: the row's name, whose it is, and a cell a column. */
static void add_line(const plan *p, line which, const char *row, const char *reading)
{
    const bool first = strcmp(reading, p->cells[0].is.reading) == 0;
    ss_report_cells(p->sheet, row,
                    which == PAPER   ? "paper"
                    : which == RANGE ? "range"
                    : first          ? "ours"
                                     : reading,
                    NULL);
    for (size_t q = 0; q < p->n; ++q) {
        const char *const column = p->quantities[q] == relative ? seconds : p->quantities[q];
        const cell *found = NULL;
        for (size_t k = 0; found == NULL && k < p->n_cells; ++k) {
            const ss_printed_row *const is = &p->cells[k].is;
            if (strcmp(is->row, row) == 0 && strcmp(is->column, column) == 0 &&
                strcmp(is->reading, reading) == 0)
                found = &p->cells[k];
        }
        add_cell(p, which, found, p->quantities[q]);
    }
}

/* The lines of the paper's row k: under each reading that has instances ours, and their range where
 * there are several; then the paper's. */
static void add_block(const plan *p, size_t k)
{
    const char *const row = p->cells[k].is.row;
    const bool printed = count_printed(p, k, ROW) > 0;
    if (!printed && !p->layout->beside)
        return;
    for (size_t r = 0; r < p->n_cells; ++r) {
        const char *const reading = p->cells[r].is.reading;
        size_t most = 0; /* instances */
        if (!is_first(p, r, READING))
            continue;
        for (size_t j = 0; j < p->n_cells; ++j)
            if (is_same(p, j, k, ROW) && is_same(p, j, r, READING) &&
                p->cells[j].is.instances > most)
                most = p->cells[j].is.instances;
        if (most > 0)
            add_line(p, OURS, row, reading);
        if (most > 1)
            add_line(p, RANGE, row, reading);
    }
    if (printed)
        add_line(p, PAPER, row, p->cells[0].is.reading);
}

static bool add_table(plan *p, ss_error *error)
{
    ss_report_column *const columns = p->layout->columns;
    if (!read_cells(p, error) || !choose_quantities(p, error))
        return false;
    columns[0] = (ss_report_column){p->layout->row_heading, SS_REPORT_HEADING, false};
    columns[1] = (ss_report_column){"", SS_REPORT_LEFT, false};
    for (size_t k = 0; k < p->n; ++k)
        columns[FIXED + k] =
            (ss_report_column){head_of(p, p->quantities[k]), SS_REPORT_NUMBER, false};
    ss_report_table(p->sheet, NULL, columns, FIXED + p->n);
    for (size_t k = 0; k < p->n_cells; ++k)
        if (is_first(p, k, ROW))
            add_block(p, k);
    return true;
}

bool ss_layout_add(ss_report_sheet *sheet, ss_layout *layout, ss_error *error)
{
    plan p = {.layout = layout, .sheet = sheet};
    const bool added = add_table(&p, error);
    free(p.cells);
    return added;
}

/* ---- written by itself ---- */

/* Reasons, each once, with the cells that it is about. */
static void add_notes(const plan *p)
{
    for (size_t k = 0; k < p->n_cells; ++k) {
        const char *const reason = p->cells[k].is.reason;
        size_t n = 0;
        if (!needs_note(p, k) || !is_first_noted(p, k, false))
            continue;
        ss_report_add(p->sheet, SS_REPORT_NOTE, "%s", "");
        for (size_t j = k; j < p->n_cells; ++j)
            if (needs_note(p, j) && strcmp(p->cells[j].is.reason, reason) == 0 &&
                is_first_noted(p, j, true))
                ss_report_append(p->sheet, "%s%s %s", n++ > 0 ? ", " : "", p->cells[j].is.row,
                                 head_of(p, p->cells[j].is.column));
        ss_report_append(p->sheet, ": %s.", reason);
    }
}

/* The key: what the lines are, and over how many instances. */
static void add_key(const plan *p, const char *letter)
{
    size_t least = SIZE_MAX, most = 0;
    for (size_t k = 0; k < p->n_cells; ++k) {
        const size_t n = p->cells[k].is.instances;
        least = n > 0 && n < least ? n : least;
        most = n > most ? n : most;
    }
    ss_report_add(p->sheet, SS_REPORT_REMARK, "ours: the median over ");
    if (least < most)
        ss_report_append(p->sheet, "%zu to ", least);
    ss_report_append(
        p->sheet,
        "%zu instance%s; range: least to largest of them; paper: as printed in [%s]; "
        "cap: no solution within the cap of sweeps. Seconds are of two machines, which "
        "no verdict compares.",
        most, ss_name_plural(most), letter);
}

bool ss_layout_write(const char *folder, const ss_table_report *report,
                     const ss_reproduce_about *about, bool notes, ss_error *error)
{
    char name[32], file[48], path[SS_PATH_SIZE];
    ss_csv csv;
    ss_report_sheet sheet = {.cite_letter = about->letter, .cite_key = about->key};
    snprintf(name, sizeof name, "table%zu-paper", report->number);
    snprintf(file, sizeof file, "table%zu.csv", report->number);
    if (!ss_path_join(path, sizeof path, folder, file, error) || !ss_csv_read(&csv, path, error))
        return false;
    ss_layout layout = {
        .csv = &csv, .row_heading = report->row_heading, .measures = report->measures};
    plan p = {.layout = &layout, .sheet = &sheet, .notes = notes};
    ss_report_add(&sheet, SS_REPORT_TITLE, "%s", report->title);
    ss_report_add(&sheet, SS_REPORT_LABEL, "tab:%s-%zu-paper", about->paper, report->number);
    if (ss_layout_is_quick(&csv))
        ss_report_add(&sheet, SS_REPORT_WARNING, "%s", "QUICK smoke run: not to be compared.");
    bool written = ss_record_require(&csv, "reason,verdict", error) && add_table(&p, error);
    if (written)
        add_key(&p, about->letter);
    if (written && notes)
        add_notes(&p);
    written = written && ss_report_write(&sheet, &ss_report_markdown, folder, name, error) &&
              ss_report_write(&sheet, &ss_report_latex, folder, name, error);
    free(p.cells);
    ss_report_free(&sheet);
    ss_csv_free(&csv);
    return written;
}

bool ss_layout_is_quick(const ss_csv *csv)
{
    const char *const quick = ss_csv_text(csv, 0, "quick");
    return quick != NULL && strcmp(quick, "1") == 0;
}

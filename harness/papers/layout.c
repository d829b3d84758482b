/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/layout.h"

#include "harness/tables/output.h"
#include "harness/tables/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FIXED = 2 };                              /* columns before the quantities: row, and whose */
static const char seconds[] = "cpu_s";           /* the column whose seconds are never compared, */
static const char relative[] = "cpu_s relative"; /* and the same over the reference row */

/* The places of a table's numbers, as the layout is made. */
typedef struct plan {
    ss_layout *layout;
    ss_report_sheet *sheet;
    const char *quantities[SS_LAYOUT_COLUMNS];
    size_t n;
} plan;

static const char *text_at(const plan *p, size_t row, const char *column)
{
    return ss_csv_text(p->layout->csv, row, column);
}

static bool is(const plan *p, size_t row, const char *column, const char *value)
{
    return strcmp(text_at(p, row, column), value) == 0;
}

static double number_at(const plan *p, size_t row, const char *column)
{
    double value = NAN;
    return ss_csv_real(p->layout->csv, row, column, &value, NULL) ? value : NAN;
}

/* Is it the first row of the file with its value of `column`? */
static bool is_first(const plan *p, size_t row, const char *column)
{
    for (size_t k = 0; k < row; ++k)
        if (is(p, k, column, text_at(p, row, column)))
            return false;
    return true;
}

/* The cell of a row, a quantity and a reading; n_rows: there is none. */
static size_t find(const plan *p, const char *row, const char *quantity, const char *reading)
{
    const char *const column = quantity == relative ? seconds : quantity;
    size_t k = 0;
    while (k < p->layout->csv->n_rows &&
           !(is(p, k, "row", row) && is(p, k, "column", column) && is(p, k, "reading", reading)))
        ++k;
    return k;
}

/* Cells of a row or a column of which the paper has the number. */
static size_t count_printed(const plan *p, const char *which, const char *value)
{
    size_t n = 0;
    for (size_t k = 0; k < p->layout->csv->n_rows; ++k)
        n += is(p, k, which, value) && !isnan(number_at(p, k, "paper")) &&
             is(p, k, "reading", text_at(p, 0, "reading"));
    return n;
}

/* Rows of the paper's table. */
static size_t count_rows(const plan *p)
{
    size_t n = 0;
    for (size_t k = 0; k < p->layout->csv->n_rows; ++k)
        n += is_first(p, k, "row") && count_printed(p, "row", text_at(p, k, "row")) > 0;
    return n;
}

/* A column of the paper's own has a number in most of its rows. */
static void choose_quantities(plan *p)
{
    const size_t n_rows = count_rows(p);
    for (size_t k = 0; k < p->layout->csv->n_rows; ++k) {
        const char *const column = text_at(p, k, "column");
        const bool own = 2 * count_printed(p, "column", column) > n_rows;
        if (!is_first(p, k, "column") || (!own && !p->layout->beside))
            continue;
        if (p->n + FIXED < SS_LAYOUT_COLUMNS)
            p->quantities[p->n++] = column;
        if (p->layout->beside && strcmp(column, seconds) == 0 && p->n + FIXED < SS_LAYOUT_COLUMNS)
            p->quantities[p->n++] = relative;
    }
}

static const char *head_of(const plan *p, const char *column)
{
    const ss_measure *const known = ss_measures_find(p->layout->measures, column);
    return known != NULL && known->head[0] != '\0' ? known->head : column;
}

static void add_columns(plan *p)
{
    ss_report_column *const columns = p->layout->columns;
    columns[0] = (ss_report_column){p->layout->row_heading, SS_REPORT_HEADING, false};
    columns[1] = (ss_report_column){"", SS_REPORT_LEFT, false};
    for (size_t k = 0; k < p->n; ++k) {
        const bool is_relative = p->quantities[k] == relative;
        columns[FIXED + k] = (ss_report_column){
            is_relative ? "CPU, relative" : head_of(p, p->quantities[k]), SS_REPORT_NUMBER, false};
    }
    ss_report_table(p->sheet, columns, FIXED + p->n);
}

/* A number of the file in three digits; a count at its cap is none. */
static const char *number_text(char text[32], double value)
{
    return isinf(value) ? "cap" : ss_report_number_text(text, value, 3, "-");
}

static void tell(const plan *p, size_t row, const char *column)
{
    const char *const text = ss_report_text_of(p->sheet, p->sheet->n - 1);
    if (p->layout->note != NULL && !p->sheet->failed && strcmp(text, "-") != 0 && text[0] != '\0')
        p->layout->note(p->layout->context, row, column, text);
}

static void add_one(const plan *p, const char *row, const char *quantity, const char *reading)
{
    char text[32];
    const size_t k = find(p, row, quantity, reading);
    const char *const column = quantity == relative ? "ours_compared" : "ours";
    if (k == p->layout->csv->n_rows) {
        ss_report_add(p->sheet, SS_REPORT_CELL, "-");
        return;
    }
    ss_report_add(p->sheet, SS_REPORT_CELL, "%s", number_text(text, number_at(p, k, column)));
    tell(p, k, column);
}

/* Least to largest; of seconds the file has none. */
static void add_range(const plan *p, const char *row, const char *quantity, const char *reading)
{
    char low[32], high[32];
    const size_t k = find(p, row, quantity, reading);
    ss_report_add(p->sheet, SS_REPORT_CELL, "%s", "");
    if (k == p->layout->csv->n_rows || quantity == seconds || strcmp(quantity, seconds) == 0 ||
        isnan(number_at(p, k, "least")))
        return;
    ss_report_append(p->sheet, "%s to %s", number_text(low, number_at(p, k, "least")),
                     number_text(high, number_at(p, k, "largest")));
    tell(p, k, "least, largest");
}

static void add_printed(const plan *p, const char *row, const char *quantity)
{
    char text[32];
    const size_t k = find(p, row, quantity, text_at(p, 0, "reading"));
    const char *const column = quantity == relative ? "paper_compared" : "paper";
    const bool none = k == p->layout->csv->n_rows || isnan(number_at(p, k, "paper"));
    ss_report_add(p->sheet, SS_REPORT_CELL, "%s",
                  none                   ? "-"
                  : quantity == relative ? number_text(text, number_at(p, k, column))
                                         : text_at(p, k, column));
    if (!none)
        tell(p, k, column);
}

/* Has the row several instances behind it, under this reading; has it any? */
static double most_instances(const plan *p, const char *row, const char *reading)
{
    double most = 0.0;
    for (size_t k = 0; k < p->layout->csv->n_rows; ++k)
        if (is(p, k, "row", row) && is(p, k, "reading", reading))
            most = fmax(most, number_at(p, k, "instances"));
    return most;
}

/* The lines of a row under one reading. */
static void add_ours(const plan *p, const char *row, const char *reading)
{
    const double instances = most_instances(p, row, reading);
    if (!(instances > 0.0))
        return;
    ss_report_cells(p->sheet, row, is(p, 0, "reading", reading) ? "ours" : reading, NULL);
    for (size_t q = 0; q < p->n; ++q)
        add_one(p, row, p->quantities[q], reading);
    if (instances < 2.0)
        return;
    ss_report_cells(p->sheet, row, "range", NULL);
    for (size_t q = 0; q < p->n; ++q)
        add_range(p, row, p->quantities[q], reading);
}

static void add_block(const plan *p, const char *row)
{
    const bool printed = count_printed(p, "row", row) > 0;
    if (!printed && !p->layout->beside)
        return;
    for (size_t k = 0; k < p->layout->csv->n_rows; ++k)
        if (is_first(p, k, "reading"))
            add_ours(p, row, text_at(p, k, "reading"));
    if (!printed)
        return;
    ss_report_cells(p->sheet, row, "paper", NULL);
    for (size_t q = 0; q < p->n; ++q)
        add_printed(p, row, p->quantities[q]);
}

/* A cell that is no number would be a dash, as where there is none. */
static bool check_numbers(const ss_csv *csv, ss_error *error)
{
    static const char *const columns[] = {"paper",     "ours",          "least",         "largest",
                                          "instances", "ours_compared", "paper_compared"};
    double value;
    bool ok = true;
    for (size_t k = 0; ok && k < csv->n_rows; ++k)
        for (size_t c = 0; ok && c < sizeof columns / sizeof *columns; ++c)
            ok = ss_csv_text(csv, k, columns[c])[0] == '\0' ||
                 ss_csv_real(csv, k, columns[c], &value, error);
    return ok;
}

bool ss_layout_add(ss_report_sheet *sheet, ss_layout *layout, ss_error *error)
{
    plan p = {.layout = layout, .sheet = sheet};
    if (!ss_record_require(layout->csv,
                           "row,column,paper,ours,reading,instances,least,largest,ours_compared,"
                           "paper_compared",
                           error) ||
        !check_numbers(layout->csv, error))
        return false;
    if (count_rows(&p) == 0)
        return ss_error_set(error, SS_ERROR_DATA, "%s has no number of the paper",
                            layout->csv->path);
    choose_quantities(&p);
    add_columns(&p);
    for (size_t k = 0; k < layout->csv->n_rows; ++k)
        if (is_first(&p, k, "row"))
            add_block(&p, text_at(&p, k, "row"));
    return true;
}

/* Does the cell stand in the layout, and differ from what is printed? */
static bool needs_note(const plan *p, size_t row)
{
    const char *const verdict = text_at(p, row, "verdict");
    bool shown = false;
    for (size_t q = 0; q < p->n; ++q)
        shown = shown || is(p, row, "column", p->quantities[q]);
    return shown && text_at(p, row, "reason")[0] != '\0' && !isnan(number_at(p, row, "paper")) &&
           strcmp(verdict, "match") != 0 && strcmp(verdict, "reference") != 0;
}

/* Is it the first cell with its reason that needs a note, or the first of its row and column? */
static bool is_first_noted(const plan *p, size_t row, bool by_cell)
{
    for (size_t k = 0; k < row; ++k)
        if (needs_note(p, k) && is(p, k, "reason", text_at(p, row, "reason")) &&
            (!by_cell || (is(p, k, "row", text_at(p, row, "row")) &&
                          is(p, k, "column", text_at(p, row, "column")))))
            return false;
    return true;
}

/* Reasons, each once, with the cells that it is about. */
static void add_notes(const plan *p)
{
    for (size_t k = 0; k < p->layout->csv->n_rows; ++k) {
        size_t n = 0;
        if (!needs_note(p, k) || !is_first_noted(p, k, false))
            continue;
        ss_report_add(p->sheet, SS_REPORT_NOTE, "%s", "");
        for (size_t j = k; j < p->layout->csv->n_rows; ++j)
            if (needs_note(p, j) && is(p, j, "reason", text_at(p, k, "reason")) &&
                is_first_noted(p, j, true))
                ss_report_append(p->sheet, "%s%s %s", n++ > 0 ? ", " : "", text_at(p, j, "row"),
                                 head_of(p, text_at(p, j, "column")));
        ss_report_append(p->sheet, ": %s.", text_at(p, k, "reason"));
    }
}

bool ss_layout_is_quick(const ss_csv *csv)
{
    const char *const quick = ss_csv_text(csv, 0, "quick");
    return quick != NULL && strcmp(quick, "1") == 0;
}

static void add_words(ss_report_sheet *sheet, const ss_layout *layout,
                      const ss_layout_caption *words)
{
    sheet->cite_letter = words->letter;
    sheet->cite_key = words->key;
    ss_report_add(sheet, SS_REPORT_TITLE, "%s", words->title);
    ss_report_add(sheet, SS_REPORT_LABEL, "%s", words->label);
    if (ss_layout_is_quick(layout->csv))
        ss_report_add(sheet, SS_REPORT_WARNING, "%s", "QUICK smoke run: not to be compared.");
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "ours: the median over the instances; range: least to largest of them; paper: as "
                  "printed in [%s]; cap: no solution within the cap of sweeps.",
                  words->letter);
}

bool ss_layout_write(const char *folder, const ss_layout_caption *words, ss_error *error)
{
    char name[32], file[48], path[SS_PATH_SIZE];
    ss_csv csv;
    ss_report_sheet sheet = {.text = NULL};
    snprintf(name, sizeof name, "table%zu-paper", words->number);
    snprintf(file, sizeof file, "table%zu.csv", words->number);
    if (!ss_path_join(path, sizeof path, folder, file, error) || !ss_csv_read(&csv, path, error))
        return false;
    ss_layout layout = {
        .csv = &csv, .row_heading = words->row_heading, .measures = words->measures};
    plan p = {.layout = &layout, .sheet = &sheet};
    bool written = ss_record_require(&csv, "reason,verdict", error);
    if (written) {
        add_words(&sheet, &layout, words);
        written = ss_layout_add(&sheet, &layout, error);
    }
    if (written && words->notes) {
        choose_quantities(&p);
        add_notes(&p);
    }
    written = written && ss_report_write(&sheet, &ss_report_markdown, folder, name, error) &&
              ss_report_write(&sheet, &ss_report_latex, folder, name, error);
    ss_report_free(&sheet);
    ss_csv_free(&csv);
    return written;
}

/* A judged table as files: a row a cell in the CSV, and a sheet for people, in which a row has
 *
 *     solver, quantity | paper | ours, band, instances, ours/paper, verdict | the same of the other
 *                                                                             readings | note
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/papers/table.h"

#include "harness/report/sheet.h"
#include "harness/tables/output.h"
#include "harness/tables/rows.h"

#include <math.h>
#include <string.h>

static const char quick_text[] = "QUICK smoke run: the number of time steps was shrunk, so our "
                                 "numbers must not be compared with the paper's.";
static const char unexplained[] = "Unexplained: no difference was expected here";

/* Of the relative ones, times: their ratio is judged, the seconds stand beside it. */
static bool is_in_seconds(const ss_paper_cell *cell)
{
    return cell->relative && strncmp(cell->line.column, "cpu_s", 5) == 0;
}

/* Signs and bounds are of means; all else is of medians. */
static bool is_of_mean(const ss_paper_cell *cell)
{
    return cell->rule->kind == SS_VERDICT_SIGN || cell->rule->kind == SS_VERDICT_BOUND;
}

/* The lines of the CSV under one reading; of a smoke test each says so, for who greps a cell. */
static void write_csv(FILE *out, const ss_table_report *report, const ss_table_reading *reading)
{
    const ss_paper_table *const table = &reading->table;
    for (size_t k = 0; k < table->n_cells; ++k) {
        ss_printed_row row = table->cells[k].line;
        char reason[2048];
        snprintf(reason, sizeof reason, "%s %.1800s", quick_text, row.reason);
        row.reason = report->quick ? reason : row.reason;
        row.reading = reading->name;
        row.quick = report->quick;
        ss_printed_write(out, &row);
    }
}

/* Only a cell that does not match needs a reason, or one that is missing under every reading. */
static const char *note_of(const ss_table_report *report, size_t k)
{
    bool needed = false, missing = true;
    for (size_t r = 0; r < report->n; ++r) {
        const ss_verdict verdict = report->readings[r].table.cells[k].verdict;
        missing = missing && verdict == SS_VERDICT_MISSING;
        needed = needed || (verdict != SS_VERDICT_MISSING && verdict != SS_VERDICT_MATCH &&
                            verdict != SS_VERDICT_INPUT);
        if (verdict == SS_VERDICT_NOTHING)
            return report->readings[r].table.cells[k].line.reason;
    }
    const char *const reason = report->readings[0].table.cells[k].line.reason;
    return !needed && !missing ? NULL : reason[0] != '\0' ? reason : needed ? unexplained : NULL;
}

/* The first cell with the note of cell k; n_cells if that has none. */
static size_t first_with_note(const ss_table_report *report, size_t k)
{
    const char *const note = note_of(report, k), *other;
    size_t j = note != NULL ? 0 : report->readings[0].table.n_cells;
    while (note != NULL && ((other = note_of(report, j)) == NULL || strcmp(other, note) != 0))
        ++j;
    return j;
}

/* List the printed cells that exactly the readings of the bit set `which` explain. */
static void add_explained(ss_report_sheet *sheet, const ss_table_report *report, unsigned which,
                          const char *title)
{
    size_t n = 0;
    ss_report_add(sheet, SS_REPORT_ITEM, "%s: ", title);
    for (size_t k = 0; k < report->readings[0].table.n_cells; ++k) {
        const ss_paper_cell *const cell = &report->readings[0].table.cells[k];
        unsigned by = 0;
        for (size_t r = 0; r < report->n; ++r) {
            const ss_verdict verdict = report->readings[r].table.cells[k].verdict;
            by |= verdict == SS_VERDICT_MATCH || verdict == SS_VERDICT_INSIDE ||
                          verdict == SS_VERDICT_NEAR
                      ? 1u << r
                      : 0;
        }
        if (cell->verdict != SS_VERDICT_BESIDE && cell->verdict != SS_VERDICT_REFERENCE &&
            cell->verdict != SS_VERDICT_INPUT && by == which)
            ss_report_append(sheet, "%s%s %s", n++ > 0 ? ", " : "", cell->line.row,
                             cell->line.column);
    }
    ss_report_append(sheet, "%s.", n > 0 ? "" : "none");
}

/* The readings side by side: which printed cells each explains. */
static void add_readings(ss_report_sheet *sheet, const ss_table_report *report)
{
    char title[100];
    if (report->n < 2)
        return;
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "Which interpretation explains which printed cell (match, inside or near):");
    for (size_t r = 0; r < report->n; ++r) {
        snprintf(title, sizeof title, "only `%.60s`", report->readings[r].name);
        add_explained(sheet, report, 1u << r, title);
    }
    add_explained(sheet, report, (1u << report->n) - 1, report->n == 2 ? "both" : "all");
    add_explained(sheet, report, 0, "none of them");
}

/* A number in the three digits that the paper prints; a count at its cap is no count. */
static const char *number(char text[32], double value, double cap)
{
    char least[32];
    if (!isinf(value) || isnan(cap))
        return ss_report_number_text(text, value, 3, "-");
    snprintf(text, 32, ">= %.20s (cap)", ss_report_number_text(least, cap, 3, "-"));
    return text;
}

/* The paper's words on a number, by the kind of the rule: its own or, of a ratio in seconds, what
 * it is a ratio of, in brackets. */
static void add_paper(ss_report_sheet *sheet, const ss_paper_cell *cell)
{
    static const char *const bounds[SS_N_VERDICT_KINDS] = {[SS_VERDICT_BOUND] = "<= ",
                                                           [SS_VERDICT_AT_MOST] = "<= ",
                                                           [SS_VERDICT_AT_LEAST] = ">= ",
                                                           [SS_VERDICT_TREND] = "> ",
                                                           [SS_VERDICT_CAP] = ">= "};
    const ss_verdict_kind kind = cell->rule->kind;
    const char *const printed = isnan(cell->paper) ? "-" : cell->line.paper;
    char text[32];
    if (kind == SS_VERDICT_SIGN)
        ss_report_add(sheet, SS_REPORT_CELL, "%s 0", cell->paper > 0.0 ? ">" : "<");
    else if (kind == SS_VERDICT_INTERVAL)
        ss_report_add(sheet, SS_REPORT_CELL, "%s to %g", printed, cell->line.paper_to);
    else if (bounds[kind] == NULL && is_in_seconds(cell))
        ss_report_add(sheet, SS_REPORT_CELL, "%s (%s s)",
                      number(text, cell->line.paper_compared, NAN), cell->line.paper);
    else
        ss_report_add(sheet, SS_REPORT_CELL, "%s%s%s", bounds[kind] != NULL ? bounds[kind] : "",
                      printed, kind == SS_VERDICT_CAP ? " (cap)" : "");
}

/* Ours under a reading: median (or mean and its error), band, instances and verdict; of the first
 * also the ratio. */
static void add_ours(ss_report_sheet *sheet, const ss_table_reading *reading, size_t k, bool first)
{
    const ss_paper_cell *const cell = &reading->table.cells[k];
    const ss_printed_row *const b = &cell->line;
    const double parts[] = {b->least, b->lower_quartile, b->upper_quartile, b->largest};
    const bool few =
        cell->rule->kind == SS_VERDICT_SIGN && b->instances > 0 && b->instances < SS_VERDICT_FEW;
    char text[32], error[32];
    ss_report_add(sheet, SS_REPORT_CELL, "%s",
                  number(text, is_of_mean(cell) ? b->mean : b->ours_compared, reading->cap));
    if (is_in_seconds(cell))
        ss_report_append(sheet, " (%s s)", number(text, cell->line.ours, NAN));
    else if (is_of_mean(cell) && b->instances > 1)
        ss_report_append(sheet, " (SE %s)",
                         ss_report_number_text(error, b->standard_error, 2, "-"));
    ss_report_add(sheet, SS_REPORT_CELL, "%s", "");
    for (size_t p = 0; b->instances > 1 && p < 4; ++p)
        ss_report_append(sheet, "%s%s", p > 0 ? ", " : "",
                         isinf(parts[p]) ? "cap" : number(text, parts[p], NAN));
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", b->instances);
    if (first)
        ss_report_number(sheet, cell->line.ratio, 3, "-");
    ss_report_add(sheet, SS_REPORT_CELL, "%s%s", ss_verdict_word(cell->verdict),
                  few ? " (few instances)" : "");
}

/* Row, column and what it is compared with, the paper's number and ours, the number of its note:
 * from 1 in order of appearance. */
static void add_row(ss_report_sheet *sheet, const ss_table_report *report, size_t k)
{
    const ss_paper_cell *const cell = &report->readings[0].table.cells[k];
    const ss_measure *const measure = ss_measures_find(report->measures, cell->line.column);
    const size_t noted = first_with_note(report, k);
    size_t number = 0;
    ss_report_cells(sheet, cell->line.row, measure != NULL ? measure->label : cell->line.column,
                    NULL);
    if (cell->relative)
        ss_report_append(sheet, ", %s %s %s",
                         cell->rule->kind == SS_VERDICT_SIGN ? "less that of" : "relative to",
                         report->row_heading, cell->rule->reference);
    add_paper(sheet, cell);
    for (size_t r = 0; r < report->n; ++r)
        add_ours(sheet, &report->readings[r], k, r == 0);
    ss_report_add(sheet, SS_REPORT_CELL, "%s", "");
    for (size_t j = 0; noted <= k && j <= noted; ++j)
        number += first_with_note(report, j) == j;
    if (number > 0)
        ss_report_append(sheet, "%zu", number);
}

/* Claims, rules that are used, notes. */
static void add_notes(ss_report_sheet *sheet, const ss_table_report *report)
{
    const ss_paper_table *const table = &report->readings[0].table;
    if (report->claims[0] != NULL)
        ss_report_add(sheet, SS_REPORT_REMARK, "Said in the paper's text, and found here:");
    for (size_t k = 0; report->claims[k] != NULL; ++k)
        ss_report_add(sheet, SS_REPORT_ITEM, "%s.", report->claims[k]);
    ss_report_add(sheet, SS_REPORT_REMARK, "How a cell is judged (`paper/README.md`):");
    for (size_t r = 0; r < table->n_rules; ++r) {
        size_t k = 0;
        while (k < table->n_cells && table->cells[k].rule != &table->rules[r])
            ++k;
        if (k < table->n_cells)
            ss_report_add(sheet, SS_REPORT_ITEM, "`%s`: %s", table->rules[r].id,
                          table->rules[r].description);
    }
    ss_report_add(sheet, SS_REPORT_REMARK, "Notes:");
    for (size_t k = 0; k < table->n_cells; ++k)
        if (first_with_note(report, k) == k)
            ss_report_add(sheet, SS_REPORT_NOTE, "%s.", note_of(report, k));
}

/* The columns of the table; returns their number. */
static size_t make_columns(const ss_table_report *report, ss_report_column *columns)
{
    static const ss_report_column ours[] = {{"median", SS_REPORT_NUMBER, false},
                                            {"least, quartiles, largest", SS_REPORT_RIGHT, true},
                                            {"instances", SS_REPORT_RIGHT, false}};
    size_t n = 0;
    columns[n++] = (ss_report_column){report->row_heading, SS_REPORT_HEADING, false};
    columns[n++] = (ss_report_column){"quantity", SS_REPORT_LEFT, false};
    columns[n++] = (ss_report_column){"paper", SS_REPORT_NUMBER, false};
    for (size_t r = 0; r < report->n; ++r) {
        memcpy(&columns[n], ours, sizeof ours);
        columns[n].title = r == 0 ? "ours" : report->readings[r].name;
        n += sizeof ours / sizeof *ours;
        if (r == 0)
            columns[n++] = (ss_report_column){"ours/paper", SS_REPORT_NUMBER, false};
        columns[n++] = (ss_report_column){"verdict", SS_REPORT_LEFT, false};
    }
    columns[n++] = (ss_report_column){"note", SS_REPORT_RIGHT, false};
    return n;
}

void ss_table_report_add(ss_report_sheet *sheet, const ss_table_report *report,
                         ss_report_column columns[SS_TABLE_REPORT_COLUMNS])
{
    const size_t n = make_columns(report, columns);
    for (size_t r = 0; r < report->n; ++r) {
        if (report->readings[r].settings != NULL)
            ss_report_add(sheet, SS_REPORT_REMARK, "%s", report->readings[r].settings);
        ss_report_add(sheet, SS_REPORT_REMARK, "Reading `%s`: ", report->readings[r].name);
        for (size_t v = 0; v < SS_N_VERDICTS; ++v)
            ss_report_append(sheet, "%zu %s, ",
                             ss_paper_table_count(&report->readings[r].table, (ss_verdict)v),
                             ss_verdict_word((ss_verdict)v));
        ss_report_append(sheet, "of %zu cells.", report->readings[r].table.n_cells);
    }
    ss_report_table(sheet, NULL, columns, n);
    for (size_t k = 0; k < report->readings[0].table.n_cells; ++k)
        add_row(sheet, report, k);
    add_readings(sheet, report);
    add_notes(sheet, report);
}

bool ss_table_report_write(const ss_table_report *report, const char *folder, ss_error *error)
{
    ss_report_column columns[SS_TABLE_REPORT_COLUMNS];
    char name[64], file[72];
    ss_output csv = {0};
    ss_report_sheet sheet = {.text = NULL};
    snprintf(name, sizeof name, "table%zu", report->number);
    snprintf(file, sizeof file, "%s.csv", name);
    bool written = ss_output_open(&csv, folder, file, error);
    if (written) {
        ss_printed_header(csv.file);
        for (size_t r = 0; r < report->n; ++r)
            write_csv(csv.file, report, &report->readings[r]);
        ss_report_add(&sheet, SS_REPORT_TITLE, "%s", report->title);
        ss_report_add(&sheet, SS_REPORT_LABEL, "tab:%s-%zu", report->paper, report->number);
        if (report->quick)
            ss_report_add(&sheet, SS_REPORT_WARNING, "%s", quick_text);
        ss_report_add(&sheet, SS_REPORT_REMARK, "%s", report->how);
        ss_table_report_add(&sheet, report, columns);
        written = ss_output_close(&csv, error) &&
                  ss_report_write(&sheet, &ss_report_markdown, folder, name, error) &&
                  ss_report_write(&sheet, &ss_report_html, folder, name, error) &&
                  ss_report_write(&sheet, &ss_report_latex, folder, name, error);
    }
    ss_report_free(&sheet);
    return written;
}

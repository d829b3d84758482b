/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/reproduce.h"

#include "harness/report/sheet.h"
#include "harness/tables/output.h"
#include "harness/tables/rows.h"
#include "problems/base/names.h"

#include <math.h>
#include <string.h>

static const char quick_text[] = "QUICK smoke run: the number of time steps was shrunk, so our "
                                 "numbers must not be compared with the paper's.";
static const char unexplained[] = "Unexplained: no difference was expected here";

const ss_reproduce_column *ss_reproduce_column_find(const char *name)
{
    static const ss_reproduce_column columns[] = {
        {"sweeps", "NLGS sweeps, last step", {"sweeps_last"}},
        {"eps", "eps, last step (mixed units)", {"eps_last"}},
        {"pen_local_m_per_s", "max. penetration velocity, local (m/s)", {"pen_local_last_m_per_s"}},
        {"pen_true_m_per_s", "max. penetration velocity, true (m/s)", {"pen_true_last_m_per_s"}},
        {"cpu_s", "CPU time", {"cpu_s", "cpu_mechanics_s"}},
        {"e1", "E1, last step", {"e1_last"}},
        {"steps_capped", "steps at the sweep cap", {"steps_capped"}},
        {"newton_failures", "failed Newton visits", {"newton_failures_total"}},
    };
    static const ss_names names = SS_NAMES(columns, "no column", "see tables.csv");
    return ss_names_find(&names, name, NULL);
}

static const char *label_of(const char *name)
{
    const ss_reproduce_column *const column = ss_reproduce_column_find(name);
    return column != NULL ? column->label : name;
}

static bool is_relative(const ss_paper_cell *cell)
{
    return cell->rule->reference[0] != '\0';
}

/* As printed; "-" where the paper has no number. */
static const char *paper_text(const ss_paper_cell *cell)
{
    return isnan(cell->paper) ? "-" : cell->paper_text;
}

static void write_csv(FILE *out, const ss_paper_table *table, const ss_table_report *report)
{
    ss_printed_header(out);
    for (size_t k = 0; k < table->n_cells; ++k) {
        const ss_paper_cell *const cell = &table->cells[k];
        char reason[2048];
        snprintf(reason, sizeof reason, "%s %.1800s", quick_text, cell->reason);
        const ss_printed_row row = {.table = table->number,
                                    .row = cell->row,
                                    .column = cell->column,
                                    .paper = cell->paper_text,
                                    .ours = cell->ours,
                                    .ratio = cell->ratio,
                                    .verdict = ss_verdict_word(cell->verdict),
                                    .rule = cell->rule->id,
                                    .reason = report->quick ? reason : cell->reason,
                                    .paper_compared = cell->paper_compared,
                                    .ours_compared = cell->ours_compared};
        ss_printed_write(out, &row);
    }
}

/* ---- for people ---- */

/* Only a cell that does not match needs a reason. */
static const char *note_of(const ss_paper_table *table, size_t k)
{
    const ss_paper_cell *cell = &table->cells[k];
    if (cell->verdict == SS_VERDICT_MISSING || cell->verdict == SS_VERDICT_MATCH)
        return NULL;
    return cell->reason[0] != '\0' ? cell->reason : unexplained;
}

/* Is cell k the first with its note? */
static bool begins_note(const ss_paper_table *table, size_t k)
{
    const char *note = note_of(table, k);
    for (size_t j = 0; note != NULL && j < k; ++j)
        if (note_of(table, j) != NULL && strcmp(note_of(table, j), note) == 0)
            return false;
    return note != NULL;
}

/* Number of the note of cell k, from 1 in order of appearance; 0: none. */
static size_t note_number(const ss_paper_table *table, size_t k)
{
    const char *note = note_of(table, k);
    size_t number = 0;
    for (size_t j = 0; note != NULL && j < table->n_cells; ++j) {
        number += begins_note(table, j);
        if (note_of(table, j) != NULL && strcmp(note_of(table, j), note) == 0)
            return number;
    }
    return 0;
}

static bool rule_is_used(const ss_paper_table *table, const ss_verdict_rule *rule)
{
    for (size_t k = 0; k < table->n_cells; ++k)
        if (table->cells[k].rule == rule)
            return true;
    return false;
}

static void add_counts(ss_report_sheet *sheet, const ss_paper_table *table)
{
    char counts[256] = "";
    size_t length = 0;
    for (size_t v = 0; v < SS_N_VERDICTS && length < sizeof counts; ++v)
        length += (size_t)snprintf(counts + length, sizeof counts - length, "%s%zu %s",
                                   v > 0 ? ", " : "", ss_paper_table_count(table, (ss_verdict)v),
                                   ss_verdict_word((ss_verdict)v));
    ss_report_add(sheet, SS_REPORT_REMARK, "%s, of %zu cells.", counts, table->n_cells);
}

/* A number in the three digits that the paper prints. */
static const char *number(char text[32], double value)
{
    return ss_report_number_text(text, value, 3, "-");
}

/* The numbers that are compared; of ratios, what they are ratios of, in brackets. */
static void add_numbers(ss_report_sheet *sheet, const ss_paper_cell *cell)
{
    char text[32], seconds[32];
    if (is_relative(cell)) {
        ss_report_add(sheet, SS_REPORT_CELL, "%s (%s s)", number(text, cell->paper_compared),
                      cell->paper_text);
        ss_report_add(sheet, SS_REPORT_CELL, "%s (%s s)", number(text, cell->ours_compared),
                      number(seconds, cell->ours));
    } else {
        ss_report_add(sheet, SS_REPORT_CELL, "%s", paper_text(cell));
        ss_report_number(sheet, cell->ours, 3, "-");
    }
    ss_report_number(sheet, cell->ratio, 3, "-");
}

static void add_row(ss_report_sheet *sheet, const ss_paper_table *table, size_t k,
                    const char *row_heading)
{
    const ss_paper_cell *const cell = &table->cells[k];
    const bool relative = is_relative(cell);
    ss_report_add(sheet, SS_REPORT_CELL, "%s", cell->row);
    ss_report_add(sheet, SS_REPORT_CELL, "%s%s%s%s%s", label_of(cell->column),
                  relative ? ", relative to " : "", relative ? row_heading : "",
                  relative ? " " : "", cell->rule->reference);
    add_numbers(sheet, cell);
    ss_report_add(sheet, SS_REPORT_CELL, "%s", ss_verdict_word(cell->verdict));
    if (note_of(table, k) != NULL)
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", note_number(table, k));
    else
        ss_report_add(sheet, SS_REPORT_CELL, "%s", "");
}

static void add_notes(ss_report_sheet *sheet, const ss_paper_table *table)
{
    ss_report_add(sheet, SS_REPORT_REMARK, "How a cell is judged (`paper/README.md`):");
    for (size_t r = 0; r < table->n_rules; ++r)
        if (rule_is_used(table, &table->rules[r]))
            ss_report_add(sheet, SS_REPORT_ITEM, "`%s`: %s", table->rules[r].id,
                          table->rules[r].description);
    ss_report_add(sheet, SS_REPORT_REMARK, "Notes:");
    for (size_t k = 0; k < table->n_cells; ++k)
        if (begins_note(table, k))
            ss_report_add(sheet, SS_REPORT_NOTE, "%s.", note_of(table, k));
}

static void fill_sheet(ss_report_sheet *sheet, const ss_paper_table *table,
                       const ss_table_report *report, const ss_report_column *columns, size_t n)
{
    ss_report_add(sheet, SS_REPORT_TITLE, "%s", report->title);
    ss_report_add(sheet, SS_REPORT_LABEL, "tab:dumont-%zu", table->number);
    if (report->quick)
        ss_report_add(sheet, SS_REPORT_WARNING, "%s", quick_text);
    if (report->settings != NULL)
        ss_report_add(sheet, SS_REPORT_REMARK, "%s", report->settings);
    add_counts(sheet, table);
    ss_report_table(sheet, columns, n);
    for (size_t k = 0; k < table->n_cells; ++k)
        add_row(sheet, table, k, report->row_heading);
    add_notes(sheet, table);
}

bool ss_table_report_write(const ss_paper_table *table, const ss_table_report *report,
                           const char *folder, ss_error *error)
{
    const ss_report_column columns[] = {{report->row_heading, SS_REPORT_HEADING, false},
                                        {"quantity", SS_REPORT_LEFT, false},
                                        {"paper", SS_REPORT_NUMBER, false},
                                        {"ours", SS_REPORT_NUMBER, false},
                                        {"ours/paper", SS_REPORT_NUMBER, false},
                                        {"verdict", SS_REPORT_LEFT, false},
                                        {"note", SS_REPORT_RIGHT, false}};
    char name[64], file[72];
    ss_output csv = {0};
    ss_report_sheet sheet = {.text = NULL};
    snprintf(name, sizeof name, "table%zu", table->number);
    snprintf(file, sizeof file, "%s.csv", name);
    bool written = ss_output_open(&csv, folder, file, error);
    if (written) {
        write_csv(csv.file, table, report);
        fill_sheet(&sheet, table, report, columns, sizeof columns / sizeof *columns);
        written = ss_output_close(&csv, error) &&
                  ss_report_write(&sheet, &ss_report_markdown, folder, name, error) &&
                  ss_report_write(&sheet, &ss_report_html, folder, name, error) &&
                  ss_report_write(&sheet, &ss_report_latex, folder, name, error);
    }
    ss_report_free(&sheet);
    return written;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/table_report.h"

#include "harness/tables/output.h"
#include "harness/tables/rows.h"

#include <csv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char quick_text[] = "QUICK smoke run: the number of time steps was shrunk, so our "
                                 "numbers must not be compared with the paper's.";
static const char unexplained[] = "Unexplained: no difference was expected here";

/* How a column is called in front of people. */
static const struct {
    const char *column, *label;
} labels[] = {
    {"sweeps", "NLGS sweeps, last step"},
    {"eps", "eps, last step (mixed units)"},
    {"pen_local_m_per_s", "max. penetration velocity, local (m/s)"},
    {"pen_true_m_per_s", "max. penetration velocity, true (m/s)"},
    {"cpu_s", "CPU time"},
    {"e1", "E1, last step"},
    {"steps_capped", "steps at the sweep cap"},
    {"newton_failures", "failed Newton visits"},
};

static const char *label_of(const char *column)
{
    for (size_t k = 0; k < sizeof labels / sizeof *labels; ++k)
        if (strcmp(labels[k].column, column) == 0)
            return labels[k].label;
    return column;
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

/* Whole numbers as such, others to the three digits that the paper prints. */
enum { NUMBER_SIZE = 32 };
static const char *number_text(char text[NUMBER_SIZE], double value)
{
    if (isnan(value))
        return "-";
    const bool whole = fabs(value) < 1e6 && value == floor(value);
    snprintf(text, NUMBER_SIZE, whole ? "%.0f" : "%.3g", value);
    return text;
}

/* ---- CSV ---- */

static void csv_number(FILE *out, double value)
{
    fputc(',', out);
    ss_real_write(out, value);
}

static void csv_text(FILE *out, const char *text)
{
    fputc(',', out);
    if (text[strcspn(text, ", \"\r\n")] != '\0')
        csv_fwrite(out, text, strlen(text));
    else
        fputs(text, out);
}

static void csv_cell(FILE *out, const ss_paper_table *table, const ss_paper_cell *cell,
                     const char *reason)
{
    fprintf(out, "%zu", table->number);
    csv_text(out, cell->row);
    csv_text(out, cell->column);
    fprintf(out, ",%s", cell->paper_text);
    csv_number(out, cell->ours);
    csv_number(out, cell->ratio);
    fprintf(out, ",%s", ss_verdict_word(cell->verdict));
    csv_text(out, cell->rule->id);
    csv_text(out, reason);
    csv_number(out, cell->paper_compared);
    csv_number(out, cell->ours_compared);
    fputc('\n', out);
}

static void write_csv(FILE *out, const ss_paper_table *table, const ss_table_report *report)
{
    char reason[2048];
    fputs("table,row,column,paper,ours,ratio,verdict,rule,reason,paper_compared,ours_compared\n",
          out);
    for (size_t k = 0; k < table->n_cells; ++k) {
        const ss_paper_cell *cell = &table->cells[k];
        snprintf(reason, sizeof reason, "%s %s", quick_text, cell->reason);
        csv_cell(out, table, cell, report->quick ? reason : cell->reason);
    }
}

/* ---- Notes, shared by the two formats for people ---- */

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

static void print_counts(FILE *out, const ss_paper_table *table)
{
    for (size_t v = 0; v < SS_N_VERDICTS; ++v)
        fprintf(out, "%s%zu %s", v > 0 ? ", " : "", ss_paper_table_count(table, (ss_verdict)v),
                ss_verdict_word((ss_verdict)v));
    fprintf(out, ", of %zu cells", table->n_cells);
}

/* ---- Markdown ---- */

static void md_text(FILE *out, const char *text)
{
    for (; *text != '\0'; ++text) {
        if (strchr("\\|*_<`", *text) != NULL)
            fputc('\\', out);
        fputc(*text, out);
    }
}

static void md_cell(FILE *out, const ss_paper_table *table, size_t k, const char *row_heading)
{
    const ss_paper_cell *cell = &table->cells[k];
    char number[NUMBER_SIZE];
    fputs("| ", out);
    md_text(out, cell->row);
    fputs(" | ", out);
    md_text(out, label_of(cell->column));
    if (is_relative(cell)) {
        fprintf(out, ", relative to %s %s ", row_heading, cell->rule->reference);
        fprintf(out, "| %s (%s s) ", number_text(number, cell->paper_compared), cell->paper_text);
        fprintf(out, "| %s ", number_text(number, cell->ours_compared));
        fprintf(out, "(%s s) ", number_text(number, cell->ours));
    } else {
        fprintf(out, " | %s | %s ", paper_text(cell), number_text(number, cell->ours));
    }
    fprintf(out, "| %s | %s |", number_text(number, cell->ratio), ss_verdict_word(cell->verdict));
    if (note_of(table, k) != NULL)
        fprintf(out, " %zu", note_number(table, k));
    fputs(" |\n", out);
}

static void md_notes(FILE *out, const ss_paper_table *table)
{
    fputs("\nHow a cell is judged (`paper/README.md`):\n\n", out);
    for (size_t r = 0; r < table->rules.n_rules; ++r) {
        if (!rule_is_used(table, &table->rules.rules[r]))
            continue;
        fprintf(out, "- `%s`: ", table->rules.rules[r].id);
        md_text(out, table->rules.rules[r].description);
        fputc('\n', out);
    }
    fputs("\nNotes:\n\n", out);
    for (size_t k = 0; k < table->n_cells; ++k) {
        if (!begins_note(table, k))
            continue;
        fprintf(out, "%zu. ", note_number(table, k));
        md_text(out, note_of(table, k));
        fputs(".\n", out);
    }
}

static void write_md(FILE *out, const ss_paper_table *table, const ss_table_report *report)
{
    fputs("# ", out);
    md_text(out, report->title);
    fputs("\n\n", out);
    if (report->quick)
        fprintf(out, "**%s**\n\n", quick_text);
    if (report->settings != NULL) {
        md_text(out, report->settings);
        fputs("\n\n", out);
    }
    print_counts(out, table);
    fprintf(out, ".\n\n| %s | quantity | paper | ours | ours/paper | verdict | note |\n",
            report->row_heading);
    fputs("| --- | --- | ---: | ---: | ---: | --- | ---: |\n", out);
    for (size_t k = 0; k < table->n_cells; ++k)
        md_cell(out, table, k, report->row_heading);
    md_notes(out, table);
}

/* ---- LaTeX ---- */

static void tex_text(FILE *out, const char *text)
{
    for (; *text != '\0'; ++text) {
        if (strchr("&%$#_{}", *text) != NULL)
            fprintf(out, "\\%c", *text);
        else if (*text == '\\')
            fputs("\\textbackslash{}", out);
        else if (strchr("~^", *text) != NULL)
            fprintf(out, "\\%c{}", *text);
        else if (strchr("<>|", *text) != NULL)
            fprintf(out, "$%s$", *text == '|' ? "\\vert" : *text == '<' ? "<" : ">");
        else
            fputc(*text, out);
    }
}

/* 0.384e-10 as 0.384 times a power of ten. */
static void tex_number(FILE *out, const char *text)
{
    const size_t mantissa = strcspn(text, "eE");
    if (strcmp(text, "-") == 0)
        fputs("--", out);
    else if (text[mantissa] == '\0' || strchr("0123456789+-", text[mantissa + 1]) == NULL)
        fprintf(out, "$%s$", text);
    else
        fprintf(out, "$%.*s\\cdot10^{%ld}$", (int)mantissa, text,
                strtol(text + mantissa + 1, NULL, 10));
}

static void tex_cell(FILE *out, const ss_paper_table *table, size_t k, const char *row_heading)
{
    const ss_paper_cell *cell = &table->cells[k];
    const bool relative = is_relative(cell);
    char number[NUMBER_SIZE];
    const bool same_row = k > 0 && strcmp(table->cells[k - 1].row, cell->row) == 0;
    fputs(k == 0 || same_row ? "    " : "    \\addlinespace\n    ", out);
    tex_text(out, same_row ? "" : cell->row);
    fputs(" & ", out);
    tex_text(out, label_of(cell->column));
    if (relative)
        fprintf(out, ", relative to %s ", row_heading);
    tex_text(out, cell->rule->reference);
    fputs(" & ", out);
    tex_number(out, relative ? number_text(number, cell->paper_compared) : paper_text(cell));
    fputs(" & ", out);
    tex_number(out, number_text(number, cell->ours_compared));
    fputs(" & ", out);
    tex_number(out, number_text(number, cell->ratio));
    fprintf(out, " & %s & ", ss_verdict_word(cell->verdict));
    if (note_of(table, k) != NULL)
        fprintf(out, "%zu", note_number(table, k));
    fputs(" \\\\\n", out);
}

static void tex_notes(FILE *out, const ss_paper_table *table, const ss_table_report *report)
{
    fputs("  \\par\\smallskip\n  \\begin{minipage}{\\linewidth}\\footnotesize\n", out);
    if (report->settings != NULL) {
        fputs("    ", out);
        tex_text(out, report->settings);
        fputs("\\par\n", out);
    }
    fputs("    ", out);
    print_counts(out, table);
    fputs(".\\par\n", out);
    for (size_t k = 0; k < table->n_cells; ++k) {
        if (!begins_note(table, k))
            continue;
        fprintf(out, "    \\textsuperscript{%zu}~", note_number(table, k));
        tex_text(out, note_of(table, k));
        fputs(".\\par\n", out);
    }
    fputs("  \\end{minipage}\n", out);
}

static void write_tex(FILE *out, const ss_paper_table *table, const ss_table_report *report)
{
    fputs("% Written by stickslip; needs \\usepackage{booktabs}.\n", out);
    fputs("\\begin{table}\n  \\centering\\footnotesize\\setlength{\\tabcolsep}{3pt}\n  \\caption{",
          out);
    tex_text(out, report->title);
    if (report->quick)
        fprintf(out, ". \\textbf{%s}", quick_text);
    fprintf(out, "}\n  \\label{tab:dumont-%zu}\n", table->number);
    fputs("  \\begin{tabular}{llrrrlr}\n    \\toprule\n    ", out);
    tex_text(out, report->row_heading);
    fputs(" & quantity & paper & ours & ours/paper & verdict & note \\\\\n    \\midrule\n", out);
    for (size_t k = 0; k < table->n_cells; ++k)
        tex_cell(out, table, k, report->row_heading);
    fputs("    \\bottomrule\n  \\end{tabular}\n", out);
    tex_notes(out, table, report);
    fputs("\\end{table}\n", out);
}

typedef void writer(FILE *out, const ss_paper_table *table, const ss_table_report *report);

bool ss_table_report_write(const ss_paper_table *table, const ss_table_report *report,
                           const char *folder, ss_error *error)
{
    static const struct {
        const char *ending;
        writer *write;
    } formats[] = {{"csv", write_csv}, {"md", write_md}, {"tex", write_tex}};
    for (size_t f = 0; f < sizeof formats / sizeof *formats; ++f) {
        char name[64];
        ss_output o = {0};
        snprintf(name, sizeof name, "table%zu.%s", table->number, formats[f].ending);
        if (!ss_output_open(&o, folder, name, error))
            return false;
        formats[f].write(o.file, table, report);
        if (!ss_output_close(&o, error))
            return false;
    }
    return true;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/report.h"

#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "harness/tables/rows.h"

#include <math.h>
#include <string.h>

size_t ss_check_page_count(const ss_check_page *page, ss_check_verdict verdict)
{
    size_t n = 0;
    for (size_t k = 0; k < page->n; ++k)
        n += page->findings[k].verdict == verdict;
    return n;
}

bool ss_check_page_passes(const ss_check_page *page)
{
    return ss_check_page_count(page, SS_CHECK_FAIL) == 0 && !page->ended_badly;
}

/* A value for people: "-" where there is none. */
static void format_value(char text[24], double value)
{
    snprintf(text, 24, isnan(value) ? "-" : "%.3g", value);
}

/* Details are for what is not passed, or passed because there was nothing to see. */
static bool shows_detail(const ss_finding *f)
{
    return f->detail[0] != '\0' && (f->verdict != SS_CHECK_PASS || f->value == 0.0);
}

static bool begins_group(const ss_check_page *page, size_t k)
{
    return k == 0 ||
           strcmp(page->findings[k].check->group, page->findings[k - 1].check->group) != 0;
}

void ss_check_page_head(FILE *out, const ss_choice *choice)
{
    const char *const options = ss_choice_solver_values(choice);
    fprintf(out, "%s - %s\n", choice->label, choice->solver->title);
    fprintf(out, "%s%s%s\n", options, options[0] != '\0' ? "; " : "", ss_provenance_version());
    fflush(out);
}

void ss_check_page_line(FILE *out, const ss_check_page *page, size_t k)
{
    const ss_finding *const f = &page->findings[k];
    char value[24];
    format_value(value, f->value);
    if (begins_group(page, k))
        fprintf(out, "%s\n", f->check->group);
    fprintf(out, "  %-4s  %-13s  %8s <= %-5g  %s\n", ss_check_verdict_word(f->verdict),
            f->check->name, value, f->check->threshold, f->check->title);
    if (shows_detail(f))
        fprintf(out, "        %s\n", f->detail);
    fflush(out);
}

/* The names of the findings with a verdict: "a, b, c". */
static void print_names(FILE *out, const ss_check_page *page, ss_check_verdict verdict)
{
    const char *comma = "";
    for (size_t k = 0; k < page->n; ++k)
        if (page->findings[k].verdict == verdict) {
            fprintf(out, "%s%s", comma, page->findings[k].check->name);
            comma = ", ";
        }
}

void ss_check_page_verdict(FILE *out, const ss_check_page *page)
{
    const size_t failed = ss_check_page_count(page, SS_CHECK_FAIL);
    const size_t notes = ss_check_page_count(page, SS_CHECK_NOTE);
    fprintf(out, "verdict: %s ", page->choice->label);
    if (failed > 0) {
        fprintf(out, "FAILS %zu of %zu checks: ", failed, page->n);
        print_names(out, page, SS_CHECK_FAIL);
    } else {
        fprintf(out, "passes %zu checks", page->n);
    }
    if (page->ended_badly)
        fprintf(out, "; it FAILS in the comparison");
    if (notes > 0) {
        fprintf(out, "; notes: ");
        print_names(out, page, SS_CHECK_NOTE);
    }
    fputc('\n', out);
}

/* "12.3x", the ratio of two counters; "-" when there is none. */
static void format_ratio(char text[24], size_t count, size_t of)
{
    if (of > 0)
        snprintf(text, 24, "%.3gx", (double)count / (double)of);
    else
        snprintf(text, 24, "-");
}

/* The cells of a row: counters as they are for the first solver, as multiples for the others. */
typedef struct cells {
    const char *solver, *status;
    char sweeps[24], visits[24], local[24], e1[24];
} cells;

static void fill_cells(cells *c, const ss_check_comparison *comparison, size_t p, size_t s)
{
    const ss_summary_row *const row = &ss_check_comparison_at(comparison, p, s)->row;
    const ss_summary_row *const first = &ss_check_comparison_at(comparison, p, 0)->row;
    c->solver = row->solver;
    c->status = row->status;
    format_value(c->e1, row->e1);
    if (s > 0) {
        format_ratio(c->sweeps, row->sweeps_total, first->sweeps_total);
        format_ratio(c->visits, row->visits_total, first->visits_total);
        format_ratio(c->local, row->local_iterations_total, first->local_iterations_total);
        return;
    }
    snprintf(c->sweeps, sizeof c->sweeps, "%zu", row->sweeps_total);
    snprintf(c->visits, sizeof c->visits, "%zu", row->visits_total);
    snprintf(c->local, sizeof c->local, "%zu", row->local_iterations_total);
}

/* Columns of the widest label or problem. */
static int label_width(const ss_check_comparison *comparison)
{
    size_t width = 28;
    for (size_t s = 0; s < comparison->n_solvers; ++s) {
        const size_t length = strlen(ss_check_comparison_at(comparison, 0, s)->row.solver) + 2;
        width = length > width ? length : width;
    }
    return width < 60 ? (int)width : 60;
}

void ss_check_comparison_print(FILE *out, const ss_check_comparison *comparison)
{
    const int width = label_width(comparison);
    const char *const first = ss_check_comparison_at(comparison, 0, 0)->row.solver;
    fprintf(out, "comparison (counters of all steps; the others' as multiples of those of %s)\n",
            first);
    for (size_t p = 0; p < comparison->n_problems; ++p) {
        fprintf(out, "  %-*s  %-12s %9s %9s %10s %9s\n", width, ss_check_comparison_problem(p),
                "status", "sweeps", "visits", "local it.", "E1");
        for (size_t s = 0; s < comparison->n_solvers; ++s) {
            cells c;
            fill_cells(&c, comparison, p, s);
            fprintf(out, "    %-*s  %-12s %9s %9s %10s %9s\n", width - 2, c.solver, c.status,
                    c.sweeps, c.visits, c.local, c.e1);
        }
    }
}

/* A cell of a Markdown table: a bar would end it. */
static void write_cell(FILE *out, const char *text)
{
    for (const char *c = text; *c != '\0'; ++c)
        fprintf(out, "%s%c", *c == '|' ? "\\" : "", *c);
    fputs(" | ", out);
}

static void write_page(FILE *out, const ss_check_page *page)
{
    const char *const options = ss_choice_solver_values(page->choice);
    fprintf(out, "# Check of %s\n\n%s. Options: %s. %s.\n\n", page->choice->label,
            page->choice->solver->title, options[0] != '\0' ? options : "none",
            ss_provenance_version());
    fputs("| verdict | check | value | threshold | meaning | detail |\n"
          "| --- | --- | ---: | ---: | --- | --- |\n",
          out);
    for (size_t k = 0; k < page->n; ++k) {
        const ss_finding *const f = &page->findings[k];
        char value[24];
        format_value(value, f->value);
        fprintf(out, "| %s | %s | %s | %g | ", ss_check_verdict_word(f->verdict), f->check->name,
                value, f->check->threshold);
        write_cell(out, f->check->title);
        write_cell(out, shows_detail(f) ? f->detail : "");
        fputc('\n', out);
    }
    fputc('\n', out);
    ss_check_page_verdict(out, page);
    fputc('\n', out);
}

static void write_comparison(FILE *out, const ss_check_comparison *comparison)
{
    fprintf(out,
            "# Comparison\n\nCounters of all steps; the others' as multiples of those of %s.\n\n",
            ss_check_comparison_at(comparison, 0, 0)->row.solver);
    fputs("| problem | solver | status | sweeps | visits | local iterations | E1 |\n"
          "| --- | --- | --- | ---: | ---: | ---: | ---: |\n",
          out);
    for (size_t p = 0; p < comparison->n_problems; ++p)
        for (size_t s = 0; s < comparison->n_solvers; ++s) {
            cells c;
            fill_cells(&c, comparison, p, s);
            fprintf(out, "| %s | %s | %s | %s | %s | %s | %s |\n", ss_check_comparison_problem(p),
                    c.solver, c.status, c.sweeps, c.visits, c.local, c.e1);
        }
}

static void write_rows(FILE *out, const ss_check_page *page)
{
    const char *const options = ss_choice_solver_values(page->choice);
    for (size_t k = 0; k < page->n; ++k) {
        const ss_finding *const f = &page->findings[k];
        const ss_check_row row = {.solver = page->choice->label,
                                  .check = f->check->name,
                                  .group = f->check->group,
                                  .verdict = ss_check_verdict_word(f->verdict),
                                  .value = f->value,
                                  .threshold = f->check->threshold,
                                  .meaning = f->check->title,
                                  .detail = shows_detail(f) ? f->detail : "",
                                  .options = options,
                                  .build = ss_provenance_version()};
        ss_check_write(out, &row);
    }
}

bool ss_check_report_write(const char *folder, const ss_check_page *pages, size_t n_pages,
                           const ss_check_comparison *comparison, ss_error *error)
{
    ss_output csv = {0}, md = {0}, summary = {0};
    bool written = ss_output_open(&csv, folder, "check.csv", error) &&
                   ss_output_open(&md, folder, "check.md", error) &&
                   ss_output_open(&summary, folder, "summary.csv", error);
    if (written) {
        ss_check_header(csv.file);
        for (size_t k = 0; k < n_pages; ++k) {
            write_rows(csv.file, &pages[k]);
            write_page(md.file, &pages[k]);
        }
        write_comparison(md.file, comparison);
        ss_summary_header(summary.file);
        for (size_t k = 0; k < comparison->n_problems * comparison->n_solvers; ++k)
            ss_summary_write(summary.file, &comparison->runs[k].row);
        written = ss_output_close(&summary, error) && ss_output_close(&md, error) &&
                  ss_output_close(&csv, error);
    }
    ss_output_discard(&csv);
    ss_output_discard(&md);
    ss_output_discard(&summary);
    return written;
}

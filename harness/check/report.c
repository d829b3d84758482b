/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/check/report.h"

#include "harness/report/sheet.h"
#include "harness/tables/grid.h"
#include "harness/tables/label.h"
#include "harness/tables/output.h"
#include "harness/tables/provenance.h"
#include "harness/tables/rows.h"
#include "problems/base/prose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t count(const ss_check_page *page, ss_check_verdict verdict)
{
    size_t n = 0;
    for (size_t k = 0; k < page->n; ++k)
        n += page->findings[k].verdict == verdict;
    return n;
}

bool ss_check_page_passes(const ss_check_page *page)
{
    return count(page, SS_CHECK_FAIL) == 0 && !page->ended_badly;
}

/* The solver of a page: its title, its options, and those of the local solver inside. */
typedef struct options_text {
    const char *title;
    char text[1024];
} options_text;

static options_text options_of(const ss_choice *choice)
{
    options_text options = {.title = choice->outer != NULL ? choice->outer->title
                                                           : choice->solver->title};
    const ss_choice *const local = choice->outer != NULL ? choice->local : NULL;
    const char *const own = choice->values, *const inner = local != NULL ? local->values : "";
    const char *const comma = own[0] != '\0' ? "," : "";
    snprintf(options.text, sizeof options.text, "%s%s%s%s%s%s%s", own, local != NULL ? comma : "",
             local != NULL ? "local=" : "", local != NULL ? local->solver->name : "",
             inner[0] != '\0' ? "[" : "", inner, inner[0] != '\0' ? "]" : "");
    return options;
}

/* The k-th finding as a row of check.csv. A detail is for what is not passed, or passed because
 * there was nothing to see. `options` outlives it. */
static ss_check_row row_of(const ss_check_page *page, size_t k, const options_text *options)
{
    static const char *const words[] = {
        [SS_CHECK_PASS] = "PASS", [SS_CHECK_NOTE] = "NOTE", [SS_CHECK_FAIL] = "FAIL"};
    const ss_check_finding *const f = &page->findings[k];
    return (ss_check_row){.solver = page->choice->label,
                          .check = f->check->name,
                          .group = f->check->group,
                          .verdict = words[f->verdict],
                          .value = f->value,
                          .threshold = f->threshold,
                          .meaning = f->check->title,
                          .detail = f->verdict != SS_CHECK_PASS || f->value == 0.0 ? f->detail : "",
                          .options = options->text,
                          .build = ss_provenance_version};
}

/* The first of the checks that ended badly in the same way; k if the k-th is that, or did not. */
static size_t first_alike(const ss_check_page *page, size_t k)
{
    const ss_check_finding *const f = page->findings;
    for (size_t i = 0; isnan(f[k].value) && i < k; ++i)
        if (isnan(f[i].value) && strcmp(f[i].detail, f[k].detail) == 0)
            return i;
    return k;
}

/* Is the k-th the first of its group that has a line of its own? */
static bool begins_group(const ss_check_page *page, size_t k)
{
    size_t before = k;
    while (before > 0 && first_alike(page, before - 1) < before - 1)
        --before;
    return before == 0 ||
           strcmp(page->findings[k].check->group, page->findings[before - 1].check->group) != 0;
}

/* Checks that ended badly in the same way as an earlier one share a line. */
static void print_end(FILE *out, const ss_check_page *page)
{
    for (size_t k = 0; k < page->n; ++k) {
        size_t n = 0;
        for (size_t i = k + 1; i < page->n; ++i)
            n += first_alike(page, i) == k;
        if (n > 0)
            fprintf(out, "  FAIL  %zu more like %s:", n, page->findings[k].check->name);
        for (size_t i = k + 1, comma = 0; i < page->n && n > 0; ++i)
            if (first_alike(page, i) == k)
                fprintf(out, "%s %s", comma++ > 0 ? "," : "", page->findings[i].check->name);
        fputs(n > 0 ? "\n" : "", out);
    }
}

/* Printed as soon as it is known, and flushed: the next check may take its time. */
static void print_line(FILE *out, const ss_check_page *page, size_t k, const options_text *options)
{
    const ss_check_row row = row_of(page, k, options);
    char text[32];
    if (first_alike(page, k) < k)
        return;
    if (begins_group(page, k))
        fprintf(out, "%s\n", row.group);
    const int column = fprintf(out, "  %-4s  %-13s  %8s <= %-5g  ", row.verdict, row.check,
                               ss_report_number_text(text, row.value, 3, "-"), row.threshold);
    ss_prose(out, row.meaning, column, column);
    fputc('\n', out);
    if (row.detail[0] != '\0') {
        fprintf(out, "%8s", "");
        ss_prose(out, row.detail, 8, 8);
        fputc('\n', out);
    }
    fflush(out);
}

/* So many checks that do not end make it useless to wait for others. */
enum { MAX_HUNG = 2 };

bool ss_check_page_make(FILE *out, ss_check_page *page, const ss_child_limits *limits,
                        ss_error *error)
{
    const unsigned kind = ss_check_kind(page->choice);
    const options_text options = options_of(page->choice);
    fprintf(out, "%s - %s\n", page->choice->label, options.title);
    fprintf(out, "%s%s%s\n", options.text, options.text[0] != '\0' ? "; " : "",
            ss_provenance_version);
    if (page->choice->outer != NULL && page->choice->outer->reach > 0.0)
        fprintf(out,
                "asked to E1 %g, which its arithmetic can reach, and to errors in that measure\n",
                page->choice->outer->reach);
    fflush(out);
    for (const ss_check *one; (one = ss_check_at(kind, page->n)) != NULL;) {
        ss_check_finding *const finding = &page->findings[page->n];
        if (page->n_hung >= MAX_HUNG)
            ss_check_skip(one, finding);
        else if (!ss_check_run_isolated(one, page->choice, limits, finding, error))
            return false;
        page->n_hung += finding->hung;
        print_line(out, page, page->n++, &options);
    }
    print_end(out, page);
    return true;
}

/* The names of the findings with a verdict: "a, b, c". */
static void add_names(ss_report_sheet *sheet, const ss_check_page *page, ss_check_verdict verdict)
{
    const char *comma = "";
    for (size_t k = 0; k < page->n; ++k)
        if (page->findings[k].verdict == verdict) {
            ss_report_append(sheet, "%s%s", comma, page->findings[k].check->name);
            comma = ", ";
        }
}

static void add_verdict(ss_report_sheet *sheet, const ss_check_page *page)
{
    const size_t failed = count(page, SS_CHECK_FAIL);
    ss_report_add(sheet, SS_REPORT_REMARK, "verdict: %s ", page->choice->label);
    if (failed > 0) {
        ss_report_append(sheet, "FAILS %zu of %zu checks: ", failed, page->n);
        add_names(sheet, page, SS_CHECK_FAIL);
    } else {
        ss_report_append(sheet, "passes %zu checks", page->n);
    }
    if (page->ended_badly)
        ss_report_append(sheet, "; it FAILS in the comparison");
    if (count(page, SS_CHECK_NOTE) > 0) {
        ss_report_append(sheet, "; notes: ");
        add_names(sheet, page, SS_CHECK_NOTE);
    }
}

static const ss_report_column finding_columns[] = {
    {"verdict", SS_REPORT_LEFT, false}, {"check", SS_REPORT_LEFT, false},
    {"value", SS_REPORT_RIGHT, false},  {"threshold", SS_REPORT_RIGHT, false},
    {"meaning", SS_REPORT_LEFT, false}, {"detail", SS_REPORT_LEFT, false}};

static void add_page(ss_report_sheet *sheet, const ss_check_page *page)
{
    const options_text options = options_of(page->choice);
    ss_report_add(sheet, SS_REPORT_TITLE, "Check of %s", page->choice->label);
    ss_report_add(sheet, SS_REPORT_REMARK, "%s. Options: %s. %s.", options.title,
                  options.text[0] != '\0' ? options.text : "none", ss_provenance_version);
    SS_REPORT_COLUMNS(sheet, NULL, finding_columns);
    for (size_t k = 0; k < page->n; ++k) {
        const ss_check_row row = row_of(page, k, &options);
        ss_report_cells(sheet, row.verdict, row.check, NULL);
        ss_report_number(sheet, row.value, 3, "-");
        ss_report_add(sheet, SS_REPORT_CELL, "%g", row.threshold);
        ss_report_cells(sheet, row.meaning, row.detail, NULL);
    }
    add_verdict(sheet, page);
}

static const ss_report_column run_columns[] = {
    {"problem", SS_REPORT_HEADING, false},  {"solver", SS_REPORT_LEFT, false},
    {"status", SS_REPORT_LEFT, false},      {"sweeps", SS_REPORT_RIGHT, false},
    {"visits", SS_REPORT_RIGHT, false},     {"local iterations", SS_REPORT_RIGHT, false},
    {"work units", SS_REPORT_RIGHT, false}, {"E1", SS_REPORT_RIGHT, false}};

/* A counter as it is for the first solver, as a multiple of that, "12.3x", for the others; "-"
 * where one of the two has solved nothing: it would mean nothing. */
static void add_counter(ss_report_sheet *sheet, double count, double first, bool is_first)
{
    if (is_first)
        ss_report_add(sheet, SS_REPORT_CELL, "%.0f", count);
    else if (count > 0.0 && first > 0.0)
        ss_report_add(sheet, SS_REPORT_CELL, "%.3gx", count / first);
    else
        ss_report_cells(sheet, "-", NULL);
}

/* The counters of a run beside those of the first solver on its problem. */
static void add_run(ss_report_sheet *sheet, const ss_summary_row *row, const ss_summary_row *first)
{
    const bool is_first = row == first;
    const double fair = is_first || (ss_outcome_name_is_solved(row->status) &&
                                     ss_outcome_name_is_solved(first->status)); /* 0 or 1 */
    add_counter(sheet, (double)row->sweeps_total, fair * (double)first->sweeps_total, is_first);
    add_counter(sheet, (double)row->visits_total, fair * (double)first->visits_total, is_first);
    add_counter(sheet, (double)row->local_iterations_total,
                fair * (double)first->local_iterations_total, is_first);
    add_counter(sheet, row->work_units_total, fair * first->work_units_total, is_first);
    ss_report_number(sheet, row->e1, 3, "-");
}

static void add_comparison(ss_report_sheet *sheet, const ss_check_comparison *comparison)
{
    ss_report_add(sheet, SS_REPORT_TITLE, "Comparison");
    ss_report_add(
        sheet, SS_REPORT_REMARK,
        "Counters of all steps; the others' as multiples of those of %s where both solved.",
        comparison->solvers[0].label);
    SS_REPORT_COLUMNS(sheet, NULL, run_columns);
    ss_accuracy_gap gap = {.ratio = 0.0};
    char text[SS_ACCURACY_TEXT];
    for (size_t k = 0; k < comparison->n_problems * comparison->n_solvers; ++k) {
        const size_t s = k % comparison->n_solvers;
        const ss_check_comparison_run *const run = &comparison->runs[k], *const first = run - s;
        char *const label = ss_label_contender(run->row.solver, run->row.outer);
        ss_report_cells(sheet, run->problem, label != NULL ? label : comparison->solvers[s].label,
                        run->row.status, NULL);
        free(label);
        add_run(sheet, &run->row, &first->row);
        ss_accuracy_gap_note(&gap, &first->row, &run->row);
    }
    if (ss_accuracy_gap_text(text, &gap))
        ss_report_add(sheet, SS_REPORT_REMARK, "%s; the table has E1 of the last step.", text);
}

bool ss_check_end_print(FILE *out, const ss_check_page *pages, size_t n_pages,
                        const ss_check_comparison *comparison, ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    add_comparison(&sheet, comparison);
    for (size_t k = 0; k < n_pages; ++k)
        add_verdict(&sheet, &pages[k]);
    return ss_report_end(&sheet, &ss_report_text, out, error);
}

bool ss_check_report_write(const char *folder, const ss_check_page *pages, size_t n_pages,
                           const ss_check_comparison *comparison, ss_error *error)
{
    ss_output csv = {0};
    ss_report_sheet sheet = {.text = NULL};
    bool written = ss_output_open(&csv, folder, "check.csv", error);
    if (written) {
        ss_check_header(csv.file);
        for (size_t p = 0; p < n_pages; ++p) {
            const options_text options = options_of(pages[p].choice);
            for (size_t k = 0; k < pages[p].n; ++k) {
                const ss_check_row row = row_of(&pages[p], k, &options);
                ss_check_write(csv.file, &row);
            }
            add_page(&sheet, &pages[p]);
        }
        add_comparison(&sheet, comparison);
        written = ss_rows_write_file(ss_rows_find("summary"), folder, &comparison->runs[0].row,
                                     comparison->n_problems * comparison->n_solvers,
                                     sizeof *comparison->runs, error) &&
                  ss_report_write(&sheet, &ss_report_markdown, folder, "check", error) &&
                  ss_output_close(&csv, error);
    }
    ss_report_free(&sheet);
    ss_output_discard(&csv);
    return written;
}

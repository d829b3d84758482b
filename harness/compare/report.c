/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/compare/report.h"

#include "harness/compare/pair_label.h"
#include "harness/report/sheet.h"
#include "harness/tables/rows.h"

#include <math.h>
#include <string.h>

static const ss_report_column columns[] = {{"verdict", SS_REPORT_LEFT, false},
                                           {"row", SS_REPORT_LEFT, false},
                                           {"moved", SS_REPORT_LEFT, false}};

/* All that moved. */
static void add_rows(ss_report_sheet *sheet, const ss_compare_result *c)
{
    bool begun = false;
    for (size_t begin = 0, end = 0; begin < c->match.n; begin = end) {
        ss_label_keys keys;
        end = ss_compare_pair_label_group(&c->match, begin, &keys);
        for (size_t k = begin; k < end; ++k) {
            const ss_compare_judgement *const j = &c->judgements[k];
            char label[SS_LABEL_SIZE];
            if (j->change == SS_COMPARE_CHANGE_SAME && !j->only_residual)
                continue;
            if (!begun)
                ss_report_table(sheet, columns, sizeof columns / sizeof *columns);
            begun = true;
            ss_compare_pair_label_write(label, &c->match.pairs[k], &keys);
            ss_report_cells(sheet, ss_compare_change_name(j->change), label, j->moved, NULL);
        }
    }
}

static void add_side(ss_report_sheet *sheet, const ss_compare_side *side)
{
    ss_report_add(sheet, SS_REPORT_ITEM, "%-4s %s: %zu rows, %s", side->what, side->path,
                  side->summary.n, ss_compare_side_build(side));
}

static void add_counts(ss_report_sheet *sheet, const ss_compare_result *c)
{
    const size_t *const n = c->counts;
    ss_report_add(sheet, SS_REPORT_ITEM,
                  "%zu pairs: %zu same, %zu better, %zu worse, %zu changed; ", c->terms.n_rows,
                  n[SS_COMPARE_CHANGE_SAME], n[SS_COMPARE_CHANGE_BETTER],
                  n[SS_COMPARE_CHANGE_WORSE], n[SS_COMPARE_CHANGE_CHANGED]);
    ss_report_append(sheet, "without a partner: %zu of BASE, %zu of NEW",
                     n[SS_COMPARE_CHANGE_MISSING], n[SS_COMPARE_CHANGE_NEW]);
}

static void add_times(ss_report_sheet *sheet, const ss_compare_result *c)
{
    if (c->no_times[0] != '\0')
        ss_report_add(sheet, SS_REPORT_ITEM, "times: not judged; %s", c->no_times);
    else
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "times: judged in %zu pairs; the noise file resolves %.2g s and more",
                      c->n_timed, c->noise.classes[0].duration_s);
}

/* A limit of time that ends a run is the machine's doing as much as the solver's. */
static size_t n_timeouts(const ss_compare_result *c)
{
    size_t n = 0;
    for (size_t k = 0; k < c->match.n; ++k) {
        const ss_compare_match_pair *const p = &c->match.pairs[k];
        n += p->base != NULL && p->new != NULL &&
             (p->base->outcome == SS_OUTCOME_TIMEOUT) != (p->new->outcome == SS_OUTCOME_TIMEOUT);
    }
    return n;
}

/* Pairs of solvers with the same name and other options. */
static size_t n_by_name(const ss_compare_result *c)
{
    size_t n = 0;
    for (size_t k = 0; k < c->match.n; ++k) {
        const ss_compare_match_pair *const p = &c->match.pairs[k];
        n += p->base != NULL &&
             p->new != NULL &&strcmp(p->base->row.solver, p->new->row.solver) != 0;
    }
    return c->match.by_solver ? 0 : n;
}

static void add_notes(ss_report_sheet *sheet, const ss_compare_result *c)
{
    const size_t n_interrupted = c->base.n_interrupted + c->new.n_interrupted;
    if (c->match.by_solver && c->base.summary.n > 0 && c->new.summary.n > 0)
        ss_report_add(sheet, SS_REPORT_ITEM, "solvers: %s of BASE against %s of NEW",
                      c->base.summary.records[0].row.solver, c->new.summary.records[0].row.solver);
    if (n_by_name(c) > 0)
        ss_report_add(sheet, SS_REPORT_ITEM, "paired by the name before the bracket: %zu rows",
                      n_by_name(c));
    if (c->match.unshared[0] != '\0')
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "parameters that one side only has, left out of the match: %s",
                      c->match.unshared);
    if (n_interrupted > 0)
        ss_report_add(sheet, SS_REPORT_ITEM, "left out: %zu interrupted rows of BASE, %zu of NEW",
                      c->base.n_interrupted, c->new.n_interrupted);
    if (n_timeouts(c) > 0)
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "timeouts: %zu pairs with one on one side only; load can do that",
                      n_timeouts(c));
    if (c->n_only_residual > 0)
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "residuals: %zu of the same pairs have another eps or e1, which is not "
                      "judged without a threshold",
                      c->n_only_residual);
    add_times(sheet, c);
}

static void add_verdict(ss_report_sheet *sheet, const ss_compare_result *c)
{
    ss_report_add(sheet, SS_REPORT_ITEM, "verdict: %s", ss_compare_overall_words(c->overall));
    if (c->overall == SS_COMPARE_OVERALL_NOT_COMPARABLE && c->terms.n_rows == 0)
        ss_report_append(sheet, " (no row of BASE answers the same question as a row of NEW)");
    else if (c->overall == SS_COMPARE_OVERALL_NOT_COMPARABLE)
        ss_report_append(sheet,
                         " (%zu rows of BASE have no partner in NEW; --partial judges the rest)",
                         c->counts[SS_COMPARE_CHANGE_MISSING]);
}

static bool print(const ss_compare_result *c, const ss_report_format *format, FILE *out,
                  ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    if (format != &ss_report_text) /* a terminal shows the verdict last */
        ss_report_add(&sheet, SS_REPORT_TITLE, "Comparison: %s",
                      ss_compare_overall_words(c->overall));
    add_side(&sheet, &c->base);
    add_side(&sheet, &c->new);
    add_rows(&sheet, c);
    add_counts(&sheet, c);
    add_notes(&sheet, c);
    add_verdict(&sheet, c);
    const bool printed = ss_report_print(&sheet, format, out, error);
    ss_report_free(&sheet);
    return printed;
}

bool ss_compare_text(const ss_compare_result *comparison, FILE *out, ss_error *error)
{
    return print(comparison, &ss_report_text, out, error);
}

bool ss_compare_markdown(const ss_compare_result *comparison, FILE *out, ss_error *error)
{
    return print(comparison, &ss_report_markdown, out, error);
}

/* A text or number of a record that may be missing. */
#define TEXT_OF(record, member)  ((record) != NULL ? (record)->row.member : NULL)
#define VALUE_OF(record, column) ((record) != NULL ? (double)(record)->row.column : NAN)

static void write_row(const ss_compare_result *c, size_t k, FILE *out)
{
    const ss_record *const base = c->match.pairs[k].base, *const new = c->match.pairs[k].new;
    const ss_summary_row *const r = base != NULL ? &base->row : &new->row;
    const ss_compare_judgement *const j = &c->judgements[k];
    const ss_compare_row row = {.verdict = ss_compare_change_name(j->change),
                                .problem = r->problem,
                                .instance = r->instance,
                                .parameters = r->parameters,
                                .outer = r->outer,
                                .stop = r->stop,
                                .warm_start = r->warm_start,
                                .base_solver = TEXT_OF(base, solver),
                                .new_solver = TEXT_OF(new, solver),
                                .base_options = TEXT_OF(base, options),
                                .new_options = TEXT_OF(new, options),
                                .base_status = TEXT_OF(base, status),
                                .new_status = TEXT_OF(new, status),
                                .moved = j->moved,
                                .base_steps = VALUE_OF(base, steps),
                                .new_steps = VALUE_OF(new, steps),
#define X(column, kind)                                                                            \
    .base_##column = VALUE_OF(base, column), .new_##column = VALUE_OF(new, column),
                                SS_COMPARE_MEASURE_LIST(X)
#undef X
                                    .time_floor = j->floor,
                                .base_build = TEXT_OF(base, build),
                                .new_build = TEXT_OF(new, build)};
    ss_compare_write(out, &row);
}

bool ss_compare_csv(const ss_compare_result *comparison, FILE *out, ss_error *error)
{
    (void)error;
    ss_compare_header(out);
    for (size_t k = 0; k < comparison->match.n; ++k)
        write_row(comparison, k, out);
    return true;
}

static bool write_file(const ss_compare_result *c, const char *folder, const char *name,
                       bool (*write)(const ss_compare_result *, FILE *, ss_error *),
                       ss_error *error)
{
    ss_output output = {0};
    const bool written = ss_output_open(&output, folder, name, error) &&
                         write(c, output.file, error) && ss_output_close(&output, error);
    ss_output_discard(&output);
    return written;
}

bool ss_compare_save(const ss_compare_result *comparison, const char *folder, ss_error *error)
{
    return ss_output_make_folder(folder, error) &&
           write_file(comparison, folder, "compare.csv", ss_compare_csv, error) &&
           write_file(comparison, folder, "compare.md", ss_compare_markdown, error);
}

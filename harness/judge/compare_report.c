/* A comparison as text, CSV and Markdown.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/judge/compare_rows.h"
#include "harness/tables/grid.h"
#include "problems/base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The pairs of one solver, by verdict. */
typedef struct solver_sum {
    const char *base, *new; /* NULL in the last one: all that there was no room for */
    size_t pairs, counts[SS_COMPARE_N_CHANGES];
    /* sums of ln(NEW/BASE) of sweeps_total and of work units, over pairs that both solved */
    double log_sweeps, log_units;
    size_t n_sweeps, n_units;
} solver_sum;

enum { MOST_SOLVERS = 32 };

/* Of work that both have; 0 and NaN are none. */
static void add_ratio(double *log_ratio, size_t *n, double base, double new)
{
    if (!(base > 0.0) || !(new > 0.0))
        return;
    *log_ratio += log(new / base);
    ++*n;
}

/* Count the pair in the sum of its solvers, of *n so far. */
static void count_pair(solver_sum *sums, size_t *n, const ss_compare_match_pair *pair,
                       ss_compare_change change)
{
    const ss_record *const base = pair->base, *const new = pair->new;
    size_t k = 0;
    while (
        k < *n && sums[k].base != NULL &&
        (strcmp(sums[k].base, base->row.solver) != 0 || strcmp(sums[k].new, new->row.solver) != 0))
        ++k;
    if (k == *n && ++*n < MOST_SOLVERS)
        sums[k] = (solver_sum){.base = base->row.solver, .new = new->row.solver};
    ++sums[k].pairs;
    ++sums[k].counts[change];
    if (!ss_outcome_is_solved(base->outcome) || !ss_outcome_is_solved(new->outcome) ||
        ss_record_is_external(base) != ss_record_is_external(new))
        return;
    add_ratio(&sums[k].log_sweeps, &sums[k].n_sweeps, (double)base->row.sweeps_total,
              (double)new->row.sweeps_total);
    add_ratio(&sums[k].log_units, &sums[k].n_units, base->row.work_units_total,
              new->row.work_units_total);
}

/* A row a solver: its pairs by verdict, and how its sweeps and its work changed. */
static void add_solvers(ss_report_sheet *sheet, const ss_compare_result *c)
{
    static const ss_report_column titles[] = {
        {"solver", SS_REPORT_LEFT, false},  {"pairs", SS_REPORT_RIGHT, false},
        {"same", SS_REPORT_RIGHT, false},   {"better", SS_REPORT_RIGHT, false},
        {"worse", SS_REPORT_RIGHT, false},  {"changed", SS_REPORT_RIGHT, false},
        {"rated", SS_REPORT_RIGHT, false},  {"sweeps x", SS_REPORT_RIGHT, false},
        {"units x", SS_REPORT_RIGHT, false}};
    solver_sum sums[MOST_SOLVERS] = {{.base = NULL}};
    size_t n = 0;
    for (size_t k = 0; k < c->match.n; ++k)
        if (c->match.pairs[k].whole)
            count_pair(sums, &n, &c->match.pairs[k], c->judgements[k].change);
    if (n == 0)
        return;
    SS_REPORT_COLUMNS(sheet, "solvers", titles);
    for (size_t k = 0; k < n; ++k) {
        const solver_sum *const s = &sums[k];
        const bool renamed = s->base != NULL && strcmp(s->base, s->new) != 0;
        ss_report_add(sheet, SS_REPORT_CELL, "%s%s%s", s->base != NULL ? s->base : "(the others)",
                      renamed ? " -> " : "", renamed ? s->new : "");
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", s->pairs);
        for (ss_compare_change change = SS_COMPARE_CHANGE_SAME; change <= SS_COMPARE_CHANGE_RATED;
             ++change)
            ss_report_add(sheet, SS_REPORT_CELL, "%zu", s->counts[change]);
        ss_report_number(sheet, s->n_sweeps > 0 ? exp(s->log_sweeps / (double)s->n_sweeps) : NAN, 3,
                         "-");
        ss_report_number(sheet, s->n_units > 0 ? exp(s->log_units / (double)s->n_units) : NAN, 3,
                         "-");
    }
}

/* The verdict once more, for programs. */
static void add_totals(ss_report_sheet *sheet, const ss_compare_result *c)
{
    static const ss_report_column titles[] = {
        {"verdict", SS_REPORT_LEFT, false},       {"exit_code", SS_REPORT_RIGHT, false},
        {"pairs", SS_REPORT_RIGHT, false},        {"same", SS_REPORT_RIGHT, false},
        {"better", SS_REPORT_RIGHT, false},       {"worse", SS_REPORT_RIGHT, false},
        {"changed", SS_REPORT_RIGHT, false},      {"rated", SS_REPORT_RIGHT, false},
        {"base_only", SS_REPORT_RIGHT, false},    {"new_only", SS_REPORT_RIGHT, false},
        {"times_judged", SS_REPORT_RIGHT, false}, {"times_too_noisy", SS_REPORT_RIGHT, false}};
    SS_REPORT_COLUMNS(sheet, "comparison", titles);
    ss_report_cells(sheet, ss_compare_overalls[c->overall].words, NULL);
    ss_report_add(sheet, SS_REPORT_CELL, "%d", ss_compare_overalls[c->overall].exit_code);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", c->n_rows);
    for (int k = 0; k < SS_COMPARE_N_CHANGES; ++k)
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", c->counts[k]);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", c->n_timed);
    ss_report_add(sheet, SS_REPORT_CELL, "%zu", c->n_noisy);
}

/* Doubts about verdicts: load, what is not judged, unlike accuracies. */
static void add_doubts(ss_report_sheet *sheet, const ss_compare_result *c, size_t n_timeouts,
                       const ss_accuracy_gap *gap)
{
    char text[SS_ACCURACY_TEXT];
    if (n_timeouts > 0)
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "timeouts: %zu pair%s with one on one side only; load can do that",
                      n_timeouts, ss_name_plural(n_timeouts));
    if (c->n_only_residual > 0)
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "residuals: %zu pair%s counted as the same, with another eps or e1, which is "
                      "not judged without a threshold",
                      c->n_only_residual, ss_name_plural(c->n_only_residual));
    if (ss_accuracy_gap_text(text, gap)) /* cheaper at another accuracy is not yet better */
        ss_report_add(sheet, SS_REPORT_ITEM, "accuracy: %s", text);
}

/* The notes: rows compared, verdicts, and rows left out or not judged. */
static void add_notes(ss_report_sheet *sheet, const ss_compare_result *c)
{
    const size_t *const n = c->counts;
    const ss_summary_row *const base = c->base.summary.n > 0 ? &c->base.summary.records->row : NULL;
    const ss_summary_row *const new = c->new.summary.n > 0 ? &c->new.summary.records->row : NULL;
    size_t n_renamed = 0, n_timeouts = 0; /* paired in spite of their labels; with one, by load */
    ss_accuracy_gap gap = {.ratio = 0.0};
    for (size_t k = 0; k < c->match.n; ++k) {
        const ss_compare_match_pair *const p = &c->match.pairs[k];
        if (!p->whole)
            continue;
        n_renamed += !c->match.by_solver && strcmp(p->base->row.solver, p->new->row.solver) != 0;
        n_timeouts +=
            (p->base->outcome == SS_OUTCOME_TIMEOUT) != (p->new->outcome == SS_OUTCOME_TIMEOUT);
        ss_accuracy_gap_note(&gap, &p->base->row, &p->new->row);
    }
    ss_report_add(sheet, SS_REPORT_ITEM,
                  "%zu pair%s: %zu same, %zu better, %zu worse, %zu changed; ", c->n_rows,
                  ss_name_plural(c->n_rows), n[SS_COMPARE_CHANGE_SAME], n[SS_COMPARE_CHANGE_BETTER],
                  n[SS_COMPARE_CHANGE_WORSE], n[SS_COMPARE_CHANGE_CHANGED]);
    ss_report_append(sheet, "without a partner: %zu of BASE, %zu of NEW",
                     n[SS_COMPARE_CHANGE_MISSING], n[SS_COMPARE_CHANGE_NEW]);
    if (n[SS_COMPARE_CHANGE_RATED] > 0)
        ss_report_append(sheet, "; by the ranking: %zu", n[SS_COMPARE_CHANGE_RATED]);
    if (c->match.by_solver && base != NULL && new != NULL)
        ss_report_add(sheet, SS_REPORT_ITEM, "solvers: %s of BASE against %s of NEW", base->solver,
                      new->solver);
    if (n_renamed > 0)
        ss_report_add(sheet, SS_REPORT_ITEM, "paired by the name before the bracket: %zu row%s",
                      n_renamed, ss_name_plural(n_renamed));
    if (c->match.unshared[0] != '\0')
        ss_report_add(sheet, SS_REPORT_ITEM, "parameters left out of the match: %s",
                      c->match.unshared);
    if (c->match.by_outer && base != NULL && new != NULL)
        ss_report_add(sheet, SS_REPORT_ITEM, "outer solvers: %s of BASE against %s of NEW",
                      base->outer, new->outer);
    if (c->base.n_interrupted + c->new.n_interrupted > 0)
        ss_report_add(sheet, SS_REPORT_ITEM, "left out: %zu interrupted row%s of BASE, %zu of NEW",
                      c->base.n_interrupted, ss_name_plural(c->base.n_interrupted),
                      c->new.n_interrupted);
    add_doubts(sheet, c, n_timeouts, &gap);
}

/* The ranking's sentences, or why there is none. */
static void add_ranking(ss_report_sheet *sheet, const ss_compare_result *c)
{
    char *text = NULL;
    size_t size = 0;
    FILE *const out = open_memstream(&text, &size);
    if (out != NULL && c->unranked[0] == '\0')
        ss_ranking_headline(&c->ranking, out);
    else if (out != NULL)
        fprintf(out, "none: %s", c->unranked);
    if (out != NULL && fclose(out) == 0)
        ss_report_add(sheet, SS_REPORT_ITEM, "ranking: %s", text);
    free(text);
}

/* If times were judged, and the verdict. */
static void add_verdict(ss_report_sheet *sheet, const ss_compare_result *c)
{
    const bool apart = c->overall == SS_COMPARE_OVERALL_NOT_COMPARABLE;
    if (c->by_contender)
        add_ranking(sheet, c);
    else if (c->no_times[0] != '\0')
        ss_report_add(sheet, SS_REPORT_ITEM, "times: not judged; %s", c->no_times);
    else
        ss_report_add(sheet, SS_REPORT_ITEM,
                      "times: judged in %zu pair%s; the noise file is for %.2g s and more",
                      c->n_timed, ss_name_plural(c->n_timed), c->noise.classes[0].duration_s);
    if (c->n_noisy > 0)
        ss_report_append(sheet,
                         "; NOT judged in %zu, where only a change of more than %.0f %% could be "
                         "seen: measure on a quieter machine, or judge fewer rows",
                         c->n_noisy, 100.0 * SS_COMPARE_NOISE_MOST);
    ss_report_add(sheet, SS_REPORT_ITEM, "verdict: %s", ss_compare_overalls[c->overall].words);
    if (apart && c->n_rows == 0)
        ss_report_append(sheet, " (no row of NEW has the same problem, parameters, outer and stop "
                                "as a row of BASE)");
    else if (apart && c->by_contender)
        ss_report_append(sheet, " (the ranking says why)");
    else if (apart)
        ss_report_append(sheet,
                         " (rows of BASE without a partner in NEW: %zu; --partial judges the "
                         "rest)",
                         c->counts[SS_COMPARE_CHANGE_MISSING]);
    if (c->n_noisy > 0)
        ss_report_append(sheet, "; times too noisy to judge in %zu of %zu", c->n_noisy, c->n_rows);
}

/* A text or number of a record that may be missing. */
#define TEXT_OF(record, member)  ((record) != NULL ? (record)->row.member : NULL)
#define VALUE_OF(record, column) ((record) != NULL ? (double)(record)->row.column : NAN)

static void write_row(const ss_compare_result *c, size_t k, FILE *out)
{
    const ss_record *const base = c->match.pairs[k].base, *const new = c->match.pairs[k].new;
    const ss_summary_row *const r = base != NULL ? &base->row : &new->row;
    const ss_compare_judgement *const j = &c->judgements[k];
    char moved[SS_COMPARE_TEXT];
    const ss_compare_row row = {.verdict = ss_compare_changes[j->change],
                                .problem = r->problem,
                                .instance = r->instance,
                                .parameters = r->parameters,
                                .outer = r->outer,
                                .stop = r->stop,
                                .warm_start = r->warm_start,
                                .follows = r->follows,
                                .base_solver = TEXT_OF(base, solver),
                                .new_solver = TEXT_OF(new, solver),
                                .base_options = TEXT_OF(base, options),
                                .new_options = TEXT_OF(new, options),
                                .base_status = TEXT_OF(base, status),
                                .new_status = TEXT_OF(new, status),
                                .moved = ss_compare_moved_text(moved, j),
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

bool ss_compare_print(const ss_compare_result *comparison, const ss_report_format *format,
                      FILE *out, ss_error *error)
{
    ss_report_sheet sheet = {.text = NULL};
    if (format == NULL) {
        ss_compare_header(out);
        for (size_t k = 0; k < comparison->match.n; ++k)
            write_row(comparison, k, out);
        return true;
    }
    if (format == &ss_report_markdown) /* a terminal shows the verdict last */
        ss_report_add(&sheet, SS_REPORT_TITLE, "Comparison: %s",
                      ss_compare_overalls[comparison->overall].words);
    for (size_t k = 0; k < 2; ++k) {
        const ss_compare_side *const side = k == 0 ? &comparison->base : &comparison->new;
        ss_report_add(&sheet, SS_REPORT_ITEM, "%-4s %s: %zu row%s, %s", side->what, side->path,
                      side->summary.n, ss_name_plural(side->summary.n),
                      ss_compare_side_build(side));
    }
    ss_compare_add_rows(&sheet, comparison, format == &ss_report_json);
    ss_compare_add_solves(&sheet, comparison);
    add_solvers(&sheet, comparison);
    if (format == &ss_report_json && comparison->by_contender && comparison->unranked[0] == '\0')
        ss_ranking_add_table(&sheet, &comparison->ranking);
    if (format == &ss_report_json)
        add_totals(&sheet, comparison);
    add_notes(&sheet, comparison);
    add_verdict(&sheet, comparison);
    return ss_report_end(&sheet, format, out, error);
}

bool ss_compare_save(const ss_compare_result *comparison, const char *folder, ss_error *error)
{
    static const struct {
        const char *name;
        const ss_report_format *format;
    } files[] = {{"compare.csv", NULL}, {"compare.md", &ss_report_markdown}};
    bool saved = ss_output_make_folder(folder, error);
    for (size_t k = 0; saved && k < sizeof files / sizeof files[0]; ++k) {
        ss_output output = {0};
        saved = ss_output_open(&output, folder, files[k].name, error) &&
                ss_compare_print(comparison, files[k].format, output.file, error) &&
                ss_output_close(&output, error);
        ss_output_discard(&output);
    }
    return saved;
}

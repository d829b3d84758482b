/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/budget/budget.h"

#include "harness/campaign/store.h"
#include "harness/tables/label.h"
#include "harness/tables/pairs.h"
#include "harness/tables/series.h"
#include "problems/base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static int by_place(const void *left, const void *right)
{
    const ss_budget_answer *const a = left, *const b = right;
    int order = strcmp(a->question, b->question);
    if (order == 0)
        order = strcmp(a->observable, b->observable);
    if (order == 0)
        order = (a->h < b->h) - (a->h > b->h);
    if (order == 0)
        order = (a->tol > b->tol) - (a->tol < b->tol);
    return order != 0
               ? order
               : (a->run->instance > b->run->instance) - (a->run->instance < b->run->instance);
}

/* All that must be alike: "balls-4 by exact", then parameters and the end time in a second line. */
static char *question_of(const ss_summary_row *run)
{
    char *const rest = ss_pairs_without(run->parameters, "tol,h,steps");
    char *const label = ss_label_contender(run->solver, run->outer);
    char *text = NULL;
    double h = 0.0;
    ss_pairs_number(run->parameters, "h", &h);
    if (rest != NULL && label != NULL &&
        asprintf(&text, "%s by %s\n%s until %.6g s", run->problem, label, rest,
                 h * (double)run->steps) < 0)
        text = NULL;
    free(rest);
    free(label);
    return text;
}

/* The mean of an observable over the second half of the time, by trapezoids: what sampling adds is
 * then of second order in the step. */
static double late_mean(const ss_series *series, size_t observable)
{
    const size_t n = series->n_steps, from = n / 2, each = series->n_observables;
    const double *const values = series->values + observable;
    double sum = 0.0;
    if (n < 2)
        return values[0];
    for (size_t step = from; step < n; ++step)
        sum += 0.5 * (values[(step - 1) * each] + values[step * each]);
    return sum / (double)(n - from);
}

static double size_of(const ss_series *series, size_t observable)
{
    double size = 0.0;
    for (size_t step = 0; step < series->n_steps; ++step)
        size = fmax(size, fabs(series->values[step * series->n_observables + observable]));
    return size;
}

/* Is it 0 by an identity, but for rounding? */
static bool is_balance(const char *observable)
{
    const size_t length = strlen(observable), tail = strlen("_balance");
    return length > tail && strcmp(observable + length - tail, "_balance") == 0;
}

static bool read_run(ss_budget *b, size_t *room, const char *folder, const ss_summary_row *run,
                     ss_error *error)
{
    char path[SS_PATH_SIZE];
    ss_series series = {.row = run};
    bool ok = ss_campaign_store_series_path(folder, run->run, SS_CAMPAIGN_SERIES_observables, path,
                                            error) &&
              ss_series_read_observables(&series, path, error);
    for (size_t k = 0; ok && series.n_steps > 0 && k < series.n_observables; ++k) {
        ss_budget_answer *const more = ss_memory_grow(b->answers, room, b->n + 1, sizeof *more);
        if (more == NULL) {
            ok = ss_error_memory(error, "%s", folder);
            break;
        }
        b->answers = more;
        ss_budget_answer *const a = &more[b->n];
        *a = (ss_budget_answer){.run = run,
                                .tol = run->tol,
                                .value = late_mean(&series, k),
                                .size = size_of(&series, k)};
        snprintf(a->observable, sizeof a->observable, "%s", series.names[k]);
        if (!isfinite(a->value) || is_balance(a->observable) ||
            !ss_pairs_number(run->parameters, "h", &a->h))
            continue; /* an observable that is none in some step; a problem without time */
        a->question = question_of(run);
        ok = a->question != NULL || ss_error_memory(error, "%s", folder);
        b->n += ok;
    }
    ss_series_free(&series);
    return ok;
}

bool ss_budget_read(ss_budget *b, const char *folder, ss_error *error)
{
    char found[SS_PATH_SIZE], path[SS_PATH_SIZE];
    size_t room = 0, n_tols = 0;
    *b = (ss_budget){.n = 0};
    bool ok = ss_summary_folder(found, folder, error) &&
              ss_path_join(path, sizeof path, found, "summary.csv", error) &&
              ss_summary_read(&b->summary, path, "parameters,tol,run", error);
    for (size_t k = 0; ok && k < b->summary.n; ++k) {
        const ss_summary_row *const run = &b->summary.records[k].row;
        if (run->run[0] == '\0')
            return ss_error_set(error, SS_ERROR_DATA,
                                "%s is no store of a campaign: budgets compare runs at several "
                                "tolerances ('stickslip budget --help')",
                                folder);
        if (!ss_outcome_is_solved(b->summary.records[k].outcome)) {
            ++b->n_left_out;
            continue;
        }
        ok = read_run(b, &room, found, run, error);
        b->several = b->several || run->instance != b->summary.records[0].row.instance;
        n_tols += run->tol != b->summary.records[0].row.tol;
    }
    if (ok && (b->n == 0 || n_tols == 0))
        ok = ss_error_set(error, SS_ERROR_DATA,
                          b->n_left_out > 0 && b->n_left_out == b->summary.n
                              ? "%s has no run that is solved"
                          : b->n == 0 ? "%s keeps no observables: 'keep: [observables]'"
                                      : "%s has one tolerance: a budget needs several",
                          folder);
    if (ok)
        qsort(b->answers, b->n, sizeof *b->answers, by_place);
    return ok;
}

void ss_budget_free(ss_budget *b)
{
    for (size_t k = 0; k < b->n; ++k)
        free(b->answers[k].question);
    free(b->answers);
    ss_summary_free(&b->summary);
    *b = (ss_budget){.n = 0};
}

/* ---- comparing ---- */

/* Answers that differ in the instance alone. */
typedef struct group {
    const ss_budget_answer *at;
    size_t n;
} group;

static group group_at(const ss_budget *b, size_t k, size_t end)
{
    group g = {&b->answers[k], 1};
    while (k + g.n < end && g.at[g.n].h == g.at->h && g.at[g.n].tol == g.at->tol)
        ++g.n;
    return g;
}

static ss_budget_change change_between(group a, group b)
{
    double mean = 0.0, change = 0.0, other = 0.0, square = 0.0;
    size_t n = 0;
    for (size_t k = 0; k < a.n; ++k)
        for (size_t j = 0; j < b.n; ++j)
            if (a.at[k].run->instance == b.at[j].run->instance) {
                mean += a.at[k].value;
                change += a.at[k].value - b.at[j].value;
                ++n;
            }
    for (size_t j = 0; j < b.n; ++j)
        other += b.at[j].value / (double)b.n;
    for (size_t j = 0; j < b.n; ++j)
        square += (b.at[j].value - other) * (b.at[j].value - other);
    return (ss_budget_change){.mean = n > 0 ? mean / (double)n : NAN,
                              .change = n > 0 ? change / (double)n : NAN,
                              .spread = b.n > 1
                                            ? 2.0 * sqrt(square / (double)(b.n - 1) / (double)b.n)
                                            : 1e-3 * b.at->size,
                              .n = n};
}

/* ---- printing ---- */

static const ss_report_column by_tol[] = {
    {"question", SS_REPORT_HEADING, false},  {"observable", SS_REPORT_HEADING, false},
    {"E1 at most", SS_REPORT_NUMBER, false}, {"mean", SS_REPORT_NUMBER, false},
    {"change", SS_REPORT_NUMBER, false},     {"spread", SS_REPORT_NUMBER, false},
    {"n", SS_REPORT_RIGHT, false},           {"stands", SS_REPORT_LEFT, false}};

/* The first line of a question: its parameters are the same in all. */
static void add_question(ss_report_sheet *sheet, const ss_budget_answer *a)
{
    ss_report_add(sheet, SS_REPORT_CELL, "%.*s", (int)strcspn(a->question, "\n"), a->question);
    ss_report_cells(sheet, a->observable, NULL);
}

/* The answers of an observable of a question, [begin, end). */
typedef struct span {
    size_t begin, end;
} span;

/* Its groups at the longest step, the loosest tolerance last; returns how many. */
static size_t groups_by_tol(group *groups, const ss_budget *b, span s)
{
    size_t n = 0;
    for (size_t k = s.begin; k < s.end && b->answers[k].h == b->answers[s.begin].h;) {
        groups[n] = group_at(b, k, s.end);
        k += groups[n++].n;
    }
    return n;
}

/* Rows by tolerance; returns the loosest from which on, downwards, all stand; NAN: not even the
 * second tightest does. */
static double add_by_tol(ss_report_sheet *sheet, const group *groups, size_t n)
{
    double enough = groups[0].at->tol;
    bool stands = true;
    for (size_t k = 0; k < n; ++k) {
        const ss_budget_change c = change_between(groups[k], groups[0]);
        const bool here = fabs(c.change) <= c.spread;
        stands = stands && here;
        if (stands)
            enough = groups[k].at->tol;
        add_question(sheet, groups[0].at);
        ss_report_number(sheet, groups[k].at->tol, 3, "-");
        ss_report_number(sheet, c.mean, 4, "-");
        ss_report_number(sheet, k == 0 ? NAN : c.change, 2, "tightest");
        ss_report_number(sheet, c.spread, 2, "-");
        ss_report_add(sheet, SS_REPORT_CELL, "%zu", c.n);
        ss_report_cells(sheet, k == 0 ? "" : here ? "yes" : "no", NULL);
    }
    return enough;
}

/* The span of the observable of the question that begins at `begin`. */
static span span_at(const ss_budget *b, size_t begin)
{
    span s = {begin, begin};
    while (s.end < b->n && strcmp(b->answers[s.end].question, b->answers[begin].question) == 0 &&
           strcmp(b->answers[s.end].observable, b->answers[begin].observable) == 0)
        ++s.end;
    return s;
}

/* The loosest tolerance at which all answers of a question stand, and whose did not beyond it. */
static void add_verdict(ss_report_sheet *sheet, const ss_budget *b, span s, double enough,
                        const char *decides)
{
    const ss_budget_answer *const a = &b->answers[s.begin];
    const int length = (int)strcspn(a->question, "\n");
    double loosest = 0.0;
    for (size_t k = s.begin; k < s.end; ++k)
        loosest = fmax(loosest, b->answers[k].tol);
    if (a->tol == loosest)
        ss_report_add(sheet, SS_REPORT_OPEN,
                      "%.*s: solved at one tolerance alone, %g: there is nothing to compare",
                      length, a->question, loosest);
    else if (enough == loosest)
        ss_report_add(sheet, SS_REPORT_GOOD, "%.*s: E1 <= %g, the loosest tried, is enough", length,
                      a->question, enough);
    else if (enough == a->tol)
        ss_report_add(sheet, SS_REPORT_OPEN,
                      "%.*s: no tolerance is enough but perhaps the tightest, %g: `%s` still "
                      "changes there",
                      length, a->question, enough, decides);
    else
        ss_report_add(sheet, SS_REPORT_GOOD, "%.*s: E1 <= %g is enough; beyond it `%s` changes",
                      length, a->question, enough, decides);
}

static void add_tolerances(ss_report_sheet *sheet, const ss_budget *b, group *groups)
{
    double enough = INFINITY; /* of the question so far */
    const char *decides = "";
    SS_REPORT_COLUMNS(sheet, "budget", by_tol);
    for (size_t k = 0; k < b->n;) {
        const span s = span_at(b, k);
        const double its = add_by_tol(sheet, groups, groups_by_tol(groups, b, s));
        if (its < enough) {
            enough = its;
            decides = b->answers[k].observable;
        }
        k = s.end;
        const bool last =
            k == b->n || strcmp(b->answers[k].question, b->answers[s.begin].question) != 0;
        if (!last)
            continue;
        add_verdict(sheet, b, s, enough, decides);
        enough = INFINITY;
        if (k < b->n)
            SS_REPORT_COLUMNS(sheet, "budget", by_tol);
    }
}

static const ss_report_column by_step[] = {
    {"question", SS_REPORT_HEADING, false},     {"observable", SS_REPORT_HEADING, false},
    {"h (s)", SS_REPORT_NUMBER, false},         {"mean", SS_REPORT_NUMBER, false},
    {"change to h/2", SS_REPORT_NUMBER, false}, {"order", SS_REPORT_NUMBER, false},
    {"E1 below it", SS_REPORT_NUMBER, false}};

/* The loosest tolerance at the longest step whose change is below that of the step. */
static double below(const group *groups, size_t n, double change)
{
    double tol = NAN;
    for (size_t k = 1; k < n; ++k) {
        if (!(fabs(change_between(groups[k], groups[0]).change) < fabs(change)))
            break;
        tol = groups[k].at->tol;
    }
    return tol;
}

/* The groups of the tightest tolerance, the longest step first. */
static size_t groups_by_step(group *groups, const ss_budget *b, span s)
{
    size_t n = 0;
    for (size_t k = s.begin; k < s.end;) {
        const group g = group_at(b, k, s.end);
        if (n == 0 || groups[n - 1].at->h != g.at->h)
            groups[n++] = g; /* tolerances ascend within a step */
        k += g.n;
    }
    return n;
}

static void add_steps(ss_report_sheet *sheet, const ss_budget *b, group *groups)
{
    group *const tols = groups + b->n;
    SS_REPORT_COLUMNS(sheet, "steps", by_step);
    for (size_t k = 0; k < b->n;) {
        const span s = span_at(b, k);
        const size_t n = groups_by_step(groups, b, s), n_tols = groups_by_tol(tols, b, s);
        for (size_t i = 0; n > 1 && i < n; ++i) {
            const double now = i + 1 < n ? change_between(groups[i], groups[i + 1]).change : NAN;
            const double next =
                i + 2 < n ? change_between(groups[i + 1], groups[i + 2]).change : NAN;
            add_question(sheet, groups[i].at);
            ss_report_number(sheet, groups[i].at->h, 3, "-");
            ss_report_number(sheet, change_between(groups[i], groups[i]).mean, 4, "-");
            ss_report_number(sheet, now, 2, "-");
            ss_report_number(sheet,
                             log(fabs(now / next)) /
                                 log(groups[i].at->h / groups[i + 1 < n ? i + 1 : i].at->h),
                             2, "-");
            ss_report_number(sheet, i == 0 ? below(tols, n_tols, now) : NAN, 1, "-");
        }
        k = s.end;
    }
}

void ss_budget_add(ss_report_sheet *sheet, const ss_budget *b)
{
    group *const groups = calloc(2 * b->n + 2, sizeof *groups);
    if (groups == NULL) {
        sheet->failed = true;
        return;
    }
    ss_report_add(sheet, SS_REPORT_REMARK,
                  b->several
                      ? "Means over the second half of each run. An answer stands where its change "
                        "to the tightest is within two standard errors over the instances."
                      : "Means over the second half of each run. One instance: an answer stands "
                        "where its change to the tightest is within a thousandth; with several "
                        "instances their spread would decide.");
    if (b->n_left_out > 0)
        ss_report_add(sheet, SS_REPORT_WARNING,
                      "%zu of %zu runs are left out: some step of theirs missed the tolerance.",
                      b->n_left_out, b->summary.n);
    add_tolerances(sheet, b, groups);
    ss_report_add(sheet, SS_REPORT_REMARK,
                  "By time step, at the tightest tolerance; E1 below it: the loosest tolerance "
                  "that changes less than halving the longest step does.");
    add_steps(sheet, b, groups);
    free(groups);
}

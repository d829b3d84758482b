/* The tables of a paper with our numbers in them, and what it says in words.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later */
#include "harness/reproduce/reproduce.h"

#include "harness/process/interrupt.h"
#include "harness/reproduce/growth.h"
#include "harness/reproduce/layout.h"
#include "harness/reproduce/measures.h"
#include "harness/reproduce/trends.h"
#include "harness/tables/output.h"
#include "harness/tables/rows.h"
#include "solvers/base/outcome.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tables, claims and readings, being written. */
typedef struct writing {
    const ss_reproduce_results *results;
    ss_output claims_out;
    size_t n_claims; /* rows written to it */
} writing;

/* ---- our numbers ---- */

static const ss_reproduce_result *result_of(const ss_reproduce_place *at, size_t table,
                                            const char *row, size_t instance)
{
    const ss_reproduce_result *const of = ss_reproduce_result_of(
        at->results, ss_paper_runs_find(&at->results->runs, table, at->reading, row), instance);
    return of != NULL && of->complete != NULL ? of : NULL;
}

/* That of a row that is a growing pile; NULL: it is none. */
static const ss_reproduce_growth *growth_of(const ss_reproduce_place *at, const char *row)
{
    const ss_reproduce_result *const of = ss_reproduce_result_of(
        at->results, ss_paper_runs_find(&at->results->runs, at->table, at->reading, row), 0);
    return of != NULL && of->growth.n > 0 ? &of->growth : NULL;
}

static double sum_of(const ss_reproduce_result *of, const ss_reproduce_column *column)
{
    double sum = 0.0, part = 0.0;
    for (size_t k = 0; k < 2 && column->summary[k] != NULL; ++k) {
        if (of == NULL || !ss_csv_real(&of->complete->file, 0, column->summary[k], &part, NULL))
            return NAN;
        sum += part;
    }
    return sum;
}

/* The number of a row that is a run. */
static double run_number(const ss_reproduce_place *at, const char *row, const char *column,
                         size_t instance)
{
    const ss_reproduce_column *const asked = ss_reproduce_column_find(column);
    const ss_measure *const measure = asked == NULL ? ss_measure_find(column) : NULL;
    const ss_reproduce_result *const of = result_of(at, at->table, row, instance);
    const ss_reproduce_growth *const growth = growth_of(at, row);
    if (growth != NULL)
        return instance == 0 ? ss_reproduce_growth_number(growth, column) : NAN;
    if (of == NULL || (asked == NULL && measure == NULL))
        return NAN;
    const ss_summary_row *const run = &of->complete->row;
    if (strcmp(column, "sweeps") != 0 &&
        strcmp(run->status, ss_outcome_name(SS_OUTCOME_DIVERGED)) == 0)
        return NAN; /* broken off where it diverged: a fragment's numbers */
    if (strcmp(column, "sweeps") == 0 && !(run->eps_last <= run->tol))
        return INFINITY;
    return measure != NULL
               ? measure->of(&of->recording)
               : sum_of(of, asked) /
                     (asked->over_table > 0
                          ? sum_of(result_of(at, asked->over_table, asked->over_row, instance),
                                   asked)
                          : 1.0);
}

enum { TREND_POINTS = 64 };

/* The number of a pattern: what all runs that it stands for give together. */
static double trend_number(const ss_reproduce_place *at, const ss_trend *trend, const char *pattern,
                           size_t instance)
{
    double x[TREND_POINTS], y[TREND_POINTS];
    const ss_paper_runs *const runs = &at->results->runs;
    size_t n = 0;
    for (size_t k = 0; k < runs->n && n < TREND_POINTS; ++k) {
        const ss_paper_run *const run = &runs->runs[k];
        if (run->table != at->table || strcmp(run->reading, at->reading) != 0 ||
            !ss_trend_matches(pattern, run))
            continue;
        const ss_reproduce_result *const of = result_of(at, at->table, run->row, instance);
        x[n] = of != NULL ? ss_recording_parameter(&of->recording, trend->over) : NAN;
        y[n] = run_number(at, run->row, trend->column, instance);
        n += x[n] >= trend->from && isfinite(y[n]);
    }
    return trend->of(x, y, n);
}

double ss_reproduce_number(const void *place, const char *row, const char *column, size_t instance)
{
    const ss_trend *const trend = ss_trend_find(column);
    return trend != NULL ? trend_number(place, trend, row, instance)
                         : run_number(place, row, column, instance);
}

/* ---- writing ---- */

static bool runs_complete(const ss_reproduce_results *results, size_t table)
{
    for (size_t k = 0; k < results->runs.n; ++k) {
        const ss_paper_run *const run = &results->runs.runs[k];
        for (size_t i = 0; i < ss_reproduce_instances(results->job, run); ++i)
            if ((run->table == table || run->also == table) &&
                !ss_reproduce_is_complete(ss_reproduce_result_of(results, run, i)))
                return false;
    }
    return true;
}

/* The cap on the sweeps of a reading's runs; NaN where there is none. */
static double cap_of(const ss_reproduce_results *results, size_t table, const char *reading)
{
    for (size_t k = 0; k < results->runs.n; ++k) {
        const ss_paper_run *const run = &results->runs.runs[k];
        const ss_reproduce_result *const of = ss_reproduce_result_of(results, run, 0);
        if (run->table == table && strcmp(run->reading, reading) == 0 && of->complete != NULL)
            return (double)of->complete->row.max_sweeps;
    }
    return NAN;
}

/* Judge what the paper says in words under the readings of a table: rows of claims.csv, and texts
 * for people, each of SS_PATH_SIZE bytes. Returns their number. */
static size_t judge_claims(writing *w, const ss_table_report *report, char (*texts)[SS_PATH_SIZE])
{
    size_t n = 0;
    for (size_t k = 0; k < w->results->claims_file.n_rows; ++k) {
        const ss_reproduce_claim *const claim = &w->results->claims[k];
        if (claim->table != report->number)
            continue;
        int used = snprintf(texts[n], SS_PATH_SIZE, "%.300s:", claim->text);
        for (size_t r = 0; r < report->n; ++r) {
            const char *const reading = report->readings[r].name;
            const ss_reproduce_place at = {w->results, claim->table, reading};
            const ss_reproduce_holds holds = ss_reproduce_judge_claim(
                claim, ss_reproduce_number, w->results->stride, report->readings[r].cap, &at);
            const ss_claims_row row = {.table = claim->table,
                                       .reading = reading,
                                       .claim = claim->text,
                                       .holds = holds.holds,
                                       .instances = holds.n,
                                       .verdict = ss_reproduce_claim_word(holds)};
            if (r > 0 && holds.n == 0)
                continue; /* the reading has no such runs */
            ss_claims_write(w->claims_out.file, &row);
            ++w->n_claims;
            used += snprintf(texts[n] + used, (size_t)(SS_PATH_SIZE - used),
                             "%s %s, in %zu of %zu instances (%.30s)", r > 0 ? ";" : "",
                             ss_reproduce_claim_word(holds), holds.holds, holds.n, reading);
        }
        ++n;
    }
    return n;
}

static void print_table(const ss_table_report *report, const char *folder)
{
    for (size_t r = 0; r < report->n; ++r) {
        const ss_paper_table *const table = &report->readings[r].table;
        printf("table %zu, %s (%s/table%zu.md): %zu match, %zu inside, %zu near, %zu outside\n",
               report->number, report->readings[r].name, folder, report->number,
               ss_paper_table_count(table, SS_VERDICT_MATCH),
               ss_paper_table_count(table, SS_VERDICT_INSIDE),
               ss_paper_table_count(table, SS_VERDICT_NEAR),
               ss_paper_table_count(table, SS_VERDICT_OUTSIDE));
    }
}

/* Write a printed table in the paper's layout, too; of a paper that prints none there is none. */
static bool write_layout(const writing *w, const ss_table_report *report, ss_error *error)
{
    const ss_reproduce *const job = w->results->job;
    const ss_reproduce_about *const about = &w->results->about;
    char label[64];
    snprintf(label, sizeof label, "tab:%.30s-%zu-paper", about->paper, report->number);
    const ss_layout_caption words = {.title = report->title,
                                     .row_heading = report->row_heading,
                                     .letter = about->letter,
                                     .key = about->key,
                                     .label = label,
                                     .number = report->number,
                                     .notes = job->notes};
    return !job->paper_layout || !ss_layout_is_printed(report->title) ||
           ss_layout_write(job->folder, &words, error);
}

static bool write_table(writing *w, size_t caption, size_t number, ss_error *error)
{
    const ss_reproduce *const job = w->results->job;
    const ss_csv *const captions = &w->results->captions;
    char settings[SS_REPRODUCE_READINGS][SS_PATH_SIZE], texts[SS_REPRODUCE_MAX][SS_PATH_SIZE];
    const char *claims[SS_REPRODUCE_MAX + 1] = {NULL};
    ss_table_report report = {.paper = w->results->about.paper,
                              .how = w->results->about.how,
                              .title = ss_csv_text(captions, caption, "title"),
                              .row_heading = ss_csv_text(captions, caption, "row_heading"),
                              .quick = job->quick,
                              .number = number,
                              .claims = claims};
    bool ok = true;
    for (size_t r = 0; ok && r < w->results->readings.n_rows; ++r) {
        ss_table_reading *const reading = &report.readings[report.n];
        const char *const name = ss_csv_text(&w->results->readings, r, "reading");
        const ss_reproduce_place at = {w->results, number, name};
        const char *const text =
            ss_reproduce_settings(&at, r, settings[report.n], sizeof settings[report.n]);
        if (text == NULL && r > 0)
            continue;
        ok = ss_paper_table_load(&reading->table, job->paper, number, error);
        if (!ok)
            break;
        reading->name = name;
        reading->settings = text != NULL ? text : "No run of this table is complete.";
        reading->cap = cap_of(w->results, number, name);
        ss_paper_table_compare(&reading->table, ss_reproduce_number, w->results->stride, &at);
        ++report.n;
    }
    for (size_t k = ok ? judge_claims(w, &report, texts) : 0; k > 0; --k)
        claims[k - 1] = texts[k - 1];
    ok =
        ok && ss_table_report_write(&report, job->folder, error) && write_layout(w, &report, error);
    if (ok)
        print_table(&report, job->folder);
    for (size_t r = 0; r < report.n; ++r)
        ss_paper_table_free(&report.readings[r].table);
    return ok;
}

static bool write_wanted(writing *w, ss_error *error)
{
    const ss_reproduce *const job = w->results->job;
    const ss_csv *const captions = &w->results->captions;
    double number;
    for (size_t row = 0; row < captions->n_rows; ++row) {
        if (!ss_csv_real(captions, row, "table", &number, error))
            return false;
        /* After Ctrl-C only whole tables; a failed run leaves its cells `missing`. */
        if (!ss_reproduce_wants(job, &job->tables, (size_t)number) ||
            (ss_interrupted() && !runs_complete(w->results, (size_t)number)))
            continue;
        if (!write_table(w, row, (size_t)number, error))
            return false;
    }
    return true;
}

bool ss_reproduce_write_tables(const ss_reproduce_results *results, ss_error *error)
{
    const ss_reproduce *const job = results->job;
    writing w = {.results = results};
    if (job->tables.n == 0 && job->figures.n > 0)
        return true;
    if (!ss_output_open(&w.claims_out, job->folder, "claims.csv", error))
        return false;
    ss_claims_header(w.claims_out.file);
    bool ok = write_wanted(&w, error);
    if (ok && w.n_claims > 0)
        ok = ss_output_close(&w.claims_out, error);
    ss_output_discard(&w.claims_out);
    return ok;
}
